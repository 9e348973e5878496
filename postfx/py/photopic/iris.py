# SPDX-License-Identifier: MIT
"""Flash rule of Electronic Arts' IRIS, of means of the whole picture, in numpy; written from a description of it.
docs/flashes.md compares it with the others."""
import collections
import math

import numpy as np

_TOLERANCE = 1e-6
_BT709 = np.array([0.2126, 0.7152, 0.0722])


def _table_of_srgb(count):
    """Linear light of each code, 1 = white."""
    signal = np.arange(count) / (count - 1)
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


class _Line:
    """Transitions of one number."""

    def __init__(self, step, dark_limit, fps):
        self.step, self.dark_limit, self.fps = step, dark_limit, fps
        self.before = None
        self.changes = collections.deque([0.0], fps)
        self.transitions = collections.deque(maxlen=fps)
        self.marked = collections.deque(maxlen=5 * fps)  # frames with four to six

    def add(self, value, changed_share):
        """(verdict, transitions of the last second)"""
        is_transition = False
        if self.before is not None:
            change = value - self.before if changed_share >= 0.25 else 0.0
            total = sum(self.changes)
            agrees = change * total >= 0
            was_large = abs(total) >= self.step - _TOLERANCE
            if not agrees:
                self.changes.clear()
            self.changes.append(change)
            is_large = abs(sum(self.changes)) >= self.step - _TOLERANCE
            is_dark = min(value, self.before) < self.dark_limit - _TOLERANCE
            is_transition = is_large and is_dark and not (agrees and was_large)
        self.before = value
        self.transitions.append(is_transition)
        count = sum(self.transitions)
        self.marked.append(4 <= count <= 6)
        if count > 6:
            return 3, count
        if count >= 4:
            return 2 if sum(self.marked) >= 4 * self.fps else 1, count
        return 0, count


class IrisSequence:
    """Of pictures of one size and dtype: sRGB codes, or floats, of which 1 is `unit` times white."""

    def __init__(self, fps, dtype, unit):
        seconds = max(1, math.floor(fps + 0.5))
        self.luminance, self.red = _Line(0.1, 0.8, seconds), _Line(20.0, math.inf, seconds)
        self.table = _table_of_srgb(np.iinfo(dtype).max + 1) if dtype.kind == "u" else None
        self.unit = unit
        self.before = None

    def _light(self, frame):
        """Linear BT.709, 1 = white."""
        colour = frame[..., np.newaxis] if frame.ndim == 2 else frame[..., :3]
        colour = self.table[colour] if self.table is not None else colour.astype(float) * self.unit
        return np.broadcast_to(colour, (*colour.shape[:2], 3))

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
        return self.luminance.add(luminances.mean(), changed_share), self.red.add(reds.mean(), changed_share)
