// SPDX-License-Identifier: MIT
// Numbers of the samples' own shaders that C++ and GLSL share: parameter blocks, binding numbers, limits. Blocks that
// are pushed hold 4-byte scalars alone; uniform blocks, and what is pushed as matrices, hold 16-byte members alone:
// std430, std140 and C++ then agree by construction.
#ifndef PHOTOPIC_SCENE_INTERFACE_H
#define PHOTOPIC_SCENE_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#define SCENE_LAYOUT(type, size_bytes) static_assert(sizeof(type) == (size_bytes), #type " layout");
namespace scene {
using uint = std::uint32_t;
using glm::mat4;
using glm::vec4;
#else
#define SCENE_LAYOUT(type, size_bytes)
#endif

// ---- panorama_view: a perspective view into an equirectangular panorama ----
#define SCENE_PANORAMA_VIEW_PANORAMA 0  // sampler2D, equirectangular, scene-linear BT.709
#define SCENE_PANORAMA_VIEW_TARGET 1    // image2D, rgba16f
#define SCENE_PANORAMA_VIEW_GROUP_SIDE 8

struct PanoramaViewParams {
  uint width;  // texels of the target
  uint height;
  float yaw_rad;          // 0 looks at the panorama's centre, positive turns right
  float pitch_rad;        // positive looks up
  float tan_half_fov;     // of the horizontal field of view
  uint samples_per_side;  // rays per texel and axis
};
SCENE_LAYOUT(PanoramaViewParams, 24)

// ---- resolve: samples of a pixel become one value ----
#define SCENE_RESOLVE_SAMPLES 0   // sampler2DMS, rgba16f
#define SCENE_RESOLVE_TARGET 1    // image2D, rgba16f
#define SCENE_RESOLVE_EXPOSURE 2  // buffer that begins with a float
#define SCENE_RESOLVE_GROUP_SIDE 8
#define SCENE_RESOLVE_COUNT 4  // samples

// ---- forward rendering: limits ----
#define SCENE_MAX_LIGHTS 16          // punctual lights of one frame, the sun not counted
#define SCENE_MAX_LAMPS 32           // of a scene, whose shadows probes know
#define SCENE_MIN_ROUGHNESS 0.045    // smoother materials are raised to it: a highlight of finite size
#define SCENE_MAX_NITS 65504.0       // the largest half
#define SCENE_PROBE_SIDE 13          // directions of a probe: texels per side of its octahedral map; odd: none is level
#define SCENE_PROBE_TILE 15          // with a border of one texel, for bilinear taps
#define SCENE_PROBE_INVALID 30000.0  // stored in the map of a probe within a solid; others are below
#define SCENE_PROBE_LEAST_SHARE 1e-3   // of a probe at the far end of the cell: enough if it alone sees a place
#define SCENE_PROBE_FINE_STEPS 3       // of the finer probes of a cell: from one corner of it to the next
#define SCENE_PROBE_WELL_SEEN 0.5      // a surface by a finer probe: then they light it
#define SCENE_PROBE_FACING_STEPS 0.25  // of the grid: probes that are lower over a surface count less
#define SCENE_SHADOW_SIDE 2048
#define SCENE_SHADOW_CASCADES 3

// surface, shadow: what becomes of alpha
#define SCENE_SPEC_ALPHA 0
#define SCENE_ALPHA_OPAQUE 0
#define SCENE_ALPHA_MASK 1   // texels below the cutoff are left out
#define SCENE_ALPHA_FADE 2   // as alpha falls to 0, the surface becomes what the sky shows behind it
#define SCENE_ALPHA_BLEND 3  // the surface covers that part of what is behind it
#define SCENE_SPEC_TEXTURES \
  1                          // bit n = the texture of binding n is there; n + SCENE_SECOND_COORDINATES = it lies on
                             // the second coordinates
#define SCENE_SPEC_LIGHTS 2  // how many of the frame's there are
#define SCENE_SPEC_SHADOW_MAPS 3  // likewise; 0 = no sun
#define SCENE_SPEC_FINE_PROBES 4  // 1: some cells have finer probes
#define SCENE_SPEC_UNLIT 5        // 1: the base colour is shown as it is
#define SCENE_SECOND_COORDINATES 8

// ---- forward rendering: vertices ----
#define SCENE_VERTEX_POSITION 0
#define SCENE_VERTEX_NORMAL 1
#define SCENE_VERTEX_TANGENT 2
#define SCENE_VERTEX_TEXTURE_COORDINATE 3
#define SCENE_VERTEX_COLOR 4
#define SCENE_VERTEX_SECOND_COORDINATE 5

// ---- forward rendering: set 0, of the frame ----
#define SCENE_FRAME_BLOCK 0
#define SCENE_FRAME_SHADOW 1      // sampler2DArrayShadow, depth 0 next to the sun; a layer per cascade
#define SCENE_FRAME_SKY 2         // sampler2D, equirectangular, nits, all levels
#define SCENE_FRAME_REFLECTION 3  // sampler2D, equirectangular, nits, level = roughness * (levels - 1)
// usampler3D, blocks along x for the axes; rg and ba: the + and the - side, each four halves: rgb nits of irradiance /
// pi from surfaces, a: part of the sky that is seen
#define SCENE_FRAME_PROBES 4
#define SCENE_FRAME_PROBE_DISTANCES 5  // sampler2DArray, a layer per z, a tile of SCENE_PROBE_TILE per x and y
// usampler3D; blocks along x: bit n = lamp n is seen by the probe, by those next to it along x, y, and both; for the
// lowest corner of a cell, where its finer probes are in these textures: 1 + x + y * 2^8 + z * 2^16, 0 = it has none
#define SCENE_FRAME_PROBE_LAMPS 6

struct SceneLight {
  vec4 position;   // metres; w: 1 / range, 0 = no limit
  vec4 intensity;  // rgb candela, or lux if directional; w: 1 = directional, 0 = point or spot
  vec4 direction;  // in which the light travels; w: its number among the lamps, SCENE_MAX_LAMPS = none
  vec4 cone;       // x, y: scale and offset of the cosine, so that 0..1 lies between the cones; point: 0, 1
};
SCENE_LAYOUT(SceneLight, 64)

struct SceneFrame {
  mat4 clip_from_world;                           // depth 1 at the near plane, 0 at the far one; y down
  mat4 shadow_from_world[SCENE_SHADOW_CASCADES];  // clip space of the shadow maps, the finest first
  vec4 camera_position;                           // metres
  vec4 ray_forward;                               // world direction through the image's centre
  vec4 ray_right;                                 // from there to its right edge
  vec4 ray_up;                                    // from there to its upper edge
  vec4 sun_direction;                             // towards the sun, unit length; w: 1 = there is a sun
  vec4 sun_illuminance;                           // rgb lux on a plane across the light; w: nits of white without light
  vec4 shadow_texels;                             // metres per texel of each shadow map
  vec4 sun_disc;                                  // rgb nits, 0 = none drawn; w: radius, rad
  vec4 sunlit_ground;                             // rgb nits below the horizon, besides the sky map
  vec4 environment;    // x: scale of the environment's light; y: level of the sky map to draw; z: last level of the
                       // reflection map; w: rad per pixel
  vec4 probe_origin;   // metres, of the first probe; w: distance along the normal from which to look for probes
  vec4 probe_spacing;  // metres; w: how far behind the first surface that it sees a probe's light halves; at twice it
                       // ends
  vec4 probe_count;    // per axis; w: what colours are multiplied by when they are stored
  vec4 probe_texels;   // of the probes' textures, or tiles, per axis
  vec4 fine_probes;    // x: metres from one to the next; y: how far off a surface to look for them; z: as
                       // probe_spacing.w
  // Irradiance of the whole environment / pi, nits, of a normal (x, y, z): factors of
  // 1, y, z, x, xy, yz, 3zz-1, xz, xx-yy; w of the first three: rgb of its least
  vec4 sky_irradiance[9];
  SceneLight lights[SCENE_MAX_LIGHTS];
};
SCENE_LAYOUT(SceneFrame, (1 + SCENE_SHADOW_CASCADES) * 64 + 15 * 16 + 9 * 16 + SCENE_MAX_LIGHTS * 64)

// ---- forward rendering: set 1, of the material; counted on from set 0, since OpenGL has no sets ----
#define SCENE_MATERIAL_BLOCK 7
#define SCENE_MATERIAL_BASE_COLOR 8          // sampler2D, sRGB format
#define SCENE_MATERIAL_METALLIC_ROUGHNESS 9  // sampler2D, roughness in G, metallic in B
#define SCENE_MATERIAL_NORMAL 10             // sampler2D
#define SCENE_MATERIAL_OCCLUSION 11          // sampler2D, R
#define SCENE_MATERIAL_EMISSIVE 12           // sampler2D, sRGB format

struct SceneMaterial {
  vec4 base_color;
  vec4 emissive;  // rgb nits; w: alpha cutoff, of blended surfaces that of their shadow
  vec4 factors;   // metallic, roughness, normal scale, occlusion strength
};
SCENE_LAYOUT(SceneMaterial, 48)

// ---- forward rendering: pushed for each instance ----
struct SceneDraw {
  mat4 world_from_mesh;
  vec4 normal_from_mesh[3];  // columns; w of the first: -1 if the instance is mirrored, else 1; of the second: which
                             // shadow map it is drawn into
};
SCENE_LAYOUT(SceneDraw, 112)

#ifdef __cplusplus
}  // namespace scene
#endif
#endif
