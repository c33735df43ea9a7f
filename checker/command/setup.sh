# What has to be there before the C++ command can run. Sourced by the script `lab`.
#
# Every function that finds something in the way says what, and what to do, and leaves with
# status 4. Nothing here runs when all is in place but the checks in make_ready.

packages=$LAB_ROOT/checker/command/packages.txt
state=$LAB_ROOT/.lab
log=$state/build.log
# Everything that the command and a lab's program are made of; tests are built by `lab test` only.
parts=lab-parts

say() { printf '%s\n' "$@" >&2; }  # each argument on a line of its own

stop() {
    say "$@"
    exit 4
}

make_ready() {
    local word=${1:-} answer=
    case " $* " in *" --yes "*) answer=yes ;; esac

    if [ ! -e "$LAB_BUILD" ]; then
        case $word in
            -h | --help | help) short_help && exit 0 ;;
            doctor) report_missing ;;
        esac
    fi
    mkdir -p "$state" 2>/dev/null
    [ -w "$state" ] || stop_unwritable
    take_turn
    if [ "$word" = setup ] || ! is_ours; then
        configure "$word" "$answer"
    fi
    case $word in
        test) build all ;;
        *) build "$parts" ;;
    esac
    exec 9>&-
}

short_help() {
    cat <<TEXT
Overlap Labs: overlapping transfers and computation in CUDA C++, with or without a GPU.

  $LAB_COMMAND setup   install what is missing, and build
  $LAB_COMMAND demo    see each reference solution run
  $LAB_COMMAND test    the course's own tests
  $LAB_COMMAND         your progress and the next lab

After the first build, $LAB_COMMAND --help shows all commands.
TEXT
}

stop_unwritable() {
    if [ -w "$LAB_ROOT" ]; then
        stop "$state cannot be written to; it may belong to another user, or the disk is full." \
            "Mend that, for example: sudo chown -R \"\$USER\" $state"
    fi
    stop "The course's folder cannot be written to: $LAB_ROOT" \
        "Copy it to a place of your own and work there: cp -r $LAB_ROOT ~/overlap-labs"
}

# One setup or build at a time; the lock goes away with the process, however that ends.
take_turn() {
    command -v flock >/dev/null || return 0
    exec 9>"$state/lock" || stop_unwritable
    flock -n 9 && return 0
    say "Another lab command is building; waiting for it to end."
    flock 9
}

# ---- packages -----------------------------------------------------------------------------------

is_there() {  # is_there command:NAME:NAME... | module:NAME
    local names=${1#*:} name
    case $1 in
        command:*)
            for name in ${names//:/ }; do
                command -v "$name" >/dev/null && return 0
            done
            return 1
            ;;
        module:*) pkg-config --exists "$names" 2>/dev/null ;;
    esac
}

package_manager() {
    local each
    for each in apt-get dnf pacman brew; do
        command -v "$each" >/dev/null && printf '%s' "$each" && return
    done
}

# Prints the packages that are missing, as `manager` calls them.
missing_packages() {
    local manager=$1 needed found apt dnf pacman brew
    while read -r needed found apt dnf pacman brew; do
        case $needed in '#'* | '') continue ;; esac
        is_there "$found" && continue
        case $manager in
            apt-get) needed=$apt ;;
            dnf) needed=$dnf ;;
            pacman) needed=$pacman ;;
            brew) needed=$brew ;;
        esac
        [ "$needed" = - ] || printf '%s ' "$needed"
    done <"$packages"
}

report_missing() {
    local missing
    missing=$(missing_packages "$(package_manager)")
    if [ -n "$missing" ]; then
        say "Not set up yet. Missing: $missing" "" "$LAB_COMMAND setup installs them."
        exit 1
    fi
}

install_line() {  # install_line MANAGER PACKAGES
    case $1 in
        apt-get) printf 'apt-get update && apt-get install --yes --no-install-recommends %s' "$2" ;;
        dnf) printf 'dnf install --assumeyes %s' "$2" ;;
        pacman) printf 'pacman -Sy --needed --noconfirm %s' "$2" ;;
        brew) printf 'brew install %s' "$2" ;;
    esac
}

install_missing() {  # install_missing WORD ANSWER
    local manager missing line as_root=
    manager=$(package_manager)
    missing=$(missing_packages "$manager")
    missing=${missing% }
    [ -n "$missing" ] || return 0
    [ -n "$manager" ] || stop "Missing: $missing" \
        "This system has none of apt-get, dnf, pacman and brew: install these by hand."
    line=$(install_line "$manager" "$missing")

    if [ "$manager" != brew ] && [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || stop "Missing: $missing" \
            "They can only be installed by root. Ask for this line to be run as root:" "  $line"
        as_root=sudo
    fi
    say "Missing: $missing" "Will run: ${as_root:+sudo }$line"
    if [ "$2" != yes ] && [ -t 0 ]; then
        printf 'Install them now? [Y/n] ' >&2
        read -r reply || reply=n
        case $reply in [nN]*) stop "Nothing was installed." ;; esac
    elif [ "$1" = setup ] && [ "$2" != yes ]; then
        stop "Nobody can be asked here. Run: $LAB_COMMAND setup --yes"
    fi
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c "$line" >"$log" 2>&1 </dev/null ||
        stop_installing "${as_root:+sudo }$line"
    hash -r
}

stop_installing() {
    tail -n 15 "$log" >&2
    no_space_in_log && stop "The disk is full: free some space and run the command again."
    stop "" "The packages could not be installed. Run the line by hand to see more:" "  $1"
}

# ---- the build folder ---------------------------------------------------------------------------

no_space_in_log() { grep -q 'No space left on device' "$log" 2>/dev/null; }

# From what Meson wrote about itself: the text in quotes after this.
meson_info() {
    sed -n "s/.*$1\"\([^\"]*\)\".*/\1/p" "$LAB_BUILD/meson-info/meson-info.json" 2>/dev/null
}

is_mesons_folder() { [ -d "$LAB_BUILD/meson-private" ] || [ -f "$state/configuring" ]; }

configure() {  # configure WORD ANSWER
    install_missing "$1" "$2"
    if [ -e "$LAB_BUILD" ] && [ -n "$(ls -A "$LAB_BUILD" 2>/dev/null)" ]; then
        is_mesons_folder || stop \
            "The folder build/ was made by something else than this course's build." \
            "Move it away and run the command again: mv $LAB_BUILD $LAB_BUILD.old"
        is_usable && return 0
        rm -rf "$LAB_BUILD"
    fi
    say "Configuring (once)..."
    # Left behind by an interrupted run: says that a half-made folder is ours to replace.
    touch "$state/configuring"
    meson setup "$LAB_BUILD" "$LAB_ROOT" >"$log" 2>&1 </dev/null || stop_configuring
    rm -f "$state/configuring"
}

# Cheap, since it is asked before every command: configured, and for this very folder.
is_ours() {
    [ -f "$LAB_BUILD/build.ninja" ] && [ ! -f "$state/configuring" ] &&
        grep -qsF "\"source\": \"$LAB_ROOT\"" "$LAB_BUILD/meson-info/meson-info.json"
}

# Ours, and made by this Meson. Says why not.
is_usable() {
    local source version
    if [ ! -f "$LAB_BUILD/build.ninja" ] || [ -f "$state/configuring" ]; then
        say "An earlier setup was interrupted; starting it again."
        return 1
    fi
    source=$(meson_info '"source": ')
    version=$(meson_info '"meson_version": {"full": ')
    if [ "$source" != "$LAB_ROOT" ]; then
        say "The folder build/ was made for ${source:-another folder}; making it anew."
        return 1
    fi
    if [ "$version" != "$(meson --version)" ]; then
        say "The folder build/ was made by Meson $version; making it anew."
        return 1
    fi
}

stop_configuring() {
    rm -rf "$LAB_BUILD"
    rm -f "$state/configuring"
    grep -E 'ERROR|No space left' "$log" >&2 || tail -n 15 "$log" >&2
    no_space_in_log && stop "The disk is full: free some space and run the command again."
    if grep -qE 'Unknown compiler|Compiler .* cannot compile' "$log"; then
        stop "No C++ compiler works here${CXX:+ (CXX=$CXX is set, so that one was tried)}." \
            "$LAB_COMMAND setup installs one."
    fi
    stop "The build could not be configured. The whole message is in $log"
}

# ---- building -----------------------------------------------------------------------------------

build() {  # build TARGET
    local ninja="ninja"
    command -v ninja >/dev/null || ninja="ninja-build"
    command -v "$ninja" >/dev/null || configure "" ""
    # A look costs some milliseconds; only real work gets a line.
    case $("$ninja" -C "$LAB_BUILD" -n "$1" 2>&1 | tail -n 1) in *'no work to do'*) return 0 ;; esac

    if [ -t 2 ] && [ -z "${CI:-}" ]; then
        build_on_terminal "$ninja" "$1"
    else
        local first=" (the first time this takes some minutes)"
        [ ! -x "$LAB_BUILD/checker/command/lab" ] || first=
        say "Building$first..."
        "$ninja" -C "$LAB_BUILD" "$1" >"$log" 2>&1 </dev/null
    fi || stop_building "$1"
}

# Ninja's own lines, each in place of the one before.
build_on_terminal() {
    local status
    NINJA_STATUS='[%f/%t] ' "$1" -C "$LAB_BUILD" "$2" </dev/null 2>&1 | tee "$log" |
        while IFS= read -r line; do
            case $line in '['*) printf '\r\033[KBuilding %s' "${line%%]*}]" >&2 ;; esac
        done
    status=${PIPESTATUS[0]}
    printf '\r\033[K' >&2
    return "$status"
}

stop_building() {
    # A folder of another Meson, or of a moved course, cannot renew itself: make it anew, once.
    if [ -z "${rebuilt:-}" ] && is_mesons_folder && ! is_usable; then
        rebuilt=yes
        configure "" ""
        build "$1"
        return
    fi
    no_space_in_log && stop "The disk is full: free some space and run the command again."
    grep -vE '^\[[0-9]+/[0-9]+\] |^ninja: Entering' "$log" | head -n 40 >&2
    stop "" "The course's own programs could not be built. The whole message is in $log"
}
