# SPDX-License-Identifier: MIT
# The final pass: exposure, tone mapping, encoding.
photopic_room(finish
  finish.cpp
  passes.cpp)

photopic_shader(photopic tone_map_rgba8 finish/tone_map.comp DEFINES LDR_FORMAT=rgba8 LDR_IS_8_BIT)
photopic_shader(photopic tone_map_rgba16f finish/tone_map.comp DEFINES LDR_FORMAT=rgba16f)
