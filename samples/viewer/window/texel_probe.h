// SPDX-License-Identifier: MIT
// Copy of a texel of scene and picture, and of the tone curves around it, to the CPU, a frame or two later.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_TEXEL_PROBE_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_TEXEL_PROBE_H

#include <photopic/post_process.h>

#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "engine/swapchain.h"
#include "engine/transfer/memory.h"

namespace viewer {

struct TexelValues {
  glm::ivec2 texel = {0, 0};
  glm::vec3 scene = {0, 0, 0};    ///< linear, as in the file
  bool is_clipped = false;        ///< the scene is brighter than half floats hold
  glm::vec3 display = {0, 0, 0};  ///< stored: codes of 8 or 10 bits, or light
  /// By which local exposure changes the texel's exposure, if it is on. Of the scene's luminance: glare, which comes
  /// before, may lift what is dark.
  std::optional<float> local_ev;

  bool operator==(const TexelValues&) const = default;
};

/// The context must outlive it.
class TexelProbe {
 public:
  explicit TexelProbe(const engine::Context& context);

  /// Of R16G16B16A16_SFLOAT or R32G32B32A32_SFLOAT in SHADER_READ_ONLY_OPTIMAL, and a picture of R8G8B8A8_UNORM,
  /// R32_UINT or R16G16B16A16_SFLOAT in GENERAL, both written at COMPUTE_SHADER or COLOR_ATTACHMENT_OUTPUT, of
  /// TRANSFER_SRC usage, and of one size. After: layouts as before; reads are ordered before COMPUTE_SHADER and
  /// COLOR_ATTACHMENT_OUTPUT writes. `pre_exposure`: of `scene`.
  void record(VkCommandBuffer command_buffer, std::uint32_t slot, const engine::Image& scene, float pre_exposure,
              const engine::Image& picture, glm::ivec2 texel);
  /// Behind record(), of the same slot, where the picture's settings turn local exposure on for the texel: curves of
  /// view 0, written at COMPUTE_SHADER by a picture that is `post`'s whole region. After: reads are ordered before
  /// COMPUTE_SHADER writes. `weights`: of luminance, by channel.
  void record_local(VkCommandBuffer command_buffer, std::uint32_t slot, const photopic::PostProcess& post,
                    const std::array<double, 3>& weights);
  /// What was recorded with `slot` last, once that frame is done; once.
  std::optional<TexelValues> take(std::uint32_t slot);

 private:
  struct Slot {
    engine::Buffer buffer;
    std::optional<glm::ivec2> texel;  ///< none: nothing was recorded
    bool has_curves = false;
    std::array<double, 3> weights = {};  ///< of the curves' luminance
    float pre_exposure = 1.0f;
    VkFormat scene = VK_FORMAT_UNDEFINED, picture = VK_FORMAT_UNDEFINED;
  };
  const engine::Context& context_;
  std::array<Slot, engine::Swapchain::kInFlight> slots_;
};

}  // namespace viewer

#endif
