# SPDX-License-Identifier: MIT
# Tests of the fixture picture_regression: goldens made, kept and updated, limits, the report; and of the files of PNG.
import json
import struct
import zlib

import numpy as np
import pytest
from photopic import png, report

pytest_plugins = ["pytester"]

TEST = """
import numpy as np

def picture(bump):
    codes = (np.arange(16 * 24 * 3) * 7 % 200).astype(np.uint8).reshape(16, 24, 3)
    codes[5, 8, 1] += bump
    return codes

class TestRoom:
    def test_it(self, picture_regression):
        values = picture_regression(picture({bump}), rgb_max_abs=4, flip_mean=0.5, psnr_rgb=30)
        assert values == {{}} or values["pixels_differing"] <= 1

def test_light(picture_regression):
    picture_regression(picture({bump}).astype(np.float32) / 200, "linear", flip_mean=0.5)
    picture_regression(picture(0)[:, :, :1], "grey")
"""


@pytest.fixture
def run(pytester):
    """run(text, *options): the outcome of a test file with that text."""
    def call(text, *options):
        pytester.makepyfile(room_test=text)
        return pytester.runpytest_inprocess("-p", "photopic.pytest_plugin", "-p", "no:cacheprovider", *options)
    return call


def test_goldens_are_made_kept_and_updated(run, pytester):
    missing = run(TEST.format(bump=0))
    missing.assert_outcomes(failed=2)
    missing.stdout.fnmatch_lines(["*TestRoom.test_it: there is no golden *goldens/room_test/TestRoom.test_it.png*"
                                  "--picture-update*"])
    run(TEST.format(bump=0), "--picture-update").assert_outcomes(passed=2)
    goldens = pytester.path / "goldens" / "room_test"
    assert sorted(file.name for file in goldens.iterdir()) == ["TestRoom.test_it.png", "grey.png", "linear.npy"]
    run(TEST.format(bump=0)).assert_outcomes(passed=2)
    run(TEST.format(bump=4)).assert_outcomes(passed=2)  # within the limits

    worse = run(TEST.format(bump=40))
    worse.assert_outcomes(passed=1, failed=1)
    worse.stdout.fnmatch_lines(["*TestRoom.test_it: rgb_max_abs is 40.0, must be at most 4 (golden *"])
    cases = {case["name"]: case for case in report.read_cases(pytester.path / "picture-report")}
    room = cases["room_test.TestRoom.test_it"]
    assert not room["passes"] and room["checks"][0] == {"metric": "rgb_max_abs", "value": 40.0, "passes": False,
                                                        "limit": "at most 4"}
    assert room["checks"][2]["limit"] == "at least 30" and room["checks"][2]["passes"]
    apart = png.read(pytester.path / "picture-report" / "room_test.TestRoom.test_it.difference.png")
    assert apart[5, 8].tolist() == [0, 255, 0] and apart.sum() == 255
    page = (pytester.path / "picture-report" / "index.html").read_text()
    assert "<h1>3 pictures, 1 of them fail</h1>" in page and page.index("TestRoom") < page.index("grey")

    before = (goldens / "grey.png").read_bytes()
    run(TEST.format(bump=40), "--picture-update", "-k", "TestRoom").assert_outcomes(passed=1, deselected=1)
    assert png.read(goldens / "TestRoom.test_it.png")[5, 8, 1] == (5 * 24 * 3 + 8 * 3 + 1) * 7 % 200 + 40
    assert (goldens / "grey.png").read_bytes() == before
    assert len(report.read_cases(pytester.path / "picture-report")) == 1  # of that run alone


def test_options_say_where(run, pytester):
    run(TEST.format(bump=0), "--picture-update", "--picture-goldens", "elsewhere", "--picture-report", "page")
    assert (pytester.path / "elsewhere" / "room_test" / "grey.png").exists()
    assert (pytester.path / "page" / "index.html").exists() and not (pytester.path / "goldens").exists()
    pytester.makeini("[pytest]\npicture_goldens = elsewhere\n")
    run(TEST.format(bump=0)).assert_outcomes(passed=2)


@pytest.mark.parametrize("call, words", [
    ("picture_regression(np.zeros((4, 4), np.uint8), 'a b')", "name: 'a b': must be of letters"),
    ("picture_regression(np.zeros((4, 4, 2), np.uint8))", "picture: shape (4, 4, 2)"),
    ("picture_regression(np.zeros((4, 4), np.int32))", "picture: dtype int32"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', flop=1)", "flop: there is no such number"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', flip_mean='1')", "flip_mean: its limit must be a number"),
    ("picture_regression(np.zeros((4, 5), np.uint8), 'old')", "the picture is (4, 5) of uint8, its golden"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'bad')", "bad.png: is no PNG file"),
    ("picture_regression(np.zeros((4, 4), np.float32), 'bad')", "bad.npy: "),
    ("[picture_regression(np.zeros((4, 4), np.uint8), 'old') for i in range(2)]", "'old': this test has compared"),
])
def test_what_is_wrong_is_named(run, pytester, call, words):
    folder = pytester.mkdir("goldens") / "room_test"
    png.write_atomically(folder / "old.png", png.encode(np.zeros((4, 4), np.uint8)))
    (folder / "bad.png").write_bytes(b"no picture")
    (folder / "bad.npy").write_bytes(b"no array")
    result = run(f"import numpy as np\ndef test(picture_regression):\n    {call}\n")
    result.assert_outcomes(failed=1)
    assert words in result.stdout.str()


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("shape", [(5, 7), (5, 7, 3), (5, 7, 4), (1, 1)])
def test_png_comes_back(tmp_path, dtype, shape):
    codes = np.random.default_rng(1).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)
    png.write_atomically(tmp_path / "a.png", png.encode(codes))
    back = png.read(tmp_path / "a.png")
    assert back.dtype == dtype and (back == codes).all()


def filtered(codes, kinds):
    """A file of PNG whose rows have these filters, written from the definition."""
    rows = codes.reshape(codes.shape[0], -1).astype(int)
    lines = b""
    for y, kind in enumerate(kinds):
        above = rows[y - 1] if y > 0 else np.zeros_like(rows[0])
        left = np.concatenate([np.zeros(3, int), rows[y][:-3]])
        corner = np.concatenate([np.zeros(3, int), above[:-3]])
        guess = left + above - corner
        apart = [abs(guess - left), abs(guess - above), abs(guess - corner)]
        paeth = np.where((apart[0] <= apart[1]) & (apart[0] <= apart[2]), left,
                         np.where(apart[1] <= apart[2], above, corner))
        guesses = [0 * left, left, above, (left + above) // 2, paeth]
        lines += bytes([kind]) + ((rows[y] - guesses[kind]) % 256).astype(np.uint8).tobytes()
    header = struct.pack(">IIBBBBB", codes.shape[1], codes.shape[0], 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"tEXt", b"of another program"), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(body)) + kind + body +
                                           struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks)


def test_png_of_other_programs_is_read(tmp_path):
    codes = np.random.default_rng(2).integers(0, 255, (10, 6, 3), np.uint8, endpoint=True)
    (tmp_path / "a.png").write_bytes(filtered(codes, [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]))
    assert (png.read(tmp_path / "a.png") == codes).all()


def test_every_damage_is_an_error(tmp_path):
    """Each byte changed, and each end: ValueError or, where the byte says nothing of the pixels, the picture."""
    codes = np.arange(4 * 3 * 3, dtype=np.uint8).reshape(4, 3, 3)
    good = filtered(codes, [0, 4, 3, 1])
    damaged = [good[:at] for at in range(len(good))]
    damaged += [good[:at] + bytes([good[at] ^ 0x5a]) + good[at + 1:] for at in range(len(good))]
    for data in damaged:
        (tmp_path / "a.png").write_bytes(data)
        with pytest.raises(ValueError, match="a.png: "):
            png.read(tmp_path / "a.png")


def test_report_shows_floats_as_light():
    assert report.shown(np.float32([0, 1, 2, np.nan, 0.2140411])).tolist() == [0, 255, 255, 0, 127]
    assert report.difference(np.zeros((2, 2), np.uint8), np.zeros((2, 3), np.uint8)) is None
    assert json.loads(json.dumps(float("inf"))) == float("inf")  # of PSNR, in files of cases
