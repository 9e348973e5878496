// SPDX-License-Identifier: MIT
// Uniform images, and frames of them through the module.
#include "adapt/adaptation_rig.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/adaptation.h"

namespace test {

const HdrImage& UniformImages::at_ev100(double ev100) {
  const auto bits = std::bit_cast<std::uint64_t>(ev100);
  const auto found = images_.find(bits);
  if (found != images_.end()) return found->second;
  const double luminance = std::exp2(ev100 - reference::ev100_from_luminance(1.0));
  return images_.emplace(bits, make_uniform_hdr(kRigExtent, luminance)).first->second;
}

std::vector<State> run_frames(photopic::PostProcess& post, UniformImages& images, const std::vector<RigFrame>& frames) {
  const std::uint32_t batch_frames = calls_at_once();
  StateLog log(batch_frames);
  std::vector<State> states;
  const photopic::MeterSettings meter = asking_for(post);
  for (const RigFrame& frame : frames) images.at_ev100(frame.scene_ev100);  // uploads before recording
  for (std::size_t first = 0; first < frames.size(); first += batch_frames) {
    submit([&](VkCommandBuffer command_buffer) {
      for (std::size_t i = first; i < std::min(first + batch_frames, frames.size()); ++i) {
        const photopic::Frame frame = {.hdr = {images.at_ev100(frames[i].scene_ev100).view()},
                                       .extent = kRigExtent,
                                       .delta_time_s = float(frames[i].dt_s),
                                       .cut = frames[i].cut,
                                       .view = frames[i].view};
        context().check(post.record_meter(command_buffer, frame, {.meter = meter, .exposure = frames[i].settings}));
        log.record(command_buffer, post, frames[i].view);
      }
    });
    const std::vector<State> batch = log.take();
    states.insert(states.end(), batch.begin(), batch.end());
  }
  return states;
}

photopic::PostProcess make_rig_meter(std::uint32_t view_count) {
  return make({.max_extent = kRigExtent,
               .view_count = view_count,
               .steps = photopic::kMeterStep,
               .meter_method = photopic::MeterMethod::pyramid});
}

}  // namespace test
