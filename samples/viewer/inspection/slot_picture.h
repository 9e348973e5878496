// SPDX-License-Identifier: MIT
// Picture of what is shown under the settings of another slot, beside the session's own.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_SLOT_PICTURE_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_SLOT_PICTURE_H

#include <filesystem>
#include <memory>
#include <vector>

#include "session/session.h"

namespace viewer {

/// An eye of its own on the same scene, which begins adapted.
class SlotPicture {
 public:
  /// Behind `shown.record()` in the same command buffer: the same frame with `settings`. `is_cut`: of that frame.
  /// Throws what Session::record() throws; there is no picture then.
  void record(engine::Context& context, VkCommandBuffer command_buffer, const session::Session& shown,
              const session::Settings& settings, double delta_time_s, bool is_cut);
  /// Waits for the queue, if there is a picture.
  void clear();
  /// Whether there is a picture, of these settings.
  bool is_of(const session::Settings& settings) const;
  bool is_on() const { return own_ != nullptr; }
  photopic::OutputEncoding encoding() const { return own_->ldr_display().encoding; }
  /// Texels of session::picture_format(). Waits for the queue.
  std::vector<std::byte> read() const;

 private:
  engine::Context* context_ = nullptr;
  std::unique_ptr<session::Session> own_;  ///< null: no picture
  std::filesystem::path file_;             ///< that it was made for
};

}  // namespace viewer

#endif
