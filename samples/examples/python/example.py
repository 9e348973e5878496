#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Example in Python, cell by cell as in a notebook: a scene is metered and developed, an eye walks out of a tunnel, a
strobe is judged. `example.py OUT.png` writes the pictures side by side."""
import sys

import numpy as np
import photopic
from photopic import files, png

# %% A scene, scene-linear: a sky, a chequered ground, and a sun of 5000.
y, x = np.mgrid[0:180, 0:320].astype(np.float32)
scene = np.where((y < 120)[..., None], (8 + 0.1 * y)[..., None] * np.float32([0.6, 0.8, 1.2]),
                 np.where((x // 16 + y // 12) % 2 == 0, 0.5, 0.05)[..., None] * np.float32([1.0, 0.8, 0.5]))
scene[np.hypot(x - 230, y - 50) < 12] += 5000 * np.float32([1.0, 0.9, 0.7])

# %% What the meter says.
measured = photopic.meter(scene)
print(f"EV100 {measured['scene_ev100']:.2f}, exposure {measured['exposure']:.4f}")

# %% The picture, by two operators.
pictures = [photopic.develop(scene, {"tone_map.tone_mapper": word})[0] for word in ("agx", "pbr-neutral")]
result = photopic.compare(*pictures, ["flip", "ssim"])
print(f"apart by FLIP {result['flip_mean']:.3f}")

# %% Out of a tunnel of EV 4 into the day of EV 14, at 24 frames a second.
walk = np.where(np.arange(240) < 48, 4.0, 14.0)
eye = photopic.Adaptation({"exposure.curve": "exponential", "exposure.to_bright_time_constant_s": 0.8})
states = eye.run(walk, 1 / 24)
adapted = states["adapted_ev100"]
print(f"a second after the end of the tunnel: EV {adapted[48 + 24]:.2f}, at the end {adapted[-1]:.2f}")

# %% A plot of it without a library: a row of pixels for each half stop.
plot = np.full((180, 240, 3), 32, np.uint8)
for values, color in ((walk, (120, 120, 120)), (adapted, (255, 200, 60))):
    plot[(170 - 10 * np.asarray(values)).round().astype(int), np.arange(240)] = color

# %% A strobe of 10 Hz fails; the pictures above, one after the other once a second, don't.
strobe = (np.full((90, 160), 255 * (i // 3 % 2), np.uint8) for i in range(60))
found = photopic.flashes(strobe, fps=60)
print(f"strobe: {found.verdict}, {[(event.verdict, round(event.from_s, 2)) for event in found.events]}")
assert found.verdict == "fail" and photopic.flashes(pictures, fps=1).verdict == "pass"

if len(sys.argv) > 1:
    files.write_atomically(sys.argv[1], png.encode(np.concatenate([*pictures, plot], axis=1)))
