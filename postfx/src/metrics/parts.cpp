// SPDX-License-Identifier: MIT
// Pixel formats, bindings and sums that several metrics use.
#include "metrics/parts.h"

#include <cmath>

#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

#define PHOTOPIC_METRIC_SETS(SET) \
  SET(ciede2000) SET(clusters) SET(delta_e2000) SET(errors) SET(flip) SET(psnr) SET(psnr_hvs) SET(ssim) SET(worst_tiles)
#define SET(name) extern const MetricSet name##_metrics;
PHOTOPIC_METRIC_SETS(SET)
#undef SET

std::span<const MetricSet* const> metric_sets() noexcept {
#define SET(name) &name##_metrics,
  static constexpr const MetricSet* kAll[] = {PHOTOPIC_METRIC_SETS(SET)};
#undef SET
  return kAll;
}

namespace {

/// Bits of the metrics for which `is_taken` is true.
template <class Predicate>
std::uint32_t metrics_that(const Predicate& is_taken) noexcept {
  std::uint32_t metrics = 0;
  for (const MetricSet* set : metric_sets()) {
    for (const MetricNeeds& needs : set->needs) {
      if (is_taken(needs)) metrics |= needs.metric;
    }
  }
  return metrics;
}

}  // namespace

bool describe(VkFormat format, std::uint32_t bits, PixelFormat* out) noexcept {
  const auto accept = [&](PixelFormat made) {
    if (bits != 0 && bits != made.bits) return false;
    *out = made;
    return true;
  };
  switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32:
      return accept({PHOTOPIC_METRICS_KIND_RGB, 8, 255});
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return accept({PHOTOPIC_METRICS_KIND_RGB, 10, 1023});
    case VK_FORMAT_R16G16B16A16_UNORM:
      return accept({PHOTOPIC_METRICS_KIND_RGB, 16, 65535});
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R32G32B32A32_SFLOAT:
      if (bits != 0) return false;
      *out = {PHOTOPIC_METRICS_KIND_FLOAT, 8, 1};
      return true;
    case VK_FORMAT_R8_UNORM:
      return accept({PHOTOPIC_METRICS_KIND_PLANES, 8, 255});
    case VK_FORMAT_R16_UNORM:
      if (bits != 0 && (bits < 9 || bits > 16)) return false;
      *out = {PHOTOPIC_METRICS_KIND_PLANES, bits == 0 ? 16 : bits, 65535};
      return true;
    default:
      return false;
  }
}

std::uint32_t supported_metrics(VkFormat format, std::uint32_t bits) noexcept {
  PixelFormat pixel;
  if (!describe(format, bits, &pixel)) return 0;
  return metrics_that([&](const MetricNeeds& needs) {
    return (needs.takes_floats || !pixel.is_float()) && (needs.takes_planes || !pixel.is_planes()) &&
           pixel.bits <= needs.max_bits;
  });
}

std::uint32_t metrics_for(VkExtent2D extent, Chroma chroma) noexcept {
  return metrics_that([&](const MetricNeeds& needs) {
    const VkExtent2D least = needs.in_each_plane ? plane_extent(extent, chroma, 1) : extent;
    return least.width >= needs.min_side && least.height >= needs.min_side;
  });
}

double psnr_db(double mse, double peak) noexcept { return 10.0 * std::log10(peak * peak / mse); }

gpu::MetricsSource MetricParts::source(const MetricsStrip& strip) const noexcept {
  constexpr std::uint32_t kAnyColumn_bits = 16;
  const std::uint32_t column_bits =
      info.strips.columns == 0 ? kAnyColumn_bits : std::uint32_t(std::countr_zero(info.strips.columns));
  return {strip.image_row, strip.image_rows, column_bits, strip.first_row};
}

Status MetricParts::create_scratches() const noexcept {
  for (const Scratch& scratch : scratches()) {
    PHOTOPIC_TRY(scratch.buffer->create(scratch.bytes, scratch.usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT));
  }
  return Status::ok;
}

std::array<Specialization, PHOTOPIC_METRICS_SPEC_COUNT> MetricParts::constants(bool has_mask,
                                                                               std::uint32_t map_bits) const noexcept {
  const VkExtent2D shift = format.is_planes() ? chroma_shift(info.chroma) : VkExtent2D{0, 0};
  return {{{PHOTOPIC_METRICS_SPEC_KIND, format.kind},
           {PHOTOPIC_METRICS_SPEC_BITS, format.bits},
           {PHOTOPIC_METRICS_SPEC_VIEW_PEAK, format.view_peak},
           {PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X, shift.width},
           {PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y, shift.height},
           {PHOTOPIC_METRICS_SPEC_HAS_MASK, has_mask ? 1u : 0u},
           {PHOTOPIC_METRICS_SPEC_HAS_MAP, map_bits},
           strips_constant()}};
}

Status MetricParts::add_variants(ComputePass& pass, std::uint32_t map_variants) const noexcept {
  Status status = Status::ok;
  const std::uint32_t variants = info.has_mask ? 2 * map_variants : map_variants;
  for (std::uint32_t i = 0; i < variants && status == Status::ok; ++i) {
    status = pass.add_variant(i, constants(i >= map_variants, i % map_variants));
  }
  return status;
}

PairBindings::PairBindings(const MetricRecording& recording, Binding results) noexcept {
  constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  const auto add_image = [&](const std::array<VkImageView, 3>& views) {
    for (VkImageView view : views) add(image_binding(view == VK_NULL_HANDLE ? views[0] : view, kRead));
  };
  add_image(recording.pair.reference);
  add_image(recording.pair.test);
  // Unused bindings need a valid image, too; the shader leaves it unread.
  add(image_binding(recording.has_mask() ? recording.pair.mask : recording.pair.reference[0], kRead));
  add(results);
}

void add_floats(const std::uint32_t* words, std::uint32_t count, std::uint32_t stride, double* sum) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) *sum += double{std::bit_cast<float>(words[std::size_t{i} * stride])};
}

std::uint64_t sum_of_halves(const std::uint32_t* words, std::uint32_t count, std::uint32_t stride) noexcept {
  std::uint64_t low = 0, high = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    low += words[std::size_t{i} * stride];
    high += words[std::size_t{i} * stride + 1];
  }
  return low + (high << 16);
}

}  // namespace photopic
