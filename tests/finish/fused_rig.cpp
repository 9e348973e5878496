// SPDX-License-Identifier: MIT
// Shots by record() and record_fused(), and their comparison.
#include "finish/fused_rig.h"

#include "adapt/handover_rig.h"

namespace test {
namespace {

photopic::MadeFor with_steps(photopic::MadeFor info, std::uint32_t steps) {
  info.meter_method = photopic::MeterMethod::single_pass;
  info.steps = steps;
  return info;
}

}  // namespace

photopic::Frame complete(const Shot& shot, VkImageView ldr) {
  photopic::Frame frame = shot.frame;
  frame.hdr.view = shot.hdr->view();
  frame.ldr.view = ldr;
  if (frame.extent.width == 0) frame.extent = shot.hdr->extent();
  return frame;
}

ShotResult run_shot(photopic::PostProcess& post, RecordCall call, const Shot& shot, VkFormat ldr_format) {
  const engine::Image ldr = make_ldr(shot.hdr->extent(), ldr_format);
  StateLog log(1);
  submit([&](VkCommandBuffer command_buffer) {
    context().check((post.*call)(command_buffer, complete(shot, ldr.view()), shot.settings));
    log.record(command_buffer, post, shot.frame.view);
  });
  return {log.take()[0], read_ldr(ldr)};
}

std::vector<LdrTexel> exposed_shot(photopic::PostProcess& post, const Shot& shot, float exposure, VkFormat ldr_format) {
  const engine::Image ldr = make_ldr(shot.hdr->extent(), ldr_format);
  const engine::Buffer buffer = make_exposure(exposure);
  const photopic::Frame frame = complete(shot, ldr.view());
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame tone_map = {
        .hdr = frame.hdr, .ldr = frame.ldr, .extent = frame.extent, .exposure = {buffer.handle()}};
    context().check(post.record_finish(command_buffer, tone_map, shot.settings));
  });
  return read_ldr(ldr);
}

std::vector<LdrTexel> exposed_shot(const Shot& shot, float exposure, VkFormat ldr_format) {
  return exposed_shot(tone_map_rig(ldr_format).post(), shot, exposure, ldr_format);
}

std::string first_difference(const std::vector<LdrTexel>& a, const std::vector<LdrTexel>& b, std::uint32_t width) {
  if (a.size() != b.size()) return "sizes differ";
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    return "at " + std::to_string(i % width) + ", " + std::to_string(i / width) + ": " + testing::PrintToString(a[i]) +
           " and " + testing::PrintToString(b[i]);
  }
  return {};
}

FusedRig::FusedRig(photopic::MadeFor info)
    : ldr_format_(info.ldr_format),
      fused_(make(with_steps(info, photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep))),
      plain_(make(with_steps(info, photopic::kMeterStep | photopic::kToneMapStep))),
      last_(info.view_count) {}

ShotResult FusedRig::expect_shot(const Shot& shot) {
  ShotResult result = run_shot(fused_, &photopic::PostProcess::record_fused, shot, ldr_format_);
  const ShotResult plain = run_shot(plain_, &photopic::PostProcess::record, shot, ldr_format_);
  EXPECT_TRUE(same_but_owner(result.state, plain.state)) << to_string(result.state) << "\n" << to_string(plain.state);
  EXPECT_EQ(result.state.serial, plain.state.serial);
  EXPECT_EQ(result.state.checksum, checksum_of(result.state));
  State& last = last_[shot.frame.view];
  const bool measures_first = last.frames == 0 || shot.frame.cut;
  const std::vector<LdrTexel> expected =
      measures_first ? plain.picture : exposed_shot(plain_, shot, last.exposure, ldr_format_);
  EXPECT_EQ(first_difference(result.picture, expected, shot.hdr->extent().width), "");
  last = result.state;
  return result;
}

}  // namespace test
