// SPDX-License-Identifier: MIT
// Tone mapping in a host's own pass, by the GLSL that is installed.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(set = 0, binding = 0) uniform sampler2D hdr;
layout(set = 0, binding = 1, std140) uniform Aces2 { vec4 aces2_rows[728]; };
layout(set = 0, binding = 2, std430) readonly buffer Nodes { float look_nodes[]; };
#define PHOTOPIC_ACES2_TABLES aces2_rows
#define PHOTOPIC_LOOK_NODES look_nodes
#include "photopic/tone_map.glsl"
layout(set = 0, binding = 3, std430) readonly buffer Look { photopic_LookParams look_of_host; };

layout(location = 0) out vec4 result;
layout(push_constant) uniform Push {
  float exposure;
  uint tone_mapper;
  float peak_nits;  // 0 = SDR, sRGB-encoded; else display-linear
  uint look_is;  // 0 none, 1 what is written here, 2 the host's block
};

void main() {
  vec3 c = texelFetch(hdr, ivec2(gl_FragCoord.xy), 0).rgb * exposure;
  photopic_LookParams look = photopic_neutral_look();
  if (look_is == 1u) {
    look.stages = PHOTOPIC_STAGE_CDL | PHOTOPIC_STAGE_CONTRAST | PHOTOPIC_STAGE_SATURATION | PHOTOPIC_STAGE_LIFT_GAMMA_GAIN;
    look.cdl_slope = float[3](1.2, 0.9, 1.0);
    look.contrast = 1.1;
    look.saturation = 1.3;
    look.gain = float[3](0.9, 1.0, 0.8);
  }
  if (look_is == 2u) look = look_of_host;
  if (look_is != 0u) c = photopic_scene_graded(look, c);
  PhotopicDisplay display = peak_nits == 0.0 ? photopic_sdr_display()
                                             : photopic_hdr_display(203.0, peak_nits, PHOTOPIC_LIMIT_BT709);
  c = tone_mapper == PHOTOPIC_TONE_MAPPER_CUSTOM ? photopic_custom_mapped(look, display, c)
                                                 : photopic_tone_mapped(photopic_tone_map_of(tone_mapper), display, c);
  if (look_is != 0u) c = photopic_display_graded(look, display, c);
  result = vec4(peak_nits == 0.0 ? photopic_srgb_extended(c) : c, 1.0);
}
