# SPDX-License-Identifier: MIT
# Meters as others build them, for comparison.
photopic_room(naive
  blit_chain.cpp
  blit_weights.cpp
  naive_meters.cpp
  passes.cpp)

# Those of the meter with levels of halves, and the published tap.
foreach(pass log_luminance pyramid_hdr pyramid)
  photopic_shader(photopic ${pass}_r16f meter/${pass}.comp BASE ${pass}_r32f DEFINES LEVEL_FORMAT=r16f)
endforeach()
foreach(format r32f r16f)
  photopic_shader(photopic pyramid_linear_${format} naive/pyramid_linear.comp BASE pyramid_r32f
                  DEFINES LEVEL_FORMAT=${format})
endforeach()
