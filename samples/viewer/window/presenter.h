// SPDX-License-Identifier: MIT
// The pass that composes a window's image: picture and interface, for whatever the image's numbers mean.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_PRESENTER_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_PRESENTER_H

#include <viewer/interface.h>

#include <array>
#include <span>
#include <vector>

#include "engine/device/bound_resources.h"
#include "engine/transfer/memory.h"

namespace viewer {

/// The context must outlive it; the GPU must be done with it at its end and in set_targets().
class Presenter {
 public:
  explicit Presenter(const engine::Context& context);

  /// Images that are drawn to: views of COLOR_ATTACHMENT usage and one size.
  void set_targets(VkFormat format, std::span<const engine::ImageView> views, VkExtent2D extent);

  /// Composes all of target `index`, from UNDEFINED. `params` says where the picture lies; scaling is bilinear.
  /// `other`, of the picture's format and in its state, is left of the line that they say; null: there is no such line.
  /// Makes a pipeline where none has been of use yet. Before: the target's first use allowed at
  /// COLOR_ATTACHMENT_OUTPUT; `picture` (R8G8B8A8_UNORM, R32_UINT or R16G16B16A16_SFLOAT) in GENERAL, written at
  /// COMPUTE_SHADER, or without a handle; `ui` (premultiplied, sRGB-encoded, of the target's size) in
  /// SHADER_READ_ONLY_OPTIMAL, visible to FRAGMENT_SHADER. After: the target in COLOR_ATTACHMENT_OPTIMAL, written at
  /// COLOR_ATTACHMENT_OUTPUT; reads of both are ordered before COMPUTE_SHADER and TRANSFER writes.
  void record(VkCommandBuffer command_buffer, std::uint32_t index, const engine::Image& picture,
              const engine::Image* other, const engine::Image& ui, const gpu::PresentParams& params);

 private:
  /// What a pipeline is made for: pictures of R32_UINT, and VIEWER_SPEC_STORED, VIEWER_SPEC_WHOLE, VIEWER_SPEC_WIPED.
  struct Kind {
    bool is_packed = false;
    bool is_stored = false;
    bool is_whole = false;
    bool is_wiped = false;
  };
  VkPipeline pipeline(const Kind& kind);

  const engine::Context& context_;
  engine::BoundResources bound_;
  engine::PipelineLayout layout_;
  engine::Sampler sampler_;  ///< texels are fetched: any will do
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  VkExtent2D extent_ = {};
  engine::RenderPass pass_;
  std::array<engine::Pipeline, 16> pipelines_;  ///< those that were needed
  std::vector<engine::Framebuffer> framebuffers_;
};

}  // namespace viewer

#endif
