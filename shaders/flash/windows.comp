// SPDX-License-Identifier: MIT
// Sums of a row of cells, and the windows that begin in it: a third by a third of the screen, those at risk counted.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "flash/interface.h"

layout(local_size_x = PHOTOPIC_FLASH_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_FLASH_WINDOWS_HEADER, std430) readonly buffer Header { FlashHeader header; };
layout(set = 0, binding = PHOTOPIC_FLASH_WINDOWS_FLAGS, std430) readonly buffer Flags { uint flags[]; };
layout(set = 0, binding = PHOTOPIC_FLASH_WINDOWS_ROWS, std430) writeonly buffer Rows { FlashRow rows[]; };
layout(push_constant, std430) uniform Push { FlashParams pc; };

#include "flash/clock.glsl"
#include "flash/reduce.glsl"

shared uint columns_at_risk[PHOTOPIC_FLASH_INVOCATIONS];  // cells of a column within the windows' rows

FlashSums sums_of(uint kind, uint cell_flags, uint window) {
  return FlashSums(cell_flags >> PHOTOPIC_FLASH_UP_SHIFT(kind) & 1u, cell_flags >> PHOTOPIC_FLASH_DOWN_SHIFT(kind) & 1u,
                   cell_flags >> PHOTOPIC_FLASH_RISK_SHIFT(kind) & 1u, window,
                   cell_flags >> PHOTOPIC_FLASH_COUNT_SHIFT(kind) & PHOTOPIC_FLASH_RING_COUNT);
}

void main() {
  if (flash_clock(header.object_low, header.object_high, header.reset, header.time_low, header.time_high).is_ignored) {
    return;
  }
  uint column = gl_LocalInvocationIndex;
  uint row = gl_WorkGroupID.x;
  bool has_windows = row + pc.window_rows <= pc.rows;
  uint at_risk = 0u;
  if (has_windows && column < pc.columns) {
    for (uint y = 0u; y < pc.window_rows; ++y) {
      at_risk += flags[(row + y) * pc.columns + column] & PHOTOPIC_FLASH_RISK_BITS;
    }
  }
  columns_at_risk[column] = at_risk;
  barrier();
  uvec3 window = uvec3(0u);
  if (has_windows && column + pc.window_columns <= pc.columns) {
    for (uint x = 0u; x < pc.window_columns; ++x) {
      uint sums = columns_at_risk[column + x];
      window += uvec3(sums, sums >> PHOTOPIC_FLASH_RISK_SHIFT(1u), sums >> PHOTOPIC_FLASH_RISK_SHIFT(2u)) &
                PHOTOPIC_FLASH_RISK_FIELD;
    }
  }
  uint own = column < pc.columns ? flags[row * pc.columns + column] : 0u;
  put_sums(0u, sums_of(0u, own, window.x));
  put_sums(1u, sums_of(1u, own, window.y));
  put_sums(2u, sums_of(2u, own, window.z));
  reduce_rows();
  if (column < PHOTOPIC_FLASH_KINDS) rows[row].kinds[column] = total_of(column);
}
