// SPDX-License-Identifier: MIT
// Mean CIEDE2000 as libvmaf's `ciede` defines it: its own way from YUV to CIELAB, k_L = 0.65, k_C = 1, k_H = 4. CIELAB
// in Real, rounded to float where that tool does; the difference in float, and without the device's sin, cos and atan.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/ciede2000/interface.h"
#include "metrics/input.glsl"
#include "metrics/ciede2000/real.glsl"
#include "metrics/sums.glsl"
#include "metrics/tiles.glsl"
#include "metrics/ciede2000/color_difference.glsl"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT, std430) writeonly buffer Map { float difference_map[]; };
layout(push_constant, std430) uniform Push { MetricsCiedeParams pc; };

// Constants of the specification, here and below, as the float nearest to them and the float nearest to the rest.

/// Of R, G or B that are kept outside [0, 1], too.
Real linear(Real value) {
  const Real knee = real(0.0392156877, -1.38785328e-09);  // 10 / 255
  if (!is_above(value, knee)) return multiply(value, real(0.0773993805, 2.99868574e-10));  // 1 / 12.92
  // (value + 0.055) / 1.055
  return power_2_4(
      add(multiply(value, real(0.947867274, 2.42938363e-08)), real(0.0521326996, 1.78319581e-09)));
}

/// CIE 15:2004, equations 8.3 to 8.8.
float lab_curve(Real t) {
  const Real epsilon = real(0.00885645207, -3.91140981e-10);  // 216 / 24389
  if (is_above(t, epsilon)) return cube_root(t);
  // 24389 / 27 / 116, 16 / 116
  return rounded(add(multiply(t, real(7.7870369, 1.41285085e-07)), real(0.137931034, 5.13833143e-10)));
}

Real weigh(Real r, Real g, Real b, Real of_r, Real of_g, Real of_b) {
  return add(add(multiply(r, of_r), multiply(g, of_g)), multiply(b, of_b));
}

/// L*, a*, b* from YUV codes, by the tool's factors.
vec3 lab_of(uvec3 codes) {
  float unit = float(1u << (kBits - 8u));
  vec3 yuv = (vec3(codes) - vec3(16.0, 128.0, 128.0) * unit) / unit;  // exact
  Real y = multiply(real(0.00456620986, 1.89241345e-10), yuv.x);      // 1 / 219
  // 1.28033, -0.21482, -0.38059, 2.12798, each over 224
  Real r = linear(add(y, multiply(real(0.00571575901, -7.68261288e-11), yuv.z)));
  Real g = linear(add(add(y, multiply(real(-0.000959017838, -1.92570907e-11), yuv.y)),
                      multiply(real(-0.00169906253, 2.99513331e-11), yuv.z)));
  Real b = linear(add(y, multiply(real(0.00949991029, 4.26726682e-10), yuv.y)));
  // The rows of RGB to XYZ, over the white point: 0.95047, 1, 1.08883.
  float x = lab_curve(weigh(r, g, b, real(0.433949977, 4.52292248e-09), real(0.376209736, 1.05118589e-08),
                            real(0.189840272, -1.3362017e-10)));
  float l = lab_curve(weigh(r, g, b, real(0.212672845, 6.8764705e-09), real(0.715152144, 1.08557501e-08),
                            real(0.0721749961, -2.83105939e-09)));
  float z = lab_curve(weigh(r, g, b, real(0.0177565794, -7.4711104e-10), real(0.109467983, 1.54636126e-09),
                            real(0.872775435, 1.06339493e-09)));
  return vec3(rounded(add(multiply(116.0, l), real(-16.0, 0.0))), rounded(multiply(subtract(x, l), 500.0)),
              rounded(multiply(subtract(l, z), 200.0)));
}

float difference_at(ivec2 pixel) {
  uvec3 reference = reference_yuv(pixel), test = test_yuv(pixel);
  return reference == test ? 0.0 : color_difference(lab_of(reference), lab_of(test));
}

void main() {
  // With what its roundings lose: of a flat picture all of them go the same way.
  precise float sum = 0.0, lost = 0.0;
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 tiles = tiles_of(extent);
  for (uint tile = gl_WorkGroupID.x; tile < tiles.x * tiles.y; tile += gl_NumWorkGroups.x) {
    for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      uvec2 pixel = pixel_of_tile(tile, tiles, part);
      if (any(greaterThanEqual(pixel, extent))) continue;
      float difference = difference_at(ivec2(pixel));
      if (kHasMap != 0u) difference_map[pixel.y * pc.width + pixel.x] = difference;
      precise float added = difference - lost;  // Kahan's
      precise float total = sum + added;
      lost = (total - sum) - added;
      sum = total;
    }
  }
  float group = group_sum(vec4(sum, 0.0, 0.0, 0.0)).x;
  if (gl_LocalInvocationIndex == 0u) results[gl_WorkGroupID.x] = floatBitsToUint(group);
}
