#!/usr/bin/env bash
# Makes a teacher and a student in stages of a few minutes, on a machine with a GPU that is there for a short time only.
#
#     bash trainer/generation.sh STAGE SECONDS     # the call ends before so many seconds
#
# Stage 0: takes the files of $INPUTS and starts self-play, for inputs that need more than one call to arrive.
# Stage 1: exports the searched games of data/, starts self-play in the background, begins the teacher.
# Stage 2: the same with the games that data/ has got since; the teacher to its end; labels in the time that is left.
# Stage 3: exports the played games, labels, trains students, and plays a match of each against the default net. Stage 4
#          does again what is missing and plays more games. "check" only looks at the machine; "stop" ends the self-play.
#
# $INPUTS (this folder) holds rookery (a program that runs on that machine, such as a static one), noob_3moves.epd.zip,
# data/*.games and perhaps begin.pt, a teacher to begin with, or teacher.pt with teacher.json, a complete one: then the
# stages 1 and 2 only export and label. $WORK (~/work) keeps everything between the calls. $OUT ($WORK/out) gets the
# results after every step: teacher.pt, and results.tar.gz with nets, reports, matches and the log.
# shellcheck disable=SC2046,SC2086 # lists of files and options are split into words on purpose
set -uo pipefail

started=$(date +%s)
stage=${1:?STAGE is missing: 0, 1, 2, 3, 4, check or stop}
limit=${2:-570}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
inputs=${INPUTS:-$here}                 # the folder with the program, the openings and data/*.games
W=${WORK:-$HOME/work}
out=${OUT:-$W/out}
mkdir -p "$W"/{data,play,set,label,net} "$out"
log=$W/log.txt
# shellcheck source=trainer/calls.sh
source "$here/calls.sh"

# What can be changed.
MINUTES=${MINUTES:-13}                 # of teacher training, in all calls together
TEACHER_ARGS=${TEACHER_ARGS:-}         # such as "--blocks 12 --dropout 0.1 --result-share 0 0"
PLAYERS=${PLAYERS:-13}                 # processes of unsearched self-play, one thread each
PLAY_ARGS=${PLAY_ARGS:---nodes 25 --chess960 20}
PLAY_SECONDS=${PLAY_SECONDS:-0}        # of self-play before the labels, where the teacher was complete at the beginning
BLEND=${BLEND:-0}                      # share of the search in the labels of searched positions
LABEL_RATE=${LABEL_RATE:-800000}       # positions a second, to plan with
STUDENTS=${STUDENTS:-student}          # names; each can have its own arguments in ARGS_NAME
STUDENT_ARGS=${STUDENT_ARGS:---width 256 --result-share 0 0 --batch 16384 --rate 0.002}
EPOCHS=${EPOCHS:-16}                   # of a student, if the time suffices
MATCH_SECONDS=${MATCH_SECONDS:-110}    # for all students together
MATCH_TC=${MATCH_TC:-nodes=10000}
MATCH_ARGS=${MATCH_ARGS:-}
CONCURRENCY=${CONCURRENCY:-15}
RESERVE=${RESERVE:-12}                 # seconds at the end of a call for results

export PYTHONUNBUFFERED=1 TORCHINDUCTOR_CACHE_DIR=$W/inductor TRITON_CACHE_DIR=$W/triton
export ROOKERY_STORE=$W/store
R=$W/rookery

positions_in() { # the number of positions in files
    local sum=0 file
    for file; do [[ -s $file ]] && sum=$((sum + $(stat -c %s "$file") / 32)); done
    echo "$sum"
}

# Results so far; called after every step, so that a call that is cut off leaves them.
deliver() {
    local files=() file
    rm -f "$out"/results.tar.gz "$out"/teacher.pt*
    for file in "$log" "$W"/net/*.{json,rooknet,npz} "$W"/match*.txt; do [[ -f $file ]] && files+=("${file#"$W"/}"); done
    tar -C "$W" -czf "$out/results.tar.gz" "${files[@]}" 2>/dev/null
    if [[ -f $W/net/teacher.pt ]]; then
        if (($(stat -c %s "$W/net/teacher.pt") <= 15 * 1024 * 1024)); then
            cp "$W/net/teacher.pt" "$out/"
        else
            split -b 15M -d -a 1 "$W/net/teacher.pt" "$out/teacher.pt."  # cat teacher.pt.* > teacher.pt
        fi
    fi
    cp "$log" "$out/log.txt"
}

check() {
    check_gpu
    "$python" -c 'import torch, sys; print("python", sys.version.split()[0], "torch", torch.__version__, "cuda", torch.cuda.is_available())'
    echo "cores $(nproc), $(free -g | awk '/^Mem/ { print $2 }') GiB, disk $(df -h "$W" | awk 'END { print $4 }') free"
    "$R" bench | tail -1
}

take_files() {
    [[ -x $inputs/rookery ]] && install -m 755 "$inputs/rookery" "$R.new" && mv "$R.new" "$R"
    [[ -f $inputs/noob_3moves.epd.zip ]] && cp -f "$inputs/noob_3moves.epd.zip" "$W/"
    [[ -f $inputs/begin.pt ]] && cp -f "$inputs/begin.pt" "$W/"
    local file
    for file in "$inputs"/teacher.{json,pt}; do
        [[ -f $file && ! -f $W/net/${file##*/} ]] && cp "$file" "$W/net/"
    done
    for file in "$inputs"/data/*.games; do
        [[ -f $file && ! -f $W/data/${file##*/} ]] && cp "$file" "$W/data/"
    done
    [[ -x $R ]] || { say "the program is missing"; exit 1; }
}

# export_files FOLDER FILES...: each .games becomes FOLDER/NAME.positions, all at a time. What is there stays.
export_files() {
    local folder=$1 file name pids=()
    shift
    for file; do
        name=$folder/$(basename "$file" .games)
        [[ -f $name.positions ]] && continue
        nice -n 5 "$R" selfplay --export "$name.positions" "$file" >>"$log" 2>&1 &
        pids+=($!)
    done
    ((${#pids[@]} == 0)) || wait "${pids[@]}"
}
export -f export_files
export R log

start_players() {
    local i batch
    batch=$(date +%s)
    for ((i = 0; i < PLAYERS; ++i)); do
        setsid nice -n 10 "$R" selfplay $PLAY_ARGS --threads 1 --output "$W/play/$batch-$i.games" \
            >"$W/play/$batch-$i.log" 2>&1 </dev/null &
        echo $! >"$W/play/$batch-$i.pid"
    done
    say "$PLAYERS players started"
}

# Ends the players and waits until their files are complete.
stop_players() {
    local file pid pids=() i
    for file in "$W"/play/*.pid; do
        [[ -f $file ]] || continue
        pid=$(<"$file")
        kill -INT "$pid" 2>/dev/null && pids+=("$pid")
        rm -f "$file"
    done
    for ((i = 0; i < 100; ++i)); do
        ((${#pids[@]} == 0)) || kill -0 "${pids[@]}" 2>/dev/null || break
        ((${#pids[@]} == 0)) && break
        sleep 0.2
    done
    say "players stopped"
}

export_searched() {
    step "export of searched games" "$(left)" bash -c 'export_files "$@"' _ "$W/set" "$W"/data/*.games
    say "$(positions_in "$W"/set/*[0-9].positions) positions searched, $(positions_in "$W"/set/*.held.positions) held back"
}

export_played() {
    compgen -G "$W/play/*.games" >/dev/null || return 1
    step "export of played games" "$(left)" bash -c 'export_files "$@"' _ "$W/set-played" "$W"/play/*.games
    say "$(positions_in $(played_sets)) positions played"
}

searched_sets() { find "$W/set" -name '*.positions' ! -name '*.held.positions' -size +0 | sort; }
held_sets() { find "$W/set" -name '*.held.positions' -size +0 | sort; }
played_sets() { find "$W/set-played" -name '*.positions' ! -name '*.held.positions' -size +0 2>/dev/null | sort; }

train_teacher() {
    local stop=$(($(left) - 20)) begin=()  # importing torch is not in stop
    [[ -f $W/begin.pt ]] && begin=(--begin "$W/begin.pt")
    step teacher "$(left)" "$python" "$here/teacher.py" train $(searched_sets) --held $(held_sets) \
        --out "$W/net/teacher" --minutes "$MINUTES" --stop-after "$stop" --resume --other-positions \
        "${begin[@]}" $TEACHER_ARGS
}

teacher_is_ready() { # 1: training is complete
    [[ -f $W/net/teacher.json ]] && ! grep -q '^  "unfinished"' "$W/net/teacher.json"
}

# label NAME OPTIONS... FILES...: label/NAME.positions, in the time that is left but for $after seconds.
label() {
    local name=$1 stop=$(($(left) - after))
    shift
    ((stop > 15 && $# > 0)) || return 1
    [[ -f $W/label/$name.positions ]] && return 0
    step "labels $name" "$((stop + 25))" "$python" "$here/teacher.py" label "$@" --teacher "$W/net/teacher.pt" \
        --out "$W/label/$name.positions" --stop-after "$stop"
}

# Labels the played positions from where the last call stopped. New files come last in the order of their names.
label_all() {
    local files sum labelled
    label searched --blend "$BLEND" $(searched_sets)
    deliver
    files=$(played_sets)
    sum=$(positions_in $files)
    labelled=$(positions_in "$W"/label/played-*.positions)
    say "$labelled of $sum played positions are labelled"
    if ((labelled < sum)); then
        label "played-$labelled" --skip "$labelled" $files
        deliver
    fi
}

train_student() { # NAME SECONDS
    local name=$1 args_name=ARGS_$1 files scale count
    files=$(find "$W/label" -name '*.positions' -size +0 | sort)
    scale=$(sed -n 's/^  "scale": \([0-9]*\),*$/\1/p' "$W/net/teacher.json" | head -1)
    count=$(positions_in $files)
    say "$name: $count positions, $2 seconds"
    step "$name" "$2" "$python" "$here/train.py" $files --held $(held_sets) --out "$W/net/$name" \
        --minutes "$(awk -v s="$2" -v n="$count" -v e="$EPOCHS" -v r="${STUDENT_RATE:-15000000}" \
            'BEGIN { m = (s - 30) / 60; w = n * e / r / 60; if (w < m) m = w; if (m < 0.02) m = 0.02; printf "%.3f", m }')" \
        --stop-after "$(($2 > 14 ? $2 - 12 : 2))" --scale "$scale" $STUDENT_ARGS ${!args_name-}
}

play_match() { # NAME SECONDS
    timeout -s INT -k 5 "$2" "$R" match "pvs,EvalFile=$W/net/$1.rooknet,name=$1" pvs,name=default --tc "$MATCH_TC" \
        --games 100000 --concurrency "$CONCURRENCY" --openings "$W/noob_3moves.epd.zip" --order random \
        --seed "$(date +%s)" --db "$W/match-$1.db" $MATCH_ARGS >"$W/match-$1-$stage.txt" 2>"$W/match-$1.err"
    tail -2 "$W/match-$1.err" >>"$W/match-$1-$stage.txt"
    tee -a "$log" <"$W/match-$1-$stage.txt"
}

stage_teacher() {
    say "== stage $stage, $limit seconds"
    take_files
    compgen -G "$W/data/*.games" >/dev/null || { say "there are no games in $W/data"; exit 1; }
    check_gpu | tee -a "$log"
    compgen -G "$W/play/*.pid" >/dev/null || start_players
    export_searched
    deliver
    if teacher_is_ready; then
        sleep "$PLAY_SECONDS"
    else
        train_teacher
        deliver
    fi
    # The rest of the call: labels, if the teacher is complete.
    after=5
    if teacher_is_ready && (($(left) > 60)); then
        stop_players
        mkdir -p "$W/set-played"
        export_played
        (($(left) > 60)) && start_players # for the next call
        label_all
    fi
    deliver
    say "== end of stage $stage"
    deliver
}

stage_students() {
    local name count share trained=0
    say "== stage $stage, $limit seconds"
    take_files
    [[ -f $W/net/teacher.pt ]] || { say "there is no teacher; run the stages 1 and 2 first"; exit 1; }
    check_gpu | tee -a "$log"
    teacher_is_ready || say "the teacher is not complete; its present state is used"
    stop_players
    mkdir -p "$W/set-played"
    export_played
    deliver
    read -ra names <<<"$STUDENTS"
    # Seconds for labels, so that the rest suffices for EPOCHS of all labelled positions for every student.
    count=$(positions_in "$W"/label/*.positions)
    [[ -f $W/label/searched.positions ]] || count=$((count + $(positions_in $(searched_sets))))
    share=$(awk -v t="$(($(left) - MATCH_SECONDS - 5))" -v n="$count" -v e="$EPOCHS" -v l="$LABEL_RATE" \
        -v r="${STUDENT_RATE:-15000000}" -v k="${#names[@]}" \
        'BEGIN { s = (t - k * (40 + n * e / r)) / (1 + k * l * e / r); if (s < 20) s = 20; print int(s) }')
    say "$count positions are labelled or searched; $share seconds for more labels"
    after=${AFTER_LABELS:-$(($(left) - share))}
    label_all
    for name in "${names[@]}"; do
        if [[ -f $W/net/$name.rooknet ]] && ! grep -q '^  "unfinished"' "$W/net/$name.json"; then
            trained=$((trained + 1))
            continue
        fi
        train_student "$name" $((($(left) - MATCH_SECONDS - 5) / (${#names[@]} - trained)))
        trained=$((trained + 1))
        deliver
    done
    count=${#names[@]}
    for name in "${names[@]}"; do
        if [[ -f $W/net/$name.rooknet ]]; then
            say "match of $name"
            play_match "$name" $(($(left) / count))
        fi
        count=$((count - 1))
        deliver
    done
    say "== end of stage $stage"
    deliver
}

trap 'say "cut off"; deliver; exit 130' INT TERM
find_python
case $stage in
    0) take_files && start_players ;;
    1 | 2) stage_teacher ;;
    3 | 4) stage_students ;;
    check) take_files && check ;;
    stop) stop_players ;;
    *) say "unknown stage $stage" && exit 2 ;;
esac
