// SPDX-License-Identifier: MIT
// Parameters of glare, made of settings; making of its passes and levels.
#include "glare/glare.h"

#include <gpu/interface.h>
#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <algorithm>

#include "display/display.h"
#include "glare/levels.h"
#include "glare/passes.h"
#include "gpu/host/report.h"

namespace photopic::glare {
namespace {

/// What levels may be made of.
struct LevelFormat {
  VkFormat format;
  float most;  ///< exposed value of a channel; of 32 bits, one whose sums over a picture are finite
  const char* name;
};
constexpr LevelFormat kFormats[] = {{VK_FORMAT_R16G16B16A16_SFLOAT, 65504.0f, "R16G16B16A16_SFLOAT"},
                                    {VK_FORMAT_R32G32B32A32_SFLOAT, 1e28f, "R32G32B32A32_SFLOAT"},
                                    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 64512.0f, "B10G11R11_UFLOAT_PACK32"}};
static_assert(std::size(kFormats) == kLevelFormatCount);

std::size_t row_of(VkFormat format) {
  return static_cast<std::size_t>(std::find_if(std::begin(kFormats), std::end(kFormats),
                                               [&](const LevelFormat& row) { return row.format == format; }) -
                                  std::begin(kFormats));
}

Status check_format(const Gpu& gpu, VkFormat format) {
  const std::size_t row = row_of(format);
  if (row == kLevelFormatCount) {
    return report(gpu.device, Status::invalid_argument,
                  "create: tuning.glare_levels must be one of R16G16B16A16_SFLOAT R32G32B32A32_SFLOAT "
                  "B10G11R11_UFLOAT_PACK32");
  }
  if (format == VK_FORMAT_B10G11R11_UFLOAT_PACK32 && !gpu.device.shader_storage_image_extended_formats) {
    return report(gpu.device, Status::unsupported,
                  "create: tuning.glare_levels = B10G11R11_UFLOAT_PACK32: needs the feature "
                  "shaderStorageImageExtendedFormats");
  }
  constexpr VkFormatFeatureFlags kNeeds = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
  if ((gpu.optimal_features(format) & kNeeds) == kNeeds) return Status::ok;
  return report(gpu.device, Status::unsupported,
                "create: tuning.glare_levels = %s: can't be a sampled storage image on this device",
                kFormats[row].name);
}

}  // namespace

bool is_on(const Settings& settings) noexcept {
  const GlareSettings& glare = settings.glare;
  return glare.glare != GlareProfile::off && glare.bloom_scale > 0.0f &&
         (glare.glare == GlareProfile::eye || glare.veil_fraction > 0.0f);
}

gpu::GlareParams params(const Settings& settings) noexcept {
  if (!is_on(settings)) return {};
  const std::array<float, 3> row = luminance_row(settings.input);
  const float veil_from_lens = settings.glare.glare == GlareProfile::camera ? 1.0f : 0.0f;
  return {excess_above(settings), row[0], row[1], row[2], kernel_bits(settings), veil_from_lens};
}

float most_of(VkFormat format) noexcept { return kFormats[row_of(format)].most; }

bool has_halves(const Gpu& gpu, VkFormat levels) noexcept {
  return gpu.device.shader_float16 && !gpu.is_cpu && levels != VK_FORMAT_R32G32B32A32_SFLOAT;
}

Passes::Passes(const Gpu& gpu)
    : gpu_(gpu),
      down_hdr_(gpu),
      down_(gpu),
      tail_(gpu),
      up_(gpu),
      slots_(gpu, "glare settings"),
      up_rows_(gpu, "glare weights"),
      no_state_(gpu, "glare without a state"),
      levels_(gpu) {}

Passes::~Passes() = default;

Status Passes::create(const MadeFor& info) noexcept {
  format_ = info.glare_levels;
  Status status = check_format(gpu_, format_);
  if (status != Status::ok) return status;
  const std::size_t row = row_of(format_);
  status = slots_.create(settings_slot_count(info.view_count));
  if (status == Status::ok)
    status = up_rows_.create_mapped(sizeof(gpu::GlareUpRows), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (status == Status::ok) {
    status = no_state_.create(sizeof(gpu::ExposureState), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  }
  if (status == Status::ok) status = down_hdr_.create(*passes::glare_down_hdr_to[row]);
  if (status == Status::ok) status = down_.create(*passes::glare_down_to[row], PHOTOPIC_GLARE_MAX_LEVELS);
  if (status == Status::ok) status = tail_.create(*passes::glare_tail_in[row]);
  if (status == Status::ok) status = up_.create(*passes::glare_up_in[row], PHOTOPIC_GLARE_MAX_LEVELS);
  for (std::uint32_t measures = 0; measures < 2 && status == Status::ok; ++measures) {
    const Specialization constants[] = {{PHOTOPIC_SPEC_GLARE_MEASURES, measures}};
    status = down_hdr_.add_variant(measures, constants);
  }
  if (status == Status::ok) status = down_.add_variant(0, {});
  if (status == Status::ok) status = add_tail();
  if (status == Status::ok) status = up_.add_variant(0, {});
  return status == Status::ok ? make_sized(info.max_extent) : status;
}

Status Passes::add_tail() noexcept {
  const VkPhysicalDeviceLimits& limits = gpu_.limits;
  constexpr std::uint32_t kInvocations = PHOTOPIC_GLARE_WIDE_INVOCATIONS;
  // CPU devices have no cold instruction caches, and each barrier of theirs costs more the more invocations there are.
  const bool is_wide = !gpu_.is_cpu && limits.maxComputeWorkGroupInvocations >= kInvocations &&
                       limits.maxComputeWorkGroupSize[0] >= kInvocations &&
                       limits.maxComputeSharedMemorySize >= PHOTOPIC_GLARE_WIDE_BYTES(2u);
  if (!is_wide) return tail_.add_variant(0, {});
  const std::uint32_t chunks = limits.maxComputeSharedMemorySize >= PHOTOPIC_GLARE_WIDE_BYTES(1u) ? 1 : 2;
  const Specialization constants[] = {{PHOTOPIC_SPEC_GLARE_CHUNKS, chunks}, {PHOTOPIC_SPEC_GROUP, kInvocations}};
  return tail_.add_variant(0, constants);
}

Status Passes::make_sized(VkExtent2D max_extent) noexcept {
  return levels_.make([&](Levels& levels) { return levels.create(max_extent, format_); });
}

}  // namespace photopic::glare
