// SPDX-License-Identifier: MIT
// Meters as others build them, for comparison with PostProcess: wrong at most sizes, each in its own way.
#ifndef PHOTOPIC_NAIVE_METERS_H
#define PHOTOPIC_NAIVE_METERS_H

#include <photopic/owned.h>
#include <photopic/post_process.h>

namespace photopic {

/// How the mean log luminance is computed.
enum class NaiveMethod : std::uint32_t {
  blit_chain,            ///< vkCmdBlitImage from mip to mip with a linear filter. Needs a graphics queue
  blit_chain_even_crop,  ///< the same, the odd last row and column left out at each step. Needs a graphics queue
  pyramid,               ///< MeterMethod::pyramid with the tap, factor and level format that are asked for
};

/// Format of the log-luminance image and its mip levels.
enum class LevelFormat : std::uint32_t {
  r32f,  ///< as PostProcess has it
  r16f,  ///< half the memory; off by up to 2^-8 of the mean magnitude of log2 luminance, and 4.5e-2 more for extreme
         ///< shapes. Needs Device::shader_storage_image_extended_formats
};

/// How the pyramid reads 2x2 texels of a level at once.
enum class PyramidTap : std::uint32_t {
  gather,  ///< textureGather, invalid texels left out by selection, as PostProcess does
  linear,  ///< one bilinear sample, as published: fixed-point weights, and 0 * NaN from an unused texel is NaN
};

/// How the pyramid makes up for blocks that stick out of the image. b is the block side, 4 * workgroup side.
enum class NaiveFactor : std::uint32_t {
  block_counts,  ///< PyramidFactor::block_counts; with the linear tap as `corrected`
  corrected,     ///< PyramidFactor::corrected
  published,     ///< by npo(W, b) * npo(H, b) / (W * H): right only if both sides need equally many passes
};

struct NaiveMeterInfo {
  VkExtent2D max_extent = {};  ///< texels; record() takes any rectangle up to this
  NaiveMethod method = NaiveMethod::blit_chain;
  LevelFormat level_format = LevelFormat::r32f;
  // NaiveMethod::pyramid. As published by default, but for the level format.
  std::uint32_t workgroup_side = 8;  ///< invocations: 8 or 16
  PyramidTap pyramid_tap = PyramidTap::linear;
  NaiveFactor pyramid_factor = NaiveFactor::published;
};

/// Meters one view and adapts, as PostProcess::record_meter() does. Move-only; threads, queues, memory and destruction
/// as with PostProcess.
class NaiveMeter {
 public:
  /// Makes pipelines and memory; submits nothing. On failure `*out` is untouched.
  /// invalid_argument: a value outside its range; unsupported: a format, limit, queue or feature that is missing.
  static Status create(const Device& device, const NaiveMeterInfo& info, NaiveMeter* out) noexcept;

  /// As PostProcess::resize().
  Status resize(VkExtent2D max_extent) noexcept;

  /// Before and after as PostProcess::record_meter(). `frame` has one source and view 0. Each texel counts
  /// alike: percentiles, highlights, black and weights of `meter` are ignored.
  Status record(VkCommandBuffer command_buffer, const Frame& frame, const MeterSettings& meter,
                const ExposureSettings& exposure) noexcept;

  /// As PostProcess::record_export() of view 0.
  Status record_export(VkCommandBuffer command_buffer, VkBuffer destination, VkDeviceSize offset_bytes) noexcept;

  /// One gpu::ExposureState, at offset 0. Usage STORAGE, TRANSFER_SRC and TRANSFER_DST; undefined until the first
  /// record() has run. Written at COMPUTE_SHADER / SHADER_WRITE.
  VkBuffer state_buffer() const noexcept;

  /// What this object was made with; max_extent is that of the last resize().
  NaiveMeterInfo create_info() const noexcept;

  /// Device memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
