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

# Of each step of a recording, the passes of all sets are recorded in this order, in which none needs another's.
file(GLOB metric_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*/metric.cmake)
set(declarations "")
set(entries "")
foreach(file IN LISTS metric_files)
  include(${file})
  cmake_path(GET file PARENT_PATH set)
  cmake_path(GET set FILENAME set)
  string(APPEND declarations "extern const MetricSet ${set}_metrics;\n")
  string(APPEND entries " &${set}_metrics,")
endforeach()
file(CONFIGURE OUTPUT ${PHOTOPIC_SPIRV_DIR}/metric_sets.cpp CONTENT "// SPDX-License-Identifier: MIT
// List of the sets of metrics. Made by postfx/src/metrics/room.cmake.
#include <metrics/parts.h>
namespace photopic {
@declarations@std::span<const MetricSet* const> metric_sets() noexcept {
  static constexpr const MetricSet* kAll[] = {@entries@};
  return kAll;
}
}  // namespace photopic
" @ONLY)
target_sources(photopic PRIVATE ${PHOTOPIC_SPIRV_DIR}/metric_sets.cpp)
