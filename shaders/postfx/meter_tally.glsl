// SPDX-License-Identifier: MIT
// Exact integer sums. A log2 luminance is quantised to a multiple of 2^-fraction_bits, counted from the lower end of the
// range; sums of such integers are the same in any order. 64-bit numbers are uvec2(low, high), so that no feature is
// needed.

void add_to(inout uvec2 sum, uvec2 addend) {
  uint carry;
  sum.x = uaddCarry(sum.x, addend.x, carry);
  sum.y += addend.y + carry;
}

uvec2 product(uint a, uint b) {
  uvec2 result;
  umulExtended(a, b, result.y, result.x);
  return result;
}

/// 16-bit digit sums of several numbers, carried into one number.
uvec2 from_digit_sums(uint digit0, uint digit1, uint high) {
  uvec2 sum = uvec2(digit0, high);
  add_to(sum, uvec2(digit1 << 16u, digit1 >> 16u));
  return sum;
}

/// sum / weight for weight > 0 and a quotient below 2^28, with an error below 2^-20.
/// A float estimate is off by at most some units; what it leaves over is computed exactly, then divided.
float quotient(uvec2 sum, uvec2 weight, out int whole) {
  uint shift = weight.y == 0u ? 0u : uint(findMSB(weight.y)) + 1u;  // so that the weight fits 32 bits
  if (shift > 0u) {
    weight.x = (weight.x >> shift) | (weight.y << (32u - shift));
    sum = uvec2((sum.x >> shift) | (sum.y << (32u - shift)), sum.y >> shift);
  }
  uint estimate = uint((float(sum.y) * 4294967296.0 + float(sum.x)) / float(weight.x));
  uvec2 part = product(estimate, weight.x);
  uint borrow;
  uint rest_low = usubBorrow(sum.x, part.x, borrow);
  int rest_high = int(sum.y - part.y - borrow);
  float rest = float(rest_high) * 4294967296.0 + float(rest_low);
  if (rest_high == -1) rest = -(float(~rest_low) + 1.0);  // small negative numbers keep their digits
  whole = int(estimate);
  return rest / float(weight.x);
}

/// How log2 luminances become integers, from the range and the number of texels alone.
struct Quantiser {
  float scale;   // units per stop
  int low;       // units that stand for 0, a margin below the lower end
  int sum_bits;  // of the sum over all texels
};

Quantiser make_quantiser(float min_log2, float max_log2, uint texels) {
  int range_bits = findMSB(uint(ceil(max_log2 - min_log2))) + 1;  // of the range and the margins
  int texel_bits = findMSB(texels) + 1;
  int fraction_bits = min(POSTFX_METER_MAX_SUM_BITS - range_bits - texel_bits, POSTFX_METER_MAX_FRACTION_BITS);
  Quantiser quantiser;
  quantiser.scale = exp2(float(fraction_bits));
  quantiser.low = int(floor(min_log2 * quantiser.scale)) - POSTFX_METER_MARGIN;
  quantiser.sum_bits = range_bits + texel_bits + fraction_bits;
  return quantiser;
}

uint quantised(Quantiser quantiser, float log2_luminance) {
  return uint(int(roundEven(log2_luminance * quantiser.scale)) - quantiser.low);
}

/// Mean log2 luminance of a sum of weight * quantised values.
float mean_log2(Quantiser quantiser, uvec2 sum, uvec2 weight) {
  int whole;
  float rest = quotient(sum, weight, whole);
  // Whole units in the order of 2^24 are exact in a float as long as the mean is within +-16.
  return (float(whole + quantiser.low) + rest) / quantiser.scale;
}
