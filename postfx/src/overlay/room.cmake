# SPDX-License-Identifier: MIT
# The debug overlay.
photopic_room(overlay
  debug_overlay.cpp
  font.cpp
  glare_view.cpp
  layout.cpp
  panel_texts.cpp
  params.cpp
  passes.cpp
  placement.cpp
  text_writer.cpp)

photopic_output_shaders(photopic overlay_draw overlay/draw.comp)
photopic_shader(photopic overlay_gather overlay/gather.comp BASE overlay_draw_rgba8)
photopic_output_shaders(photopic overlay_gather_stored overlay/gather.comp BASE overlay_gather DEFINES STORED)
photopic_shader(photopic overlay_compose overlay/compose.comp BASE overlay_draw_rgba8)
photopic_output_shaders(photopic overlay_display overlay/display.comp BASE tone_map_rgba8)
photopic_output_shaders(photopic overlay_waveform overlay/waveform.comp)
