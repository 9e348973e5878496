// SPDX-License-Identifier: MIT
// Adaptation of one view: mean log2 luminance, in a 1x1 mip level, -> exposure state. One invocation.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "meter/color.glsl"

layout(local_size_x = 1) in;

layout(set = 0, binding = PHOTOPIC_ADAPT_MEAN) uniform sampler2D mean_level;
layout(set = 0, binding = PHOTOPIC_ADAPT_STATS, std430) buffer Stats { MeterStats stats; };
layout(set = 0, binding = PHOTOPIC_ADAPT_STATE, std430) buffer State { uint state_words[PHOTOPIC_STATE_ALL_WORDS]; };
layout(set = 0, binding = PHOTOPIC_ADAPT_TABLES, std430) readonly buffer Tables { MeterTables tables; };
layout(push_constant, std430) uniform Push { AdaptPassParams pc; };

#define STATE_BEFORE(word) state_words[word]
#define HAS_LIGHT_RULE false
#include "adapt/exposure.glsl"

void main() {
  Measurement m;
  m.mean_log2 = texelFetch(mean_level, ivec2(0), 0).r;
  m.metered_log2 = m.mean_log2;
  m.invalid_texels = stats.invalid_texels;
  m.valid_texels = pc.adapt.texels - m.invalid_texels;
  m.weight_sum = float(m.valid_texels);
  // A mean that isn't finite can come only from the comparison methods; it is no measurement either.
  m.is_measured = m.valid_texels > 0u && !is_nonfinite(m.mean_log2);
  m.min_luminance = m.valid_texels > 0u ? uintBitsToFloat(~stats.inverted_min_luminance_bits) : 0.0;
  m.max_luminance = uintBitsToFloat(stats.max_luminance_bits);
  m.is_black = is_black(pc.adapt, m.max_luminance);
  m.low_percentile_log2 = m.mean_log2;
  m.median_log2 = m.mean_log2;
  m.high_percentile_log2 = m.mean_log2;
  m.dark_share = 0.0;
  m.under_texels = 0u;
  m.over_texels = 0u;

  adapt(pc.adapt, of_scene(m, pc.pre_exposure_log2));
  stats.invalid_texels = 0u;  // for the next measurement
  stats.max_luminance_bits = 0u;
  stats.inverted_min_luminance_bits = 0u;
}
