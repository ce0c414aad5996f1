# shellcheck shell=bash disable=SC2154 # ./rookery sets root and build
# Building: configure once, then let the build tool do what is left. Sourced by ./rookery.

# build PRESET [TARGET...]. Says nothing when there is nothing to do.
build() {
    local preset=$1
    shift
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

# Builds the program twice in one folder: the first one writes down where its time goes, the second is
# optimised by that. The mark says that the folder holds the second.
build_pgo() {
    local folder=$build/pgo step
    rm -rf "$folder/.profiled" "$folder/profiles"
    for step in generate use; do
        configure pgo && cmake -D ROOKERY_PROFILE=$step "$folder" >/dev/null && build pgo rookery || return 1
        [[ $step == use ]] || "$root/scripts/profile_run" "$folder/bin/rookery" >/dev/null || return 1
    done
    touch "$folder/.profiled"
}

# Whoever built the faster program wants it used. It follows the sources like the other one, with the old profile.
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

# Turns the build tool's output into one line that is updated on a terminal, and one line in all elsewhere.
# Whatever else the compiler says is passed on.
show_progress() {
    local line steps=0 erase='' noise='Re-checking globbed|Re-running CMake|^ninja: no work|^-- '
    [[ ! -t 2 ]] || erase=$'\r\e[K'
    while IFS= read -r line; do
        if [[ $line =~ $noise ]]; then
            continue
        elif [[ ! $line =~ ^\[[0-9]+/[0-9]+\] ]]; then
            printf '%s\n' "$erase$line" >&2
        elif [[ -n $erase ]]; then
            printf '%s%.*s' "$erase" "$((${COLUMNS:-80} - 1))" "$1 $line" >&2
        elif ((steps++ == 0)); then
            say "Building ($1)"
        fi
    done
    printf '%s' "$erase" >&2
}
