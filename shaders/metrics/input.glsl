// SPDX-License-Identifier: MIT
// The two pictures of a comparison, as codes, YUV, luma or linear values, whatever the host has. Needs a push constant
// block pc with a MetricsSource, source.
#include "photopic/metrics_interface.h"
#include "metrics/strips.glsl"

layout(constant_id = PHOTOPIC_METRICS_SPEC_KIND) const uint kKind = PHOTOPIC_METRICS_KIND_RGB;
layout(constant_id = PHOTOPIC_METRICS_SPEC_BITS) const uint kBits = 8;
layout(constant_id = PHOTOPIC_METRICS_SPEC_VIEW_PEAK) const uint kViewPeak = 255;
layout(constant_id = PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X) const uint kChromaShiftX = 0;
layout(constant_id = PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y) const uint kChromaShiftY = 0;
layout(constant_id = PHOTOPIC_METRICS_SPEC_HAS_MASK) const uint kHasMask = 0;
layout(constant_id = PHOTOPIC_METRICS_SPEC_HAS_MAP) const uint kHasMap = 0;

layout(set = 0, binding = PHOTOPIC_METRICS_REFERENCE) uniform sampler2D reference_0;
layout(set = 0, binding = PHOTOPIC_METRICS_REFERENCE + 1) uniform sampler2D reference_1;
layout(set = 0, binding = PHOTOPIC_METRICS_REFERENCE + 2) uniform sampler2D reference_2;
layout(set = 0, binding = PHOTOPIC_METRICS_TEST) uniform sampler2D test_0;
layout(set = 0, binding = PHOTOPIC_METRICS_TEST + 1) uniform sampler2D test_1;
layout(set = 0, binding = PHOTOPIC_METRICS_TEST + 2) uniform sampler2D test_2;
layout(set = 0, binding = PHOTOPIC_METRICS_MASK) uniform sampler2D mask;

/// Of a pixel that counts.
bool is_masked(ivec2 pixel) { return kHasMask != 0u && texelFetch(mask, texel_of(pixel), 0).r == 0.0; }

/// Adding 2^23, from which on floats are whole numbers, rounds and leaves the code in the low bits; conversions take four
/// times as long. Views are within a hundredth of a code.
const float kWhole = 8388608.0;
uvec3 codes_of(vec3 view) { return floatBitsToUint(view * float(kViewPeak) + kWhole) & 0x7fffffu; }
uint code_of(float view) { return floatBitsToUint(view * float(kViewPeak) + kWhole) & 0x7fffffu; }

// ---- RGB ----

vec3 reference_view(ivec2 pixel) { return texelFetch(reference_0, texel_of(pixel), 0).rgb; }
vec3 test_view(ivec2 pixel) { return texelFetch(test_0, texel_of(pixel), 0).rgb; }

/// Limited-range BT.709 (Y 16..235, Cb and Cr 16..240 of 8 bits), rounded, halves up. 8 bits: in integers. Instead of a
/// division, multiplication with 2^51 / divisor, rounded up: exact, since dividends are below 2^29 and divisors below
/// 2^21. Cb and Cr have their 128 added before, and so are never negative.
uint yuv_of_rgb(uvec3 codes, uint plane) {
  if (kBits == 8u) {
    // Factors and divisors are 219 and 10000 * 255, 224 and 10000 * 255 * 1.8556 or 1.5748, reduced. By mix(), which is
    // one instruction: `? :` is a branch, and SwiftShader's time to compile a loop doubles with each.
    bool is_y = plane == 0u, is_cb = plane == 1u;
    ivec3 chroma_factors = mix(56 * ivec3(7874, -7152, -722), 56 * ivec3(-2126, -7152, 9278), bvec3(is_cb));
    ivec3 factors = mix(chroma_factors, 73 * ivec3(2126, 7152, 722), bvec3(is_y));
    uint divisor = mix(mix(1003935u, 1182945u, is_cb), 850000u, is_y);
    uint reciprocal = mix(mix(2242973713u, 1903554108u, is_cb), 2649176252u, is_y);
    uint offset = mix(128u, 16u, is_y) * divisor + divisor / 2u;
    ivec3 products = factors * ivec3(codes);
    uint high, low;
    umulExtended(uint(products.r + products.g + products.b) + offset, reciprocal, high, low);
    return high >> 19;
  }
  float unit = float(1u << (kBits - 8u));
  vec3 rgb = vec3(codes) / float((1u << kBits) - 1u);
  float y = dot(rgb, vec3(0.2126, 0.7152, 0.0722));
  vec3 yuv = vec3(16.0 + 219.0 * y, 128.0 + 224.0 * (rgb.b - y) / 1.8556, 128.0 + 224.0 * (rgb.r - y) / 1.5748);
  return uint(yuv[plane] * unit + 0.5);
}

uvec3 yuv_of_rgb(uvec3 codes) { return uvec3(yuv_of_rgb(codes, 0u), yuv_of_rgb(codes, 1u), yuv_of_rgb(codes, 2u)); }

// ---- YUV codes ----

ivec2 chroma_sample(ivec2 pixel) { return ivec2(pixel.x >> kChromaShiftX, pixel.y >> kChromaShiftY); }

/// Texel of a sample of a chroma plane.
ivec2 texel_of_chroma(ivec2 chroma) {
  if (kHasStrips == 0u) return chroma;
  uint rows = (pc.source.image_rows + (1u << kChromaShiftY) - 1u) >> kChromaShiftY;
  return texel_in(chroma, pc.source.image_row >> kChromaShiftY, rows);
}

/// A sample of one plane.
float reference_sample_of(ivec2 place, uint plane) {
  if (plane == 0u) return texelFetch(reference_0, texel_of(place), 0).r;
  ivec2 chroma = texel_of_chroma(place);
  return plane == 1u ? texelFetch(reference_1, chroma, 0).r : texelFetch(reference_2, chroma, 0).r;
}
float test_sample_of(ivec2 place, uint plane) {
  if (plane == 0u) return texelFetch(test_0, texel_of(place), 0).r;
  ivec2 chroma = texel_of_chroma(place);
  return plane == 1u ? texelFetch(test_1, chroma, 0).r : texelFetch(test_2, chroma, 0).r;
}

uvec3 reference_yuv(ivec2 pixel) {
  if (kKind == PHOTOPIC_METRICS_KIND_RGB) return yuv_of_rgb(codes_of(reference_view(pixel)));
  ivec2 chroma = texel_of_chroma(chroma_sample(pixel));
  return codes_of(vec3(texelFetch(reference_0, texel_of(pixel), 0).r, texelFetch(reference_1, chroma, 0).r,
                       texelFetch(reference_2, chroma, 0).r));
}

/// The reference's where the mask is 0.
uvec3 test_yuv(ivec2 pixel) {
  if (is_masked(pixel)) return reference_yuv(pixel);
  if (kKind == PHOTOPIC_METRICS_KIND_RGB) return yuv_of_rgb(codes_of(test_view(pixel)));
  ivec2 chroma = texel_of_chroma(chroma_sample(pixel));
  return codes_of(vec3(texelFetch(test_0, texel_of(pixel), 0).r, texelFetch(test_1, chroma, 0).r,
                       texelFetch(test_2, chroma, 0).r));
}

uint reference_y(ivec2 pixel) {
  if (kKind == PHOTOPIC_METRICS_KIND_RGB) return reference_yuv(pixel).x;
  return code_of(texelFetch(reference_0, texel_of(pixel), 0).r);
}

uint test_y(ivec2 pixel) {
  if (kKind == PHOTOPIC_METRICS_KIND_RGB) return test_yuv(pixel).x;
  ivec2 texel = texel_of(pixel);
  return code_of(is_masked(pixel) ? texelFetch(reference_0, texel, 0).r : texelFetch(test_0, texel, 0).r);
}

/// In units of 8-bit codes. `y` is below 2^23.
float luma_of(uint y) { return (uintBitsToFloat(floatBitsToUint(kWhole) | y) - kWhole) / float(1u << (kBits - 8u)); }
