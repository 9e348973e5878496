# SPDX-License-Identifier: MIT
# The meter: single pass and pyramid.
photopic_room(meter
  color_meter.cpp
  level_meter.cpp
  passes.cpp
  pyramid.cpp
  reduction_plan.cpp
  single_pass.cpp)

foreach(pass log_luminance pyramid_hdr pyramid)
  photopic_shader(photopic ${pass}_r32f meter/${pass}.comp DEFINES LEVEL_FORMAT=r32f)
endforeach()
photopic_shader(photopic colors meter/colors.comp)
photopic_shader(photopic colors_weighted meter/colors.comp BASE colors DEFINES METER_WEIGHTED)
photopic_shader(photopic colors_samples meter/colors.comp BASE colors DEFINES HDR_SAMPLES)
photopic_shader(photopic colors_weighted_samples meter/colors.comp BASE colors_weighted DEFINES METER_WEIGHTED HDR_SAMPLES)
photopic_shader(photopic colors_layers meter/colors.comp BASE colors DEFINES HDR_LAYERS)
photopic_shader(photopic colors_weighted_layers meter/colors.comp BASE colors_weighted DEFINES METER_WEIGHTED HDR_LAYERS)
foreach(implementation int64 portable weighted)
  string(TOUPPER METER_${implementation} define)  # METER_INT64, METER_WEIGHTED
  set(name single_pass_${implementation})
  set(base "")
  set(fused_base "")
  if(NOT implementation STREQUAL int64)
    set(base single_pass_int64)
    set(fused_base single_pass_int64_rgba8)
  endif()
  photopic_shader(photopic ${name} meter/single_pass.comp BASE ${base} DEFINES ${define})
  photopic_output_shaders(photopic ${name} meter/single_pass.comp BASE ${fused_base} DEFINES ${define})
  photopic_shader(photopic ${name}_layers meter/single_pass.comp BASE ${name} DEFINES ${define} HDR_LAYERS)
endforeach()
photopic_shader(photopic single_pass_int64_local meter/single_pass.comp BASE single_pass_int64
                DEFINES METER_INT64 METER_LOCAL)
photopic_shader(photopic single_pass_portable_local meter/single_pass.comp BASE single_pass_portable
                DEFINES METER_PORTABLE METER_LOCAL)
foreach(implementation portable weighted)
  string(TOUPPER METER_${implementation} define)
  photopic_shader(photopic single_pass_${implementation}_samples meter/single_pass.comp
                  BASE single_pass_${implementation} DEFINES ${define} HDR_SAMPLES)
endforeach()
