// SPDX-License-Identifier: MIT
// Tone mapping operators that know the display's peak, of photopic/operators.h: exposed scene-linear BT.709, 1 = diffuse
// white, to display-linear colour, 1 = paper white. Formulas, constants and sources: docs/tone-mapping.md.
// What depends on the display alone is the same in all invocations; compilers take it out of loops.
#include "primaries.glsl"
#include "transfer.glsl"

float largest_of(vec3 c) { return max(c.r, max(c.g, c.b)); }

vec3 bt2020_of_bt709(vec3 c) { return max(product(kBt2020OfBt709, c), 0.0); }

vec3 pbr_neutral_hdr(vec3 c, float headroom) {
  const float kDesaturation = 0.15;
  float start = 0.8 * headroom - 0.04;
  float least = min(c.r, min(c.g, c.b));
  c -= least < 0.08 ? least - 6.25 * least * least : 0.04;
  float peak = largest_of(c);
  if (peak < start) return c;
  float range = headroom - start;
  float new_peak = headroom - range * range / (peak + range - start);
  c *= new_peak / peak;
  float to_white = 1.0 - 1.0 / (kDesaturation * (peak - new_peak) / headroom + 1.0);
  return mix(c, vec3(new_peak), to_white);
}

vec3 uchimura_hdr(vec3 x, float headroom) {
  const float kLinearStart = 0.22, kLinearLength = 0.4, kToe = 1.33;
  float length_of_linear = (headroom - kLinearStart) * kLinearLength;
  float start = kLinearStart + length_of_linear;
  float slope = headroom / (headroom - start);
  vec3 toe_weight = 1.0 - smoothstep(0.0, kLinearStart, x);
  vec3 shoulder_weight = step(start, x);
  vec3 toe = kLinearStart * pow(x / kLinearStart, vec3(kToe));
  vec3 shoulder = headroom - (headroom - start) * exp(-slope * (x - start) / headroom);
  return toe * toe_weight + x * (1.0 - toe_weight - shoulder_weight) + shoulder * shoulder_weight;
}

vec3 lottes_hdr(vec3 c, float headroom) {
  const float kContrast = 1.6, kShoulder = 0.977, kMidIn = 0.18, kHdrMax = 8.0;
  const float kMidInA = pow(kMidIn, kContrast);
  const float kMidInAd = pow(kMidIn, kContrast * kShoulder);
  const float kMaxA = pow(kHdrMax, kContrast);
  const float kMaxAd = pow(kHdrMax, kContrast * kShoulder);
  float mid_out = 0.267 / headroom;
  float scale = 1.0 / ((kMaxAd - kMidInAd) * mid_out);
  float b = (-kMidInA + kMaxA * mid_out) * scale;
  float d = (kMaxAd * kMidInA - kMaxA * kMidInAd * mid_out) * scale;
  return headroom * pow(c, vec3(kContrast)) / (pow(c, vec3(kContrast * kShoulder)) * b + d);
}

/// AgX with Blender's matrices and a curve that ends at the peak; in BT.2020.
vec3 agx_hdr(vec3 c, float headroom) {
  // Of BT.709; the first includes the way to BT.2020.
  const mat3 kInset = mat3(0.544814746488, 0.140416948464, 0.0888104196149, 0.373787398373, 0.754137554567,
                           0.178871756421, 0.0813978551391, 0.105445496969, 0.732317823964);
  const mat3 kOutset = mat3(1.12710058181, -0.141329763498, -0.141329763498, -0.110606643097, 1.15782370222,
                            -0.110606643097, -0.0164939387178, -0.0164939387178, 1.2519364066);
  const float kMid = 0.18, kContrast = 1.25, kWhite = 16.29;
  const float kMidPower = pow(kMid, kContrast);
  const float kToe = (1.0 / kMid - 1.0) * kMidPower;
  const float kSlope = kContrast * pow(kMid, kContrast - 1.0) * kToe / ((kMidPower + kToe) * (kMidPower + kToe));
  float range = headroom - kMid;
  float to_white = max(kWhite, headroom) - kMid;
  float shoulder = kSlope * to_white * to_white / range;
  vec3 v = max(product(kInset, c), 0.0);
  vec3 power = pow(v, vec3(kContrast));
  vec3 toe = power / (power + kToe);
  vec3 over = max(v - kMid, 0.0);
  vec3 high = kMid + kSlope * over * (1.0 + over / shoulder) / (1.0 + kSlope * over / range);
  return product(kOutset, min(mix(high, toe, lessThan(v, vec3(kMid))), headroom));
}

/// "Gran Turismo 7": the curve for each channel, then mixed with the same curve at the colour's own hue; BT.2020 in and
/// out, 1 = 100 nits.
vec3 gt7_curve(vec3 x, float peak) {
  const float kAlpha = 0.25, kMid = 0.538, kLinear = 0.444, kToe = 1.28;
  const float kK = (kLinear - 1.0) / (kAlpha - 1.0);
  vec3 weight = smoothstep(0.0, kMid, x);
  vec3 low = (1.0 - weight) * kMid * pow(x / kMid, vec3(kToe)) + weight * x;
  vec3 high = peak * (kLinear + kK) - peak * kK * exp(kLinear / kK) * exp(-x / (kK * peak));
  return mix(high, low, lessThan(x, vec3(kLinear * peak)));
}

const mat3 kLmsOfBt2020 = mat3(1688.0, 683.0, 99.0, 2146.0, 2951.0, 309.0, 262.0, 462.0, 3688.0) / 4096.0;
const mat3 kBt2020OfLms = mat3(3.43660669, -0.79132956, -0.0259498997, -2.50645212, 1.98360045, -0.0989137147,
                               0.0698454243, -0.192270896, 1.12486361);
const mat3 kIctcpOfLms = mat3(2048.0, 6610.0, 17933.0, 2048.0, -13613.0, -17390.0, 0.0, 7003.0, -543.0) / 4096.0;
const mat3 kLmsOfIctcp = mat3(1.0, 1.0, 1.0, 0.00860903704, -0.00860903704, 0.560031336, 0.111029625, -0.111029625,
                              -0.320627175);
vec3 ictcp_of_bt2020(vec3 nits) { return product(kIctcpOfLms, pq_of_nits_above(product(kLmsOfBt2020, nits))); }
vec3 bt2020_of_ictcp(vec3 ictcp) { return product(kBt2020OfLms, nits_of_pq(product(kLmsOfIctcp, ictcp))); }

vec3 gt7(vec3 c, float peak) {
  const float kFadeStart = 0.98, kFadeEnd = 1.16, kBlend = 0.6;
  vec3 skewed = gt7_curve(c, peak);
  vec3 own = ictcp_of_bt2020(100.0 * c);
  float white = ictcp_of_bt2020(vec3(100.0 * peak)).x;
  float chroma = 1.0 - smoothstep(kFadeStart, kFadeEnd, own.x / white);
  float intensity = ictcp_of_bt2020(100.0 * skewed).x;
  vec3 back = max(0.01 * bt2020_of_ictcp(vec3(intensity, chroma * own.yz)), 0.0);
  return min(mix(skewed, back, kBlend), peak);
}

vec3 gt7_sdr(vec3 c) {
  const float kPaperWhite = 2.5;  // of its SDR output
  return gt7(bt2020_of_bt709(c), kPaperWhite) / kPaperWhite;
}

vec3 gt7_hdr(vec3 c, float paper_white_nits, float peak_nits) {
  float white = 0.01 * paper_white_nits;
  return gt7(bt2020_of_bt709(c) * white, 0.01 * peak_nits) / white;
}

/// `c` with its largest channel, which isn't 0, made `to`: hues stay. Exactly, also where x / x isn't quite 1.
vec3 with_largest(vec3 c, float to) {
  vec3 largest = vec3(largest_of(c));
  return mix(c / largest * to, vec3(to), equal(c, largest));
}

/// What a display with room for the whole source shows.
vec3 kept_to(vec3 c, float headroom) { return largest_of(c) > headroom ? with_largest(c, headroom) : c; }

float pq_of_nit(float nits) { return pq_of_nits(vec3(nits)).r; }

/// ITU-R BT.2390-11, section 5.4.1: source of 0 to `source_nits` to a display of `min_nits` to `peak_nits`.
vec3 bt2390(vec3 c, float source_nits, float min_nits, float paper_white_nits, float peak_nits) {
  if (source_nits <= peak_nits) return kept_to(c, peak_nits / paper_white_nits);
  float black = pq_of_nit(0.0);
  float scale = 1.0 / (pq_of_nit(source_nits) - black);
  float min_signal = (pq_of_nit(min_nits) - black) * scale;
  float max_signal = (pq_of_nit(peak_nits) - black) * scale;
  float knee = 1.5 * max_signal - 0.5;
  float largest = largest_of(c);
  float signal = clamp((pq_of_nit(largest * paper_white_nits) - black) * scale, 0.0, 1.0);
  if (signal >= knee) {
    float t = (signal - knee) / (1.0 - knee);
    float t2 = t * t, t3 = t2 * t;
    signal = (2.0 * t3 - 3.0 * t2 + 1.0) * knee + (t3 - 2.0 * t2 + t) * (1.0 - knee) + (3.0 * t2 - 2.0 * t3) * max_signal;
  }
  float dark = 1.0 - signal;
  signal += min_signal * dark * dark * dark * dark;
  float shown = min(nits_of_pq(vec3(signal / scale + black)).r, peak_nits) / paper_white_nits;
  return largest > 0.0 ? with_largest(c, shown) : vec3(shown);
}

/// ITU-R BT.2446-1, method A, the curve of luma, of the largest channel.
vec3 bt2446a(vec3 c, float source_nits, float paper_white_nits, float peak_nits) {
  float largest = largest_of(c);
  if (largest <= 0.0) return vec3(0.0);
  if (source_nits <= peak_nits) return kept_to(c, peak_nits / paper_white_nits);
  float x = pow(min(largest * paper_white_nits / source_nits, 1.0), 1.0 / 2.4);
  float p = 1.0 + 32.0 * pow(source_nits / 10000.0, 1.0 / 2.4);
  float y = log(1.0 + (p - 1.0) * x) / log(p);
  if (y <= 0.7399) {
    y *= 1.0770;
  } else if (y < 0.9909) {
    y = -1.1510 * y * y + 2.7811 * y - 0.6302;
  } else {
    y = 0.5 * y + 0.5;
  }
  float q = 1.0 + 32.0 * pow(peak_nits / 10000.0, 1.0 / 2.4);
  float shown = x < 1.0 ? min(pow((pow(q, y) - 1.0) / (q - 1.0), 2.4) * peak_nits, peak_nits) : peak_nits;
  return with_largest(c, shown / paper_white_nits);
}

/// libplacebo's spline in PQ, of the largest channel: a straight line of contrast at a knee, a parabola to black, a cubic
/// to the peak. `adaptation`: how far the knee follows the display's range; `contrast`: 1 = slope of 1 at the knee.
vec3 spline(vec3 c, float source_nits, float adaptation, float contrast, float min_nits, float paper_white_nits,
            float peak_nits) {
  if (source_nits <= peak_nits) return kept_to(c, peak_nits / paper_white_nits);
  float source_min = pq_of_nit(0.0), source_max = pq_of_nit(source_nits);
  float out_min = pq_of_nit(min_nits), out_max = pq_of_nit(peak_nits);
  float largest = largest_of(c);
  const float kKneeMin = 0.1, kKneeMax = 0.8, kKneeDefault = 0.4;
  float source_knee = clamp(mix(source_min, source_max, kKneeDefault), mix(source_min, source_max, kKneeMin),
                            mix(source_min, source_max, kKneeMax));
  float place = (source_knee - source_min) / (source_max - source_min);
  float adapted = mix(out_min, out_max, place);
  float tuning = 1.0 - (1.0 - smoothstep(kKneeDefault, kKneeMax, place)) * smoothstep(kKneeMin, kKneeDefault, place);
  float out_knee = clamp(mix(source_knee, adapted, mix(adaptation, 1.0, tuning)), mix(out_min, out_max, kKneeMin),
                         mix(out_min, out_max, kKneeMax));
  float ratio = clamp(1.5 * (source_max / out_max - 1.0), 0.2, 1.2);
  float slope = pow((out_knee - out_min) / (source_knee - source_min), (1.0 - contrast) * ratio);
  float in_min = source_min - source_knee, in_max = source_max - source_knee;
  float low = out_min - out_knee, high = out_max - out_knee;
  float x = clamp(pq_of_nit(largest * paper_white_nits), source_min, source_max) - source_knee;
  float y;
  if (x < 0.0) {
    y = ((low - slope * in_min) / (in_min * in_min) * x + slope) * x;
  } else {
    float cubic = (slope * in_max - high) / (2.0 * in_max * in_max * in_max);
    y = ((cubic * x - 3.0 * cubic * in_max) * x + slope) * x;
  }
  float shown = min(nits_of_pq(vec3(y + out_knee)).r, peak_nits) / paper_white_nits;
  return largest > 0.0 ? with_largest(c, shown) : vec3(shown);
}

// ---- AgX as Blender has it, after Eary Zhou's generator ----

const vec3 kGuardWeights = vec3(0.258923536, 0.610498535, 0.130577930);  // of BT.2020

float guard_luminance(vec3 c, vec3 weights) {
  vec3 opponent = largest_of(c) - c;
  return largest_of(opponent) - dot(opponent, weights) + dot(c, weights);
}

/// Raises a colour whose least channel is below 0, and darkens it to the luminance that it had.
vec3 guarded(vec3 c, vec3 weights) {
  float before = guard_luminance(c, weights);
  vec3 raised = c + max(-min(c.r, min(c.g, c.b)), 0.0);
  float after = guard_luminance(raised, weights);
  return after > before ? raised * (before / after) : raised;
}

/// Hue of HSV, in turns of 1.
float hue_of(vec3 c) {
  float largest = largest_of(c);
  float range = largest - min(c.r, min(c.g, c.b));
  if (range <= 0.0) return 0.0;
  float sixth = c.r == largest ? (c.g - c.b) / range : c.g == largest ? 2.0 + (c.b - c.r) / range : 4.0 + (c.r - c.g) / range;
  return fract(sixth / 6.0);
}

/// A colour with another hue, the same value and saturation in HSV.
vec3 with_hue(vec3 c, float hue) {
  float largest = largest_of(c);
  float range = largest - min(c.r, min(c.g, c.b));
  vec3 full = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  return largest - range * (1.0 - full);
}

vec3 agx_sigmoid(vec3 x) {
  const float kPivotX = 10.0 / 16.5, kPivotY = 0.489437090, kSlope = 2.4, kPower = 1.5;
  const float kLow = -0.565675607, kHigh = 0.715198286;
  vec3 scale = mix(vec3(kHigh), vec3(kLow), lessThan(x, vec3(kPivotX)));
  vec3 t = kSlope * (x - kPivotX) / scale;
  return clamp(kPivotY + scale * t / pow(1.0 + pow(max(t, 0.0), vec3(kPower)), vec3(1.0 / kPower)), 0.0, 1.0);
}

/// In the limiting primaries `limit`.
vec3 agx_blender(vec3 c, uint limit) {
  const mat3 kInset = mat3(0.856627153316, 0.13731897293, 0.111898213, 0.0951212405382, 0.761241990603, 0.0767994186032,
                           0.0482516061459, 0.101439036468, 0.811302368);
  const mat3 kOutset = mat3(1.12710058181, -0.141329763498, -0.141329763498, -0.110606643097, 1.15782370222,
                            -0.110606643097, -0.0164939387178, -0.0164939387178, 1.2519364066);
  const float kKeptHueShift = 0.4;
  vec3 v = product(kInset, guarded(product(kBt2020OfBt709, c), kGuardWeights));
  float hue = hue_of(v);
  vec3 x = clamp((log2(max(v, 0.0) / 0.18) + 10.0) / 16.5, 0.0, 1.0);
  vec3 shown = pow(agx_sigmoid(x), vec3(2.4));
  float shift = fract(hue_of(shown) - hue + 0.5) - 0.5;  // the shorter way round
  vec3 result = product(kOutset, with_hue(shown, hue + kKeptHueShift * shift));
  vec3 weights = kGuardWeights;
  if (limit == PHOTOPIC_LIMIT_P3) {
    result = product(kP3OfBt2020, result);
    weights = kGuardWeights * kBt2020OfP3;
  } else if (limit == PHOTOPIC_LIMIT_BT709) {
    result = product(kBt709OfBt2020, result);
    weights = kGuardWeights * kBt2020OfBt709;
  }
  return clamp(guarded(result, weights), 0.0, 1.0);
}
