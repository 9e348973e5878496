// SPDX-License-Identifier: MIT
// Times of the flash analyser, and rings of transitions. The includer has `pc`, FlashParams.

const uint kFlashSecondUs = 1000000u;
const uint kFlashHistoryUs = 5u * kFlashSecondUs;

/// What a frame is to the state that it finds.
struct FlashClock {
  bool is_first;    // after a reset, or of a new object
  bool is_ignored;  // not later than the frame before: submitted again
  bool is_gap;      // a second or more after it: no transition is remembered
  bool is_long_gap;  // five seconds or more: nothing is
  uint passed_us;   // since the frame before, if it isn't a gap
};

FlashClock flash_clock(uint object_low, uint object_high, uint reset, uint time_low, uint time_high) {
  FlashClock clock;
  clock.is_first = object_low != pc.object_low || object_high != pc.object_high || int(pc.reset - reset) > 0;
  uint borrow;
  clock.passed_us = usubBorrow(pc.time_low, time_low, borrow);
  uint passed_high = pc.time_high - time_high - borrow;
  bool is_later = int(passed_high) >= 0 && (passed_high | clock.passed_us) != 0u;
  clock.is_ignored = !clock.is_first && !is_later;
  clock.is_gap = clock.is_first || passed_high != 0u || clock.passed_us >= kFlashSecondUs;
  clock.is_long_gap = clock.is_first || passed_high != 0u || clock.passed_us >= kFlashHistoryUs;
  return clock;
}

uint ring_first(uint ring) { return ring >> PHOTOPIC_FLASH_RING_FIRST_SHIFT & (PHOTOPIC_FLASH_TIMES - 1u); }
uint ring_with(uint ring, uint first, uint count) {
  const uint kPlaces = PHOTOPIC_FLASH_RING_COUNT | (PHOTOPIC_FLASH_TIMES - 1u) << PHOTOPIC_FLASH_RING_FIRST_SHIFT;
  return (ring & ~kPlaces) | (first & (PHOTOPIC_FLASH_TIMES - 1u)) << PHOTOPIC_FLASH_RING_FIRST_SHIFT | count;
}
