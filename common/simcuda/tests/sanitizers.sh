#!/bin/bash
# sanitizers.sh [FOLDER [CHECK...]]: builds the simulated device once more, in FOLDER (default
# build-sanitizers), and looks for mistakes of its own. Without a CHECK it makes all of them:
#
#   parts      the tests of the runtime's parts under AddressSanitizer and UBSan
#   programs   learners' programs built with -fsanitize=undefined, as is the runtime in them
#   valgrind   some of these programs, built as usual, under memcheck (where it is installed)
#
# Whole programs do not run under AddressSanitizer: -fsanitize=thread, which tells the device of
# each access, excludes it, and the device has checks of its own for the program's memory.
# Needs the usual build in build/, made by g++. Takes about ten minutes on two cores. Ends with 1 if anything was found.
set -u
folder=${1:+$(realpath -m "$1")}  # as seen from where the script was called
[ $# -gt 0 ] && shift
checks=${*:-parts programs valgrind}
cd "$(dirname "$0")/../../.." || exit 4
folder=${folder:-$PWD/build-sanitizers}
export ASAN_OPTIONS=detect_leaks=0  # what the device never destroys is meant so
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
found=0

complain() {
    echo "sanitizers: $*"
    found=1
}

# configure FOLDER SANITIZERS
configure() {
    # With a sanitizer's checks in between, compilers warn of what is not so.
    [ -f "$1/build.ninja" ] ||
        meson setup "$1" -Db_sanitize="$2" -Db_lundef=false -Doptimization=1 -Ddebug=true \
            -Dwerror=false >/dev/null || exit 4
}

# build FOLDER TARGET...: silent unless it fails
build() {
    local from=$1
    shift
    ninja -j2 -C "$from" "$@" >"$from/sanitizers-log.txt" || {
        tail -30 "$from/sanitizers-log.txt"
        exit 4
    }
}

# build_device FOLDER: what programs are linked with
build_device() {
    build "$1" common/simcuda/runtime/libsimcuda.a common/simcuda/runtime/libtimeline.a
}

check_parts() {
    configure "$folder/parts" address,undefined
    build "$folder/parts" common/simcuda/tests/simcuda-part-tests
    "$folder/parts/common/simcuda/tests/simcuda-part-tests" || complain "parts"
}

# run PROGRAM COMMAND...: silent and with status 0, as a correct program has to be
run() {
    local name=$1 said
    shift
    if ! said=$("$@" 2>&1 >/dev/null) || [ -n "$said" ]; then
        complain "$name: $said"
    fi
}

# compile SOURCE OUTPUT FLAG...: with the lab command of the usual build
compile() {
    local source=$1 output=$2
    shift 2
    # What the program itself asks for: see programs/correct/plain.cuh.
    # shellcheck disable=SC2046
    LAB_ROOT=$PWD LAB_BUILD=$PWD/build LAB_COMMAND=lab build/checker/command/lab cc "$source" "$@" \
        $(marks flags "$source") -o "$output" || complain "$source: build"
}

# marks WHICH SOURCE: the rest of its lines "// WHICH: ..."
marks() {
    sed -n "s,^// $1: ,,p" "$2"
}

check_programs() {
    local program runtime=$folder/programs/common/simcuda/runtime
    configure "$folder/programs" undefined
    build_device "$folder/programs"
    build build checker/command/lab
    for source in common/simcuda/tests/programs/correct/*.cu; do
        program=$folder/$(basename "$source" .cu)
        compile "$source" "$program.o" -c -fsanitize=undefined
        # As the lab command links, but with the runtime that looks at itself.
        g++ -no-pie -fsanitize=undefined "$program.o" "$runtime/libsimcuda.a" \
            "$runtime/libtimeline.a" -lfmt -pthread -o "$program" || complain "$source: link"
        # shellcheck disable=SC2046
        run "$source" env $(marks with "$source") "$program"
    done
}

check_valgrind() {
    command -v valgrind >/dev/null || return 0
    build_device build
    build build checker/command/lab
    # Kernel threads have stacks of 256 KiB side by side: so long a step is another stack.
    local memcheck=(valgrind -q --error-exitcode=9 --max-stackframe=65536)
    for name in one_stream two_buffers partial_sums host_function_fills scope; do
        compile "common/simcuda/tests/programs/correct/$name.cu" "$folder/$name-plain"
        run "$name (valgrind)" "${memcheck[@]}" "$folder/$name-plain"
    done
}

mkdir -p "$folder"
for check in $checks; do
    case $check in
        parts) check_parts ;;
        programs) check_programs ;;
        valgrind) check_valgrind ;;
        *)
            echo "sanitizers: '$check' is no check; there are: parts, programs, valgrind"
            exit 2
            ;;
    esac
done
[ $found -eq 0 ] && echo "sanitizers: nothing found"
exit $found
