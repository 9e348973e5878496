// SPDX-License-Identifier: MIT
// Waveform of the stored picture for the debug overlay: workgroups count a column's texels by channel and PQ signal.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/overlay_interface.h"
#include "finish/store.glsl"
#include "meter/numbers.glsl"
#include "display/finite.glsl"

layout(local_size_x = PHOTOPIC_OVERLAY_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_OVERLAY_WAVEFORM_LDR, LDR_FORMAT) uniform readonly LDR_IMAGE ldr;
layout(set = 0, binding = PHOTOPIC_OVERLAY_WAVEFORM_PLOTS, std430) buffer Plots { OverlayPlots plots; };
layout(push_constant, std430) uniform Push { OverlayPush pc; };

layout(constant_id = PHOTOPIC_SPEC_ENCODING) const uint kEncoding = 0u;
#define DISPLAY pc
#include "display/signal.glsl"

const uint kRows = PHOTOPIC_OVERLAY_WAVEFORM_ROWS;
const uint kColumnCounts = 3u * kRows;
const uint kReads = 8u;  // that are asked for at once
shared uint counts[kColumnCounts];

uvec3 rows_of(vec3 stored) {
  vec3 signal = pq_of_nits(nits_of_signal(stored));
  return min(uvec3(signal * float(kRows)), kRows - 1u);
}

#ifdef MAX_CODE
// Of codes, a table: powers cost more than all else here. HLG's light depends on all channels.
const bool kHasTable = kEncoding != PHOTOPIC_ENCODING_HLG;
const uint kMostCodes = 1024u;  // 10 bits, the most of formats of codes
shared uint row_of_code[kMostCodes];

void fill_table(uint invocation) {
  uint codes = kHasTable ? uint(MAX_CODE) + 1u : 0u;
  for (uint i = invocation; i < codes; i += PHOTOPIC_OVERLAY_INVOCATIONS) {
    row_of_code[i] = rows_of(vec3(float(i) / MAX_CODE)).r;
  }
}

uvec3 rows_at(vec3 stored) {
  if (!kHasTable) return rows_of(stored);
  uvec3 code = uvec3(stored * MAX_CODE + 0.5);
  return uvec3(row_of_code[code.r], row_of_code[code.g], row_of_code[code.b]);
}
#else
void fill_table(uint invocation) {}
uvec3 rows_at(vec3 stored) { return rows_of(finite(stored)); }
#endif

void add(uvec3 rows, uvec3 repeats) {
  for (uint channel = 0u; channel < 3u; ++channel) {
    if (repeats[channel] != 0u) atomicAdd(counts[channel * kRows + rows[channel]], repeats[channel]);
  }
}

/// One more texel.
void count(uvec3 rows, inout uvec3 last, inout uvec3 repeats) {
  uvec3 is_new = uvec3(notEqual(rows, last));
  add(last, repeats * is_new);
  repeats = repeats * (1u - is_new) + 1u;
  last = rows;
}

void main() {
  uint invocation = gl_LocalInvocationIndex, column = gl_WorkGroupID.x;
  for (uint i = invocation; i < kColumnCounts; i += PHOTOPIC_OVERLAY_INVOCATIONS) counts[i] = 0u;
  fill_table(invocation);
  barrier();
  // Of a picture with fewer texels a row than the waveform has columns, several show the same ones.
  uint from = column * pc.width / PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS;
  uint to = max(from + 1u, (column + 1u) * pc.width / PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS);
  // Each invocation goes down one column of texels, and asks for some at once; what repeats there is added at once.
  uint width = min(to - from, PHOTOPIC_OVERLAY_INVOCATIONS);
  uint step_y = PHOTOPIC_OVERLAY_INVOCATIONS / width;
  uint rows = (pc.height + PHOTOPIC_OVERLAY_WAVEFORM_PARTS - 1u) / PHOTOPIC_OVERLAY_WAVEFORM_PARTS;
  uint first_y = gl_WorkGroupID.y * rows, end_y = min(first_y + rows, pc.height);
  for (uint x = from + invocation % width; x < to && invocation < width * step_y; x += width) {
    uvec3 last = uvec3(0u), repeats = uvec3(0u);
    for (uint y = first_y + invocation / width; y < end_y; y += kReads * step_y) {
      LDR_TEXEL stored[kReads];
      for (uint i = 0u; i < kReads; ++i) {
        stored[i] = imageLoad(ldr, ivec2(x, min(y + i * step_y, end_y - 1u)));
      }
      for (uint i = 0u; i < kReads; ++i) {
        if (y + i * step_y < end_y) count(rows_at(texel_of_stored(stored[i]).rgb), last, repeats);
      }
    }
    add(last, repeats);
  }
  barrier();
  for (uint i = invocation; i < kColumnCounts; i += PHOTOPIC_OVERLAY_INVOCATIONS) {
    if (counts[i] != 0u) atomicAdd(plots.waveform[column * kColumnCounts + i], counts[i]);
  }
}
