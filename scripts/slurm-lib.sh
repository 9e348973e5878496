# SPDX-License-Identifier: MIT
# Common functions of slurm-regress and slurm-sequence. Sourced by bash.
set -euo pipefail

die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 4; }

# One line that a shell reads as these words.
words() { printf '%q ' "$@"; }

# submit LOG SBATCH-OPTION... < SCRIPT: prints the job's number.
submit() {
  local log=$1
  shift
  sbatch --parsable --output="$log" "${sbatch_options[@]}" "$@" | cut -d ';' -f 1
}

shards=8
out=
waits=
sbatch_options=()
rest=()

# parse_common ARGUMENT...: sets what is above; what isn't known here goes to `rest`.
parse_common() {
  while [ $# -gt 0 ]; do
    case $1 in
      --shards | --sbatch | -o | --output)
        [ $# -ge 2 ] || die "$1: its value is missing"
        case $1 in
          --shards) shards=$2 ;;
          --sbatch) sbatch_options+=("$2") ;;
          *) out=$2 ;;
        esac
        shift
        ;;
      --wait) waits=yes ;;
      --help | -h) usage; exit 0 ;;
      *) rest+=("$1") ;;
    esac
    shift
  done
  [[ $shards =~ ^[1-9][0-9]*$ ]] || die "--shards: '$shards' is not a whole number above 0"
  [ -n "$out" ] || die "-o DIR is missing"
  command -v sbatch >/dev/null || die "there is no sbatch: Slurm's client commands aren't installed here"
  local here
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  photopic=${PHOTOPIC:-$(command -v photopic || echo "$here/build/release/bin/photopic")}
  [ -x "$photopic" ] || die "$photopic: no such program; PHOTOPIC=FILE names it"
  mkdir -p "$out"
  out=$(realpath -- "$out")
  quoted_out=$(printf '%q' "$out")  # for scripts of jobs
  mkdir -p "$out/logs"
}
