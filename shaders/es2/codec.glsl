// SPDX-License-Identifier: MIT
// Conversion in GLSL ES 1.00, IEEE 754 binary32 <-> RGBA8 texel: the bytes of the float, the least significant in red.
// There are no bit operations, and exp2(), log2() and pow() round: numbers are scaled by powers of two alone, which is
// exact. Whatever order a compiler multiplies the factors in, no product of them leaves [2^-126, 2^127].
precision highp float;
precision highp int;
precision highp sampler2D;

varying vec2 position;

/// +Inf, NaN, 1, 0.5. From outside: of what it knows a compiler may conclude that numbers are finite.
uniform vec4 specials;

const float kUp8 = 256.0, kUp16 = kUp8 * kUp8, kUp32 = kUp16 * kUp16, kUp64 = kUp32 * kUp32;
const float kDown8 = 0.00390625, kDown16 = kDown8 * kDown8, kDown32 = kDown16 * kDown16, kDown64 = kDown32 * kDown32;
const float kUp127 = kUp64 * kUp32 * kUp16 * kUp8 * 128.0;
const float kUlp = kDown16 * 0.0078125;  // 2^-23, of a significand in [1, 2)
const float kMinNormal = kDown64 * kDown32 * kDown16 * kDown8 * 0.015625;  // 2^-126

/// Below 1 or above 0.5: NaN is neither.
bool is_number(float x) { return x < specials.z || x > specials.w; }

/// 2^n for whole n in [-126, 127].
float power_of_two(float n) {
  bool is_up = n >= 0.0;
  float rest = abs(n);
  float power = 1.0;
  if (rest >= 64.0) { rest -= 64.0; power *= is_up ? kUp64 : kDown64; }
  if (rest >= 32.0) { rest -= 32.0; power *= is_up ? kUp32 : kDown32; }
  if (rest >= 16.0) { rest -= 16.0; power *= is_up ? kUp16 : kDown16; }
  if (rest >= 8.0) { rest -= 8.0; power *= is_up ? kUp8 : kDown8; }
  if (rest >= 4.0) { rest -= 4.0; power *= is_up ? 16.0 : 0.0625; }
  if (rest >= 2.0) { rest -= 2.0; power *= is_up ? 4.0 : 0.25; }
  if (rest >= 1.0) power *= is_up ? 2.0 : 0.5;
  return power;
}

vec4 bytes_of(vec4 texel) { return floor(texel * 255.0 + 0.5); }

/// Told from the bytes: hardware without NaN and infinity gets it right, too.
bool is_finite(vec4 texel) {
  vec4 bytes = bytes_of(texel);
  return !((bytes.a == 127.0 || bytes.a == 255.0) && bytes.b >= 128.0);
}

float decode(vec4 texel) {
  vec4 bytes = bytes_of(texel);
  bool is_negative = bytes.a >= 128.0;
  bool is_odd = bytes.b >= 128.0;  // the exponent
  float exponent = 2.0 * (is_negative ? bytes.a - 128.0 : bytes.a) + (is_odd ? 1.0 : 0.0);
  float fraction = (((is_odd ? bytes.b - 128.0 : bytes.b) * 256.0 + bytes.g) * 256.0 + bytes.r) * kUlp;
  float magnitude = (1.0 + fraction) * power_of_two(clamp(exponent, 1.0, 254.0) - 127.0);
  if (exponent == 0.0) magnitude = fraction * kMinNormal;
  if (exponent == 255.0) magnitude = fraction == 0.0 ? specials.x : specials.y;
  return is_negative ? -magnitude : magnitude;
}

/// `sign_bit` is 0 or 128.
vec4 finite_bytes(float magnitude, float sign_bit) {
  float s = magnitude;     // to become the significand, in [2, 4)
  float exponent = 128.0;  // biased, of numbers there
  if (s >= 2.0) {
    if (s >= kUp64 * 2.0) { s *= kDown64; exponent += 64.0; }
    if (s >= kUp32 * 2.0) { s *= kDown32; exponent += 32.0; }
    if (s >= kUp16 * 2.0) { s *= kDown16; exponent += 16.0; }
    if (s >= kUp8 * 2.0) { s *= kDown8; exponent += 8.0; }
    if (s >= 32.0) { s *= 0.0625; exponent += 4.0; }
    if (s >= 8.0) { s *= 0.25; exponent += 2.0; }
    if (s >= 4.0) { s *= 0.5; exponent += 1.0; }
  } else if (s >= kMinNormal) {
    if (s < kDown64 * 4.0) { s *= kUp64; exponent -= 64.0; }
    if (s < kDown32 * 4.0) { s *= kUp32; exponent -= 32.0; }
    if (s < kDown16 * 4.0) { s *= kUp16; exponent -= 16.0; }
    if (s < kDown8 * 4.0) { s *= kUp8; exponent -= 8.0; }
    if (s < 0.25) { s *= 16.0; exponent -= 4.0; }
    if (s < 1.0) { s *= 4.0; exponent -= 2.0; }
    if (s < 2.0) { s *= 2.0; exponent -= 1.0; }
  } else {  // zero and subnormals: no hidden bit
    s = s * kUp127 + 2.0;
    exponent = 0.0;
  }
  float rest = s * 64.0;  // the hidden bit is worth 128
  float high = floor(rest);
  rest = (rest - high) * 256.0;
  float middle = floor(rest);
  float low = (rest - middle) * 256.0;
  float half_exponent = floor(exponent * 0.5);
  return vec4(low, middle, high - 128.0 + 128.0 * (exponent - 2.0 * half_exponent), half_exponent + sign_bit);
}

vec4 encode(float x) {
  float magnitude = abs(x);
  // Of the two zeros, division alone tells the sign.
  float sign_bit = x < 0.0 || (x == 0.0 && 1.0 / x < 0.0) ? 128.0 : 0.0;
  vec4 bytes = vec4(0.0, 0.0, 192.0, 127.0);  // NaN
  if (magnitude >= specials.x) {
    bytes = vec4(0.0, 0.0, 128.0, 127.0 + sign_bit);
  } else if (is_number(x)) {
    bytes = finite_bytes(magnitude, sign_bit);
  }
  return bytes / 255.0;
}

/// Where a texel's centre is; `scale` is 1 / size.
vec2 centre_of(vec2 texel, vec2 scale) { return (texel + 0.5) * scale; }
float fetch(sampler2D array, vec2 texel, vec2 scale) { return decode(texture2D(array, centre_of(texel, scale))); }
