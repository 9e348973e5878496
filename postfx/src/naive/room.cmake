# SPDX-License-Identifier: MIT
# Meters as others build them, for comparison.
photopic_room(naive
  blit_weights.cpp
  passes.cpp)

foreach(format r32f r16f)
  photopic_shader(photopic log_luminance_${format} naive/log_luminance.comp DEFINES LEVEL_FORMAT=${format})
endforeach()
