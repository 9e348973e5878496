# SPDX-License-Identifier: MIT
"""Flashes that may bring on seizures, in sequences of pictures. No certification: docs/flashes.md."""
from __future__ import annotations

import dataclasses
import fractions
import math
from typing import Any, Iterable

import numpy as np
import numpy.typing as npt

from . import _native
from .device import Device, default_device
from .iris import IrisSequence
from .pictures import Picture, array_of

PROFILES = ("strict", "wcag", "bt1702", "iris")
_IRIS_ENCODINGS = {"u": "srgb", "f": "linear"}  # of codes, of floats
VERDICTS = ("pass", "warning", "extended", "fail")
_KINDS = ("luminance", "red_measure", "red_chromaticity")
_COUNT = np.dtype([("verdict", np.uint8), ("screen_transitions", np.uint8), ("cell_transitions", np.uint8),
                   ("risk_share", np.float32), ("window_share", np.float32)])
_NUMBERS: tuple[str, ...] = _COUNT.names or ()
_FRAME = np.dtype([("time_us", np.uint64), ("verdict", np.uint8), *((kind, _COUNT) for kind in _KINDS)])


@dataclasses.dataclass(frozen=True)
class FlashEvent:
    """Consecutive frames with the same verdict, other than pass."""
    verdict: str
    first: int      # first frame
    last: int       # last frame
    from_s: float
    to_s: float     # display time of the last frame


@dataclasses.dataclass(frozen=True)
class Flashes:
    """Result of flashes(). No certification."""
    profile: str
    verdict: str              # worst verdict
    first: int                # first frame with the worst verdict
    verdicts: list[str]       # verdict of each frame
    events: list[FlashEvent]
    frames: npt.NDArray[Any]  # time_us, verdict (index in VERDICTS), and counts of each kind


def _picture(frame, index, first):
    name = f"frames[{index}]"
    frame = array_of(frame, name)
    if frame.ndim not in (2, 3):
        raise ValueError(f"{name}: shape {frame.shape}: must be (height, width) or (height, width, channels)")
    if first is not None and frame.shape[:2] != first[0]:
        raise ValueError(f"{name}: is {frame.shape[1]} x {frame.shape[0]}, the frames before it are "
                         f"{first[0][1]} x {first[0][0]}")
    if first is not None and frame.dtype != first[1]:
        raise ValueError(f"{name}: dtype {frame.dtype}: the frames before it have {first[1]}")
    if frame.dtype.kind == "f":
        color = frame[..., :3] if frame.ndim == 3 else frame
        wrong = np.argwhere(~np.isfinite(color))
        if len(wrong) > 0:
            raise ValueError(f"{name}: the pixel at ({wrong[0][1]}, {wrong[0][0]}) isn't finite")
    return frame


def _events(verdicts, times_us):
    events = []
    begin = 0
    for end in range(1, len(verdicts) + 1):
        if end < len(verdicts) and verdicts[end] == verdicts[begin]:
            continue
        if verdicts[begin] != "pass":
            events.append(FlashEvent(verdicts[begin], begin, end - 1, times_us[begin] * 1e-6, times_us[end - 1] * 1e-6))
        begin = end
    return events


class _Iris:
    """IrisSequence that counts as _native.FlashSequence does."""

    def __init__(self, dtype, fps, encoding, unit):
        if dtype not in (np.uint8, np.uint16) and dtype.kind != "f":
            raise TypeError(f"frames[0]: dtype {dtype}: must be uint8, uint16 or floats")
        known = _IRIS_ENCODINGS[dtype.kind]
        if encoding not in (None, "auto", known):
            raise ValueError(f"encoding: {encoding!r}: the profile 'iris' takes {known!r} of {dtype}")
        self.sequence = IrisSequence(fps, dtype, unit)

    def add(self, frame, _time_us):
        if frame.ndim == 3 and frame.shape[2] not in (1, 3, 4):
            raise ValueError(f"frame: {frame.shape[2]} channels: must be 1, 3 or 4")
        found = self.sequence.add(frame)
        counts = [dict(zip(_NUMBERS, (verdict, min(transitions, 255), 0, 0, 0))) for verdict, transitions in found]
        return max(verdict for verdict, _ in found), *counts, dict.fromkeys(_NUMBERS, 0)


def flashes(frames: Iterable[Picture], fps: float | fractions.Fraction, profile: str = "strict", *,
            encoding: str | None = None, white_cd_m2: float = 200.0, cd_m2_per_unit: float | None = None,
            cells: tuple[int, int] = (240, 135), device: Device | None = None) -> Flashes:
    """Judges a sequence by the rules of `photopic flashes`: a verdict for each frame, and where it isn't pass.

    frames: an array (frames, height, width[, channels]), or any iterable of pictures of one size and dtype, such as a
    generator that decodes a video: only one is in memory at a time.
    fps: frames a second, a number or a fractions.Fraction.
    profile: 'strict' (what fails by either of the next two), 'wcag', 'bt1702', or 'iris' (EA's IRIS, for comparison: of
    means of the whole picture, sRGB codes or linear floats, without a device).
    encoding: of the numbers, a word of settings()['display.encoding']; None: sRGB of codes. Floats need one.
    white_cd_m2: of SDR's white, [1, 10000]. cd_m2_per_unit: of 1 in linear and scRGB pictures; None: white_cd_m2.
    cells: (columns, rows) that a picture is averaged to; what is finer and balanced counts as still."""
    if profile not in PROFILES:
        raise ValueError(f"profile: {profile!r} is none of {', '.join(PROFILES)}")
    rate = float(fps)
    if not (math.isfinite(rate) and rate > 0):
        raise ValueError(f"fps = {fps}: must be finite and above 0")
    if not 1 <= white_cd_m2 <= 10000:
        raise ValueError(f"white_cd_m2 = {white_cd_m2:g}: must be within [1, 10000]")
    if cd_m2_per_unit is not None and not 0.001 <= cd_m2_per_unit <= 10000:
        raise ValueError(f"cd_m2_per_unit = {cd_m2_per_unit:g}: must be within [0.001, 10000]")
    columns, rows = cells
    if not (1 <= columns <= 256 and 1 <= rows <= 256):
        raise ValueError(f"cells = {columns} x {rows}: must be within 1 x 1 and 256 x 256")
    words = _native.settings()["display.encoding"]["words"]
    if encoding is not None and encoding not in words:
        raise ValueError(f"encoding: {encoding!r} is none of {', '.join(words)}")
    if device is not None and not isinstance(device, Device):
        raise TypeError(f"device: must be a Device or None, not {type(device).__name__}")
    if device is not None and profile == "iris":
        raise ValueError("device: the profile 'iris' is computed without one")

    sequence: Any = None
    first = None
    counted: list[tuple[Any, ...]] = []
    for index, given in enumerate(frames):
        frame = _picture(given, index, first)
        if sequence is None:
            if frame.dtype.kind == "f" and encoding is None:
                raise ValueError("encoding: floats need one, 'linear' or 'scrgb'")
            first = (frame.shape[:2], frame.dtype)
            if profile == "iris":
                sequence = _Iris(frame.dtype, rate, encoding, (cd_m2_per_unit or white_cd_m2) / white_cd_m2)
            else:
                sequence = _native.FlashSequence((device if device is not None else default_device())._usable(),
                                                 PROFILES.index(profile), encoding or "auto", white_cd_m2,
                                                 cd_m2_per_unit or 0.0, int(columns), int(rows))
        time_us = round(index * 1_000_000 / fps)
        if counted and time_us <= counted[-1][0]:
            raise ValueError(f"fps = {fps}: frames less than a microsecond apart")
        verdict, *counts = sequence.add(frame, time_us)
        counted.append((time_us, verdict, *(tuple(count[name] for name in _NUMBERS) for count in counts)))
    if len(counted) < 2:
        raise ValueError(f"frames: has {len(counted)}; flashes are between two and more")
    table = np.array(counted, _FRAME)
    verdicts = [VERDICTS[number] for number in table["verdict"]]
    worst = int(np.argmax(table["verdict"]))  # the first of them
    return Flashes(profile, verdicts[worst], worst, verdicts, _events(verdicts, table["time_us"].tolist()), table)
