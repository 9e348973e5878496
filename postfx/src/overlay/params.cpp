// SPDX-License-Identifier: MIT
// Numbers of the debug overlay's frame, from settings and objects.
#include "overlay/params.h"

#include "adapt/adaptation.h"
#include "chain/effect_passes.h"
#include "display/display.h"
#include "finish/finish.h"
#include "glare/levels.h"
#include "overlay/glare_view.h"
#include "settings/made_for.h"

namespace photopic {
namespace {

// Histogram of finished pictures: log2 nits from 0.004, which 8 bits of SDR still tell apart, to 16384, above the 10000
// of PQ; percentiles.
constexpr float kStoredMin_log2 = -8.0f, kStoredMax_log2 = 14.0f;
constexpr float kStoredLowPercentile = 1.0f, kStoredHighPercentile = 99.0f;

#define PHOTOPIC_ENCODING(number, name, word, range, primaries) Primaries::primaries,
constexpr Primaries kStoredPrimaries[] = {PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING)};
#undef PHOTOPIC_ENCODING

gpu::OverlayParams params_of(const VkRect2D& region, const Settings& settings, const OverlaySettings& overlay,
                             OutputEncoding encoding) {
  gpu::OverlayParams params = {};
  params.meter_x = static_cast<std::uint32_t>(region.offset.x);
  params.meter_y = static_cast<std::uint32_t>(region.offset.y);
  params.meter_width = region.extent.width;
  params.meter_height = region.extent.height;
  params.min_log2 = settings.meter.min_log2_luminance;
  params.max_log2 = settings.meter.max_log2_luminance;
  params.low_share = settings.meter.low_percentile / 100.0f;
  params.high_share = settings.meter.high_percentile / 100.0f;
  params.false_color_min_ev100 = overlay.false_color_min_ev100;
  params.false_color_max_ev100 = overlay.false_color_max_ev100;
  params.has_automatic_range = overlay.false_color_automatic ? 1 : 0;
  params.zebra_over = overlay.zebra_over;
  params.zebra_under = overlay.zebra_under;
  params.inverse_pre_exposure = 1.0f;
  params.tables = meter_tables(settings, {});
  params.finish = finish_tables(settings, display_params(settings, encoding));
  return params;
}

}  // namespace

gpu::OverlayParams scene_params(const PostProcess& post, const Frame& frame, const Settings& settings,
                                const OverlaySettings& overlay, OutputEncoding encoding) noexcept {
  const MeterFrame metered = meter_frame_of(frame);
  const MadeFor& made = made_for(post);
  const gpu::AdaptParams adapt = adapt_params(settings.exposure, settings.meter, 0.0f, 1);
  gpu::OverlayParams all = params_of(metered.region, settings, overlay, encoding);
  all.ev100_of_luminance_one = adapt.ev100_of_luminance_one;
  all.min_ev100 = adapt.min_ev100;
  all.max_ev100 = adapt.max_ev100;
  all.split = overlay.split;
  all.tone_mapper = static_cast<std::uint32_t>(settings.tone_map.tone_mapper);
  all.effects = made.effects;
  all.weights = weights_of(settings.meter);
  all.has_light = settings.white_balance.white_balance == WhiteBalance::automatic ? 1 : 0;
  const VkExtent2D level = post.log_luminance_extent(overlay.pyramid_level);
  const VkExtent2D used = post.log_luminance_used(overlay.pyramid_level, metered.region.extent);
  all.level_width = level.width;
  all.level_height = level.height;
  all.level_used_width = used.width;
  all.level_used_height = used.height;
  const local_exposure::Passes* local = local_passes(post, settings);
  all.local_pitch = local != nullptr ? local->pitch().width : 0;
  all.local_x = overlay.local_x;
  all.local_y = overlay.local_y;
  all.pre_exposure_log2 = pre_exposure_log2(metered.pre_exposure);
  all.inverse_pre_exposure = 1.0f / metered.pre_exposure;
  if (glare_passes(post, settings) != nullptr) {
    all.glare = glare_view(settings, frame.extent, glare::most_of(made.glare_levels),
                           (overlay.views & kOverlayGlareSpread) != 0);
  }
  return all;
}

gpu::OverlayParams stored_params(VkExtent2D extent, const Settings& settings, const OverlaySettings& overlay,
                                 OutputEncoding encoding) noexcept {
  gpu::OverlayParams params = params_of({{0, 0}, extent}, settings, overlay, encoding);
  params.is_stored = 1;
  return params;
}

Settings settings_of(const StoredPicture& picture, OutputEncoding encoding) noexcept {
  Settings settings;
  settings.display = picture.display;
  settings.display.encoding = encoding;
  settings.input.primaries = kStoredPrimaries[static_cast<std::uint32_t>(encoding)];
  settings.meter.min_log2_luminance = kStoredMin_log2;
  settings.meter.max_log2_luminance = kStoredMax_log2;
  settings.meter.low_percentile = kStoredLowPercentile;
  settings.meter.high_percentile = kStoredHighPercentile;
  return settings;
}

const local_exposure::Passes* local_passes(const PostProcess& post, const Settings& settings) noexcept {
  const EffectPasses* passes = effect_passes_of(post);
  return passes != nullptr && local_exposure::is_on(settings) ? passes->local_exposure_passes() : nullptr;
}

const glare::Passes* glare_passes(const PostProcess& post, const Settings& settings) noexcept {
  const EffectPasses* passes = effect_passes_of(post);
  return passes != nullptr && glare::is_on(settings) ? passes->glare_passes() : nullptr;
}

}  // namespace photopic
