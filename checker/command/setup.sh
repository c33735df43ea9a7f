# What has to be there before the C++ command can run. Sourced by the script `lab`.
#
# Every function that finds something in the way says what, and what to do, and leaves with
# status 4. Nothing here runs when all is in place but the checks in make_ready. What it says is in
# checker/messages/setup.en.sh and setup.zh-CN.sh.

packages=$LAB_ROOT/checker/command/packages.txt
state=$LAB_ROOT/.lab
log=$state/build.log
# Everything that the command and a lab's program are made of; tests are built by `lab test` only,
# once it has understood its arguments.
parts=lab-parts

# The rules of checker/messages/language.hpp.
language() {
    local locale=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
    case ${LAB_LANG:-} in
        '')
            case $locale in
                [zZ][hH]*[uU][tT][fF]-8* | [zZ][hH]*[uU][tT][fF]8*) printf zh-CN && return ;;
            esac
            ;;
        [zZ][hH] | [zZ][hH][-_.]*) printf zh-CN && return ;;
    esac
    printf en
}

text() {  # text NAME VALUES...
    local name=said_$1
    shift
    [ -n "${said_help:-}" ] || . "$LAB_ROOT/checker/messages/setup.$(language).sh"
    printf "${!name}" "$@"
}

say() { printf '%s\n' "$(text "$@")" >&2; }

stop() {
    say "$@"
    exit 4
}

make_ready() {
    local word=${1:-} answer=
    case " $* " in *" --yes "*) answer=yes ;; esac

    if [ ! -x "$LAB_BUILD/checker/command/lab" ]; then
        case " $* " in ' help '* | *' -h '* | *' --help '*) short_help && exit 0 ;; esac
        [ "$word" != doctor ] || report_missing
    fi
    [ -d "$state" ] || [ ! -e "$state" ] || stop state_no_folder "$state" "$state" "$state"
    mkdir -p "$state" 2>/dev/null
    [ -w "$state" ] || stop_unwritable
    take_turn
    if [ "$word" = setup ] || ! is_ours; then
        configure "$word" "$answer"
    fi
    build "$parts"
    exec 9>&-
}

build_tests() {
    take_turn
    build all
}

short_help() {
    local c=$LAB_COMMAND
    text help "$c" "$c" "$c" "$c" "$c" "$c"
    printf '\n'
}

stop_unwritable() {
    if [ -w "$LAB_ROOT" ]; then
        stop state_unwritable "$state" "$state"
    fi
    stop course_unwritable "$LAB_ROOT" "$LAB_ROOT"
}

# One setup or build at a time; the lock goes away with the process, however that ends.
take_turn() {
    command -v flock >/dev/null || return 0
    exec 9>"$state/lock" || stop_unwritable
    flock -n 9 && return 0
    say waiting
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

# Prints the packages that are missing, as `manager` calls them: those that everything needs, or
# those that only `lab grade` does.
missing_packages() {  # missing_packages MANAGER needed|optional
    local manager=$1 wanted=$2 needed found apt dnf pacman brew kind
    while read -r needed found apt dnf pacman brew; do
        case $needed in
            '#'* | '') continue ;;
            '?'*) kind=optional needed=${needed#?} ;;
            *) kind=needed ;;
        esac
        [ "$kind" = "$wanted" ] || continue
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
    missing=$(missing_packages "$(package_manager)" needed)
    if [ -n "$missing" ]; then
        say not_set_up "${missing% }" "$LAB_COMMAND"
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
    missing=$(missing_packages "$manager" needed)
    missing=${missing% }
    [ -n "$missing" ] || return 0
    [ -n "$manager" ] || stop no_manager "$missing"
    line=$(install_line "$manager" "$missing")

    if [ "$manager" != brew ] && [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || stop only_root "$missing" "$line"
        as_root=sudo
    fi
    say will_run "$missing" "${as_root:+sudo }$line"
    if [ "$2" != yes ] && [ -t 0 ]; then
        text ask >&2
        read -r reply || reply=n
        case $reply in [nN]*) stop nothing_installed ;; esac
    elif [ "$1" = setup ] && [ "$2" != yes ]; then
        stop nobody_to_ask "$LAB_COMMAND"
    fi
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c "$line" >"$log" 2>&1 </dev/null ||
        stop_installing "${as_root:+sudo }$line"
    hash -r
}

# What only `lab grade` needs never stands in anybody's way.
install_optional() {  # install_optional ANSWER
    local manager missing line as_root='' reply
    manager=$(package_manager)
    missing=$(missing_packages "$manager" optional)
    missing=${missing% }
    [ -n "$missing" ] && [ -n "$manager" ] || return 0
    line=$(install_line "$manager" "$missing")
    if [ "$manager" != brew ] && [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || return 0
        as_root=sudo
    fi
    if [ "$1" != yes ]; then
        [ -t 0 ] || return 0
        printf '%s ' "$(text ask_for_grading "$missing")" >&2
        read -r reply || reply=n
        case $reply in [yY]*) ;; *) return 0 ;; esac
    fi
    if ! $as_root env DEBIAN_FRONTEND=noninteractive sh -c "$line" >"$log" 2>&1 </dev/null; then
        say without_these "$missing"
        return 0
    fi
    hash -r
    # The build looks for them when it is configured.
    if is_ours; then
        meson setup --reconfigure "$LAB_BUILD" "$LAB_ROOT" >"$log" 2>&1 </dev/null || stop_configuring
    fi
}

stop_installing() {
    tail -n 15 "$log" >&2
    no_space_in_log && stop disk_full
    stop not_installed "$1"
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
    [ "$1" != setup ] || install_optional "$2"
    if [ -e "$LAB_BUILD" ] && [ -n "$(ls -A "$LAB_BUILD" 2>/dev/null)" ]; then
        is_mesons_folder || stop foreign_build "$LAB_BUILD" "$LAB_BUILD"
        is_usable && return 0
        rm -rf "$LAB_BUILD"
    fi
    say configuring
    # A compiler newer than ours may warn of something new: that stops nobody who wants to learn.
    local werror=false
    [ -z "${LAB_STRICT:-}" ] || werror=true
    # Left behind by an interrupted run: says that a half-made folder is ours to replace.
    touch "$state/configuring"
    meson setup -Dwerror="$werror" "$LAB_BUILD" "$LAB_ROOT" >"$log" 2>&1 </dev/null || stop_configuring
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
        say interrupted
        return 1
    fi
    source=$(meson_info '"source": ')
    version=$(meson_info '"meson_version": {"full": ')
    if [ "$source" != "$LAB_ROOT" ]; then
        say other_folder "${source:-$(text another)}"
        return 1
    fi
    if [ "$version" != "$(meson --version)" ]; then
        say other_meson "$version"
        return 1
    fi
}

stop_configuring() {
    rm -rf "$LAB_BUILD"
    rm -f "$state/configuring"
    grep -E 'ERROR|No space left' "$log" >&2 || tail -n 15 "$log" >&2
    no_space_in_log && stop disk_full
    if grep -qE 'Unknown compiler|Compiler .* cannot compile' "$log"; then
        [ -z "${CXX:-}" ] || stop no_such_compiler "$CXX" "$LAB_COMMAND"
        stop no_compiler "$LAB_COMMAND"
    fi
    stop not_configured "$log"
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
        local first=_first
        [ ! -x "$LAB_BUILD/checker/command/lab" ] || first=
        say "building$first"
        "$ninja" -C "$LAB_BUILD" "$1" >"$log" 2>&1 </dev/null
    fi || stop_building "$1"
}

# Ninja's own lines, each in place of the one before.
build_on_terminal() {
    local status step
    step=$(text building_step '%s')
    NINJA_STATUS='[%f/%t] ' "$1" -C "$LAB_BUILD" "$2" </dev/null 2>&1 | tee "$log" |
        while IFS= read -r line; do
            case $line in '['*) printf "\r\033[K$step" "${line%%]*}]" >&2 ;; esac
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
    no_space_in_log && stop disk_full
    grep -vE '^\[[0-9]+/[0-9]+\] |^ninja: Entering' "$log" | head -n 40 >&2
    stop not_built "$log"
}
