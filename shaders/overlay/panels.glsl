// SPDX-License-Identifier: MIT
// Panels of the debug overlay: text at the top, a plot below it.

// Bits 1 << number of those that have a texel of the workgroup's tile: most tiles have none.
shared uint tile_panels;

/// By all invocations of the workgroup, before is_in_panel().
void find_tile_panels() {
  uvec2 corner = gl_WorkGroupID.xy * PHOTOPIC_STEP_SIDE;
  uint index = gl_LocalInvocationIndex;
  if (index == 0u) tile_panels = 0u;
  barrier();
  if (index < PHOTOPIC_OVERLAY_PANELS) {
    OverlayPanel panel = overlay.params.panels[index];
    uvec2 first = uvec2(panel.x, panel.y), end = first + uvec2(panel.width, panel.height);
    if (all(lessThan(corner, end)) && all(lessThan(first, corner + PHOTOPIC_STEP_SIDE))) {
      atomicOr(tile_panels, 1u << index);
    }
  }
  barrier();
}

bool is_in_panel(uvec2 texel) {
  [[dont_unroll]] for (uint left = tile_panels; left != 0u; left &= left - 1u) {
    OverlayPanel panel = overlay.params.panels[findLSB(left)];
    if (all(lessThan(texel - uvec2(panel.x, panel.y), uvec2(panel.width, panel.height)))) return true;  // wraps around
  }
  return false;
}

/// The panel whose tile a workgroup draws, and a texel of it. False where there is none.
bool find_panel_texel(out uint index, out uvec2 texel) {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  index = 0u;
  [[dont_unroll]] for (uint i = 1u; i < PHOTOPIC_OVERLAY_PANELS; ++i) {
    if (group >= overlay.params.panels[i].first_group) index = i;
  }
  OverlayPanel panel = overlay.params.panels[index];
  uint columns = max((panel.width + PHOTOPIC_STEP_SIDE - 1u) / PHOTOPIC_STEP_SIDE, 1u);
  uint tile = group - panel.first_group;
  uvec2 at = uvec2(tile % columns, tile / columns) * PHOTOPIC_STEP_SIDE + texel_of_invocation(gl_LocalInvocationIndex);
  texel = uvec2(panel.x, panel.y) + at;
  return at.x < panel.width && at.y < panel.height && texel.x < pc.width && texel.y < pc.height;
}

#include "overlay/letters.glsl"

float log2_of_ev100(float ev100) { return ev100 - overlay.params.ev100_of_luminance_one; }

/// Share of the histogram's width at which a log2 luminance stands.
float share_of_log2(float log2_luminance) {
  return (log2_luminance - overlay.params.min_log2) / (overlay.params.max_log2 - overlay.params.min_log2);
}

/// Whether a vertical line at `share` of the width goes through texel x of `width`.
bool is_mark(uint x, uint width, float share) {
  if (is_nonfinite(share)) return false;
  float distance = (float(x) + 0.5) - clamp(share, 0.0, 1.0) * float(width - pc.scale);
  return distance >= 0.0 && distance < float(pc.scale);
}

vec3 histogram_plot(uvec2 at, uvec2 size, vec3 under) {
  float share = (float(at.x) + 0.5) / float(size.x);
  float height = 1.0 - (float(at.y) + 0.5) / float(size.y);  // from the bottom
  uint bin = min(uint(share * float(PHOTOPIC_HISTOGRAM_BINS)), uint(PHOTOPIC_HISTOGRAM_BINS - 1));
  // Square root: what is rare shows beside what is common.
  float bar = overlay.largest_count != 0u
                  ? sqrt(float(overlay.counts[bin]) / float(overlay.largest_count))
                  : 0.0;
  vec3 color = under;
  float ev100 = mix(overlay.params.min_log2, overlay.params.max_log2, share) + overlay.params.ev100_of_luminance_one;
  float tick_ev100 = round(ev100 / overlay.params.histogram_step_ev) * overlay.params.histogram_step_ev;
  float tick = share_of_log2(log2_of_ev100(tick_ev100));
  if (tick >= 0.0 && tick <= 1.0 && is_mark(at.x, size.x, tick)) color = 0.6 * kFaintColor;
  if (height < bar) color = vec3(0.62);
  uint row = at.y / pc.scale;
  float low = share_of_log2(overlay.values[PHOTOPIC_OVERLAY_VALUE_LOW_LOG2]);
  float median = share_of_log2(overlay.values[PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2]);
  float high = share_of_log2(overlay.values[PHOTOPIC_OVERLAY_VALUE_HIGH_LOG2]);
  bool is_percentile = is_mark(at.x, size.x, low) || is_mark(at.x, size.x, high) ||
                       (is_mark(at.x, size.x, median) && is_dash(row, 3u, 3u));
  if (kStored != 0u) return is_percentile ? kPercentileColor : color;
  float line = float(pc.scale) / float(size.y);
  // At both edges of the column: without local exposure, then with that of the node that is looked at.
  const uint kEdges = uint(PHOTOPIC_OVERLAY_CURVE_EDGES);
  vec4 ends = vec4(plots.tone_curves[at.x], plots.tone_curves[at.x + 1u], plots.tone_curves[kEdges + at.x],
                   plots.tone_curves[kEdges + at.x + 1u]);
  if (height >= min(ends.x, ends.y) - line && height < max(ends.x, ends.y) + line) color = kCurveColor;
  bool is_of_node = height >= min(ends.z, ends.w) - line && height < max(ends.z, ends.w) + line;
  if (local_pitch() != 0u && is_of_node && is_dash(at.x / pc.scale, 6u, 4u)) color = kWeightColor;
  if (is_percentile) color = kPercentileColor;
  float min_share = share_of_log2(log2_of_ev100(overlay.params.min_ev100));
  float max_share = share_of_log2(log2_of_ev100(overlay.params.max_ev100));
  bool is_limit = is_mark(at.x, size.x, min_share) || is_mark(at.x, size.x, max_share);
  if (is_limit && is_dash(row, 8u, 4u)) color = kLimitColor;
  bool is_target = is_mark(at.x, size.x, share_of_log2(log2_of_ev100(state.target_ev100)));
  if (is_target && is_dash(row, 2u, 2u)) color = kTargetColor;
  if (is_mark(at.x, size.x, share_of_log2(log2_of_ev100(state.adapted_ev100)))) color = kAdaptedColor;
  return color;
}

/// The letter of the mark whose row of text it is: beside the mark, on the side where there is room.
Letter histogram_letter(uvec2 at, uvec2 size) {
  if (kStored != 0u) return kNoLetter;
  uint row = at.y / (PHOTOPIC_OVERLAY_CELL_HEIGHT * pc.scale);
  if ((row + 1u) * PHOTOPIC_OVERLAY_CELL_HEIGHT * pc.scale > size.y) return kNoLetter;
  Letter letter = kNoLetter;
  float ev100 = overlay.params.max_ev100;
  if (row == 0u) ev100 = state.adapted_ev100;
  if (row == 1u) ev100 = state.target_ev100;
  if (row == 3u) ev100 = overlay.params.min_ev100;
  float share = share_of_log2(log2_of_ev100(ev100));
  if (row == 2u) share = share_of_log2(overlay.values[PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2]);
  if (is_nonfinite(share) || row > 4u) return kNoLetter;
  uint mark = uint(clamp(share, 0.0, 1.0) * float(size.x - pc.scale)) / pc.scale;
  uint columns = size.x / pc.scale;
  uint left = mark + 3u + PHOTOPIC_OVERLAY_CELL_WIDTH <= columns ? mark + 3u : mark - PHOTOPIC_OVERLAY_CELL_WIDTH - 2u;
  letter.at = at - uvec2(left, row * PHOTOPIC_OVERLAY_CELL_HEIGHT) * pc.scale;  // wraps around
  letter.character = row == 0u ? LETTER_E : row == 1u ? LETTER_T : row == 2u ? LETTER_P : LETTER_L;
  letter.ink = row == 0u   ? PHOTOPIC_OVERLAY_INK_ADAPTED
               : row == 1u ? PHOTOPIC_OVERLAY_INK_TARGET
               : row == 2u ? PHOTOPIC_OVERLAY_INK_PERCENTILE
                           : PHOTOPIC_OVERLAY_INK_LIMIT;
  return letter;
}

/// One level, enlarged to the plot; texels that the meter doesn't use are hatched.
vec3 pyramid_plot(uvec2 at, uvec2 size, vec3 under) {
  if ((kViews & PHOTOPIC_OVERLAY_PYRAMID) == 0u) return under;  // the level isn't even bound
  uvec2 extent = uvec2(overlay.params.level_width, overlay.params.level_height);
  if (extent.x == 0u) return under;
  float texels_per_dot = max(float(extent.x) / float(size.x), float(extent.y) / float(size.y));
  uvec2 texel = uvec2((vec2(at) + 0.5) * texels_per_dot);
  if (texel.x >= extent.x || texel.y >= extent.y) return under;
  bool is_used = texel.x < overlay.params.level_used_width && texel.y < overlay.params.level_used_height;
  if (!is_used) return is_hatched(at) ? kUnusedColor : 0.5 * kUnusedColor;
  return vec3(clamp(share_of_log2(texelFetch(level, ivec2(texel), 0).r - overlay.params.pre_exposure_log2), 0.0, 1.0));
}

/// Largest weight of the texels of one axis that a dot covers; `first` is where that axis begins.
float largest_blit_weight(uint first, uint count, float from, float to) {
  float largest = 0.0;
  uint last = min(uint(ceil(to)), count);
  [[dont_unroll]] for (uint i = uint(from); i < last; ++i) largest = max(largest, blit_weights[first + i]);
  return largest;
}

/// Which weight each texel of the metered rectangle has in the 1x1 level of a chain of blits, on a log scale around the
/// weight that it should have. None: hatched.
vec3 naive_plot(uvec2 at, uvec2 size, vec3 under) {
  uvec2 extent = uvec2(overlay.params.meter_width, overlay.params.meter_height);
  float texels_per_dot = max(float(extent.x) / float(size.x), float(extent.y) / float(size.y));
  vec2 from = vec2(at) * texels_per_dot, to = vec2(at + 1u) * texels_per_dot;
  if (from.x >= float(extent.x) || from.y >= float(extent.y)) return under;
  float weight = largest_blit_weight(0u, extent.x, from.x, to.x) * largest_blit_weight(extent.x, extent.y, from.y, to.y);
  if (weight == 0.0) return is_hatched(at) ? kUnusedColor : 0.5 * kUnusedColor;
  return ramp(0.5 + log2(weight * float(extent.x) * float(extent.y)) / 8.0);
}

/// Height in the strip chart at which an EV stands.
float chart_height(float ev100) {
  float least = overlay.values[PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV];
  return (ev100 - least) / (overlay.values[PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV] - least);
}

/// Row of the strip chart at which a tick stands, dots.
uint chart_row(float tick_ev100, uint rows) {
  return min(uint((1.0 - chart_height(tick_ev100)) * float(rows)), rows - 1u);
}

/// EV100 left of the chart.
Letter chart_letter(OverlayPanel panel, uvec2 at, uvec2 size) {
  Letter letter = kNoLetter;
  uint rows = size.y / pc.scale;
  [[dont_unroll]] for (uint i = 0u; i < PHOTOPIC_OVERLAY_CHART_TICKS; ++i) {
    float tick_ev100 = overlay.values[PHOTOPIC_OVERLAY_VALUE_CHART_TICK + i];
    if (is_nonfinite(tick_ev100)) continue;
    find_label(panel.first_line + panel.line_count, i, chart_row(tick_ev100, rows), rows, at, letter);
  }
  return letter;
}

/// Faint lines at the ticks.
vec3 chart_axis(uvec2 at, uvec2 size, vec3 under) {
  uint rows = size.y / pc.scale;
  [[dont_unroll]] for (uint i = 0u; i < PHOTOPIC_OVERLAY_CHART_TICKS; ++i) {
    float tick_ev100 = overlay.values[PHOTOPIC_OVERLAY_VALUE_CHART_TICK + i];
    if (!is_nonfinite(tick_ev100) && at.y / pc.scale == chart_row(tick_ev100, rows)) return 0.6 * kFaintColor;
  }
  return under;
}

/// The newest sample at the right.
vec3 chart_plot(uvec2 place, uvec2 whole, vec3 below) {
  const uint kSamples = PHOTOPIC_OVERLAY_HISTORY;
  uint left = PHOTOPIC_OVERLAY_LABEL_DOTS * pc.scale;
  if (place.x < left) return below;
  vec3 under = chart_axis(place, whole, below);
  uvec2 at = place - uvec2(left, 0u), size = whole - uvec2(left, 0u);
  uint age = (size.x - 1u - at.x) * kSamples / size.x;
  uint count = min(overlay.history_frames, kSamples);
  if (age >= count) return under;
  OverlaySample now = overlay.history[(overlay.history_frames + kSamples - 1u - age) % kSamples];
  bool has_before = age + 1u < count && now.is_first == 0u;
  OverlaySample before = now;
  if (has_before) before = overlay.history[(overlay.history_frames + kSamples - 2u - age) % kSamples];
  float height = 1.0 - (float(at.y) + 0.5) / float(size.y);
  float line = 0.75 * float(pc.scale) / float(size.y);
  vec3 a = vec3(chart_height(now.scene_ev100), chart_height(now.target_ev100), chart_height(now.adapted_ev100));
  vec3 b = vec3(chart_height(before.scene_ev100), chart_height(before.target_ev100),
                chart_height(before.adapted_ev100));
  bvec3 is_on = bvec3(ivec3(greaterThanEqual(vec3(height), min(a, b) - line)) *
                      ivec3(lessThan(vec3(height), max(a, b) + line)));
  uint column = at.x / pc.scale;
  if (is_on.z) return kAdaptedColor;
  if (is_on.y && is_dash(column, 6u, 4u)) return kTargetColor;
  if (is_on.x && is_dash(column, 2u, 2u)) return kSceneColor;
  if (is_nonfinite(now.cone_ev100)) return under;
  bool has_thresholds_before = !is_nonfinite(before.cone_ev100);
  vec2 c = vec2(chart_height(now.cone_ev100), chart_height(now.rod_ev100));
  vec2 d = has_thresholds_before ? vec2(chart_height(before.cone_ev100), chart_height(before.rod_ev100)) : c;
  bvec2 is_threshold = bvec2(ivec2(greaterThanEqual(vec2(height), min(c, d) - line)) *
                             ivec2(lessThan(vec2(height), max(c, d) + line)));
  // Dashes and dots in turn: long, short; short, long.
  if (is_threshold.x && (is_dash(column, 8u, 6u) || is_dash(column + 4u, 2u, 12u))) return kConeColor;
  return is_threshold.y && (is_dash(column, 2u, 2u) || is_dash(column, 8u, 8u)) ? kRodColor : under;
}

/// Chromaticity of a place in the diagram, CIE 1960: u' of 1976 to the right, v' upwards, at one scale.
vec2 chromaticity_at(vec2 at, uvec2 size) {
  const vec2 kCentre = vec2(0.255, 0.4775);
  const float kHeight = 0.215;  // of v'
  vec2 place = vec2(at.x - 0.5 * float(size.x), 0.5 * float(size.y) - at.y) * (kHeight / float(size.y)) + kCentre;
  return vec2(place.x, place.y * (2.0 / 3.0));
}

bool is_ring(vec2 dots) { return abs(length(dots) - 4.5) < 0.9; }
bool is_diamond(vec2 dots) { return abs(abs(dots.x) + abs(dots.y) - 5.5) < 1.1; }

/// The locus of blackbodies, bright where lights may be adapted to; the scene's light (blue ring), the light that is
/// adapted to (white disc), what the picture is balanced for (green diamond), and D65 (small cross).
vec3 white_balance_plot(uvec2 at, uvec2 size, vec3 under) {
  if (overlay.params.has_light == 0u) return under;
  vec2 place = vec2(at) + 0.5;
  vec2 uv = chromaticity_at(place, size);
  vec2 dot_size = chromaticity_at(vec2(pc.scale), size) - chromaticity_at(vec2(0.0), size);
  WhiteBalanceState light = state.white_balance;
  if (light.frames != 0u) {
    vec2 scene = uv_of_rgb(rgb_of_log_ratios(vec2(light.estimate_rg, light.estimate_bg)));
    vec2 eye_ratios = vec2(light.log2_rg, light.log2_bg);
    vec2 eye = uv_of_rgb(rgb_of_log_ratios(eye_ratios));
    vec2 shown = uv_of_rgb(rgb_of_log_ratios(eye_ratios * overlay.params.tables.white_balance[PHOTOPIC_BALANCE_DEGREE]));
    if (length((uv - eye) / dot_size) < 2.2) return kAdaptedColor;
    if (is_ring((uv - scene) / dot_size)) return kSceneColor;
    if (is_diamond((uv - shown) / dot_size)) return kTargetColor;
  }
  vec2 cross_dots = abs(uv - uv_of_rgb(vec3(1.0))) / abs(dot_size);
  if (min(cross_dots.x, cross_dots.y) < 0.6 && max(cross_dots.x, cross_dots.y) < 3.0) return kPanelColor;
  Light nearest = light_at(uv);
  if (length((uv - locus_at(nearest.mired).uv) / dot_size) < 0.8) {
    bool is_allowed = nearest.mired >= overlay.params.tables.white_balance[PHOTOPIC_BALANCE_MIN_MIRED] &&
                      nearest.mired <= overlay.params.tables.white_balance[PHOTOPIC_BALANCE_MAX_MIRED];
    return is_allowed ? kTextColor : kFaintColor;
  }
  // The colour itself, as light as BT.709 has it, in the dark.
  vec3 rgb = rgb_of_log_ratios(log_ratios_of_uv(uv));
  vec3 stored = sqrt(rgb / max(rgb.r, max(rgb.g, rgb.b)));
  return 0.55 * stored;
}

vec3 legend_plot(uvec2 at, uvec2 size, vec3 under) {
  float least = overlay.values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK];
  float largest = overlay.values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK + PHOTOPIC_OVERLAY_FALSE_TICKS - 1];
  float share = (float(at.x) + 0.5) / float(size.x);
  float place = (share - PHOTOPIC_OVERLAY_FALSE_END) / (1.0 - 2.0 * PHOTOPIC_OVERLAY_FALSE_END);
  if (place < 0.0) return hatched_under(at);
  if (place > 1.0) return hatched_over(at);
  const float kSteps = float(PHOTOPIC_OVERLAY_FALSE_TICKS - 1);
  float tick = PHOTOPIC_OVERLAY_FALSE_END + round(place * kSteps) / kSteps * (1.0 - 2.0 * PHOTOPIC_OVERLAY_FALSE_END);
  if (3u * at.y >= 2u * size.y && is_mark(at.x, size.x, tick)) return kPanelColor;
  return false_color(mix(least, largest, place), at);
}

vec3 diverging_plot(uvec2 at, uvec2 size) { return diverging(2.0 * (float(at.x) + 0.5) / float(size.x) - 1.0); }

/// The bands side by side, each at its upper end.
vec3 nits_plot(uvec2 at, uvec2 size, vec3 under) {
  uint band = min(at.x * PHOTOPIC_OVERLAY_NITS_BANDS / size.x, PHOTOPIC_OVERLAY_NITS_BANDS - 1u);
  if (band == PHOTOPIC_OVERLAY_NITS_BANDS - 1u) return hatched_over(at);
  float end = overlay.params.nits_band_end[band];
  if (band > 0u && end == overlay.params.nits_band_end[band - 1u]) return under;  // the peak leaves nothing of it
  return nits_color(end, at);
}

/// Row of the waveform at which a signal stands.
uint waveform_row(float signal) {
  return min(uint(signal * float(PHOTOPIC_OVERLAY_WAVEFORM_ROWS)), PHOTOPIC_OVERLAY_WAVEFORM_ROWS - 1u);
}

/// Channel of the parade at a dot of its plot: 0 = red.
uint parade_channel(uint dot) { return min(dot / PHOTOPIC_OVERLAY_PARADE_PERIOD, 2u); }

uint parade_ink(uint channel) {
  return channel == 0u   ? PHOTOPIC_OVERLAY_INK_LIMIT
         : channel == 1u ? PHOTOPIC_OVERLAY_INK_TARGET
                         : PHOTOPIC_OVERLAY_INK_UNDER;
}

/// Numbers of the marks, left of the plot; R, G and B at the top left of their parts; letters of paper white and peak
/// at the right end.
Letter waveform_letter(OverlayPanel panel, uvec2 at, uvec2 size) {
  Letter letter = kNoLetter;
  const uint kRows = PHOTOPIC_OVERLAY_WAVEFORM_ROWS;
  [[dont_unroll]] for (uint i = 0u; i < PHOTOPIC_OVERLAY_WAVEFORM_MARKS; ++i) {
    uint row = kRows - 1u - waveform_row(overlay.params.waveform_mark[i]);
    find_label(panel.first_line + panel.line_count, i, row, kRows, at, letter);
  }
  uint left = PHOTOPIC_OVERLAY_LABEL_DOTS * pc.scale;
  if (at.x < left) return letter;
  uint channel = parade_channel((at.x - left) / pc.scale);
  letter.character = channel == 0u ? LETTER_R : channel == 1u ? LETTER_G : LETTER_B;
  letter.ink = parade_ink(channel);
  letter.at = at - uvec2(left + channel * PHOTOPIC_OVERLAY_PARADE_PERIOD * pc.scale, 0u);
  uint cell = PHOTOPIC_OVERLAY_CELL_WIDTH * pc.scale;
  uint column = (size.x - min(at.x + 1u, size.x)) / cell;  // from the right
  if (column > 1u) return letter;
  bool is_white = column == 0u;
  float signal = is_white ? overlay.params.paper_white_signal : overlay.params.peak_signal;
  letter.character = is_white ? LETTER_W : LETTER_P;
  letter.ink = is_white ? PHOTOPIC_OVERLAY_INK_TARGET : PHOTOPIC_OVERLAY_INK_LIMIT;
  letter.at = at - uvec2(size.x - (column + 1u) * cell,
                         label_top(kRows - 1u - waveform_row(signal), kRows) * pc.scale);  // wraps around
  return letter;
}

vec3 waveform_plot(uvec2 at, vec3 under) {
  uvec2 dot = at / pc.scale;
  uint place = dot.x - PHOTOPIC_OVERLAY_LABEL_DOTS;  // wraps around
  uint channel = parade_channel(place), within = place - channel * PHOTOPIC_OVERLAY_PARADE_PERIOD;
  if (dot.x < PHOTOPIC_OVERLAY_LABEL_DOTS || within >= PHOTOPIC_OVERLAY_PARADE_DOTS) return under;
  uint row = PHOTOPIC_OVERLAY_WAVEFORM_ROWS - 1u - min(dot.y, PHOTOPIC_OVERLAY_WAVEFORM_ROWS - 1u);
  vec3 color = under;
  [[dont_unroll]] for (uint i = 0u; i < PHOTOPIC_OVERLAY_WAVEFORM_MARKS; ++i) {
    if (row == waveform_row(overlay.params.waveform_mark[i])) color = 0.6 * kFaintColor;
  }
  if (row == waveform_row(overlay.params.paper_white_signal) && is_dash(within, 8u, 4u)) color = kTargetColor;
  if (row == waveform_row(overlay.params.peak_signal) && is_dash(within, 2u, 4u)) color = kLimitColor;
  // A dot shows three or four columns.
  uint first = within * PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS / PHOTOPIC_OVERLAY_PARADE_DOTS;
  uint end = (within + 1u) * PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS / PHOTOPIC_OVERLAY_PARADE_DOTS;
  uint count = 0u;
  [[dont_unroll]] for (uint column = first; column < end; ++column) {
    count += plots.waveform[(column * 3u + channel) * PHOTOPIC_OVERLAY_WAVEFORM_ROWS + row];
  }
  if (count == 0u) return color;
  // Square root: what is rare shows beside what is common. A tenth of the columns is as bright as all of them.
  float texels = max(float(pc.width) / float(PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS), 1.0) * float(pc.height);
  float brightness = min(sqrt(float(count) * (10.0 / (texels * float(end - first)))), 1.0);
  return max(color, (0.25 + 0.75 * brightness) * kInks[parade_ink(channel) - PHOTOPIC_OVERLAY_INK_TEXT]);
}

/// Whether this variant of the shader draws a view. CPU devices run all code that a variant has.
bool is_drawn(uint view) { return (kViews & view) != 0u; }

vec3 plot(uint index, uvec2 at, uvec2 size, vec3 under) {
  switch (index) {
    case PHOTOPIC_OVERLAY_PANEL_LEGEND:
      if (is_drawn(PHOTOPIC_OVERLAY_FALSE_COLOR)) return legend_plot(at, size, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_PYRAMID: return pyramid_plot(at, size, under);
    case PHOTOPIC_OVERLAY_PANEL_NAIVE:
      if (is_drawn(PHOTOPIC_OVERLAY_NAIVE)) return naive_plot(at, size, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_HISTOGRAM:
      if (is_drawn(PHOTOPIC_OVERLAY_HISTOGRAM)) return histogram_plot(at, size, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_CHART:
      if (is_drawn(PHOTOPIC_OVERLAY_STRIP_CHART)) return chart_plot(at, size, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_LOCAL:
    case PHOTOPIC_OVERLAY_PANEL_GLARE:
      if (is_drawn(PHOTOPIC_OVERLAY_GLARE)) return diverging_plot(at, size);
      break;
    case PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD:
      if (is_drawn(PHOTOPIC_OVERLAY_GLARE_SPREAD)) return glare_plot(at, size, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_NITS:
      if (is_drawn(PHOTOPIC_OVERLAY_NITS)) return nits_plot(at, size, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_WAVEFORM:
      if (is_drawn(PHOTOPIC_OVERLAY_WAVEFORM)) return waveform_plot(at, under);
      break;
    case PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE:
      if (is_drawn(PHOTOPIC_OVERLAY_WHITE_BALANCE)) return white_balance_plot(at, size, under);
      break;
  }
  return under;
}

/// A number or a letter over the plot, or beside it.
Letter plot_letter(uint index, OverlayPanel panel, uvec2 at, uvec2 size) {
  switch (index) {
    case PHOTOPIC_OVERLAY_PANEL_HISTOGRAM: return histogram_letter(at, size);
    case PHOTOPIC_OVERLAY_PANEL_CHART:
      if (is_drawn(PHOTOPIC_OVERLAY_STRIP_CHART)) return chart_letter(panel, at, size);
      break;
    case PHOTOPIC_OVERLAY_PANEL_WAVEFORM:
      if (is_drawn(PHOTOPIC_OVERLAY_WAVEFORM)) return waveform_letter(panel, at, size);
      break;
  }
  return kNoLetter;
}

/// A texel within a panel's border.
struct PanelPlace {
  uvec2 at;     // from the top-left
  uvec2 inner;  // texels within the border
  uint plot_top, plot_end;
};

PanelPlace place_in_panel(OverlayPanel panel, uvec2 texel) {
  uint border = PHOTOPIC_OVERLAY_BORDER * pc.scale;
  PanelPlace place;
  place.at = texel - uvec2(panel.x, panel.y) - border;  // wraps around
  place.inner = uvec2(panel.width, panel.height) - 2u * border;
  place.plot_top = panel.plot_y - border;
  place.plot_end = place.plot_top + panel.plot_height;
  return place;
}

vec3 with_panel(uint index, uvec2 texel, vec3 under) {
  OverlayPanel panel = overlay.params.panels[index];
  PanelPlace place = place_in_panel(panel, texel);
  vec3 color = blend(under, kPanelColor, 0.85);
  if (place.at.x >= place.inner.x || place.at.y >= place.inner.y) return color;
  uint below = place.plot_end + PHOTOPIC_OVERLAY_GAP * pc.scale;
  bool is_below = place.at.y >= below;
  uint lines_below = (place.inner.y - min(below, place.inner.y)) / (PHOTOPIC_OVERLAY_CELL_HEIGHT * pc.scale);
  bool is_plot = place.at.y >= place.plot_top && place.at.y < place.plot_end;
  Letter letter = kNoLetter;
  if (is_plot) {
    uvec2 at = uvec2(place.at.x, place.at.y - place.plot_top), size = uvec2(place.inner.x, panel.plot_height);
    color = plot(index, at, size, 0.5 * color);
    letter = plot_letter(index, panel, at, size);
    if (letter.ink > PHOTOPIC_OVERLAY_INK_TEXT && is_in_cell(letter)) color *= 0.4;  // over what the plot shows
  } else {
    uvec2 at = uvec2(place.at.x, is_below ? place.at.y - below : place.at.y);
    letter = text_letter(panel, at, is_below ? panel.line_count : 0u, is_below ? lines_below : panel.line_count);
  }
  return with_letter(letter, color);
}
