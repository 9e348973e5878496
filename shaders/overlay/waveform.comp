// SPDX-License-Identifier: MIT
// Waveform of the stored picture for the debug overlay: a workgroup counts one column's texels by channel and PQ signal.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/overlay_interface.h"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_OVERLAY_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_OVERLAY_WAVEFORM_LDR, LDR_FORMAT) uniform readonly LDR_IMAGE ldr;
layout(set = 0, binding = PHOTOPIC_OVERLAY_DATA, std430) buffer Data { OverlayData overlay; };
layout(push_constant, std430) uniform Push { OverlayPush pc; };

layout(constant_id = PHOTOPIC_SPEC_ENCODING) const uint kEncoding = 0u;
#define DISPLAY overlay.params.finish.display
#include "display/signal.glsl"

const uint kRows = PHOTOPIC_OVERLAY_WAVEFORM_ROWS;
const uint kColumnCounts = 3u * kRows;
shared uint counts[kColumnCounts];

void main() {
  uint invocation = gl_LocalInvocationIndex, column = gl_WorkGroupID.x;
  for (uint i = invocation; i < kColumnCounts; i += PHOTOPIC_OVERLAY_INVOCATIONS) counts[i] = 0u;
  barrier();
  // Of a picture with fewer texels a row than the waveform has columns, several show the same ones.
  uint from = column * pc.width / PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS;
  uint to = max(from + 1u, (column + 1u) * pc.width / PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS);
  uint width = to - from;
  for (uint i = invocation; i < width * pc.height; i += PHOTOPIC_OVERLAY_INVOCATIONS) {
    ivec2 texel = ivec2(from + i % width, i / width);
    vec3 signal = pq_of_nits(nits_of_signal(texel_of_stored(imageLoad(ldr, texel)).rgb));
    uvec3 row = min(uvec3(signal * float(kRows)), kRows - 1u);
    for (uint channel = 0u; channel < 3u; ++channel) atomicAdd(counts[channel * kRows + row[channel]], 1u);
  }
  barrier();
  for (uint i = invocation; i < kColumnCounts; i += PHOTOPIC_OVERLAY_INVOCATIONS) {
    overlay.waveform[column * kColumnCounts + i] = counts[i];
  }
}
