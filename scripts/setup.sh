# shellcheck shell=bash disable=SC2154 # ./rookery sets root, build and consent
# Packages: what a group of scripts/packages lacks, and how to get it. Sourced by ./rookery.

exit_setup=3 # something is missing that only the user can decide to install

# The lines of one group, as "package proof".
group_lines() {
    local group package proof
    while read -r group package proof; do
        [[ $group != "$1" ]] || printf '%s %s\n' "$package" "$proof"
    done <"$root/scripts/packages"
}

# Whether a program, header, file or module of Python is there. This works on every system and also finds what was
# installed by other means than packages.
is_present() {
    case $1 in
        /*) compgen -G "$1" >/dev/null ;;
        python3:*) "$root/scripts/python_with" "${1#*:}" >/dev/null ;;
        *.h | *.hpp)
            "${CXX:-g++}" -E -x c++ - >/dev/null 2>&1 <<<"#if !__has_include(<$1>)"$'\n#error\n#endif'
            ;;
        *) PATH=$PATH:/usr/games:/usr/sbin command -v "$1" >/dev/null ;;
    esac
}

# Prints the lines of a group whose proof is not there.
missing_lines() {
    local package proof
    group_lines "$1" | while read -r package proof; do
        is_present "$proof" || printf '%s %s\n' "$package" "$proof"
    done
}

# Makes sure that groups are installed. A stamp with the group's list makes the next start skip the checks.
need() {
    local group lines missing=""
    local -a unchecked=()
    for group; do
        lines=$(group_lines "$group")
        if [[ -z $lines ]]; then
            say "scripts/packages has no group '$group'"
            exit 2
        fi
        if [[ ! -f $build/.packages-$group || $(<"$build/.packages-$group") != "$lines" ]]; then
            unchecked+=("$group")
            missing+=$(missing_lines "$group")$'\n'
        fi
    done
    if [[ -n ${missing//$'\n'/} ]]; then
        install_packages "$missing"
    fi
    for group in "${unchecked[@]}"; do
        missing=$(missing_lines "$group")
        if [[ -n $missing ]]; then
            say "still missing after the installation: ${missing//$'\n'/, }"
            exit "$exit_setup"
        fi
        mkdir -p "$build"
        group_lines "$group" >"$build/.packages-$group"
    done
}

# Sum of the downloads, in words. Empty when the package lists have not been fetched yet.
download_size() {
    apt-get install --print-uris -qq --no-install-recommends "$@" 2>/dev/null |
        awk '{ bytes += $3 } END { if (NR) printf "%.1f MB", bytes / 1e6 }' || true
}

# Installs the packages of "package proof" lines, with the user's consent.
install_packages() {
    local package proof size
    local -a packages=() proofs=() prefix=()
    while read -r package proof; do
        [[ -z $package ]] || { packages+=("$package") proofs+=("$proof"); }
    done <<<"$1"

    if ! command -v apt-get >/dev/null; then
        say "These programs and headers are missing: ${proofs[*]}"
        say "This system has no apt-get: please install them in its own way and start again."
        exit "$exit_setup"
    fi

    # A freshly installed service must not start: the variables tell both kinds of init to leave it alone.
    [[ $(id -u) == 0 ]] || prefix=(sudo)
    local -a apt=("${prefix[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 SYSTEMD_OFFLINE=1
        apt-get -o DPkg::Lock::Timeout=60)
    local -a install=("${apt[@]}" install --yes --no-install-recommends "${packages[@]}")
    local -a update=("${apt[@]}" update)
    local lists_known=yes
    apt-get install --simulate -qq "${packages[@]}" >/dev/null 2>&1 || lists_known=no

    say "Rookery needs packages that are not installed: ${packages[*]}"
    size=$(download_size "${packages[@]}")
    say "To download: ${size:-unknown until the package lists are fetched}"
    say "The command:"
    [[ $lists_known == yes ]] || say "    ${update[*]}"
    say "    ${install[*]}"
    ask_consent

    if [[ $lists_known == no ]]; then
        "${update[@]}" >&2
    fi
    # Old lists name files that the archive has replaced since: fetch the lists and try once more.
    "${install[@]}" >&2 || { "${update[@]}" >&2 && "${install[@]}" >&2; } || {
        say "The installation failed."
        exit "$exit_setup"
    }
}

# Returns when packages may be installed, and ends the launcher otherwise.
ask_consent() {
    local answer=""
    if [[ $consent == no ]]; then
        exit "$exit_setup"
    elif [[ -t 0 && -t 2 ]]; then
        if [[ $consent == ask ]]; then
            read -r -p "Run it now? [y/N] " answer || true
            [[ $answer == [yY]* ]] || exit "$exit_setup"
        fi
    elif [[ $(id -u) != 0 ]]; then
        say "There is no terminal to ask at. Please run the command, then start again."
        exit "$exit_setup"
    fi
}
