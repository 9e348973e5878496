// SPDX-License-Identifier: MIT
// The two pictures of a comparison, as codes, YUV, luma or linear values, whatever the host has.
#include "../postfx/metrics_interface.h"

layout(constant_id = METRICS_SPEC_KIND) const uint kKind = METRICS_KIND_RGB;
layout(constant_id = METRICS_SPEC_BITS) const uint kBits = 8;
layout(constant_id = METRICS_SPEC_VIEW_PEAK) const uint kViewPeak = 255;
layout(constant_id = METRICS_SPEC_CHROMA_SHIFT_X) const uint kChromaShiftX = 0;
layout(constant_id = METRICS_SPEC_CHROMA_SHIFT_Y) const uint kChromaShiftY = 0;
layout(constant_id = METRICS_SPEC_HAS_MASK) const uint kHasMask = 0;
layout(constant_id = METRICS_SPEC_HAS_MAP) const uint kHasMap = 0;

layout(set = 0, binding = METRICS_REFERENCE) uniform sampler2D reference_0;
layout(set = 0, binding = METRICS_REFERENCE + 1) uniform sampler2D reference_1;
layout(set = 0, binding = METRICS_REFERENCE + 2) uniform sampler2D reference_2;
layout(set = 0, binding = METRICS_TEST) uniform sampler2D test_0;
layout(set = 0, binding = METRICS_TEST + 1) uniform sampler2D test_1;
layout(set = 0, binding = METRICS_TEST + 2) uniform sampler2D test_2;
layout(set = 0, binding = METRICS_MASK) uniform sampler2D mask;

/// Of a pixel that counts.
bool is_masked(ivec2 pixel) { return kHasMask != 0u && texelFetch(mask, pixel, 0).r == 0.0; }

/// Adding 2^23, from which on floats are whole numbers, rounds and leaves the code in the low bits; conversions take four
/// times as long. Views are within a hundredth of a code.
const float kWhole = 8388608.0;
uvec3 codes_of(vec3 view) { return floatBitsToUint(view * float(kViewPeak) + kWhole) & 0x7fffffu; }
uint code_of(float view) { return floatBitsToUint(view * float(kViewPeak) + kWhole) & 0x7fffffu; }

// ---- RGB ----

vec3 reference_view(ivec2 pixel) { return texelFetch(reference_0, pixel, 0).rgb; }
vec3 test_view(ivec2 pixel) { return texelFetch(test_0, pixel, 0).rgb; }

/// Limited-range BT.709 (Y 16..235, Cb and Cr 16..240 of 8 bits), rounded, halves up. 8 bits: in integers, with factors
/// times 10000; Cb and Cr have 128 added before the division, which so never sees a negative number.
uvec3 yuv_of_rgb(uvec3 codes) {
  if (kBits == 8u) {
    ivec3 c = ivec3(codes);
    uint y = 16u + uint(219 * (2126 * c.r + 7152 * c.g + 722 * c.b) + 1275000) / 2550000u;
    const uint cb_divisor = 9463560u, cr_divisor = 8031480u;  // 2 * 255 * 10000 * 1.8556, 1.5748
    uint cb = uint(448 * (-2126 * c.r - 7152 * c.g + 9278 * c.b)) + 128u * cb_divisor + cb_divisor / 2u;
    uint cr = uint(448 * (7874 * c.r - 7152 * c.g - 722 * c.b)) + 128u * cr_divisor + cr_divisor / 2u;
    return uvec3(y, cb / cb_divisor, cr / cr_divisor);
  }
  float unit = float(1u << (kBits - 8u));
  vec3 rgb = vec3(codes) / float((1u << kBits) - 1u);
  float y = dot(rgb, vec3(0.2126, 0.7152, 0.0722));
  vec3 yuv = vec3(16.0 + 219.0 * y, 128.0 + 224.0 * (rgb.b - y) / 1.8556, 128.0 + 224.0 * (rgb.r - y) / 1.5748);
  return uvec3(yuv * unit + 0.5);
}

// ---- YUV codes ----

ivec2 chroma_sample(ivec2 pixel) { return ivec2(pixel.x >> kChromaShiftX, pixel.y >> kChromaShiftY); }

uvec3 reference_yuv(ivec2 pixel) {
  if (kKind == METRICS_KIND_RGB) return yuv_of_rgb(codes_of(reference_view(pixel)));
  ivec2 chroma = chroma_sample(pixel);
  return codes_of(vec3(texelFetch(reference_0, pixel, 0).r, texelFetch(reference_1, chroma, 0).r,
                       texelFetch(reference_2, chroma, 0).r));
}

/// The reference's where the mask is 0.
uvec3 test_yuv(ivec2 pixel) {
  if (is_masked(pixel)) return reference_yuv(pixel);
  if (kKind == METRICS_KIND_RGB) return yuv_of_rgb(codes_of(test_view(pixel)));
  ivec2 chroma = chroma_sample(pixel);
  return codes_of(
      vec3(texelFetch(test_0, pixel, 0).r, texelFetch(test_1, chroma, 0).r, texelFetch(test_2, chroma, 0).r));
}

uint reference_y(ivec2 pixel) {
  if (kKind == METRICS_KIND_RGB) return reference_yuv(pixel).x;
  return code_of(texelFetch(reference_0, pixel, 0).r);
}

uint test_y(ivec2 pixel) {
  if (kKind == METRICS_KIND_RGB) return test_yuv(pixel).x;
  return code_of(is_masked(pixel) ? texelFetch(reference_0, pixel, 0).r : texelFetch(test_0, pixel, 0).r);
}

/// In units of 8-bit codes.
float luma_of(uint y) { return float(y) / float(1u << (kBits - 8u)); }
