# SPDX-License-Identifier: MIT
# Tests of the fixture picture_regression: goldens made, kept and updated, limits, names; and of the files of goldens.
import os
import struct
import zlib

import numpy as np
import pytest
from photopic import files, npy, png, report

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
    worse.stdout.fnmatch_lines(["*TestRoom.test_it: rgb_max_abs is 40, must be at most 4 (golden *"])
    folder = pytester.path / "picture-report"
    cases = {case["name"]: case for case in report.read_cases(folder)}
    assert set(cases) == {"room_test.py::TestRoom::test_it", "room_test.py::test_light: grey",
                          "room_test.py::test_light: linear"}
    room = cases["room_test.py::TestRoom::test_it"]
    assert (room["outcome"], room["golden"]) == ("differences", "goldens/room_test/TestRoom.test_it.png")
    first, _, last = room["checks"]
    assert (first["text"], first["value"], first["passes"]) == ("rgb_max_abs <= 4", 40.0, False)
    assert last["text"] == "psnr_rgb >= 30" and last["passes"] and room["scores"]["pixels_differing"] == 1
    apart = png.read(folder / "pictures" / dict(room["pictures"])["abs"])
    assert apart[5, 8].tolist() == [254, 245, 194] and np.count_nonzero(apart) == 3

    before = (goldens / "grey.png").read_bytes()
    run(TEST.format(bump=40), "--picture-update", "-k", "TestRoom").assert_outcomes(passed=1, deselected=1)
    assert png.read(goldens / "TestRoom.test_it.png")[5, 8, 1] == (5 * 24 * 3 + 8 * 3 + 1) * 7 % 200 + 40
    assert (goldens / "grey.png").read_bytes() == before
    assert len(report.read_cases(pytester.path / "picture-report")) == 1  # of that run alone


def test_options_say_where(run, pytester):
    run(TEST.format(bump=0), "--picture-update", "--picture-goldens", "elsewhere", "--picture-report", "page")
    assert (pytester.path / "elsewhere" / "room_test" / "grey.png").exists()
    assert (pytester.path / "page" / "report.html").exists() and not (pytester.path / "goldens").exists()
    pytester.makeini("[pytest]\npicture_goldens = elsewhere\n")
    run(TEST.format(bump=0)).assert_outcomes(passed=2)


@pytest.mark.parametrize("call, words", [
    ("picture_regression(np.zeros((4, 4), np.uint8), 'a b')", "name: 'a b': must be of letters"),
    ("picture_regression(np.zeros((4, 4, 2), np.uint8))", "picture: shape (4, 4, 2)"),
    ("picture_regression(np.zeros((4, 4), np.int32))", "picture: dtype int32"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', flop=1)", "flop: there is no such number"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'new', flop=1)", "flop: there is no such number"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', alpha_max_abs=1, alpha='ignore')", "alpha_max_abs: there is"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', alpha='over:pink')", "alpha: 'over:pink' is none of"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', flip_mean='1')", "flip_mean: its limit must be a number"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'old', flip_mean=np.nan)", "flip_mean: its limit must be a number"),
    ("picture_regression(np.zeros((4, 4), np.float32), 'black', flip_mean=1)", "flip_mean: can't be measured of these"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 121 * 'a')", "name: has 121 letters: must have at most 120"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'pipe')", "pipe.png: is a pipe, not a regular file"),
    ("picture_regression(np.zeros((4, 4), np.float32), 'pipe')", "pipe.npy: is a pipe, not a regular file"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'folder')", "folder.png: Is a directory"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'null')", "null.png: is a device, not a regular file"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'gone')", "gone.png: No such file"),
    ("picture_regression(np.zeros((4, 5), np.uint8), 'old')", "the picture is (4, 5) of uint8, its golden"),
    ("picture_regression(np.zeros((4, 4), np.uint8), 'bad')", "bad.png: is no PNG file"),
    ("picture_regression(np.zeros((4, 4), np.float32), 'bad')", "bad.npy: "),
    ("[picture_regression(np.zeros((4, 4), np.uint8), 'old') for i in range(2)]", "'old': this test has compared"),
])
def test_what_is_wrong_is_named(run, pytester, call, words):
    folder = pytester.mkdir("goldens") / "room_test"
    files.write_atomically(folder / "old.png", png.encode(np.zeros((4, 4), np.uint8)))
    (folder / "bad.png").write_bytes(b"no picture")
    (folder / "bad.npy").write_bytes(b"no array")
    (folder / "black.npy").write_bytes(npy.encode(np.zeros((4, 4), np.float32)))
    os.mkfifo(folder / "pipe.png")
    os.mkfifo(folder / "pipe.npy")
    (folder / "folder.png").mkdir()
    (folder / "null.png").symlink_to("/dev/null")
    (folder / "gone.png").symlink_to("nowhere.png")
    result = run(f"import numpy as np\ndef test(picture_regression):\n    {call}\n")
    result.assert_outcomes(failed=1)
    assert words in result.stdout.str()


BROKEN = """
import os
import numpy as np

def test_float(picture_regression):
    picture = np.linspace(0, 1, 16 * 16 * 3, dtype=np.float32).reshape(16, 16, 3)
    picture[1, 2] = {value}
    picture_regression(picture{options})

def test_alpha(picture_regression):
    picture = np.zeros((16, 16, 4), np.uint8)
    picture[1, 2, 3] = {alpha}
    picture_regression(picture{options})
"""
GOOD = {"value": "0.5", "alpha": "255"}


@pytest.mark.parametrize("limits", ["", ", rgb_max_abs=9", ", flip_mean=1", ", psnr_rgb=1"])
def test_what_is_not_finite_and_alpha_fail(run, limits):
    run(BROKEN.format(**GOOD, options=limits), "--picture-update").assert_outcomes(passed=2)
    run(BROKEN.format(**GOOD, options=limits)).assert_outcomes(passed=2)
    for value in ("np.nan", "-np.inf"):
        broken = run(BROKEN.format(value=value, alpha="254", options=limits))
        broken.assert_outcomes(failed=2)
        broken.stdout.fnmatch_lines(["test_float: 0 pixels of the reference and 1 of the test aren't finite*",
                                     "test_alpha: alpha differs in 1 pixels, by up to 1; *"])


def test_what_is_said_of_alpha_and_nan_counts(run, pytester):
    is_nan = {"value": "np.nan", "alpha": "254"}
    run(BROKEN.format(**GOOD, options=""), "--picture-update").assert_outcomes(passed=2)
    run(BROKEN.format(**is_nan, options=", alpha='ignore'"), "-k", "alpha").assert_outcomes(passed=1, deselected=1)
    run(BROKEN.format(**is_nan, options=", alpha='over:black'"), "-k", "alpha").assert_outcomes(passed=1, deselected=1)
    run(BROKEN.format(**is_nan, options=", alpha='over:white'"), "-k", "alpha").assert_outcomes(failed=1, deselected=1)
    run(BROKEN.format(**is_nan, options=", alpha='compare', alpha_max_abs=1"), "-k", "alpha").assert_outcomes(
        passed=1, deselected=1)
    counted = run(BROKEN.format(**is_nan, options=", alpha='compare'"), "-k", "alpha")
    counted.assert_outcomes(failed=1, deselected=1)
    counted.stdout.fnmatch_lines(["test_alpha: pixels_differing is 1, must be at most 0 *"])
    run(BROKEN.format(**is_nan, options=", nan_equal=True")).assert_outcomes(failed=2)  # the golden has no NaN
    # Such a golden is made only where it is said that it may be one.
    golden = pytester.path / "goldens" / "room_test" / "test_float.npy"
    before = golden.read_bytes()
    refused = run(BROKEN.format(**is_nan, options=""), "--picture-update", "-k", "float")
    refused.assert_outcomes(failed=1, deselected=1)
    refused.stdout.fnmatch_lines(["test_float: the picture isn't finite, the first pixel is at (2, 1); *"])
    assert golden.read_bytes() == before
    run(BROKEN.format(**is_nan, options=", nan_equal=True"), "--picture-update").assert_outcomes(passed=2)
    run(BROKEN.format(**is_nan, options=", nan_equal=True")).assert_outcomes(passed=2)


def test_limits_are_checked_before_goldens_are_written(run, pytester):
    text = "import numpy as np\ndef test_it(picture_regression):\n    picture_regression(np.zeros((4, 4), np.uint8), {})\n"
    for limit in ("flop=1", "flip_mean='1'", "float_ssim=1"):  # the last needs 11 x 11 pixels
        run(text.format(limit), "--picture-update").assert_outcomes(failed=1)
        assert not (pytester.path / "goldens").exists()


NAMES = """
import numpy as np
import pytest

IDS = ["plain-1.5", "a/b", "a_b", "a b", "a?b", "..", "/", "x" * 300, "x" * 299 + "y", "caf\u00e9", "-", "a_", "a\\nb"]

@pytest.mark.parametrize("number", range(len(IDS)), ids=IDS)
def test_it(picture_regression, number):
    picture_regression(np.full((4, 4), number, np.uint8))
"""


def test_every_parameter_has_a_file_of_its_own(run, pytester):
    run(NAMES, "--picture-update").assert_outcomes(passed=13)
    run(NAMES).assert_outcomes(passed=13)
    names = [file.name for file in (pytester.path / "goldens" / "room_test").iterdir()]
    assert len({name.lower() for name in names}) == 13 and "test_it_plain-1.5.png" in names and "test_it_a_b.png" in names
    assert all(len(name) <= 130 and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789._=,+-") for name in names)
    assert len(report.read_cases(pytester.path / "picture-report")) == 13


def test_tests_do_not_share_a_golden_unasked(run, pytester):
    text = """
import numpy as np
import pytest

@pytest.mark.parametrize("name", ["a"])
def test_it(picture_regression, name):
    picture_regression(np.zeros((4, 4), np.uint8))

def test_it_a(picture_regression):
    picture_regression(np.zeros((4, 4), np.uint8){})
"""
    both = run(text.format(""), "--picture-update")
    both.assert_outcomes(passed=1, failed=1)
    both.stdout.fnmatch_lines(["*test_it_a.png is the golden of room_test.py::test_it[[]a] too; *"])
    run(text.format(", 'test_it_a'"), "--picture-update").assert_outcomes(passed=2)  # asked
    assert len(report.read_cases(pytester.path / "picture-report")) == 2


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("shape", [(5, 7), (5, 7, 3), (5, 7, 4), (1, 1)])
def test_png_comes_back(tmp_path, dtype, shape):
    codes = np.random.default_rng(1).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)
    files.write_atomically(tmp_path / "a.png", png.encode(codes))
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


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("order", "CF")
def test_npy_comes_back(tmp_path, dtype, order):
    light = np.array(np.random.default_rng(1).random((5, 7, 3)), dtype, order=order)
    np.save(tmp_path / "a.npy", light)
    back = npy.read(tmp_path / "a.npy")
    assert back.dtype == dtype and (back == light).all()


def test_every_damage_of_npy_is_an_error_or_another_array(tmp_path):
    good = npy.encode(np.arange(12, dtype=np.float32).reshape(4, 3))
    for at in range(len(good)):
        (tmp_path / "a.npy").write_bytes(good[:at])
        with pytest.raises(ValueError, match="a.npy: "):
            npy.read(tmp_path / "a.npy")
        (tmp_path / "a.npy").write_bytes(good[:at] + bytes([good[at] ^ 0x15]) + good[at + 1:])
        try:
            assert npy.read(tmp_path / "a.npy").nbytes == 48
        except ValueError as error:
            assert "a.npy: " in str(error)


def test_npy_takes_no_more_memory_than_the_file_has(tmp_path):
    head = npy.encode(np.zeros((4, 3), np.float32)).replace(b"(4, 3)", b"(400000, 300000)")
    (tmp_path / "a.npy").write_bytes(head)
    with pytest.raises(ValueError, match="a.npy: "):
        npy.read(tmp_path / "a.npy")
    np.save(tmp_path / "a.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(ValueError, match="a.npy: "):
        npy.read(tmp_path / "a.npy")
