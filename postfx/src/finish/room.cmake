# SPDX-License-Identifier: MIT
# The final pass: exposure, tone mapping, encoding.
photopic_room(finish
  aces2_slots.cpp
  finish.cpp
  passes.cpp
  variants.cpp)

photopic_output_shaders(photopic tone_map finish/tone_map.comp)
