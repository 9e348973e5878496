# SPDX-License-Identifier: MIT
# Baked looks: the LUT and what fills it.
photopic_room(lut
  baked_looks.cpp
  host_tone_map.cpp
  hue_spline.cpp
  look_params.cpp
  passes.cpp
  shaper.cpp)

photopic_shader(photopic bake lut/bake.comp BASE tone_map_rgba8)
