// SPDX-License-Identifier: MIT
// Tests of settings that an object isn't prepared for, refused or skipped; of notes; of the clock of each view.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "finish/tone_map_rig.h"
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

constexpr VkExtent2D kMissingExtent = {70, 50};
constexpr VkFormat kMissingLdr = VK_FORMAT_R8G8B8A8_UNORM;
const Settings kWithoutAny;

/// What objects say.
struct Said {
  std::vector<std::string> errors, notes;

  photopic::Device device(photopic::Device device) {
    device.message = [](Status status, const char* text, void* user) {
      auto& said = *static_cast<Said*>(user);
      (status == Status::ok ? said.notes : said.errors).emplace_back(text);
    };
    device.message_user = this;
    return device;
  }
};

struct MissingRig {
  HdrImage scenes[2] = {scene(1), scene(2)};
  engine::Image depth{context(), kMissingExtent, VK_FORMAT_R32_SFLOAT,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  engine::Image classes{context(), kMissingExtent, VK_FORMAT_R32_UINT,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  engine::Image ldr = make_ldr(kMissingExtent, kMissingLdr);

  MissingRig() {
    const std::vector<std::byte> zeros(std::size_t{4} * kMissingExtent.width * kMissingExtent.height);
    engine::upload(context(), depth, zeros);
    engine::upload(context(), classes, zeros);
  }
  static HdrImage scene(std::uint32_t seed) {
    return make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kMissingExtent, gradient_with_noise(kMissingExtent, seed));
  }
  /// With the images that `settings` read.
  Frame frame(const Settings& settings = {}, std::uint32_t number = 0) const {
    Frame frame = {.hdr = {scenes[number].view()}, .ldr = {ldr.view()}, .extent = kMissingExtent, .delta_time_s = 0.1f};
    const std::uint32_t weights = photopic::weights_of(settings.meter);
    if ((weights & photopic::kWeightMask) != 0) frame.weights.mask.view = depth.view();
    if ((weights & photopic::kWeightDepth) != 0) frame.weights.depth.view = depth.view();
    if ((weights & photopic::kWeightClasses) != 0) frame.weights.classes.view = classes.view();
    return frame;
  }
  static Status record(PostProcess& post, const Frame& frame, const Settings& settings) {
    Status status = Status::ok;
    submit([&](VkCommandBuffer commands) { status = post.record(commands, frame, settings); });
    return status;
  }
  std::vector<std::byte> picture() const { return engine::read_back(context(), ldr); }
};

/// A row of the table of needs.
struct Row {
  const char* words;  ///< "setting needs name"
  void (*ask)(Settings& s);
  bool is_skipped = true;
  void (*use)(Settings& s) = [](Settings&) {};  ///< what the object is made for
};

const Row kRows[] = {
    {"meter.low_percentile, high_percentile or median_blend needs a histogram",
     [](Settings& s) { s.meter.low_percentile = 10.0f; }},
    {"meter.low_percentile, high_percentile or median_blend needs a histogram",
     [](Settings& s) { s.meter.high_percentile = 90.0f; }},
    {"meter.low_percentile, high_percentile or median_blend needs a histogram",
     [](Settings& s) { s.meter.median_blend = 0.5f; }},
    {"meter.highlight_stops or black_stops needs a histogram", [](Settings& s) { s.meter.highlight_stops = 3.0f; }},
    {"meter.highlight_stops or black_stops needs a histogram", [](Settings& s) { s.meter.black_stops = 9.0f; }},
    {"meter.centre needs weight centre", [](Settings& s) { s.meter.centre = true; }},
    {"meter.spot needs weight spot", [](Settings& s) { s.meter.spot = true; }},
    {"meter.ellipse needs weight ellipse", [](Settings& s) { s.meter.ellipse = true; }},
    {"meter.mask needs weight mask", [](Settings& s) { s.meter.mask = true; }},
    {"meter.depth_min or depth_max needs weight depth", [](Settings& s) { s.meter.depth_min = 0.1f; }},
    {"meter.depth_min or depth_max needs weight depth", [](Settings& s) { s.meter.depth_max = 0.9f; }},
    {"meter.metered_classes needs weight classes", [](Settings& s) { s.meter.metered_classes[3] = 5; }},
    {"meter.window_min_log2 or window_max_log2 needs weight window",
     [](Settings& s) { s.meter.window_min_log2 = -3.0f; }},
    {"meter.window_min_log2 or window_max_log2 needs weight window",
     [](Settings& s) { s.meter.window_max_log2 = 3.0f; }},
    {"input.primaries, input.scene_gamut or white_balance needs a conversion of the input",
     [](Settings& s) { s.input.primaries = photopic::Primaries::bt2020; }, false},
    {"white_balance.white_balance needs automatic white balance",
     [](Settings& s) { s.white_balance.white_balance = photopic::WhiteBalance::automatic; }},
    {"night.dark_adaptation or pupil needs dark adaptation",
     [](Settings& s) {
       s.view.cd_m2_per_unit = 1.0f;
       s.night.pupil = true;
     }},
    {"aberration needs effect aberration", [](Settings& s) { s.aberration.chromatic_aberration_texels = 2.0f; }},
    {"glare needs effect glare", [](Settings& s) { s.glare.glare = photopic::GlareProfile::eye; }},
    {"acuity needs effect acuity",
     [](Settings& s) {
       s.view.cd_m2_per_unit = 1.0f;
       s.acuity.acuity_loss = 1.0f;
     }},
    {"lens needs effect lens", [](Settings& s) { s.lens.vignette = 1.0f; }},
    {"local_exposure needs effect local_exposure",
     [](Settings& s) { s.local_exposure.local_exposure = photopic::LocalExposure::on; }},
    {"night needs effect night",
     [](Settings& s) {
       s.view.cd_m2_per_unit = 1.0f;
       s.night.night_strength = 1.0f;
     }},
    {"sharpening needs effect sharpening", [](Settings& s) { s.sharpening.sharpening = 0.5f; }},
    {"grain needs effect grain", [](Settings& s) { s.grain.grain = 0.1f; }},
    {"display.transform needs a LUT", [](Settings& s) { s.display.transform = photopic::DisplayTransform::baked; },
     false},
    {"display.transform needs pipelines without a LUT", [](Settings&) {}, false,
     [](Settings& s) { s.display.transform = photopic::DisplayTransform::baked; }},
    {"grade needs a grade at each texel", [](Settings& s) { s.grade.contrast = 1.2f; }, false},
    {"tone_map.dither needs dither", [](Settings& s) { s.tone_map.dither = true; }},
    {"tone_map.dither_noise needs blue noise",
     [](Settings& s) {
       s.tone_map.dither = true;
       s.tone_map.dither_noise = photopic::DitherNoise::blue;
     },
     true, [](Settings& s) { s.tone_map.dither = true; }},
    {"tone_map.tone_mapper needs a pipeline", [](Settings& s) { s.tone_map.tone_mapper = photopic::ToneMapper::hable; },
     false},
    {"display.encoding needs a pipeline", [](Settings& s) { s.display.encoding = photopic::OutputEncoding::power22; },
     false},
};

TEST(Missing, IsRefusedByItsNameAndNothingIsRecorded) {
  LoaderShim shim(context());
  const MissingRig rig;
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.words);
    Settings used, settings;
    row.use(used);
    row.ask(settings);
    PostProcess post = make_used(shim.device(), {.max_extent = kMissingExtent, .uses = {used}});
    EXPECT_FALSE(post.is_prepared(settings));
    const std::uint32_t commands = shim.commands_recorded();
    EXPECT_EQ(rig.record(post, rig.frame(settings), settings), Status::not_prepared);
    EXPECT_EQ(shim.commands_recorded(), commands);
    EXPECT_EQ(context().last_message(),
              "record: " + std::string(row.words) +
                  ", which is not prepared. Name these settings in CreateInfo::uses, or call prepare()");
  }
}

/// Checks that passed count for the same settings only, whatever was recorded between.
TEST(Missing, EachRecordingIsCheckedByItsOwnSettings) {
  const MissingRig rig;
  const Settings good;
  Settings wrong = good, missing = good;
  wrong.display.peak_nits = -1.0f;
  missing.grain.grain = 0.1f;
  PostProcess post = make_used(context().lend(), {.max_extent = kMissingExtent, .uses = {good}});
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(rig.record(post, rig.frame(good), good), Status::ok);
    EXPECT_EQ(rig.record(post, rig.frame(good), good), Status::ok);
    EXPECT_EQ(rig.record(post, rig.frame(wrong), wrong), Status::invalid_argument);
    EXPECT_EQ(rig.record(post, rig.frame(missing), missing), Status::not_prepared);
    EXPECT_EQ(rig.record(post, rig.frame(missing), missing), Status::not_prepared);
  }
  context().check(post.prepare(missing));
  EXPECT_EQ(rig.record(post, rig.frame(missing), missing), Status::ok);
}

/// The same bits as of settings without, and a note, once.
TEST(Missing, IsSkippedWhereThePictureIsPlainer) {
  const MissingRig rig;
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.words);
    Settings used, settings;
    row.use(used);
    row.ask(settings);
    const CreateInfo info = {.max_extent = kMissingExtent, .uses = {used}, .missing = photopic::Missing::skip};
    Said said;
    PostProcess post = make_used(said.device(context().lend()), info);
    if (!row.is_skipped) {
      EXPECT_EQ(rig.record(post, rig.frame(settings), settings), Status::not_prepared);
      EXPECT_EQ(said.errors.size(), 1u);
      EXPECT_TRUE(said.notes.empty());
      continue;
    }
    for (int i = 0; i < 2; ++i) EXPECT_EQ(rig.record(post, rig.frame(settings), settings), Status::ok);
    EXPECT_EQ(said.notes,
              std::vector<std::string>{"record: " + std::string(row.words) + ", which is not prepared: skipped"});
    const std::vector<std::byte> picture = rig.picture();
    PostProcess plain = make_used({.max_extent = kMissingExtent, .uses = {used}});
    Settings without = used;
    without.view = settings.view;
    for (int i = 0; i < 2; ++i) EXPECT_EQ(rig.record(plain, rig.frame(without), without), Status::ok);
    EXPECT_TRUE(same_bits(state_of(post), state_of(plain)));
    EXPECT_EQ(picture, rig.picture());
    // It isn't once it is prepared.
    EXPECT_EQ(post.prepare(settings), Status::ok);
    EXPECT_EQ(rig.record(post, rig.frame(settings), settings), Status::ok);
    EXPECT_TRUE(said.errors.empty()) << said.errors[0];
    EXPECT_EQ(said.notes.size(), 1u);
  }
}

/// Several images of weights that are skipped, of all sources.
TEST(Missing, WeightsOfSourcesAreSkippedWithTheirImages) {
  const MissingRig rig;
  Settings settings;
  settings.meter.mask = true;
  settings.meter.depth_max = 0.5f;
  PostProcess post = make_used({.max_extent = kMissingExtent, .missing = photopic::Missing::skip});
  PostProcess plain = make_used({.max_extent = kMissingExtent});
  const photopic::WeightImages weights = rig.frame(settings).weights;
  photopic::Source source = {.hdr = {rig.scenes[1].view()}, .region = {{0, 0}, kMissingExtent}, .weights = weights};
  Frame frame = rig.frame(settings);
  frame.more_sources = &source;
  frame.more_source_count = 1;
  EXPECT_EQ(rig.record(post, frame, settings), Status::ok);
  source.weights = frame.weights = {};
  EXPECT_EQ(rig.record(plain, frame, kWithoutAny), Status::ok);
  EXPECT_TRUE(same_bits(state_of(post), state_of(plain)));
}

/// Each by itself is prepared, but both are not.
TEST(Missing, OfTheMeterIsSaidOfWhatIsNotPreparedTogether) {
  const MissingRig rig;
  Settings centre, histogram, both;
  centre.meter.centre = both.meter.centre = true;
  histogram.meter.median_blend = both.meter.median_blend = 0.5f;
  CreateInfo info = {.max_extent = kMissingExtent, .uses = {centre, histogram}};
  PostProcess refuses = make_used(info);
  EXPECT_FALSE(refuses.is_prepared(both));
  EXPECT_FALSE(refuses.is_prepared(kWithoutAny));  // nor is the plain meter
  for (const Settings& settings : {both, kWithoutAny}) {
    EXPECT_EQ(rig.record(refuses, rig.frame(settings), settings), Status::not_prepared);
    EXPECT_EQ(context().last_message(),
              "record: these settings of the meter are not prepared together. Name them in CreateInfo::uses, or call "
              "prepare()");
  }
  info.uses[0] = centre;
  info.uses[1] = histogram;
  info.missing = photopic::Missing::skip;
  PostProcess skips = make_used(info);
  EXPECT_TRUE(skips.is_prepared(kWithoutAny));
  EXPECT_EQ(rig.record(skips, rig.frame(both), both), Status::ok);
}

// ---- notes ----------------------------------------------------------------------------------------------------------

TEST(IdleValues, AreNotesOfCreateAndPrepare) {
  Said said;
  const photopic::Device device = said.device(context().lend());
  Settings idle;
  idle.meter.spot_radius = 0.3f;
  idle.glare.veil_fraction = 0.2f;
  PostProcess post = make_used(device, {.max_extent = kMissingExtent, .uses = {idle}});
  const std::string counts_nothing = " is set, and counts nothing: no settings turn on what reads it";
  EXPECT_EQ(said.notes, (std::vector<std::string>{"create: meter.spot_radius" + counts_nothing,
                                                  "create: glare.veil_fraction" + counts_nothing}));
  said.notes.clear();
  // Others turn it on; nothing isn't default.
  Settings spot;
  spot.meter.spot = true;
  post = make_used(device, {.max_extent = kMissingExtent, .uses = {idle, spot, kWithoutAny}});
  EXPECT_EQ(said.notes, (std::vector<std::string>{"create: glare.veil_fraction" + counts_nothing}));
  said.notes.clear();
  Settings other;
  other.tone_map.tone_mapper = photopic::ToneMapper::hable;
  other.meter.ellipse_x = 0.25f;
  EXPECT_EQ(post.prepare(other), Status::ok);
  EXPECT_EQ(said.notes, (std::vector<std::string>{"prepare: meter.ellipse_x" + counts_nothing}));
  said.notes.clear();
  // An object that only meters, or finishes, says nothing of the other step.
  post = make_used(device, {.max_extent = kMissingExtent, .uses = {idle}, .steps = photopic::kMeter});
  EXPECT_EQ(said.notes, (std::vector<std::string>{"create: meter.spot_radius" + counts_nothing}));
  said.notes.clear();
  post = make_used(device, {.max_extent = kMissingExtent, .uses = {idle}, .steps = photopic::kFinish});
  EXPECT_EQ(said.notes, (std::vector<std::string>{"create: glare.veil_fraction" + counts_nothing}));
  EXPECT_TRUE(said.errors.empty());
}

// ---- the clock of each view -----------------------------------------------------------------------------------------

/// Pictures of local exposure that follows its scene slowly, exposed alike whatever is metered.
class Clock : public testing::Test {
 protected:
  static Settings slow() {
    Settings settings;
    settings.exposure.mode = photopic::ExposureMode::manual;
    settings.exposure.manual_ev100 = 4.0f;
    settings.local_exposure.local_exposure = photopic::LocalExposure::on;
    settings.local_exposure.local_time_constant_s = 1.0f;
    return settings;
  }
  Frame frame(std::uint32_t scene, float delta_time_s, bool cut = false, std::uint32_t view = 0) const {
    Frame frame = rig_.frame(settings_, scene);
    frame.delta_time_s = delta_time_s;
    frame.cut = cut ? VK_TRUE : VK_FALSE;
    frame.view = view;
    return frame;
  }
  PostProcess make_started() {
    PostProcess post = make_used({.max_extent = kMissingExtent, .view_count = 2, .uses = {settings_}});
    for (const std::uint32_t view : {0u, 1u}) record(post, frame(0, 0.0f, true, view));
    return post;
  }
  std::vector<std::byte> record(PostProcess& post, const Frame& frame) {
    EXPECT_EQ(MissingRig::record(post, frame, settings_), Status::ok);
    return rig_.picture();
  }
  void meter(PostProcess& post, const Frame& frame) {
    submit([&](VkCommandBuffer commands) { context().check(post.record_meter(commands, frame, settings_)); });
  }
  std::vector<std::byte> finish(PostProcess& post, const Frame& frame) {
    submit([&](VkCommandBuffer commands) { context().check(post.record_finish(commands, frame, settings_)); });
    return rig_.picture();
  }
  /// Of the other scene, so much later.
  std::vector<std::byte> expected(float delta_time_s, bool cut = false) {
    PostProcess post = make_started();
    return record(post, frame(1, delta_time_s, cut));
  }

  const Settings settings_ = slow();
  MissingRig rig_;
};

TEST_F(Clock, AddsUpWhatIsMeteredAndIsTakenByTheFirstFinish) {
  const auto later = expected(0.75f);
  EXPECT_NE(later, expected(0.5f));
  EXPECT_NE(later, expected(0.0f));
  PostProcess post = make_started();
  meter(post, frame(1, 0.25f));
  meter(post, frame(1, 0.5f));
  // Its own time and cut are nothing to a finish.
  EXPECT_EQ(finish(post, frame(1, 99.0f, true)), later);
  // A second one is of the same moment.
  EXPECT_EQ(finish(post, frame(1, 99.0f, true)), later);
  PostProcess once = make_started();
  record(once, frame(1, 0.75f));
  EXPECT_EQ(record(post, frame(1, 0.25f)), record(once, frame(1, 0.25f)));
}

TEST_F(Clock, LosesNoCut) {
  const auto cut = expected(0.25f, true);
  EXPECT_NE(cut, expected(0.25f));
  PostProcess post = make_started();
  meter(post, frame(1, 0.0f, true));
  meter(post, frame(1, 0.25f));
  EXPECT_EQ(finish(post, frame(1, 0.25f)), cut);
  // It is over.
  const auto after = record(post, frame(0, 0.25f));
  EXPECT_NE(after, record(post, frame(0, 0.25f, true)));
}

TEST_F(Clock, IsOfEachView) {
  const auto later = expected(0.25f);
  PostProcess post = make_started();
  meter(post, frame(1, 0.25f, false, 0));
  meter(post, frame(1, 5.0f, true, 1));
  EXPECT_EQ(finish(post, frame(1, 0.0f, false, 0)), later);
  EXPECT_EQ(finish(post, frame(1, 0.0f, false, 1)), expected(0.0f, true));
}

TEST_F(Clock, StandsStillForWhatIsRefused) {
  const auto later = expected(0.25f);
  PostProcess post = make_started();
  Frame wrong = frame(1, 3.0f, true);
  wrong.extent.width = kMissingExtent.width + 1;
  EXPECT_EQ(MissingRig::record(post, wrong, settings_), Status::invalid_argument);
  Settings other = settings_;
  other.meter.centre = true;
  EXPECT_EQ(MissingRig::record(post, frame(1, 3.0f, true), other), Status::not_prepared);
  EXPECT_EQ(record(post, frame(1, 0.25f)), later);
}

TEST_F(Clock, OfAnObjectThatOnlyFinishesIsTheFinishs) {
  const engine::Buffer exposure = make_exposure(0.1f);
  const auto shoot = [&](float delta_time_s, bool cut, int times) {
    PostProcess post = make_used({.max_extent = kMissingExtent, .uses = {settings_}, .steps = photopic::kFinish});
    Frame of = frame(0, 0.0f, true);
    of.exposure.buffer = exposure.handle();
    finish(post, of);
    of.hdr.view = rig_.scenes[1].view();
    std::vector<std::byte> picture;
    for (int i = 0; i < times; ++i) {
      of.delta_time_s = i == 0 ? delta_time_s : 0.0f;
      of.cut = cut ? VK_TRUE : VK_FALSE;
      picture = finish(post, of);
    }
    return picture;
  };
  EXPECT_NE(shoot(0.75f, false, 1), shoot(0.25f, false, 1));
  EXPECT_NE(shoot(0.75f, false, 1), shoot(0.75f, true, 1));
  EXPECT_EQ(shoot(0.75f, false, 1), shoot(0.75f, false, 3));
}

// ---- statistics -----------------------------------------------------------------------------------------------------

TEST(Statistics, HaveAStatus) {
  const MissingRig rig;
  PostProcess post = make_used({.max_extent = kMissingExtent, .view_count = 2, .statistics_slots = 2});
  State state;
  state.exposure = -7.0f;
  EXPECT_EQ(post.statistics(0, &state), Status::not_ready);
  EXPECT_EQ(state.exposure, -7.0f);
  EXPECT_EQ(rig.record(post, rig.frame(), kWithoutAny), Status::ok);
  EXPECT_EQ(post.statistics(0, &state), Status::ok);
  EXPECT_TRUE(same_bits(state, state_of(post)));
  EXPECT_EQ(post.statistics(1, &state), Status::not_ready);
  EXPECT_EQ(post.statistics(2, &state), Status::invalid_argument);
  PostProcess without = make_used({.max_extent = kMissingExtent});
  EXPECT_EQ(without.statistics(0, &state), Status::invalid_argument);
  // What prepare() adds is there, too, each time that it is turned on.
  Settings balanced;
  balanced.white_balance.white_balance = photopic::WhiteBalance::automatic;
  EXPECT_EQ(post.prepare(balanced), Status::ok);
  for (const bool is_balanced : {true, true, false, false, true, true, true}) {
    EXPECT_EQ(rig.record(post, rig.frame(), is_balanced ? balanced : kWithoutAny), Status::ok);
    EXPECT_EQ(post.statistics(0, &state), Status::ok);
    EXPECT_TRUE(same_bits(state, state_of(post)));
    EXPECT_EQ(state.white_balance.frames != 0, is_balanced);
  }
  EXPECT_EQ(state.white_balance.frames, 3u);
}

/// Parts of a state that no frame has written hold whatever memory held.
TEST(Statistics, OfPartsThatArePreparedLaterBeginAnew) {
  const MissingRig rig;
  Settings balanced;
  balanced.white_balance.white_balance = photopic::WhiteBalance::automatic;
  LoaderShim shim(context());
  shim.separate_memory();
  PostProcess post = make_used(shim.device(), {.max_extent = kMissingExtent, .statistics_slots = 1});
  PostProcess both = make_used({.max_extent = kMissingExtent, .uses = {kWithoutAny, balanced}, .statistics_slots = 1});
  const Poison poison(context(), shim);
  submit([&](VkCommandBuffer commands) { poison.record(commands, 1); });
  for (const bool is_balanced : {false, true, true}) {
    const Settings& settings = is_balanced ? balanced : kWithoutAny;
    EXPECT_EQ(post.prepare(settings), Status::ok);
    for (PostProcess* object : {&post, &both}) EXPECT_EQ(rig.record(*object, rig.frame(), settings), Status::ok);
    State state, expected;
    EXPECT_EQ(post.statistics(0, &state), Status::ok);
    EXPECT_EQ(both.statistics(0, &expected), Status::ok);
    EXPECT_TRUE(same_bits(state, expected));
  }
}

}  // namespace
}  // namespace test
