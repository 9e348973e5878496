// SPDX-License-Identifier: MIT
// Picture as signals, between the final pass and a pass that stores it: for effects that look around in it.
#ifndef PHOTOPIC_SRC_FINISH_SIGNALS_H
#define PHOTOPIC_SRC_FINISH_SIGNALS_H

#include <finish/interface.h>
#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <cstdint>
#include <span>

#include "chain/chain.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/memory/sized.h"
#include "gpu/passes/compute_pass.h"
#include "gpu/passes/draw_pass.h"

namespace photopic {

/// Nothing in objects that aren't made for such an effect.
class Signals {
 public:
  static constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;

  explicit Signals(const Gpu& gpu) noexcept : gpu_(gpu), store_(gpu), draw_(gpu), image_(gpu) {}

  /// Whether settings turn on an effect that looks around in the signal.
  static bool is_on(const Settings& settings) noexcept {
    return (effects_of(settings) & PHOTOPIC_BEHIND_EFFECT_BITS) != 0;
  }
  static bool is_made_for(const MadeFor& info) noexcept { return (info.effects & PHOTOPIC_BEHIND_EFFECT_BITS) != 0; }
  /// Whether the final pass can sharpen by itself, in tiles that know a texel around them, so that no picture of
  /// signals is made: computed pictures of 8-bit codes on NVIDIA GPUs with halves. It does where no effect with passes
  /// is on.
  static bool has_tiles(const Gpu& gpu, const MadeFor& info) noexcept;
  /// Whether objects have a picture of signals.
  static bool has_picture(const Gpu& gpu, const MadeFor& info) noexcept {
    return is_made_for(info) && (!has_tiles(gpu, info) || (info.effects & kPassEffects) != 0);
  }
  /// What the final pass that writes signals is.
  static const PassDesc& final_pass(VkFormat format) noexcept;

  Status create(const MadeFor& info) noexcept;
  /// The image, for SizedParts.
  Status make_sized(VkExtent2D max_extent) noexcept;
  /// Before the final pass: after it, target() is written at COMPUTE_SHADER / SHADER_WRITE.
  void record_begin(VkCommandBuffer command_buffer) const noexcept;
  Binding target() const noexcept { return image_binding(image_->level(0), VK_IMAGE_LAYOUT_GENERAL); }
  /// After the final pass, which had the same `params` but for the target. `bindings`: PHOTOPIC_STORE_LDR and those
  /// after it. After: the LDR image written at COMPUTE_SHADER / SHADER_WRITE.
  void record(VkCommandBuffer command_buffer, const gpu::ToneMapParams& params, std::uint32_t dither,
              std::span<const Binding> bindings) const noexcept;

  /// The same as a draw over `area`, in a render pass. `bindings`: those after PHOTOPIC_STORE_LDR. Before: target()
  /// visible to FRAGMENT_SHADER / SHADER_READ.
  void draw(VkCommandBuffer command_buffer, const VkRect2D& area, bool is_scaled, const gpu::DrawParams& params,
            std::uint32_t dither, std::span<const Binding> bindings) const noexcept;

 private:
  Status create_pass(const MadeFor& info) noexcept;

  const Gpu& gpu_;
  ComputePass store_;
  DrawPass draw_;  // in its place
  Sized<LevelImage> image_;
};

}  // namespace photopic

#endif
