// SPDX-License-Identifier: MIT
// Light of a picture, as it is stored, by the brightest channel of each texel: the brightest, and the sum. The includer
// has finish/stored.glsl and LIGHT_BINDING, and calls see_light() for each texel and add_light() once in every invocation.

#include "display/content_light.glsl"

layout(set = 0, binding = LIGHT_BINDING, std430) buffer Light { ContentLightSums light; };

const uint kLightSlots = 16u;  // invocations of a workgroup add up in these first
shared uint shared_light_max[kLightSlots];
shared uint shared_light_sum[kLightSlots];
shared uint shared_light_texels[kLightSlots];

float seen_max = 0.0;
uint seen_sum = 0u;
uint seen_texels = 0u;

void see_light(vec3 stored) {
  vec3 light = decoded(picture_encoding(), stored) * DISPLAY.paper_white_nits;
  float nits = counted_nits(max(light.r, max(light.g, light.b)));
  seen_max = max(seen_max, nits);
  seen_sum += uint(nits * float(PHOTOPIC_CONTENT_LIGHT_UNIT) + 0.5);  // a workgroup's, up to 6.6e8, fits
  ++seen_texels;
}

void add_light() {
  uint index = gl_LocalInvocationIndex;
  if (index < kLightSlots) {
    shared_light_max[index] = 0u;
    shared_light_sum[index] = 0u;
    shared_light_texels[index] = 0u;
  }
  barrier();
  uint slot = index % kLightSlots;
  atomicMax(shared_light_max[slot], floatBitsToUint(seen_max));
  atomicAdd(shared_light_sum[slot], seen_sum);
  atomicAdd(shared_light_texels[slot], seen_texels);
  barrier();
  if (index != 0u) return;
  uint most = 0u, sum = 0u, texels = 0u;
  for (uint i = 0u; i < kLightSlots; ++i) {
    most = max(most, shared_light_max[i]);
    sum += shared_light_sum[i];
    texels += shared_light_texels[i];
  }
  atomicMax(light.max_nits_bits, most);
  atomicAdd(light.sum_low, sum & 0xffffu);
  atomicAdd(light.sum_high, sum >> 16u);
  atomicAdd(light.texels, texels);
}
