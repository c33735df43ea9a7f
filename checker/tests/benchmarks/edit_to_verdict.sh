#!/usr/bin/env bash
# edit_to_verdict.sh [TIMES]: how long a learner waits. For each lab: changes the file, checks it,
# and again. Prints the seconds of each round and the median. A benchmark, not a test: run it on a
# machine that does nothing else.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
times=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%-20s %s\n' lab 'seconds from edit to verdict, median last'
for solution in "$root"/solutions/*/lab.cu; do
    lab=$(basename "$(dirname "$solution")")
    cp "$solution" "$work/lab.cu"
    seconds=()
    for ((round = 1; round <= times; ++round)); do
        printf '// edit %d\n' "$round" >>"$work/lab.cu"
        begin=$(date +%s%N)
        "$root/lab" check "$lab" --file "$work/lab.cu" >/dev/null
        seconds+=("$(awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { printf "%.2f", ns / 1e9 }')")
    done
    median=$(printf '%s\n' "${seconds[@]}" | sort -n | sed -n "$(((times + 1) / 2))p")
    printf '%-20s %s   %s\n' "$lab" "${seconds[*]}" "$median"
done
