// SPDX-License-Identifier: MIT
// The module's compute passes as data: SPIR-V, binding kinds, push-constant size. No Vulkan objects, so that another
// executor can run the same table.
#ifndef PHOTOPIC_SRC_PASSES_H
#define PHOTOPIC_SRC_PASSES_H

#include <cstdint>
#include <span>

namespace photopic {

enum class BindingKind : std::uint32_t { sampled_image, storage_image, storage_buffer };

struct PassDesc {
  const char* name;
  std::span<const std::uint32_t> spirv;
  std::span<const BindingKind> bindings;  ///< of binding 0, 1, ...
  std::uint32_t push_bytes;
};

namespace passes {
extern const PassDesc log_luminance_r32f;
extern const PassDesc log_luminance_r16f;
extern const PassDesc reduce_hdr_r32f;
extern const PassDesc reduce_hdr_r16f;
extern const PassDesc reduce_r32f;
extern const PassDesc reduce_r16f;
extern const PassDesc adapt;
extern const PassDesc meter_int64;
extern const PassDesc meter_int64_rgba8;  // fused with tone mapping
extern const PassDesc meter_int64_rgba16f;
extern const PassDesc meter_portable;
extern const PassDesc meter_portable_rgba8;
extern const PassDesc meter_portable_rgba16f;
extern const PassDesc meter_weighted;
extern const PassDesc meter_weighted_rgba8;
extern const PassDesc meter_weighted_rgba16f;
extern const PassDesc tone_map_rgba8;
extern const PassDesc tone_map_rgba16f;
extern const PassDesc overlay_gather;
extern const PassDesc overlay_compose;
extern const PassDesc overlay_draw_rgba8;
extern const PassDesc overlay_draw_rgba16f;
extern const PassDesc metrics_clear;
extern const PassDesc metrics_copy;
extern const PassDesc metrics_errors;
extern const PassDesc metrics_luma;
extern const PassDesc metrics_ssim;
extern const PassDesc metrics_ssim_level;
extern const PassDesc metrics_box;
extern const PassDesc metrics_lowpass;
extern const PassDesc metrics_lowpass_level;
extern const PassDesc metrics_flip_rows;
extern const PassDesc metrics_flip_errors;
extern const PassDesc metrics_flip_pool;
extern const PassDesc metrics_ciede2000;  // in pairs of floats
extern const PassDesc metrics_ciede2000_float64;
extern const PassDesc metrics_psnr_hvs;
}  // namespace passes

/// All of the above, for tests and tools.
std::span<const PassDesc* const> all_passes() noexcept;

}  // namespace photopic

#endif
