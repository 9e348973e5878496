// SPDX-License-Identifier: MIT
// Adaptation of mesopic photometry over luminance, for one view: CIE 191:2010, MES2, with ends that meet. One
// workgroup.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"

layout(local_size_x = PHOTOPIC_NIGHT_NODES) in;

layout(set = 0, binding = PHOTOPIC_MESOPIC_EXPOSURE, std430) readonly buffer Exposure {
  float exposure;
  uint state_after[PHOTOPIC_STATE_NIGHT - 1];  // with MesopicParams::has_state alone
};
layout(set = 0, binding = PHOTOPIC_MESOPIC_TABLE, std430) writeonly buffer Table { NightTable table; };
layout(set = 0, binding = PHOTOPIC_MESOPIC_STATE, std430) writeonly buffer Night {
  uint night_words[PHOTOPIC_NIGHT_WORDS];  // with MesopicParams::reports alone
};
layout(push_constant, std430) uniform Push { MesopicParams pc; };

const float kSOverPOfD65 = 2.4633;
const float kRodScale = 683.0 / 1699.0;
const float kLog2Of5 = 2.32192809;
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

/// By bisection, which always ends at a solution.
float m_of(float photopic, float ratio) {
  float low = 0.0, high = 1.0;
  for (int i = 0; i < 24; ++i) {
    float m = 0.5 * (low + high);
    float rods = (1.0 - m) * kRodScale;
    float mesopic = photopic * (m + rods * ratio) / (m + rods);
    float found = clamp((log2(mesopic) - kFirstMesopic_log2) / (kLog2Of5 - kFirstMesopic_log2), 0.0, 1.0);
    if (m < found) {
      low = m;
    } else {
      high = m;
    }
  }
  return 0.5 * (low + high);
}

void main() {
  uint node = gl_LocalInvocationIndex;
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
  table.m[node] = node == 0u ? 0.0 : node == kLast ? 1.0 : m;
  if (node != 0u) return;
  if (pc.reports != 0u) night_words[PHOTOPIC_NIGHT_MESOPIC_M] = floatBitsToUint(m);
  table.log2_adapted = log2(adapted);
  table.rod_scale = kRodScale * ratio;
  table.first_log2 = first_log2;
  table.nodes_per_ev = 1.0 / step_ev;
  table.seed = pc.seed + frames;
  table.reserved0 = 0u;
  table.reserved1 = 0u;
  table.reserved2 = 0u;
}
