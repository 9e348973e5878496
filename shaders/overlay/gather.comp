// SPDX-License-Identifier: MIT
// Statistics of the whole metered rectangle for the debug overlay: a histogram of log2 luminance, and the mean that a
// chain of blits would give, each texel weighed as it would be there. With STORED, of a finished picture, in nits, with
// its plain mean and the light of its content.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/overlay_interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"

layout(local_size_x = PHOTOPIC_OVERLAY_INVOCATIONS) in;

#ifdef STORED
#include "finish/store.glsl"
layout(set = 0, binding = PHOTOPIC_OVERLAY_GATHER_PICTURE, LDR_FORMAT) uniform readonly LDR_IMAGE picture;
#else
layout(set = 0, binding = PHOTOPIC_OVERLAY_HDR) uniform sampler2D hdr;
#endif
layout(set = 0, binding = PHOTOPIC_OVERLAY_DATA, std430) buffer Data { OverlayData overlay; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_GATHER_BLIT, std430) readonly buffer Blit { float blit_weights[]; };
layout(push_constant, std430) uniform Push { OverlayPush pc; };

#ifdef STORED
layout(constant_id = PHOTOPIC_SPEC_ENCODING) const uint kEncoding = 0u;
#define DISPLAY pc
#include "display/signal.glsl"
#include "display/content_light.glsl"
#include "display/finite.glsl"

/// Nits. Below 0 where a channel isn't finite: no statistics have the texel.
vec3 color_at(uvec2 texel) {
  vec3 stored = texel_of_stored(imageLoad(picture, ivec2(texel))).rgb;
  vec3 nits = nits_of_signal(finite(stored));
#ifndef MAX_CODE
  if (!is_finite(stored)) return vec3(-1.0);
#endif
  return nits;
}

shared uint group_max, group_sum_low, group_sum_high;
float most_nits = 0.0;
uint nits_sum = 0u;  // of PHOTOPIC_CONTENT_LIGHT_UNIT; of an invocation, it fits for pictures of 32768 x 32768 texels

void see_light(vec3 color) {
  float nits = counted_nits(nmax(color.r, nmax(color.g, color.b)));
  most_nits = max(most_nits, nits);
  nits_sum += uint(nits * float(PHOTOPIC_CONTENT_LIGHT_UNIT) + 0.5);
}

void add_group_light() {
  atomicMax(group_max, floatBitsToUint(most_nits));
  atomicAdd(group_sum_low, nits_sum & 0xffffu);
  atomicAdd(group_sum_high, nits_sum >> 16u);
}

void add_light() {
  atomicMax(overlay.light.max_nits_bits, group_max);
  atomicAdd(overlay.light.sum_low, group_sum_low & 0xffffu);
  atomicAdd(overlay.light.sum_high, group_sum_high + (group_sum_low >> 16u));
}
#else
const float kLargestHalf = 65504.0;
vec3 color_at(uvec2 texel) { return texelFetch(hdr, ivec2(texel), 0).rgb; }
#endif

const uint kReads = 4u;  // that are asked for at once

shared uint bins[PHOTOPIC_HISTOGRAM_BINS];
shared uint group_invalid, group_under, group_over, group_clipped;
// Of weighed log2 luminance, of weights; of a finished picture also of log2 luminance.
#ifdef STORED
#define SUMS vec3
#define SUMS_OF(weight, log2_luminance) vec3((weight) * vec2(log2_luminance, 1.0), log2_luminance)
#else
#define SUMS vec2
#define SUMS_OF(weight, log2_luminance) (weight) * vec2(log2_luminance, 1.0)
#endif
shared SUMS sums[PHOTOPIC_OVERLAY_INVOCATIONS];

// In registers, for all texels.
float min_log2, max_log2;
float min_luminance, max_luminance;

/// Adds one texel, which a chain of blits would give that weight.
void see(float luminance, float weight, inout SUMS sum) {
  if (!is_valid_luminance(luminance)) {
    atomicAdd(group_invalid, 1u);
    return;
  }
  float log2_luminance = clamp(log2(nclamp(luminance, min_luminance, max_luminance)), min_log2, max_log2);
  if (luminance < min_luminance) atomicAdd(group_under, 1u);
  if (luminance > max_luminance) atomicAdd(group_over, 1u);
  float position = (log2_luminance - min_log2) / (max_log2 - min_log2) * float(PHOTOPIC_HISTOGRAM_BINS - 1);
  atomicAdd(bins[uint(position + 0.5)], 1u);
  sum += SUMS_OF(weight, log2_luminance);
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  bins[invocation] = 0u;
  if (invocation == 0u) group_invalid = group_under = group_over = group_clipped = 0u;
#ifdef STORED
  if (invocation == 0u) group_max = group_sum_low = group_sum_high = 0u;
#endif
  barrier();

  uvec2 extent = uvec2(overlay.params.meter_width, overlay.params.meter_height);
  uvec2 tiles = (extent + PHOTOPIC_STEP_SIDE - 1u) / PHOTOPIC_STEP_SIDE;
  uvec2 origin = uvec2(overlay.params.meter_x, overlay.params.meter_y);
  vec3 row = vec3(overlay.params.tables.luminance_row[0], overlay.params.tables.luminance_row[1],
                  overlay.params.tables.luminance_row[2]);
  float inverse_pre_exposure = overlay.params.inverse_pre_exposure;
  min_log2 = overlay.params.min_log2;
  max_log2 = overlay.params.max_log2;
  min_luminance = exp2(min_log2);
  max_luminance = exp2(max_log2);
  SUMS sum = SUMS(0.0);
  for (uint tile = gl_WorkGroupID.x; tile < tiles.x * tiles.y; tile += kReads * gl_NumWorkGroups.x) {
    uvec2 texels[kReads];
    vec3 colors[kReads];
    float weights[kReads];
    for (uint i = 0u; i < kReads; ++i) {
      uint read = tile + i * gl_NumWorkGroups.x;
      texels[i] = uvec2(read % tiles.x, read / tiles.x) * PHOTOPIC_STEP_SIDE + texel_of_invocation(invocation);
      uvec2 texel = min(texels[i], extent - 1u);
      colors[i] = color_at(origin + texel);
      weights[i] = blit_weights[texel.x] * blit_weights[extent.x + texel.y];
    }
    for (uint i = 0u; i < kReads; ++i) {
      if (any(greaterThanEqual(texels[i], extent))) continue;
      float luminance = luminance_of(colors[i] * inverse_pre_exposure, row);
#ifdef STORED
      if (is_valid_luminance(luminance)) see_light(colors[i]);
#else
      if (any(equal(colors[i], vec3(kLargestHalf)))) atomicAdd(group_clipped, 1u);
#endif
      see(luminance, weights[i], sum);
    }
  }

#ifdef STORED
  add_group_light();
#endif
  sums[invocation] = sum;
  for (uint count = PHOTOPIC_OVERLAY_INVOCATIONS / 2u; count > 0u; count /= 2u) {
    barrier();
    if (invocation < count) sums[invocation] += sums[invocation + count];
  }
  barrier();
  if (bins[invocation] != 0u) atomicAdd(overlay.counts[invocation], bins[invocation]);
  if (invocation != 0u) return;
  overlay.partial_sum[gl_WorkGroupID.x] = sums[0].x;
  overlay.partial_weight[gl_WorkGroupID.x] = sums[0].y;
#ifdef STORED
  overlay.partial_log2[gl_WorkGroupID.x] = sums[0].z;
  add_light();
#endif
  if (group_invalid != 0u) atomicAdd(overlay.invalid_texels, group_invalid);
  if (group_clipped != 0u) atomicAdd(overlay.clipped_texels, group_clipped);
  if (group_under != 0u) atomicAdd(overlay.under_texels, group_under);
  if (group_over != 0u) atomicAdd(overlay.over_texels, group_over);
}
