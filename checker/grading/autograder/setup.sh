#!/usr/bin/env bash
# Gradescope runs this once, as root, while it makes the image: unpacks the course beside this file
# and builds it. Needs a compiler with C++20 and Meson 1.0.1: Debian 12 or Ubuntu 24.04, or later.
set -eu
autograder=${AUTOGRADER_FOLDER:-/autograder}
course=$autograder/source/course

mkdir -p "$course"
tar -xzf "$autograder/source/course.tar.gz" -C "$course"

export DEBIAN_FRONTEND=noninteractive
command -v bwrap >/dev/null || { apt-get update && apt-get install --yes bubblewrap; }
"$course/lab" setup --yes

# Where there can be no sandbox, submissions run as somebody who owns nothing here.
id grader >/dev/null 2>&1 || useradd --system --no-create-home grader
chmod -R go-w "$course"
