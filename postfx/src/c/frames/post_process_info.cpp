// SPDX-License-Identifier: MIT
// Information for making a PostProcess of C: defaults, and needs of settings.
#include "c/frames/post_process_info.h"

#include "c/common/handles.h"
#include "c/common/structs.h"
#include "settings/variants.h"

namespace photopic::c {
namespace {

static_assert(PHOTOPIC_STEP_METER == static_cast<int>(kMeterStep) &&
              PHOTOPIC_STEP_TONE_MAP == static_cast<int>(kToneMapStep) &&
              PHOTOPIC_STEP_FUSED == static_cast<int>(kFusedStep) && PHOTOPIC_STEP_DRAW == static_cast<int>(kDrawStep));
static_assert(PHOTOPIC_METHOD_PYRAMID == static_cast<int>(MeterMethod::pyramid) + 1 &&
              PHOTOPIC_METHOD_SINGLE_PASS == static_cast<int>(MeterMethod::single_pass) + 1);
static_assert(PHOTOPIC_FACTOR_BLOCK_COUNTS == static_cast<int>(PyramidFactor::block_counts) &&
              PHOTOPIC_FACTOR_CORRECTED == static_cast<int>(PyramidFactor::corrected));
static_assert(PHOTOPIC_EXPOSURE_IMAGE_NONE == static_cast<int>(ExposureImage::none) &&
              PHOTOPIC_EXPOSURE_IMAGE_MULTIPLIER == static_cast<int>(ExposureImage::multiplier) &&
              PHOTOPIC_EXPOSURE_IMAGE_DLSS == static_cast<int>(ExposureImage::dlss));

constexpr std::uint32_t kUsualLutSize = 33;

bool needs_highlights_and_black(const MeterSettings& meter) {
  const MeterSettings defaults;
  return meter.highlight_stops != defaults.highlight_stops || meter.black_stops != defaults.black_stops;
}

/// Whether the meter's settings read a histogram.
bool needs_histogram(const MeterSettings& meter) {
  const MeterSettings defaults;
  return meter.low_percentile != defaults.low_percentile || meter.high_percentile != defaults.high_percentile ||
         meter.median_blend != defaults.median_blend || needs_highlights_and_black(meter);
}

}  // namespace

CreateInfo create_info_of(const photopic_post_process_info& given) noexcept {
  CreateInfo info;
  info.max_extent = given.max_extent;
  info.view_count = value_or(given.view_count, info.view_count);
  info.steps = value_or(given.steps, info.steps);
  if (given.meter_method != PHOTOPIC_METHOD_DEFAULT) {
    info.meter_method = static_cast<MeterMethod>(given.meter_method - 1);
  }
  info.workgroup_side = value_or(given.workgroup_side, info.workgroup_side);
  info.pyramid_factor = static_cast<PyramidFactor>(given.pyramid_factor);
  info.pyramid_level_0 = given.without_pyramid_level_0 == 0;
  info.weights = given.weights;
  info.histogram = given.histogram != 0;
  info.extrema = given.extrema != 0;
  info.max_workgroups = given.max_workgroups;
  info.convert_input = given.convert_input != 0;
  info.auto_white_balance = given.auto_white_balance != 0;
  info.dark_adaptation = given.dark_adaptation != 0;
  info.exposure_image = static_cast<ExposureImage>(given.exposure_image);
  info.statistics_slots = given.statistics_slots;
  info.ldr_format = value_or(given.ldr_format, info.ldr_format);
  info.packed_format = value_or(given.packed_format, info.packed_format);
  info.encodings = value_or(given.encodings, info.encodings);
  info.tone_mappers = value_or(given.tone_mappers, info.tone_mappers);
  info.lut_size = given.lut_size;
  info.exact = given.without_exact == 0;
  info.effects = given.effects;
  info.glare_levels = value_or(given.glare_levels, info.glare_levels);
  info.dither = given.without_dither == 0;
  info.blue_noise = given.blue_noise != 0;
  info.ui = given.ui != 0;
  info.content_light = given.content_light != 0;
  info.render_target.render_pass = given.render_pass;
  info.render_target.subpass = given.subpass;
  info.render_target.depth_format = given.depth_format;
  info.render_target.stencil_format = given.stencil_format;
  if (given.samples != 0) info.render_target.samples = static_cast<VkSampleCountFlagBits>(given.samples);
  info.render_target.view_mask = given.view_mask;
  info.layers = value_or(given.layers, info.layers);
  if (given.hdr_samples != 0) info.hdr_samples = static_cast<VkSampleCountFlagBits>(given.hdr_samples);
  info.defer_pipelines = given.defer_pipelines != 0;
  info.highlights_and_black = given.highlights_and_black != 0;
  info.exact_looks = given.exact_looks != 0;
  return info;
}

}  // namespace photopic::c

extern "C" {

photopic_result photopic_settings_add_needs(const photopic_settings* settings, photopic_post_process_info* info) {
  using namespace photopic;
  PHOTOPIC_TRY(c::require(settings, __func__, "settings"));
  photopic_post_process_info needs;
  PHOTOPIC_TRY(c::take(__func__, "info", info, &needs));
  const Settings& values = settings->values;
  const auto add = [](VkBool32* flag, bool is_needed) {
    if (is_needed) *flag = VK_TRUE;
  };
  add(&needs.histogram, c::needs_histogram(values.meter));
  add(&needs.highlights_and_black, c::needs_highlights_and_black(values.meter));
  add(&needs.convert_input, needs_input_conversion(values));
  add(&needs.auto_white_balance, values.white_balance.white_balance == WhiteBalance::automatic);
  add(&needs.dark_adaptation, needs_dark_adaptation(values));
  add(&needs.blue_noise, values.tone_map.dither && values.tone_map.dither_noise == DitherNoise::blue);
  needs.effects |= effects_of(values);
  needs.encodings |= encoding_bit(values.display.encoding);
  needs.tone_mappers |= tone_mapper_bit(values.tone_map.tone_mapper);
  if (values.display.gamut_map == GamutMap::reach) needs.tone_mappers |= tone_mapper_bit(ToneMapper::aces2);
  if (values.display.transform == DisplayTransform::baked) {
    needs.lut_size = c::value_or(needs.lut_size, c::kUsualLutSize);
  } else {
    add(&needs.exact_looks, has_look(values, nullptr));
  }
  c::give(needs, info);
  return PHOTOPIC_OK;
}

}  // extern "C"
