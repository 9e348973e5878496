// SPDX-License-Identifier: MIT
// Tests of resizes that fail: each Vulkan call fails in turn, and the object stays as it was.
#include <map>
#include <string>
#include <tuple>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::MadeFor;
using photopic::MeterMethod;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kExtent = {130, 70};
constexpr VkExtent2D kOthers[] = {{16, 16}, {300, 200}, {1, 1}};
constexpr std::uint32_t kSizedEffects[] = {photopic::kEffectGlare, photopic::kEffectLocalExposure,
                                           photopic::kEffectAcuity, photopic::kEffectSharpening};

/// All that tells of a size: what is alive, which bytes, and what getters say.
auto facts(const LoaderShim& shim, const PostProcess& post) {
  const VkExtent2D most = photopic::made_for(post).max_extent, level_0 = post.log_luminance_extent(0);
  return std::tuple(shim.alive(), post.memory_bytes(), most.width, most.height, post.log_luminance_image(),
                    post.log_luminance_levels(), post.log_luminance_view(0), level_0.width, level_0.height,
                    post.local_exposure_buffer(), post.local_exposure_pitch(), post.local_exposure_offset_bytes(1));
}

/// Lets each call of a resize fail, once. How many there are; `after` is called after each.
template <class After>
std::uint32_t fail_each(LoaderShim& shim, PostProcess& post, VkExtent2D extent, const After& after) {
  const auto before = facts(shim, post);
  for (std::uint32_t calls = 0;; ++calls) {
    shim.fail_call(calls + 1, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    const Status status = post.resize(extent);
    const std::string failed = shim.take_failed_call();
    if (failed.empty()) {
      EXPECT_EQ(status, Status::ok);
      return calls;
    }
    EXPECT_EQ(status, Status::out_of_memory) << failed;
    EXPECT_EQ(facts(shim, post), before) << failed << ", call " << calls + 1;
    after();
  }
}

TEST(FailedResize, OfEveryCombinationChangesNothing) {
  for (std::uint32_t combination = 0; combination < 32; ++combination) {
    photopic::MadeFor info = {.max_extent = kExtent, .view_count = 2, .tone_mappers = 1};
    info.meter_method = combination % 2 != 0 ? MeterMethod::pyramid : MeterMethod::single_pass;
    for (std::uint32_t i = 0; i < 4; ++i) {
      if ((combination >> (i + 1) & 1u) != 0) info.effects |= kSizedEffects[i];
    }
    for (const bool is_separate : {false, true}) {
      SCOPED_TRACE(testing::Message() << "combination " << combination << (is_separate ? ", separate memory" : ""));
      LoaderShim shim(context());
      shim.make_no_pipelines();
      photopic::Device device = shim.device();
      device.separate_memory = is_separate;
      {
        PostProcess post = make(device, info);
        for (const VkExtent2D extent : kOthers) {
          const std::uint32_t calls = fail_each(shim, post, extent, [] {});
          EXPECT_EQ(calls > 0, combination != 0);  // the single pass by itself has nothing of that size
          EXPECT_EQ(photopic::made_for(post).max_extent.width, extent.width);
          EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
        }
      }
      EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second;
    }
  }
}

Settings all_effects() {
  Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper{};  // the one of the object
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  settings.local_exposure.local_time_constant_s = 0.5f;  // with a history, which stays
  settings.view.cd_m2_per_unit = 1e-5f;
  settings.view.field_of_view_vertical_deg = 1.0f;  // so that rods miss details
  settings.acuity.acuity_loss = 1.0f;
  settings.sharpening.sharpening = 1.0f;
  return settings;
}

/// Pictures and states are those of an object that nobody resized.
void expect_same_pictures(MeterMethod method) {
  LoaderShim shim(context());
  photopic::MadeFor info = {.max_extent = kExtent, .meter_method = method, .tone_mappers = 1};
  for (const std::uint32_t effect : kSizedEffects) info.effects |= effect;
  const Settings settings = all_effects();
  PostProcess post = make(shim.device(), info), own = make(info);
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, gradient_with_noise(kExtent));
  const engine::Image ldrs[] = {make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM),
                                make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM)};
  const auto shoot = [&] {
    photopic::Frame frame = {
        .hdr = {scene.view()}, .ldr = {ldrs[0].view()}, .extent = kExtent, .delta_time_s = 1.0f / 60.0f};
    submit([&](VkCommandBuffer commands) {
      context().check(post.record(commands, frame, settings));
      frame.ldr.view = ldrs[1].view();
      context().check(own.record(commands, frame, settings));
    });
    EXPECT_EQ(engine::read_back(context(), ldrs[0]), engine::read_back(context(), ldrs[1]));
    EXPECT_TRUE(same_bits(state_of(post), state_of(own)));
  };
  shoot();
  EXPECT_GT(fail_each(shim, post, {16, 16}, shoot), 20u);
  context().check(post.resize(kExtent));
}

TEST(FailedResize, KeepsThePicturesOfThePyramid) { expect_same_pictures(MeterMethod::pyramid); }
TEST(FailedResize, KeepsThePicturesOfTheSinglePass) { expect_same_pictures(MeterMethod::single_pass); }

}  // namespace
}  // namespace test
