// SPDX-License-Identifier: MIT
// The sun with its shadow, and KHR_lights_punctual behind what probes know of walls.
layout(set = 0, binding = SCENE_FRAME_SHADOW) uniform sampler2DArrayShadow shadow_maps;

layout(constant_id = SCENE_SPEC_LIGHTS) const int kLights = 0;
layout(constant_id = SCENE_SPEC_SHADOW_MAPS) const int kShadowMaps = 0;

/// Of comparisons with four texels, at (0, 1), (1, 1), (1, 0), (0, 0) of a square: their sum by column and row weights.
float weighted(vec4 texels, vec2 columns, vec2 rows) {
  return rows.y * (columns.x * texels.x + columns.y * texels.y) + rows.x * (columns.y * texels.z + columns.x * texels.w);
}

/// 3x3 taps of bilinear comparisons, weighted 1 2 1: of 4x4 texels, gathered, since not every device filters depth, and
/// those that do have few digits for the weights. Without an eighth at both ends of the filter: it then reaches a
/// texel, not two, and hardly any light comes round the edge where a wall and a floor meet.
float filtered_shadow(vec3 position, float map) {
  vec2 texel = position.xy * vec2(SCENE_SHADOW_SIDE) - 0.5;
  vec2 base = floor(texel), f = texel - base;
  vec4 at = vec4(base, base + 2.0) / float(SCENE_SHADOW_SIDE);  // corners that four texels share
  vec2 left = vec2(1.0 - f.x, 2.0 - f.x), right = vec2(1.0 + f.x, f.x);
  vec2 upper = vec2(1.0 - f.y, 2.0 - f.y), lower = vec2(1.0 + f.y, f.y);
  float seen = weighted(textureGather(shadow_maps, vec3(at.xy, map), position.z), left, upper) +
               weighted(textureGather(shadow_maps, vec3(at.zy, map), position.z), right, upper) +
               weighted(textureGather(shadow_maps, vec3(at.xw, map), position.z), left, lower) +
               weighted(textureGather(shadow_maps, vec3(at.zw, map), position.z), right, lower);
  return clamp((seen - 2.0) / 12.0, 0.0, 1.0);
}

/// 1 = the sun is seen. Of the finest map that holds the place; outside all it is. All maps are gone through: of a loop
/// of known length, a CPU reads the numbers once.
float sun_visibility(Surface surface) {
  float cosine = dot(surface.geometric_normal, frame.sun_direction.xyz);
  float sine = sqrt(max(1.0 - cosine * cosine, 0.0));
  vec4 found = vec4(0.0, 0.0, 0.0, -1.0);  // in a map; which
  for (int i = kShadowMaps - 1; i >= 0; --i) {
    // A texel spans more depth the lower the sun stands over the surface: look from as far off it as texels count.
    vec3 from = surface.position + surface.geometric_normal * (sine * 2.0 * frame.shadow_texels[i]);
    vec4 clip = transformed(frame.shadow_from_world[i], vec4(from, 1.0));
    vec3 position = vec3(clip.xy * 0.5 + 0.5, min(clip.z, 1.0));  // behind all that casts shadows, still in them
    float rim = i < kShadowMaps - 1 ? 2.0 / float(SCENE_SHADOW_SIDE) : 0.0;  // of the filter
    bool is_held = all(greaterThanEqual(position, vec3(rim, rim, 0.0))) &&
                   all(lessThanEqual(position.xy, vec2(1.0 - rim)));
    found = is_held ? vec4(position, float(i)) : found;
  }
  return found.w < 0.0 ? 1.0 : filtered_shadow(found.xyz, found.w);
}

vec3 sunlight(Surface surface) {
  if (kShadowMaps == 0 || frame.sun_direction.w == 0.0) return vec3(0.0);
  vec3 reflected_part = reflected(surface, frame.sun_direction.xyz);
  if (all(equal(reflected_part, vec3(0.0)))) return vec3(0.0);
  return reflected_part * frame.sun_illuminance.rgb * sun_visibility(surface);
}

/// KHR_lights_punctual's window, over the square of the distance; not nearer than 1 cm.
float distance_factor(float squared_m2, float inverse_range) {
  float ratio2 = squared_m2 * inverse_range * inverse_range;
  return clamp(1.0 - ratio2 * ratio2, 0.0, 1.0) / max(squared_m2, 1e-4);
}

vec3 punctual(Surface surface, SceneLight light) {
  vec3 to_light = light.position.xyz - surface.position;
  float squared_m2 = dot(to_light, to_light);
  float factor = distance_factor(squared_m2, light.position.w);
  to_light = direction_or(to_light, surface.normal);
  float cone = clamp(dot(light.direction.xyz, -to_light) * light.cone.x + light.cone.y, 0.0, 1.0);
  factor *= cone * cone;
  bool is_directional = light.intensity.w != 0.0;  // chosen before the BRDF: a CPU takes both ways through a branch
  to_light = is_directional ? -light.direction.xyz : to_light;
  factor = is_directional ? 1.0 : factor;
  return factor == 0.0 ? vec3(0.0) : reflected(surface, to_light) * light.intensity.rgb * factor;
}

vec3 punctual_lights(Surface surface, Cell cell) {
  if (kLights == 0) return vec3(0.0);
  LampsSeen seen = lamps_seen_in(cell);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < kLights; ++i) {
    sum += punctual(surface, frame.lights[i]) * part_seen(seen, frame.lights[i].direction.w);
  }
  return sum;
}
