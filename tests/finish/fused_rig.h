// SPDX-License-Identifier: MIT
// Comparison of record_fused() with the state of record(), and with the picture of record_tone_map() with the
// exposure of the frame before.
#ifndef PHOTOPIC_TESTS_FINISH_FUSED_RIG_H
#define PHOTOPIC_TESTS_FINISH_FUSED_RIG_H

#include <string>
#include <vector>

#include "finish/tone_map_rig.h"

namespace test {

/// One frame. `frame.hdr` and `frame.ldr` are set by whoever runs it; an extent of 0 is that of the image.
struct Shot {
  const HdrImage* hdr = nullptr;
  photopic::Frame frame = {};
  photopic::Settings settings = {};
};

struct ShotResult {
  State state;
  std::vector<LdrTexel> picture;
};

using RecordCall = photopic::Status (photopic::PostProcess::*)(VkCommandBuffer, const photopic::Frame&,
                                                               const photopic::Settings&);

photopic::Frame complete(const Shot& shot, VkImageView ldr);
/// In a submission that is waited for, to an image of the HDR image's size that was zero.
ShotResult run_shot(photopic::PostProcess& post, RecordCall call, const Shot& shot, VkFormat ldr_format);
/// The picture that this exposure gives, by record_tone_map(), of an object or of the process's rig.
std::vector<LdrTexel> exposed_shot(photopic::PostProcess& post, const Shot& shot, float exposure, VkFormat ldr_format);
std::vector<LdrTexel> exposed_shot(const Shot& shot, float exposure, VkFormat ldr_format);
/// Empty if there is none.
std::string first_difference(const std::vector<LdrTexel>& a, const std::vector<LdrTexel>& b, std::uint32_t width);

class FusedRig {
 public:
  /// `info.steps` and `.meter_method` are set here.
  explicit FusedRig(photopic::MadeFor info);

  /// Runs the shot and expects of it what is above.
  ShotResult expect_shot(const Shot& shot);
  photopic::PostProcess& fused() { return fused_; }

 private:
  VkFormat ldr_format_;
  photopic::PostProcess fused_;
  photopic::PostProcess plain_;
  std::vector<State> last_;  ///< by view; frames = 0: none yet
};

}  // namespace test

#endif
