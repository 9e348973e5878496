// SPDX-License-Identifier: MIT
// Adaptation over the measurements of many frames, one after the other: the functions with which passes that meter move
// a state on. One invocation.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "photopic/scan_interface.h"
#include "meter/color.glsl"

layout(local_size_x = 1) in;

layout(set = 0, binding = PHOTOPIC_SCAN_MEASUREMENTS, std430) readonly buffer Measurements {
  FrameMeasurement measurements[];
};
layout(set = 0, binding = PHOTOPIC_SCAN_STATES, std430) writeonly buffer States { uint states[]; };
layout(set = 0, binding = PHOTOPIC_SCAN_LAST, std430) buffer Last { uint last_words[PHOTOPIC_STATE_ALL_WORDS]; };
layout(set = 0, binding = PHOTOPIC_SCAN_TABLES, std430) readonly buffer Tables { MeterTables tables; };
layout(push_constant, std430) uniform Push { ScanParams pc; };

shared uint state_words[PHOTOPIC_STATE_ALL_WORDS];
#define STATE_BEFORE(word) state_words[word]
#define TELLS_CUT (pc.has_light != 0u)
#define HAS_LIGHT_RULE true
#include "adapt/exposure.glsl"
#include "adapt/white_balance.glsl"

/// As meter/group.glsl and adapt/adapt.comp make it.
Measurement measurement_of(FrameMeasurement f) {
  Measurement m;
  m.is_measured = f.weight_sum > 0.0;
  m.mean_log2 = f.mean_log2_luminance;
  m.metered_log2 = f.metered_log2_luminance;
  m.min_luminance = f.min_luminance;
  m.max_luminance = f.max_luminance;
  m.is_black = pc.is_mean_black != 0u ? m.mean_log2 <= pc.adapt.black_log2 : is_black(pc.adapt, m.max_luminance);
  m.invalid_texels = f.invalid_texels;
  m.valid_texels = f.valid_texels;
  m.weight_sum = f.weight_sum;
  m.low_percentile_log2 = f.low_percentile_log2;
  m.median_log2 = f.median_log2;
  m.high_percentile_log2 = f.high_percentile_log2;
  m.dark_share = f.dark_share;
  m.under_texels = f.under_texels;
  m.over_texels = f.over_texels;
  return m;
}

void main() {
  bool is_ours = last_words[PHOTOPIC_STATE_EPOCH_INSTANCE] == pc.adapt.epoch_instance;
  for (uint word = 0u; word < PHOTOPIC_STATE_ALL_WORDS; ++word) state_words[word] = is_ours ? last_words[word] : 0u;
  for (uint frame = pc.first_frame; frame < pc.first_frame + pc.frame_count; ++frame) {
    FrameMeasurement f = measurements[frame];
    adapt(pc.adapt, measurement_of(f));
    if (pc.has_light != 0u) {
      adapt_white_balance(pc.adapt, ColorMeasurement(f.light_weight > 0.0, vec2(f.light_rg, f.light_bg), f.light_weight));
    }
    uint first = frame * PHOTOPIC_STATE_ALL_WORDS;
    for (uint word = 0u; word < PHOTOPIC_STATE_ALL_WORDS; ++word) states[first + word] = state_words[word];
  }
  for (uint word = 0u; word < PHOTOPIC_STATE_ALL_WORDS; ++word) last_words[word] = state_words[word];
}
