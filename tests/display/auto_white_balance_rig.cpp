// SPDX-License-Identifier: MIT
// Recording of frames through automatic white balance.
#include "display/auto_white_balance_rig.h"

#include <cstring>

namespace test {

std::vector<BalanceMeter> balance_meters() {
  const photopic::MadeFor plain = {.steps = photopic::kMeterStep, .auto_white_balance = true};
  photopic::MadeFor histogram = plain, weighted = plain, converting = plain;
  histogram.histogram = histogram.forces_histogram = true;
  weighted.weights = photopic::kWeightWindow;  // of which settings leave nothing out
  converting.convert_input = true;
  return {{"single_pass", plain},   {"portable", plain, false},
          {"histogram", histogram}, {"portable_histogram", histogram, false},
          {"weighted", weighted},   {"converting", converting}};
}

BalanceRig::BalanceRig(const BalanceMeter& meter, VkExtent2D extent, const photopic::WhiteBalanceSettings& balance) {
  settings.white_balance = balance;
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  if (meter.info.weights != 0) settings.meter.window_min_log2 = -63.0f;
  if (meter.info.convert_input) settings.input.scene_gamut = photopic::SceneGamut::aces13;  // which meters don't heed
  photopic::MadeFor info = meter.info;
  info.max_extent = extent;
  photopic::Device device = context().lend();
  device.shader_buffer_int64_atomics = device.shader_buffer_int64_atomics && meter.has_int64;
  post_ = make(device, info);
}

State BalanceRig::step(const HdrImage& hdr, double dt_s, VkRect2D region, bool reset) {
  if (region.extent.width == 0) region = {{0, 0}, hdr.extent()};
  StateLog log(1);
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {.hdr = {hdr.view()},
                                   .extent = region.extent,
                                   .delta_time_s = float(dt_s),
                                   .cut = reset,
                                   .offset = region.offset};
    context().check(post_.record_meter(command_buffer, frame, settings));
    log.record(command_buffer, post_);
  });
  return log.take()[0];
}

State BalanceRig::steps(const HdrImage& hdr, double dt_s, int count) {
  submit([&](VkCommandBuffer command_buffer) {
    for (int i = 0; i < count; ++i) {
      const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .delta_time_s = float(dt_s)};
      context().check(post_.record_meter(command_buffer, frame, settings));
    }
  });
  return state_of(post_);
}

std::array<std::uint32_t, 19> light_bits(const State& state) {
  std::array<std::uint32_t, 19> bits;
  static_assert(offsetof(photopic::gpu::WhiteBalanceState, estimate_rg) == sizeof bits);
  std::memcpy(bits.data(), &state.white_balance, sizeof bits);
  return bits;
}

std::vector<reference::Rgb> sampled_texels(const HdrImage& hdr, VkRect2D region, std::uint32_t one_of) {
  std::vector<reference::Rgb> texels;
  const auto left = std::uint32_t(region.offset.x), top = std::uint32_t(region.offset.y);
  for (std::uint32_t y = top; y < top + region.extent.height; ++y) {
    for (std::uint32_t x = left; x < left + region.extent.width; ++x) {
      const std::uint32_t square = (x + 2 * y) % 4;
      if (one_of > 1 && (x / 16 % 2 != square % 2 || y / 16 % 2 != square / 2)) continue;
      const std::uint32_t block = x / 8 % 2 + 2 * (y / 4 % 2);
      if (one_of > 4 && block != (x / 32 + 3 * (y / 32)) % 4) continue;
      const std::uint32_t quarter = x / 32 % 2 + 2 * (y / 32 % 2);
      if (one_of > 16 && quarter != (x / 64 + 2 * (y / 64)) % 4) continue;
      texels.push_back(hdr.texels[std::size_t{y} * hdr.extent().width + x]);
    }
  }
  return texels;
}

PictureRig::PictureRig(VkExtent2D extent, bool is_baked, bool is_wide, bool is_automatic) {
  settings.tone_map.tone_mapper = photopic::ToneMapper::none;
  if (is_automatic) settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  if (is_baked) settings.display.transform = photopic::DisplayTransform::baked;
  if (is_wide) settings.input.primaries = photopic::Primaries::ap1;
  post_ = make({.max_extent = extent,
                .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                .convert_input = is_wide,
                .auto_white_balance = is_automatic,
                .ldr_format = VK_FORMAT_R16G16B16A16_SFLOAT,
                .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
                .lut_size = is_baked ? 33u : 0u,
                .exact = !is_baked,
                .dither = false});
}

Shown PictureRig::show(const HdrImage& hdr, bool is_fused) {
  const engine::Image ldr = make_ldr(hdr.extent(), VK_FORMAT_R16G16B16A16_SFLOAT);
  for (int frame = 0; frame < 2; ++frame) {
    submit([&](VkCommandBuffer command_buffer) {
      const photopic::Frame recorded = {
          .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = hdr.extent(), .delta_time_s = 0.1f};
      context().check(is_fused ? post_.record_fused(command_buffer, recorded, settings)
                               : post_.record(command_buffer, recorded, settings));
    });
  }
  return {state_of(post_), read_ldr(ldr)};
}

}  // namespace test
