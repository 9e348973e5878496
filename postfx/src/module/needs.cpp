// SPDX-License-Identifier: MIT
// Table of the parts that settings need: for create() and prepare(), for refusal, and for recording without. Notes on
// values that count nothing follow SettingInfo::needs.
#include "module/needs.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "chain/chain.h"
#include "display/display.h"
#include "gpu/host/report.h"
#include "settings/validation.h"
#include "settings/variants.h"

namespace photopic {

/// What one kind of setting asks for.
struct Need {
  const char* setting;
  const char* name;
  std::uint32_t steps;  ///< of recordings that ask
  bool (*asks)(const Settings& s);
  bool (*is_met)(const MadeFor& made);
  void (*meet)(MadeFor* made);
  void (*turn_off)(Settings& s);  ///< null: a picture without is wrong, not plainer
};

namespace {

constexpr std::uint32_t kFinishSteps = kToneMapStep | kDrawStep;
constexpr std::uint32_t kUsualLutSize = 33;
const Settings kNeutral;

bool limits_classes(const MeterSettings& meter) {
  return std::any_of(std::begin(meter.metered_classes), std::end(meter.metered_classes),
                     [](std::uint32_t classes) { return classes != ~0u; });
}
bool has_light_rule(const MeterSettings& meter) {
  return meter.highlight_stops != kNeutral.meter.highlight_stops || meter.black_stops != kNeutral.meter.black_stops;
}
bool has_percentiles(const MeterSettings& meter) {
  return meter.low_percentile != kNeutral.meter.low_percentile ||
         meter.high_percentile != kNeutral.meter.high_percentile || meter.median_blend != kNeutral.meter.median_blend;
}
bool is_baked(const Settings& s) { return s.display.transform == DisplayTransform::baked; }

// clang-format off
#define NEED(setting, name, steps, asks, is_met, meet, off)                                       \
  {setting, name, steps, [](const Settings& s) -> bool { return asks; },                          \
   [](const MadeFor& made) -> bool { return is_met; }, [](MadeFor* made) { meet; }, off},
#define OFF(statement) [](Settings& s) { statement; }
// Flags of MadeFor, and bits of its sets.
#define FLAG(setting, name, steps, asks, member, off) \
  NEED(setting, name, steps, asks, made.member, made->member = true, off)
#define BIT(setting, name, steps, asks, member, bit, off) \
  NEED(setting, name, steps, asks, (made.member & (bit)) != 0, made->member |= (bit), off)
#define EFFECT(effect, bit)                                                                 \
  BIT(#effect, "effect " #effect, kFinishSteps, effect::is_on(s), effects, bit,             \
      OFF((s.effect = {})))

constexpr Need kNeeds[] = {
  FLAG("meter.low_percentile, high_percentile or median_blend", "a histogram", kMeterStep, has_percentiles(s.meter), histogram,
       OFF((s.meter.low_percentile = 0.0f, s.meter.high_percentile = 100.0f, s.meter.median_blend = 0.0f)))
  NEED("meter.highlight_stops or black_stops", "a histogram", kMeterStep, has_light_rule(s.meter), made.highlights_and_black,
       made->histogram = made->highlights_and_black = true,
       OFF((s.meter.highlight_stops = kNeutral.meter.highlight_stops,
            s.meter.black_stops = kNeutral.meter.black_stops)))
  BIT("meter.centre", "weight centre", kMeterStep, s.meter.centre, weights, kWeightCentre, OFF(s.meter.centre = false))
  BIT("meter.spot", "weight spot", kMeterStep, s.meter.spot, weights, kWeightSpot, OFF(s.meter.spot = false))
  BIT("meter.ellipse", "weight ellipse", kMeterStep, s.meter.ellipse, weights, kWeightEllipse,
      OFF(s.meter.ellipse = false))
  BIT("meter.mask", "weight mask", kMeterStep, s.meter.mask, weights, kWeightMask, OFF(s.meter.mask = false))
  BIT("meter.depth_min or depth_max", "weight depth", kMeterStep, s.meter.depth_min != 0.0f || s.meter.depth_max != 1.0f, weights,
      kWeightDepth, OFF((s.meter.depth_min = 0.0f, s.meter.depth_max = 1.0f)))
  BIT("meter.metered_classes", "weight classes", kMeterStep, limits_classes(s.meter), weights, kWeightClasses,
      OFF(std::fill(std::begin(s.meter.metered_classes), std::end(s.meter.metered_classes), ~0u)))
  BIT("meter.window_min_log2 or window_max_log2", "weight window", kMeterStep,
      s.meter.window_min_log2 != -64.0f || s.meter.window_max_log2 != 64.0f, weights, kWeightWindow,
      OFF((s.meter.window_min_log2 = -64.0f, s.meter.window_max_log2 = 64.0f)))
  FLAG("input.primaries, input.scene_gamut or white_balance", "a conversion of the input", kMeterStep | kFinishSteps, needs_input_conversion(s),
       convert_input, nullptr)
  FLAG("white_balance.white_balance", "automatic white balance", kMeterStep | kFinishSteps,
       s.white_balance.white_balance == WhiteBalance::automatic, auto_white_balance,
       OFF(s.white_balance.white_balance = WhiteBalance::off))
  FLAG("night.dark_adaptation or pupil", "dark adaptation", kMeterStep, needs_dark_adaptation(s), dark_adaptation,
       OFF((s.night.dark_adaptation = DarkAdaptation::off, s.night.pupil = false)))
  PHOTOPIC_EFFECTS(EFFECT)
  BIT("display.gamut_map", "the tables of aces2", kFinishSteps, s.display.gamut_map == GamutMap::reach, tone_mappers,
      tone_mapper_bit(ToneMapper::aces2), nullptr)
  NEED("display.transform", "a LUT", kFinishSteps, is_baked(s), made.lut_size != 0, made->lut_size = made->lut_nodes, nullptr)
  NEED("display.transform", "pipelines without a LUT", kFinishSteps, !is_baked(s), made.exact,
       (made->exact = true, made->exact_looks = made->exact_looks || made->takes_tables), nullptr)
  FLAG("grade", "a grade at each texel", kFinishSteps, !is_baked(s) && has_look(s, nullptr), exact_looks, nullptr)
  FLAG("tone_map.dither", "dither", kFinishSteps, s.tone_map.dither, dither, OFF(s.tone_map.dither = false))
  FLAG("tone_map.dither_noise", "blue noise", kFinishSteps,
       s.tone_map.dither && s.tone_map.dither_noise == DitherNoise::blue, blue_noise,
       OFF(s.tone_map.dither_noise = DitherNoise::hash))
};
#undef EFFECT
#undef BIT
#undef FLAG
#undef OFF
#undef NEED
// clang-format on
static_assert(std::size(kNeeds) <= 31);

// Not one by one: an operator with an encoding.
constexpr Need kOperator = {"tone_map.tone_mapper", "a pipeline", kFinishSteps, nullptr, nullptr, nullptr, nullptr};
constexpr Need kEncoding = {"display.encoding", "a pipeline", kFinishSteps, nullptr, nullptr, nullptr, nullptr};

bool has_encoding(const MadeFor& made, OutputEncoding wanted) {
  const OutputEncoding compiled = compiled_encoding(made.ldr_format, wanted);
  for (std::uint32_t i = 0; i < kOutputEncodingCount; ++i) {
    if ((made.encodings >> i & 1u) == 0) continue;
    if (compiled_encoding(made.ldr_format, static_cast<OutputEncoding>(i)) == compiled) return true;
  }
  return false;
}

}  // namespace

std::uint32_t weights_of(const MeterSettings& settings) noexcept { return weights_asked_by(settings_of(settings)); }

std::uint32_t weights_asked_by(const Settings& settings) noexcept {
  MadeFor made;
  made.steps = kMeterStep;
  add_needs(settings, &made);
  return made.weights;
}

MadeFor made_for(const CreateInfo& info, const Tuning& tuning) noexcept {
  const auto value_or = [](auto value, auto otherwise) { return value != decltype(value){} ? value : otherwise; };
  MadeFor made;
  const std::uint32_t steps = value_or(info.steps, std::uint32_t{kMeter | kFinish});
  const std::uint32_t finish = info.output.is_drawn != 0 ? kDrawStep : kToneMapStep;
  made.steps = (steps & kMeter) != 0 ? kMeterStep : 0u;
  if ((steps & kFinish) != 0) made.steps |= finish;
  if ((info.with & kWithFused) != 0) made.steps |= kFusedStep;
  made.max_extent = info.max_extent;
  made.view_count = value_or(info.view_count, 1u);
  made.layers = value_or(info.layers, 1u);
  made.hdr_samples = value_or(info.samples, 1u);
  made.ldr_format = value_or(info.output.format, made.ldr_format);
  made.render_target = info.output;
  made.render_target.samples = value_or(info.output.samples, 1u);
  made.statistics_slots = info.statistics_slots;
  made.exposure_image = info.exposure_image;
  made.ui = (info.with & kWithUi) != 0;
  made.content_light = (info.with & kWithContentLight) != 0;
  made.takes_tables = (info.with & kWithTables) != 0;
  made.histogram = made.forces_histogram = (info.with & kWithHistogram) != 0;
  made.extrema = (info.with & kWithExtrema) != 0;
  made.resolve = (info.with & kWithResolve) != 0;
  made.scaled_draw = (info.with & kWithScaledDraw) != 0;
  made.defer_pipelines = (info.with & kWithDeferred) != 0;
  made.meter_method = tuning.meter_method;
  made.max_workgroups = tuning.max_workgroups;
  made.workgroup_side = value_or(tuning.workgroup_side, made.workgroup_side);
  made.pyramid_factor = tuning.pyramid_factor;
  made.pyramid_level_0 = tuning.without_pyramid_level_0 == 0;
  made.packed_format = value_or(tuning.packed_format, made.packed_format);
  made.glare_levels = value_or(tuning.glare_levels, made.glare_levels);
  made.lut_nodes = value_or(tuning.lut_size, kUsualLutSize);
  return without_needs(made);
}

MadeFor without_needs(const MadeFor& made) noexcept {
  MadeFor bare = made;
  bare.histogram = made.forces_histogram;
  bare.weights = bare.encodings = bare.tone_mappers = bare.effects = bare.lut_size = 0;
  bare.highlights_and_black = bare.convert_input = bare.auto_white_balance = bare.dark_adaptation = false;
  bare.exact = bare.exact_looks = bare.dither = bare.blue_noise = bare.local_grid = false;
  return bare;
}

void add_needs(const Settings& settings, MadeFor* made) noexcept {
  for (const Need& need : kNeeds) {
    if ((need.steps & made->steps) != 0 && need.asks(settings)) need.meet(made);
  }
  if ((made->steps & kFinishSteps) == 0) return;
  made->tone_mappers |= tone_mapper_bit(settings.tone_map.tone_mapper);
  made->encodings |= encoding_bit(settings.display.encoding);
}

MadeFor metered_by(const MadeFor& made, const Settings& settings) noexcept {
  MadeFor wanted = made;
  MadeFor asked;
  asked.steps = kMeterStep;
  add_needs(settings, &asked);
  wanted.weights = asked.weights;
  wanted.histogram = asked.histogram || made.forces_histogram;
  wanted.highlights_and_black = asked.highlights_and_black;
  wanted.convert_input = asked.convert_input;
  wanted.auto_white_balance = asked.auto_white_balance;
  wanted.dark_adaptation = asked.dark_adaptation;
  wanted.local_grid =
      (made.steps & kToneMapStep) != 0 && local_exposure::is_on(settings) && !local_exposure::reads_veil(settings);
  // With the grid, the meter is bound by instructions: extrema would cost more than acuity's averages.
  wanted.extrema = made.extrema || (!wanted.local_grid && (made.steps & kFinishSteps) != 0 && acuity::is_on(settings));
  return wanted;
}

bool meters_alike(const MadeFor& made, const MadeFor& wanted) noexcept {
  return made.weights == wanted.weights && made.histogram == wanted.histogram &&
         made.highlights_and_black == wanted.highlights_and_black && made.convert_input == wanted.convert_input &&
         made.auto_white_balance == wanted.auto_white_balance && made.dark_adaptation == wanted.dark_adaptation;
}

bool meters_best(const MadeFor& made, const MadeFor& wanted) noexcept {
  return meters_alike(made, wanted) && (made.local_grid || !wanted.local_grid) && (made.extrema || !wanted.extrema);
}

const Need* first_missing(const MadeFor& made, std::uint32_t steps, const Settings& settings) noexcept {
  for (const Need& need : kNeeds) {
    if ((need.steps & steps) != 0 && !need.is_met(made) && need.asks(settings)) return &need;
  }
  if ((steps & kFinishSteps) == 0) return nullptr;
  if ((made.tone_mappers & tone_mapper_bit(settings.tone_map.tone_mapper)) == 0) return &kOperator;
  return has_encoding(made, settings.display.encoding) ? nullptr : &kEncoding;
}

bool turn_off(const Need& need, Settings* settings) noexcept {
  if (need.turn_off == nullptr) return false;
  need.turn_off(*settings);
  return true;
}

Status report_missing(const Gpu& gpu, Status status, const char* function, const Need& need) noexcept {
  return report(gpu.device, status,
                status == Status::ok
                    ? "%s: %s needs %s, which is not prepared: skipped"
                    : "%s: %s needs %s, which is not prepared. Name these settings in CreateInfo::uses, or call "
                      "prepare()",
                function, need.setting, need.name);
}

namespace {

/// Bits of SettingInfo::needs that are met.
std::uint32_t met_by(const MadeFor& made) {
  return kNeedsMeter | kNeedsToneMap | (made.histogram ? kNeedsHistogram : 0) |
         (made.highlights_and_black ? kNeedsHighlightsAndBlack : 0) |
         (made.auto_white_balance ? kNeedsAutoWhiteBalance : 0) | (made.dark_adaptation ? kNeedsDarkAdaptation : 0) |
         made.weights << kNeedsWeightShift | made.effects << kNeedsEffectShift;
}

bool is_default(const SettingInfo& row, const Settings& settings) {
  const std::size_t bytes = row.type == SettingType::flag    ? sizeof(bool)
                            : row.type == SettingType::curve ? sizeof(Curve)
                                                             : sizeof(float);
  const auto at = [&](const Settings& of) { return reinterpret_cast<const std::byte*>(&of) + row.offset_bytes; };
  return std::memcmp(at(settings), at(kNeutral), bytes) == 0;
}

}  // namespace

void note_idle_values(const Gpu& gpu, const char* function, const MadeFor& made, const Settings& settings) noexcept {
  if (gpu.device.message == nullptr) return;
  // What another object's steps read isn't this one's to judge.
  const std::uint32_t apart =
      ((made.steps & kMeterStep) != 0 ? 0 : kNeedsMeter) | ((made.steps & kFinishSteps) != 0 ? 0 : kNeedsToneMap);
  for (const SettingInfo& row : setting_table()) {
    if ((row.needs & apart) != 0 || (row.needs & ~met_by(made)) == 0 || is_default(row, settings)) continue;
    (void)report(gpu.device, Status::ok, "%s: %s.%s is set, and counts nothing: no settings turn on what reads it",
                 function, row.group, row.name);
  }
}

std::uint32_t number_of(const Need& need) noexcept {
  return &need >= std::begin(kNeeds) && &need < std::end(kNeeds) ? static_cast<std::uint32_t>(&need - kNeeds) : 31;
}

}  // namespace photopic
