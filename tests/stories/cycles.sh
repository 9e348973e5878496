# SPDX-License-Identifier: MIT
# Checks of docs/story-cycles.md, sourced by run.sh: the gate closes at the ball, and GitHub's workflow says so.

before() {
  need blender blender
  /usr/bin/python3 -c 'import yaml' 2>/dev/null || need "yaml for Python" python3-yaml
}

after() {
  grep -q 'the largest error is in [RGB]$' "$work/commands.log" || fail "no channel is named"
  if grep -q '^ *Z: ' "$work/commands.log"; then fail "the depth differs, and nothing has moved"; fi
  /usr/bin/python3 - <<'END' || fail "out-broken/results.json isn't what the page says"
import json
cases = json.load(open("out-broken/results.json"))["cases"]
assert len(cases) == 10 and all(case["outcome"] == "differences" for case in cases), "all ten cases fail"
for case in cases:
    if case["name"].startswith("screen/"):  # the ball's upper half in all five frames
        tile = case["worst_tiles"][0]
        assert 96 <= tile["x"] <= 192 and 16 <= tile["y"] <= 64, (case["name"], tile)
END
  # The workflow's last commands, as GitHub runs them, on pictures that aren't the goldens any more.
  /usr/bin/python3 - >"$work/compare.sh" <<'END' || fail "pictures.yml can't be read"
import yaml
steps = yaml.safe_load(open("pictures.yml"))["jobs"]["pictures"]["steps"]
runs = {step["name"]: step["run"] for step in steps if "run" in step}
page = open("../commands.sh").read()
assert runs["Render"] in page, "the page renders by another command"
print(runs["Compare"])
END
  local code=0
  GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$work/summary.md bash -e "$work/compare.sh" >"$work/compare.log" 2>&1 ||
    code=$?
  [ "$code" = 1 ] || fail "the workflow's comparison ended with $code, not 1"
  grep -q '^::error file=goldens/screen/0003.png,title=screen/0003.png::differences: ' "$work/compare.log" ||
    fail "no annotation of frame 3"
  grep -q '^| screen/0003.png | differences |' "$work/summary.md" || fail "frame 3 isn't in the job's summary"
}
