// SPDX-License-Identifier: MIT
// A host's shader with functions, structs, constants and macros under names that the module's shaders have as well.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/display.h"
#include "photopic/look.h"
layout(set = 0, binding = 0, std140) uniform Aces2 { vec4 aces2_rows[728]; };
layout(set = 0, binding = 1, std430) readonly buffer Nodes { float look_nodes[]; };
#define PHOTOPIC_ACES2_TABLES aces2_rows
#define PHOTOPIC_LOOK_NODES look_nodes

// Before the include: the same types as in the module, so that a name without its prefix is a second body.
struct Tetrahedron {
  uint corner;
};
const float kPqM1 = 2.0;
const uint kBt709Operators = 0u;
vec3 aces2(vec3 c) { return c; }
vec3 agx(vec3 c) { return c; }
vec3 tone_mapped(vec3 c) { return c; }
vec3 clamped(vec3 c, float limit) { return min(c, limit); }
vec3 nclamp(vec3 x, vec3 low, vec3 high) { return clamp(x, low, high); }
float luminance_bt709(vec3 c) { return c.g; }
float display_gamma() { return 1.0; }
float exposure(float ev100, float compensation_ev) { return exp2(ev100 + compensation_ev); }

#include "photopic/tone_map.glsl"

// After it: what had a prefix has none any more.
#define OPERATOR(number) (number + 1u)
#define HEADROOM 4.0
#define DISPLAY(x) (x)
#define kIsHdr true
#define TONE_MAPPER 7u
#define LOOK 1.0
vec3 reinhard(vec3 c) { return c / (c + 1.0); }
vec3 gamut_mapped(vec3 c) { return c; }
float max_input() { return 1.0; }
struct LpmSettings {
  float content;
};

layout(location = 0) out vec4 result;

void main() {
  LookParams own_look;
  own_look.stages = kBt709Operators + OPERATOR(TONE_MAPPER);
  DisplayParams own_display;
  own_display.paper_white_nits = HEADROOM * DISPLAY(LOOK);
  Tetrahedron own_tetrahedron = Tetrahedron(own_look.stages);
  LpmSettings own_lpm = LpmSettings(own_display.paper_white_nits);
  vec3 own = reinhard(gamut_mapped(aces2(agx(tone_mapped(vec3(max_input() + display_gamma()))))));
  own = nclamp(clamped(own, kPqM1), vec3(0.0), vec3(luminance_bt709(own) + exposure(1.0, 2.0)));
  photopic_LookParams look = photopic_neutral_look();
  vec3 c = photopic_scene_graded(look, own * photopic_exposure(0.0, 0.0));
  c += photopic_custom_mapped(look, photopic_sdr_display(), c);
  c = photopic_tone_mapped(photopic_tone_map_of(PHOTOPIC_TONE_MAPPER_ACES2), photopic_sdr_display(), c);
  result = vec4(photopic_display_graded(look, photopic_sdr_display(), c),
                own_lpm.content + float(own_tetrahedron.corner + uint(kIsHdr)));
}
