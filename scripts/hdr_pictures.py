# SPDX-License-Identifier: MIT
# Parts of the scripts that develop pictures with photopic and look at them: metering-study, tone-mapping-sheet. Needs
# python3-numpy of Debian.
import struct
import subprocess
import sys
import zlib

import numpy as np


def run_photopic(program, *arguments):
    """What the program prints; ends the script where it fails."""
    result = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{program} {' '.join(map(str, arguments))}: {result.stderr}")
    return result.stdout


def read_exr(file):
    """A picture as photopic writes it: half float, ZIP, lines from the top. RGB, float32."""
    data = file.read_bytes()
    at, attributes = 8, {}
    while data[at]:
        name, kind, rest = data[at:].split(b"\0", 2)[:3]
        at += len(name) + len(kind) + 2
        size = struct.unpack_from("<i", data, at)[0]
        attributes[name.decode()] = data[at + 4:at + 4 + size]
        at += 4 + size
    x0, y0, x1, y1 = struct.unpack("<4i", attributes["dataWindow"])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    channels, rest = [], attributes["channels"]
    while rest[0]:
        name, rest = rest.split(b"\0", 1)
        channels.append(name.decode())
        rest = rest[16:]
    lines = {0: 1, 2: 1, 3: 16}[attributes["compression"][0]]
    planes = np.zeros((height, len(channels), width), np.float16)
    for offset in struct.unpack_from(f"<{-(-height // lines)}Q", data, at + 1):
        y, size = struct.unpack_from("<2i", data, offset)
        count = min(lines, y1 + 1 - y)
        raw = np.frombuffer(data, np.uint8, size, offset + 8)
        if size < count * len(channels) * width * 2:
            raw = np.frombuffer(zlib.decompress(raw.tobytes()), np.uint8)
            raw = (np.cumsum(np.concatenate(([0], raw.astype(np.int64) - 128))[1:]) + 128).astype(np.uint8)
            half = -(-len(raw) // 2)
            joined = np.empty(len(raw), np.uint8)
            joined[0::2], joined[1::2] = raw[:half], raw[half:]
            raw = joined
        planes[y - y0:y - y0 + count] = np.frombuffer(raw.tobytes(), np.float16).reshape(count, len(channels), width)
    return np.stack([planes[:, channels.index(c)] for c in "RGB"], -1).astype(np.float32)
