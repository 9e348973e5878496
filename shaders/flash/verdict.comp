// SPDX-License-Identifier: MIT
// Windows of a frame, a third by a third of the screen, whose cells at risk are counted if there are any; events of the
// screen, and the verdict.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "flash/interface.h"

layout(local_size_x = PHOTOPIC_FLASH_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_FLASH_VERDICT_HEADER, std430) buffer Header { FlashHeader header; };
layout(set = 0, binding = PHOTOPIC_FLASH_VERDICT_FLAGS, std430) readonly buffer Flags { uint flags[]; };
layout(set = 0, binding = PHOTOPIC_FLASH_VERDICT_TOTALS, std430) coherent buffer Totals { FlashTotals totals; };
layout(set = 0, binding = PHOTOPIC_FLASH_VERDICT_RESULT, std430) writeonly buffer Result { FlashResult result; };
layout(push_constant, std430) uniform Push { FlashParams pc; };

#include "flash/clock.glsl"

shared FlashKindResult results[PHOTOPIC_FLASH_KINDS];
shared uint columns_at_risk[PHOTOPIC_FLASH_INVOCATIONS];  // cells of a column within the windows' rows
shared uint worst_window[PHOTOPIC_FLASH_KINDS];           // that begins in this row
shared bool is_last;                                      // of the workgroups

const uint kReads = 16u;  // of a column
const uint kExtendedUs = 4u * kFlashSecondUs;

/// Whether a number of cells is a quarter of the screen.
bool is_quarter(uint cells) { return 4u * cells >= pc.columns * pc.rows; }

/// Drops events that are a second old, and adds one if a quarter of the screen has moved. Returns how many there are.
uint advance_events(uint kind, FlashSums sums, FlashClock clock) {
  uint ring = clock.is_first ? 0u : header.screens[kind].ring;
  uint up = sums.up + (clock.is_first ? 0u : header.screens[kind].up_before);
  uint down = sums.down + (clock.is_first ? 0u : header.screens[kind].down_before);
  uint first = ring_first(ring);
  uint count = clock.is_gap ? 0u : ring & PHOTOPIC_FLASH_RING_COUNT;
  while (count != 0u && pc.time_low - header.screens[kind].times[first % PHOTOPIC_FLASH_TIMES] >= kFlashSecondUs) {
    ++first;
    --count;
  }
  uint moved = 0u;
  if ((ring & PHOTOPIC_FLASH_RING_UP) == 0u && is_quarter(up)) {
    moved = PHOTOPIC_FLASH_RING_UP;
  } else if ((ring & PHOTOPIC_FLASH_RING_DOWN) == 0u && is_quarter(down)) {
    moved = PHOTOPIC_FLASH_RING_DOWN;
  }
  if (moved != 0u) {
    if (count == PHOTOPIC_FLASH_TIMES) {
      ++first;
      --count;
    }
    header.screens[kind].times[(first + count) % PHOTOPIC_FLASH_TIMES] = pc.time_low;
    ++count;
    ring = moved;
  }
  header.screens[kind].ring = ring_with(ring, first, count);
  header.screens[kind].up_before = moved == 0u ? sums.up : 0u;
  header.screens[kind].down_before = moved == 0u ? sums.down : 0u;
  return count;
}

/// How long in the last five seconds there were four to six events, this frame as long as it came after the last.
uint advance_marks(uint kind, bool is_marked, FlashClock clock, uint before) {
  uint first = clock.is_long_gap ? 0u : header.screens[kind].first_run;
  uint count = clock.is_long_gap ? 0u : header.screens[kind].run_count;
  uint marked = clock.is_long_gap ? 0u : header.screens[kind].marked_us;
  if (is_marked && !clock.is_gap) {
    uint last = (first + count + PHOTOPIC_FLASH_RUNS - 1u) % PHOTOPIC_FLASH_RUNS;
    if (count == 0u || header.screens[kind].run_ends[last] != before) {
      if (count == PHOTOPIC_FLASH_RUNS) {  // more than there can be
        marked -= header.screens[kind].run_ends[first] - header.screens[kind].run_begins[first];
        first = (first + 1u) % PHOTOPIC_FLASH_RUNS;
        --count;
      }
      last = (first + count) % PHOTOPIC_FLASH_RUNS;
      header.screens[kind].run_begins[last] = before;
      ++count;
    }
    header.screens[kind].run_ends[last] = pc.time_low;
    marked += clock.passed_us;
  }
  uint cut = 0u;  // of a run that began before
  while (count != 0u) {
    uint begin = header.screens[kind].run_begins[first], end = header.screens[kind].run_ends[first];
    if (pc.time_low - end < kFlashHistoryUs) {
      cut = max(pc.time_low - begin, kFlashHistoryUs) - kFlashHistoryUs;
      break;
    }
    marked -= end - begin;
    first = (first + 1u) % PHOTOPIC_FLASH_RUNS;
    --count;
  }
  header.screens[kind].first_run = first;
  header.screens[kind].run_count = count;
  header.screens[kind].marked_us = marked;
  return marked - cut;
}

FlashKindResult judge(uint kind, FlashSums sums, FlashClock clock, uint before) {
  uint events = advance_events(kind, sums, clock);
  bool is_marked = events >= PHOTOPIC_FLASH_WARNING && events < PHOTOPIC_FLASH_RISK;
  uint marked_us = advance_marks(kind, is_marked, clock, before);
  bool is_screen = (pc.areas & PHOTOPIC_FLASH_AREA_SCREEN) != 0u && 4u * sums.risk > pc.columns * pc.rows;
  uint window_cells = pc.window_columns * pc.window_rows;
  bool is_window = (pc.areas & PHOTOPIC_FLASH_AREA_WINDOW) != 0u && 4u * sums.window >= window_cells;
  uint verdict = 0u;
  if (events >= PHOTOPIC_FLASH_RISK || is_screen || is_window) {
    verdict = 3u;
  } else if ((pc.areas & PHOTOPIC_FLASH_EXTENDED) != 0u && is_marked && marked_us >= kExtendedUs) {
    verdict = 2u;
  } else if (events >= PHOTOPIC_FLASH_WARNING) {
    verdict = 1u;
  }
  return FlashKindResult(verdict, events, sums.count, sums.risk, sums.window);
}

uint checksum_of(FlashResult made) {
  uint sum = PHOTOPIC_STATE_CHECKSUM_SEED ^ made.serial ^ made.time_low ^ made.time_high ^ made.frames ^ made.verdict ^
             made.worst_verdict ^ made.worst_time_low ^ made.worst_time_high;
  [[unroll]] for (uint kind = 0u; kind < PHOTOPIC_FLASH_KINDS; ++kind) {
    sum ^= made.kinds[kind].verdict ^ made.kinds[kind].screen_transitions ^ made.kinds[kind].cell_transitions ^
           made.kinds[kind].risk_cells ^ made.kinds[kind].window_cells;
  }
  return sum;
}

/// By one invocation, after all kinds.
void finish(FlashClock clock) {
  FlashResult made;
  made.serial = header.serial + 1u;
  if (header.object_low != pc.object_low || header.object_high != pc.object_high || made.serial == 0u) made.serial = 1u;
  made.time_low = pc.time_low;
  made.time_high = pc.time_high;
  made.frames = clock.is_first ? 1u : header.frames + 1u;
  made.verdict = 0u;
  [[unroll]] for (uint kind = 0u; kind < PHOTOPIC_FLASH_KINDS; ++kind) {
    made.kinds[kind] = results[kind];
    if ((pc.areas & PHOTOPIC_FLASH_COUNTS(kind)) != 0u) made.verdict = max(made.verdict, results[kind].verdict);
  }
  bool is_worst = clock.is_first || made.verdict > header.worst_verdict;
  made.worst_verdict = is_worst ? made.verdict : header.worst_verdict;
  made.worst_time_low = is_worst ? pc.time_low : header.worst_time_low;
  made.worst_time_high = is_worst ? pc.time_high : header.worst_time_high;
  header.object_low = pc.object_low;
  header.object_high = pc.object_high;
  if (clock.is_first) header.reset = pc.reset;
  header.time_low = pc.time_low;
  header.time_high = pc.time_high;
  header.frames = made.frames;
  header.serial = made.serial;
  header.worst_verdict = made.worst_verdict;
  header.worst_time_low = made.worst_time_low;
  header.worst_time_high = made.worst_time_high;
  made.checksum = checksum_of(made);
  result = made;
}

/// Cells at risk in the worst of the windows that begin in a row, by all invocations.
void find_worst_window(uint row) {
  uint column = gl_LocalInvocationIndex;
  uint at_risk = 0u;
  if (column < pc.columns) {
    for (uint first = 0u; first < pc.window_rows; first += kReads) {
      uint read[kReads];  // all are asked for at once
      [[unroll]] for (uint i = 0u; i < kReads; ++i) {
        read[i] = flags[(row + min(first + i, pc.window_rows - 1u)) * pc.columns + column];
      }
      [[unroll]] for (uint i = 0u; i < kReads; ++i) {
        if (first + i < pc.window_rows) at_risk += read[i] & PHOTOPIC_FLASH_RISK_BITS;
      }
    }
  }
  columns_at_risk[column] = at_risk;
  if (column < PHOTOPIC_FLASH_KINDS) worst_window[column] = 0u;
  barrier();
  if (column + pc.window_columns <= pc.columns) {
    uvec3 window = uvec3(0u);
    for (uint x = 0u; x < pc.window_columns; ++x) {
      uint sums = columns_at_risk[column + x];
      window += uvec3(sums, sums >> PHOTOPIC_FLASH_RISK_SHIFT(1u), sums >> PHOTOPIC_FLASH_RISK_SHIFT(2u)) &
                PHOTOPIC_FLASH_RISK_FIELD;
    }
    [[unroll]] for (uint kind = 0u; kind < PHOTOPIC_FLASH_KINDS; ++kind) {
      if (window[kind] != 0u) atomicMax(worst_window[kind], window[kind]);
    }
  }
  barrier();
  if (column < PHOTOPIC_FLASH_KINDS) atomicMax(totals.kinds[column].window, worst_window[column]);
}

/// Whether all other workgroups have been here, also those of a dispatch before.
bool is_last_to_arrive() {
  memoryBarrierBuffer();
  barrier();
  if (gl_LocalInvocationIndex == 0u) is_last = atomicAdd(totals.arrived, 1u) + 1u == pc.arrivals;
  barrier();
  memoryBarrierBuffer();
  return is_last;
}

/// Of this frame; 0 for the next.
FlashSums take_totals(uint kind) {
  FlashSums sums;
  sums.up = atomicExchange(totals.kinds[kind].up, 0u);
  sums.down = atomicExchange(totals.kinds[kind].down, 0u);
  sums.risk = atomicExchange(totals.kinds[kind].risk, 0u);
  sums.count = atomicExchange(totals.kinds[kind].count, 0u);
  sums.window = atomicExchange(totals.kinds[kind].window, 0u);
  return sums;
}

void main() {
  // Of a frame that is ignored, cells have added nothing. Where none is at risk, the first workgroup judges alone; to that
  // of a second dispatch, the frame is one that was there before.
  bool has_risk = (totals.kinds[0].risk | totals.kinds[1].risk | totals.kinds[2].risk) != 0u;
  if (has_risk) {
    find_worst_window(gl_WorkGroupID.x);
    if (!is_last_to_arrive()) return;
  } else if (gl_WorkGroupID.x != 0u) {
    return;
  }
  uint before = header.time_low;
  FlashClock clock = flash_clock(header.object_low, header.object_high, header.reset, before, header.time_high);
  if (clock.is_ignored) return;
  uint invocation = gl_LocalInvocationIndex;
  if (invocation < PHOTOPIC_FLASH_KINDS) results[invocation] = judge(invocation, take_totals(invocation), clock, before);
  if (invocation == PHOTOPIC_FLASH_KINDS) totals.arrived = 0u;
  barrier();
  if (invocation == 0u) finish(clock);
}
