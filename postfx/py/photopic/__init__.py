# SPDX-License-Identifier: MIT
"""Exposure, tone mapping and comparison of pictures on a Vulkan device. Pictures are numpy arrays (height, width[,
channels]). The functions share one device, opened at the first call; Device opens another one.

Threads may share a device. A process that is forked after a device was opened gets Error from every call: start
processes by multiprocessing's 'spawn' or 'forkserver'."""
from ._native import Error, NotComparable, __version__, preset, settings
from .adaptation import MEASUREMENT, STATE, Adaptation, measurement_at
from .device import Device, compare, content_light, develop, meter
from .flashes import FlashEvent, Flashes, flashes
from .pictures import Picture
from .setting_types import Settings

__all__ = ["Adaptation", "Device", "Error", "FlashEvent", "Flashes", "MEASUREMENT", "NotComparable", "Picture", "STATE",
           "Settings", "__version__", "compare", "content_light", "develop", "flashes", "measurement_at", "meter",
           "preset", "settings"]
