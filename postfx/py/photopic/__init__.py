# SPDX-License-Identifier: MIT
"""Exposure, tone mapping and comparison of pictures on a Vulkan device. Pictures are numpy arrays (height, width[,
channels]). The functions share one device, opened at the first call; Device opens another one."""
from ._native import Device, Error, NotComparable, __version__, compare, content_light, develop, meter, preset, settings
from .adaptation import MEASUREMENT, STATE, Adaptation, measurement_at
from .flashes import FlashEvent, Flashes, flashes

__all__ = ["Adaptation", "Device", "Error", "FlashEvent", "Flashes", "MEASUREMENT", "NotComparable", "STATE",
           "compare", "content_light", "develop", "flashes", "measurement_at", "meter", "preset", "settings"]
