// SPDX-License-Identifier: MIT
// Methods of metering and tone mapping, with controls that only read or copy.
#include "bench/methods/methods.h"

#include <photopic/debug_overlay.h>
#include <photopic/image_metrics.h>
#include <photopic/naive_meters.h>
#include <spirv/bench_copy_128x8.h>
#include <spirv/bench_copy_32x32.h>
#include <spirv/bench_empty.h>
#include <spirv/bench_read_blocks.h>
#include <spirv/bench_read_buffer.h>
#include <spirv/bench_read_strided.h>

#include <algorithm>
#include <memory>

#include "bench/methods/content_light_methods.h"
#include "bench/methods/flash_methods.h"
#include "bench/methods/host_cube.h"
#include "bench/methods/local_methods.h"
#include "bench/methods/looks.h"
#include "bench/methods/metric_methods.h"

namespace bench {
namespace {

using photopic::CreateInfo;
using photopic::PostProcess;
using photopic::Settings;
using Records = std::vector<Record>;

constexpr float kFrame_s = 1.0f / 60.0f;
constexpr std::uint32_t kAgx = 1u << std::uint32_t(photopic::ToneMapper::agx);

// ---- the benchmark's own kernels ----

Record empty(const Rig& rig, VkExtent2D) {
  return [&rig](VkCommandBuffer command_buffer, const engine::Image&) {
    rig.kernels.empty.dispatch(command_buffer, {}, nullptr, {1, 1});
  };
}

Record empty_x2(const Rig& rig, VkExtent2D) {
  return [&rig](VkCommandBuffer command_buffer, const engine::Image&) {
    rig.kernels.empty.dispatch(command_buffer, {}, nullptr, {1, 1});
    engine::memory_barrier(rig.context, command_buffer, engine::kComputeWrite,
                           engine::kComputeRead | engine::kComputeWrite);
    rig.kernels.empty.dispatch(command_buffer, {}, nullptr, {1, 1});
  };
}

constexpr VkExtent2D groups_of(VkExtent2D extent, std::uint32_t side) {
  return {(extent.width + side - 1) / side, (extent.height + side - 1) / side};
}

Record read_strided(const Rig& rig, VkExtent2D extent) {
  const VkExtent2D tiles = groups_of(extent, BENCH_READ_TILE_SIDE);
  const std::uint32_t groups = std::min(BENCH_READ_WORKGROUPS, tiles.width * tiles.height);
  const gpu::ReadImageParams params = {.width = extent.width,
                                       .height = extent.height,
                                       .tiles_x = tiles.width,
                                       .tiles_y = tiles.height,
                                       .stride_x = groups % tiles.width,
                                       .stride_y = groups / tiles.width};
  return [&rig, params, groups](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    const Kernels& kernels = rig.kernels;
    kernels.read_strided.dispatch(command_buffer, {sampled(hdr), storage(kernels.sink)}, &params, {groups, 1});
  };
}

Record read_blocks(const Rig& rig, VkExtent2D extent) {
  const gpu::ReadImageParams params = {.width = extent.width, .height = extent.height};
  const VkExtent2D groups = groups_of(extent, BENCH_READ_BLOCK_SIDE);
  return [&rig, params, groups](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    const Kernels& kernels = rig.kernels;
    kernels.read_blocks.dispatch(command_buffer, {sampled(hdr), storage(kernels.sink)}, &params, groups);
  };
}

/// Of a tone mapper's bytes, 8 in and 4 out with the default format.
Record copy(const Rig& rig, VkExtent2D extent, const engine::ComputeKernel& kernel, VkExtent2D tile) {
  const VkExtent2D groups = {(extent.width + tile.width - 1) / tile.width,
                             (extent.height + tile.height - 1) / tile.height};
  auto ldr = std::make_shared<engine::Image>(make_ldr_image(rig.context, extent));
  return [&kernel, ldr, groups](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    kernel.dispatch(command_buffer, {sampled(hdr), storage(*ldr)}, nullptr, groups);
  };
}

Records copies(const Rig& rig, VkExtent2D extent) {
  return {copy(rig, extent, rig.kernels.copy_squares, {32, 32}), copy(rig, extent, rig.kernels.copy_bands, {128, 8})};
}

// ---- Photopic ----

Record meter(const Rig& rig, const photopic::Device& device, CreateInfo info, const photopic::Settings& settings = {}) {
  info.steps = photopic::kMeter;
  info.uses[0] = settings;
  return
      [&rig, settings, post = make_post(rig, device, info)](VkCommandBuffer command_buffer, const engine::Image& hdr) {
        const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .delta_time_s = kFrame_s};
        rig.context.check(post->record_meter(command_buffer, frame, settings));
      };
}

Record single_pass_portable(const Rig& rig, VkExtent2D extent) {
  photopic::Device device = rig.watch.lend();
  device.shader_buffer_int64_atomics = VK_FALSE;
  return meter(rig, device, {.max_extent = extent});
}

Record single_pass(const Rig& rig, VkExtent2D extent, const photopic::Settings& settings) {
  return meter(rig, rig.watch.lend(), {.max_extent = extent}, settings);
}

/// Meter, and what stands between it and the picture.
Record whole_frame(const Rig& rig, VkExtent2D extent, const Look& look, bool is_fused = false) {
  auto post = make_post(rig, rig.watch.lend(), extent, look, photopic::kMeter | photopic::kFinish,
                        is_fused ? std::uint32_t{photopic::kWithFused} : 0u);
  auto ldr = std::make_shared<engine::Image>(make_ldr_image(rig.context, extent));
  const auto record = [&rig, post, ldr, is_fused, settings = settings_of(look)](VkCommandBuffer command_buffer,
                                                                                const engine::Image& hdr) {
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr->view()}, .extent = hdr.extent(), .delta_time_s = kFrame_s};
    rig.context.check(is_fused ? post->record_fused(command_buffer, frame, settings)
                               : post->record(command_buffer, frame, settings));
  };
  return {record, ldr};
}

Record fused(const Rig& rig, VkExtent2D extent, const Look& look) { return whole_frame(rig, extent, look, true); }

Record tone_map(const Rig& rig, VkExtent2D extent, const Look& look) {
  auto post = make_post(rig, rig.watch.lend(), extent, look, photopic::kFinish);
  auto ldr = std::make_shared<engine::Image>(make_ldr_image(rig.context, extent, look.ldr_format));
  const Look shown = look.is_off ? Look() : look;
  const auto cube = look.cube_size != 0 ? std::make_shared<HostCube>(rig.context, look.cube_size) : nullptr;
  const auto record = [&rig, post, ldr, cube, exposure = make_exposure(rig.context), settings = settings_of(shown)](
                          VkCommandBuffer command_buffer, const engine::Image& hdr) {
    const photopic::Frame frame = {.hdr = {hdr.view()},
                                   .ldr = {ldr->view()},
                                   .extent = hdr.extent(),
                                   .exposure = {exposure->handle()},
                                   .tables = cube != nullptr ? &cube->tables : nullptr};
    rig.context.check(post->record_finish(command_buffer, frame, settings));
  };
  return {record, ldr};
}

/// A LUT of ACES 2, which takes longest, made anew each time, and one texel that is read from it.
Record bake(const Rig& rig, VkExtent2D, std::uint32_t lut_size) {
  const Look look = {photopic::ToneMapper::aces2, lut_size};
  static constexpr VkExtent2D kTexel = {1, 1};
  auto post = make_post(rig, rig.watch.lend(), kTexel, look, photopic::kFinish);
  auto ldr = std::make_shared<engine::Image>(make_ldr_image(rig.context, kTexel));
  return [&rig, post, ldr, exposure = make_exposure(rig.context), settings = settings_of(look)](
             VkCommandBuffer command_buffer, const engine::Image& hdr) mutable {
    // Nothing that shows, and another look.
    float& nits = settings.display.paper_white_nits;
    nits = nits < 300.0f ? nits + 0.125f : 200.0f;
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr->view()}, .extent = kTexel, .exposure = {exposure->handle()}};
    rig.context.check(post->record_finish(command_buffer, frame, settings));
  };
}

Record naive(const Rig& rig, const photopic::NaiveMeterInfo& info) {
  auto meter = std::make_shared<photopic::NaiveMeter>();
  rig.context.check(photopic::NaiveMeter::create(rig.watch.lend(), info, meter.get()));
  return [&rig, meter](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .delta_time_s = kFrame_s};
    rig.context.check(meter->record(command_buffer, frame, {}, {}));
  };
}

Record pyramid(const Rig& rig, VkExtent2D extent, std::uint32_t workgroup_side) {
  const photopic::Tuning tuning = {.meter_method = photopic::MeterMethod::pyramid,
                                   .workgroup_side = workgroup_side,
                                   .without_pyramid_level_0 = VK_TRUE};
  return meter(rig, rig.watch.lend(), {.max_extent = extent, .tuning = &tuning});
}

/// As published, level 0 and its errors included.
Record pyramid_article(const Rig& rig, VkExtent2D extent) {
  return naive(
      rig,
      {.max_extent = extent, .method = photopic::NaiveMethod::pyramid, .level_format = photopic::LevelFormat::r16f});
}

Record blit_chain(const Rig& rig, VkExtent2D extent) {
  return naive(rig, {.max_extent = extent, .method = photopic::NaiveMethod::blit_chain});
}

/// Every view at once, alone: over a picture that stays as the runs before left it.
Record overlay(const Rig& rig, VkExtent2D extent) {
  const photopic::Tuning tuning = {.meter_method = photopic::MeterMethod::pyramid};
  auto post = make_post(rig, rig.watch.lend(), {.max_extent = extent, .tuning = &tuning});
  auto drawer = std::make_shared<photopic::DebugOverlay>();
  rig.context.check(photopic::DebugOverlay::create(rig.watch.lend(), {.max_extent = extent}, drawer.get()));
  auto ldr = std::make_shared<engine::Image>(make_ldr_image(rig.context, extent));
  engine::submit_and_wait(rig.context, [&](VkCommandBuffer command_buffer) {
    photopic::gpu::ExposureState state = {};
    state.exposure = state.previous_exposure = 1.0f;
    rig.context.check(post->record_import(command_buffer, 0, state));
    engine::image_barrier(rig.context, command_buffer, post->log_luminance_image(), VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_GENERAL, engine::kTransferWrite, engine::kComputeRead);
  });
  return [&rig, post, drawer, ldr](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    const photopic::Frame frame = {.hdr = {hdr.view()}, .ldr = {ldr->view()}, .extent = hdr.extent()};
    rig.context.check(
        drawer->record(command_buffer, *post, frame, {}, {.views = photopic::kAllOverlayViews, .pyramid_level = 4}));
  };
}

/// Every view of a finished picture at once, over one that stays.
Record overlay_stored(const Rig& rig, VkExtent2D extent) {
  auto drawer = std::make_shared<photopic::DebugOverlay>();
  rig.context.check(photopic::DebugOverlay::create(
      rig.watch.lend(), {.max_extent = extent, .source = photopic::OverlaySource::stored}, drawer.get()));
  auto ldr = std::make_shared<engine::Image>(make_ldr_image(rig.context, extent));
  return [&rig, drawer, ldr](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    rig.context.check(drawer->record(command_buffer, {.ldr = ldr->view(), .extent = hdr.extent()},
                                     {.views = photopic::kStoredOverlayViews}));
  };
}

/// Those of 8-bit codes that libvmaf has.
constexpr std::uint32_t kVmafMetrics = photopic::kMetricErrors | photopic::kMetricPsnr | photopic::kMetricSsim |
                                       photopic::kMetricSsimAuto | photopic::kMetricMsSsim |
                                       photopic::kMetricCiede2000 | photopic::kMetricPsnrHvs;

constexpr Look kEverythingOff = [] {
  Look off = kEverything;
  off.is_off = true;
  return off;
}();

/// A method of one record: what `record` makes for the extent, with `rest` as its last arguments.
template <class Function, class... Rest>
std::function<Records(const Rig&, VkExtent2D)> one(Function record, Rest... rest) {
  return [=](const Rig& rig, VkExtent2D extent) { return Records{record(rig, extent, rest...)}; };
}

// What the others are compared with comes first.
const MethodInfo kMethods[] = {
    {"empty", true, one(empty)},
    {kReadEverything, true, read_image},
    {"empty_x2", false, one(empty_x2)},
    {"copy_8_to_4", false, copies},
    {"single_pass", false, one(single_pass, Settings{})},
    {"single_pass_awb", false,
     one(single_pass, Settings{.white_balance = {.white_balance = photopic::WhiteBalance::automatic}})},
    {"single_pass_receptors", false,
     one(single_pass, Settings{.view = {.cd_m2_per_unit = 1.0f},
                               .night = {.dark_adaptation = photopic::DarkAdaptation::rods_and_cones, .pupil = true}})},
    {"single_pass_portable", false, one(single_pass_portable)},
    {"histogram", false, one(single_pass, Settings{.meter = {.low_percentile = 10.0f, .high_percentile = 90.0f}})},
    // What programs start from: docs/metering.md.
    {"histogram_studied", false,
     one(single_pass, Settings{.meter = {.high_percentile = 99.0f, .highlight_stops = 4.75f, .black_stops = 9.0f}})},
    {"fused", false, one(fused, Look{})},
    {"fused_awb", false, one(fused, Look{.is_balanced = true})},
    {"tonemap", false, one(tone_map, Look{})},
    {"tonemap_half", false, one(tone_map, Look{.ldr_format = VK_FORMAT_R16G16B16A16_SFLOAT})},
    {"night", false, one(tone_map, Look{.is_night = true})},
    {"acuity", false, one(tone_map, Look{.is_blurred = true})},
    {"acuity_day", false, one(tone_map, Look{.is_blurred = true, .is_day = true})},
    {"display_exact", false, one(tone_map, Look{})},
    {"display_lut", false, one(tone_map, Look{.lut_size = 33})},
    {"display_lut_17", false, one(tone_map, Look{.lut_size = 17})},
    {"display_lut_65", false, one(tone_map, Look{.lut_size = 65})},
    {"display_lut_fused", false, one(fused, Look{.lut_size = 33})},
    {"display_cube_33", false, one(tone_map, Look{.cube_size = 33})},
    {"display_cube_65", false, one(tone_map, Look{.cube_size = 65})},
    {"display_aces2", false, one(tone_map, Look{photopic::ToneMapper::aces2})},
    {"display_gt7", false, one(tone_map, Look{photopic::ToneMapper::gt7})},
    {"bake_33", false, one(bake, 33u)},
    {"bake_65", false, one(bake, 65u)},
    {"final_none", false, one(tone_map, Look{})},
    {"final_all", false, one(tone_map, kEverything)},
    {"final_off", false, one(tone_map, kEverythingOff)},
    {"final_no_acuity", false, one(tone_map, Look{.glare = VK_FORMAT_B10G11R11_UFLOAT_PACK32, .has_all = true})},
    {"aberration", false, one(tone_map, Look{.aberration_texels = 2.0f})},
    {"sharpen", false, one(tone_map, Look{.sharpening = 1.0f})},
    {"sharpen_grain", false, one(tone_map, Look{.sharpening = 1.0f, .grain = 0.05f})},
    {"grain", false, one(tone_map, Look{.grain = 0.05f})},
    // What is above `tonemap` is the glare's.
    {"glare", false, one(tone_map, Look{.glare = VK_FORMAT_R16G16B16A16_SFLOAT})},
    {"glare_float", false, one(tone_map, Look{.glare = VK_FORMAT_R32G32B32A32_SFLOAT})},
    {"glare_packed", false, one(tone_map, Look{.glare = VK_FORMAT_B10G11R11_UFLOAT_PACK32})},
    {"local_build", false, one(local_build, 2u)},
    {"local_build_full", false, one(local_build, 1u)},
    {"local_build_sixteenth", false, one(local_build, 4u)},
    {"local_build_uniform", false, local_build_uniform},
    {"local_build_noise", false, local_build_noise},
    {"local_apply", false, local_apply},
    {"frame", false, one(whole_frame, Look{}, false)},
    {"frame_local", false, one(whole_frame, Look{.is_local = true}, false)},
    {"frame_glare", false, one(whole_frame, Look{.glare = VK_FORMAT_R16G16B16A16_SFLOAT}, false)},
    {"frame_acuity", false, one(whole_frame, Look{.is_blurred = true}, false)},
    {"frame_acuity_day", false, one(whole_frame, Look{.is_blurred = true, .is_day = true}, false)},
    {"frame_all", false, one(whole_frame, kEverything, false)},
    {"pyramid_s8", false, one(pyramid, 8u)},
    {"pyramid_s16", false, one(pyramid, 16u)},
    {"pyramid_article", false, one(pyramid_article)},
    {"overlay", false, one(overlay)},
    {"overlay_stored", false, one(overlay_stored)},
    {"blit_chain", false, one(blit_chain)},
    {"read_pair", false, read_pair},
    {"metrics_errors", false, one(metrics, photopic::kMetricErrors)},
    {"metrics_ssim", false, one(metrics, photopic::kMetricSsim)},
    {"metrics_ms_ssim", false, one(metrics, photopic::kMetricMsSsim)},
    {"metrics_ciede2000", false, one(metrics, photopic::kMetricCiede2000)},
    {"metrics_psnr_hvs", false, one(metrics, photopic::kMetricPsnrHvs)},
    {"metrics_8bit", false, one(metrics, kVmafMetrics)},
    {"metrics_flip", false, one(metrics, photopic::kMetricFlip)},
    {"metrics_delta_e2000", false, one(metrics, photopic::kMetricDeltaE2000)},
    {"metrics_error_tiles", false, one(metrics, photopic::kMetricErrorTiles)},
    {"metrics_ssim_tiles", false, one(metrics, photopic::kMetricSsimTiles)},
    {"metrics_flip_tiles", false, one(metrics, photopic::kMetricFlipTiles)},
    {"metrics_cluster", false, one(metrics, photopic::kMetricCluster)},
    {"read_picture", false, read_picture},
    {"flashes", false, one(flashes, false)},
    {"flashes_strobe", false, one(flashes, true)},
    {"content_light", false, one(content_light, false)},
    {"content_light_flat", false, one(content_light, true)},
};

}  // namespace

Kernels::Kernels(const engine::Context& context)
    : empty(context, photopic::spirv::bench_empty, {}),
      read_strided(context, photopic::spirv::bench_read_strided,
                   {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, sizeof(gpu::ReadImageParams)),
      read_blocks(context, photopic::spirv::bench_read_blocks,
                  {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, sizeof(gpu::ReadImageParams)),
      read_buffer(context, photopic::spirv::bench_read_buffer,
                  {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}),
      copy_squares(context, photopic::spirv::bench_copy_32x32,
                   {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}),
      copy_bands(context, photopic::spirv::bench_copy_128x8,
                 {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}),
      sink(context, sizeof(float), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::device) {}

std::vector<Record> read_image(const Rig& rig, VkExtent2D extent) {
  return {read_strided(rig, extent), read_blocks(rig, extent)};
}

std::span<const MethodInfo> all_methods() { return kMethods; }

std::shared_ptr<engine::Buffer> make_exposure(const engine::Context& context) {
  const float exposure = 0.2f;  // any that leaves the picture neither black nor white
  auto buffer = std::make_shared<engine::Buffer>(context, sizeof exposure,
                                                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                                 engine::MemoryUse::device);
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    context.vk().vkCmdUpdateBuffer(command_buffer, buffer->handle(), 0, sizeof exposure, &exposure);
    engine::full_barrier(context, command_buffer);
  });
  return buffer;
}

engine::Image make_ldr_image(const engine::Context& context, VkExtent2D extent, VkFormat format) {
  engine::Image image(context, extent, format, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    engine::image_barrier(context, command_buffer, image.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                          {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0}, engine::kComputeWrite);
  });
  return image;
}

}  // namespace bench
