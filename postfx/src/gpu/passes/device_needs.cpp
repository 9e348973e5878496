// SPDX-License-Identifier: MIT
// Comparison of a pass's needs with a device's limits, and its message.
#include "gpu/passes/device_needs.h"

#include <gpu/interface.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <string_view>

#include "gpu/host/gpu.h"
#include "gpu/host/report.h"
#include "gpu/passes/packed_spirv.h"
#include "gpu/spirv/trim_spirv.h"

namespace photopic {
namespace {

// In the order of NeededLimit.
#define PHOTOPIC_LIMIT(name)                                                \
  {                                                                         \
#name, [](const VkPhysicalDeviceLimits& limits) { return limits.name; } \
  }
constexpr NeededLimitInfo kLimits[] = {
    PHOTOPIC_LIMIT(maxComputeWorkGroupInvocations),
    PHOTOPIC_LIMIT(maxComputeWorkGroupSize[0]),
    PHOTOPIC_LIMIT(maxComputeWorkGroupSize[1]),
    PHOTOPIC_LIMIT(maxComputeWorkGroupSize[2]),
    PHOTOPIC_LIMIT(maxComputeSharedMemorySize),
    PHOTOPIC_LIMIT(maxPushConstantsSize),
    PHOTOPIC_LIMIT(maxPerStageDescriptorStorageBuffers),
    PHOTOPIC_LIMIT(maxPerStageDescriptorStorageImages),
    PHOTOPIC_LIMIT(maxPerStageDescriptorSampledImages),
    PHOTOPIC_LIMIT(maxPerStageDescriptorSamplers),
    PHOTOPIC_LIMIT(maxPerStageResources),
};
#undef PHOTOPIC_LIMIT
static_assert(std::size(kLimits) == kNeededLimitCount);

/// `pass`: a name, or how names begin, with a * at the end. The first row that fits counts.
struct Feature {
  std::string_view pass;
  const char* leave_out;
};
constexpr Feature kFeatures[] = {
    {"single_pass_int64_local", "local exposure"},
    {"single_pass_portable_local", "local exposure"},
    {"single_pass_int64", "kMeter, or use tuning.meter_method = pyramid"},
    {"single_pass_portable", "kMeter, or use tuning.meter_method = pyramid"},
    {"single_pass_weighted", "the weights of the meter"},
    {"single_pass_weighted_samples", "the weights of the meter"},
    {"single_pass_portable_samples", "kMeter, or resolve the samples before"},
    {"single_pass_*", "kWithFused"},
    {"colors*", "automatic white balance"},
    {"log_luminance*", "tuning.without_pyramid_level_0 = 0, or the blit chain"},
    {"pyramid*", "workgroup_side = 16, or the pyramid"},
    {"adapt_scan", "ExposureScan"},
    {"adapt", "kMeter"},
    {"bake", "DisplayTransform::baked"},
    {"tone_map_light_*", "kWithContentLight or effects"},
    {"tone_map_layers_*", "layers"},
    {"tone_map_samples_*", "samples"},
    {"tone_map_*", "effects"},
    {"resolve_samples_*", "samples, or effects that look around"},
    {"store_picture_light_*", "kWithContentLight"},
    {"store_picture_*", "sharpening"},
    {"draw_signals_*", "sharpening"},
    {"draw_views_*", "output.view_mask"},
    {"draw_*", "effects"},
    {"glare_*", "glare"},
    {"acuity_*", "acuity"},
    {"local_*", "local exposure"},
    {"mesopic", "night"},
    {"flash_*", "FlashAnalyser"},
    {"content_light_*", "ContentLightMeter"},
    {"overlay_*", "DebugOverlay"},
    {"metrics_ssim*", "the metrics ssim, ssim-auto, ms-ssim and ssim-tiles"},
    {"metrics_lowpass*", "the metrics ssim-auto and ms-ssim"},
    {"metrics_flip*", "the metrics flip and flip-tiles"},
    {"metrics_errors", "the metric errors"},
    {"metrics_luma", "the metric psnr"},
    {"metrics_ciede2000*", "the metric ciede2000"},
    {"metrics_delta_e2000*", "the metric delta-e2000"},
    {"metrics_psnr_hvs*", "the metric psnr-hvs"},
    {"metrics_cells", "the metrics error-tiles, ssim-tiles and flip-tiles"},
    {"metrics_tiles", "the metrics error-tiles, ssim-tiles and flip-tiles"},
    {"metrics_mark", "the metric cluster"},
    {"metrics_clusters", "the metric cluster"},
    {"metrics_*", "ImageMetrics"},
};

bool is_named(std::string_view pattern, std::string_view pass) {
  if (!pattern.ends_with('*')) return pattern == pass;
  return pass.starts_with(pattern.substr(0, pattern.size() - 1));
}

/// The code of a variant, as the driver gets it; null without memory.
std::unique_ptr<std::uint32_t[]> code_of(const Gpu& gpu, const PackedSpirv& packed,
                                         std::span<const Specialization> constants, std::size_t* count) {
  std::unique_ptr<std::uint32_t[]> words = unpack(packed);
  *count = packed.word_count;
  if (words != nullptr && !gpu.takes_whole_code) *count = trim(words.get(), *count, constants);
  return words;
}

Status report_needs(const Gpu& gpu, const PassDesc& desc, const DeviceNeeds& needs) {
  if (needs.float16 && !gpu.device.shader_float16) {
    return report(gpu.device, Status::unsupported,
                  "%s: device.shader_float16 is 0, and the pass %s needs it: leave out %s", gpu.maker, desc.name,
                  leave_out(desc.name));
  }
  for (std::size_t i = 0; i < kNeededLimitCount; ++i) {
    const std::uint32_t there = kLimits[i].of_device(gpu.limits);
    if (there >= needs.least[i]) continue;
    return report(gpu.device, Status::unsupported, "%s: the device's %s is %u, and the pass %s needs %u: leave out %s",
                  gpu.maker, kLimits[i].name, there, desc.name, needs.least[i], leave_out(desc.name));
  }
  return report(gpu.device, Status::unsupported,
                "%s: the device's subgroupSupportedOperations in compute shaders are 0x%x, and the pass %s needs 0x%x: "
                "leave out %s",
                gpu.maker, gpu.subgroup_operations, desc.name, needs.subgroup_operations, leave_out(desc.name));
}

}  // namespace

// Kept true by the test DeviceNeeds.TheMostOfAllPassesIsAConstant.
constexpr DeviceNeeds kMostNeeds = {{256, 256, 16, 1, 26272, kMaxPushBytes, 6, 2, 7, 7, 13}, 0x5};

const NeededLimitInfo& limit_info(NeededLimit limit) noexcept { return kLimits[static_cast<std::size_t>(limit)]; }

DeviceNeeds device_needs(const PassDesc& desc, const ShaderNeeds& code, std::uint32_t bindings) noexcept {
  using enum NeededLimit;
  DeviceNeeds needs;
  needs[invocations] = code.group_size[0] * code.group_size[1] * code.group_size[2];
  needs[group_width] = code.group_size[0];
  needs[group_height] = code.group_size[1];
  needs[group_depth] = code.group_size[2];
  needs[shared_bytes] = code.shared_bytes;
  needs[push_bytes] = desc.push_bytes;
  needs.subgroup_operations = code.subgroup_operations;
  needs.float16 = code.float16;
  const bool is_drawn = code.group_size[0] == 0;
  if (is_drawn) needs[resources] = 1;  // the attachment
  for (std::uint32_t i = 0; i < desc.bindings.size(); ++i) {
    if ((bindings >> i & 1u) == 0 || desc.bindings[i] == BindingKind::none) continue;
    ++needs[resources];
    switch (desc.bindings[i]) {
      case BindingKind::storage_buffer:
        ++needs[storage_buffers];
        break;
      case BindingKind::storage_image:
        ++needs[storage_images];
        break;
      default:
        ++needs[sampled_images];
        ++needs[samplers];
        break;
    }
  }
  return needs;
}

bool fits(const Gpu& gpu, const DeviceNeeds& needs) noexcept {
  for (std::size_t i = 0; i < kNeededLimitCount; ++i) {
    if (kLimits[i].of_device(gpu.limits) < needs.least[i]) return false;
  }
  return (needs.subgroup_operations & ~gpu.subgroup_operations) == 0 && (!needs.float16 || gpu.device.shader_float16);
}

bool has_small_groups(const Gpu& gpu) noexcept {
  return std::min(gpu.limits.maxComputeWorkGroupInvocations, gpu.limits.maxComputeWorkGroupSize[0]) <
         kMostNeeds[NeededLimit::invocations];
}

std::span<const Specialization> with_device_constants(const Gpu& gpu, std::span<const Specialization> constants,
                                                      std::span<Specialization, kMaxConstants> room) noexcept {
  const VkPhysicalDeviceLimits& limits = gpu.limits;
  std::size_t count = constants.size();
  assert(count + 2 <= room.size());
  std::copy(constants.begin(), constants.end(), room.begin());
  if (has_small_groups(gpu)) {
    const auto group = std::find_if(room.begin(), room.begin() + std::ptrdiff_t(count),
                                    [](const Specialization& one) { return one.id == PHOTOPIC_SPEC_GROUP; });
    const std::uint32_t wanted = group != room.begin() + std::ptrdiff_t(count) ? group->value : UINT32_MAX;
    if (wanted == UINT32_MAX) ++count;
    *group = {PHOTOPIC_SPEC_GROUP, std::min<std::uint32_t>(wanted, PHOTOPIC_SMALL_GROUP)};
  }
  if (limits.maxComputeSharedMemorySize < kMostNeeds[NeededLimit::shared_bytes]) {
    room[count++] = {PHOTOPIC_SPEC_SMALL_MEMORY, 1};
  }
  return room.first(count);
}

const char* leave_out(const char* pass) noexcept {
  for (const Feature& feature : kFeatures) {
    if (is_named(feature.pass, pass)) return feature.leave_out;
  }
  return "it";
}

Status check_needs(const Gpu& gpu, const PassDesc& desc, std::span<const Specialization> constants,
                   std::uint32_t* bindings) noexcept {
  ShaderNeeds code = desc.spirv->needs;
  DeviceNeeds needs = device_needs(desc, code, *bindings | code.bindings);
  if (code.is_specialized || !fits(gpu, needs)) {  // what the variant runs may need less
    std::size_t count = 0;
    const std::unique_ptr<std::uint32_t[]> words = code_of(gpu, *desc.spirv, constants, &count);
    if (words == nullptr || !needs_of(words.get(), count, constants, &code)) {
      return report(gpu.device, Status::out_of_memory, "%s: out of host memory", gpu.maker);
    }
    needs = device_needs(desc, code, *bindings | code.bindings);
  }
  *bindings |= code.bindings;
  return fits(gpu, needs) ? Status::ok : report_needs(gpu, desc, needs);
}

}  // namespace photopic
