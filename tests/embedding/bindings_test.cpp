// SPDX-License-Identifier: MIT
// Tests of descriptors that are pushed, by the extension or by Vulkan 1.4, and of rings of sets.
#include <photopic/image_metrics.h>

#include <algorithm>
#include <map>
#include <string>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

constexpr VkExtent2D kBoundExtent = {300, 180};  // two stored levels of glare

using photopic::Bindings;
using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr const char* kExtension = "vkCmdPushDescriptorSetKHR";
constexpr const char* kCore = "vkCmdPushDescriptorSet";

PFN_vkVoidFunction real_function(const char* name) {
  const photopic::Device lent = context().lend();
  const auto get = lent.get_instance_proc_addr(lent.instance, "vkGetDeviceProcAddr");
  return reinterpret_cast<PFN_vkGetDeviceProcAddr>(get)(lent.device, name);
}

/// A device of Vulkan 1.4 without the extension: the function of the same signature has another name.
void make_core(LoaderShim* shim) {
  shim->replace(kCore, real_function(kExtension));
  shim->hide(kExtension);
}

Settings bound_settings() {
  Settings settings;
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  return settings;
}

MadeFor bound_info(const Settings& settings) {
  return {.max_extent = kBoundExtent,
          .view_count = 2,
          .auto_white_balance = true,
          .effects = photopic::effects_of(settings),
          .dither = false};
}

HdrImage bound_scene(std::uint32_t seed) {
  return make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kBoundExtent, gradient_with_noise(kBoundExtent, seed));
}

/// What frames leave: states and pictures.
struct BoundRun {
  std::vector<State> states;
  std::vector<std::vector<std::byte>> pictures;
};

/// Two views in turn, two scenes, several recordings to a submission: sets are written while others wait to be read.
BoundRun run_bound(const photopic::Device& device) {
  const Settings settings = bound_settings();
  PostProcess post = make(device, bound_info(settings));
  const HdrImage scenes[] = {bound_scene(1), bound_scene(2), bound_scene(3)};
  const engine::Image ldrs[] = {make_ldr(kBoundExtent, VK_FORMAT_R8G8B8A8_UNORM),
                                make_ldr(kBoundExtent, VK_FORMAT_R8G8B8A8_UNORM)};
  BoundRun run;
  for (std::uint32_t frame = 0; frame < 4; ++frame) {
    submit([&](VkCommandBuffer commands) {
      for (std::uint32_t view = 0; view < 2; ++view) {
        context().check(post.record(commands,
                                    {.hdr = {scenes[(frame + view) % 3].view()},
                                     .ldr = {ldrs[view].view()},
                                     .extent = kBoundExtent,
                                     .delta_time_s = 0.1f,
                                     .view = view},
                                    settings));
      }
    });
    for (std::uint32_t view = 0; view < 2; ++view) {
      run.states.push_back(state_of(post, view));
      run.pictures.push_back(engine::read_back(context(), ldrs[view]));
    }
  }
  return run;
}

TEST(Bindings, OfEveryKindGiveTheSame) {
  const BoundRun pushed = run_bound(context().lend());
  const auto expect_same_run = [&](const photopic::Device& device) {
    const BoundRun run = run_bound(device);
    ASSERT_EQ(run.states.size(), pushed.states.size());
    for (std::size_t i = 0; i < run.states.size(); ++i) {
      EXPECT_TRUE(same_bits(run.states[i], pushed.states[i])) << i;
      EXPECT_EQ(run.pictures[i], pushed.pictures[i]) << i;
    }
  };
  const auto count = [](const LoaderShim& shim, const char* name) {
    const auto found = shim.calls().find(name);
    return found == shim.calls().end() ? 0u : found->second;
  };
  {
    SCOPED_TRACE("core, as automatic chooses it; a ring on a driver that can't push");
    LoaderShim shim(context());
    if (context().has_push_descriptors()) make_core(&shim);
    photopic::Device device = shim.device();
    device.push_descriptor = true;
    expect_same_run(device);
    EXPECT_EQ(count(shim, "vkCreateDescriptorPool") == 0, context().has_push_descriptors());
    EXPECT_EQ(count(shim, "vkCmdBindDescriptorSets") == 0, context().has_push_descriptors());
  }
  {
    SCOPED_TRACE("a ring, as automatic chooses it: the host says nothing of 1.4's feature");
    LoaderShim shim(context());
    make_core(&shim);
    photopic::Device device = shim.device();
    device.frames_in_flight = 1;
    expect_same_run(device);
    EXPECT_GT(count(shim, "vkCreateDescriptorPool"), 0u);
    EXPECT_GT(count(shim, "vkUpdateDescriptorSets"), 0u);
    EXPECT_TRUE(shim.alive().empty());
  }
  {
    SCOPED_TRACE("a ring, though the device has the extension");
    LoaderShim shim(context());
    photopic::Device device = shim.device();
    device.bindings = Bindings::ring;
    device.frames_in_flight = 2;
    expect_same_run(device);
    EXPECT_EQ(count(shim, kExtension), 0u);
    EXPECT_GT(count(shim, "vkCmdBindDescriptorSets"), 0u);
  }
}

TEST(Bindings, ThatAreNotThereAreNamed) {
  LoaderShim shim(context());
  const MadeFor info = {.max_extent = {8, 8}, .dither = false};
  const auto refused = [&](photopic::Device device, Status status, const char* words) {
    PostProcess post;
    EXPECT_EQ(test::create(device, info, &post), status) << words;
    EXPECT_NE(context().last_message().find(words), std::string::npos) << context().last_message();
  };
  photopic::Device device = shim.device();
  device.bindings = Bindings::ring;
  device.frames_in_flight = 0;
  refused(device, Status::invalid_argument,
          "create: device.frames_in_flight = 0: must be within [1, 64] for bindings = ring");
  device.frames_in_flight = 65;
  refused(device, Status::invalid_argument, "device.frames_in_flight = 65");
  device.frames_in_flight = 2;
  for (const char* name : {"vkCreateDescriptorPool", "vkUpdateDescriptorSets", "vkCmdBindDescriptorSets"}) {
    shim.hide(name);
    refused(device, Status::unsupported, name);
  }
  device.bindings = Bindings(7);
  refused(device, Status::invalid_argument, "create: device.bindings = 7: must be within [0, 3]");
  device.bindings = Bindings::push_core;
  shim.hide(kCore);  // which drivers of Vulkan 1.4 know
  refused(device, Status::unsupported,
          "create: the device has no vkCmdPushDescriptorSet, which device.bindings = push_core needs");
  shim.hide(kExtension);
  device.bindings = Bindings::push_extension;
  refused(device, Status::unsupported,
          "create: the device has no vkCmdPushDescriptorSetKHR, which device.bindings = push_extension needs");
  device.bindings = Bindings::automatic;
  device.frames_in_flight = 0;
  refused(device, Status::unsupported,
          "create: device.frames_in_flight = 0: must be within [1, 64] for a device on which neither "
          "VK_KHR_push_descriptor nor Vulkan 1.4's pushDescriptor is enabled");
}

/// A command buffer that is submitted three times adapts three times, with another recorded in between.
void expect_resubmitted(const photopic::Device& device) {
  const Settings settings = bound_settings();
  MadeFor info = bound_info(settings);
  info.view_count = 1;
  PostProcess post = make(device, info), expected = make(info);
  const HdrImage dark = bound_scene(1), bright = make_uniform_hdr(kBoundExtent, 500.0);
  const engine::Image ldr = make_ldr(kBoundExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const engine::Image expected_ldr = make_ldr(kBoundExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const auto frame_of = [&](const HdrImage& hdr, const engine::Image& to) {
    return Frame{.hdr = {hdr.view()}, .ldr = {to.view()}, .extent = kBoundExtent, .delta_time_s = 0.1f};
  };
  const engine::CommandPool pool = engine::make_command_pool(context());
  const VkCommandBuffer kept[] = {engine::allocate_command_buffer(context(), pool),
                                  engine::allocate_command_buffer(context(), pool)};
  const HdrImage* const scenes[] = {&dark, &bright};
  for (int i = 0; i < 2; ++i) {
    VkCommandBufferBeginInfo begin = {};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    engine::check(context().vk().vkBeginCommandBuffer(kept[i], &begin), "vkBeginCommandBuffer");
    context().check(post.record(kept[i], frame_of(*scenes[i], ldr), settings));
    engine::check(context().vk().vkEndCommandBuffer(kept[i]), "vkEndCommandBuffer");
  }
  for (const int i : {0, 1, 0, 0, 1}) {
    VkSubmitInfo submission = {};
    submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &kept[i];
    engine::check(context().vk().vkQueueSubmit(context().queue(), 1, &submission, VK_NULL_HANDLE), "vkQueueSubmit");
    context().wait();
    submit([&](VkCommandBuffer commands) {
      context().check(expected.record(commands, frame_of(*scenes[i], expected_ldr), settings));
    });
    EXPECT_TRUE(same_bits(state_of(post), state_of(expected)));
    EXPECT_EQ(engine::read_back(context(), ldr), engine::read_back(context(), expected_ldr));
  }
  EXPECT_EQ(state_of(post).frames, 5u);
}

TEST(Bindings, OfARecordingThatIsSubmittedAgain) {
  expect_resubmitted(context().lend());
  photopic::Device device = context().lend();
  device.bindings = Bindings::ring;
  device.frames_in_flight = 2;
  expect_resubmitted(device);
}

// ---- how soon a set is written again --------------------------------------------------------------------------------

constexpr VkFormat kFloats = VK_FORMAT_R32G32B32A32_SFLOAT;

/// In which frame each set was bound last, and after how many frames one was written again, at least.
struct RingWatch {
  std::uint32_t frame = 0;
  std::map<VkDescriptorSet, std::uint32_t> bound;
  std::uint32_t least_frames = ~0u;
  std::uint32_t writes = 0;
};
RingWatch* watch = nullptr;

VKAPI_ATTR void VKAPI_CALL watched_bind(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
                                        std::uint32_t first, std::uint32_t count, const VkDescriptorSet* sets,
                                        std::uint32_t offset_count, const std::uint32_t* offsets) {
  watch->bound[*sets] = watch->frame;
  reinterpret_cast<PFN_vkCmdBindDescriptorSets>(real_function("vkCmdBindDescriptorSets"))(
      commands, point, layout, first, count, sets, offset_count, offsets);
}

VKAPI_ATTR void VKAPI_CALL watched_update(VkDevice device, std::uint32_t count, const VkWriteDescriptorSet* writes,
                                          std::uint32_t copy_count, const VkCopyDescriptorSet* copies) {
  ++watch->writes;
  const auto bound = watch->bound.find(writes->dstSet);
  if (bound != watch->bound.end()) {
    watch->least_frames = std::min(watch->least_frames, watch->frame - bound->second);
  }
  reinterpret_cast<PFN_vkUpdateDescriptorSets>(real_function("vkUpdateDescriptorSets"))(device, count, writes,
                                                                                        copy_count, copies);
}

class Ring : public testing::TestWithParam<std::uint32_t> {
 protected:
  Ring() : shim_(context()), device_(shim_.device()) {
    watch = &watch_;
    shim_.replace("vkCmdBindDescriptorSets", reinterpret_cast<PFN_vkVoidFunction>(watched_bind));
    shim_.replace("vkUpdateDescriptorSets", reinterpret_cast<PFN_vkVoidFunction>(watched_update));
    device_.bindings = Bindings::ring;
    device_.frames_in_flight = GetParam();
  }

  static constexpr std::uint32_t kFrames = 7;

  /// Frames with two images each that no other frame has.
  template <class Record>
  void run(VkFormat format, const Record& record) {
    std::vector<engine::Image> images;
    for (std::uint32_t i = 0; i < 2 * kFrames; ++i) {
      images.emplace_back(context(), kBoundExtent, format,
                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
      const std::size_t texel_bytes = format == VK_FORMAT_R8G8B8A8_UNORM ? 4 : 16;
      engine::upload(context(), images.back(),
                     std::vector<std::byte>(texel_bytes * kBoundExtent.width * kBoundExtent.height, std::byte{60}));
    }
    watch_ = {};
    for (watch_.frame = 0; watch_.frame < kFrames; ++watch_.frame) {
      submit([&](VkCommandBuffer commands) {
        record(commands, images[2 * watch_.frame].view(), images[2 * watch_.frame + 1].view());
      });
    }
    EXPECT_GT(watch_.writes, kFrames);
    EXPECT_GE(watch_.least_frames, GetParam());
  }

  LoaderShim shim_;
  photopic::Device device_;
  RingWatch watch_;
};

TEST_P(Ring, WritesASetAgainAfterThatManyFrames) {
  const engine::Image ldr = make_ldr(kBoundExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const Settings settings = bound_settings();
  Settings plain;
  plain.white_balance = settings.white_balance;
  MadeFor info = bound_info(settings);
  info.steps |= photopic::kFusedStep;
  PostProcess post = make(device_, info);
  const auto frame_of = [&](VkImageView hdr, std::uint32_t view) {
    return Frame{.hdr = {hdr}, .ldr = {ldr.view()}, .extent = kBoundExtent, .view = view};
  };
  run(kFloats, [&](VkCommandBuffer commands, VkImageView first, VkImageView second) {
    context().check(post.record(commands, frame_of(first, 0), settings));
    context().check(post.record(commands, frame_of(second, 1), settings));
  });
  EXPECT_LE(watch_.least_frames, GetParam() + 1);  // hardly later than need be, either
  run(kFloats, [&](VkCommandBuffer commands, VkImageView first, VkImageView second) {
    context().check(post.record_fused(commands, frame_of(first, 0), plain));
    context().check(post.record_fused(commands, frame_of(second, 1), plain));
  });

  PostProcess pyramid =
      make(device_,
           {.max_extent = kBoundExtent, .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid});
  run(kFloats, [&](VkCommandBuffer commands, VkImageView hdr, VkImageView) {
    context().check(pyramid.record_meter(commands, {.hdr = {hdr}, .extent = kBoundExtent}, Settings{}));
  });
}

/// Handles don't tell whether a view is the one of before: hosts end views and make others, and Vulkan gives a handle
/// again.
TEST_P(Ring, TrustsNoHandleOfAnEarlierRecording) {
  const HdrImage hdr = bound_scene(1);
  const engine::Image ldr = make_ldr(kBoundExtent, VK_FORMAT_R8G8B8A8_UNORM);
  PostProcess post = make(device_, MadeFor{.max_extent = kBoundExtent});
  std::uint32_t writes[3];
  for (std::uint32_t& count : writes) {
    watch_ = {};
    submit([&](VkCommandBuffer commands) {
      context().check(
          post.record(commands, {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kBoundExtent}, Settings{}));
    });
    count = watch_.writes;
  }
  EXPECT_GT(writes[0], 0u);
  EXPECT_EQ(writes[1], writes[0]);
  EXPECT_EQ(writes[2], writes[0]);
}

/// A recording of metrics has many dispatches of the same passes.
TEST_P(Ring, OfMetricsLastsThatManyFrames) {
  const auto expect_lasting = [&](VkFormat format, std::uint32_t metrics) {
    photopic::ImageMetrics object;
    context().check(photopic::ImageMetrics::create(
        device_, {.max_extent = kBoundExtent, .format = format, .metrics = metrics}, &object));
    run(format, [&](VkCommandBuffer commands, VkImageView first, VkImageView second) {
      photopic::MetricsSettings settings;
      settings.flip_exposures = {-2.0f, 2.0f, 5};
      context().check(
          object.record(commands, {.extent = kBoundExtent, .reference = {first}, .test = {second}}, settings));
    });
  };
  expect_lasting(kFloats, photopic::kMetricFlip);
  expect_lasting(VK_FORMAT_R8G8B8A8_UNORM, photopic::kMetricErrors | photopic::kMetricSsim | photopic::kMetricMsSsim);
}

INSTANTIATE_TEST_SUITE_P(Frames, Ring, testing::Values(1u, 3u));

}  // namespace
}  // namespace test
