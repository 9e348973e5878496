// SPDX-License-Identifier: MIT
// Light from the environment, straight and reflected once or more, from the probes that see the surface (after Majercik et
// al. 2019). A probe's map holds 1 / distance, in the norm |x|+|y|+|z|: linear over each face of the octahedron where the
// probe sees a plane, so bilinear taps are exact there.
layout(set = 0, binding = SCENE_FRAME_REFLECTION) uniform sampler2D reflection_map;
layout(set = 0, binding = SCENE_FRAME_PROBES) uniform sampler3D probes;
layout(set = 0, binding = SCENE_FRAME_PROBE_DISTANCES) uniform sampler2DArray probe_distances;

/// For a direction, from probes. Each holds, for planes that face the sides of a cube, rgb: irradiance / pi from other
/// surfaces, nits; a: the part of the sky that is seen.
struct Ambient {
  vec4 at_normal;
  vec4 at_reflection;
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

/// Between the sides: the squares of a direction's components add up to 1.
vec4 probe_value(ivec3 probe, vec3 direction) {
  vec3 squares = direction * direction;
  ivec3 negative = ivec3(lessThan(direction, vec3(0.0))) * int(frame.probe_count.z);
  int axis = int(frame.probe_count.x);
  return squares.x * texelFetch(probes, probe + ivec3(0, 0, negative.x), 0) +
         squares.y * texelFetch(probes, probe + ivec3(axis, 0, negative.y), 0) +
         squares.z * texelFetch(probes, probe + ivec3(2 * axis, 0, negative.z), 0);
}

void add_probe(inout Ambient ambient, ivec3 probe, vec3 normal, vec3 reflection, float weight) {
  ambient.at_normal += weight * probe_value(probe, normal);
  ambient.at_reflection += weight * probe_value(probe, reflection);
}

/// Irradiance of the whole sky / pi.
vec3 open_sky(vec3 n) {
  vec3 sum = frame.sky_irradiance[0].rgb + frame.sky_irradiance[1].rgb * n.y + frame.sky_irradiance[2].rgb * n.z +
             frame.sky_irradiance[3].rgb * n.x + frame.sky_irradiance[4].rgb * (n.x * n.y) +
             frame.sky_irradiance[5].rgb * (n.y * n.z) + frame.sky_irradiance[6].rgb * (3.0 * n.z * n.z - 1.0) +
             frame.sky_irradiance[7].rgb * (n.x * n.z) + frame.sky_irradiance[8].rgb * (n.x * n.x - n.y * n.y);
  return max(sum, 0.0) * frame.environment.x + frame.sunlit_ground.rgb * (0.5 - 0.5 * n.y);
}

vec3 to_probe_from(vec3 from, ivec3 probe) {
  return frame.probe_origin.xyz + vec3(probe) * frame.probe_spacing.xyz - from;
}

/// Of the eight from `base` on: of those before the surface, or if there is none, behind.
ivec3 darkest_probe(ivec3 base, vec3 from, vec3 normal) {
  ivec3 darkest = base;
  float least = 1e30;
  for (int i = 0; i < 8; ++i) {
    ivec3 probe = base + ivec3(i & 1, i >> 1 & 1, i >> 2);
    if (is_in_solid(probe)) continue;
    vec4 value = probe_value(probe, normal);
    float nits = value.a * open_sky(normal).g + value.g;
    if (dot(to_probe_from(from, probe), normal) <= 0.0) nits += SCENE_MAX_NITS;
    if (nits >= least) continue;
    least = nits;
    darkest = probe;
  }
  return darkest;
}

/// `facing`: without the normal texture; it says which probes are before the surface.
Ambient gather_probes(vec3 position, vec3 facing, vec3 normal, vec3 reflection) {
  vec3 from = position + facing * frame.probe_origin.w;
  vec3 grid = clamp((from - frame.probe_origin.xyz) / frame.probe_spacing.xyz, vec3(0.0), frame.probe_count.xyz - 1.0);
  ivec3 base = ivec3(min(floor(grid), frame.probe_count.xyz - 2.0));
  vec3 f = grid - vec3(base);
  Ambient ambient = Ambient(vec4(0.0), vec4(0.0));
  float sum = 0.0, best = 0.0;
  for (int i = 0; i < 8; ++i) {
    ivec3 corner = ivec3(i & 1, i >> 1 & 1, i >> 2);
    ivec3 probe = base + corner;
    vec3 to_probe = to_probe_from(from, probe);
    vec3 share = mix(1.0 - f, f, vec3(corner));
    float seen = seen_from(probe, to_probe);
    float weight = max(share.x * share.y * share.z, SCENE_PROBE_LEAST_SHARE) * faced_by(to_probe, facing) * seen;
    best = max(best, seen);
    if (weight < 1e-7) continue;
    sum += weight;
    add_probe(ambient, probe, normal, reflection, weight);
  }
  float trust = min(best * 100.0, 1.0);
  float scale = sum > 0.0 ? trust / sum : 0.0;
  ambient = Ambient(ambient.at_normal * scale, ambient.at_reflection * scale);
  // Where hardly a probe sees the surface, as under things: like the darkest around, so that no wall lets light in.
  if (trust < 1.0) add_probe(ambient, darkest_probe(base, from, facing), normal, reflection, 1.0 - trust);
  return ambient;
}

vec3 reflected_sky(vec3 direction, float roughness) {
  vec3 nits = textureLod(reflection_map, equirect(direction), roughness * frame.environment.z).rgb;
  // Rough surfaces see the horizon blurred.
  float below = clamp(0.5 - direction.y / (0.02 + 1.5 * roughness * roughness), 0.0, 1.0);
  return nits * frame.environment.x + frame.sunlit_ground.rgb * below;
}

/// Of what probes see towards `direction`, the part above the surface: of an open plane the sky is all of it, however the
/// plane is tilted. `plane`: the part of the sky that a probe sees there over such a plane.
vec3 above_surface(vec4 seen, float plane, vec3 sky) {
  float open = clamp(seen.a / max(plane, 1e-3), 0.0, 1.0);
  return sky * open + seen.rgb * ((1.0 - open) / max(1.0 - seen.a, 1e-3));
}

/// For the sides of the cube, (1 + cosine) / 2 of what is above a plane.
float plane_part(vec3 normal, vec3 direction) {
  vec3 sides = 0.5 + 0.5 * normal * mix(vec3(-1.0), vec3(1.0), greaterThanEqual(direction, vec3(0.0)));
  return dot(direction * direction, sides);
}

vec3 ambient_light(Surface surface) {
  vec3 normal = surface.normal, mirrored = reflect(-surface.view, surface.normal);
  Ambient ambient = gather_probes(surface.position, surface.geometric_normal, normal, mirrored);
  vec3 irradiance = above_surface(ambient.at_normal, plane_part(normal, normal), open_sky(normal));
  vec3 reflection = above_surface(ambient.at_reflection, plane_part(surface.geometric_normal, mirrored),
                                  reflected_sky(mirrored, surface.roughness));
  vec2 brdf = ambient_brdf(surface.roughness, clamp(dot(normal, surface.view), 0.0, 1.0));
  vec3 specular = clamp(surface.f0 * brdf.x + brdf.y, 0.0, 1.0);
  return ((1.0 - specular) * surface.diffuse_color * irradiance + specular * reflection) * surface.occlusion;
}
