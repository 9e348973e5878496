# SPDX-License-Identifier: MIT
# Checks of docs/story-film.md, sourced by run.sh: shards, Slurm and one run make the same frames, and overscan isn't
# metered. Without Slurm the shards by hand take its place.

before() {
  /usr/bin/python3 -c 'import numpy' 2>/dev/null || need "numpy for Python" python3-numpy
  . "$root/tests/slurm/cluster.sh"
  trap stop_cluster EXIT
  with_slurm=yes
  if ! start_cluster "$work/cluster"; then
    printf 'story film: no Slurm here (see above): only the shards by hand are run\n'
    with_slurm=
    sed -i '/^slurm-sequence/,/[^\\]$/d' "$work/commands.sh"
    mkdir by-hand
    ln -s by-hand out
  fi
}

# same_frames A B: 240 frames of the same bytes.
same_frames() {
  local frame
  [ "$(find "$1/" -maxdepth 1 -name 'frame.*.png' | wc -l)" = 240 ] || fail "$1 hasn't 240 frames"
  for frame in "$1"/frame.*.png; do
    cmp -s "$frame" "$2/${frame##*/}" || fail "$frame and $2/${frame##*/} differ"
  done
}

after() {
  if [ -n "$with_slurm" ]; then same_frames out by-hand; fi
  python3 shot.py plain --overscan 0
  photopic sequence 'plain/tunnel.####.exr' -o plain-out --fps 24 --settings look.json >/dev/null
  same_frames by-hand plain-out
  python3 - <<'END' || fail "flashes, codes or light aren't what the page says"
import json, subprocess
frames = json.load(open("flashes/flashes.json"))["frames"]
failing = [number for number, frame in enumerate(frames) if frame["verdict"] == "fail"]
assert len(frames) == 240 and 24 <= failing[0] <= failing[-1] < 96, failing
png = open("steady-out/frame.0020.png", "rb").read()
assert bytes.fromhex("000000046349435009100001") in png and b"mDCV" in png, "no cICP of HDR10"
for number, least in ((20, 900), (200, 400)):
    lines = subprocess.run(["photopic", "meter", f"steady-out/frame.{number:04}.png", "--content-light"],
                           capture_output=True, text=True, check=True).stdout.split("\n")
    light = next(float(line.split()[1].rstrip(",")) for line in lines if "MaxCLL" in line)
    assert least <= light <= 1010, (number, light)  # the peak of 1000, and a code of 10 bits above it
END
}
