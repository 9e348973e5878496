// SPDX-License-Identifier: MIT
// Adaptation of mesopic photometry over luminance, for one view: CIE 191:2010, MES2, with ends that meet. One
// workgroup.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"

layout(local_size_x = PHOTOPIC_NIGHT_NODES) in;

layout(set = 0, binding = PHOTOPIC_MESOPIC_EXPOSURE, std430) readonly buffer Exposure {
  float exposure;
  uint state_after[PHOTOPIC_STATE_NIGHT - 1];  // with MesopicParams::has_state alone, or copied
};
layout(set = 0, binding = PHOTOPIC_MESOPIC_TABLE, std430) writeonly buffer Table {
  uint copied[PHOTOPIC_STATE_NIGHT];
  NightTable table;
};
layout(set = 0, binding = PHOTOPIC_MESOPIC_STATE, std430) writeonly buffer Night {
  uint night_words[PHOTOPIC_NIGHT_WORDS];  // with MesopicParams::reports alone
};
layout(push_constant, std430) uniform Push { MesopicParams pc; };

const float kSOverPOfD65 = 2.4633;
const float kRodScale = 683.0 / 1699.0;
const float kLog2Of5 = 2.32192809;
const float kLog10Of2 = 0.301029996;
const float kFirstMesopic_log2 = -7.64385619;  // 0.005 cd/m^2: m = 0 up to there, 1 from 5 cd/m^2 on

float state_number(uint word) { return uintBitsToFloat(state_after[word - 1u]); }

/// Of the light, scotopic over photopic.
float s_over_p() {
  if (pc.s_over_p > 0.0) return pc.s_over_p;
  const uint kBalance = PHOTOPIC_STATE_BALANCE, kEstimate = kBalance + PHOTOPIC_BALANCE_ESTIMATE;
  if (pc.has_light == 0u || state_after[kBalance + PHOTOPIC_BALANCE_FRAMES - 1u] == 0u) return kSOverPOfD65;
  vec2 ratios = vec2(state_number(kEstimate), state_number(kEstimate + 1u));
  vec3 light = vec3(exp2(ratios.x), 1.0, exp2(ratios.y));
  float photopic = dot(vec3(0.2126, 0.7152, 0.0722), light);
  return clamp(dot(vec3(0.012606366, 1.4097697, 1.040924), light) / photopic, 0.2, 4.0);
}

/// Above the adaptation m, less what luminance of it makes: 0 at a solution.
float excess_of(float m, float photopic, float ratio) {
  float rods = (1.0 - m) * kRodScale;
  float mesopic = photopic * (m + rods * ratio) / (m + rods);
  return m - clamp((log2(mesopic) - kFirstMesopic_log2) / (kLog2Of5 - kFirstMesopic_log2), 0.0, 1.0);
}

/// By bisection, which chooses among several solutions that red light has, then by the Illinois method. At all nodes and
/// S/P of 0.2 to 4, m is within 6e-8.
float m_of(float photopic, float ratio) {
  const int kHalvings = 4, kSteps = 4;
  float low = 0.0, high = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    float m = 0.5 * (low + high);
    if (excess_of(m, photopic, ratio) < 0.0) {
      low = m;
    } else {
      high = m;
    }
  }
  float at_low = excess_of(low, photopic, ratio), at_high = excess_of(high, photopic, ratio);
  if (at_low >= 0.0) return low;
  if (at_high <= 0.0) return high;
  int kept = 0;  // end that the last step has kept: -1 = low, 1 = high
  for (int i = 0; i < kSteps; ++i) {
    float m = (low * at_high - high * at_low) / (at_high - at_low);
    float excess = excess_of(m, photopic, ratio);
    if (excess == 0.0) return m;
    if (excess < 0.0) {
      low = m;
      at_low = excess;
      if (kept == 1) at_high *= 0.5;
      kept = 1;
    } else {
      high = m;
      at_high = excess;
      if (kept == -1) at_low *= 0.5;
      kept = -1;
    }
  }
  return (low * at_high - high * at_low) / (at_high - at_low);
}

/// Cycles per degree that an eye resolves: Ward Larson et al. 1997, of Shlaer's measurements. The formula is negative
/// below 1e-9 cd/m^2, where nothing is left.
float cycles_per_deg(float log2_cd_m2) {
  const float kLeast = 0.01;
  return max(17.25 * atan(1.4 * kLog10Of2 * log2_cd_m2 + 0.35) + 25.72, kLeast);
}
/// Its inverse, for less than 52 cycles per degree, which no eye resolves.
float log2_resolving(float cycles) {
  const float kMost = 52.0;
  if (cycles >= kMost) return kLog2Of5;
  return (tan((cycles - 25.72) / 17.25) - 0.35) / (1.4 * kLog10Of2);
}

shared float shared_m[PHOTOPIC_NIGHT_NODES];

float m_between(float log2_cd_m2, float first_log2, float nodes_per_ev) {
  float node = clamp((log2_cd_m2 - first_log2) * nodes_per_ev, 0.0, float(PHOTOPIC_NIGHT_NODES - 1));
  uint below = min(uint(node), uint(PHOTOPIC_NIGHT_NODES - 2));
  return mix(shared_m[below], shared_m[below + 1u], node - float(below));
}

/// Nodes of acuity from where level and share are constant up to where one of them is 0.
void make_acuity(float first_log2, float nodes_per_ev) {
  const float kLast = float(PHOTOPIC_ACUITY_NODES - 1);
  float coarsest = pc.most_cycles_per_deg * exp2(-float(PHOTOPIC_ACUITY_MOST_LEVEL));
  float begin = min(first_log2, log2_resolving(max(coarsest, 0.01)));
  float end = min(kLog2Of5, log2_resolving(max(pc.most_cycles_per_deg, 0.01)));
  float step_ev = max(end - begin, 1.0e-3) / kLast;
  for (uint node = gl_LocalInvocationIndex; node < PHOTOPIC_ACUITY_NODES; node += PHOTOPIC_NIGHT_NODES) {
    float log2_cd_m2 = begin + float(node) * step_ev;
    float share = pc.acuity_loss * (1.0 - m_between(log2_cd_m2, first_log2, nodes_per_ev));
    float level = log2(pc.most_cycles_per_deg / cycles_per_deg(log2_cd_m2));
    bool is_last = node == uint(PHOTOPIC_ACUITY_NODES - 1);
    table.acuity_share[node] = end == kLog2Of5 && is_last ? 0.0 : max(share, 0.0);
    table.acuity_level[node] = end < kLog2Of5 && is_last ? 0.0 : clamp(level, 0.0, float(PHOTOPIC_ACUITY_MOST_LEVEL));
  }
  if (gl_LocalInvocationIndex != 0u) return;
  table.acuity_first_log2 = begin;
  table.acuity_nodes_per_ev = 1.0 / step_ev;
}

void main() {
  uint node = gl_LocalInvocationIndex;
  // For the final pass, which reads them here: as they are.
  if (node == 0u) copied[0] = floatBitsToUint(exposure);
  if (node != 0u && node < pc.exposure_words) copied[node] = state_after[node - 1u];
  const uint kLast = PHOTOPIC_NIGHT_NODES - 1;
  float ratio = s_over_p();
  float first_log2 = kFirstMesopic_log2 - log2(ratio);  // where rods alone see 0.005 cd/m^2
  float step_ev = (kLog2Of5 - first_log2) / float(kLast);
  float adapted = pc.luminance_times_exposure / exposure;
  uint frames = 0u;  // since the last reset: noise moves, and is the same in every run
  if (pc.has_state != 0u) {
    adapted = state_number(PHOTOPIC_STATE_ADAPTED_LUMINANCE);
    frames = state_after[PHOTOPIC_STATE_FRAMES - 1];
  }
  adapted = clamp(adapted * pc.cd_m2_per_unit, 1e-12, 1e12);
  // m[0] is known: its invocation finds the view's instead.
  float m = m_of(node == 0u ? adapted : exp2(first_log2 + float(node) * step_ev), ratio);
  float own = node == 0u ? 0.0 : node == kLast ? 1.0 : m;
  table.m[node] = own;
  shared_m[node] = own;
  barrier();
  if (pc.acuity_loss > 0.0) make_acuity(first_log2, 1.0 / step_ev);
  if (node != 0u) return;
  if (pc.reports != 0u) night_words[PHOTOPIC_NIGHT_MESOPIC_M] = floatBitsToUint(m);
  table.log2_adapted = log2(adapted);
  table.rod_scale = kRodScale * ratio;
  table.first_log2 = first_log2;
  table.nodes_per_ev = 1.0 / step_ev;
  table.seed = pc.seed + frames;
}
