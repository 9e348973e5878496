// SPDX-License-Identifier: MIT
// The samples' own shaders.
#include <glsl/panorama_view.h>
#include <glsl/scene_resolve.h>
#include <glsl/scene_shadow_frag.h>
#include <glsl/scene_shadow_vert.h>
#include <glsl/scene_sky_frag.h>
#include <glsl/scene_sky_vert.h>
#include <glsl/scene_surface_frag.h>
#include <glsl/scene_surface_vert.h>
#include <spirv/panorama_view.h>
#include <spirv/scene_resolve.h>
#include <spirv/scene_shadow_frag.h>
#include <spirv/scene_shadow_vert.h>
#include <spirv/scene_sky_frag.h>
#include <spirv/scene_sky_vert.h>
#include <spirv/scene_surface_frag.h>
#include <spirv/scene_surface_vert.h>

#include <algorithm>

#include "engine/opengl/objects.h"

namespace engine::opengl {

const ShaderText* shader_text(std::span<const std::uint32_t> spirv) {
#define ENGINE_SHADER(name) \
  { photopic::spirv::name, #name, photopic::text::name }
  static constexpr ShaderText kTexts[] = {
      ENGINE_SHADER(panorama_view),      ENGINE_SHADER(scene_resolve),      ENGINE_SHADER(scene_shadow_frag),
      ENGINE_SHADER(scene_shadow_vert),  ENGINE_SHADER(scene_sky_frag),     ENGINE_SHADER(scene_sky_vert),
      ENGINE_SHADER(scene_surface_frag), ENGINE_SHADER(scene_surface_vert),
  };
#undef ENGINE_SHADER
  for (const ShaderText& text : kTexts) {
    if (std::ranges::equal(text.spirv, spirv)) return &text;
  }
  return nullptr;
}

}  // namespace engine::opengl
