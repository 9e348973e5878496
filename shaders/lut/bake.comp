// SPDX-License-Identifier: MIT
// Baking: everything between exposure and dither, evaluated at the nodes of a LUT, unless the nodes are there already.
// The device knows what they were made from: a recording may be dropped, or submitted again.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "photopic/look.h"
#include "meter/color.glsl"

layout(local_size_x = PHOTOPIC_BAKE_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_BAKE_NODES, std430) writeonly buffer Nodes { uvec2 nodes[]; };
layout(set = 0, binding = PHOTOPIC_BAKE_HEADER, std430) coherent buffer Header { LutHeader header; };
layout(set = 0, binding = PHOTOPIC_BAKE_TABLES, std430) readonly buffer Tables { float table_nodes[]; };
layout(push_constant, std430) uniform Push { BakeParams pc; };
#define FINISH_BINDING PHOTOPIC_BAKE_FINISH
#include "finish/tables.glsl"
layout(constant_id = PHOTOPIC_SPEC_OPERATORS) const uint kOperators = 0u;
#define TONE_MAPPER pc.tone_mapper
#define OPERATORS kOperators
#define EFFECTS 0u
#define HAS_SLOW_GAMUT_MAPS
#include "finish/display.glsl"
#define LUT finish_tables.lut
#include "lut/shaper.glsl"
#include "lut/tetrahedron.glsl"
#define TABLE_NODES table_nodes
#define LOOK finish_tables.look
#include "lut/table.glsl"
#include "lut/grade.glsl"
#include "lut/look.glsl"
#include "lut/shown.glsl"

layout(constant_id = PHOTOPIC_SPEC_LUT_SIZE) const uint kLutSize = 2u;

/// What the look makes of exposed scene-linear colour in the LUT's primaries: see LutParams::is_root.
vec3 baked_value(vec3 c) {
  vec3 display = shown(TABLE_PRODUCT(LUT.domain_to_bt709, c));
  if (LUT.is_root != 0u) return pow(display / DISPLAY.headroom, vec3(1.0 / 3.0));
  return signal_of(TABLE_PRODUCT(DISPLAY.to_container, display));
}

void main() {
  uvec2 hash = uvec2(header.hash_low, header.hash_high);
  if (hash == uvec2(pc.hash_low, pc.hash_high)) return;
  for (uint node = gl_GlobalInvocationID.x; node < kLutSize * kLutSize * kLutSize;
       node += gl_NumWorkGroups.x * PHOTOPIC_BAKE_INVOCATIONS) {
    uvec3 place = uvec3(node, node / kLutSize, node / (kLutSize * kLutSize)) % kLutSize;
    vec3 value = baked_value(lut_color(vec3(place)));
    nodes[node] = uvec2(packHalf2x16(value.rg), packHalf2x16(vec2(value.b, 0.0)));
  }
  // All have read the hash by the time that the last one arrives.
  memoryBarrierBuffer();
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  if (atomicAdd(header.arrivals, 1u) != gl_NumWorkGroups.x - 1u) return;
  header.arrivals = 0u;
  header.hash_low = pc.hash_low;
  header.hash_high = pc.hash_high;
}
