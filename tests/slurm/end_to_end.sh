#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A suite and a shot through Slurm on this machine: what comes of them is what one run makes.
# Usage: end_to_end.sh PHOTOPIC SUITE-FOLDER WORK-FOLDER
set -euo pipefail
scripts=$(cd "$(dirname "$0")/../../scripts" && pwd)
. "$(dirname "$0")/cluster.sh"
export PHOTOPIC=$1
suite=$2
work=$3

fail() { printf 'slurm: %s\n' "$*" >&2; exit 1; }
# What a case's line of results.json says but for times.
cases_of() { grep '^{"name"' "$1" | sed -E 's/"duration_s":[^,}]*//; s/,$//'; }

rm -rf "$work"
mkdir -p "$work"
trap stop_cluster EXIT
start_cluster "$work/cluster" || exit 1
cd "$work"

chosen=(--device llvmpipe --filter 'tone/a*' --filter 'rules/*' --filter 'overlay/s*')
"$PHOTOPIC" regress "$suite/suite.json" "${chosen[@]}" -o whole >/dev/null
"$scripts/slurm-regress" "$suite/suite.json" "${chosen[@]}" -o merged --shards 3 --wait ||
  fail "slurm-regress ended with $?, and all cases pass"
[ "$(cases_of whole/results.json)" = "$(cases_of merged/results.json)" ] || fail "the merged results are others"
[ "$(ls merged/shards)" = "$(printf '1\n2\n3')" ] || fail "there are no three shards"

# Once more, where nothing has changed.
"$scripts/slurm-regress" "$suite/suite.json" "${chosen[@]}" -o merged --shards 3 --wait --resume ||
  fail "slurm-regress --resume ended with $?"
grep -q '(unchanged since' merged/logs/1.log || fail "a shard that goes on has run everything again"
# By the times of the run before.
"$scripts/slurm-regress" "$suite/suite.json" "${chosen[@]}" -o merged --shards 2 --wait ||
  fail "slurm-regress with timings ended with $?"
[ -f merged/timings.json ] || fail "the times of the run before weren't used"
[ "$(cases_of whole/results.json)" = "$(cases_of merged/results.json)" ] || fail "the results with timings are others"

# The exit code is that of the worst case.
code=0
"$scripts/slurm-regress" "$suite/suite.json" --device llvmpipe --filter 'tone/a*' --goldens nowhere -o failing \
  --shards 2 --wait >/dev/null || code=$?
[ "$code" = 2 ] || fail "without goldens, slurm-regress ended with $code, not 2"

"$PHOTOPIC" pan "$suite/street.exr" -o hdr --size 64x36 --frames 7 --exr >/dev/null
"$PHOTOPIC" sequence --preset film --print-settings >look.json
"$PHOTOPIC" sequence 'hdr/frame.####.exr' -o plain --fps 6 --settings look.json >/dev/null
"$scripts/slurm-sequence" 'hdr/frame.####.exr' -o parts --fps 6 --settings look.json --shards 3 --wait ||
  fail "slurm-sequence ended with $?"
for frame in plain/frame.*.png; do
  cmp "$frame" "parts/$(basename "$frame")" || fail "$(basename "$frame") is another"
done
[ "$(find parts -maxdepth 1 -name 'frame.*.png' | wc -l)" = 7 ] || fail "there are no seven frames"

# A frame that can't be read: nothing is developed, and the code says so.
printf 'no picture' >hdr/frame.0003.exr
if "$scripts/slurm-sequence" 'hdr/frame.####.exr' -o broken --shards 3 --wait >broken.log 2>&1; then
  fail "a damaged frame went unnoticed"
fi
grep -q 'frame.0003.exr' broken.log || fail "the damaged frame isn't named: $(cat broken.log)"
[ -z "$(find broken -maxdepth 1 -name 'frame.*.png')" ] || fail "frames were developed all the same"
printf 'slurm: a suite and a shot in parts are those of one run\n'
