// SPDX-License-Identifier: MIT
// Watch over the eye of a picture that doesn't change: when it has adapted, pictures stay as they are.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_STILLNESS_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_STILLNESS_H

#include <photopic/post_process.h>
#include <photopic/settings.h>

#include <cstdint>

namespace viewer {

class Stillness {
 public:
  /// A picture was recorded `delta_time_s` after the one before; `is_changed`: with other controls than that, or of
  /// another scene.
  void note_picture(double delta_time_s, bool is_changed);
  /// The newest state that has reached the CPU, once a frame.
  void observe(const photopic::gpu::ExposureState& state);
  /// Whether another picture would be the last one again.
  bool is_still(const photopic::Settings& settings) const;

 private:
  photopic::gpu::ExposureState state_ = {};
  double since_change_s_ = 0.0;          ///< pictures' time since the last change of anything
  double since_state_s_ = 0.0;           ///< pictures' time since state_
  std::uint32_t pictures_ = 0;           ///< since the last change of anything
  std::uint32_t states_since_move_ = 0;  ///< that were as the one before
};

}  // namespace viewer

#endif
