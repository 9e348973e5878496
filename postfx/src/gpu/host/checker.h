// SPDX-License-Identifier: MIT
// Checks of arguments, chained.
#ifndef PHOTOPIC_SRC_GPU_CHECKER_H
#define PHOTOPIC_SRC_GPU_CHECKER_H

#include <photopic/post_process.h>

#include "display/stored_formats.h"
#include "settings/made_for.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "gpu/host/gpu.h"
#include "gpu/host/report.h"

namespace photopic {

inline constexpr double kMaxFloat = std::numeric_limits<float>::max();
/// Of EV100 and log2 luminance: 2^64 and its inverse are still normal floats.
inline constexpr double kMaxStops = 64.0;

/// Texel coordinates reach the passes as 16-bit numbers.
inline double max_image_side(const Gpu& gpu) { return std::min(gpu.limits.maxImageDimension2D, 0xffffu); }

/// Reports the first argument that is out of range; later checks then do nothing.
class Checker {
 public:
  Checker(const Gpu& gpu, const char* function) : gpu_(gpu), function_(function) {}

  /// Names from now on are of members of this.
  Checker& of(const char* owner) {
    of_ = owner;
    return *this;
  }

  Checker& range(const char* name, double value, double min, double max) {
    // NaN fails both comparisons.
    if (status_ == Status::ok && !(value >= min && value <= max)) {
      status_ = report(gpu_.device, Status::invalid_argument, "%s: %s%s = %g: must be within [%g, %g]", function_, of_,
                       name, value, min, max);
    }
    return *this;
  }

  /// A set of bits, at least `min` and at most `max` as a number.
  Checker& bits(const char* name, std::uint32_t value, std::uint32_t min, std::uint32_t max) {
    if (status_ == Status::ok && (value < min || value > max)) {
      status_ = report(gpu_.device, Status::invalid_argument, "%s: %s%s = %u: must be within [%u, %u]", function_, of_,
                       name, static_cast<unsigned>(value), static_cast<unsigned>(min), static_cast<unsigned>(max));
    }
    return *this;
  }

  Checker& require(bool condition, const char* name, const char* requirement,
                   Status otherwise = Status::invalid_argument) {
    if (status_ == Status::ok && !condition) {
      status_ = report(gpu_.device, otherwise, "%s: %s%s: %s", function_, of_, name, requirement);
    }
    return *this;
  }

  /// Limits of luminance stay normal floats with it: kMaxStops and this are less than 126.
  Checker& pre_exposure(float value) {
    constexpr double kMost = 4294967296.0;
    return range("pre_exposure", value, 1.0 / kMost, kMost);
  }

  Checker& workgroup_side(const char* name, std::uint32_t side) {
    return require(side == 8 || side == 16, name, "must be 8 or 16");
  }

  Checker& region(const VkRect2D& region, VkExtent2D max) {
    const double limit = max_image_side(gpu_);
    range("offset.x", region.offset.x, 0, limit);
    range("offset.y", region.offset.y, 0, limit);
    range("extent.width", region.extent.width, 1, max.width);
    return range("extent.height", region.extent.height, 1, max.height);
  }

  /// Of an image that is sampled.
  Checker& layout(const char* name, VkImageLayout layout) {
    return require(layout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL || layout == VK_IMAGE_LAYOUT_GENERAL, name,
                   "must be SHADER_READ_ONLY_OPTIMAL or GENERAL");
  }
  /// ... and may have depth and stencil.
  Checker& depth_stencil_layout(const char* name, VkImageLayout layout) {
    constexpr VkImageLayout kLayouts[] = {VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                          VK_IMAGE_LAYOUT_GENERAL,
                                          VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL,
                                          VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL,
                                          VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL,
                                          VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL,
                                          VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL};
    return require(std::find(std::begin(kLayouts), std::end(kLayouts), layout) != std::end(kLayouts), name,
                   "must be SHADER_READ_ONLY_OPTIMAL, GENERAL, or one of depth and stencil that can be sampled");
  }

  /// Checks a finished picture that is sampled.
  Checker& stored(VkFormat format, OutputEncoding encoding) {
    const StoredFormat* const row = stored_format(format);
    range("encoding", static_cast<double>(encoding), 0, kOutputEncodingCount - 1);
    require(row != nullptr, "format", "isn't one that pictures are shown in");
    require(row == nullptr || !row->is_decoded || stored_encoding(format, encoding) == OutputEncoding::linear,
            "encoding", "of an _SRGB format must be linear: the device decodes it");
    return require((gpu_.optimal_features(format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0, "format",
                   "can't be sampled on this device", Status::unsupported);
  }

  /// What the weights of `info` read of a source, and nothing that none of `asked` would.
  Checker& source(const MadeFor& info, std::uint32_t asked, const MeterSource& source) {
    require(source.hdr != VK_NULL_HANDLE, "hdr", "is null").layout("hdr.layout", source.hdr_layout);
    const auto image = [&](Weight weight, VkImageView view, const char* name, const char* missing, const char* idle) {
      const bool is_read = (info.weights & weight) != 0;
      require(!is_read || view != VK_NULL_HANDLE, name, missing);
      require((asked & weight) != 0 || view == VK_NULL_HANDLE, name, idle);
    };
    image(kWeightMask, source.mask, "weights.mask", "is null, and meter.mask is on",
          "counts nothing: meter.mask is off");
    image(kWeightDepth, source.depth, "weights.depth", "is null, and meter.depth_min or depth_max is a limit",
          "counts nothing: meter.depth_min and depth_max are no limits");
    image(kWeightClasses, source.classes, "weights.classes", "is null, and meter.metered_classes leaves classes out",
          "counts nothing: meter.metered_classes has all classes");
    return layout("weights.mask.layout", source.mask_layout)
        .depth_stencil_layout("weights.depth.layout", source.depth_layout)
        .depth_stencil_layout("weights.classes.layout", source.classes_layout);
  }

  Checker& curve(const char* name, const Curve& curve, double min, double max) {
    range(name, curve.count, 0, Curve::kMaxPoints);
    for (std::uint32_t i = 0; i < std::min(curve.count, Curve::kMaxPoints); ++i) {
      range(name, curve.points[i].x, -kMaxFloat, kMaxFloat);
      range(name, curve.points[i].y, min, max);
      require(i == 0 || curve.points[i - 1].x < curve.points[i].x, name, "x of the points must rise");
    }
    return *this;
  }

  Status status() const { return status_; }

 private:
  const Gpu& gpu_;
  const char* function_;
  const char* of_ = "";
  Status status_ = Status::ok;
};

}  // namespace photopic

#endif
