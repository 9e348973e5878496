// SPDX-License-Identifier: MIT
// Fixture of tests of the C interface: objects of a host that is written in C, beside the same of C++.
#ifndef PHOTOPIC_TESTS_C_INTERFACE_FIXTURE_H
#define PHOTOPIC_TESTS_C_INTERFACE_FIXTURE_H

#include <cstring>
#include <memory>
#include <vector>

#include "c/device.h"
#include "c/frames.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace c_test {

using test::device_of;

inline constexpr VkExtent2D kPicture = {45, 30};

/// Of c_host_settings().
inline photopic::Settings host_settings() {
  photopic::Settings settings;
  settings.meter.low_percentile = 10.0f;
  settings.exposure.compensation_ev = 0.7f;
  settings.exposure.curve = photopic::AdaptationCurve::two_exponentials;
  settings.exposure.compensation_curve = {2, {{-4.0f, -1.0f}, {12.0f, 0.5f}}};
  settings.tone_map.tone_mapper = photopic::ToneMapper::hable;
  settings.tone_map.dither = true;
  settings.tone_map.dither_seed = 12345;
  settings.lens.vignette = 0.8f;
  settings.meter.centre = true;
  return settings;
}

/// An object of C, ended by the function that its type has.
template <class Object>
using Owned = std::unique_ptr<Object, void (*)(Object*)>;

#define EXPECT_C_OK(call) EXPECT_EQ(call, PHOTOPIC_OK) << photopic_last_error()
#define ASSERT_C_OK(call) ASSERT_EQ(call, PHOTOPIC_OK) << photopic_last_error()

class CInterface : public testing::Test {
 protected:
  void SetUp() override {
    photopic_settings* made = nullptr;
    ASSERT_C_OK(c_host_settings(&made));
    settings_.reset(made);
  }

  c_shot shot(VkCommandBuffer commands, const test::HdrImage& hdr, const engine::Image& ldr) const {
    return {commands, hdr.view(), ldr.view(), kPicture, 0.1f};
  }
  photopic::Frame frame(const test::HdrImage& hdr, const engine::Image& ldr) const {
    return {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kPicture, .delta_time_s = 0.1f};
  }
  Owned<photopic_post_process> make_post() const {
    photopic_post_process* made = nullptr;
    EXPECT_C_OK(c_make_post(&device_, kPicture, settings_.get(), &made));
    return {made, photopic_post_process_destroy};
  }
  photopic::PostProcess make_cpp_post() const {
    photopic::PostProcess post;
    test::context().check(post.create(
        test::context().lend(),
        {.max_extent = kPicture, .uses = {cpp_settings_}, .with = photopic::kWithFused, .statistics_slots = 3}));
    return post;
  }

  /// As the host reads it back.
  test::State state_of(const photopic_post_process* post) const {
    const std::vector<std::byte> bytes = engine::read_back(test::context(), photopic_post_process_state_buffer(post), 0,
                                                           photopic_exposure_state_bytes());
    test::State state;
    EXPECT_EQ(bytes.size(), sizeof state);
    std::memcpy(&state, bytes.data(), sizeof state);
    return state;
  }

  photopic_device device_ = device_of(test::context().lend());
  Owned<photopic_settings> settings_ = {nullptr, photopic_settings_destroy};
  const photopic::Settings cpp_settings_ = host_settings();
  const test::HdrImage scenes_[2] = {
      test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPicture, test::wide_noise(-6.0, 4.0, 7)),
      test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPicture, test::gradient_with_noise(kPicture, 8))};
  const engine::Image ldr_ = test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM);
  const engine::Image cpp_ldr_ = test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM);
};

}  // namespace c_test

#endif
