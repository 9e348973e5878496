// SPDX-License-Identifier: MIT
// Picture of a frame's window, for a file.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_SHOT_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_SHOT_H

#include "engine/swapchain.h"
#include "engine/transfer/memory.h"
#include "viewer/model/model.h"

namespace viewer {

/// Of Model::wants_window_shot.
class WindowShot {
 public:
  /// Before the frame that is to be kept; with a message if the window can't be read.
  void prepare(Model& model, const engine::Swapchain& swapchain);
  /// For record_present(); none if no frame is to be kept.
  VkBuffer buffer() const { return buffer_.handle(); }
  /// After the frame was submitted. Waits for the queue where there is something to save.
  void save(Model& model, const engine::Swapchain& swapchain, bool says_so);

 private:
  engine::Buffer buffer_;
};

}  // namespace viewer

#endif
