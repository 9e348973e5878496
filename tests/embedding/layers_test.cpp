// SPDX-License-Identifier: MIT
// Tests of pictures that are layers of arrays, metered layer by layer and finished in one dispatch: exposures and
// pictures are, bit for bit, those that an object without layers makes of 2D views.
#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <span>
#include <string>

#include "embedding/draw_rig.h"
#include "finish/tone_map_rig.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kEye = {150, 40};  // more than a tile, and no whole number of them
constexpr VkFormat kEyeFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr std::uint32_t kEyes = 3;

/// An array, and its layers as images of their own.
struct Layered {
  engine::Image all;
  std::vector<engine::Image> each;
};

Layered make_layered(VkFormat format, const std::vector<std::vector<std::byte>>& layers) {
  Layered made;
  std::vector<std::byte> texels;
  for (const std::vector<std::byte>& layer : layers) {
    texels.insert(texels.end(), layer.begin(), layer.end());
    made.each.push_back(make_layers(kEye, format, 1, layer));
  }
  made.all = make_layers(kEye, format, kEyes, texels);
  return made;
}

Layered make_scenes() {
  std::vector<std::vector<std::byte>> layers;
  for (std::uint32_t layer = 0; layer < kEyes; ++layer) {
    layers.push_back(texels_of(kEyeFormat, kEye, wide_noise(-3.0 + 2.0 * layer, 4.0, 20 + layer)));
  }
  return make_layered(kEyeFormat, layers);
}

/// Premultiplied.
Layered make_ui() {
  std::mt19937 random(5);
  std::vector<std::vector<std::byte>> layers(kEyes);
  for (std::vector<std::byte>& layer : layers) {
    for (std::uint32_t i = 0; i < kEye.width * kEye.height; ++i) {
      const std::uint32_t alpha = random() % 256;
      for (int channel = 0; channel < 3; ++channel) layer.push_back(std::byte(random() % (alpha + 1)));
      layer.push_back(std::byte(alpha));
    }
  }
  return make_layered(VK_FORMAT_R8G8B8A8_UNORM, layers);
}

/// From make_ldr() to read_layers(), recorded by the module.
photopic::Image target_image(const engine::Image& target) {
  return {.view = target.view(),
          .image = target.handle(),
          .before = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL},
          .after = photopic::to_transfer};
}

/// `frame` has views of arrays, and no `ldr`. `meter` meters for an object without layers.
void expect_layers_are_those_alone(const MadeFor& info, const Settings& settings, const Layered& scenes,
                                   const Layered* ui, Frame frame,
                                   const std::function<void(VkCommandBuffer, PostProcess&)>& meter,
                                   const std::function<void(Frame*, std::uint32_t)>& alone) {
  MadeFor layered = info;
  layered.layers = kEyes;
  PostProcess post = make(layered);
  PostProcess one = make(info);
  const engine::Image target = make_ldr(kEye, info.ldr_format, kEyes);
  frame.ldr = target_image(target);
  submit([&](VkCommandBuffer commands) {
    context().check((info.steps & photopic::kMeterStep) != 0 ? post.record(commands, frame, settings)
                                                             : post.record_finish(commands, frame, settings));
  });
  const std::vector<std::byte> all = read_layers(target);
  for (std::uint32_t layer = 0; layer < kEyes; ++layer) {
    SCOPED_TRACE(layer);
    const engine::Image ldr = make_ldr(kEye, info.ldr_format);
    Frame single = frame;
    single.hdr = {scenes.each[layer].view()};
    single.ldr = {ldr.view()};
    single.ui = {ui != nullptr ? ui->each[layer].view() : VK_NULL_HANDLE};
    single.exposure_stride_bytes = 0;
    alone(&single, layer);
    submit([&](VkCommandBuffer commands) {
      meter(commands, one);
      context().check(one.record_finish(commands, single, settings));
    });
    const auto first = all.begin() + std::ptrdiff_t(all.size() / kEyes * layer);
    EXPECT_TRUE(
        std::equal(first, first + std::ptrdiff_t(all.size() / kEyes), engine::read_back(context(), ldr).begin()));
  }
}

MadeFor eyes_info(const Settings& settings, VkFormat format) {
  return {.max_extent = kEye,
          .ldr_format = format,
          .tone_mappers = photopic::tone_mapper_bit(settings.tone_map.tone_mapper),
          .effects = photopic::effects_of(settings),
          .dither = settings.tone_map.dither};
}

/// All metered as one.
TEST(Layers, ShareAnExposure) {
  Settings settings;
  settings.tone_map.dither = true;
  settings.tone_map.dither_seed = 5;
  settings.lens.vignette = 1.0f;
  settings.grain.grain = 0.05f;
  settings.grade.contrast = 1.2f;
  const Layered scenes = make_scenes();
  const Layered ui = make_ui();
  MadeFor info = eyes_info(settings, VK_FORMAT_R8G8B8A8_UNORM);
  info.exact_looks = true;
  info.ui = true;
  const photopic::Source others[] = {{.hdr = {scenes.each[1].view()}, .region = {{0, 0}, kEye}},
                                     {.hdr = {scenes.each[2].view()}, .region = {{0, 0}, kEye}}};
  const photopic::Frame metered = {
      .hdr = {scenes.each[0].view()}, .extent = kEye, .more_sources = others, .more_source_count = 2};
  expect_layers_are_those_alone(
      info, settings, scenes, &ui,
      {.hdr = {scenes.all.view()},
       .extent = {140, 30},
       .offset = {3, 5},
       .metered = {{0, 0}, kEye},
       .ldr_offset = {4, 7},
       .ui = {ui.all.view()}},
      [&](VkCommandBuffer commands, PostProcess& post) {
        context().check(post.record_meter(commands, metered, settings));
      },
      [](Frame*, std::uint32_t) {});
}

/// Each by a state of its own, from view 1 on; its white balance as well.
TEST(Layers, HaveExposuresOfTheirOwn) {
  Settings settings;
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  const Layered scenes = make_scenes();
  MadeFor info = eyes_info(settings, VK_FORMAT_R32_UINT);
  info.view_count = kEyes + 1;
  info.auto_white_balance = true;
  const VkDeviceSize stride = make(info).state_stride_bytes();
  expect_layers_are_those_alone(
      info, settings, scenes, nullptr,
      {.hdr = {scenes.all.view()}, .extent = kEye, .view = 1, .exposure_stride_bytes = stride},
      [&](VkCommandBuffer commands, PostProcess& post) {
        for (std::uint32_t layer = 0; layer < kEyes; ++layer) {
          context().check(post.record_meter(
              commands, {.hdr = {scenes.each[layer].view()}, .extent = kEye, .view = 1 + layer}, settings));
        }
      },
      [](Frame* frame, std::uint32_t layer) { frame->view += layer; });
}

/// Numbers of the host's, one behind the other; the pictures are floats.
TEST(Layers, HaveExposuresOfTheHosts) {
  Settings settings;
  settings.tone_map.dither = false;
  const Layered scenes = make_scenes();
  MadeFor info = eyes_info(settings, VK_FORMAT_R16G16B16A16_SFLOAT);
  info.steps = photopic::kToneMapStep;
  const std::array<float, kEyes> exposures = {0.3f, 1.5f, 0.02f};
  const engine::Buffer buffer(context(), sizeof exposures, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                              engine::MemoryUse::upload);
  std::memcpy(buffer.mapped().data(), exposures.data(), sizeof exposures);
  std::vector<engine::Buffer> each;
  for (const float exposure : exposures) each.push_back(make_exposure(exposure));
  expect_layers_are_those_alone(
      info, settings, scenes, nullptr,
      {.hdr = {scenes.all.view()},
       .extent = kEye,
       .pre_exposure = 0.5f,
       .exposure = {buffer.handle()},
       .exposure_stride_bytes = sizeof(float)},
      [](VkCommandBuffer, PostProcess&) {},
      [&](Frame* frame, std::uint32_t layer) { frame->exposure.buffer = each[layer].handle(); });
}

// ---- metering ----

/// Arrays of images of weights.
struct LayeredWeights {
  Layered mask, depth, classes;
};

LayeredWeights make_weights() {
  std::mt19937 random(9);
  const auto numbers = [&](VkFormat format, const auto& number) {
    std::vector<std::vector<std::byte>> layers(kEyes);
    for (std::vector<std::byte>& layer : layers) {
      for (std::uint32_t i = 0; i < kEye.width * kEye.height; ++i) {
        const auto value = number();
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        layer.insert(layer.end(), bytes, bytes + sizeof value);
      }
    }
    return make_layered(format, layers);
  };
  const auto byte = [&] { return std::uint8_t(random() % 256); };
  return {numbers(VK_FORMAT_R8_UNORM, byte),
          numbers(VK_FORMAT_R32_SFLOAT, [&] { return float(random() % 100) / 99.0f; }),
          numbers(VK_FORMAT_R8_UINT, byte)};
}

constexpr std::uint32_t kImageWeights = photopic::kWeightMask | photopic::kWeightDepth | photopic::kWeightClasses;

/// Of the arrays, or of one layer of each.
photopic::WeightImages weights_of(const LayeredWeights& images, std::uint32_t weights, int layer = -1) {
  const auto view = [&](const Layered& image, photopic::Weight weight) -> photopic::Image {
    if ((weights & weight) == 0) return {};
    return {.view = layer < 0 ? image.all.view() : image.each[std::size_t(layer)].view()};
  };
  return {.mask = view(images.mask, photopic::kWeightMask),
          .depth = view(images.depth, photopic::kWeightDepth),
          .classes = view(images.classes, photopic::kWeightClasses)};
}

/// Each variant of the meter, with and without 64-bit atomics.
TEST(Layers, AreMeteredAs2DViewsAre) {
  const Layered scenes = make_scenes();
  const LayeredWeights images = make_weights();
  photopic::MeterSettings meter;
  meter.depth_max = 0.7f;
  const MadeFor infos[] = {{},
                           {.histogram = true, .forces_histogram = true},
                           {.weights = photopic::kWeightCentre},
                           {.weights = kImageWeights},
                           {.weights = photopic::kWeightMask, .auto_white_balance = true},
                           {.extrema = true, .auto_white_balance = true}};
  for (const bool has_int64 : {true, false}) {
    for (std::size_t i = 0; i < std::size(infos); ++i) {
      SCOPED_TRACE(std::to_string(i) + (has_int64 ? "" : " without 64-bit atomics"));
      photopic::Device device = context().lend();
      device.shader_buffer_int64_atomics = has_int64 && device.shader_buffer_int64_atomics;
      MadeFor info = infos[i];
      info.max_extent = kEye;
      info.view_count = kEyes + 1;
      PostProcess one = make(device, info);
      info.layers = kEyes;
      PostProcess post = make(device, info);
      Settings settings;
      settings.meter = asking_for(post, meter);
      if (info.auto_white_balance) settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
      const VkRect2D region = {{5, 3}, {80, 33}}, other = {{1, 2}, {100, 20}};
      const photopic::Source more = {
          .hdr = {scenes.all.view()}, .region = other, .weights = weights_of(images, info.weights)};
      const Frame frame = {.hdr = {scenes.all.view()},
                           .extent = kEye,
                           .view = 1,
                           .metered = region,
                           .weights = weights_of(images, info.weights),
                           .more_sources = &more,
                           .more_source_count = 1};
      std::vector<photopic::Source> sources;  // of all layers
      for (const VkRect2D& rect : {region, other}) {
        for (std::uint32_t layer = 0; layer < kEyes; ++layer) {
          sources.push_back({.hdr = {scenes.each[layer].view()},
                             .region = rect,
                             .weights = weights_of(images, info.weights, int(layer))});
        }
      }
      const auto metered = [&](const Frame& given, PostProcess& object, std::uint32_t view) {
        submit([&](VkCommandBuffer commands) { context().check(object.record_meter(commands, given, settings)); });
        return state_of(object, view);
      };
      const auto frame_of = [&](const photopic::Source& first, std::span<const photopic::Source> others,
                                std::uint32_t view) -> Frame {
        return {.hdr = first.hdr,
                .extent = first.region.extent,
                .view = view,
                .offset = first.region.offset,
                .weights = first.weights,
                .more_sources = others.data(),
                .more_source_count = std::uint32_t(others.size())};
      };
      // All as one.
      const State shared = metered(frame, post, 1);
      const State expected = metered(frame_of(sources[0], std::span(sources).subspan(1), 1), one, 1);
      EXPECT_TRUE(same_bits(shared, expected)) << to_string(shared) << "\nas 2D views: " << to_string(expected);
      // Each by itself, adapting from there.
      Frame own = frame;
      own.delta_time_s = 0.5f;
      own.exposure_stride_bytes = post.state_stride_bytes();
      submit([&](VkCommandBuffer commands) { context().check(post.record_meter(commands, own, settings)); });
      for (std::uint32_t layer = 0; layer < kEyes; ++layer) {
        SCOPED_TRACE(layer);
        Frame alone = frame_of(sources[layer], std::span(sources).subspan(kEyes + layer, 1), 1 + layer);
        alone.delta_time_s = 0.5f;
        const State state = state_of(post, 1 + layer), of_view = metered(alone, one, 1 + layer);
        EXPECT_TRUE(same_bits(state, of_view)) << to_string(state) << "\nas a 2D view: " << to_string(of_view);
      }
    }
  }
}

/// record() is record_meter() and record_finish() of the same frame, also with sets of a ring that one frame fills.
TEST(Layers, AreRecordedByOneCall) {
  const Layered scenes = make_scenes();
  Settings settings;
  settings.display.transform = photopic::DisplayTransform::baked;
  photopic::CreateInfo info;
  info.max_extent = kEye;
  info.view_count = info.layers = kEyes;
  info.uses[0] = settings;
  std::vector<std::vector<std::byte>> pictures;
  photopic::Device ring = context().lend();
  ring.bindings = photopic::Bindings::ring;
  ring.frames_in_flight = 1;
  struct Way {
    photopic::Device device;
    bool is_one_call;
  };
  for (const auto& [device, is_one_call] :
       {Way{ring, true}, Way{context().lend(), true}, Way{context().lend(), false}}) {
    PostProcess post = make_used(device, info);
    const engine::Image target = make_ldr(kEye, VK_FORMAT_R8G8B8A8_UNORM, kEyes);
    Frame frame = {.hdr = {scenes.all.view()},
                   .ldr = target_image(target),
                   .extent = kEye,
                   .delta_time_s = 0.1f,
                   .exposure_stride_bytes = post.state_stride_bytes()};
    submit([&](VkCommandBuffer commands) {
      if (is_one_call) {
        context().check(post.record(commands, frame, settings));
      } else {
        context().check(post.record_meter(commands, frame, settings));
        context().check(post.record_finish(commands, frame, settings));
      }
    });
    pictures.push_back(read_layers(target));
    EXPECT_NE(state_of(post, 0).exposure, state_of(post, kEyes - 1).exposure);
  }
  EXPECT_TRUE(pictures[0] == pictures[1]);
  EXPECT_TRUE(pictures[1] == pictures[2]);
}

TEST(Layers, ErrorsNameWhatCantBeFinished) {
  LoaderShim shim(context());
  const auto expect_refused = [&](const std::function<void(MadeFor*)>& mistake, const std::string& words) {
    MadeFor info = {.max_extent = kEye, .layers = 2};
    mistake(&info);
    PostProcess post;
    EXPECT_EQ(test::create(shim.device(), info, &post), Status::invalid_argument);
    EXPECT_EQ(context().last_message(), "create: " + words);
  };
  const std::uint32_t most = context().properties().limits.maxImageArrayLayers;
  const std::uint32_t groups = context().properties().limits.maxComputeWorkGroupCount[2];
  const std::string limit = std::to_string(std::min(most, groups));
  expect_refused([](MadeFor* info) { info->layers = 0; }, "layers = 0: must be within [1, " + limit + "]");
  expect_refused([&](MadeFor* info) { info->layers = std::min(most, groups) + 1; },
                 "layers = " + std::to_string(std::min(most, groups) + 1) + ": must be within [1, " + limit + "]");
  expect_refused([](MadeFor* info) { info->steps = photopic::kMeterStep; },
                 "layers: are finished in one dispatch; what is drawn has output.view_mask");
  expect_refused([](MadeFor* info) { info->meter_method = photopic::MeterMethod::pyramid; },
                 "layers: needs tuning.meter_method = single_pass: the pyramid reads 2D images");
  expect_refused([](MadeFor* info) { info->steps |= photopic::kFusedStep; },
                 "layers: can't be fused: kWithFused reads one image");
  expect_refused([](MadeFor* info) { info->effects = photopic::kEffectGlare; },
                 "effects: of those with layers, none may have passes or look around");
  expect_refused([](MadeFor* info) { info->effects = photopic::kEffectSharpening; },
                 "effects: of those with layers, none may have passes or look around");
  expect_refused([](MadeFor* info) { info->content_light = true; }, "content_light: isn't measured with layers");

  const Layered scenes = make_scenes();
  const engine::Image target = make_ldr(kEye, VK_FORMAT_R8G8B8A8_UNORM, kEyes);
  const engine::Buffer exposure = make_exposure(1.0f);
  PostProcess post = make({.max_extent = kEye, .view_count = kEyes, .dither = false, .layers = kEyes});
  PostProcess flat = make({.max_extent = kEye, .view_count = kEyes, .dither = false});
  const auto expect_frame_refused = [&](PostProcess& object, const std::function<void(Frame*)>& mistake,
                                        const std::string& words) {
    Frame frame = {.hdr = {scenes.all.view()}, .ldr = {target.view()}, .extent = kEye};
    mistake(&frame);
    submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(object.record_finish(commands, frame, Settings{}), Status::invalid_argument);
    });
    EXPECT_EQ(context().last_message(), "record_finish: " + words);
  };
  const VkDeviceSize stride = post.state_stride_bytes();
  expect_frame_refused(
      flat, [&](Frame* frame) { frame->exposure_stride_bytes = stride; },
      "exposure_stride_bytes: must be 0 without CreateInfo::layers or a view_mask");
  expect_frame_refused(
      post, [&](Frame* frame) { frame->exposure_stride_bytes = 4 * stride; },
      "exposure_stride_bytes: must be 0 or state_stride_bytes(): the exposures are this object's own");
  expect_frame_refused(
      post,
      [&](Frame* frame) {
        frame->exposure_stride_bytes = stride;
        frame->view = 1;
      },
      "view: and those of the other layers must be below view_count");
  const auto with_buffer = [&](VkDeviceSize bytes) {
    return [&exposure, bytes](Frame* frame) {
      frame->exposure.buffer = exposure.handle();
      frame->exposure_stride_bytes = bytes;
    };
  };
  expect_frame_refused(post, with_buffer(6), "exposure_stride_bytes: must be a multiple of 4");
  expect_frame_refused(post, with_buffer(VkDeviceSize{1} << 40),
                       "exposure_stride_bytes: must be such that all exposures lie within maxStorageBufferRange");
  const auto expect_metering_refused = [&](const std::function<void(Frame*)>& mistake, const std::string& words) {
    Frame frame = {.hdr = {scenes.all.view()}, .extent = kEye};
    mistake(&frame);
    submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(post.record_meter(commands, frame, Settings{}), Status::invalid_argument);
    });
    EXPECT_EQ(context().last_message(), "record_meter: " + words);
  };
  expect_metering_refused(
      [&](Frame* frame) { frame->exposure_stride_bytes = 4 * stride; },
      "exposure_stride_bytes: must be 0 or state_stride_bytes(): the exposures are this object's own");
  expect_metering_refused(
      [&](Frame* frame) {
        frame->exposure_stride_bytes = stride;
        frame->view = 1;
      },
      "view: and those of the other layers must be below view_count");
  const std::vector<photopic::Source> many(21, {.hdr = {scenes.all.view()}, .region = {{0, 0}, kEye}});
  expect_metering_refused(
      [&](Frame* frame) {
        frame->more_sources = many.data();
        frame->more_source_count = std::uint32_t(many.size());
      },
      "layers of all sources = 66: must be within [1, 64]");
}

}  // namespace
}  // namespace test
