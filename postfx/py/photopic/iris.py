# SPDX-License-Identifier: MIT
"""Measurements that the flash rule of Electronic Arts' IRIS judges: means of the whole picture, in numpy.
docs/flashes.md compares it with the others."""
import math

import numpy as np

from . import _native

_BT709 = np.array([0.2126, 0.7152, 0.0722])


def _table_of_srgb(count):
    """Linear light of each code, 1 = white."""
    signal = np.arange(count) / (count - 1)
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


class IrisSequence:
    """Of pictures of one size and dtype: sRGB codes, or floats, of which 1 is `unit` times white."""

    def __init__(self, fps, dtype, unit):
        self.rule = _native.IrisRule(max(1, math.floor(fps + 0.5)))
        self.table = _table_of_srgb(np.iinfo(dtype).max + 1) if dtype.kind == "u" else None
        self.unit = unit
        self.before = None

    def _light(self, frame):
        """Linear BT.709, 1 = white."""
        color = frame[..., np.newaxis] if frame.ndim == 2 else frame[..., :3]
        color = self.table[color] if self.table is not None else color.astype(float) * self.unit
        return np.broadcast_to(color, (*color.shape[:2], 3))

    def add(self, frame):
        """((verdict, transitions) of luminance, the same of red)"""
        light = self._light(frame)
        luminances = light @ _BT709
        red, others = light[..., 0], light[..., 1] + light[..., 2]
        is_red = (red > 0) & (red >= 0.8 * (red + others))
        reds = np.where(is_red, 320 * np.maximum(0, red - others), 0)
        now = luminances.astype(np.float32)
        changed_share = 0.0 if self.before is None else np.mean(now != self.before)
        self.before = now
        return self.rule.add(luminances.mean(), reds.mean(), changed_share)
