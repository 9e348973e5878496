// SPDX-License-Identifier: MIT
// Tests of pictures that are drawn in a render pass or dynamic rendering of the host's: they are those that the final
// pass stores, within rounding of the format.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "embedding/draw_rig.h"
#include "finish/tone_map_rig.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"
#include "reference/texel_formats.h"

namespace test {
namespace {

constexpr VkExtent2D kDrawExtent = {70, 50};
constexpr VkFormat kHdr = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr std::uint32_t kDrawing = photopic::kMeterStep | photopic::kDrawStep;
constexpr float kExposure = 0.3f;

using photopic::Frame;
using photopic::MadeFor;
using photopic::OutputEncoding;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

bool has_dynamic_rendering() { return context().vk().vkCmdBeginRenderingKHR != nullptr; }

/// All of a region that isn't at the origin, within an attachment that is larger.
Frame frame_of(const HdrImage& scene) {
  return {.hdr = {scene.view()},
          .extent = {61, 39},
          .offset = {3, 5},
          .ldr_offset = {4, 7},
          .picture = {{0, 0}, kDrawExtent}};
}

/// Numbers of a picture: codes, or what floats hold.
std::vector<double> numbers_of(VkFormat format, const std::vector<std::byte>& bytes) {
  std::vector<double> numbers;
  const auto add_words = [&](auto word, auto take) {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof word) {
      std::memcpy(&word, bytes.data() + i, sizeof word);
      take(word);
    }
  };
  const auto add_fields = [&](std::uint32_t word, unsigned bits, std::initializer_list<unsigned> shifts) {
    for (const unsigned shift : shifts) numbers.push_back(double(word >> shift & ((1u << bits) - 1)));
  };
  switch (format) {
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_SRGB:
      add_words(std::uint32_t{}, [&](std::uint32_t word) { add_fields(word, 8, {16, 8, 0, 24}); });
      break;
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      add_words(std::uint32_t{}, [&](std::uint32_t word) {
        add_fields(word, 10, {20, 10, 0});
        add_fields(word, 2, {30});
      });
      break;
    case VK_FORMAT_R32_UINT:  // A2B10G10R10
      add_words(std::uint32_t{}, [&](std::uint32_t word) {
        add_fields(word, 10, {0, 10, 20});
        add_fields(word, 2, {30});
      });
      break;
    case VK_FORMAT_R4G4B4A4_UNORM_PACK16:
      add_words(std::uint16_t{}, [&](std::uint16_t word) { add_fields(word, 4, {12, 8, 4, 0}); });
      break;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      add_words(std::uint16_t{}, [&](std::uint16_t half) { numbers.push_back(reference::half_to_double(half)); });
      break;
    case VK_FORMAT_R32G32B32A32_SFLOAT:
      add_words(float{}, [&](float value) { numbers.push_back(double(value)); });
      break;
    default:
      for (const std::byte byte : bytes) numbers.push_back(double(byte));
  }
  return numbers;
}

/// Meters if the object is made for it.
void record_exposure(PostProcess& post, VkCommandBuffer commands, const HdrImage& scene, const Settings& settings) {
  if ((photopic::made_for(post).steps & photopic::kMeterStep) == 0) return;
  context().check(
      post.record_meter(commands, {.hdr = {scene.view()}, .extent = kDrawExtent, .delta_time_s = 0.1f}, settings));
}

/// What the module draws of frames.
std::vector<double> drawn(const MadeFor& info, const AttachmentInfo& attached, const HdrImage& scene,
                          const Settings& settings, const Frame& frame, int frames = 1) {
  const Attachment attachment(attached);
  MadeFor drawing = info;
  drawing.steps = (info.steps & photopic::kMeterStep) | photopic::kDrawStep;
  drawing.ldr_format = attached.format;
  drawing.render_target = attachment.target();
  PostProcess post = make(drawing);
  submit([&](VkCommandBuffer commands) {
    engine::full_barrier(context(), commands);
    for (int i = 0; i < frames; ++i) {
      record_exposure(post, commands, scene, settings);
      context().check(post.record_finish(commands, frame, settings));
      attachment.record(commands, [&] { context().check(post.record_draw(commands, frame, settings)); });
    }
  });
  return numbers_of(attached.format, attachment.read());
}

/// What it stores of them.
std::vector<double> stored(const MadeFor& info, VkFormat format, const HdrImage& scene, const Settings& settings,
                           Frame frame, int frames = 1) {
  MadeFor storing = info;
  storing.ldr_format = format;
  PostProcess post = make(storing);
  const engine::Image ldr = make_ldr(kDrawExtent, format);
  frame.ldr.view = ldr.view();
  submit([&](VkCommandBuffer commands) {
    for (int i = 0; i < frames; ++i) {
      record_exposure(post, commands, scene, settings);
      context().check(post.record_finish(commands, frame, settings));
      engine::memory_barrier(context(), commands, engine::kComputeWrite, engine::kComputeWrite);
    }
  });
  return numbers_of(format, engine::read_back(context(), ldr));
}

/// `most`: of the difference of a number in the frame's rectangle. Outside of it, the drawn picture is as it was
/// cleared.
void expect_same_picture(const std::vector<double>& drawn, const std::vector<double>& stored, const Frame& frame,
                         const std::function<double(double)>& most, bool is_same_format = true) {
  ASSERT_EQ(drawn.size(), std::size_t{4} * kDrawExtent.width * kDrawExtent.height);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const auto x = std::int32_t(i / 4 % kDrawExtent.width), y = std::int32_t(i / 4 / kDrawExtent.width);
    const bool is_inside = x >= frame.ldr_offset.x && y >= frame.ldr_offset.y &&
                           x < frame.ldr_offset.x + std::int32_t(frame.extent.width) &&
                           y < frame.ldr_offset.y + std::int32_t(frame.extent.height);
    if (!is_inside) {
      ASSERT_EQ(drawn[i], drawn[i % 4]) << "beyond the region, " << x << ' ' << y;
      continue;
    }
    ASSERT_LE(std::abs(drawn[i] - stored[i]), most(stored[i])) << x << ' ' << y << ": " << drawn[i] << ' ' << stored[i];
    differing += drawn[i] != stored[i] ? 1 : 0;
  }
  // Compilers of two stages may order products differently: codes that are on the edge of two.
  if (is_same_format) {
    EXPECT_LE(differing, drawn.size() / 50);
  }
}

double of_a_code(double) { return 1.0; }
/// A half may be truncated in one, rounded in the other.
double of_a_half(double stored) { return std::abs(stored) * 0x1p-10 + 0x1p-24; }

HdrImage draw_scene() { return make_hdr(kHdr, kDrawExtent, gradient_with_noise(kDrawExtent, 3)); }

/// Of each texel by itself.
Settings texel_settings() {
  Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::agx;
  settings.tone_map.dither = true;
  settings.tone_map.dither_seed = 5;
  settings.lens.vignette = 1.0f;
  settings.grain.grain = 0.05f;
  return settings;
}

struct Pair {
  VkFormat attached;
  VkFormat stored;
  OutputEncoding encoding = OutputEncoding::automatic;
  bool is_dynamic = false;
  bool has_dither = false;
};

class DrawFormats : public testing::TestWithParam<Pair> {};

TEST_P(DrawFormats, HoldWhatIsStored) {
  const Pair& formats = GetParam();
  if (formats.is_dynamic && !has_dynamic_rendering()) GTEST_SKIP() << "no dynamic rendering";
  const HdrImage scene = draw_scene();
  Settings settings = texel_settings();
  settings.display.encoding = formats.encoding;
  settings.tone_map.dither = formats.has_dither;
  const engine::Buffer exposure = make_exposure(kExposure);
  Frame frame = frame_of(scene);
  frame.exposure.buffer = exposure.handle();
  MadeFor info = made_for_drawing(kDrawExtent, settings);
  info.steps = photopic::kToneMapStep;
  const AttachmentInfo attached = {.extent = kDrawExtent, .format = formats.attached, .is_dynamic = formats.is_dynamic};
  expect_same_picture(
      drawn(info, attached, scene, settings, frame), stored(info, formats.stored, scene, settings, frame), frame,
      formats.stored == kHdr ? of_a_half : of_a_code, formats.attached != VK_FORMAT_R32G32B32A32_SFLOAT);
}

INSTANTIATE_TEST_SUITE_P(
    Of, DrawFormats,
    testing::Values(Pair{VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, OutputEncoding::automatic, true, true},
                    Pair{VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM, OutputEncoding::automatic, false, true},
                    Pair{VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_FORMAT_R32_UINT, OutputEncoding::hdr10, true},
                    Pair{VK_FORMAT_R16G16B16A16_SFLOAT, kHdr, OutputEncoding::scrgb},
                    Pair{VK_FORMAT_R32G32B32A32_SFLOAT, kHdr, OutputEncoding::automatic, true}),
    [](const auto& pair) { return std::to_string(pair.param.attached); });

/// Effects that passes precede or that look around, over frames whose exposure moves: in one submission, so that
/// synchronization validation sees reads of one frame and writes of the next.
TEST(Draw, HasEffectsWithPasses) {
  const HdrImage scene = draw_scene();
  Settings settings = with_passes();
  settings.aberration.chromatic_aberration_texels = 2.0f;
  const Frame frame = {.hdr = {scene.view()}, .extent = kDrawExtent};
  const AttachmentInfo attached = {.extent = kDrawExtent, .format = VK_FORMAT_R8G8B8A8_UNORM, .has_depth = true};
  MadeFor info = made_for_drawing(kDrawExtent, settings);
  info.auto_white_balance = true;
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  expect_same_picture(drawn(info, attached, scene, settings, frame, 3),
                      stored(info, VK_FORMAT_R8G8B8A8_UNORM, scene, settings, frame, 3), frame, of_a_code);
}

/// Those that look around in the signal: a pass leaves signals, and they are drawn.
TEST(Draw, Sharpens) {
  const HdrImage scene = draw_scene();
  Settings settings = texel_settings();
  settings.sharpening.sharpening = 0.8f;
  const Frame frame = {.hdr = {scene.view()}, .extent = {61, 39}, .offset = {3, 5}, .ldr_offset = {4, 7}};
  for (const VkFormat format : {VK_FORMAT_B8G8R8A8_SRGB, kHdr}) {
    settings.tone_map.dither = format != kHdr;
    const MadeFor info = made_for_drawing(kDrawExtent, settings);
    const AttachmentInfo attached = {.extent = kDrawExtent, .format = format};
    const bool has_codes = format != kHdr;
    expect_same_picture(drawn(info, attached, scene, settings, frame, 2),
                        stored(info, has_codes ? VK_FORMAT_R8G8B8A8_UNORM : kHdr, scene, settings, frame, 2), frame,
                        has_codes ? of_a_code : of_a_half);
  }
}

/// A look, an image drawn over it, samples that are resolved, an exposure of the host's.
void expect_look_as_stored(photopic::DisplayTransform transform) {
  const HdrImage scene = draw_scene();
  const engine::Image ui(context(), kDrawExtent, VK_FORMAT_R8G8B8A8_UNORM,
                         VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context(), ui, std::vector<std::byte>(std::size_t{4} * 70 * 50, std::byte{60}));
  Settings settings;
  settings.display.transform = transform;
  settings.grade.contrast = 1.2f;
  MadeFor info = made_for_drawing(kDrawExtent, settings);
  info.exact = info.exact_looks = transform == photopic::DisplayTransform::exact;
  if (!info.exact) info.lut_size = 17;
  info.ui = true;
  Frame frame = frame_of(scene);
  frame.ui.view = ui.view();
  const std::vector<double> expected = stored(info, VK_FORMAT_R8G8B8A8_UNORM, scene, settings, frame);
  for (const bool is_dynamic : {false, true}) {
    if (is_dynamic && !has_dynamic_rendering()) continue;
    const AttachmentInfo attached = {.extent = kDrawExtent,
                                     .format = VK_FORMAT_R8G8B8A8_UNORM,
                                     .is_dynamic = is_dynamic,
                                     .samples = VK_SAMPLE_COUNT_4_BIT,
                                     .has_depth = is_dynamic};
    expect_same_picture(drawn(info, attached, scene, settings, frame), expected, frame, of_a_code);
  }
}
TEST(Draw, HasLooksAndUiAndSamples) {
  for (const auto transform : {photopic::DisplayTransform::baked, photopic::DisplayTransform::exact}) {
    SCOPED_TRACE(int(transform));
    expect_look_as_stored(transform);
  }
}

/// Each view of multiview shows its layer, all with one exposure or each with its own.
TEST(Draw, ShowsLayersAsViews) {
  constexpr std::uint32_t kLayers = 2;
  const Settings settings = texel_settings();
  std::vector<std::byte> texels;
  std::vector<HdrImage> eyes;
  for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
    const std::vector<std::byte> eye = texels_of(kHdr, kDrawExtent, wide_noise(-3.0 + 2.0 * layer, 4.0, 20 + layer));
    eyes.push_back(make_hdr(kHdr, kDrawExtent, eye));
    texels.insert(texels.end(), eye.begin(), eye.end());
  }
  const engine::Image layers = make_layers(kDrawExtent, kHdr, kLayers, texels);
  MadeFor storing_info = made_for_drawing(kDrawExtent, settings);
  storing_info.view_count = kLayers;
  PostProcess storing = make(storing_info);
  std::vector<std::uint32_t> masks = {1, 2};
  // Of several views, llvmpipe of Mesa 22.3 draws the first alone: docs/adr/0027-drawing.md.
  if (!std::string(context().properties().deviceName).starts_with("llvmpipe")) masks.push_back(3);
  for (const std::uint32_t mask : masks) {
    SCOPED_TRACE(mask);
    const bool is_dynamic = mask != 1 && has_dynamic_rendering();
    const Attachment attachment({.extent = kDrawExtent,
                                 .format = VK_FORMAT_R8G8B8A8_UNORM,
                                 .is_dynamic = is_dynamic,
                                 .layers = kLayers,
                                 .view_mask = mask});
    MadeFor info = storing_info;
    info.steps = kDrawing;
    info.render_target = attachment.target();
    PostProcess post = make(info);
    const bool is_shared = mask == 1;
    Frame frame = frame_of(eyes[0]);
    frame.hdr.view = layers.view();
    frame.exposure_stride_bytes = is_shared ? 0 : post.state_stride_bytes();
    const VkRect2D region = {frame.offset, frame.extent};
    frame.cut = VK_TRUE;
    // As 2D views, those of the mask.
    const auto meter = [&](VkCommandBuffer commands, PostProcess& object) {
      std::vector<photopic::Source> shown;
      for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
        if ((mask >> layer & 1u) != 0) shown.push_back({.hdr = {eyes[layer].view()}, .region = region});
      }
      photopic::Frame metered = {.hdr = shown[0].hdr, .extent = region.extent, .cut = VK_TRUE, .offset = region.offset};
      if (is_shared) {
        metered.more_sources = shown.data() + 1;
        metered.more_source_count = std::uint32_t(shown.size() - 1);
        context().check(object.record_meter(commands, metered, settings));
      }
      for (std::uint32_t layer = 0; layer < kLayers && !is_shared; ++layer) {
        metered.hdr.view = eyes[layer].view();
        metered.view = layer;
        if ((mask >> layer & 1u) != 0) context().check(object.record_meter(commands, metered, settings));
      }
    };
    submit([&](VkCommandBuffer commands) {
      context().check(post.record(commands, frame, settings));
      attachment.record(commands, [&] { context().check(post.record_draw(commands, frame, settings)); });
    });
    const std::vector<double> all = numbers_of(VK_FORMAT_R8G8B8A8_UNORM, attachment.read());
    for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
      if ((mask >> layer & 1u) == 0) continue;
      const engine::Image ldr = make_ldr(kDrawExtent, VK_FORMAT_R8G8B8A8_UNORM);
      Frame one = frame_of(eyes[layer]);
      one.ldr.view = ldr.view();
      one.view = is_shared ? 0 : layer;
      submit([&](VkCommandBuffer commands) {
        meter(commands, storing);
        context().check(storing.record_finish(commands, one, settings));
      });
      const auto first = all.begin() + std::ptrdiff_t(all.size() / kLayers * layer);
      expect_same_picture({first, first + std::ptrdiff_t(all.size() / kLayers)},
                          numbers_of(VK_FORMAT_R8G8B8A8_UNORM, engine::read_back(context(), ldr)), one, of_a_code);
    }
  }
}

/// One call of each kind for all pipelines, also where they are made later; sets of a ring; all is given back.
TEST(Draw, MakesItsPipelinesInABatch) {
  const HdrImage scene = draw_scene();
  const Frame frame = frame_of(scene);
  const Attachment attachment({.extent = kDrawExtent, .format = VK_FORMAT_R8G8B8A8_UNORM});
  LoaderShim shim(context());
  {
    photopic::Device device = shim.device();
    device.bindings = photopic::Bindings::ring;
    device.frames_in_flight = 1;
    MadeFor info = made_for_drawing(kDrawExtent, {});
    info.steps = kDrawing;
    info.dither = true;
    info.render_target = attachment.target();
    info.defer_pipelines = true;
    PostProcess post = make(device, info);
    EXPECT_EQ(shim.calls().count("vkCreateGraphicsPipelines"), 0u);
    context().check(post.prepare(Settings{}));
    EXPECT_EQ(shim.calls().at("vkCreateGraphicsPipelines"), 1u);
    EXPECT_EQ(shim.calls().at("vkCreateComputePipelines"), 1u);
    EXPECT_EQ(shim.alive_of("vkCreateGraphicsPipelines"), 2u);  // with dither and without
    submit([&](VkCommandBuffer commands) {
      engine::full_barrier(context(), commands);
      context().check(post.record_meter(commands, {.hdr = {scene.view()}, .extent = kDrawExtent}, Settings{}));
      context().check(post.record_finish(commands, frame, {}));
      attachment.record(commands, [&] { context().check(post.record_draw(commands, frame, {})); });
    });
  }
  EXPECT_TRUE(shim.alive().empty());
}

class DrawErrors : public testing::Test {
 protected:
  void expect_refused(const MadeFor& info, const std::string& words, Status status = Status::invalid_argument) {
    PostProcess post;
    EXPECT_EQ(test::create(shim_.device(), info, &post), status);
    EXPECT_EQ(context().last_message(), "create: " + words);
  }
  MadeFor info() const {
    MadeFor info = made_for_drawing(kDrawExtent, {});
    info.steps = kDrawing;
    info.render_target = attachment_.target();
    return info;
  }

  LoaderShim shim_{context()};
  const Attachment attachment_{{.extent = kDrawExtent, .format = VK_FORMAT_R8G8B8A8_UNORM}};
};

TEST_F(DrawErrors, OfCreateNameWhatCantBeDrawn) {
  MadeFor wrong = info();
  wrong.steps |= photopic::kToneMapStep;
  expect_refused(wrong, "with: has kWithFused, which draws nothing: output.is_drawn");
  wrong = info();
  wrong.ldr_format = VK_FORMAT_R5G6B5_UNORM_PACK16;
  expect_refused(
      wrong, "output.format: must have red, green and blue of as many bits each, UNORM, SRGB or floats, to be drawn");
  wrong = info();
  wrong.encodings = photopic::encoding_bit(OutputEncoding::scrgb);
  expect_refused(wrong, "display.encoding: linear and scrgb need R16G16B16A16_SFLOAT or R32G32B32A32_SFLOAT");
  wrong = info();
  wrong.content_light = true;
  expect_refused(wrong, "content_light: isn't measured of what is drawn");
  wrong = info();
  wrong.effects = photopic::kEffectGlare;
  wrong.render_target.view_mask = 3;
  expect_refused(wrong, "effects: of those with a view_mask, none may have passes or look around");
  wrong = info();
  wrong.render_target.samples = VkSampleCountFlagBits(3);
  expect_refused(wrong, "output.samples: must be one of framebufferColorSampleCounts");
  wrong = info();
  wrong.render_target.depth_format = VK_FORMAT_D32_SFLOAT;
  expect_refused(wrong, "output.depth_format: is that of the render_pass");
  wrong = info();
  wrong.render_target.stencil_format = VK_FORMAT_S8_UINT;
  expect_refused(wrong, "output.stencil_format: is that of the render_pass");
  wrong = info();
  wrong.render_target = {};
  wrong.render_target.samples = 1;
  wrong.render_target.subpass = 1;
  expect_refused(wrong, "output.subpass: must be 0 without a render_pass");
  wrong.render_target.subpass = 0;
  shim_.hide("vkCmdDraw");
  expect_refused(wrong, "the device has no vkCmdDraw, which output.is_drawn needs", Status::unsupported);
}

TEST_F(DrawErrors, OfRecordingsNameTheOtherCall) {
  const HdrImage scene = draw_scene();
  const engine::Image ldr = make_ldr(kDrawExtent, VK_FORMAT_R8G8B8A8_UNORM);
  PostProcess post = make(info()), storing = make(made_for_drawing(kDrawExtent, {}));
  submit([&](VkCommandBuffer commands) {
    const auto refused = [&](Status status, const std::string& words) {
      EXPECT_EQ(status, Status::invalid_argument);
      EXPECT_EQ(context().last_message(), words);
    };
    Frame frame = frame_of(scene);
    refused(storing.record_draw(commands, frame, {}), "record_draw: output: is not drawn");
    // The draw is still to come when record_finish() ends.
    frame.hdr.image = scene.image.handle();
    frame.hdr.after = photopic::to_transfer;
    const std::string words = "hdr.after: is stated, and the picture is drawn: what comes after the draw is the host's";
    refused(post.record_finish(commands, frame, {}), "record_finish: " + words);
    refused(post.record(commands, frame, {}), "record: " + words);
    frame.hdr = {scene.view()};
    frame.ldr.view = ldr.view();
    for (const char* function : {"record_draw", "record_finish", "record"}) {
      const bool is_draw = function == std::string("record_draw"), is_all = function == std::string("record");
      refused(is_draw  ? post.record_draw(commands, frame, {})
              : is_all ? post.record(commands, frame, {})
                       : post.record_finish(commands, frame, {}),
              std::string(function) + ": ldr: must be null: pictures are drawn in CreateInfo::output");
    }
  });
}

}  // namespace
}  // namespace test
