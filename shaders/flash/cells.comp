// SPDX-License-Identifier: MIT
// Cells of a picture: their mean light, and whether it goes up or down. Each texel is read once, but for those that two
// cells share. Cells are a few invocations each: with more, workgroups wait longer than they read.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "flash/interface.h"

layout(local_size_x = PHOTOPIC_FLASH_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_FLASH_CELLS_PICTURE) uniform sampler2D picture;
layout(set = 0, binding = PHOTOPIC_FLASH_CELLS_HEADER, std430) readonly buffer Header { FlashHeader header; };
layout(set = 0, binding = PHOTOPIC_FLASH_CELLS_STATES, std430) buffer States { FlashCell states[]; };
layout(set = 0, binding = PHOTOPIC_FLASH_CELLS_FLAGS, std430) writeonly buffer Flags { uint flags[]; };
layout(set = 0, binding = PHOTOPIC_FLASH_CELLS_TOTALS, std430) buffer Totals { FlashTotals totals; };
layout(push_constant, std430) uniform Push { FlashParams pc; };

#include "flash/clock.glsl"
#include "flash/light.glsl"

// Sums of each invocation by channel, then of each cell. Rows are one longer, so that those who add up meet in no bank.
const uint kSumStride = PHOTOPIC_FLASH_LANES + 1u;
shared float lane_sums[3u * PHOTOPIC_FLASH_GROUP_CELLS * kSumStride];
shared float cell_sums[3u * PHOTOPIC_FLASH_GROUP_CELLS];
shared uint cell_flags[PHOTOPIC_FLASH_GROUP_CELLS];
const uint kTotals = 4u;  // up, down, risk and count
shared uint group_totals[PHOTOPIC_FLASH_KINDS * kTotals];

// ---- means ----

/// First texel and the one behind the last of cell `index` of `count`.
uvec2 texels_of_cell(uint index, uint side, uint count) {
  return uvec2(index * side / count, ((index + 1u) * side + count - 1u) / count);
}

/// How much of a texel lies in the cell, in parts of 1 / count of a texel.
uint overlap(uint texel, uint index, uint side, uint count) {
  return min((texel + 1u) * count, (index + 1u) * side) - max(texel * count, index * side);
}

/// Light of an invocation's texels, weighted by their overlap.
vec3 lane_light(uvec2 cell) {
  uvec2 columns = texels_of_cell(cell.x, pc.width, pc.columns);
  uvec2 rows = texels_of_cell(cell.y, pc.height, pc.rows);
  vec3 light = vec3(0.0);
  for (uint y = rows.x; y < rows.y; y += PHOTOPIC_FLASH_READS) {
    for (uint x = columns.x + gl_LocalInvocationIndex % PHOTOPIC_FLASH_LANES; x < columns.y; x += PHOTOPIC_FLASH_LANES) {
      // All reads first, so that they are under way together.
      vec3 stored[PHOTOPIC_FLASH_READS];
      [[unroll]] for (uint i = 0u; i < PHOTOPIC_FLASH_READS; ++i) {
        stored[i] = texelFetch(picture, ivec2(x, min(y + i, rows.y - 1u)), 0).rgb;
      }
      float share = float(overlap(x, cell.x, pc.width, pc.columns));
      [[unroll]] for (uint i = 0u; i < PHOTOPIC_FLASH_READS; ++i) {
        if (y + i >= rows.y) break;
        light += light_of(stored[i]) * (share * float(overlap(y + i, cell.y, pc.height, pc.rows)));
      }
    }
  }
  return light;
}

// ---- transitions ----

/// Rounded to steps of `units` to 1, from 0 to the brightest.
uint steps_of(float value, float units) { return uint(clamp(value, 0.0, PHOTOPIC_FLASH_MAX_CD_M2) * units + 0.5); }

bool is_harmful(uint darker, uint brighter) {
  uint change = brighter - darker;
  if (darker < pc.dark_limit) return change >= pc.step;
  return change > 0u && pc.contrast * change >= brighter + darker && pc.contrast != 0u;
}

bool is_step(uint kind, uint darker, uint brighter) {
  return kind == 0u ? is_harmful(darker, brighter) : brighter - darker > uint(20.0 * PHOTOPIC_FLASH_UNITS);
}

bool is_saturated_red(vec3 c) { return c.r > 0.0 && c.r >= 0.8 * (c.r + c.g + c.b); }

/// Luminance, or the red measure.
uint level_of(uint kind, vec3 cd_m2, vec3 light) {
  if (kind == 0u) return steps_of(dot(cd_m2, vec3(0.2126, 0.7152, 0.0722)), PHOTOPIC_FLASH_UNITS);
  float red = is_saturated_red(light) ? max(light.r - light.g - light.b, 0.0) * pc.red_per_cd_m2 : 0.0;
  return steps_of(red, PHOTOPIC_FLASH_UNITS);
}

/// u'v' of CIE 1976; black has that of D65.
uvec2 chromaticity_of(vec3 c) {
  const mat3 kXyzOfBt709 =
      mat3(0.4123908, 0.2126390, 0.0193308, 0.3575843, 0.7151687, 0.1191948, 0.1804808, 0.0721923, 0.9505322);
  vec3 xyz = kXyzOfBt709 * c;
  float sum = xyz.x + 15.0 * xyz.y + 3.0 * xyz.z;
  vec2 uv = sum > 0.0 ? vec2(4.0 * xyz.x, 9.0 * xyz.y) / sum : vec2(0.1978398, 0.4683363);
  return uvec2(uv * PHOTOPIC_FLASH_CHROMATICITY_UNITS + 0.5);
}

/// What the light does to a cell's state: PHOTOPIC_FLASH_RING_UP, _DOWN or 0.
uint step_level(uint kind, uint now, bool is_first, inout FlashCell state) {
  if (is_first) {
    state.low = state.high = now;
    return 0u;
  }
  state.low = min(state.low, now);
  state.high = max(state.high, now);
  if ((state.ring & PHOTOPIC_FLASH_RING_UP) == 0u && is_step(kind, state.low, now)) {
    state.high = now;
    return PHOTOPIC_FLASH_RING_UP;
  }
  if ((state.ring & PHOTOPIC_FLASH_RING_DOWN) == 0u && is_step(kind, now, state.high)) {
    state.low = now;
    return PHOTOPIC_FLASH_RING_DOWN;
  }
  return 0u;
}

uint step_chromaticity(vec3 light, bool is_first, inout FlashCell state) {
  uvec2 now = chromaticity_of(light);
  bool is_saturated = is_saturated_red(light);
  ivec2 way = ivec2(now) - ivec2(state.low, state.high);
  bool differs = is_saturated != ((state.ring & PHOTOPIC_FLASH_RING_SATURATED) != 0u);
  bool is_transition = !is_first && differs && uint(way.x * way.x + way.y * way.y) > PHOTOPIC_FLASH_FAR;
  if (!is_first && !is_transition) return 0u;
  state.low = now.x;
  state.high = now.y;
  state.ring = (state.ring & ~PHOTOPIC_FLASH_RING_SATURATED) | (is_saturated ? PHOTOPIC_FLASH_RING_SATURATED : 0u);
  if (is_first) return 0u;
  return is_saturated ? PHOTOPIC_FLASH_RING_UP : PHOTOPIC_FLASH_RING_DOWN;
}

/// One kind of one cell: its state, of which `times` weren't read, and its flags.
uint advance(uint kind, uint index, FlashCell state, vec3 cd_m2, FlashClock clock) {
  if (clock.is_first) state.ring = 0u;
  uint old_ring = state.ring;
  uvec2 old = uvec2(state.low, state.high);

  uint first = ring_first(state.ring);
  uint count = clock.is_gap ? 0u : state.ring & PHOTOPIC_FLASH_RING_COUNT;
  while (count != 0u && pc.time_low - states[index].times[first % PHOTOPIC_FLASH_TIMES] >= kFlashSecondUs) {
    ++first;
    --count;
  }
  vec3 light = floor(clamp(cd_m2, 0.0, PHOTOPIC_FLASH_MAX_CD_M2) * PHOTOPIC_FLASH_UNITS + 0.5) / PHOTOPIC_FLASH_UNITS;
  uint moved = kind == 2u ? step_chromaticity(light, clock.is_first, state)
                          : step_level(kind, level_of(kind, cd_m2, light), clock.is_first, state);
  if (moved != 0u) {
    if (count == PHOTOPIC_FLASH_TIMES) {  // the oldest goes
      ++first;
      --count;
    }
    states[index].times[(first + count) % PHOTOPIC_FLASH_TIMES] = pc.time_low;
    ++count;
    state.ring = (state.ring & ~(PHOTOPIC_FLASH_RING_UP | PHOTOPIC_FLASH_RING_DOWN)) | moved;
  }
  state.ring = ring_with(state.ring, first, count);
  if (clock.is_first || old != uvec2(state.low, state.high)) {
    states[index].low = state.low;
    states[index].high = state.high;
  }
  if (clock.is_first || old_ring != state.ring) states[index].ring = state.ring;
  return (count >= PHOTOPIC_FLASH_RISK ? 1u << PHOTOPIC_FLASH_RISK_SHIFT(kind) : 0u) |
         (moved == PHOTOPIC_FLASH_RING_UP ? 1u << PHOTOPIC_FLASH_UP_SHIFT(kind) : 0u) |
         (moved == PHOTOPIC_FLASH_RING_DOWN ? 1u << PHOTOPIC_FLASH_DOWN_SHIFT(kind) : 0u) |
         count << PHOTOPIC_FLASH_COUNT_SHIFT(kind);
}

/// Cells that went up (0) or down (1) or are at risk (2), or the most transitions of one (3).
void add_to_totals(uint kind, uint which, uint value) {
  if (which == 0u) atomicAdd(totals.kinds[kind].up, value);
  if (which == 1u) atomicAdd(totals.kinds[kind].down, value);
  if (which == 2u) atomicAdd(totals.kinds[kind].risk, value);
  if (which == 3u) atomicMax(totals.kinds[kind].count, value);
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  uint cells = pc.columns * pc.rows;
  uint first_cell = gl_WorkGroupID.x * PHOTOPIC_FLASH_GROUP_CELLS;
  // What is needed at the end is asked for before the texels, so that nothing waits for it.
  FlashClock clock =
      flash_clock(header.object_low, header.object_high, header.reset, header.time_low, header.time_high);
  uint cell = invocation % PHOTOPIC_FLASH_GROUP_CELLS;
  uint kind = invocation / PHOTOPIC_FLASH_GROUP_CELLS;
  uint index = first_cell + cell;
  bool has_state = kind < PHOTOPIC_FLASH_KINDS && index < cells;
  uint state_index = index * PHOTOPIC_FLASH_KINDS + kind;
  FlashCell state;
  if (has_state) {
    state.low = states[state_index].low;
    state.high = states[state_index].high;
    state.ring = states[state_index].ring;
  }
  fill_code_light();
  uint of_cell = invocation / PHOTOPIC_FLASH_LANES;
  vec3 light = vec3(0.0);
  if (first_cell + of_cell < cells) {
    light = lane_light(uvec2((first_cell + of_cell) % pc.columns, (first_cell + of_cell) / pc.columns));
  }
  if (clock.is_ignored) return;
  [[unroll]] for (uint channel = 0u; channel < 3u; ++channel) {
    lane_sums[(channel * PHOTOPIC_FLASH_GROUP_CELLS + of_cell) * kSumStride + invocation % PHOTOPIC_FLASH_LANES] =
        light[channel];
  }
  if (invocation < PHOTOPIC_FLASH_GROUP_CELLS) cell_flags[invocation] = 0u;
  if (invocation < PHOTOPIC_FLASH_KINDS * kTotals) group_totals[invocation] = 0u;
  barrier();
  const uint kSums = 3u * PHOTOPIC_FLASH_GROUP_CELLS;
  if (invocation < kSums) {
    float sum = 0.0;
    for (uint lane = 0u; lane < PHOTOPIC_FLASH_LANES; ++lane) sum += lane_sums[invocation * kSumStride + lane];
    cell_sums[invocation] = sum;
  }
  barrier();
  if (has_state) {
    vec3 sum = vec3(cell_sums[cell], cell_sums[PHOTOPIC_FLASH_GROUP_CELLS + cell],
                    cell_sums[2u * PHOTOPIC_FLASH_GROUP_CELLS + cell]);
    // A cell has width * height of the parts that overlaps are in.
    vec3 mean = sum / (float(pc.width) * float(pc.height));
    uint made = advance(kind, state_index, state, cd_m2_of(mean), clock);
    if (made != 0u) {
      atomicOr(cell_flags[cell], made);
      uint first = kind * kTotals;
      atomicAdd(group_totals[first], made >> PHOTOPIC_FLASH_UP_SHIFT(kind) & 1u);
      atomicAdd(group_totals[first + 1u], made >> PHOTOPIC_FLASH_DOWN_SHIFT(kind) & 1u);
      atomicAdd(group_totals[first + 2u], made >> PHOTOPIC_FLASH_RISK_SHIFT(kind) & 1u);
      atomicMax(group_totals[first + 3u], made >> PHOTOPIC_FLASH_COUNT_SHIFT(kind) & PHOTOPIC_FLASH_RING_COUNT);
    }
  }
  barrier();
  if (kind == 0u && has_state) flags[index] = cell_flags[cell];
  if (invocation < PHOTOPIC_FLASH_KINDS * kTotals && group_totals[invocation] != 0u) {
    add_to_totals(invocation / kTotals, invocation % kTotals, group_totals[invocation]);
  }
}
