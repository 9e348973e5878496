# SPDX-License-Identifier: MIT
"""Eye adaptation over measurements: the same states, frame by frame, as the module has on a GPU."""
from __future__ import annotations

import math
import numbers
from typing import Any, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _native
from .device import Device, default_device
from .setting_types import Settings

Measurement = Union[Mapping[str, Any], np.void, float]
"""What meter() returns, a record of dtype MEASUREMENT, or a number: the scene's EV100."""

MEASUREMENT = _native.MEASUREMENT
"""dtype of a measurement: numbers that meter() returns under these names."""
STATE = _native.STATE
"""dtype of the state after a frame."""

_FIELDS: tuple[str, ...] = MEASUREMENT.names or ()
_STATES: tuple[str, ...] = STATE.names or ()
_OPTIONAL = ("dark_share",)  # 0 where a measurement doesn't say
_LOG2_OF_EV_0 = math.log2(12.5 / 100.0)  # luminance at EV100 0, with K = 12.5


def measurement_at(ev100: npt.ArrayLike, texels: float = 1) -> npt.NDArray[Any]:
    """Measurement of a uniform scene at `ev100`; for an array, one per element. dtype MEASUREMENT."""
    ev100 = np.asarray(ev100, np.float64)
    made = np.zeros(ev100.shape, MEASUREMENT)
    log2 = ev100 + _LOG2_OF_EV_0
    for name in ("metered_log2_luminance", "mean_log2_luminance", "low_percentile_log2", "median_log2",
                 "high_percentile_log2"):
        made[name] = log2
    with np.errstate(over="ignore"):
        made["min_luminance"] = made["max_luminance"] = np.clip(np.exp2(log2), 0.0, np.finfo(np.float32).max)
    made["weight_sum"] = made["valid_texels"] = texels
    return made


def _of_mapping(given, name):
    made = np.zeros((), MEASUREMENT)
    for field in _FIELDS:
        if field not in given and field not in _OPTIONAL:
            raise ValueError(f"{name}: has no {field!r}; meter() returns all that is needed")
        made[field] = given[field] if field in given else 0.0
    return made


def _of_one(given, name):
    if isinstance(given, (np.void, np.ndarray)) and given.dtype.names is not None:
        return _of_records(np.asarray(given), name)
    if isinstance(given, numbers.Real) or (isinstance(given, np.ndarray) and given.ndim == 0):
        return measurement_at(float(given))
    if hasattr(given, "keys"):
        return _of_mapping(given, name)
    raise TypeError(f"{name}: must be what meter() returns, a record of dtype MEASUREMENT, or a scene's EV100, "
                    f"not {type(given).__name__}")


def _of_records(given, name):
    if given.dtype == MEASUREMENT:
        return given
    missing = [field for field in _FIELDS if field not in given.dtype.names and field not in _OPTIONAL]
    if missing:
        raise ValueError(f"{name}: has no {missing[0]!r}; must be of dtype MEASUREMENT")
    made = np.zeros(given.shape, MEASUREMENT)
    for field in _FIELDS:
        if field in given.dtype.names:
            made[field] = given[field]
    return made


def _of_many(given, name):
    if isinstance(given, np.ndarray):
        if given.ndim != 1:
            raise ValueError(f"{name}: shape {given.shape}: must be (frames,)")
        if given.dtype.names is not None:
            made = _of_records(given, name)
        elif given.dtype.kind in "fiu":
            made = measurement_at(given)
        else:
            raise TypeError(f"{name}: dtype {given.dtype}: must be MEASUREMENT, or numbers: EV100 of the scene")
    else:
        made = np.array([_of_one(one, f"{name}[{i}]") for i, one in enumerate(given)], MEASUREMENT)
    if len(made) == 0:
        raise ValueError(f"{name}: is empty: must be of at least one frame")
    return np.ascontiguousarray(made)


def _check_finite(made, name):
    for field in _FIELDS:
        if made.dtype[field].kind != "f":
            continue
        wrong = np.flatnonzero(~np.isfinite(np.atleast_1d(made[field])))
        if len(wrong) > 0:
            place = name if made.ndim == 0 else f"{name}[{wrong[0]}]"
            raise ValueError(f"{place}: {field} isn't finite")


def _steps(dt, count):
    try:
        steps = np.asarray(dt, np.float32)
    except (TypeError, ValueError):
        raise TypeError("dt: must be a number of seconds, or one for each frame") from None
    if steps.ndim == 0:
        steps = np.full(count, steps)
    if steps.shape != (count,):
        raise ValueError(f"dt: shape {steps.shape}: must be a number, or ({count},): one for each measurement")
    wrong = np.flatnonzero(~(np.isfinite(steps) & (steps >= 0)))
    if len(wrong) > 0:
        place = "dt" if np.ndim(dt) == 0 else f"dt[{wrong[0]}]"
        raise ValueError(f"{place} = {steps[wrong[0]]:g}: must be finite and at least 0")
    return steps


class Adaptation:
    """An exposure that adapts to measurements. Use it on one thread at a time.

    settings: {'group.name': value} over the defaults; uses metering, exposure, white balance and dark adaptation.
    state: state of another Adaptation to continue from; None: start with the first measurement.
    picture: (width, height) of the frames; receptors and pupil use it.
    device: a Device; None: the device of the module."""

    def __init__(self, settings: Settings | None = None, *, state: bytes | None = None,
                 picture: tuple[int, int] = (1920, 1080), device: Device | None = None) -> None:
        width, height = picture
        if not (1 <= width <= 65535 and 1 <= height <= 65535):
            raise ValueError(f"picture = {width} x {height}: must be within 1 x 1 and 65535 x 65535")
        if device is not None and not isinstance(device, Device):
            raise TypeError(f"device: must be a Device or None, not {type(device).__name__}")
        self._picture = (int(width), int(height))
        self._device = device if device is not None else default_device()
        self.settings: dict[str, Any] = dict(settings) if settings is not None else {}
        self.state = state

    @property
    def state(self) -> bytes | None:
        """Everything that later frames depend on, as bytes, to be kept, handed on and set: also what a host exports
        (photopic_exposure_state_bytes() of them). None: there is none yet."""
        return self._state

    @state.setter
    def state(self, value: bytes | bytearray | memoryview | None) -> None:
        if value is not None:
            if not isinstance(value, (bytes, bytearray, memoryview)):
                raise TypeError(f"state: must be bytes or None, not {type(value).__name__}")
            value = bytes(value)
            if len(value) != _native.STATE_BYTES:
                raise ValueError(f"state: has {len(value)} bytes: must have {_native.STATE_BYTES}")
        self._state = value

    def reset(self) -> None:
        """The next measurement is taken at once, as after a cut."""
        self._state = None

    def step(self, measurement: Measurement, dt: float) -> dict[str, Any]:
        """Adapts to one frame, `dt` seconds after the one before, and returns what is known then, {'exposure': ...,
        'adapted_ev100': ..., ...} by the names of STATE.

        measurement: what meter() returns, a record of dtype MEASUREMENT, or a number: the scene's EV100."""
        made = _of_one(measurement, "measurement").reshape(())
        _check_finite(made, "measurement")
        record = self._run(made.reshape(1), _steps(dt, 1))[0]
        return {name: record[name].tolist() for name in _STATES}

    def run(self, measurements: npt.NDArray[Any] | Sequence[Measurement],
            dt: npt.ArrayLike) -> npt.NDArray[Any]:
        """Adapts to frames, one after the other, in one go. Returns an array (frames,) of dtype STATE: what is known
        after each.

        measurements: an array of dtype MEASUREMENT, one of EV100 of the scene, or a sequence of what step() takes.
        dt: seconds since the frame before; one number for all, or one for each."""
        made = _of_many(measurements, "measurements")
        _check_finite(made, "measurements")
        return self._run(made, _steps(dt, len(made)))

    def _run(self, measurements, steps):
        states, self._state = _native.adapt(self._device._usable(), measurements, steps, self.settings, self._state,
                                            *self._picture, 0)
        return states
