// SPDX-License-Identifier: MIT
// Night on one texel: colours of an eye that sees with rods. docs/night.md.
#include "night/thresholds.glsl"

#define NIGHT_VECTOR(values) vec3(values[0], values[1], values[2])
#define NIGHT_PRODUCT(rows, v)                                                                          \
  vec3(dot(vec3(rows[0], rows[1], rows[2]), v), dot(vec3(rows[3], rows[4], rows[5]), v), \
       dot(vec3(rows[6], rows[7], rows[8]), v))

#define NIGHT_TABLE night_table
#define NIGHT_M night_m
#include "night/table.glsl"
#undef NIGHT_TABLE
#undef NIGHT_M

// In registers, for all texels of an invocation.
vec3 night_photopic;
vec3 night_rods;
vec3 night_tint;
float night_strength;
float night_local_adaptation;
float night_cd_m2_per_unit;  // of the texels' colour
float night_noise;
uint night_model;
float night_log2_adapted;
float night_rod_scale;
float night_first_log2;
float night_nodes_per_ev;
uint night_seed;

void night_begin(NightParams params) {
  night_photopic = NIGHT_VECTOR(params.photopic);
  night_rods = NIGHT_VECTOR(params.rods);
  night_tint = NIGHT_VECTOR(params.tint);
  night_strength = params.strength;
  night_local_adaptation = params.local_adaptation;
  night_cd_m2_per_unit = params.cd_m2_per_unit * INVERSE_PRE_EXPOSURE;
  night_noise = params.noise;
  night_model = params.model;
  night_log2_adapted = night_table.log2_adapted;
  night_rod_scale = night_table.rod_scale;
  night_seed = night_table.seed;
  night_first_log2 = night_table.first_log2;
  night_nodes_per_ev = night_table.nodes_per_ev;
}

/// Triangular over (-1, 1), the same in 2 x 2 texels.
float night_grain(uvec2 texel) {
  uint a = pcg(texel.x / 2u + pcg(texel.y / 2u + pcg(night_seed)));
  uint b = pcg(a);
  return (float(a >> 8u) - float(b >> 8u)) * (1.0 / 16777216.0);
}

/// CIE 191's mesopic luminance, in a mix of the colour and the tint of rods. `around`: log2 luminance of the texel's
/// surroundings, above its own; `has_noise`: a constant.
vec3 mesopic(vec3 color, float luminance, float around, uvec2 texel, bool has_noise) {
  float own_log2 = log2(nmax(luminance * night_cd_m2_per_unit, 1e-12));
  float local_log2 = mix(night_log2_adapted, own_log2 + around, night_local_adaptation);
  float m = night_m(local_log2, night_first_log2, night_nodes_per_ev);
  float rods = (1.0 - m) * night_rod_scale;
  float rod_ratio = nmax(dot(night_rods, color), 0.0) / luminance;
  float ratio = (m + rods * rod_ratio) / (m + rods);  // of what is seen over the luminance
  if (has_noise) {
    float log2_threshold = kRodLog2 + rod_ev_at_rest(local_log2 * kLog10Of2);
    float deviation = night_noise * exp2(min(log2_threshold - local_log2, 30.0)) * (1.0 - m);
    const float kWidth = 2.44948974;  // of a triangular distribution over its standard deviation: sqrt(6)
    ratio *= 1.0 + min(deviation * kWidth, 1.0) * night_grain(texel);
  }
  return color * (ratio * m) + night_tint * (ratio * luminance * (1.0 - m));
}

/// Cao et al. 2008, Kirk and O'Brien 2011: what rods add to the opponent signals of cones, as Filament has it.
vec3 lmsr_opponent(vec3 color, NightParams params) {
  const vec3 kLargest = vec3(0.63721, 0.39242, 1.6064);
  const vec3 kShare = vec3(0.2, 0.2, 0.3);
  vec3 cones = NIGHT_PRODUCT(params.to_cones, color);
  vec3 rods = kShare * dot(NIGHT_VECTOR(params.to_rods), color);
  vec3 x = rods / kLargest * inversesqrt(1.0 + nmax((cones + rods) * (0.33 * INVERSE_PRE_EXPOSURE / kLargest), vec3(0.0)));
  const float kGain = 4.5;
  const float k3 = 0.6, kRw = 0.139, kP = 0.6189;
  float red_green = kGain * (-(k3 + kRw) * x.x + (1.0 + k3 * kRw) * x.y);
  float blue_yellow = kGain * (kP * k3 * x.x + (1.0 - kP) * k3 * x.y + x.z);
  float luminance = kGain * 10.0 * (kP * x.x + (1.0 - kP) * x.y);
  vec3 added = vec3(0.5 * (luminance - red_green), 0.5 * (luminance + red_green), blue_yellow + luminance);
  return nmax(color + NIGHT_PRODUCT(params.from_cones, added), vec3(0.0));
}

/// Colours without a luminance, such as black, NaN and infinity, stay as they are.
vec3 night_mixed(vec3 color, float luminance, vec3 seen) {
  const float kMost = 1e30;
  bool has_luminance = luminance > 0.0 && luminance < kMost;
  return mix(color, color + (seen - color) * night_strength, bvec3(has_luminance));
}

/// `has_noise`, a constant.
void night_mesopic(inout SceneTexel texels[TEXELS_AT_ONCE], bool has_noise) {
  EACH_TEXEL(i) {
    float luminance = dot(night_photopic, texels[i].color);
    vec3 seen = mesopic(texels[i].color, luminance, texels[i].around, texels[i].texel, has_noise);
    texels[i].color = night_mixed(texels[i].color, luminance, seen);
  }
}

void night(inout SceneTexel texels[TEXELS_AT_ONCE], NightParams params) {
  if ((EFFECTS_ON & PHOTOPIC_EFFECT_NIGHT) == 0u) return;  // the exposure is no NightExposure then
  night_begin(params);
  if (night_model == PHOTOPIC_NIGHT_LMSR_OPPONENT) {
    EACH_TEXEL(i) {
      float luminance = dot(night_photopic, texels[i].color);
      texels[i].color = night_mixed(texels[i].color, luminance, lmsr_opponent(texels[i].color, params));
    }
  } else if (night_noise > 0.0) {
    night_mesopic(texels, true);
  } else {
    night_mesopic(texels, false);
  }
}
