# SPDX-License-Identifier: MIT
# Tests of pytest's report: the page of `photopic regress`, its data, and what is cleared before another run.
import json
import os
import re
import shutil
import subprocess

import numpy as np
from photopic import report

CASE = {"name": "room_test.py::test_it[</script>]", "outcome": "differences", "message": "<b>no</b>",
        "golden": "goldens/room_test/a.png", "size": [3, 2], "golden_size": [3, 2], "rules": "rgb_max_abs <= 4",
        "checks": [{"text": "rgb_max_abs <= 4", "value": 6.0, "limit": 4.0, "is_least": False, "passes": False}],
        "scores": {"rgb_max_abs": 6.0, "psnr_rgb": float("inf")}, "duration_s": 0.25, "device": "llvmpipe"}
PICTURES = [("expected", np.zeros((2, 3, 3), np.uint8)), ("actual", np.full((2, 3, 3), 6, np.uint8)), ("abs", None)]


def data_of(page):
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)
    return json.loads(text.group(1))


def test_the_page_has_the_cases(tmp_path):
    report.add_case(tmp_path, CASE, PICTURES)
    report.add_case(tmp_path, dict(CASE, name="b", outcome="pass", message="", golden_size=[9, 9]), PICTURES[1:])
    assert report.write_page(tmp_path, "pytest, room", "2026-01-31T12:00:00Z", 1.5) == str(tmp_path / "report.html")
    data = data_of(tmp_path / "report.html")
    assert (data["suite"], data["duration_s"], data["devices"][0]["name"]) == ("pytest, room", 1.5, "llvmpipe")
    other, case = data["cases"]
    assert (case["name"], case["outcome"], case["failed"], case["message"]) == (CASE["name"], "differences", True,
                                                                                "<b>no</b>")
    assert case["checks"] == [[data["texts"].index("rgb_max_abs <= 4"), 6, 4, -0.5, 0]] and case["time"] == 250
    assert case["scores"] == [data["texts"].index("rgb_max_abs"), 6, data["texts"].index("psnr_rgb"), "inf"]
    assert [what for what, _ in case["pictures"]] == ["expected", "actual"] and "golden_size" not in case
    assert all((tmp_path / file).is_file() for _, file in case["pictures"])
    assert (other["failed"], other["golden_size"]) == (False, [9, 9])


def test_a_browser_shows_the_page(tmp_path):
    report.add_case(tmp_path, CASE, PICTURES)
    report.add_case(tmp_path, dict(CASE, name="b", outcome="pass", message="", checks=[]), PICTURES)
    page = report.write_page(tmp_path, "pytest, room")
    browser = shutil.which("chromium")
    assert browser, "chromium is needed, as for the tests of regress's report"
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    ended = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000",
                            f"--user-data-dir={tmp_path}/home", "--dump-dom", f"file://{page}"],
                           env=dict(environment, HOME=str(tmp_path)), capture_output=True, text=True, check=True)
    assert "1 of 2 cases fails" in ended.stdout and "50 % beyond" in ended.stdout
    assert "&lt;b&gt;no&lt;/b&gt;" in ended.stdout and "<b>no</b>" not in ended.stdout


def test_nothing_else_is_cleared(tmp_path):
    report.add_case(tmp_path, CASE, PICTURES)
    pictures = tmp_path / "pictures"
    kept = {tmp_path / "room.golden.png": b"1", tmp_path / "a.case.json": b"{}", pictures / "other.case.json": b"{}",
            pictures / "list.case.json": b"[1]", pictures / "torn.case.json": b"{", pictures / "room.actual.png": b"2",
            tmp_path / "sub" / "pictures" / "b.expected.png": b"3", tmp_path / "outside.png": b"4"}
    for path, data in kept.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    os.mkfifo(pictures / "pipe.case.json")
    forged = dict(report.read_cases(tmp_path)[0], pictures=[["actual", "../outside.png"], ["abs", "/etc/hosts.png"],
                                                            ["expected", "other.case.json"], ["flip", "gone.png"]])
    (pictures / "forged.case.json").write_text(json.dumps(forged))
    assert report.clear(tmp_path)
    for path, data in kept.items():
        assert path.read_bytes() == data
    assert sorted(file.name for file in pictures.iterdir()) == ["list.case.json", "other.case.json", "pipe.case.json",
                                                                "room.actual.png", "torn.case.json"]
    assert not report.clear(tmp_path) and not report.clear(tmp_path / "nowhere")


def test_floats_are_shown_as_light():
    assert report.shown(np.float32([0, 1, 2, np.nan, 0.2140411])).tolist() == [0, 255, 255, 0, 127]
    assert report.shown(np.float32([[[0.2140411, 1, 0, 0.5]]])).tolist() == [[[127, 255, 0, 128]]]  # alpha is no light


def test_differences_are_in_colors_of_heat():
    hottest, half = [254, 245, 194], [212, 47, 88]  # those of `photopic compare --maps`
    one, other = np.zeros((1, 4, 4), np.uint8), np.zeros((1, 4, 4), np.uint8)
    other[0, :, 3] = [0, 16, 255, 8]
    apart = report.difference(one, other)[0].tolist()
    assert apart[0] == [0, 0, 0] and apart[1] == apart[2] == hottest and apart[3] == half
    assert not report.difference(one, other, has_alpha=False).any()
    assert not report.difference(one, other, mask=np.zeros((1, 4))).any()
    assert report.difference(np.zeros((2, 2), np.uint8), np.zeros((2, 3), np.uint8)) is None
    wrong = np.float32([[np.nan, np.inf, 0.5, 0]])
    assert report.difference(wrong, np.float32([[0, np.inf, 0.5, 0]]))[0].tolist() == [hottest, hottest, [0] * 3, [0] * 3]
