#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A shot of 240 frames: a drive through a tunnel into daylight, as ACES2065-1 OpenEXR with overscan.

shot.py OUT [--overscan N] [--steady] writes OUT/tunnel.0001.exr and on. The display window has 160 x 90 texels; the
data window has N texels more on each side. Half floats, not compressed, as SMPTE ST 2065-4 asks for. Light of 1 is a
white wall in a lit room. Needs NumPy.
"""
import argparse
import pathlib
import struct

import numpy as np

WIDTH, HEIGHT, FRAMES, FPS = 160, 90, 240, 24
SPEED = 12.0  # m/s
LENGTH = 84.0  # of the tunnel, m
HALF, TOP = 3.2, 4.4  # half of its width, its height, m
EYE = np.array([-0.9, 1.5])
SPACING = 7.0  # of the lamps, m
AP0 = (0.7347, 0.2653, 0.0, 1.0, 0.0001, -0.077, 0.32168, 0.33767)
# Linear BT.709 to ACES2065-1, Bradford from D65.
TO_AP0 = np.array([[0.439633, 0.382989, 0.177378], [0.089776, 0.813439, 0.096784], [0.017541, 0.111547, 0.870912]])


def attribute(name, kind, value):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value


def write_exr(path, picture, overscan):
    """picture: rows from above, RGB in ACES2065-1; the display window begins `overscan` texels inside."""
    rows, columns, _ = picture.shape
    channels = b"".join(name + b"\0" + struct.pack("<iB3xii", 1, 0, 1, 1) for name in (b"B", b"G", b"R")) + b"\0"
    left = top = -overscan
    header = struct.pack("<ii", 20000630, 2) + b"".join([
        attribute("acesImageContainerFlag", "int", struct.pack("<i", 1)),
        attribute("channels", "chlist", channels),
        attribute("chromaticities", "chromaticities", struct.pack("<8f", *AP0)),
        attribute("compression", "compression", b"\0"),
        attribute("dataWindow", "box2i", struct.pack("<4i", left, top, left + columns - 1, top + rows - 1)),
        attribute("displayWindow", "box2i", struct.pack("<4i", 0, 0, WIDTH - 1, HEIGHT - 1)),
        attribute("framesPerSecond", "rational", struct.pack("<iI", FPS, 1)),
        attribute("lineOrder", "lineOrder", b"\0"),
        attribute("pixelAspectRatio", "float", struct.pack("<f", 1)),
        attribute("screenWindowCenter", "v2f", struct.pack("<2f", 0, 0)),
        attribute("screenWindowWidth", "float", struct.pack("<f", 1)),
    ]) + b"\0"
    line = columns * 6
    first = len(header) + 8 * rows
    offsets = struct.pack(f"<{rows}Q", *(first + row * (8 + line) for row in range(rows)))
    planes = picture[:, :, ::-1].transpose(0, 2, 1).astype("<f2")  # rows of B, then G, then R
    body = b"".join(struct.pack("<ii", top + row, line) + planes[row].tobytes() for row in range(rows))
    path.write_bytes(header + offsets + body)


def noise(x, y):
    """Fixed noise of places, 0..1, in cells of 1."""
    value = np.sin(np.floor(x) * 12.9898 + np.floor(y) * 78.233) * 43758.5453
    return value - np.floor(value)


def outside(direction):
    """Sky with a bright haze near the horizon, and a meadow beside the road."""
    up = direction[..., 1]
    haze = np.exp(-np.maximum(up, 0) * 6)[..., None]
    sky = 90 * ((1 - haze) * np.array([0.25, 0.45, 1.0]) + haze * np.array([1.0, 0.95, 0.85]))
    return np.where(up[..., None] > 0, sky, 45 * np.array([0.22, 0.33, 0.1]))


def light_on(point, normal, z_eye, strobe):
    """Light of the lamps, of the strobe, and of the day through the exit, on points of the tunnel."""
    light = strobe / (1 + ((point[..., 2] - z_eye) / 10) ** 2)
    nearest = np.round(point[..., 2] / SPACING - 0.5)
    for step in (-2, -1, 0, 1, 2):
        number = nearest + step
        lamp_z = (number + 0.5) * SPACING
        to = np.stack([0 - point[..., 0], TOP - 0.05 - point[..., 1], lamp_z - point[..., 2]], -1)
        square = (to * to).sum(-1)
        cosine = np.maximum((to * normal).sum(-1), 0) / np.sqrt(square)
        down = np.maximum(to[..., 1], 0.05) / np.sqrt(square)
        light += np.where((lamp_z > 0) & (lamp_z < LENGTH), 3.2 * cosine * down / square, 0)
    ahead = np.maximum(LENGTH - point[..., 2], 0.3)
    area = 2 * HALF * TOP
    return light + 0.02 + 60 * area / (np.pi * ahead * ahead + area) * np.maximum(normal[..., 2], 0.0) \
        + 24 * area / (np.pi * ahead * ahead + area) / (1 + ahead / 4)


def render(frame, overscan, steady):
    time = frame / FPS
    z_eye = SPEED * time
    # From second 1 to 3, a strobe on the car's roof flashes at 6 Hz.
    strobe = 6.0 if not steady and 1 <= time < 3 and (time * 6) % 1 < 0.5 else 0.0
    columns, rows = WIDTH + 2 * overscan, HEIGHT + 2 * overscan
    total = np.zeros((rows, columns, 3))
    for dx, dy in ((0.25, 0.25), (0.75, 0.75)):
        x = (np.arange(columns, dtype=np.float32) - overscan + dx) / WIDTH * 2 - 1
        y = (1 - (np.arange(rows, dtype=np.float32) - overscan + dy) / HEIGHT * 2) * HEIGHT / WIDTH
        direction = np.stack([*np.meshgrid(0.75 * x, 0.75 * y), np.ones((rows, columns), np.float32)], -1)
        direction /= np.linalg.norm(direction, axis=-1, keepdims=True)
        origin = np.array([*EYE, z_eye], np.float32)
        with np.errstate(divide="ignore"):
            wall = np.where(direction[..., 0] > 0, HALF - EYE[0], -HALF - EYE[0]) / direction[..., 0]
            lid = np.where(direction[..., 1] > 0, TOP - EYE[1], -EYE[1]) / direction[..., 1]
        distance = np.minimum(wall, lid)
        point = origin + distance[..., None] * direction
        is_wall = wall < lid
        normal = np.where(is_wall[..., None], np.stack([-np.sign(direction[..., 0]), 0 * lid, 0 * lid], -1),
                          np.stack([0 * lid, -np.sign(direction[..., 1]), 0 * lid], -1))
        along, across = point[..., 2], point[..., 0]
        floor = ~is_wall & (direction[..., 1] < 0)
        tile = np.where(is_wall, noise(along * 1.5, point[..., 1] * 3), noise(along, across * 2))
        albedo = (0.34 + 0.12 * tile)[..., None] * np.array([1.0, 0.97, 0.9])
        stripe = is_wall & (point[..., 1] > 1.0) & (point[..., 1] < 1.5)
        albedo = np.where(stripe[..., None], np.array([0.55, 0.07, 0.03]), albedo)
        line = floor & (np.abs(across) < 0.09) & ((along % 6) < 3)
        albedo = np.where(floor[..., None], 0.09, albedo)
        albedo = np.where(line[..., None], 0.7, albedo)
        inside = (albedo / np.pi) * light_on(point, normal, z_eye, strobe)[..., None]
        if z_eye >= LENGTH:
            inside = outside(direction)
        near = (along % SPACING - SPACING / 2)
        lamp = ~is_wall & ~floor & (np.abs(across) < 0.5) & (np.abs(near) < 0.3)
        inside = np.where(lamp[..., None] & (z_eye < LENGTH), 14 * np.array([1.0, 0.86, 0.66]), inside)
        road = floor & (np.abs(across) < HALF)
        day = np.where(road[..., None], np.where(line[..., None], 60.0, 22 + 4 * tile[..., None]), outside(direction))
        total += np.where(((along < LENGTH) & (z_eye < LENGTH))[..., None], inside, day)
    return total / 2 @ TO_AP0.T


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--overscan", type=int, default=10, help="texels on each side")
    parser.add_argument("--steady", action="store_true", help="without the strobe")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for frame in range(FRAMES):
        picture = render(frame, options.overscan, options.steady)
        write_exr(options.out / f"tunnel.{frame + 1:04}.exr", picture, options.overscan)


main()
