// SPDX-License-Identifier: MIT
// Pictures for measurements: formats, texels, upload.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_HDR_IMAGE_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_HDR_IMAGE_H

#include <cstdint>
#include <optional>

#include <bench/interface.h>

#include "engine/compute_kernel.h"
#include "engine/transfer/commands.h"

namespace bench {

struct HdrFormat {
  const char* name;
  VkFormat format;
};
inline constexpr HdrFormat kHdrFormats[] = {{"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT},
                                            {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT},
                                            {"b10g11r11f", VK_FORMAT_B10G11R11_UFLOAT_PACK32}};

/// Wellons' "lowbias32", 2018: every input bit changes every output bit about half of the time.
std::uint32_t hash(std::uint32_t bits);

/// A gradient of 8 stops over the image with +-1 stop of noise, tinted; the same at every run. Uploaded, in
/// SHADER_READ_ONLY_OPTIMAL. Throws engine::Error if the device can't.
engine::Image make_hdr_image(const engine::Context& context, HdrFormat format, VkExtent2D extent);

/// Writes one picture to another image, as the pass before the meter does.
class Producer {
 public:
  /// Picks the way: a compute pass where the device can store to the format, else a copy.
  Producer(engine::Context& context, HdrFormat format);

  bool is_copy() const { return !kernel_; }
  /// An image that record() can write.
  engine::Image make_target(VkExtent2D extent) const;
  /// Before: `source` in SHADER_READ_ONLY_OPTIMAL; earlier uses of `target` finished. After: both in
  /// SHADER_READ_ONLY_OPTIMAL, `target` visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const engine::Image& source, const engine::Image& target) const;

 private:
  void record_copy(VkCommandBuffer command_buffer, const engine::Image& source, const engine::Image& target) const;

  const engine::Context& context_;
  VkFormat format_;
  std::optional<engine::ComputeKernel> kernel_;
};

}  // namespace bench

#endif
