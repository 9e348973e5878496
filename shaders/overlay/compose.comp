// SPDX-License-Identifier: MIT
// Composition of the debug overlay in one workgroup: sums of what overlay_gather left, the next sample of the strip
// chart, and the overlay's text with the numbers that are known on the GPU alone.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/overlay_interface.h"
#include "meter/color.glsl"
#include "night/thresholds.glsl"

layout(local_size_x = PHOTOPIC_OVERLAY_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_OVERLAY_COMPOSE_STATE, std430) readonly buffer State { ExposureState state; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_DATA, std430) buffer Data { OverlayData overlay; };
layout(push_constant, std430) uniform Push { OverlayPush pc; };

#define NOTHING uintBitsToFloat(0x7fc00000u)  // NaN: printed as dashes

shared vec2 sums[PHOTOPIC_OVERLAY_INVOCATIONS];
shared float log2_sums[PHOTOPIC_OVERLAY_INVOCATIONS];
shared uint cumulative[PHOTOPIC_HISTOGRAM_BINS];
shared uint largest;
shared float values[PHOTOPIC_OVERLAY_VALUES];
shared uint text[PHOTOPIC_OVERLAY_TEXT_WORDS];

// Percentiles, an invocation each.
const uint kLow = 0u, kMedian = 1u, kHigh = 2u, kLeastShown = 3u, kMostShown = 4u, kPercentiles = 5u;
shared float percentiles[kPercentiles];

/// log2 luminance up to which `share` of the counted texels lie, to the bin.
float percentile(float share) {
  uint total = cumulative[PHOTOPIC_HISTOGRAM_BINS - 1];
  if (total == 0u) return NOTHING;
  uint wanted = uint(ceil(share * float(total)));
  uint low = 0u, high = PHOTOPIC_HISTOGRAM_BINS - 1u;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (cumulative[middle] >= max(wanted, 1u)) high = middle;
    else low = middle + 1u;
  }
  return mix(overlay.params.min_log2, overlay.params.max_log2, float(low) / float(PHOTOPIC_HISTOGRAM_BINS - 1));
}

/// Before a barrier.
void find_percentiles(uint invocation) {
  if (invocation >= kPercentiles) return;
  float shares[kPercentiles] = float[](overlay.params.low_share, 0.5, overlay.params.high_share,
                                       PHOTOPIC_OVERLAY_FALSE_TAIL, 1.0 - PHOTOPIC_OVERLAY_FALSE_TAIL);
  percentiles[invocation] = percentile(shares[invocation]);
}

/// EV100 at the legend's ticks: of the range that is set, or of the picture's, both ends and steps in whole EV.
void set_false_ticks() {
  const float kSteps = float(PHOTOPIC_OVERLAY_FALSE_TICKS - 1);
  float least = overlay.params.false_color_min_ev100;
  float step_ev = (overlay.params.false_color_max_ev100 - least) / kSteps;
  float low = percentiles[kLeastShown] + overlay.params.ev100_of_luminance_one;
  float high = percentiles[kMostShown] + overlay.params.ev100_of_luminance_one;
  if (overlay.params.has_automatic_range != 0u && !is_nonfinite(low)) {
    least = floor(low);
    step_ev = max(ceil((high - least) / kSteps), 1.0);
  }
  for (uint i = 0u; i < PHOTOPIC_OVERLAY_FALSE_TICKS; ++i) {
    values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK + i] = least + float(i) * step_ev;
  }
}

/// EV100 at the strip chart's ticks: 1, 2, 5, 10, ... EV apart, up to five, as many as there is room for. The labels at
/// both ends lie inside the plot, so that the next ones have half a label less.
void set_chart_ticks(float least, float largest_ev) {
  float rows = float(overlay.params.panels[PHOTOPIC_OVERLAY_PANEL_CHART].plot_height / pc.scale);
  float parts = rows / (1.5 * float(PHOTOPIC_OVERLAY_LABEL_ROWS) + 1.0);
  float most = min(parts, float(PHOTOPIC_OVERLAY_CHART_TICKS) - 0.5);
  float step_ev = 1.0;
  for (uint i = 0u; (largest_ev - least) / step_ev > most && i < 8u; ++i) step_ev *= i % 3u == 1u ? 2.5 : 2.0;
  float first = ceil(least / step_ev) * step_ev;
  for (uint i = 0u; i < PHOTOPIC_OVERLAY_CHART_TICKS; ++i) {
    float tick = first + float(i) * step_ev;
    values[PHOTOPIC_OVERLAY_VALUE_CHART_TICK + i] = tick <= largest_ev ? tick : NOTHING;
  }
}

/// What the scene's exposure state has.
void set_scene_values(float naive) {
  bool is_measured = state.valid_texels != 0u;
  values[PHOTOPIC_OVERLAY_VALUE_SCENE_EV] = state.scene_ev100;
  values[PHOTOPIC_OVERLAY_VALUE_TARGET_EV] = state.target_ev100;
  values[PHOTOPIC_OVERLAY_VALUE_ADAPTED_EV] = state.adapted_ev100;
  values[PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2] = is_measured ? state.mean_log2_luminance : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS] = is_measured ? naive - state.mean_log2_luminance : NOTHING;
  bool has_light = overlay.params.has_light != 0u;
  WhiteBalanceState light = state.white_balance;
  values[PHOTOPIC_OVERLAY_VALUE_SCENE_K] = has_light && light.frames != 0u ? light.estimate_k : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_SCENE_DUV] = has_light && light.frames != 0u ? light.estimate_duv : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_BALANCE_K] = has_light ? light.temperature_k : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_BALANCE_DUV] = has_light ? light.duv : NOTHING;
  bool has_glare = overlay.params.glare.is_on != 0.0;
  values[PHOTOPIC_OVERLAY_VALUE_GLARE_SCATTERED] = has_glare ? 100.0 * state.glare_scattered_fraction : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED] = has_glare ? 100.0 * state.glare_removed_fraction : NOTHING;
}

/// Of a finished picture: its mean is the gathered one, and luminances are nits.
void set_stored_values(float naive) {
  uint texels = cumulative[PHOTOPIC_HISTOGRAM_BINS - 1];
  float mean = texels != 0u ? log2_sums[0] / float(texels) : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2] = mean;
  values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS] = naive - mean;
  values[PHOTOPIC_OVERLAY_VALUE_MEAN_NITS] = exp2(mean);
  values[PHOTOPIC_OVERLAY_VALUE_NAIVE_NITS] = exp2(naive);
  for (uint i = 0u; i < 3u; ++i) {
    values[PHOTOPIC_OVERLAY_VALUE_LOW_NITS + i] = exp2(values[PHOTOPIC_OVERLAY_VALUE_LOW_LOG2 + i]);
  }
  float sum = float(overlay.light.sum_high) * 65536.0 + float(overlay.light.sum_low);
  values[PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS] = uintBitsToFloat(overlay.light.max_nits_bits);
  values[PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS] = sum / float(PHOTOPIC_CONTENT_LIGHT_UNIT) / float(max(texels, 1u));
}

void set_values() {
  float naive = sums[0].y > 0.0 ? sums[0].x / sums[0].y : NOTHING;
  values[PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2] = naive;
  values[PHOTOPIC_OVERLAY_VALUE_LOW_LOG2] = percentiles[kLow];
  values[PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2] = percentiles[kMedian];
  values[PHOTOPIC_OVERLAY_VALUE_HIGH_LOG2] = percentiles[kHigh];
  values[PHOTOPIC_OVERLAY_VALUE_INVALID_TEXELS] = float(overlay.invalid_texels);
  values[PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS] = float(overlay.under_texels);
  values[PHOTOPIC_OVERLAY_VALUE_OVER_TEXELS] = float(overlay.over_texels);
  values[PHOTOPIC_OVERLAY_VALUE_CLIPPED_TEXELS] = float(overlay.clipped_texels);
  for (uint i = 0u; i < 3u; ++i) {
    values[PHOTOPIC_OVERLAY_VALUE_LOW_EV + i] =
        values[PHOTOPIC_OVERLAY_VALUE_LOW_LOG2 + i] + overlay.params.ev100_of_luminance_one;
  }
  set_false_ticks();
  if (overlay.params.is_stored != 0u) set_stored_values(naive);
  else set_scene_values(naive);
  overlay.largest_count = largest;
}

/// Thresholds of cones and rods as EV100.
vec2 thresholds_ev100() {
  bool has_receptors = overlay.params.tables.night[PHOTOPIC_NIGHT_TIME_SCALE] > 0.0;
  if (!has_receptors || state.night.frames == 0u) return vec2(NOTHING);
  float ev100_of_cd_m2 = state.scene_ev100 - state.metered_log2_luminance -
                         overlay.params.tables.night[PHOTOPIC_NIGHT_LOG2_CD_M2];
  return vec2(kConeLog2 + state.night.cone_ev, kRodLog2 + state.night.rod_ev) + ev100_of_cd_m2;
}

/// This frame goes into the strip chart, whose range follows what it shows, in whole EV. Finished pictures have none.
void append_to_chart(uint invocation) {
  const float kFar = 1e9;
  vec2 thresholds = thresholds_ev100();
  OverlaySample now = OverlaySample(state.scene_ev100, state.target_ev100, state.adapted_ev100,
                                    state.frames <= 1u ? 1u : 0u, thresholds.x, thresholds.y);
  uint frames = overlay.history_owner == overlay.params.history_owner ? overlay.history_frames : 0u;
  bool is_now = invocation == frames % PHOTOPIC_OVERLAY_HISTORY;
  if (is_now) overlay.history[invocation] = now;
  // Samples are filled from 0 on; once all are, the oldest is overwritten.
  bool is_shown = is_now || invocation < frames;
  OverlaySample shown = overlay.history[invocation];
  if (is_now) shown = now;
  vec3 ev = vec3(shown.scene_ev100, shown.target_ev100, shown.adapted_ev100);
  float least = min(ev.x, min(ev.y, ev.z)), largest_ev = max(ev.x, max(ev.y, ev.z));
  if (!is_nonfinite(shown.cone_ev100)) {
    least = min(least, min(shown.cone_ev100, shown.rod_ev100));
    largest_ev = max(largest_ev, max(shown.cone_ev100, shown.rod_ev100));
  }
  sums[invocation] = is_shown ? vec2(-least, largest_ev) : vec2(-kFar);
  for (uint count = PHOTOPIC_OVERLAY_INVOCATIONS / 2u; count > 0u; count /= 2u) {
    barrier();
    if (invocation < count) sums[invocation] = max(sums[invocation], sums[invocation + count]);
  }
  barrier();
  if (invocation != 0u || overlay.params.is_stored != 0u) return;
  // All invocations have read these before the barriers above. The count stays in the ring's second half for ever.
  overlay.history_owner = overlay.params.history_owner;
  overlay.history_frames = frames + 1u < 2u * PHOTOPIC_OVERLAY_HISTORY ? frames + 1u : PHOTOPIC_OVERLAY_HISTORY;
  values[PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV] = floor(-sums[0].x - 0.5);
  values[PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV] = ceil(sums[0].y + 0.5);
  set_chart_ticks(values[PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV], values[PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV]);
}

// Fields have characters of their own, but may share words. The colour stays.
void put(uint line, uint column, uint character) {
  uint word = line * PHOTOPIC_OVERLAY_LINE_WORDS + column / 2u;
  uint shift = column % 2u * 16u;
  atomicAnd(text[word], ~(0xffu << shift));
  atomicOr(text[word], character << shift);
}

/// Characters of a number with a fixed number of decimals, without its sign.
uint length_of(uint digits, uint decimals) {
  uint length = decimals > 0u ? decimals + 2u : 1u, power = 10u;
  for (uint i = 0u; i < decimals; ++i) power *= 10u;
  while (digits >= power && length < 20u) {
    ++length;
    digits /= 10u;
  }
  return length;
}

/// Right-aligned or centred, with a fixed number of decimals; dashes where there is no number or it doesn't fit.
void put_number(uint place, float value) {
  uint line = place & 0xffu, column = place >> 8u & 0xffu, width = place >> 16u & 0xffu, decimals = place >> 24u & 0x7fu;
  uint power = 1u;
  for (uint i = 0u; i < decimals; ++i) power *= 10u;
  float scaled = abs(value) * float(power) + 0.5;
  bool is_number = !is_nonfinite(value) && scaled < 4294967040.0;
  uint digits = is_number ? uint(scaled) : 0u;
  bool is_negative = value < 0.0 && digits != 0u;
  uint length = length_of(digits, decimals) + uint(is_negative);
  if (length > width) is_number = false;
  uint spaces = (place & PHOTOPIC_OVERLAY_FIELD_CENTERED) != 0u && is_number ? (width - length) / 2u : 0u;  // at the right
  for (uint i = 0u; i < width; ++i) {
    uint character = 32u, from_right = i - spaces;  // wraps around
    if (!is_number) {
      character = 45u;  // -
    } else if (from_right < length) {
      bool is_sign = is_negative && from_right == length - 1u, is_point = decimals > 0u && from_right == decimals;
      character = is_sign ? 45u : is_point ? 46u : 48u + digits % 10u;
      if (!is_point) digits /= 10u;
    }
    put(line, column + width - 1u - i, character);
  }
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  if (invocation == 0u) largest = 0u;
  bool is_stored = overlay.params.is_stored != 0u;
  vec2 sum = vec2(0.0);
  float log2_sum = 0.0;
  for (uint i = invocation; i < PHOTOPIC_OVERLAY_GATHER_GROUPS; i += PHOTOPIC_OVERLAY_INVOCATIONS) {
    sum += vec2(overlay.partial_sum[i], overlay.partial_weight[i]);
    if (is_stored) log2_sum += overlay.partial_log2[i];
  }
  sums[invocation] = sum;
  log2_sums[invocation] = log2_sum;
  cumulative[invocation] = overlay.counts[invocation];
  barrier();
  atomicMax(largest, cumulative[invocation]);
  for (uint step = 1u; step < PHOTOPIC_HISTOGRAM_BINS; step *= 2u) {
    barrier();
    uint addend = invocation >= step ? cumulative[invocation - step] : 0u;
    barrier();
    cumulative[invocation] += addend;
  }
  for (uint count = PHOTOPIC_OVERLAY_INVOCATIONS / 2u; count > 0u; count /= 2u) {
    barrier();
    if (invocation < count) {
      sums[invocation] += sums[invocation + count];
      log2_sums[invocation] += log2_sums[invocation + count];
    }
  }
  barrier();
  find_percentiles(invocation);
  if (invocation < PHOTOPIC_OVERLAY_VALUES) values[invocation] = NOTHING;
  barrier();
  if (invocation == 0u) set_values();
  barrier();
  append_to_chart(invocation);
  const uint kTextWords = PHOTOPIC_OVERLAY_TEXT_WORDS;
  for (uint i = invocation; i < kTextWords; i += PHOTOPIC_OVERLAY_INVOCATIONS) text[i] = overlay.params.text[i];
  barrier();
  for (uint i = invocation; i < overlay.params.field_count; i += PHOTOPIC_OVERLAY_INVOCATIONS) {
    OverlayField field = overlay.params.fields[i];
    put_number(field.place, values[field.value]);
  }
  barrier();
  for (uint i = invocation; i < kTextWords; i += PHOTOPIC_OVERLAY_INVOCATIONS) overlay.params.text[i] = text[i];
  if (invocation < PHOTOPIC_OVERLAY_VALUES) overlay.values[invocation] = values[invocation];
}
