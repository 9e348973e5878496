// SPDX-License-Identifier: MIT
// Naive meters: meters as others build them, for comparison with PostProcess. Each is wrong at most sizes.
#ifndef PHOTOPIC_NAIVE_METERS_H
#define PHOTOPIC_NAIVE_METERS_H

#include <photopic/owned.h>
#include <photopic/post_process.h>

namespace photopic {

/// Method that computes the mean log luminance.
enum class NaiveMethod : std::uint32_t {
  blit_chain,            ///< vkCmdBlitImage from mip to mip with a linear filter; needs a graphics queue
  blit_chain_even_crop,  ///< the same, without the odd last row and column of each level; needs a graphics queue
  pyramid,               ///< MeterMethod::pyramid with the tap, factor and level format of NaiveMeterInfo
};

/// Format of the log-luminance image and its mip levels.
enum class LevelFormat : std::uint32_t {
  r32f,  ///< as in PostProcess
  r16f,  ///< half the memory; off by up to 2^-8 of the mean magnitude of log2 luminance, and 4.5e-2 more for extreme
         ///< shapes. Needs Device::shader_storage_image_extended_formats
};

/// Read of 2x2 texels of a level by the pyramid.
enum class PyramidTap : std::uint32_t {
  gather,  ///< textureGather; leaves out invalid texels, as PostProcess does
  linear,  ///< one bilinear sample, as published: fixed-point weights, and 0 * NaN from an unused texel is NaN
};

/// Treatment of pyramid blocks that extend beyond the image. b is the side of a block, 4 * workgroup side, in texels.
enum class NaiveFactor : std::uint32_t {
  block_counts,  ///< PyramidFactor::block_counts; with the linear tap as `corrected`
  corrected,     ///< PyramidFactor::corrected
  published,     ///< npo(W, b) * npo(H, b) / (W * H): right only if both sides need equally many passes
};

struct NaiveMeterInfo {
  VkExtent2D max_extent = {};  ///< size of the largest frame, texels
  NaiveMethod method = NaiveMethod::blit_chain;
  LevelFormat level_format = LevelFormat::r32f;
  // For NaiveMethod::pyramid. Defaults as published, except the level format.
  std::uint32_t workgroup_side = 8;  ///< invocations: 8 or 16
  PyramidTap pyramid_tap = PyramidTap::linear;
  NaiveFactor pyramid_factor = NaiveFactor::published;
};

/// Meters one view and adapts, as PostProcess::record_meter() does. Move-only. Threads, queues, memory and destruction
/// as with PostProcess.
class NaiveMeter {
 public:
  /// Makes pipelines and memory. Submits nothing. On failure `*out` is unchanged.
  /// invalid_argument: a value is out of range. unsupported: a format, limit, queue or feature is missing.
  static Status create(const Device& device, const NaiveMeterInfo& info, NaiveMeter* out) noexcept;

  /// As PostProcess::resize().
  Status resize(VkExtent2D max_extent) noexcept;

  /// Barriers as PostProcess::record_meter(). `frame` has one source and view 0. Each texel counts equally:
  /// percentiles, highlights, black and weights of `meter` are ignored.
  Status record(VkCommandBuffer command_buffer, const Frame& frame, const MeterSettings& meter,
                const ExposureSettings& exposure) noexcept;

  /// As PostProcess::record_export() of view 0.
  Status record_export(VkCommandBuffer command_buffer, VkBuffer destination, VkDeviceSize offset_bytes) noexcept;

  /// Buffer with one gpu::ExposureState, at offset 0. Usage STORAGE, TRANSFER_SRC and TRANSFER_DST. Undefined until the
  /// first recording has run. Written at COMPUTE_SHADER / SHADER_WRITE.
  VkBuffer state_buffer() const noexcept;

  /// Creation parameters of this object. max_extent is that of the last resize().
  NaiveMeterInfo create_info() const noexcept;

  /// Device memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
