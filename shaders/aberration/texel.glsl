// SPDX-License-Identifier: MIT
// Lateral chromatic aberration: the HDR image's texel as a lens shows it whose magnification depends on the wavelength.

/// Where the picture is sampled.
struct AberrationSamples {
  vec2 place;         // the texel, and
  vec2 red_shift;     // where its red comes from
  vec2 first;         // texel of the picture, and the last one
  vec2 last;
  vec2 inverse_size;  // of the image
};

/// A channel between the four texels around a place; NaN is 0 there, infinity 1e30.
float aberration_channel(AberrationSamples at, vec2 place, int channel) {
  place = clamp(place, at.first, at.last);
  vec2 base = min(floor(place), max(at.last - 1.0, at.first));
  vec2 share = place - base;
  vec2 corner = (base + 1.0) * at.inverse_size;  // far from where another four begin
  vec4 texels = channel == 0 ? textureGather(hdr, corner, 0)
              : channel == 1 ? textureGather(hdr, corner, 1) : textureGather(hdr, corner, 2);
  const float kMost = 1e30;
  texels = min(nmax(texels, vec4(0.0)), kMost) - min(nmax(-texels, vec4(0.0)), kMost);
  vec2 rows = texels.wx + (texels.zy - texels.wx) * share.x;  // upper, lower
  return rows.x + (rows.y - rows.x) * share.y;
}

/// A triangle of wavelengths about each channel's, as wide as from one channel to the next but one. Differences from
/// the middle one are added up: the weights' sum is 1 to the bit.
void aberration(inout vec4 color, SourceTexel texel, AberrationParams params) {
  if (params.texels == 0.0) return;
  AberrationSamples at;
  at.place = vec2(texel.texel);
  at.first = vec2(texel.origin);
  at.last = vec2(texel.origin + texel.extent - 1u);
  at.inverse_size = 1.0 / vec2(textureSize(hdr, 0));
  vec2 half_extent = 0.5 * vec2(texel.extent);
  float of_half_diagonal = params.texels * inversesqrt(dot(half_extent, half_extent));
  at.red_shift = (at.first + half_extent - 0.5 - at.place) * of_half_diagonal;
  vec3 middle = vec3(aberration_channel(at, at.place + at.red_shift, 0), aberration_channel(at, at.place, 1),
                     aberration_channel(at, at.place - at.red_shift, 2));
  vec3 sum = middle;
  int steps = int(params.steps);
  float pitch = 1.0 / float(steps);
  for (int i = 1 - steps; i < steps; ++i) {
    if (i == 0) continue;
    float along = float(i) * pitch;
    float weight = (float(steps) - abs(float(i))) * pitch * pitch;
    vec3 channels = vec3(aberration_channel(at, at.place + at.red_shift * (1.0 + along), 0),
                         aberration_channel(at, at.place + at.red_shift * along, 1),
                         aberration_channel(at, at.place + at.red_shift * (along - 1.0), 2));
    sum += weight * (channels - middle);
  }
  color.rgb = sum;
}
