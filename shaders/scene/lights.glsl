// SPDX-License-Identifier: MIT
// The sun with its shadow, and KHR_lights_punctual behind what probes know of walls.
layout(set = 0, binding = SCENE_FRAME_SHADOW) uniform sampler2DShadow shadow_map;

/// 3x3 taps of bilinear comparisons, weighted 1 2 1, in four fetches. Castano 2013.
float filtered_shadow(vec3 position) {
  vec2 size = vec2(SCENE_SHADOW_SIDE);
  vec2 texel = position.xy * size;
  vec2 base = floor(texel + 0.5);
  vec2 f = texel + 0.5 - base;
  base -= 0.5;
  vec2 weight0 = 3.0 - 2.0 * f, weight1 = 1.0 + 2.0 * f;
  vec2 offset0 = (2.0 - f) / weight0 - 1.0, offset1 = f / weight1 + 1.0;
  vec4 at = vec4(base + offset0, base + offset1) / size.xyxy;
  return (weight0.x * weight0.y * textureLod(shadow_map, vec3(at.xy, position.z), 0.0) +
          weight1.x * weight0.y * textureLod(shadow_map, vec3(at.zy, position.z), 0.0) +
          weight0.x * weight1.y * textureLod(shadow_map, vec3(at.xw, position.z), 0.0) +
          weight1.x * weight1.y * textureLod(shadow_map, vec3(at.zw, position.z), 0.0)) / 16.0;
}

/// 1 = the sun is seen. Outside the map it is.
float sun_visibility(Surface surface) {
  // A texel spans more depth the lower the sun stands over the surface: look from off the surface.
  float cosine = dot(surface.geometric_normal, frame.sun_direction.xyz);
  float sine = sqrt(max(1.0 - cosine * cosine, 0.0));
  vec3 from = surface.position + surface.geometric_normal * (sine * 1.5 * frame.sun_illuminance.w);
  vec4 clip = frame.shadow_from_world * vec4(from, 1.0);
  vec3 position = vec3(clip.xy * 0.5 + 0.5, clip.z);
  if (any(lessThan(position, vec3(0.0))) || any(greaterThan(position, vec3(1.0)))) return 1.0;
  return filtered_shadow(position);
}

vec3 sunlight(Surface surface) {
  if (frame.sun_direction.w == 0.0) return vec3(0.0);
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
  if (light.intensity.w != 0.0) return reflected(surface, -light.direction.xyz) * light.intensity.rgb;
  vec3 to_light = light.position.xyz - surface.position;
  float squared_m2 = dot(to_light, to_light);
  float factor = distance_factor(squared_m2, light.position.w);
  to_light = direction_or(to_light, surface.normal);
  float cone = clamp(dot(light.direction.xyz, -to_light) * light.cone.x + light.cone.y, 0.0, 1.0);
  factor *= cone * cone;
  if (factor == 0.0) return vec3(0.0);
  return reflected(surface, to_light) * light.intensity.rgb * factor;
}

vec3 punctual_lights(Surface surface, Cell cell) {
  int count = int(frame.camera_position.w);
  if (count == 0) return vec3(0.0);
  LampsSeen seen = lamps_seen_in(cell);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < count; ++i) {
    sum += punctual(surface, frame.lights[i]) * part_seen(seen, frame.lights[i].direction.w);
  }
  return sum;
}
