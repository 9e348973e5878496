// SPDX-License-Identifier: MIT
// Light from the environment, straight and reflected once or more, from the probes that see the surface (after Majercik et
// al. 2019). A probe's map holds 1 / distance, in the norm |x|+|y|+|z|: linear over each face of the octahedron where the
// probe sees a plane, so bilinear taps are exact there.
layout(set = 0, binding = SCENE_FRAME_REFLECTION) uniform sampler2D reflection_map;
layout(set = 0, binding = SCENE_FRAME_PROBES) uniform sampler3D probes;
layout(set = 0, binding = SCENE_FRAME_PROBE_DISTANCES) uniform sampler2DArray probe_distances;

/// Of first order: the value for a normal n is x + dot(yzw, n).
struct Ambient {
  vec4 sky;  // part of the sky that is seen, 0..1, weighted with the cosine
  vec4 red;  // irradiance / pi of light from other surfaces, nits
  vec4 green;
  vec4 blue;
};

float sum_of(vec3 v) { return v.x + v.y + v.z; }

/// -1..1, the poles on the y axis; `v` has |x|+|y|+|z| = 1.
vec2 octahedral(vec3 v) {
  vec2 flipped = (1.0 - abs(v.zx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(v.xz, vec2(0.0)));
  return v.y >= 0.0 ? v.xz : flipped;
}

float inverse_distance(ivec3 probe, vec3 unit_sum_direction) {
  vec2 in_tile = 1.0 + (octahedral(unit_sum_direction) * 0.5 + 0.5) * float(SCENE_PROBE_SIDE);
  vec2 texel = vec2(probe.xy * SCENE_PROBE_TILE) + in_tile;
  vec2 size = frame.probe_count.xy * float(SCENE_PROBE_TILE);
  return textureLod(probe_distances, vec3(texel / size, float(probe.z)), 0.0).r;
}

bool is_in_solid(ivec3 probe) {
  return inverse_distance(probe, vec3(0.0, 1.0, 0.0)) >= SCENE_PROBE_INVALID * 0.1;
}

/// Falls from 1 to 0 as `position` goes behind what the probe sees.
float seen_from(ivec3 probe, vec3 to_probe) {
  float length1 = max(sum_of(abs(to_probe)), 1e-6);
  float inverse = inverse_distance(probe, -to_probe / length1);
  if (inverse >= SCENE_PROBE_INVALID * 0.1) return 0.0;
  float behind_m = length(to_probe) * (1.0 - 1.0 / max(length1 * inverse, 1.0));
  float x2 = behind_m * behind_m / (SCENE_PROBE_MARGIN_M * SCENE_PROBE_MARGIN_M);
  return exp2(-x2 * x2);
}

/// Probes behind the surface can't see it.
float faced_by(vec3 to_probe, vec3 normal) {
  float facing = 0.5 + 0.5 * dot(direction_or(to_probe, normal), normal);
  return facing * facing + 0.01;
}

void scale(inout Ambient ambient, float factor) {
  ambient.sky *= factor;
  ambient.red *= factor;
  ambient.green *= factor;
  ambient.blue *= factor;
}

void add(inout Ambient ambient, Ambient other, float factor) {
  ambient.sky += other.sky * factor;
  ambient.red += other.red * factor;
  ambient.green += other.green * factor;
  ambient.blue += other.blue * factor;
}

void add_probe(inout Ambient ambient, ivec3 probe, float weight) {
  int block = int(frame.probe_count.z);
  ambient.sky += weight * texelFetch(probes, probe, 0);
  ambient.red += weight * texelFetch(probes, probe + ivec3(0, 0, block), 0);
  ambient.green += weight * texelFetch(probes, probe + ivec3(0, 0, 2 * block), 0);
  ambient.blue += weight * texelFetch(probes, probe + ivec3(0, 0, 3 * block), 0);
}

float of_first_order(vec4 factors, vec3 v) { return max(factors.x + dot(factors.yzw, v), 0.0); }

/// Irradiance of the whole sky / pi.
vec3 open_sky(vec3 n) {
  vec3 sum = frame.sky_irradiance[0].rgb + frame.sky_irradiance[1].rgb * n.y + frame.sky_irradiance[2].rgb * n.z +
             frame.sky_irradiance[3].rgb * n.x + frame.sky_irradiance[4].rgb * (n.x * n.y) +
             frame.sky_irradiance[5].rgb * (n.y * n.z) + frame.sky_irradiance[6].rgb * (3.0 * n.z * n.z - 1.0) +
             frame.sky_irradiance[7].rgb * (n.x * n.z) + frame.sky_irradiance[8].rgb * (n.x * n.x - n.y * n.y);
  return max(sum, 0.0) * frame.environment.x + frame.sunlit_ground.rgb * (0.5 - 0.5 * n.y);
}

const Ambient kBlack = Ambient(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));

vec3 to_probe_from(vec3 from, ivec3 probe) {
  return frame.probe_origin.xyz + vec3(probe) * frame.probe_spacing.xyz - from;
}

/// Of the eight from `base` on: of those before the surface, or if there is none, behind.
Ambient darkest_probe(ivec3 base, vec3 from, vec3 normal) {
  Ambient darkest = kBlack;
  float least = 1e30;
  for (int i = 0; i < 8; ++i) {
    ivec3 probe = base + ivec3(i & 1, i >> 1 & 1, i >> 2);
    if (is_in_solid(probe)) continue;
    Ambient ambient = kBlack;
    add_probe(ambient, probe, 1.0);
    float nits = of_first_order(ambient.sky, normal) * open_sky(normal).g + of_first_order(ambient.green, normal);
    if (dot(to_probe_from(from, probe), normal) <= 0.0) nits += SCENE_MAX_NITS;
    if (nits >= least) continue;
    least = nits;
    darkest = ambient;
  }
  return darkest;
}

Ambient gather_probes(vec3 position, vec3 normal) {
  vec3 from = position + normal * frame.probe_origin.w;
  vec3 grid = clamp((from - frame.probe_origin.xyz) / frame.probe_spacing.xyz, vec3(0.0), frame.probe_count.xyz - 1.0);
  ivec3 base = ivec3(min(floor(grid), frame.probe_count.xyz - 2.0));
  vec3 f = grid - vec3(base);
  Ambient ambient = kBlack;
  float sum = 0.0, best = 0.0;
  for (int i = 0; i < 8; ++i) {
    ivec3 corner = ivec3(i & 1, i >> 1 & 1, i >> 2);
    ivec3 probe = base + corner;
    vec3 to_probe = to_probe_from(from, probe);
    vec3 share = mix(1.0 - f, f, vec3(corner));
    float seen = seen_from(probe, to_probe);
    float weight = max(share.x * share.y * share.z, SCENE_PROBE_LEAST_SHARE) * faced_by(to_probe, normal) * seen;
    best = max(best, seen);
    if (weight < 1e-7) continue;
    sum += weight;
    add_probe(ambient, probe, weight);
  }
  float trust = min(best * 100.0, 1.0);
  if (sum > 0.0) scale(ambient, trust / sum);
  // Where hardly a probe sees the surface, as under things: like the darkest around, so that no wall lets light in.
  if (trust < 1.0) add(ambient, darkest_probe(base, from, normal), 1.0 - trust);
  return ambient;
}

vec3 from_surfaces(Ambient ambient, vec3 v) {
  return vec3(of_first_order(ambient.red, v), of_first_order(ambient.green, v), of_first_order(ambient.blue, v));
}

vec3 reflected_sky(vec3 direction, float roughness) {
  vec3 nits = textureLod(reflection_map, equirect(direction), roughness * frame.environment.z).rgb;
  // Rough surfaces see the horizon blurred.
  float below = clamp(0.5 - direction.y / (0.02 + 1.5 * roughness * roughness), 0.0, 1.0);
  return nits * frame.environment.x + frame.sunlit_ground.rgb * below;
}

/// Along one direction. What the probes see below the surface is no part of it: of an open plane the sky's part is all.
vec3 reflection_of(Surface surface, Ambient ambient, vec3 direction) {
  float seen = min(of_first_order(ambient.sky, direction), 1.0);
  float above = 0.5 + 0.5 * dot(surface.normal, direction);
  float open = clamp(seen / max(above, 1e-3), 0.0, 1.0);
  return reflected_sky(direction, surface.roughness) * open +
         from_surfaces(ambient, direction) * ((1.0 - open) / max(1.0 - seen, 1e-3));
}

vec3 ambient_light(Surface surface) {
  Ambient ambient = gather_probes(surface.position, surface.geometric_normal);
  vec3 irradiance = open_sky(surface.normal) * min(of_first_order(ambient.sky, surface.normal), 1.0) +
                    from_surfaces(ambient, surface.normal);
  vec3 reflection = reflection_of(surface, ambient, reflect(-surface.view, surface.normal));
  vec2 brdf = ambient_brdf(surface.roughness, clamp(dot(surface.normal, surface.view), 0.0, 1.0));
  vec3 specular = clamp(surface.f0 * brdf.x + brdf.y, 0.0, 1.0);
  return ((1.0 - specular) * surface.diffuse_color * irradiance + specular * reflection) * surface.occlusion;
}
