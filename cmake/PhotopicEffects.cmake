# SPDX-License-Identifier: MIT
# Functions that join effects into the chain.
# photopic_texel_effect(NAME STAGE): the effect of the room NAME is a function of one texel, `NAME(color, place, params)`
# in shaders/NAME/texel.glsl, which the final pass calls at STAGE: `scene`, before exposure. Called by the room's
# room.cmake.
function(photopic_texel_effect name stage)
  if(NOT stage STREQUAL "scene")
    message(FATAL_ERROR "photopic_texel_effect(${name}): '${stage}' is no stage of the final pass; there is scene")
  endif()
  set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_TEXEL_EFFECTS ${name})
endfunction()

# photopic_chain(DIRECTORY EFFECT...): writes to DIRECTORY what joins the effects, in the order of the chain:
#   photopic/effects.h    for C++ and GLSL: bits, members of Settings and of FinishTables; installed
#   effects/chain.h       the module's: hooks of each effect
#   finish/effects.glsl   calls of the effects of one texel
function(photopic_chain directory)
  set(headers "")
  set(bits "")
  set(enumerators "")
  set(params "")
  set(settings "")
  set(hooks "")
  set(rows "")
  set(switches "")
  set(assignments "")
  set(includes "")
  set(calls "")
  set(or "")
  set(bit 1)
  get_property(texel_effects TARGET photopic PROPERTY PHOTOPIC_TEXEL_EFFECTS)
  foreach(effect IN LISTS ARGN)
    string(TOUPPER ${effect} upper)
    set(type "")  # NightVision of night_vision
    string(REPLACE "_" ";" words ${effect})
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(TOUPPER ${first} first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(APPEND type ${first}${rest})
    endforeach()
    string(APPEND headers "#include \"photopic/${effect}.h\"\n")
    string(APPEND bits "#define PHOTOPIC_EFFECT_${upper} ${bit}u\n")
    string(APPEND enumerators "  kEffect${type} = PHOTOPIC_EFFECT_${upper},  ///< <photopic/${effect}.h>\n")
    string(APPEND params "${type}Params ${effect}; ")
    string(APPEND settings "${type}Settings ${effect} = {}; ")
    string(APPEND hooks "#include \"${effect}/${effect}.h\"\n")
    string(APPEND rows ", ${effect}::kSettings")
    string(APPEND switches "${or}(${effect}::is_on(settings) ? PHOTOPIC_EFFECT_${upper} : 0u)")
    string(APPEND assignments "  tables->${effect} = ${effect}::params(settings);\n")
    if(NOT effect IN_LIST texel_effects)
      message(FATAL_ERROR "photopic_chain: ${effect} has no stage: its room.cmake calls photopic_texel_effect()")
    endif()
    string(APPEND includes "#include \"${effect}/texel.glsl\"\n")
    string(APPEND calls "  if ((EFFECTS & PHOTOPIC_EFFECT_${upper}) != 0u) color = ${effect}(color, place, FINISH_TABLES.${effect});\n")
    set(or " | ")
    math(EXPR bit "${bit} * 2")
  endforeach()
  math(EXPR all "${bit} - 1")

  file(CONFIGURE OUTPUT ${directory}/photopic/effects.h CONTENT "// SPDX-License-Identifier: MIT
// Effects of the chain, for C++ and GLSL. Made by cmake/PhotopicEffects.cmake.
#ifndef PHOTOPIC_EFFECTS_H
#define PHOTOPIC_EFFECTS_H

@headers@
@bits@#define PHOTOPIC_EFFECT_PARAMS @params@
#define PHOTOPIC_EFFECT_SETTINGS @settings@

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// What an object can be made for, besides metering and tone mapping; CreateInfo::effects.
enum Effect : std::uint32_t {
@enumerators@};
inline constexpr std::uint32_t kAllEffects = @all@u;

}  // namespace photopic
#endif
#endif
" @ONLY)
  file(CONFIGURE OUTPUT ${directory}/effects/chain.h CONTENT "// SPDX-License-Identifier: MIT
// Effects of the chain. Made by cmake/PhotopicEffects.cmake.
#ifndef PHOTOPIC_EFFECTS_CHAIN_H
#define PHOTOPIC_EFFECTS_CHAIN_H

#include <photopic/interface.h>
#include <photopic/settings.h>

@hooks@
// Behind a list that they are added to.
#define PHOTOPIC_EFFECT_ROWS @rows@
// PHOTOPIC_EFFECT_* of the effects that `settings` turn on.
#define PHOTOPIC_EFFECTS_ON @switches@

namespace photopic {

/// Parameters of all effects.
inline void set_effect_params(const Settings& settings, gpu::FinishTables* tables) noexcept {
@assignments@}

}  // namespace photopic

#endif
" @ONLY)
  file(CONFIGURE OUTPUT ${directory}/finish/effects.glsl CONTENT "// SPDX-License-Identifier: MIT
// Calls of the effects of one texel. Made by cmake/PhotopicEffects.cmake.
#include \"finish/place.glsl\"
@includes@
/// Effects on scene-linear colour, before exposure.
vec3 with_scene_effects(vec3 color, vec2 place) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
@calls@#endif
  return color;
}
" @ONLY)
endfunction()
