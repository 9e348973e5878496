// SPDX-License-Identifier: MIT
// Tests of what objects are prepared for: by CreateInfo::uses, by prepare(), on another thread; and of settings that
// they aren't prepared for.
#include <atomic>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::CreateInfo;
using photopic::Frame;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kPrepareExtent = {70, 50};
constexpr VkFormat kPrepareLdr = VK_FORMAT_R8G8B8A8_UNORM;

Settings with(const std::function<void(Settings&)>& change) {
  Settings settings;
  change(settings);
  return settings;
}

const Settings kPlain;
const Settings kLooks[] = {kPlain,
                           with([](Settings& s) {
                             s.meter.centre = true;
                             s.tone_map.tone_mapper = photopic::ToneMapper::hable;
                           }),
                           with([](Settings& s) {
                             s.meter.low_percentile = 40.0f;
                             s.meter.high_percentile = 95.0f;
                             s.tone_map.dither = true;
                           }),
                           with([](Settings& s) {
                             s.meter.spot = s.meter.mask = true;
                             s.meter.window_max_log2 = 1.0f;
                             s.meter.median_blend = 0.5f;
                             s.meter.highlight_stops = 2.0f;
                             s.meter.black_stops = 8.0f;
                             s.display.encoding = photopic::OutputEncoding::power22;
                           }),
                           with([](Settings& s) {
                             s.glare.glare = photopic::GlareProfile::eye;
                             s.local_exposure.local_exposure = photopic::LocalExposure::on;
                             s.lens.vignette = 1.0f;
                           }),
                           with([](Settings& s) {
                             s.meter.mask = true;
                             s.aberration.chromatic_aberration_texels = 2.0f;
                             s.sharpening.sharpening = 0.7f;
                             s.grain.grain = 0.05f;
                           }),
                           with([](Settings& s) {
                             s.input.primaries = photopic::Primaries::bt2020;
                             s.white_balance.white_balance = photopic::WhiteBalance::automatic;
                             s.view.cd_m2_per_unit = 0.01f;
                             s.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
                             s.night.night_strength = 1.0f;
                           }),
                           with([](Settings& s) {
                             s.display.transform = photopic::DisplayTransform::baked;
                             s.grade.contrast = 1.3f;
                             s.local_exposure.local_exposure = photopic::LocalExposure::on;
                           })};
constexpr std::uint32_t kLookCount = std::size(kLooks);
static_assert(kLookCount == PHOTOPIC_MAX_USES);

/// Scenes, and images of weights, to record frames of.
struct Scenes {
  HdrImage hdr[3] = {scene(1), scene(2), scene(3)};
  HdrImage mask = make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {7, 5}, [](std::uint32_t x, std::uint32_t y) {
    return reference::Rgb{double(x + y) / 10.0, 0.0, 0.0};
  });

  static HdrImage scene(std::uint32_t seed) {
    return make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPrepareExtent, gradient_with_noise(kPrepareExtent, seed));
  }
  /// With the images that `settings` read.
  Frame frame(const Settings& settings, std::uint32_t number, const engine::Image& ldr, std::uint32_t view = 0) const {
    Frame frame = {.hdr = {hdr[number % 3].view()},
                   .ldr = {ldr.view()},
                   .extent = kPrepareExtent,
                   .delta_time_s = 0.1f,
                   .view = view};
    if (settings.meter.mask) frame.weights.mask.view = mask.view();
    if (settings.meter.depth_max != 1.0f) frame.weights.depth.view = hdr[0].view();
    return frame;
  }
};

/// What frames leave.
struct Shown {
  std::vector<State> states;
  std::vector<std::vector<std::byte>> pictures;
};

void expect_same(const Shown& run, const Shown& expected) {
  ASSERT_EQ(run.states.size(), expected.states.size());
  for (std::size_t i = 0; i < run.states.size(); ++i) {
    EXPECT_TRUE(same_bits(run.states[i], expected.states[i]))
        << i << ": " << to_string(run.states[i]) << "\nalone: " << to_string(expected.states[i]);
    EXPECT_EQ(run.pictures[i], expected.pictures[i]) << i;
  }
}

/// The next frame of a view.
void run_frame(PostProcess& post, const Scenes& scenes, const Settings& settings, std::uint32_t view, Shown* run) {
  const engine::Image ldr = make_ldr(kPrepareExtent, kPrepareLdr);
  submit([&](VkCommandBuffer commands) {
    const auto number = std::uint32_t(run->states.size());
    context().check(post.record(commands, scenes.frame(settings, number, ldr, view), settings));
  });
  run->states.push_back(state_of(post, view));
  run->pictures.push_back(engine::read_back(context(), ldr));
}

constexpr std::uint32_t kFrames = 3;

/// Objects for each of the looks and no other.
std::vector<Shown> runs_alone(const Scenes& scenes) {
  std::vector<Shown> runs(kLookCount);
  for (std::uint32_t look = 0; look < kLookCount; ++look) {
    PostProcess post = make_used({.max_extent = kPrepareExtent, .uses = {kLooks[look]}});
    for (std::uint32_t i = 0; i < kFrames; ++i) run_frame(post, scenes, kLooks[look], 0, &runs[look]);
  }
  return runs;
}

/// The looks in turn, each in its view.
void expect_as_alone(PostProcess& post, const Scenes& scenes, const std::vector<Shown>& alone) {
  std::vector<Shown> runs(kLookCount);
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    for (std::uint32_t look = 0; look < kLookCount; ++look) {
      run_frame(post, scenes, kLooks[look], look, &runs[look]);
    }
  }
  for (std::uint32_t look = 0; look < kLookCount; ++look) {
    SCOPED_TRACE(look);
    expect_same(runs[look], alone[look]);
  }
}

TEST(Prepare, UsesGiveTheBitsOfObjectsForEachAlone) {
  const Scenes scenes;
  const std::vector<Shown> alone = runs_alone(scenes);
  for (std::uint32_t look = 1; look < kLookCount; ++look) {
    EXPECT_NE(alone[look].pictures.back(), alone[0].pictures.back()) << look;
  }
  CreateInfo info = {.max_extent = kPrepareExtent, .view_count = kLookCount};
  std::copy(std::begin(kLooks), std::end(kLooks), info.uses);
  PostProcess post = make_used(info);
  for (const Settings& look : kLooks) EXPECT_TRUE(post.is_prepared(look));
  expect_as_alone(post, scenes, alone);

  // The same of those that are prepared one by one, later; also once sizes have changed.
  PostProcess later = make_used({.max_extent = {20, 20}, .view_count = kLookCount});
  for (const Settings& look : kLooks) {
    EXPECT_EQ(later.is_prepared(look), &look == kLooks);
    context().check(later.prepare(look));
    EXPECT_TRUE(later.is_prepared(look));
  }
  context().check(later.resize(kPrepareExtent));
  expect_as_alone(later, scenes, alone);
}

/// Views that have settings of different sets keep their histories of local exposure; one that changes begins anew.
TEST(Prepare, EffectsOfASetKnowItsOwnFrames) {
  const Settings local = with([](Settings& s) {
    s.local_exposure.local_exposure = photopic::LocalExposure::on;
    s.local_exposure.local_time_constant_s = 1.0f;
  });
  const Settings vignette = with([&](Settings& s) {
    s = local;
    s.lens.vignette = 1.0f;
  });
  const Scenes scenes;
  PostProcess alone = make_used({.max_extent = kPrepareExtent, .uses = {local}});
  PostProcess both = make_used({.max_extent = kPrepareExtent, .view_count = 2, .uses = {local}});
  context().check(both.prepare(vignette));
  Shown expected, run, other;
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    run_frame(alone, scenes, local, 0, &expected);
    run_frame(both, scenes, local, 0, &run);
    run_frame(both, scenes, vignette, 1, &other);
  }
  expect_same(run, expected);
}

// ---- prepare() ------------------------------------------------------------------------------------------------------

/// Frames are recorded and run with whatever is prepared, while a thread prepares more.
TEST(Prepare, WhileAnotherThreadRecords) {
  constexpr std::uint32_t kRounds = 12;
  const Settings looks[] = {kPlain, with([](Settings& s) { s.meter.centre = true; }),
                            with([](Settings& s) { s.lens.vignette = 1.0f; }), with([](Settings& s) {
                              s.meter.high_percentile = 90.0f;
                              s.tone_map.tone_mapper = photopic::ToneMapper::reinhard;
                            }),
                            with([](Settings& s) { s.tone_map.dither = true; })};
  const Scenes scenes;
  const engine::Image ldr = make_ldr(kPrepareExtent, kPrepareLdr);
  const auto shoot = [&](PostProcess& post, const Settings& settings) {
    Frame frame = scenes.frame(settings, 0, ldr);
    frame.cut = VK_TRUE;
    submit([&](VkCommandBuffer commands) { context().check(post.record(commands, frame, settings)); });
    return engine::read_back(context(), ldr);
  };
  std::vector<std::vector<std::byte>> expected;
  for (const Settings& look : looks) {
    PostProcess post = make_used({.max_extent = kPrepareExtent, .uses = {look}});
    expected.push_back(shoot(post, look));
  }
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    PostProcess post = make_used({.max_extent = kPrepareExtent});
    std::atomic<bool> is_done = false;
    std::thread thread([&] {
      for (std::uint32_t i = 0; i < std::size(looks); ++i) {
        const Settings& look = looks[(i + round) % std::size(looks)];
        EXPECT_EQ(post.prepare(look), Status::ok);
        EXPECT_TRUE(post.is_prepared(look));
      }
      is_done = true;
    });
    for (bool is_last = false; !is_last;) {
      is_last = is_done;
      for (std::uint32_t i = 0; i < std::size(looks); ++i) {
        if (post.is_prepared(looks[i])) {
          EXPECT_EQ(shoot(post, looks[i]), expected[i]) << i;
        }
      }
    }
    thread.join();
    for (const Settings& look : looks) EXPECT_TRUE(post.is_prepared(look));
  }
}

TEST(Prepare, MakesAsManyPipelinesAsItMay) {
  LoaderShim shim(context());
  const Settings look = with([](Settings& s) {
    s.meter.centre = true;
    s.glare.glare = photopic::GlareProfile::eye;
  });
  PostProcess post = make_used(shim.device(), {.max_extent = kPrepareExtent});
  const Scenes scenes;
  const engine::Image ldr = make_ldr(kPrepareExtent, kPrepareLdr);
  const auto record = [&](const Settings& settings) {
    Status status = Status::ok;
    submit([&](VkCommandBuffer commands) { status = post.record(commands, scenes.frame(settings, 0, ldr), settings); });
    return status;
  };
  std::uint32_t calls = 1;
  for (; post.prepare(look, 1) == Status::not_prepared; ++calls) {
    ASSERT_LT(calls, 100u);
    const std::size_t made = shim.alive_of("vkCreateComputePipelines");
    EXPECT_FALSE(post.is_prepared(look));
    EXPECT_EQ(record(look), Status::not_prepared);
    EXPECT_EQ(record(kPlain), Status::ok);  // goes on
    EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), made);
  }
  EXPECT_GT(calls, 3u);
  EXPECT_TRUE(post.is_prepared(look));
  EXPECT_EQ(record(look), Status::ok);
  const std::uint32_t creations = shim.calls_that_create();
  EXPECT_EQ(post.prepare(look), Status::ok);  // nothing is left
  EXPECT_EQ(post.prepare(kPlain, 0), Status::ok);
  EXPECT_EQ(shim.calls_that_create(), creations);
}

TEST(Prepare, FailuresChangeNothing) {
  LoaderShim shim(context());
  const Settings look = with([](Settings& s) {
    s.meter.spot = true;
    s.glare.glare = photopic::GlareProfile::eye;
  });
  PostProcess post = make_used(shim.device(), {.max_extent = kPrepareExtent});
  std::uint32_t failures = 0;
  for (;; ++failures) {
    ASSERT_LT(failures, 1000u);
    shim.fail_call(failures + 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    const Status status = post.prepare(look);
    const std::string failed = shim.take_failed_call();
    if (failed.empty()) {
      EXPECT_EQ(status, Status::ok);
      break;
    }
    EXPECT_EQ(status, Status::out_of_memory) << failed;
    EXPECT_FALSE(post.is_prepared(look)) << failed;
    EXPECT_TRUE(post.is_prepared(kPlain)) << failed;
  }
  EXPECT_GT(failures, 5u);
  EXPECT_TRUE(post.is_prepared(look));
  post = PostProcess();
  EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second;
}

TEST(Prepare, OfDeferredObjectsIsOnAnyThread) {
  const Settings dithered = with([](Settings& s) { s.tone_map.dither = true; });
  PostProcess now = make_used({.max_extent = kPrepareExtent, .uses = {dithered}});
  PostProcess later = make_used({.max_extent = kPrepareExtent, .uses = {dithered}, .with = photopic::kWithDeferred});
  EXPECT_TRUE(now.is_prepared(dithered));
  EXPECT_FALSE(later.is_prepared(dithered));
  std::atomic<std::uint32_t> calls = 1;
  std::thread thread([&] {
    for (; later.prepare(dithered, 2) == Status::not_prepared; ++calls) {
    }
  });
  while (!later.is_prepared(dithered)) std::this_thread::yield();
  const Scenes scenes;
  Shown run, expected;
  run_frame(now, scenes, dithered, 0, &expected);
  run_frame(later, scenes, dithered, 0, &run);
  thread.join();
  EXPECT_GT(calls, 1u);
  expect_same(run, expected);
  EXPECT_EQ(later.prepare(dithered, 1), Status::ok);  // nothing is left
}

TEST(Prepare, OfDeferredObjectsSaysWhatIsLeft) {
  LoaderShim shim(context());
  PostProcess post = make_used(shim.device(), {.max_extent = kPrepareExtent, .with = photopic::kWithDeferred});
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), 0u);
  const Scenes scenes;
  const engine::Image ldr = make_ldr(kPrepareExtent, kPrepareLdr);
  const auto left = [&] {
    const std::uint32_t commands_before = shim.commands_recorded();
    const Frame frame = scenes.frame(kPlain, 0, ldr);
    submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(post.record_meter(commands, frame, kPlain), Status::not_prepared);
      EXPECT_EQ(post.record_finish(commands, frame, kPlain), Status::not_prepared);
      EXPECT_EQ(post.record(commands, frame, kPlain), Status::not_prepared);
    });
    EXPECT_EQ(shim.commands_recorded(), commands_before);
    const std::string& said = context().last_message();
    const std::string before = "record: pipelines: ";
    EXPECT_EQ(said.find(before), 0u) << said;
    EXPECT_NE(said.find(" are left for prepare() to make"), std::string::npos) << said;
    return std::stoul(said.substr(before.size()));
  };
  const unsigned long count = left();
  EXPECT_GT(count, 1u);
  // On small devices, layouts have only what variants bind: prepare() makes them first, and they stay.
  std::string failed;
  for (std::uint32_t call = 1; failed != "vkCreateComputePipelines"; ++call) {
    ASSERT_LT(call, 10u) << failed;
    shim.fail_call(call, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(post.prepare(kPlain, 1), Status::out_of_memory);
    failed = shim.take_failed_call();
    EXPECT_EQ(left(), count);
  }
  const char* const calls[] = {"vkCreateShaderModule", "vkCreateComputePipelines"};
  for (std::uint32_t call = 1; call <= std::size(calls); ++call) {
    shim.fail_call(call, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(post.prepare(kPlain, 1), Status::out_of_memory);
    EXPECT_EQ(shim.take_failed_call(), calls[call - 1]);
    EXPECT_EQ(shim.alive_of("vkCreateShaderModule"), 0u);
    EXPECT_EQ(left(), count);
  }
  EXPECT_EQ(post.prepare(kPlain, 1), count > 1 ? Status::not_prepared : Status::ok);
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), 1u);
  EXPECT_EQ(left(), count - 1);
  post = PostProcess();  // with some left
  EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second;
  EXPECT_EQ(post.prepare(kPlain), Status::invalid_argument);
  EXPECT_FALSE(post.is_prepared(kPlain));
}

}  // namespace
}  // namespace test
