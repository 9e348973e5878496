// SPDX-License-Identifier: MIT
// Attachments that a host has the module draw in, and what they hold then.
#ifndef PHOTOPIC_TESTS_EMBEDDING_DRAW_RIG_H
#define PHOTOPIC_TESTS_EMBEDDING_DRAW_RIG_H

#include <photopic/post_process.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "gpu/fixture.h"

namespace test {

struct AttachmentInfo {
  VkExtent2D extent = {};
  VkFormat format = VK_FORMAT_UNDEFINED;
  bool is_dynamic = false;  ///< dynamic rendering; else a render pass
  std::uint32_t layers = 1;
  std::uint32_t view_mask = 0;                            ///< of multiview
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;  ///< more: resolved
  bool has_depth = false;
};

/// A colour attachment with the render pass or the dynamic rendering around it, cleared when it begins.
class Attachment {
 public:
  explicit Attachment(const AttachmentInfo& info);

  photopic::Output target() const;
  /// Around `draw`. Before: all is visible; after: what read() waits for.
  void record(VkCommandBuffer commands, const std::function<void()>& draw) const;
  /// Bytes of all layers, one after the other.
  std::vector<std::byte> read() const;
  /// What is resolved, after record() in COLOR_ATTACHMENT_OPTIMAL.
  const engine::Image& samples() const { return many_; }

 private:
  void make_render_pass();
  void begin_dynamic(VkCommandBuffer commands) const;
  bool is_resolved() const { return info_.samples != VK_SAMPLE_COUNT_1_BIT; }

  AttachmentInfo info_;
  engine::Image color_;
  engine::Image many_;  // samples, which are resolved to `color_`
  engine::Image depth_;
  engine::RenderPass pass_;
  engine::Framebuffer frame_;
};

/// Of an image in TRANSFER_SRC_OPTIMAL.
std::vector<std::byte> read_layers(const engine::Image& image);
/// A 2D array of `texels` of all layers, for shaders of any stage to read.
engine::Image make_layers(VkExtent2D extent, VkFormat format, std::uint32_t layers,
                          const std::vector<std::byte>& texels);

/// What an object is made for that shows a picture of at most `extent` with these settings alone.
photopic::MadeFor made_for_drawing(VkExtent2D extent, const photopic::Settings& settings);

}  // namespace test

#endif
