// SPDX-License-Identifier: MIT
// Program that makes objects of every kind, without using them, and prints what the driver says of their pipelines: for
// each its name, then NAME=NUMBER for each statistic, set apart by tabs. The first line is the driver's. For drivers
// without a GPU, and others.
#include <photopic/content_light_meter.h>
#include <photopic/debug_overlay.h>
#include <photopic/exposure_scan.h>
#include <photopic/flash_analyser.h>
#include <photopic/image_metrics.h>
#include <photopic/naive_meters.h>
#include <photopic/post_process.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "engine/device/context.h"
#include "gpu/loader_shim.h"
#include "module/impl.h"
#include "portability/null_hardware.h"
#include "portability/pipeline_statistics.h"

namespace {

using namespace photopic;

constexpr VkExtent2D kExtent = {256, 256};
constexpr std::uint32_t kOperator = tone_mapper_bit(ToneMapper::agx);  // where one stands for all

constexpr VkFormat kOutputs[] = {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A2B10G10R10_UNORM_PACK32,
                                 VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32_UINT};

/// Makes objects and lets go of them: their pipelines stay counted.
class Maker {
 public:
  Maker(const engine::Context& context, const Device& device) : context_(context), device_(device) {}

  template <class Object, class Info>
  void make(const char* what, const Device& device, const Info& info) {
    Object object;
    note(what, Object::create(device, info, &object));
  }
  template <class Object, class Info>
  void make(const char* what, const Info& info) {
    make<Object>(what, device_, info);
  }
  void make(const char* what, const Device& device, const MadeFor& info) {
    PostProcess post;
    note(what, Inside::create(device, info, &post));
  }
  void make(const char* what, const MadeFor& info) { make(what, device_, info); }

  const Device& device() const { return device_; }
  /// The same without 64-bit atomics, doubles and halves.
  Device plain_device() const {
    Device plain = device_;
    plain.shader_buffer_int64_atomics = false;
    plain.shader_float64 = false;
    plain.shader_float16 = false;
    return plain;
  }
  int refused() const { return refused_; }

 private:
  void note(const char* what, Status status) {
    if (status == Status::ok) return;
    ++refused_;
    std::fprintf(stderr, "%s: %s\n", what, context_.last_message().c_str());
  }

  const engine::Context& context_;
  const Device device_;
  int refused_ = 0;
};

MadeFor meter_info() {
  MadeFor info;
  info.max_extent = kExtent;
  info.steps = kMeterStep;
  info.statistics_slots = 2;
  return info;
}

void make_meters(Maker& maker) {
  for (const Device& device : {maker.device(), maker.plain_device()}) {
    for (const std::uint32_t weights : {0u, kAllWeights}) {
      for (std::uint32_t parts = 0; parts < 6; ++parts) {
        MadeFor info = meter_info();
        info.weights = weights;
        info.extrema = parts != 0;
        info.histogram = parts >= 2;
        info.highlights_and_black = parts >= 3;
        info.auto_white_balance = parts >= 4;
        info.dark_adaptation = parts >= 5;
        info.convert_input = parts >= 4;
        info.exposure_image = parts >= 4 ? ExposureImage::multiplier : ExposureImage::none;
        maker.make("meter", device, info);
        if (parts != 0 && parts != 5) continue;
        info.hdr_samples = 4;
        maker.make("meter of samples", device, info);
        info.hdr_samples = 1;
        info.layers = 2;
        info.exposure_image = ExposureImage::none;
        info.steps |= kToneMapStep;
        info.tone_mappers = kOperator;
        maker.make("meter of layers", device, info);
      }
    }
    MadeFor info = meter_info();
    info.local_grid = true;
    info.steps |= kToneMapStep;
    info.effects = kEffectLocalExposure;
    info.tone_mappers = kOperator;
    maker.make("meter that builds local exposure's grid", device, info);
  }
  for (const std::uint32_t side : {8u, 16u}) {
    for (const bool has_level_0 : {false, true}) {
      MadeFor info = meter_info();
      info.meter_method = MeterMethod::pyramid;
      info.workgroup_side = side;
      info.pyramid_level_0 = has_level_0;
      maker.make("pyramid", info);
      for (const LevelFormat format : {LevelFormat::r32f, LevelFormat::r16f}) {
        NaiveMeterInfo naive = {kExtent};
        naive.method = has_level_0 ? NaiveMethod::pyramid : NaiveMethod::blit_chain;
        naive.level_format = format;
        naive.workgroup_side = side;
        naive.pyramid_tap = side == 8 ? PyramidTap::linear : PyramidTap::gather;
        maker.make<NaiveMeter>("naive meter", naive);
      }
    }
  }
  maker.make<ExposureScan>("scan", ExposureScanCreateInfo{});
  maker.make<ExposureScan>("scan with all", ExposureScanCreateInfo{kAllWeights, true, true});
}

MadeFor finish_info(VkFormat format) {
  MadeFor info;
  info.max_extent = kExtent;
  info.ldr_format = format;
  info.tone_mappers = kOperator;
  return info;
}

/// Effects: none, each alone, all.
std::vector<std::uint32_t> effect_sets() {
  std::vector<std::uint32_t> sets = {0};
  for (std::uint32_t bit = 1; bit <= kAllEffects; bit <<= 1) sets.push_back(bit);
  sets.push_back(kAllEffects);
  return sets;
}

void make_finishes(Maker& maker) {
  for (const VkFormat format : kOutputs) {
    for (const std::uint32_t effects : effect_sets()) {
      const bool is_usual = format == VK_FORMAT_R8G8B8A8_UNORM;
      if (effects == 0 || (!is_usual && effects != kAllEffects)) continue;
      MadeFor info = finish_info(format);
      info.effects = effects;
      maker.make("effects", info);
    }
    for (const std::uint32_t effects : {0u, kAllEffects}) {
      MadeFor light = finish_info(format);
      light.effects = effects;
      light.content_light = true;
      light.ui = true;
      light.blue_noise = true;
      maker.make("content light, UI and blue noise", light);
      MadeFor baked = finish_info(format);
      baked.effects = effects;
      baked.lut_size = 33;
      baked.exact = false;
      maker.make("baked looks", baked);
      MadeFor looks = finish_info(format);
      looks.effects = effects;
      looks.exact_looks = true;
      looks.takes_tables = true;
      maker.make("exact looks", looks);
    }
    MadeFor layers = finish_info(format);
    layers.layers = 2;
    maker.make("layers", layers);
    MadeFor samples = finish_info(format);
    samples.hdr_samples = 4;
    maker.make("samples", samples);
  }
  MadeFor operators = finish_info(kOutputs[0]);
  operators.tone_mappers = kAllToneMappers;
  maker.make("every operator", operators);
  MadeFor encodings = finish_info(VK_FORMAT_R16G16B16A16_SFLOAT);
  encodings.encodings = kAllEncodings;
  maker.make("every encoding", encodings);
  MadeFor resolved = finish_info(kOutputs[0]);
  resolved.hdr_samples = 4;
  resolved.resolve = true;
  resolved.effects = kAllEffects;
  maker.make("effects over samples", resolved);
  for (const VkFormat levels : {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_B10G11R11_UFLOAT_PACK32}) {
    MadeFor glare = finish_info(kOutputs[0]);
    glare.effects = kEffectGlare;
    glare.glare_levels = levels;
    maker.make("levels of glare", glare);
  }
}

void make_fused(Maker& maker) {
  for (const Device& device : {maker.device(), maker.plain_device()}) {
    for (const VkFormat format : kOutputs) {
      for (const bool has_all : {false, true}) {
        MadeFor info = finish_info(format);
        info.steps = kMeterStep | kToneMapStep | kFusedStep;
        if (has_all) {
          info.weights = kAllWeights;
          info.extrema = true;
          info.histogram = true;
          info.highlights_and_black = true;
          info.effects = kEffectLens | kEffectGrain;
        }
        maker.make("fused", device, info);
      }
    }
  }
}

void make_draws(Maker& maker) {
  for (const VkFormat format : {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT}) {
    for (const std::uint32_t effects : {0u, kAllEffects}) {
      MadeFor info = finish_info(format);
      info.steps = kMeterStep | kDrawStep;
      info.effects = effects;
      info.render_target.format = format;
      info.render_target.samples = VK_SAMPLE_COUNT_1_BIT;
      maker.make("drawn", info);
    }
  }
}

void make_metrics(Maker& maker) {
  for (const Device& device : {maker.device(), maker.plain_device()}) {
    for (const VkFormat format :
         {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R8_UNORM, VK_FORMAT_R16_UNORM}) {
      MetricsCreateInfo info;
      info.max_extent = {512, 512};
      info.format = format;
      info.metrics = supported_metrics(format);
      info.has_mask = true;
      info.finds_antialiasing = format == VK_FORMAT_R8G8B8A8_UNORM;
      if ((info.metrics & kMetricErrors) != 0) info.maps |= kMapAbsolute | kMapSquared;
      if ((info.metrics & kMetricSsim) != 0) info.maps |= kMapSsim;
      if ((info.metrics & kMetricCiede2000) != 0) info.maps |= kMapCiede2000;
      if ((info.metrics & kMetricFlip) != 0) info.maps |= kMapFlip;
      maker.make<ImageMetrics>("metrics", device, info);
      info.has_mask = false;
      info.finds_antialiasing = false;
      info.maps = 0;
      maker.make<ImageMetrics>("metrics without a mask", device, info);
    }
  }
}

void make_others(Maker& maker) {
  for (const VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT}) {
    FlashCreateInfo info;
    info.format = format;
    maker.make<FlashAnalyser>("flashes", info);
    ContentLightCreateInfo light;
    light.format = format;
    maker.make<ContentLightMeter>("content light", light);
  }
  for (const VkFormat format : kOutputs) {
    OverlayCreateInfo info;
    info.max_extent = kExtent;
    info.ldr_format = format;
    maker.make<DebugOverlay>("overlay", info);
    info.source = OverlaySource::stored;
    maker.make<DebugOverlay>("overlay of finished pictures", info);
  }
}

[[noreturn]] void run() {
  engine::ContextOptions options;
  options.pipeline_statistics = true;
  engine::Context context(options);
  test::LoaderShim shim(context);
  portability::fake_objects(shim);
  const portability::PipelineStatistics statistics(context, shim);
  Maker maker(context, shim.device());
  make_meters(maker);
  make_finishes(maker);
  Maker plain(context, maker.plain_device());  // the final pass without halves
  make_finishes(plain);
  make_fused(maker);
  make_draws(maker);
  make_metrics(maker);
  make_others(maker);
  std::printf("driver\t%s\n", context.driver().driverInfo);
  for (const auto& [name, numbers] : statistics.by_name()) {
    std::printf("%s", name.c_str());
    for (const auto& [statistic, number] : numbers) {
      std::printf("\t%s=%llu", statistic.c_str(), static_cast<unsigned long long>(number));
    }
    std::printf("\n");
  }
  std::fflush(stdout);
  std::_Exit(maker.refused() + plain.refused() == 0
                 ? 0
                 : 1);  // the context would wait for a queue that null hardware doesn't have
}

}  // namespace

int main() {
  try {
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "photopic-all-pipelines: %s\n", error.what());
    return 2;
  }
}
