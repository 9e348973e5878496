# SPDX-License-Identifier: MIT
"""Report on compared pictures: the page of `photopic regress`, report.html, with the pictures beside it."""
import base64
import hashlib
import json
import math
import os
import re
import stat

import numpy as np

from . import _native, files, png

PAGE = "report.html"
_PICTURES = "pictures"           # folder in that of the report: pictures, and a file of each case
_CASE_ENDING = ".case.json"
_SCHEMA = "photopic-pytest-case"
_HOTTEST = 16 / 255              # of the largest code, or of 1: the difference that has the hottest colour


# ---- pictures -------------------------------------------------------------------------------------------------------
def shown(picture):
    """uint8 codes of a picture: floats are linear, 1 is white."""
    picture = np.asarray(picture)
    if picture.dtype == np.uint8:
        return picture
    if picture.dtype == np.uint16:
        return (picture >> 8).astype(np.uint8)
    light = np.nan_to_num(picture.astype(np.float32), nan=0.0, posinf=1.0, neginf=0.0)
    return np.concatenate([_srgb_codes(light[..., :3]), np.rint(255 * np.clip(light[..., 3:], 0, 1)).astype(np.uint8)],
                          axis=-1) if light.ndim == 3 else _srgb_codes(light)


def _srgb_codes(light):
    light = np.clip(light, 0.0, 1.0)
    codes = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    return np.rint(255.0 * codes).astype(np.uint8)


def heat_colors(values):
    """sRGB codes of [0, 1]: black over blue, purple, red and orange to pale yellow, as in maps of `photopic`."""
    v = np.clip(values, 0.0, 1.0)
    chroma = 255.0 * v * (1.0 - v) + 26.0 * v ** 3
    hue = np.radians(290.0 + 170.0 * v)
    fy = (96.0 * v + 16.0) / 116.0  # CIELAB of D65
    x, y, z = (np.where(f > 6 / 29, f ** 3, (116.0 * f - 16.0) * 27 / 24389) for f in
               (fy + chroma * np.cos(hue) / 500.0, fy, fy - chroma * np.sin(hue) / 200.0))
    x, z = 0.95047 * x, 1.08883 * z
    return _srgb_codes(np.stack([3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
                                 -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
                                 0.0556434 * x - 0.2040259 * y + 1.0572252 * z], axis=-1))


def difference(golden, picture, mask=None, has_alpha=True):
    """The largest difference of a channel in colours of heat; None where the pictures have other sizes. What isn't
    finite in either is the hottest."""
    golden, picture = np.asarray(golden), np.asarray(picture)
    if golden.shape != picture.shape or golden.dtype != picture.dtype:
        return None
    peak = np.iinfo(golden.dtype).max if golden.dtype.kind == "u" else 1
    with np.errstate(invalid="ignore", over="ignore"):
        apart = np.abs(golden.astype(np.float64) - picture.astype(np.float64)) / (peak * _HOTTEST)
    if apart.ndim == 3:
        apart = apart[..., :4 if has_alpha else 3].max(axis=-1)
    apart = np.nan_to_num(apart, nan=1.0, posinf=1.0)
    return heat_colors(apart if mask is None else np.where(np.asarray(mask, bool), apart, 0.0))


# ---- cases ----------------------------------------------------------------------------------------------------------
def file_stem(name, longest=100):
    """A name of any letters as that of a file: what that loses, a hash tells."""
    plain = re.sub(r"[^A-Za-z0-9._=,+-]+", "_", name).strip("_.")[:longest]
    return f"{plain}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def add_case(folder, case, pictures):
    """Writes pictures ('expected', 'actual', 'abs'; None: there is none) and the case's file, which names them.

    case: name, outcome (a word of `photopic regress`), message, golden, size, golden_size, checks, scores, rules,
    duration_s, device."""
    stem = file_stem(case["name"])
    case = dict(case, schema=_SCHEMA, pictures=[])
    for what, picture in pictures:
        if picture is not None:
            file = f"{stem}.{what}.png"
            files.write_atomically(os.path.join(folder, _PICTURES, file), png.encode(shown(picture)))
            case["pictures"].append([what, file])
    files.write_atomically(os.path.join(folder, _PICTURES, stem + _CASE_ENDING), json.dumps(case, indent=1).encode())


def _case_files(folder):
    """(path, case) of the files that add_case() has written to a report's folder."""
    pictures = os.path.join(folder, _PICTURES)
    for name in sorted(os.listdir(pictures)) if os.path.isdir(pictures) else ():
        if not name.endswith(_CASE_ENDING):
            continue
        path = os.path.join(pictures, name)
        try:
            case = json.loads(files.read_bytes(path))
        except (OSError, ValueError):
            continue  # someone else's
        if isinstance(case, dict) and case.get("schema") == _SCHEMA:
            yield path, case


def read_cases(folder):
    return sorted((case for _, case in _case_files(folder)), key=lambda case: case["name"])


def _is_own_picture(file):
    return isinstance(file, str) and file.endswith(".png") and os.path.basename(file) == file


def clear(folder):
    """Deletes the cases of an earlier run: their files, and the pictures that these list. True: there were some."""
    found = list(_case_files(folder))
    for path, case in found:
        for _, file in case.get("pictures", ()):
            picture = os.path.join(os.path.dirname(path), file) if _is_own_picture(file) else path
            if picture != path and os.path.lexists(picture) and stat.S_ISREG(os.lstat(picture).st_mode):
                os.unlink(picture)
        os.unlink(path)
    return len(found) > 0


# ---- the page -------------------------------------------------------------------------------------------------------
def _number(value, digits=7):
    """JSON has no infinite numbers: these are strings."""
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return int(value) if value == int(value) else float(f"{value:.{digits}g}")


def _margin(check):
    """How far inside the limit, in units of it."""
    if math.isnan(check["value"]):
        return -math.inf
    inside = (check["value"] - check["limit"]) * (1 if check["is_least"] else -1)
    return inside / abs(check["limit"]) if check["limit"] != 0 else inside


class _Texts:
    """Texts that many cases share, by number."""

    def __init__(self):
        self.numbers = {}

    def __call__(self, text):
        return self.numbers.setdefault(text, len(self.numbers))


def _packed(case, texts):
    """A case as the page's script unpacks it, tools/lib/regress/report/page/data.js."""
    packed = {"name": case["name"], "outcome": case["outcome"], "failed": case["outcome"] != "pass",
              "message": case["message"], "size": case["size"], "golden": case["golden"],
              "rules": texts(case["rules"]), "time": round(1000 * case["duration_s"]),
              "pictures": [[what, f"{_PICTURES}/{file}"] for what, file in case["pictures"]],
              "scores": [part for name, value in case["scores"].items() for part in (texts(name), _number(value))],
              "checks": [[texts(check["text"]), _number(check["value"]), _number(check["limit"]),
                          _number(_margin(check)), int(check["passes"])] for check in case["checks"]]}
    if case["golden_size"] not in (None, case["size"]):
        packed["golden_size"] = case["golden_size"]
    return packed


def _part(name):
    with open(os.path.join(os.path.dirname(__file__), "page", name), encoding="utf-8", newline="") as file:
        return file.read()


def _policy_hash(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _in_script(value):
    """JSON that can't end the script element in which it stands."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def write_page(folder, suite, started="", duration_s=0.0):
    """The page of all cases in `folder`. Returns its path."""
    cases, texts = read_cases(folder), _Texts()
    names = sorted({case["device"] for case in cases if case["device"]})
    data = {"suite": suite, "results": "", "embedded": False, "photopic_version": _native.__version__,
            "started": started, "shard": 1, "shards": 1, "duration_s": _number(duration_s), "missing": "",
            "unused_goldens": [], "past": [], "cases": [_packed(case, texts) for case in cases],
            "devices": [{"name": name, "driver": "", "api": "", "device_class": ""} for name in names]}
    data["texts"] = list(texts.numbers)
    style, script = _part("report.css"), _part("report.js")
    marks = {"picture sources": "'self' file:", "style hash": _policy_hash(style), "script hash": _policy_hash(script),
             "style": style, "script": script, "data": _in_script(data), "pictures": ""}
    page = re.sub(r"\{\{(.*?)\}\}", lambda mark: marks[mark.group(1)], _part("report.html"))
    path = os.path.join(folder, PAGE)
    files.write_atomically(path, page.encode())
    return path
