# SPDX-License-Identifier: MIT
"""pytest's fixture picture_regression: pictures of tests against goldens, by limits of metrics, with a report.

    def test_room(picture_regression):
        picture_regression(render("room"), flip_mean=0.01, rgb_max_abs=8)

A wheel makes it known to pytest; elsewhere, `-p photopic.pytest_plugin`. Options: --picture-update writes goldens anew,
--picture-report DIR the report, --picture-goldens DIR where goldens are."""
import io
import os
import re

import numpy as np
import pytest

from . import compare, png, report

# Numbers of which more is better; of all others, less.
_AT_LEAST = re.compile(r"ssim|psnr")
_REPORT = "picture-report"
_folder = pytest.StashKey()


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
    if not _is_worker(config) and os.path.isdir(config.stash[_folder]):
        report.clear(config.stash[_folder])


def pytest_terminal_summary(terminalreporter, config):
    if not _is_worker(config) and os.path.isdir(config.stash[_folder]):
        page = report.write_page(config.stash[_folder])
        if page is not None:
            terminalreporter.write_line(f"pictures: {page}")


def _file_name(text):
    return re.sub(r"[^A-Za-z0-9._=,+-]+", "_", text).strip("_.")


def _checked(picture):
    picture = np.asarray(picture)
    if picture.ndim == 3 and picture.shape[2] == 1:
        picture = picture[:, :, 0]
    if picture.size == 0 or picture.ndim != 2 and (picture.ndim != 3 or picture.shape[2] not in (3, 4)):
        raise ValueError(f"picture: shape {picture.shape}: must be (height, width) or (height, width, 3 or 4)")
    if picture.dtype not in (np.uint8, np.uint16, np.float16, np.float32, np.float64):
        raise TypeError(f"picture: dtype {picture.dtype}: must be uint8, uint16, float16, float32 or float64")
    return picture


class PictureRegression:
    """Compares pictures of one test with its goldens."""

    def __init__(self, request):
        self._request = request
        self._config = request.config
        self._names = set()

    def __call__(self, picture, name=None, *, mask=None, pixels_per_degree=0.0, **limits):
        """Fails the test where a metric is beyond its limit. Without a golden it fails too; --picture-update makes one.

        picture: an array, as compare() takes it. name: of the golden; None: the test's.
        limits: numbers that compare() returns, by name: the largest that passes, or of ssim and psnr the least. None at
        all: not a code may differ (rgb_max_abs=0)."""
        picture = _checked(picture)
        case = self._case_name(name)
        golden_file = self._golden_file(case, picture)
        limits = limits or {"rgb_max_abs": 0}
        for metric, limit in limits.items():
            if isinstance(limit, bool) or not isinstance(limit, (int, float, np.number)):
                raise TypeError(f"{metric}: its limit must be a number, not {type(limit).__name__}")
        if self._config.getoption("--picture-update"):
            self._write(golden_file, picture)
            self._report(case, [], None, picture, "golden written")
            return {}
        if not os.path.exists(golden_file):
            reason = f"there is no golden {golden_file}: look at the picture, and run pytest with --picture-update"
            self._fail(case, [], None, picture, reason)
        golden = self._read(golden_file)
        if golden.shape != picture.shape or golden.dtype != picture.dtype:
            self._fail(case, [], golden, picture,
                       f"the picture is {picture.shape} of {picture.dtype}, its golden {golden_file} is {golden.shape} "
                       f"of {golden.dtype}")
        values = compare(golden, picture, mask=mask, pixels_per_degree=pixels_per_degree)
        unknown = [metric for metric in limits if metric not in values]
        if unknown:
            raise ValueError(f"{unknown[0]}: there is no such number of these pictures; there are {', '.join(values)}")
        checks = [self._check(metric, values[metric], limit) for metric, limit in limits.items()]
        for check in checks:
            self._request.node.user_properties.append((f"{case}: {check['metric']}", check["value"]))
        failing = [f"{check['metric']} is {check['value']}, must be {check['limit']}" for check in checks
                   if not check["passes"]]
        if failing:
            self._fail(case, checks, golden, picture, f"{'; '.join(failing)} (golden {golden_file})")
        self._report(case, checks, golden, picture, "")
        return values

    @staticmethod
    def _check(metric, value, limit):
        at_least = _AT_LEAST.search(metric) is not None
        passes = value >= limit if at_least else value <= limit  # NaN fails
        return {"metric": metric, "value": float(f"{value:.6g}"), "passes": bool(passes),
                "limit": f"{'at least' if at_least else 'at most'} {limit:g}"}

    def _case_name(self, name):
        if name is not None and (not isinstance(name, str) or _file_name(name) != name or not name):
            raise ValueError(f"name: {name!r}: must be of letters, digits and ._=,+-")
        case = _file_name(self._request.node.nodeid.partition("::")[2].replace("::", ".")) if name is None else name
        if case in self._names:
            raise ValueError(f"name: {case!r}: this test has compared a picture of that name; give each its own")
        self._names.add(case)
        return case

    def _golden_file(self, case, picture):
        test = self._request.node.path
        folder = self._config.getoption("--picture-goldens") or self._config.getini("picture_goldens")
        folder = os.path.join(str(test.parent), folder) if not os.path.isabs(folder) else folder
        ending = "png" if picture.dtype in (np.uint8, np.uint16) else "npy"
        return os.path.join(folder, test.stem, f"{case}.{ending}")

    @staticmethod
    def _read(file):
        try:
            return png.read(file) if file.endswith(".png") else np.load(file, allow_pickle=False)
        except (OSError, ValueError) as error:
            text = str(error)
            raise ValueError(text if file in text else f"{file}: {text}") from None

    @staticmethod
    def _write(file, picture):
        if file.endswith(".png"):
            png.write_atomically(file, png.encode(picture))
            return
        stream = io.BytesIO()
        np.save(stream, np.ascontiguousarray(picture), allow_pickle=False)
        png.write_atomically(file, stream.getvalue())

    def _report(self, case, checks, golden, picture, reason, passes=True):
        folder = self._config.stash[_folder]
        file = self._request.node.nodeid.partition("::")[0]
        name = f"{_file_name(file.removesuffix('.py'))}.{case}"
        pictures = [("golden", golden), ("picture", picture)]
        if golden is not None:
            pictures.append(("difference", report.difference(golden, picture)))
        report.add_case(folder, name, {"passes": passes, "checks": checks, "reason": reason}, pictures)

    def _fail(self, case, checks, golden, picture, reason):
        self._report(case, checks, golden, picture, reason, passes=False)
        pytest.fail(f"{case}: {reason}", pytrace=False)


@pytest.fixture
def picture_regression(request):
    """Compares pictures with goldens: picture_regression(picture, flip_mean=0.01). photopic.pytest_plugin says more."""
    return PictureRegression(request)
