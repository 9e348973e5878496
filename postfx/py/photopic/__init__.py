# SPDX-License-Identifier: MIT
"""Exposure, tone mapping and comparison of pictures, which are numpy arrays (height, width[, channels]), on a Vulkan
device. Functions of the module use one device, made when it is first needed; Device names another."""
from ._native import Device, Error, NotComparable, __version__, compare, develop, meter, preset, settings
from .adaptation import MEASUREMENT, STATE, Adaptation, measurement_at
from .flashes import FlashEvent, Flashes, flashes

__all__ = ["Adaptation", "Device", "Error", "FlashEvent", "Flashes", "MEASUREMENT", "NotComparable", "STATE",
           "compare", "develop", "flashes", "measurement_at", "meter", "preset", "settings"]
