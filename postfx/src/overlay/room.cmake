# SPDX-License-Identifier: MIT
# The debug overlay.
photopic_room(overlay
  debug_overlay.cpp
  layout.cpp
  passes.cpp)

photopic_shader(photopic overlay_gather overlay/gather.comp)
photopic_shader(photopic overlay_compose overlay/compose.comp)
photopic_shader(photopic overlay_draw_rgba8 overlay/draw.comp DEFINES LDR_FORMAT=rgba8 LDR_IS_8_BIT)
photopic_shader(photopic overlay_draw_rgba16f overlay/draw.comp DEFINES LDR_FORMAT=rgba16f)
