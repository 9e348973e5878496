# SPDX-License-Identifier: MIT
# Glare: a pyramid of the picture's light.
photopic_room(glare
  glare.cpp
  passes.cpp
  recording.cpp
  spread.cpp
  tables.cpp
  up_rows.cpp)

foreach(format rgba16f rgba32f r11f_g11f_b10f)
  photopic_shader(photopic glare_down_hdr_${format} glare/down.comp DEFINES FROM_HDR LEVEL_FORMAT=${format})
  photopic_shader(photopic glare_down_${format} glare/down.comp DEFINES LEVEL_FORMAT=${format})
  photopic_shader(photopic glare_tail_${format} glare/tail.comp DEFINES LEVEL_FORMAT=${format})
  photopic_shader(photopic glare_up_${format} glare/up.comp DEFINES LEVEL_FORMAT=${format})
endforeach()
photopic_pass_effect(glare TILE SHARED sampled_image storage_buffer)
