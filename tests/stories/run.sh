#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a story: the commands of docs/story-NAME.md in a copy of samples/stories/NAME, then the checks of NAME.sh.
# Usage: run.sh NAME WORK-FOLDER PROGRAM...; the programs are in the commands' path.
# A block of ```sh at a line's start is run. A comment "exit code N" at a command's end says how it ends, else 0.
set -euo pipefail
name=$1
work=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

fail() { printf 'story %s: %s\n' "$name" "$*" >&2; exit 1; }
# need PROGRAM PACKAGE: ctest reads the words of a skipped test.
need() {
  PATH=$PATH:/usr/sbin command -v "$1" >/dev/null && return
  printf 'skipped: there is no %s (apt-get install %s)\n' "$1" "$2"
  exit
}

rm -rf "$work"
mkdir -p "$work/bin"
for program in "$@"; do ln -s "$program" "$work/bin/"; done
ln -s /usr/bin/python3 "$work/bin/"
cp -r "$root/samples/stories/$name" "$work/story"
export PATH=$work/bin:$PATH:$root/scripts
unset CI GITHUB_ACTIONS GITHUB_STEP_SUMMARY
cd "$work/story"
. "$here/$name.sh"  # functions before() and after()

{
  printf 'set -euo pipefail\nends_with() { [ "$1" = "$2" ] || { echo "$3: exit code $1, not $2" >&2; exit 1; }; }\n'
  awk '
    /^```/ { inside = $0 == "```sh"; next }
    !inside { next }
    { command = command $0 "\n" }
    /\\$/ { next }
    {
      code = 0
      if (match(command, /# exit code [0-9]+/)) {
        code = substr(command, RSTART + 12, RLENGTH - 12)
        sub(/ *# exit code.*/, "", command)
        first = command
        gsub(/[\\\n\047]/, " ", first)
        printf "code=0\n%s || code=$?\nends_with $code %d \047%s\047\n", command, code, first
      } else {
        printf "%s", command
      }
      command = ""
    }' "$root/docs/story-$name.md"
} >"$work/commands.sh"
[ "$(wc -l <"$work/commands.sh")" -ge 7 ] || fail "docs/story-$name.md: fewer than five lines of commands were found"

before
bash "$work/commands.sh" >"$work/commands.log" 2>&1 || {
  code=$?
  tail -n 40 "$work/commands.log" >&2
  fail "a command of docs/story-$name.md has failed, exit code $code"
}
after
printf 'story %s: all commands ran, and made what the page says\n' "$name"
