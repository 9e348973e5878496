// SPDX-License-Identifier: MIT
// Frames under uniform light through receptors and pupil.
#include "night/night_rig.h"

#include <algorithm>

#include "reference/adaptation.h"

namespace test {
namespace {

photopic::MadeFor with_receptors(photopic::MadeFor info) {
  info.max_extent = kRigExtent;
  info.steps = photopic::kMeterStep;
  info.dark_adaptation = true;
  return info;
}

}  // namespace

NightRig::NightRig(photopic::MadeFor info) : post_(make(with_receptors(info))) {
  settings.view.cd_m2_per_unit = 1.0f;
  settings.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
}

std::vector<State> NightRig::run(const std::vector<NightFrame>& frames) {
  const std::uint32_t batch_frames = calls_at_once();
  const auto image_of = [this](const NightFrame& frame) {
    return images_.at_ev100(reference::ev100_from_luminance(frame.cd_m2)).view();
  };
  StateLog log(batch_frames);
  std::vector<State> states;
  for (const NightFrame& frame : frames) image_of(frame);  // uploads before recording
  for (std::size_t first = 0; first < frames.size(); first += batch_frames) {
    submit([&](VkCommandBuffer command_buffer) {
      for (std::size_t i = first; i < std::min(first + batch_frames, frames.size()); ++i) {
        const photopic::Frame frame = {.hdr = {image_of(frames[i])},
                                       .extent = kRigExtent,
                                       .delta_time_s = float(frames[i].dt_s),
                                       .cut = frames[i].reset_history};
        context().check(post_.record_meter(command_buffer, frame, settings));
        log.record(command_buffer, post_);
      }
    });
    const std::vector<State> batch = log.take();
    states.insert(states.end(), batch.begin(), batch.end());
  }
  return states;
}

State NightRig::run_span(double cd_m2, double time_s, std::size_t count) {
  return run(std::vector<NightFrame>(count, {cd_m2, time_s / double(count), false})).back();
}

}  // namespace test
