// SPDX-License-Identifier: MIT
// Light from the environment, straight and reflected, as far as walls let it in.
layout(set = 0, binding = SCENE_FRAME_REFLECTION) uniform sampler2D reflection_map;

/// Irradiance of the whole sky / pi.
vec3 open_sky(vec3 n) {
  vec3 sum = frame.sky_irradiance[0].rgb + frame.sky_irradiance[1].rgb * n.y + frame.sky_irradiance[2].rgb * n.z +
             frame.sky_irradiance[3].rgb * n.x + frame.sky_irradiance[4].rgb * (n.x * n.y) +
             frame.sky_irradiance[5].rgb * (n.y * n.z) + frame.sky_irradiance[6].rgb * (3.0 * n.z * n.z - 1.0) +
             frame.sky_irradiance[7].rgb * (n.x * n.z) + frame.sky_irradiance[8].rgb * (n.x * n.x - n.y * n.y);
  vec3 least = vec3(frame.sky_irradiance[0].w, frame.sky_irradiance[1].w, frame.sky_irradiance[2].w);
  return max(sum, least) * frame.environment.x + frame.sunlit_ground.rgb * (0.5 - 0.5 * n.y);
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

/// `near`: 1 = as probes have it; 0 = in the open, of a surface that fades into the sky far from all probes.
vec3 ambient_light(Surface surface, Cell cell, float near) {
  vec3 normal = surface.normal, mirrored = reflect(-surface.view, surface.normal);
  CellLight light = light_of(cell, normal, mirrored);
  if (kAlpha == SCENE_ALPHA_FADE) {
    light.towards_normal = mix(vec4(vec3(0.0), plane_part(normal, normal)), light.towards_normal, near);
    light.mirrored = mix(vec4(vec3(0.0), plane_part(normal, mirrored)), light.mirrored, near);
  }
  vec3 irradiance = above_surface(light.towards_normal, plane_part(normal, normal), open_sky(normal));
  vec3 reflection = above_surface(light.mirrored, plane_part(surface.geometric_normal, mirrored),
                                  reflected_sky(mirrored, surface.roughness));
  vec2 brdf = ambient_brdf(surface.roughness, clamp(dot(normal, surface.view), 0.0, 1.0));
  vec3 specular = clamp(surface.f0 * brdf.x + brdf.y, 0.0, 1.0);
  return ((1.0 - specular) * surface.diffuse_color * irradiance + specular * reflection) * surface.occlusion;
}
