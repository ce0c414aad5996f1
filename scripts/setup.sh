# shellcheck shell=bash disable=SC2154 # ./rookery sets root, build and consent
# Packages: what a group of scripts/packages lacks, and how to get it. Sourced by ./rookery.

exit_setup=3 # something is missing that only the user can decide to install
unpacked=$build/packages # holds packages whose proof is "unpacked:PROGRAM"; these are never installed

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
        unpacked:*) is_present "${1#*:}" || compgen -G "$unpacked/*/usr/*bin/${1#*:}" >/dev/null ;;
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
        # Another user's build folder may be read-only; the checks then run at every start.
        ! mkdir -p "$build" 2>/dev/null || [[ ! -w $build ]] || group_lines "$group" >"$build/.packages-$group"
    done
}

# Sum of the downloads of two lists of words, in words: packages to install, and packages to unpack. Empty when the
# package lists have not been fetched yet.
download_size() {
    {
        # shellcheck disable=SC2086 # these are lists of words
        [[ -z $1 ]] || apt-get install --print-uris -qq --no-install-recommends $1 2>/dev/null || true
        # shellcheck disable=SC2086
        [[ -z $2 ]] || apt-get download --print-uris -qq $2 2>/dev/null || true
    } | awk '{ bytes += $3 } END { if (NR) printf "%.1f MB", bytes / 1e6 }'
}

# Whether apt-get knows where the packages of these two lists come from.
are_lists_known() {
    # shellcheck disable=SC2086
    [[ -z $1 ]] || apt-get install --simulate -qq $1 >/dev/null 2>&1 || return 1
    # shellcheck disable=SC2086
    [[ -z $2 ]] || apt-get download --print-uris -qq $2 >/dev/null 2>&1
}

# Ends the launcher if this system cannot get what is missing: PROOFS, and whether something is to be unpacked.
require_apt() {
    local tool
    for tool in apt-get ${2:+dpkg-deb}; do
        command -v "$tool" >/dev/null || {
            say "These programs and headers are missing: $1"
            say "This system has no $tool: please install them in its own way and start again."
            exit "$exit_setup"
        }
    done
}

# Gets the packages of "package proof" lines, with the user's consent.
install_packages() {
    local package proof proofs="" to_install="" to_unpack="" needs_root=""
    local -a prefix=()
    while read -r package proof; do
        [[ -n $package ]] || continue
        proofs+="${proofs:+ }${proof#unpacked:}"
        if [[ $proof == unpacked:* ]]; then
            to_unpack+="${to_unpack:+ }$package"
        else
            to_install+="${to_install:+ }$package"
        fi
    done <<<"$1"
    require_apt "$proofs" "$to_unpack"

    # A freshly installed service must not start: the variables tell both kinds of init to leave it alone.
    [[ $(id -u) == 0 ]] || prefix=(sudo)
    local -a apt=("${prefix[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 SYSTEMD_OFFLINE=1
        apt-get -o DPkg::Lock::Timeout=60)
    # shellcheck disable=SC2206 # a list of words
    local -a install=("${apt[@]}" install --yes --no-install-recommends $to_install)
    local -a update=("${apt[@]}" update)
    local lists_known=yes size
    are_lists_known "$to_install" "$to_unpack" || lists_known=no
    [[ -z $to_install && $lists_known == yes ]] || needs_root=yes

    say "Rookery needs packages that are not installed: $to_install${to_install:+${to_unpack:+ }}$to_unpack"
    size=$(download_size "$to_install" "$to_unpack")
    say "To download: ${size:-unknown until the package lists are fetched}"
    say "The command:"
    [[ $lists_known == yes ]] || say "    ${update[*]}"
    [[ -z $to_install ]] || say "    ${install[*]}"
    [[ -z $to_unpack ]] || say "    apt-get download $to_unpack"
    [[ -z $to_unpack ]] || say "    and dpkg-deb --extract into $unpacked: nothing is installed, and no service is enabled"
    ask_consent "$needs_root"

    if [[ $lists_known == no ]]; then
        "${update[@]}" >&2 || true # the next step says what is wrong
    fi
    if [[ -n $to_install ]]; then
        # Old lists name files that the archive has replaced since: fetch the lists and try once more.
        "${install[@]}" >&2 || { "${update[@]}" >&2 && "${install[@]}" >&2; } || {
            say "The installation failed."
            exit "$exit_setup"
        }
    fi
    for package in $to_unpack; do
        unpack_package "$package" || { [[ $(id -u) == 0 ]] && "${update[@]}" >&2 && unpack_package "$package"; } || {
            say "The package $package could not be downloaded and unpacked. Check the network; if the package lists are"
            say "old, run: ${prefix[*]}${prefix:+ }apt-get update. Then start again."
            exit "$exit_setup"
        }
    done
}

# Downloads a package and unpacks it into a folder of its own, without root.
unpack_package() {
    local folder
    if ! mkdir -p "$unpacked" 2>/dev/null || ! folder=$(mktemp -d "$unpacked/.new-XXXXXX" 2>/dev/null); then
        say "This user cannot write $unpacked. Its owner can run: ./rookery install colony"
        exit "$exit_setup"
    fi
    # apt-get may give up root's rights for the download, but then it cannot write into our folder.
    if (cd "$folder" && apt-get -o APT::Sandbox::User=root download "$1" >&2 &&
        dpkg-deb --extract "$1"_*.deb content >&2); then
        rm -rf "${unpacked:?}/$1"
        mv -T "$folder/content" "$unpacked/$1" || true # another start may have done the same meanwhile
        rm -rf "$folder"
    else
        rm -rf "$folder"
        return 1
    fi
}

# ask_consent NEEDS_ROOT: returns when the commands may run, and ends the launcher otherwise.
ask_consent() {
    local answer=""
    if [[ $consent == no ]]; then
        exit "$exit_setup"
    elif [[ -t 0 && -t 2 ]]; then
        if [[ $consent == ask ]]; then
            read -r -p "Run it now? [y/N] " answer || true
            [[ $answer == [yY]* ]] || exit "$exit_setup"
        fi
    elif [[ $(id -u) != 0 && -n $1 ]]; then
        say "There is no terminal to ask at. Please run the command, then start again."
        exit "$exit_setup"
    elif [[ $(id -u) != 0 && $consent != yes ]]; then
        say "There is no terminal to ask at. This needs no root: to have it done, start again with --yes."
        exit "$exit_setup"
    fi
}
