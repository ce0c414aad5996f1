# shellcheck shell=bash disable=SC2154 # ./rookery sets root and build
# Building: configure once, then let the build tool do what is left. Sourced by ./rookery.

# Prints what this user cannot write and a build of the preset needs; fails if there is nothing of that kind.
unwritable_part() {
    local part
    for part in "$build" "$build/.lock" "$build/$1"; do
        if [[ -e $part ]]; then
            [[ -w $part ]] || { echo "$part" && return; }
        elif [[ $part == "$build" && ! -w $root ]]; then
            echo "$root" && return
        fi
    done
    return 1
}

# build PRESET [TARGET...]. Says nothing when there is nothing to do.
build() {
    local preset=$1 part
    shift
    if part=$(unwritable_part "$preset"); then
        say "Nothing can be built: this user cannot write $part."
        return 1
    fi
    mkdir -p "$build"
    # Two starts at once must not build at once.
    (
        flock --nonblock 9 || {
            say "Another build is running: waiting for it."
            flock 9
        }
        configure "$preset" &&
            cmake --build "$build/$preset" -j "$("$root/scripts/jobs")" ${1+--target "$@"} 2>&1 9>&- |
            show_progress "$preset"
    ) 9>"$build/.lock" || {
        say "The build failed."
        return 1
    }
}

# Builds a program with the packages of these groups: PRESET TARGET GROUP... Where this user cannot write the build
# folder, the program that was built there is used as it is.
build_or_use() {
    local preset=$1 target=$2 program=$build/$1/bin/$2 part newer
    if ! part=$(unwritable_part "$preset"); then
        need "${@:3}"
        build "$preset" "$target"
    elif [[ -x $program ]]; then
        newer=$(find "$root/src" "$root/cmake" "$root/data" "$root/nets" "$root/CMakeLists.txt" -newer "$program" \
            -type f -print -quit 2>/dev/null) || true
        [[ -z $newer ]] ||
            say "This program is older than its sources, and cannot be built again: this user cannot write $part."
        [[ " ${*:3} " != *" colony "* ]] || need colony # the others are for building
    else
        say "$program has not been built, and this user cannot write $part."
        say "Its owner can build it with ./rookery build; or copy the sources to a folder of your own and start there."
        exit "$exit_setup"
    fi
}

# Builds the program twice in one folder: the first one writes down where its time goes, the second is
# optimised by that. The mark says that the folder holds the second.
build_pgo() {
    local folder=$build/pgo step part
    if part=$(unwritable_part pgo); then
        say "Nothing can be built: this user cannot write $part."
        return 1
    fi
    rm -rf "$folder/.profiled" "$folder/profiles"
    for step in generate use; do
        configure pgo && cmake -D ROOKERY_PROFILE=$step "$folder" >/dev/null && build pgo rookery || return 1
        [[ $step == use ]] || "$root/scripts/profile_run" "$folder/bin/rookery" >/dev/null || return 1
    done
    touch "$folder/.profiled"
}

# A profiled build is preferred once it exists. It follows the sources like the other one, with the old profile.
preset_to_run() {
    if [[ -f $build/pgo/.profiled ]]; then echo pgo; else echo release; fi
}

# Configures when it has not been done, or when new packages or presets could change the outcome.
configure() {
    local marker=$build/$1/.configured cause
    for cause in "$root/CMakePresets.json" "$build"/.packages-*; do
        if [[ ! -e $marker || $cause -nt $marker ]]; then
            local log
            log=$(cd "$root" && cmake --preset "$1" 2>&1 9>&-) || {
                printf '%s\n' "$log" >&2
                return 1
            }
            touch "$marker"
            return
        fi
    done
}

# A time in words: "40 s", "1 min 20 s", "12 min". The longer, the coarser.
time_in_words() {
    local seconds=$(($1 > 5 ? ($1 + 4) / 5 * 5 : 5))
    if ((seconds < 60)); then
        echo "$seconds s"
    elif ((seconds < 600)); then
        seconds=$(((seconds + 5) / 10 * 10))
        echo "$((seconds / 60)) min$( ((seconds % 60 == 0)) || echo " $((seconds % 60)) s")"
    else
        echo "$(((seconds + 30) / 60)) min"
    fi
}

# The time in seconds, in $now; tests replace this.
read_clock() { now=$SECONDS; }

# The last full build of a preset, in $last_steps and $last_seconds; zeros if there was none.
read_last_build() {
    local preset steps seconds
    last_steps=0 last_seconds=0
    [[ -f $build/.last-build-seconds ]] || return 0
    while read -r preset steps seconds; do
        [[ $preset != "$1" ]] || { last_steps=$steps last_seconds=$seconds; }
    done <"$build/.last-build-seconds"
}

# write_last_build PRESET STEPS SECONDS
write_last_build() {
    local file=$build/.last-build-seconds line others=''
    if [[ -f $file ]]; then
        while read -r line; do
            [[ $line == "$1 "* ]] || others+=$line$'\n'
        done <"$file"
    fi
    printf '%s%s\n' "$others" "$1 $2 $3" >"$file"
}

# How long the rest of a build takes: ELAPSED DONE TOTAL. Steps differ much in length, so the beginning goes by the
# last full build and the end by the steps of this one.
estimate_rest() {
    local by_steps=$(($1 * ($3 - $2) / $2)) by_last
    if ((last_seconds == 0)); then
        echo "$by_steps"
        return
    fi
    by_last=$((last_seconds * $3 / last_steps - $1))
    echo "$(((by_steps * $2 + (by_last > 0 ? by_last : 0) * ($3 - $2)) / $3))"
}

# Where no line can be updated: how many steps there are, and how long they will take.
announce_build() {
    local text="$1: $2 step$( (($2 == 1)) || echo s)"
    ((last_seconds == 0)) || text+=", about $(time_in_words $((last_seconds * $2 / last_steps)))"
    say "$text"
}

# Reads the build tool's output. On a terminal one line tells how far it is and how long it will take; elsewhere there is
# one line in all. Everything else the compiler says is passed on.
show_progress() {
    local preset=$1 name=Building line partial='' status erase='' now begin at=0 left='' done=0 total=0 text
    local last_steps last_seconds noise='Re-checking globbed|Re-running CMake|^ninja: no work|^-- '
    [[ $preset == release ]] || name+=" ($preset)"
    [[ ! -t 2 ]] || erase=$'\r\e[K'
    read_last_build "$preset"
    read_clock
    begin=$now
    while true; do
        status=0
        IFS= read -r -t 1 line || status=$?
        read_clock
        if ((status > 128)); then # a second has passed
            partial+=$line
        elif ((status > 0)); then
            break
        else
            line=$partial$line partial=''
            if [[ $line =~ $noise ]]; then
                continue
            elif [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
                [[ -n $erase ]] || ((total > 0)) || announce_build "$name" "${BASH_REMATCH[2]}"
                done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
                if ((done > 0 && (last_seconds > 0 || now - begin >= 5))); then
                    text=$(estimate_rest $((now - begin)) "$done" "$total")
                    [[ -z $left ]] || text=$(((left - now + at + text) / 2)) # smoothed
                    left=$text
                    at=$now
                fi
            else
                printf '%s\n' "$erase$line" >&2
            fi
        fi
        [[ -n $erase ]] || continue
        if ((total > 0)); then
            text="$name: $done of $total"
            [[ -z $left ]] || ((done == total)) || text+=", about $(time_in_words $((left - now + at))) left"
        elif ((now - begin >= 3)); then # the first step takes long
            text=$name
            ((last_seconds == 0)) || [[ -d $build/$preset/bin ]] || text+=", about $(time_in_words "$last_seconds")"
        else
            continue
        fi
        printf '%s%.*s' "$erase" "$((${COLUMNS:-80} - 1))" "$text" >&2
    done
    printf '%s' "$erase" >&2
    # Few steps are no full build: their time would say nothing about the next one.
    if ((total > 0 && done == total && 2 * total >= last_steps)); then
        write_last_build "$preset" "$total" "$((now - begin))"
    fi
}
