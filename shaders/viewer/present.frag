// SPDX-License-Identifier: MIT
// A window's pixel: ground, picture, and the interface over them, in what the window's images mean.
// SDR on SDR is composed of stored values, as everywhere. All else is composed of light, in nits of BT.709; a texel of
// the picture that needs neither scaling nor another encoding is stored as it is.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/display.h"
#include "viewer/interface.h"
#include "display/primaries.glsl"
#include "display/transfer.glsl"

#ifdef PACKED  // R32_UINT: 10 bits of red, green and blue
layout(set = 0, binding = VIEWER_PICTURE) uniform usampler2D picture;
layout(set = 0, binding = VIEWER_OTHER) uniform usampler2D other;
#else
layout(set = 0, binding = VIEWER_PICTURE) uniform sampler2D picture;
layout(set = 0, binding = VIEWER_OTHER) uniform sampler2D other;
#endif
layout(set = 0, binding = VIEWER_UI) uniform sampler2D ui;
layout(push_constant, std430) uniform Push { PresentParams pc; };
layout(location = 0) out vec4 pixel;

layout(constant_id = VIEWER_SPEC_STORED) const bool kIsStored = false;
layout(constant_id = VIEWER_SPEC_WHOLE) const bool kIsWhole = false;
layout(constant_id = VIEWER_SPEC_WIPED) const bool kIsWiped = false;

const float kGround = 0.086;  // encoded
const vec3 kBt709Luminance = vec3(0.2126, 0.7152, 0.0722);

bool is_other() { return kIsWiped && int(gl_FragCoord.x) < pc.wipe; }

vec4 stored(ivec2 texel) {
#ifdef PACKED
  uint word = is_other() ? texelFetch(other, texel, 0).r : texelFetch(picture, texel, 0).r;
  return vec4(vec3(word & 1023u, word >> 10u & 1023u, word >> 20u & 1023u) / 1023.0, 1.0);
#else
  return is_other() ? texelFetch(other, texel, 0) : texelFetch(picture, texel, 0);
#endif
}

/// A stored value as light of BT.709, nits.
vec3 nits_of(uint encoding, vec3 signal) {
  if (encoding == PHOTOPIC_ENCODING_HDR10) return kBt709OfBt2020 * nits_of_pq(signal);
  if (encoding == PHOTOPIC_ENCODING_HLG) return kBt709OfBt2020 * nits_of_hlg(signal);
  if (encoding == PHOTOPIC_ENCODING_SCRGB) return signal * pc.scrgb_reference_nits;
  if (encoding == PHOTOPIC_ENCODING_LINEAR) return signal * pc.paper_white_nits;
  if (encoding == PHOTOPIC_ENCODING_POWER22) return pow(max(signal, 0.0), vec3(2.2)) * pc.paper_white_nits;
  vec3 linear = linear_of_srgb_extended(signal);
  if (encoding == PHOTOPIC_ENCODING_DISPLAY_P3) linear = kBt709OfP3 * linear;
  return linear * pc.paper_white_nits;
}

/// Back, for what a window takes.
vec3 signal_of_nits(vec3 nits) {
  if (pc.surface_encoding == PHOTOPIC_ENCODING_HDR10) return pq_of_nits(kBt2020OfBt709 * nits);
  if (pc.surface_encoding == PHOTOPIC_ENCODING_HLG) return hlg_of_nits(kBt2020OfBt709 * nits);
  if (pc.surface_encoding == PHOTOPIC_ENCODING_SCRGB) return nits / pc.scrgb_reference_nits;
  vec3 linear = nits / pc.surface_white_nits;
  if (pc.surface_encoding == PHOTOPIC_ENCODING_DISPLAY_P3) linear = kP3OfBt709 * linear;
  return clamp(srgb_extended(linear), 0.0, 1.0);
}

/// A texel's colour, or its channel: a stored value where `is_raw`, else nits.
vec3 color_of(ivec2 texel, bool is_raw) {
  vec4 value = stored(texel);
  if (pc.channel == VIEWER_CHANNEL_ALL) return is_raw ? value.rgb : nits_of(pc.picture_encoding, value.rgb);
  if (pc.channel == VIEWER_CHANNEL_LUMINANCE) {
    vec3 nits = vec3(dot(nits_of(pc.picture_encoding, value.rgb), kBt709Luminance));
    if (!is_raw) return nits;
    vec3 linear = nits / pc.paper_white_nits;
    return pc.picture_encoding == PHOTOPIC_ENCODING_POWER22 ? pow(linear, vec3(1.0 / 2.2)) : srgb_extended(linear);
  }
  float channel = value[pc.channel - VIEWER_CHANNEL_RED];
  if (is_raw) return vec3(channel);
  // Alpha is no light: 1 is white.
  if (pc.channel == VIEWER_CHANNEL_ALPHA) return vec3(channel * pc.paper_white_nits);
  return nits_of(pc.picture_encoding, vec3(channel));
}

/// The picture's colour at a place in it, a share of its sides: stored values where `is_raw`, else nits.
vec3 scaled(vec2 place, vec2 size, bool is_raw) {
  if (pc.is_nearest != 0u) {
    return color_of(clamp(ivec2(floor(place * size)), ivec2(0), ivec2(size) - 1), is_raw);
  }
  vec2 at = place * size - 0.5;
  ivec2 first = ivec2(floor(at));
  vec2 share = at - vec2(first);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 4; ++i) {
    ivec2 corner = ivec2(i & 1, i >> 1);
    vec3 color = color_of(clamp(first + corner, ivec2(0), ivec2(size) - 1), is_raw);
    vec2 weight = mix(1.0 - share, share, vec2(corner));
    sum += weight.x * weight.y * color;
  }
  return sum;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 over = texelFetch(ui, at, 0);
  PresentPlace lies = pc.picture;
  if (is_other()) lies = pc.other;
  ivec2 inside = at - ivec2(lies.left, lies.top);
  ivec2 in_room = at - ivec2(pc.clip_left, pc.clip_top);
  bool is_picture =
      all(greaterThanEqual(inside, ivec2(0))) && all(lessThan(uvec2(inside), uvec2(lies.width, lies.height))) &&
      all(greaterThanEqual(in_room, ivec2(0))) && all(lessThan(uvec2(in_room), uvec2(pc.clip_width, pc.clip_height)));
  vec2 place = (vec2(inside) + 0.5) / vec2(max(lies.width, 1u), max(lies.height, 1u));
  vec2 size = vec2(lies.picture_width, lies.picture_height);
  if (kIsStored) {
    vec3 color = !is_picture ? vec3(kGround) : kIsWhole ? color_of(inside, true) : scaled(place, size, true);
    pixel = vec4((1.0 - over.a) * color + over.rgb, 1.0);
    return;
  }
  if (is_picture && kIsWhole && over == vec4(0.0) && pc.picture_encoding == pc.surface_encoding &&
      pc.channel == VIEWER_CHANNEL_ALL) {
    pixel = vec4(stored(inside).rgb, 1.0);
    return;
  }
  vec3 nits = linear_of_srgb_extended(vec3(kGround)) * pc.ui_white_nits;
  if (is_picture) nits = kIsWhole ? color_of(inside, false) : scaled(place, size, false);
  float covered = max(over.a, max(over.r, max(over.g, over.b)));
  if (covered > 0.0) {
    vec3 light = linear_of_srgb_extended(over.rgb / covered) * pc.ui_white_nits;
    nits = (1.0 - over.a) * nits + covered * light;
  }
  pixel = vec4(signal_of_nits(nits), 1.0);
}
