// SPDX-License-Identifier: MIT
// Exact integer sums. A log2 luminance is quantised to a multiple of 2^-fraction_bits; sums of such integers are the same
// in any order. 64-bit numbers are uvec2(low, high), in two's complement, so that no feature is needed.

void add_to(inout uvec2 sum, uvec2 addend) {
  uint carry;
  sum.x = uaddCarry(sum.x, addend.x, carry);
  sum.y += addend.y + carry;
}

uvec2 extended(int value) { return uvec2(uint(value), uint(value >> 31)); }

uvec2 product(int a, uint b) {
  int high, low;
  imulExtended(a, int(b), high, low);
  return uvec2(uint(low), uint(high));
}

uvec2 negated(uvec2 value) {
  uvec2 result = ~value;
  add_to(result, uvec2(1u, 0u));
  return result;
}

/// 16-bit digit sums of several numbers, carried into one number.
uvec2 from_digit_sums(uint digit0, uint digit1, uint high) {
  uvec2 sum = uvec2(digit0, high);
  add_to(sum, uvec2(digit1 << 16u, digit1 >> 16u));
  return sum;
}

/// sum / weight for weight > 0 and a quotient below 2^28, with an error below 2^-20: the whole part and the rest.
/// A float estimate is off by at most some units; what it leaves over is computed exactly, then divided.
float quotient(uvec2 sum, uvec2 weight, out int whole) {
  bool is_negative = int(sum.y) < 0;
  if (is_negative) sum = negated(sum);
  uint shift = weight.y == 0u ? 0u : uint(findMSB(weight.y)) + 1u;  // so that the weight fits 32 bits
  if (shift > 0u) {
    weight.x = (weight.x >> shift) | (weight.y << (32u - shift));
    sum = uvec2((sum.x >> shift) | (sum.y << (32u - shift)), sum.y >> shift);
  }
  uint estimate = uint((float(sum.y) * 4294967296.0 + float(sum.x)) / float(weight.x));
  uvec2 part;
  umulExtended(estimate, weight.x, part.y, part.x);
  add_to(sum, negated(part));
  float rest = float(int(sum.y)) * 4294967296.0 + float(sum.x);
  if (int(sum.y) == -1) rest = -(float(~sum.x) + 1.0);  // small negative numbers keep their digits
  rest /= float(weight.x);
  whole = is_negative ? -int(estimate) : int(estimate);
  return is_negative ? -rest : rest;
}

/// How log2 luminances become integers, from the range and the number of texels alone.
struct Quantiser {
  float scale;   // units of the sum for each stop
  int sum_bits;  // of the sum over all texels, with its sign
};

Quantiser make_quantiser(AdaptParams adapt) {
  uint stops = uint(ceil(max(abs(adapt.min_log2), abs(adapt.max_log2))));
  int whole_bits = findMSB(stops) + 1 + findMSB(adapt.texels) + 1 + 1;
  uint fraction_bits = adapt.flags >> PHOTOPIC_METER_FRACTION_SHIFT;
  return Quantiser(uintBitsToFloat(fraction_bits + 127u << 23u), whole_bits + int(fraction_bits));  // exp2(), exactly
}

int quantised(float scale, float log2_luminance) { return int(roundEven(log2_luminance * scale)); }

/// Mean log2 luminance of a sum of weight * quantised values.
float mean_log2(Quantiser quantiser, uvec2 sum, uvec2 weight) {
  int whole;
  float rest = quotient(sum, weight, whole);
  // Whole units in the order of 2^24 are exact in a float as long as the mean is within +-16.
  return (float(whole) + rest) / quantiser.scale;
}
