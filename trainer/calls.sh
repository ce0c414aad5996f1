# shellcheck shell=bash disable=SC2154,SC2034 # the script that sources this sets limit, RESERVE, started and log; uses python
# Work in calls of a few minutes, on a machine that is there for a short time: the clock, the log, and steps of limited
# length. Sourced by generation.sh and human.sh.

left() { echo $((limit - RESERVE - ($(date +%s) - started))); }
say() { printf '[%4d s] %s\n' $(($(date +%s) - started)) "$*" | tee -a "$log"; }

# step NAME SECONDS COMMAND...: runs it for at most so long (Ctrl-C at the end) and says what it took.
step() {
    local name=$1 most=$2 began rc
    shift 2
    began=$(date +%s.%N)
    if ((most < 2)); then
        say "$name: no time left"
        return 1
    fi
    timeout -s INT -k 5 "$most" "$@" 2>&1 | tee -a "$log"
    rc=${PIPESTATUS[0]}
    say "$name: $(awk -v a="$began" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }') seconds, rc $rc"
    return "$rc"
}

find_python() {
    local one
    for one in ${PYTHON:-} python3 /usr/bin/python3; do
        if "$one" -c 'import sys, importlib.util as u; sys.exit(not (u.find_spec("torch") and u.find_spec("numpy")))' 2>/dev/null; then
            python=$one
            return
        fi
    done
    say "no python with torch and numpy" && exit 1
}

check_gpu() { nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader 2>&1 | head -2; }
