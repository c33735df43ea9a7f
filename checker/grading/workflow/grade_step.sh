#!/usr/bin/env bash
# grade_step.sh FOLDER OUT LABS: a step of a GitHub Actions job that grades the submissions in FOLDER.
# Called by the workflow that `lab grade --workflow` writes. Status 0 where all labs are passed, 1
# where they are not, otherwise that of `lab grade`.
#
# Whatever is printed while students' files are about stands between a command that stops workflow
# commands and one that lets them through again; nobody can guess the word that does it.
set -u
folder=$1 out=$2 labs=$3
course=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
word=$(cat /proc/sys/kernel/random/uuid)
summary=${GITHUB_STEP_SUMMARY:-/dev/null}

printf '::stop-commands::%s\n' "$word"
# The files through which a step tells the runner something are none of a submission's business.
env -u GITHUB_ENV -u GITHUB_OUTPUT -u GITHUB_PATH -u GITHUB_STATE -u GITHUB_STEP_SUMMARY \
    "${LAB:-$course/lab}" grade "$folder" --out "$out" --labs "$labs" 2>&1
status=$?
printf '\n::%s::\n' "$word"

if [ -f "$out/summary.md" ]; then
    cat "$out/summary.md" >>"$summary"
fi
[ "$status" = 0 ] || exit "$status"
# As any check does, the step fails where something is not passed yet.
sed -n 2p "$out/junit.xml" | grep -q 'failures="0" errors="0"'
