// SPDX-License-Identifier: MIT
// Passes of the meter: the single pass and the pyramid.
#ifndef PHOTOPIC_SRC_METER_PASSES_H
#define PHOTOPIC_SRC_METER_PASSES_H

#include <vulkan/vulkan_core.h>

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

extern const PassDesc colors;
extern const PassDesc colors_weighted;
extern const PassDesc single_pass_int64;
extern const PassDesc single_pass_portable;
extern const PassDesc single_pass_weighted;
/// In whose read local exposure's grid is built.
extern const PassDesc single_pass_int64_local;
extern const PassDesc single_pass_portable_local;
/// HDR images of several samples.
extern const PassDesc colors_samples;
extern const PassDesc colors_weighted_samples;
extern const PassDesc single_pass_portable_samples;
extern const PassDesc single_pass_weighted_samples;
/// Layers of arrays.
extern const PassDesc colors_layers;
extern const PassDesc colors_weighted_layers;
extern const PassDesc single_pass_int64_layers;
extern const PassDesc single_pass_portable_layers;
extern const PassDesc single_pass_weighted_layers;
/// Fused with tone mapping, by row of the output format.
extern const PassDesc* const single_pass_int64_to[];
extern const PassDesc* const single_pass_portable_to[];
extern const PassDesc* const single_pass_weighted_to[];

// ---- meters with levels, by the levels' format ----
inline constexpr BindingKind kPyramidHdrKinds[] = {
    BindingKind::sampled_image,  // HDR image
    BindingKind::storage_image,  // target
    BindingKind::storage_image,  // level 0
    BindingKind::storage_buffer  // counts
};
inline constexpr BindingKind kPyramidKinds[] = {
    BindingKind::sampled_image,  // HDR image or source
    BindingKind::storage_image,  // level 0 or target
    BindingKind::storage_buffer  // counts
};
extern const PassDesc log_luminance_r32f;
extern const PassDesc pyramid_hdr_r32f;
extern const PassDesc pyramid_r32f;
/// Passes of one format of levels.
struct LevelPasses {
  VkFormat format;
  const PassDesc* log_luminance;
  const PassDesc* pyramid_hdr;
  const PassDesc* pyramid;
};
inline constexpr LevelPasses kLevelPasses = {VK_FORMAT_R32_SFLOAT, &log_luminance_r32f, &pyramid_hdr_r32f,
                                             &pyramid_r32f};

}  // namespace photopic::passes

#endif
