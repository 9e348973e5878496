# SPDX-License-Identifier: MIT
# Image metrics, a folder each, which says in metric.cmake what is in it: folders with that file are all that there are.
photopic_room(metrics
  image_metrics.cpp
  parts.cpp
  planning.cpp
  strips.cpp
  validation.cpp
  values.cpp)
photopic_shader(photopic metrics_clear metrics/clear.comp)
photopic_shader(photopic metrics_copy metrics/copy.comp)

file(GLOB metric_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*/metric.cmake)
foreach(file IN LISTS metric_files)
  include(${file})
endforeach()
