# SPDX-License-Identifier: MIT
"""What calls take for a picture, as arrays that the compiled part takes."""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Picture = npt.ArrayLike
"""Array (height, width[, channels]) of 1, 3 or 4 channels: uint8 and uint16 are codes, float16, float32 and float64
scene-linear light. Nested lists of floats, and PIL's pictures of the modes L, RGB, RGBA, I;16 and F, are taken too."""

_PIL_MODES = {"L", "RGB", "RGBA", "I;16", "I;16L", "F"}


def _of_pil(picture: Any, name: str) -> npt.NDArray[Any]:
    if picture.mode not in _PIL_MODES:
        raise TypeError(f"{name}: PIL's mode {picture.mode!r}: must be L, RGB, RGBA, I;16 or F; "
                        "picture.convert('RGB') makes one of them")
    return np.asarray(picture)


def array_of(picture: Any, name: str) -> npt.NDArray[Any]:
    """The picture as an array in the byte order of this machine. Raises TypeError for what is none."""
    if hasattr(picture, "mode") and hasattr(picture, "getbands"):
        return _of_pil(picture, name)
    is_array = hasattr(picture, "dtype")
    if picture is None or isinstance(picture, (str, bytes, dict)):
        raise TypeError(f"{name}: must be an array (height, width[, channels]), not {type(picture).__name__}")
    try:
        array = np.asarray(picture)
    except ValueError as error:  # of lists whose rows differ in length
        raise ValueError(f"{name}: {error}") from None
    if array.dtype == object:
        raise TypeError(f"{name}: must be an array of numbers (height, width[, channels]), "
                        f"not {type(picture).__name__}")
    if array.dtype == bool:
        raise TypeError(f"{name}: dtype bool: must be uint8, uint16, float16, float32 or float64; "
                        "of a mask, array * np.uint8(255)")
    if not is_array and array.dtype.kind in "iu":
        raise TypeError(f"{name}: whole numbers in a list have no depth: np.array(..., np.uint8) has 8 bits")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array


def mask_of(mask: Any) -> npt.NDArray[Any] | None:
    """The mask of compare(): numbers, of which 0 leaves a pixel out."""
    if mask is None:
        return None
    array: npt.NDArray[Any] = np.asarray(mask)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"mask: dtype {array.dtype}: must be bool or numbers")
    return array
