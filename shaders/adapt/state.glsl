// SPDX-License-Identifier: MIT
// Numbers of a state: whose they are, and sums that are kept in two floats.
#ifndef PHOTOPIC_ADAPT_STATE_GLSL
#define PHOTOPIC_ADAPT_STATE_GLSL

/// Adds to a number kept in two floats (Knuth's two-sum), since a frame of 1 ms adds less than the rounding error of one.
void add_to_pair(inout float high, inout float low, float increment) {
  precise float addend = increment + low;
  precise float sum = high + addend;
  precise float addend_part = sum - high;
  precise float residual = (high - (sum - addend_part)) + (addend - addend_part);
  high = sum;
  low = residual;
}

/// Resets are counted, and compared as signed differences: a command buffer from before a cut that is submitted again
/// after it resets nothing.
bool is_first_frame(AdaptParams p, uint epoch_instance, uint epoch_reset) {
  return epoch_instance != p.epoch_instance || int(p.epoch_reset - epoch_reset) > 0;
}

#endif
