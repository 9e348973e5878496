// SPDX-License-Identifier: MIT
// Light of a picture's texels, as linear colour of its own primaries, and of a mean as linear BT.709, cd/m^2.
layout(constant_id = PHOTOPIC_FLASH_SPEC_ENCODING) const uint kEncoding = PHOTOPIC_ENCODING_SRGB;
layout(constant_id = PHOTOPIC_FLASH_SPEC_PEAK) const uint kPeak = 255;

#define STORED_INVOCATIONS PHOTOPIC_FLASH_INVOCATIONS
#include "display/stored_light.glsl"

vec3 cd_m2_of(vec3 mean) {
  switch (kEncoding) {
    case PHOTOPIC_ENCODING_DISPLAY_P3:
      return kBt709OfP3 * mean * pc.cd_m2;
    case PHOTOPIC_ENCODING_HDR10:
    case PHOTOPIC_ENCODING_HLG:
      return kBt709OfBt2020 * mean;
    default:
      return mean * pc.cd_m2;
  }
}
