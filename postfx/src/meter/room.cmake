# SPDX-License-Identifier: MIT
# The meter: single pass and pyramid.
photopic_room(meter
  color_meter.cpp
  level_meter.cpp
  passes.cpp
  pyramid.cpp
  reduction_plan.cpp
  single_pass.cpp)

foreach(format r32f r16f)
  photopic_shader(photopic log_luminance_${format} meter/log_luminance.comp DEFINES LEVEL_FORMAT=${format})
  photopic_shader(photopic pyramid_hdr_${format} meter/pyramid_hdr.comp DEFINES LEVEL_FORMAT=${format})
  photopic_shader(photopic pyramid_${format} meter/pyramid.comp DEFINES LEVEL_FORMAT=${format})
endforeach()
photopic_shader(photopic colors meter/colors.comp)
photopic_shader(photopic colors_weighted meter/colors.comp DEFINES METER_WEIGHTED)
foreach(implementation int64 portable weighted)
  string(TOUPPER METER_${implementation} define)  # METER_INT64, METER_WEIGHTED
  set(name single_pass_${implementation})
  photopic_shader(photopic ${name} meter/single_pass.comp DEFINES ${define})
  photopic_output_shaders(photopic ${name} meter/single_pass.comp DEFINES ${define})
endforeach()
