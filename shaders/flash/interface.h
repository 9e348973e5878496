// SPDX-License-Identifier: MIT
// Constants, parameter blocks and buffers of the flash analyser, shared by C++ and GLSL. Never algorithms.
#ifndef PHOTOPIC_FLASH_INTERFACE_H
#define PHOTOPIC_FLASH_INTERFACE_H
#include "photopic/interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

#define PHOTOPIC_FLASH_KINDS 3       // luminance, red by its measure, red by its chromaticity
#define PHOTOPIC_FLASH_MAX_SIDE 256  // cells of a side of the grid
#define PHOTOPIC_FLASH_TIMES 8       // transitions that a cell and the screen remember
#define PHOTOPIC_FLASH_RUNS 128      // spans of time with four to six events, of which five seconds hold at most 80
#define PHOTOPIC_FLASH_RISK 7        // transitions in a second that are too many
#define PHOTOPIC_FLASH_WARNING 4

// Luminances are whole numbers of 1/256 cd/m^2, u'v' of 2^-14.
#define PHOTOPIC_FLASH_UNITS 256.0
#define PHOTOPIC_FLASH_MAX_CD_M2 65535.0
#define PHOTOPIC_FLASH_CHROMATICITY_UNITS 16384.0
#define PHOTOPIC_FLASH_FAR 10737418u  // squared distance in them: more than 0.2

// ---- flash_cells: means of a picture's cells, and what their kinds do ----
#define PHOTOPIC_FLASH_CELLS_PICTURE 0  // sampler2D
#define PHOTOPIC_FLASH_CELLS_HEADER 1   // buffer FlashHeader
#define PHOTOPIC_FLASH_CELLS_STATES 2   // buffer FlashCell[], of a cell's kinds one after the other
#define PHOTOPIC_FLASH_CELLS_FLAGS 3    // buffer uint[], a word for each cell
#define PHOTOPIC_FLASH_CELLS_TOTALS 4   // buffer FlashTotals, of this frame

#define PHOTOPIC_FLASH_SPEC_ENCODING 0  // PHOTOPIC_ENCODING_* of the picture, not automatic
#define PHOTOPIC_FLASH_SPEC_PEAK 1  // largest code of channels that a table decodes one by one, up to 1023; 0: no table

#define PHOTOPIC_FLASH_INVOCATIONS 256
#define PHOTOPIC_FLASH_LANES 4         // invocations of a cell, beside each other
#define PHOTOPIC_FLASH_GROUP_CELLS 64  // cells of a workgroup, one after the other
#define PHOTOPIC_FLASH_READS 8         // texels that an invocation asks for at once

// Flags of a cell: bits of kinds that are at risk, so far apart that a column's add up; 2 bits for each kind, up and
// down, of the transition in this frame; transitions in the last second, 4 bits each.
#define PHOTOPIC_FLASH_RISK_SHIFT(kind) (10u * (kind))
#define PHOTOPIC_FLASH_RISK_BITS 0x00100401u
#define PHOTOPIC_FLASH_RISK_FIELD 1023u
#define PHOTOPIC_FLASH_UP_SHIFT(kind) (1u + 2u * (kind))
#define PHOTOPIC_FLASH_DOWN_SHIFT(kind) (2u + 2u * (kind))
#define PHOTOPIC_FLASH_COUNT_SHIFT(kind) ((kind) == 0u ? 26u : 1u + 10u * (kind))

struct FlashParams {
  uint width;  // of the picture, texels
  uint height;
  uint columns;  // of the grid
  uint rows;
  uint window_columns;
  uint window_rows;
  uint time_low;  // microseconds
  uint time_high;
  uint object_low;
  uint object_high;
  uint reset;       // counts resets
  uint step;        // change that is a transition, 1/256 cd/m^2
  uint dark_limit;  // ... where the darker is below this
  uint contrast;    // 17: above it, a Michelson contrast of 1/17 is one; 0: nothing is
  uint areas;       // PHOTOPIC_FLASH_AREA_*, and which kinds count
  float cd_m2;      // of what is stored as 1, where that isn't absolute
  float red_per_cd_m2;
  uint arrivals;  // workgroups of all dispatches of the verdict
};
PHOTOPIC_LAYOUT(FlashParams, 72)
#define PHOTOPIC_FLASH_AREA_SCREEN 1u
#define PHOTOPIC_FLASH_AREA_WINDOW 2u
#define PHOTOPIC_FLASH_EXTENDED 4u
#define PHOTOPIC_FLASH_COUNTS(kind) (8u << (kind))

// A kind of one cell.
struct FlashCell {
  uint low;                          // least since the last transition; of the chromaticity u', at it
  uint high;                         // most; v'
  uint ring;                         // PHOTOPIC_FLASH_RING_*
  uint times[PHOTOPIC_FLASH_TIMES];  // of transitions, low words
};
PHOTOPIC_LAYOUT(FlashCell, 44)
#define PHOTOPIC_FLASH_RING_COUNT 0x0fu  // transitions in the last second
#define PHOTOPIC_FLASH_RING_FIRST_SHIFT 4
#define PHOTOPIC_FLASH_RING_UP 0x100u  // of the last transition
#define PHOTOPIC_FLASH_RING_DOWN 0x200u
#define PHOTOPIC_FLASH_RING_SATURATED 0x400u

// What the screen rule remembers of a kind.
struct FlashScreen {
  uint up_before;  // cells that went up in the frame before, unless an event spent them
  uint down_before;
  uint ring;
  uint times[PHOTOPIC_FLASH_TIMES];
  uint first_run;
  uint run_count;
  uint marked_us;  // length of all runs
  uint run_begins[PHOTOPIC_FLASH_RUNS];
  uint run_ends[PHOTOPIC_FLASH_RUNS];
};

struct FlashHeader {
  uint object_low;  // whose state it is; see ADR 2
  uint object_high;
  uint reset;
  uint time_low;  // of the last frame
  uint time_high;
  uint frames;  // since the reset
  uint serial;  // of results
  uint worst_verdict;
  uint worst_time_low;  // of the first frame that had it
  uint worst_time_high;
  FlashScreen screens[PHOTOPIC_FLASH_KINDS];
};
PHOTOPIC_LAYOUT(FlashHeader, 3280)

// What cells add up to, of one kind.
struct FlashSums {
  uint up;  // cells
  uint down;
  uint risk;
  uint count;   // transitions of the cell that has most
  uint window;  // cells at risk in the worst window
};
// All 0 between frames: the verdict takes them.
struct FlashTotals {
  FlashSums kinds[PHOTOPIC_FLASH_KINDS];
  uint arrived;  // workgroups of the verdict that are done with their windows
};
PHOTOPIC_LAYOUT(FlashTotals, 64)

// ---- flash_verdict: a workgroup for each row of windows; the last to arrive judges the frame. If workgroups don't see
// each other's writes, a second dispatch of one workgroup arrives last ----
#define PHOTOPIC_FLASH_VERDICT_HEADER 0
#define PHOTOPIC_FLASH_VERDICT_FLAGS 1
#define PHOTOPIC_FLASH_VERDICT_TOTALS 2
#define PHOTOPIC_FLASH_VERDICT_RESULT 3  // buffer FlashResult, read by the CPU

struct FlashKindResult {
  uint verdict;  // 0 pass, 1 warning, 2 extended, 3 fail
  uint screen_transitions;
  uint cell_transitions;
  uint risk_cells;
  uint window_cells;
};
struct FlashResult {
  uint serial;
  uint time_low;
  uint time_high;
  uint frames;
  uint verdict;
  uint worst_verdict;
  uint worst_time_low;
  uint worst_time_high;
  FlashKindResult kinds[PHOTOPIC_FLASH_KINDS];
  uint checksum;  // xor of the words before and of PHOTOPIC_STATE_CHECKSUM_SEED
};
PHOTOPIC_LAYOUT(FlashResult, 96)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
