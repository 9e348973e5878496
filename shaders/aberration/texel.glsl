// SPDX-License-Identifier: MIT
// Lateral chromatic aberration: the HDR image's texels as a lens shows them whose magnification depends on the wavelength.
// With ABERRATION_FILTERS, a constant: whether the HDR image's sampler filters linearly.

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
void aberration_of_texel(inout vec4 color, SourceTexel texel, AberrationParams params) {
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

#ifdef ABERRATION_FILTERS
/// The same of two steps by the sampler's filter, whose fractions may have 8 bits; of all texels, whose reads are asked for
/// before one of them is waited for. False: some texel around isn't finite, and nothing has changed.
bool aberration_by_filter(inout vec4 colors[TEXELS_AT_ONCE], SourceTexel texels[TEXELS_AT_ONCE], AberrationParams params) {
  vec2 first = vec2(texels[0].origin) + 0.5, last = vec2(texels[0].origin + texels[0].extent) - 0.5;
  vec2 inverse_size = 1.0 / vec2(textureSize(hdr, 0));
  vec2 half_extent = 0.5 * vec2(texels[0].extent);
  vec2 center = vec2(texels[0].origin) + half_extent;
  float of_half_diagonal = params.texels * inversesqrt(dot(half_extent, half_extent));
  vec3 before[TEXELS_AT_ONCE], behind[TEXELS_AT_ONCE];  // half a shift on either side of each channel's place
  vec2 middle[TEXELS_AT_ONCE];                          // of red and blue; that of green is the texel
  EACH_TEXEL_UNROLLED(i) {
    vec2 place = vec2(texels[i].texel) + 0.5;
    vec2 shift = (center - place) * of_half_diagonal;
#define ABERRATION_AT(along) textureLod(hdr, clamp(place + shift * (along), first, last) * inverse_size, 0.0)
    before[i] = vec3(ABERRATION_AT(0.5).r, ABERRATION_AT(-0.5).g, ABERRATION_AT(-1.5).b);
    behind[i] = vec3(ABERRATION_AT(1.5).r, ABERRATION_AT(0.5).g, ABERRATION_AT(-0.5).b);
    middle[i] = vec2(ABERRATION_AT(1.0).r, ABERRATION_AT(-1.0).b);
#undef ABERRATION_AT
  }
  float sum = 0.0;
  EACH_TEXEL_UNROLLED(i) {
    behind[i] = 0.5 * vec3(middle[i].x, colors[i].g, middle[i].y) + 0.25 * (before[i] + behind[i]);
    sum += abs(behind[i].r) + abs(behind[i].g) + abs(behind[i].b);
  }
  if (is_nonfinite(sum)) return false;
  EACH_TEXEL_UNROLLED(i) colors[i].rgb = behind[i];
  return true;
}
#endif

void aberration(inout vec4 colors[TEXELS_AT_ONCE], SourceTexel texels[TEXELS_AT_ONCE], AberrationParams params) {
  if (params.texels == 0.0) return;
#ifdef ABERRATION_FILTERS
  if (ABERRATION_FILTERS && params.steps == 2u && aberration_by_filter(colors, texels, params)) return;
#endif
  // Long code, once for all texels, of a copy: what is indexed by a variable isn't kept in registers.
  vec4 slow[TEXELS_AT_ONCE];
  uvec2 places[TEXELS_AT_ONCE];
  EACH_TEXEL_UNROLLED(i) {
    slow[i] = colors[i];
    places[i] = texels[i].texel;
  }
  [[dont_unroll]] EACH_TEXEL(i) {
    aberration_of_texel(slow[i], SourceTexel(places[i], texels[0].origin, texels[0].extent), params);
  }
  EACH_TEXEL_UNROLLED(i) colors[i] = slow[i];
}
