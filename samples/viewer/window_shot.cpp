// SPDX-License-Identifier: MIT
// Buffer and file of a window's picture.
#include "viewer/window_shot.h"

#include <utility>

#include "viewer/window/presentation.h"

namespace viewer {

void WindowShot::prepare(Model& model, const engine::Swapchain& swapchain) {
  if (model.wants_window_shot.empty()) return;
  const bool is_ready = attempt(model, [&] {
    if (!swapchain.is_readable()) {
      throw engine::Error("this window can't be read back; F12 saves the picture alone");
    }
    const VkDeviceSize size = VkDeviceSize(4) * swapchain.extent().width * swapchain.extent().height;
    buffer_ = engine::Buffer(model.context, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
  });
  if (!is_ready) model.wants_window_shot.clear();
}

void WindowShot::save(Model& model, const engine::Swapchain& swapchain, bool says_so) {
  const std::filesystem::path file = std::exchange(model.wants_window_shot, {});
  if (file.empty()) return;
  swapchain.wait();
  attempt(model, [&] {
    Golden picture;
    picture.capture(swapchain.extent(), rgba_of(buffer_, swapchain));
    picture.save(file, model.inputs);
    if (says_so) model.messages.note("saved " + file.lexically_normal().string());
  });
  buffer_ = {};
}

}  // namespace viewer
