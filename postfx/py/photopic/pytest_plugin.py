# SPDX-License-Identifier: MIT
"""pytest's fixture picture_regression: pictures of tests against goldens, by limits of metrics, with a report.

    def test_room(picture_regression):
        picture_regression(render("room"), flip_mean=0.01, pixels_differing=8)

A wheel makes it known to pytest; elsewhere, `-p photopic.pytest_plugin`. Options: --picture-update writes goldens anew,
--picture-report DIR the report, --picture-goldens DIR where goldens are."""
from __future__ import annotations

import datetime
import os
import re
import time
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from . import NotComparable, _native, compare, files, npy, png, report
from .device import default_device
from .pictures import Picture, array_of

# Numbers of which more is better; of all others, less.
_AT_LEAST = re.compile(r"ssim|psnr|^ciede2000$")
_REPORT = "picture-report"
_LONGEST_NAME = 120  # bytes, of a golden without its ending
_folder = pytest.StashKey[str]()
_is_cleared = pytest.StashKey[bool]()
_started = pytest.StashKey[float]()
_owners = pytest.StashKey[dict]()  # {golden: the test whose name it has}


def pytest_addoption(parser):
    group = parser.getgroup("photopic", "pictures against goldens")
    group.addoption("--picture-update", action="store_true", help="write pictures as the new goldens; look at them")
    group.addoption("--picture-report", metavar="DIR", help="where the report goes (default: picture-report)")
    group.addoption("--picture-goldens", metavar="DIR", help="where goldens are (default: goldens, beside each test)")
    parser.addini("picture_goldens", "folder of goldens, relative to the folder of each test", default="goldens")


def _is_worker(config):
    return hasattr(config, "workerinput")  # of pytest-xdist


def pytest_configure(config):
    config.stash[_folder] = os.path.abspath(config.getoption("--picture-report") or
                                            os.path.join(str(config.rootpath), _REPORT))
    config.stash[_started] = time.time()
    config.stash[_owners] = {}
    runs_tests = not _is_worker(config) and not config.getoption("collectonly", False)
    config.stash[_is_cleared] = runs_tests and report.clear(config.stash[_folder])


def pytest_terminal_summary(terminalreporter, config):
    folder = config.stash[_folder]
    if _is_worker(config) or not (config.stash[_is_cleared] or report.read_cases(folder)):
        return
    started = config.stash[_started]
    utc = datetime.datetime.fromtimestamp(started, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    page = report.write_page(folder, f"pytest, {os.path.basename(config.rootpath)}", utc, time.time() - started)
    terminalreporter.write_line(f"pictures: {page}")


def _file_name(test):
    """A test's name, "TestRoom::test_it[low-640]", as that of its golden, "TestRoom.test_it_low-640". What other
    letters, or a long one, lose by it, a hash tells."""
    plain = test.replace("::", ".").replace("[", "_", 1)
    plain = plain[:-1] if plain.endswith("]") else plain
    if re.fullmatch(r"[A-Za-z0-9=,+-](?:[A-Za-z0-9._=,+-]*[A-Za-z0-9=,+-])?", plain) and len(plain) <= _LONGEST_NAME:
        return plain
    return report.file_stem(test)


def _checked(picture):
    __tracebackhide__ = True
    picture = array_of(picture, "picture")
    if picture.ndim == 3 and picture.shape[2] == 1:
        picture = picture[:, :, 0]
    if picture.size == 0 or picture.ndim != 2 and (picture.ndim != 3 or picture.shape[2] not in (3, 4)):
        raise ValueError(f"picture: shape {picture.shape}: must be (height, width) or (height, width, 3 or 4)")
    if picture.dtype not in (np.uint8, np.uint16, np.float16, np.float32, np.float64):
        raise TypeError(f"picture: dtype {picture.dtype}: must be uint8, uint16, float16, float32 or float64")
    return picture


def _check_limits(limits, picture, alpha):
    __tracebackhide__ = True
    known = _native.compare_names(picture, alpha=alpha)
    for name, limit in limits.items():
        if name not in known:
            raise ValueError(f"{name}: there is no such number of these pictures; there are {', '.join(known)}")
        if isinstance(limit, bool) or not isinstance(limit, (int, float, np.number)) or np.isnan(limit):
            raise TypeError(f"{name}: its limit must be a number, not {limit!r}")


def _size(picture):
    return None if picture is None else [picture.shape[1], picture.shape[0]]


class PictureRegression:
    """Compares pictures of one test with its goldens."""

    def __init__(self, request):
        self._request = request
        self._config = request.config
        self._names = set()

    def __call__(self, picture: Picture, name: str | None = None, *, mask: npt.ArrayLike | None = None,
                 pixels_per_degree: float = 0.0, nan_equal: bool = False, alpha: str | None = None,
                 **limits: float) -> dict[str, float]:
        """Fails the test where a metric is beyond its limit. Without a golden it fails too; --picture-update makes one.

        picture: an array, as compare() takes it. name: of the golden; None: the test's.
        mask, nan_equal, alpha: as of compare(). Pictures that aren't finite, or that differ in alpha, fail unless the
        latter two say otherwise, whatever the limits.
        limits: numbers that compare() returns, by name: the largest that passes, or of ssim, psnr and ciede2000 the
        least. None at all: no pixel may differ (pixels_differing=0)."""
        __tracebackhide__ = True
        picture = _checked(picture)
        limits = limits or {"pixels_differing": 0}
        _check_limits(limits, picture, alpha)
        case = _Case(self, picture, self._case_name(name), name)
        if self._config.getoption("--picture-update"):
            return case.update(mask, nan_equal, alpha)
        refusal = case.compare(mask=mask, pixels_per_degree=pixels_per_degree, nan_equal=nan_equal, alpha=alpha)
        if refusal:
            case.fail("differences", refusal, mask)
        missing = [metric for metric in limits if metric not in case.values]
        if missing:
            case.fail("error", f"{missing[0]}: can't be measured of these pictures, such as FLIP of black floats")
        case.checks = [self._check(metric, case.values[metric], limit) for metric, limit in limits.items()]
        for check in case.checks:
            self._request.node.user_properties.append((f"{case.name}: {check['metric']}", check["value"]))
        failing = [f"{check['metric']} is {check['value']:.6g}, must be {check['words']}" for check in case.checks
                   if not check["passes"]]
        has_alpha = alpha in (None, "compare")
        if failing:
            case.fail("differences", f"{'; '.join(failing)} (golden {case.golden_file})", mask, has_alpha, message="")
        case.report("pass", "", mask, has_alpha)
        return case.values

    @staticmethod
    def _check(metric, value, limit):
        is_least = _AT_LEAST.search(metric) is not None
        passes = value >= limit if is_least else value <= limit  # NaN fails
        return {"metric": metric, "value": float(value), "limit": float(limit), "is_least": is_least,
                "passes": bool(passes), "text": f"{metric} {'>=' if is_least else '<='} {limit:g}",
                "words": f"{'at least' if is_least else 'at most'} {limit:g}"}

    def _case_name(self, name):
        __tracebackhide__ = True
        allowed = r"[A-Za-z0-9=,+-](?:[A-Za-z0-9._=,+-]*[A-Za-z0-9=,+-])?"
        if name is not None and (not isinstance(name, str) or not re.fullmatch(allowed, name)):
            raise ValueError(f"name: {name!r}: must be of letters, digits and ._=,+-")
        if name is not None and len(name) > _LONGEST_NAME:
            raise ValueError(f"name: has {len(name)} letters: must have at most {_LONGEST_NAME}")
        case = _file_name(self._request.node.nodeid.partition("::")[2]) if name is None else name
        if case in self._names:
            raise ValueError(f"name: {case!r}: this test has compared a picture of that name; give each its own")
        self._names.add(case)
        return case

    def golden_file(self, case, picture):
        test = self._request.node.path
        folder = self._config.getoption("--picture-goldens") or self._config.getini("picture_goldens")
        folder = os.path.join(str(test.parent), folder) if not os.path.isabs(folder) else folder
        ending = "png" if picture.dtype in (np.uint8, np.uint16) else "npy"
        return os.path.join(folder, test.stem, f"{case}.{ending}")

    def own(self, golden_file):
        """Two tests whose names are the same as files' would take turns with one golden."""
        node = self._request.node.nodeid
        owner = self._config.stash[_owners].setdefault(golden_file, node)
        if owner != node:
            raise ValueError(f"name: {golden_file} is the golden of {owner} too; give one of the pictures a name")


class _Case:
    """A picture, its golden, and what is reported of them."""

    def __init__(self, regression, picture, name, given_name):
        self._config = regression._config
        self._node = regression._request.node.nodeid if given_name is None else (
            f"{regression._request.node.nodeid}: {given_name}")
        self._picture = picture
        self._golden: Any = None
        self.name = name
        self.golden_file = regression.golden_file(name, picture)
        self.checks, self.values, self.duration_s = [], {}, 0.0
        if given_name is None:
            regression.own(self.golden_file)

    def read_golden(self):
        """Fails without one, and for one of another kind."""
        if not os.path.lexists(self.golden_file):
            self.fail("no-golden", f"there is no golden {self.golden_file}: look at the picture, and run pytest with "
                      "--picture-update")
        problem = None
        try:
            golden = (png if self.golden_file.endswith(".png") else npy).read(self.golden_file)
        except OSError as error:
            problem = f"{self.golden_file}: {error.strerror}"
        except ValueError as error:
            problem = str(error)
        if problem is not None:
            self.fail("error", problem)
        self._golden = golden
        if golden.shape != self._picture.shape or golden.dtype != self._picture.dtype:
            self.fail("mismatch", f"the picture is {self._picture.shape} of {self._picture.dtype}, its golden "
                      f"{self.golden_file} is {golden.shape} of {golden.dtype}")

    def compare(self, **options):
        """Measures self.values. Returns why pictures like these can't be compared; None: they can."""
        self.read_golden()
        begin = time.monotonic()
        try:
            self.values = compare(self._golden, self._picture, **options)
        except NotComparable as error:
            return str(error)
        finally:
            self.duration_s = time.monotonic() - begin
        return None

    def update(self, mask, nan_equal, alpha):
        """Writes the golden; not one that can't be compared with."""
        place = None if nan_equal else self._not_finite(mask, alpha)
        if place is not None:
            self.fail("error", f"the picture isn't finite, the first pixel is at {place}; a golden like that needs "
                      "nan_equal=True")
        encode = png.encode if self.golden_file.endswith(".png") else npy.encode
        files.write_atomically(self.golden_file, encode(self._picture))
        self.report("pass", "golden written")
        return {}

    def _not_finite(self, mask, alpha):
        """The first such pixel as compare() would find it, or None."""
        if self._picture.dtype.kind != "f":
            return None
        channels = self._picture if self._picture.ndim == 3 else self._picture[..., np.newaxis]
        channels = channels[..., :3] if alpha == "ignore" else channels
        with np.errstate(over="ignore"):
            wrong = ~np.isfinite(channels.astype(np.float32)).all(axis=-1)
        places = np.argwhere(wrong if mask is None else wrong & np.asarray(mask, bool))
        return (int(places[0][1]), int(places[0][0])) if len(places) > 0 else None

    def report(self, outcome, message, mask=None, has_alpha=True):
        pictures = [("expected", self._golden), ("actual", self._picture)]
        if self._golden is not None:
            pictures.append(("abs", report.difference(self._golden, self._picture, mask, has_alpha)))
        texts = [check["text"] for check in self.checks]
        case = {"name": self._node, "outcome": outcome, "message": message, "size": _size(self._picture),
                "golden": os.path.relpath(self.golden_file, self._config.rootpath), "golden_size": _size(self._golden),
                "checks": self.checks, "scores": self.values, "duration_s": self.duration_s,
                "rules": texts[0] if len(texts) == 1 else f"all of ({', '.join(texts)})" if texts else "",
                "device": default_device().name if self.values else ""}
        report.add_case(self._config.stash[_folder], case, pictures)

    def fail(self, outcome, reason, mask=None, has_alpha=True, message=None):
        """`message`: on the page; None: the reason."""
        self.report(outcome, reason if message is None else message, mask, has_alpha)
        pytest.fail(f"{self.name}: {reason}", pytrace=False)


@pytest.fixture
def picture_regression(request: pytest.FixtureRequest) -> PictureRegression:
    """Compares pictures with goldens: picture_regression(picture, flip_mean=0.01). photopic.pytest_plugin says more."""
    return PictureRegression(request)
