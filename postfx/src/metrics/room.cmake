# SPDX-License-Identifier: MIT
# Image metrics, a folder each, which says in metric.cmake what is in it.
photopic_room(metrics
  image_metrics.cpp
  parts.cpp
  validation.cpp
  values.cpp)
photopic_shader(photopic metrics_clear metrics/clear.comp)
photopic_shader(photopic metrics_copy metrics/copy.comp)

# In the order in which they are recorded.
set(metric_sets errors psnr ssim ciede2000 delta_e2000 psnr_hvs flip worst_tiles clusters)
set(declarations "")
set(entries "")
foreach(set IN LISTS metric_sets)
  include(${CMAKE_CURRENT_LIST_DIR}/${set}/metric.cmake)
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
