// SPDX-License-Identifier: MIT
// Metallic-roughness as in appendix B of glTF 2.0, with height-correlated Smith masking (Heitz 2014).

struct Surface {
  vec3 position;          // metres
  vec3 normal;            // unit length, with the normal texture
  vec3 geometric_normal;  // unit length, without; towards the viewer's side
  vec3 view;              // unit length, towards the camera
  vec3 diffuse_color;
  vec3 f0;
  float roughness;  // perceptual
  float occlusion;  // of ambient light, 0..1
  vec3 emissive;    // nits
};

/// GGX
float distribution(float n_h, float alpha2) {
  float f = (n_h * alpha2 - n_h) * n_h + 1.0;
  return alpha2 / (kPi * f * f);
}

/// G / (4 NL NV)
float visibility(float n_l, float n_v, float alpha2) {
  float from_light = n_v * sqrt((n_l - alpha2 * n_l) * n_l + alpha2);
  float from_view = n_l * sqrt((n_v - alpha2 * n_v) * n_v + alpha2);
  return 0.5 / max(from_light + from_view, 1e-7);
}

/// BRDF times the cosine: luminance for an illuminance of 1 lux across `to_light`. Black from behind the surface, with
/// the normal texture and without.
vec3 reflected(Surface surface, vec3 to_light) {
  float n_l = dot(surface.normal, to_light);
  if (n_l <= 0.0 || dot(surface.geometric_normal, to_light) <= 0.0) return vec3(0.0);
  vec3 h = direction_or(to_light + surface.view, surface.normal);
  float n_v = max(dot(surface.normal, surface.view), 1e-4);
  float n_h = clamp(dot(surface.normal, h), 0.0, 1.0);
  float v_h = clamp(dot(surface.view, h), 0.0, 1.0);
  float alpha = surface.roughness * surface.roughness, alpha2 = alpha * alpha;
  float rest2 = (1.0 - v_h) * (1.0 - v_h);
  vec3 fresnel = surface.f0 + (1.0 - surface.f0) * (rest2 * rest2 * (1.0 - v_h));
  vec3 diffuse = (1.0 - fresnel) * surface.diffuse_color / kPi;
  vec3 specular = fresnel * distribution(n_h, alpha2) * visibility(min(n_l, 1.0), min(n_v, 1.0), alpha2);
  return (diffuse + specular) * min(n_l, 1.0);
}

/// What a surface reflects of uniform light from above, of each F0: (scale, offset). Karis 2014, a fit.
vec2 ambient_brdf(float roughness, float n_v) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
  return vec2(-1.04, 1.04) * a + r.zw;
}
