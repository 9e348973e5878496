// SPDX-License-Identifier: MIT
// Samples of a plane and contrast of a block, for both shaders of PSNR-HVS-M. Needs metrics/input.glsl.

#define SIDE PHOTOPIC_METRICS_HVS_SIDE
const float kMasking = 0.3885746225901003;  // of sensitivities: what hides errors

// ---- samples ----

uint reference_sample(ivec2 place) {
  if (kKind == PHOTOPIC_METRICS_KIND_RGB) return yuv_of_rgb(codes_of(reference_view(place)), pc.plane);
  return code_of(reference_sample_of(place, pc.plane));
}

uint test_sample(ivec2 place) {
  if (is_masked(kKind == PHOTOPIC_METRICS_KIND_RGB || pc.plane == 0u ? place : place << ivec2(kChromaShiftX, kChromaShiftY))) {
    return reference_sample(place);
  }
  if (kKind == PHOTOPIC_METRICS_KIND_RGB) return yuv_of_rgb(codes_of(test_view(place)), pc.plane);
  return code_of(test_sample_of(place, pc.plane));
}

// ---- contrast ----

uint sum_of(uvec4 x) { return (x.x + x.y) + (x.z + x.w); }
float sum_of(vec4 x) { return (x.x + x.y) + (x.z + x.w); }

/// Variances of the quadrants over that of the block: small where the block holds one edge. Sums of the quadrants (above
/// left and right, then below). In integers what is the difference of large numbers, so that it is 0 only where the block
/// is flat: 16 times a quadrant's squares are at most 256 * 4095^2.
float quadrant_share(uvec4 samples, uvec4 squares) {
  vec4 distances = vec4(16u * squares - samples * samples);  // from its mean, squared, times 16
  float scatter = (distances.x + distances.y) + (distances.z + distances.w);
  vec4 sum = vec4(samples);
  vec3 from_first = sum.yzw - sum.x;
  vec2 from_second = sum.zw - sum.y;
  float from_third = sum.w - sum.z;
  // 4 (a^2 + b^2 + c^2 + d^2) - (a + b + c + d)^2
  float between = dot(from_first, from_first) + dot(from_second, from_second) + from_third * from_third;
  float whole = 64.0 / 63.0 * (scatter + between / 4.0);
  return whole > 0.0 ? 16.0 / 15.0 * scatter / whole : 0.0;
}
