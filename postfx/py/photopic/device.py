# SPDX-License-Identifier: MIT
"""Devices, and the calls that work on one."""
from __future__ import annotations

import functools
import inspect
import os
import sys
import threading
import warnings
import weakref
from types import FrameType
from typing import TYPE_CHECKING, Any, Callable, Sequence, TypeVar

import numpy.typing as npt

from . import _native
from .pictures import Picture, array_of, mask_of
from .setting_types import Settings

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    _P = ParamSpec("_P")
_R = TypeVar("_R")

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_open: weakref.WeakSet[Device] = weakref.WeakSet()
_is_forked = False  # from a process that had a device


def warn(note: str) -> None:
    """Warns where the package is called."""
    level = 1
    frame: FrameType | None = sys._getframe(0)
    while frame is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(note, UserWarning, stacklevel=level)


_native.set_warn(warn)


def _after_fork() -> None:
    global _is_forked
    if _open:
        _is_forked = True
    for device in _open:
        device._native.abandon()


os.register_at_fork(after_in_child=_after_fork)


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: must be a number, not {value!r}") from None


def _count(value: Any, name: str) -> int:
    number = _number(value, name)
    if number != int(number) or not 0 <= number < 2**32:
        raise ValueError(f"{name} = {value}: must be a whole number from 0 to 4294967295")
    return int(number)


class Device:
    """A Vulkan device, and what is kept on it.

    name: its index, or a part of its name; None: the best one. Raises Error without such a device.

    Threads may share a device: calls take turns, and don't hold Python's lock while the device works. A device doesn't
    outlive a fork: see Error."""

    def __init__(self, name: int | str | None = None) -> None:
        if _is_forked:
            raise _native.Error(_FORKED)
        self._native = _native.Device(name)
        _open.add(self)

    @property
    def name(self) -> str:
        """Of the device, as the driver has it."""
        return self._native.name

    def _usable(self) -> Any:
        if _is_forked:
            raise _native.Error(_FORKED)
        return self._native

    def compare(self, reference: Picture, test: Picture, metrics: Sequence[str] | None = None, *,
                mask: npt.ArrayLike | None = None, error_threshold: float = 0.0, cluster_threshold: int = 0,
                shift_radius: int = 0, ignore_antialiasing: bool = False, pixels_per_degree: float = 0.0,
                nan_equal: bool = False, alpha: str | None = None) -> dict[str, float]:
        """Metrics of the difference of two pictures with the same size and dtype, by name: docs/regression.md.

        reference, test: arrays (height, width[, channels]), or what Picture names. Codes (uint8, uint16) are
        sRGB-encoded, floats linear BT.709.
        metrics: names such as 'errors', 'ssim', 'flip'; None: all metrics of such pictures.
        mask: array (height, width); pixels with mask 0 are left out, and may hold anything.
        error_threshold: of a channel, in codes or linear; differences up to it aren't counted by pixels_above.
        cluster_threshold: likewise, of clusters of pixels, codes. shift_radius: 0 to 4 pixels that edges may move.
        ignore_antialiasing: edges that are smoothed otherwise don't count.
        pixels_per_degree: of FLIP; 0: 67, a display of 0.7 m at 0.7 m with 3840 pixels.
        nan_equal: if True, NaN equals NaN and infinity equals infinity of the same sign, in the same channel of a
        pixel; others raise NotComparable. If False, every pixel that isn't finite raises NotComparable.
        alpha: 'compare' (a fourth channel), 'ignore', or 'over:COLOUR' (both pictures lie over #rrggbb, r,g,b or a
        name); None: alpha is compared, and a difference raises NotComparable. A picture without alpha is opaque.

        Raises TypeError and ValueError for wrong arguments, NotComparable, and Error of the device."""
        return self._usable().compare(  # type: ignore[no-any-return]
            array_of(reference, "reference"), array_of(test, "test"), metrics, mask_of(mask),
            _number(error_threshold, "error_threshold"), _count(cluster_threshold, "cluster_threshold"),
            _count(shift_radius, "shift_radius"), bool(ignore_antialiasing),
            _number(pixels_per_degree, "pixels_per_degree"), bool(nan_equal), alpha)

    def meter(self, hdr: Picture, settings: Settings | None = None) -> dict[str, float]:
        """Meters a scene-linear picture. Returns scene_ev100, exposure, median_log2, ...; Adaptation takes it as a
        measurement.

        hdr: floats (height, width[, channels]), scene-linear. settings: {'group.name': value} over the defaults;
        settings() lists them. Values that count nothing are warned of (UserWarning)."""
        return self._usable().meter(array_of(hdr, "hdr"), settings)  # type: ignore[no-any-return]

    def develop(self, hdr: Picture, settings: Settings | None = None,
                dtype: npt.DTypeLike = "uint8") -> tuple[npt.NDArray[Any], dict[str, float]]:
        """Meters, applies effects and tone maps a scene-linear picture. Returns the picture, (height, width, 3), and its
        exposure, a dict as from meter().

        hdr: floats (height, width[, channels]), scene-linear; of four channels, the picture has alpha, too.
        settings: as of meter(). dtype: 'uint8', or 'float16' for half floats."""
        return self._usable().develop(array_of(hdr, "hdr"), settings, dtype)  # type: ignore[no-any-return]

    def content_light(self, picture: Picture, encoding: str | None = None, *, paper_white_nits: float = 203.0,
                      scrgb_reference_nits: float = 80.0) -> dict[str, Any]:
        """Measures the light of a finished picture, as a display shows it. Returns luminances in cd/m^2: max_cll_nits,
        max_fall_nits, p9999_nits, min_nits, mean_nits, geometric_mean_nits (of pixels above black), percentiles_nits
        (1, 10, 50, 90, 99 %); shares of the pixels, beyond_bt709 and beyond_p3; valid_texels, invalid_texels. Without a
        valid pixel, all but the two counts are None.

        picture: (height, width[, channels]). encoding: a word of settings()['display.encoding']; None: sRGB codes.
        Floats need one. paper_white_nits: luminance of SDR's white; the command line has 200.
        scrgb_reference_nits: luminance of 1 in scRGB."""
        if encoding is not None and not isinstance(encoding, str):
            raise TypeError(f"encoding: must be a str or None, not {encoding!r}")
        return self._usable().content_light(  # type: ignore[no-any-return]
            array_of(picture, "picture"), encoding, _number(paper_white_nits, "paper_white_nits"),
            _number(scrgb_reference_nits, "scrgb_reference_nits"))


_FORKED = ("this process was forked from one that had opened a device, and no driver says that it outlives a fork: start "
           "processes by multiprocessing's 'spawn' or 'forkserver', or open no device before the fork")
_shared: list[Device] = []
_lock = threading.Lock()


def default_device() -> Device:
    """The device of the functions: the best one, opened at the first call."""
    with _lock:
        if not _shared:
            _shared.append(Device())
    return _shared[0]


def _on_default(method: Callable[Concatenate[Device, _P], _R]) -> Callable[_P, _R]:
    @functools.wraps(method)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        return method(default_device(), *args, **kwargs)

    parameters = list(inspect.signature(method).parameters.values())[1:]
    call.__signature__ = inspect.signature(method).replace(parameters=parameters)  # type: ignore[attr-defined]
    call.__qualname__ = method.__name__
    return call


compare = _on_default(Device.compare)
meter = _on_default(Device.meter)
develop = _on_default(Device.develop)
content_light = _on_default(Device.content_light)
