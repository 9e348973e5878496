# SPDX-License-Identifier: MIT
# Functions that join effects into the chain.
# photopic_texel_effect(NAME [FIRST]): the effect of the room NAME is a function of texels, `NAME(texels, params)` in
# shaders/NAME/texel.glsl, which changes each SceneTexel that an invocation has at once, before they are exposed. The
# final pass calls it, alone and fused, and the overlay; FIRST: before the other effects of texels, whatever its place
# in the list, by which effects have their bits. Called by the room's room.cmake.
function(photopic_texel_effect name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FIRST" "" "")
  set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_TEXEL_EFFECTS ${name})
  set_property(TARGET photopic PROPERTY PHOTOPIC_FIRST_OF_${name} ${arg_FIRST})
endfunction()

# photopic_pass_effect(NAME [TILE [SHARED]] [BY_TEXEL] KIND...): the effect has passes of its own, class `NAME::Passes` in
# postfx/src/NAME/NAME.h (chain/effect_passes.h says what it has), between adaptation and the final pass, and a function
# of texels as above, which reads what they made: KIND (sampled_image, filtered_image, storage_buffer) at binding
# PHOTOPIC_TONE_MAP_NAME and after it. Only the final pass by itself calls it. TILE: it calls
# `NAME_begin_tile(corner, extent, origin, params)` as well, with all invocations of a workgroup before the texels of
# their tile; SHARED: and a barrier behind it, so that they may share memory. BY_TEXEL: what it does to a texel depends on
# no other, so that regions of a picture may be finished one by one.
function(photopic_pass_effect name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TILE;SHARED;BY_TEXEL" "" "")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "photopic_pass_effect(${name}): the final pass reads nothing of it")
  endif()
  set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_PASS_EFFECTS ${name})
  set_property(TARGET photopic PROPERTY PHOTOPIC_BINDINGS_OF_${name} ${arg_UNPARSED_ARGUMENTS})
  set_property(TARGET photopic PROPERTY PHOTOPIC_TILES_OF_${name} ${arg_TILE})
  if(arg_SHARED)
    set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_SHARED_EFFECTS ${name})
  endif()
  if(NOT arg_BY_TEXEL)
    set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_AROUND_EFFECTS ${name})
  endif()
endfunction()

# photopic_source_effect(NAME): the effect says what the final pass by itself reads of the HDR image:
# `NAME(color, source texel, params)` in shaders/NAME/texel.glsl, which may look around in `hdr`.
function(photopic_source_effect name)
  set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_SOURCE_EFFECTS ${name})
  set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_AROUND_EFFECTS ${name})
endfunction()

# photopic_signal_effect(NAME [AROUND] [TILE]): the effect is a function of texels of the encoded picture,
# `NAME(signal texels, params)` in shaders/NAME/texel.glsl, before they are dithered. AROUND: it reads its neighbours by
# SIGNAL_NEAR(texel, offset) as well: the final pass leaves signals, and a pass behind it stores the picture
# (finish/signals.h). TILE: passes with tiles call `NAME_begin_tile(corner, seed, params)` with all invocations of a
# workgroup before a barrier and the texels of their tile.
function(photopic_signal_effect name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "AROUND;TILE" "" "")
  set_property(TARGET photopic PROPERTY PHOTOPIC_TILES_OF_${name} ${arg_TILE})
  if(arg_TILE)
    set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_SHARED_EFFECTS ${name})
  endif()
  set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_SIGNAL_EFFECTS ${name})
  if(arg_AROUND)
    set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_BEHIND_EFFECTS ${name})
    set_property(TARGET photopic APPEND PROPERTY PHOTOPIC_AROUND_EFFECTS ${name})
  endif()
endfunction()

# photopic_chain(DIRECTORY EFFECT...): writes to DIRECTORY what joins the effects, in the order of the chain:
#   photopic/effects.h    for C++ and GLSL: bits, members of Settings and of FinishTables; installed
#   chain/chain.h       the module's: hooks of each effect
#   finish/effects.glsl   calls of the effects on one texel
#   finish/effect_passes.glsl   functions of effects with passes, behind all else
#   finish/signal_effects.glsl  calls of the effects on one texel of the signal
function(photopic_chain directory)
  set(headers "")
  set(bits "")
  set(enumerators "")
  set(list "")
  set(params "")
  set(settings "")
  set(hooks "")
  set(rows "")
  set(switches "")
  set(assignments "")
  set(includes "")
  set(calls "")
  set(tile_calls "")
  set(pass_includes "")
  set(or "")
  set(bit 1)
  set(bindings "")
  set(binding_count 0)
  set(passes "")
  set(pass_bits "")
  set(around_bits "")
  set(source_bits "")
  get_property(around_effects TARGET photopic PROPERTY PHOTOPIC_AROUND_EFFECTS)
  set(apart_bits "")
  set(scene_bits "")
  set(shared_bits "")
  get_property(shared_effects TARGET photopic PROPERTY PHOTOPIC_SHARED_EFFECTS)
  set(signal_bits "")
  set(behind_bits "")
  set(source_calls "")
  set(signal_includes "")
  set(signal_calls "")
  set(signal_tile_calls "")
  get_property(source_effects TARGET photopic PROPERTY PHOTOPIC_SOURCE_EFFECTS)
  get_property(signal_effects TARGET photopic PROPERTY PHOTOPIC_SIGNAL_EFFECTS)
  get_property(behind_effects TARGET photopic PROPERTY PHOTOPIC_BEHIND_EFFECTS)
  get_property(texel_effects TARGET photopic PROPERTY PHOTOPIC_TEXEL_EFFECTS)
  get_property(pass_effects TARGET photopic PROPERTY PHOTOPIC_PASS_EFFECTS)
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
    string(APPEND list " \\\n  EFFECT(${effect}, PHOTOPIC_EFFECT_${upper})")
    string(APPEND params "${type}Params ${effect}; ")
    string(APPEND settings "${type}Settings ${effect} = {}; ")
    string(APPEND hooks "#include \"${effect}/${effect}.h\"\n")
    string(APPEND rows ", ${effect}::kSettings")
    string(APPEND switches "${or}(${effect}::is_on(settings) ? PHOTOPIC_EFFECT_${upper} : 0u)")
    string(APPEND assignments "  if ((on & PHOTOPIC_EFFECT_${upper}) != 0) tables->${effect} = ${effect}::params(settings);\n")
    set(include "#include \"${effect}/texel.glsl\"\n")
    set(call "  if ((EFFECTS & PHOTOPIC_EFFECT_${upper}) != 0u) ${effect}(texels, FINISH_TABLES.${effect});\n")
    set(bit_name " | PHOTOPIC_EFFECT_${upper}")
    if(effect IN_LIST texel_effects OR effect IN_LIST pass_effects)
      string(APPEND scene_bits "${bit_name}")
    endif()
    if(effect IN_LIST shared_effects)
      string(APPEND shared_bits "${bit_name}")
    endif()
    if(effect IN_LIST around_effects)
      string(APPEND around_bits "${bit_name}")
    endif()
    if(effect IN_LIST signal_effects)
      string(APPEND signal_bits "${bit_name}")
      set(include "#include \"${effect}/texel.glsl\"\n")
      set(call "  if ((EFFECTS & PHOTOPIC_EFFECT_${upper}) != 0u) ${effect}(signals, FINISH_TABLES.${effect});\n")
      if(effect IN_LIST behind_effects)
        string(APPEND behind_bits "${bit_name}")
        string(APPEND apart_bits "${bit_name}")
        set(include "#ifdef SIGNAL_NEAR\n${include}#endif\n")
        set(call "#ifdef SIGNAL_NEAR\n${call}#endif\n")
      endif()
      get_property(has_tiles TARGET photopic PROPERTY PHOTOPIC_TILES_OF_${effect})
      if(has_tiles)
        string(APPEND signal_tile_calls "  if ((EFFECTS & PHOTOPIC_EFFECT_${upper}) != 0u) ${effect}_begin_tile(corner, seed, FINISH_TABLES.${effect});\n")
      endif()
      string(APPEND signal_includes "${include}")
      string(APPEND signal_calls "${call}")
      set(include "")
      set(call "")
    elseif(effect IN_LIST source_effects)
      string(APPEND apart_bits "${bit_name}")
      string(APPEND source_bits " | PHOTOPIC_EFFECT_${upper}")
      string(APPEND source_calls "  if ((EFFECTS & PHOTOPIC_EFFECT_${upper}) != 0u) ${effect}(color, texel, FINISH_TABLES.${effect});\n")
      string(APPEND pass_includes "${include}")
      set(include "#ifdef EFFECT_PASSES\nvoid ${effect}(inout vec4 color, SourceTexel texel, ${type}Params params);\n#endif\n")
      set(call "")
    elseif(effect IN_LIST pass_effects)
      get_property(kinds TARGET photopic PROPERTY PHOTOPIC_BINDINGS_OF_${effect})
      string(APPEND bindings "#define PHOTOPIC_TONE_MAP_${upper} (PHOTOPIC_TONE_MAP_FIRST_EFFECT + ${binding_count})\n")
      list(LENGTH kinds kind_count)
      math(EXPR binding_count "${binding_count} + ${kind_count}")
      list(JOIN kinds ", BindingKind::" kinds)
      string(APPEND passes " \\\n  EFFECT(${effect}, PHOTOPIC_EFFECT_${upper}, PHOTOPIC_TONE_MAP_${upper}, BindingKind::${kinds})")
      string(APPEND pass_bits "${bit_name}")
      string(APPEND apart_bits "${bit_name}")
      string(APPEND pass_includes "${include}")
      set(include "#ifdef EFFECT_PASSES\nvoid ${effect}(inout SceneTexel texels[TEXELS_AT_ONCE], ${type}Params params);\n#endif\n")
      set(call "#ifdef EFFECT_PASSES\n${call}#endif\n")
      get_property(has_tiles TARGET photopic PROPERTY PHOTOPIC_TILES_OF_${effect})
      if(has_tiles)
        string(REPLACE "#endif" "void ${effect}_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, ${type}Params params);\n#endif"
               include "${include}")
        string(APPEND tile_calls "  if ((EFFECTS & PHOTOPIC_EFFECT_${upper}) != 0u) ${effect}_begin_tile(corner, extent, origin, FINISH_TABLES.${effect});\n")
      endif()
    elseif(NOT effect IN_LIST texel_effects)
      message(FATAL_ERROR "photopic_chain: ${effect} has no stage: its room.cmake calls one of the functions above")
    endif()
    string(APPEND includes "${include}")
    get_property(is_first TARGET photopic PROPERTY PHOTOPIC_FIRST_OF_${effect})
    if(is_first)
      string(PREPEND calls "${call}")
    else()
      string(APPEND calls "${call}")
    endif()
    set(or " | ")
    math(EXPR bit "${bit} * 2")
  endforeach()
  math(EXPR all "${bit} - 1")

  file(CONFIGURE OUTPUT ${directory}/photopic/effects.h CONTENT "// SPDX-License-Identifier: MIT
// Effects of the chain, for C++ and GLSL. Made by cmake/PhotopicEffects.cmake.
#ifndef PHOTOPIC_EFFECTS_H
#define PHOTOPIC_EFFECTS_H

@headers@
@bits@
// EFFECT(name, bit) for each.
#define PHOTOPIC_EFFECTS(EFFECT)@list@
// Effects of the signal, and of them those that look around in it.
#define PHOTOPIC_SIGNAL_EFFECT_BITS (0u@signal_bits@)
#define PHOTOPIC_BEHIND_EFFECT_BITS (0u@behind_bits@)
// Effects before exposure.
#define PHOTOPIC_SCENE_EFFECT_BITS (0u@scene_bits@)
// Effects that leave something in a workgroup's memory for its texels.
#define PHOTOPIC_SHARED_EFFECT_BITS (0u@shared_bits@)
// Bindings of the final pass that effects with passes have, from PHOTOPIC_TONE_MAP_FIRST_EFFECT on.
#define PHOTOPIC_TONE_MAP_EFFECT_BINDINGS @binding_count@
@bindings@
#define PHOTOPIC_EFFECT_PARAMS @params@
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
  file(CONFIGURE OUTPUT ${directory}/chain/chain.h CONTENT "// SPDX-License-Identifier: MIT
// Effects of the chain. Made by cmake/PhotopicEffects.cmake.
#ifndef PHOTOPIC_CHAIN_CHAIN_H
#define PHOTOPIC_CHAIN_CHAIN_H

#include <photopic/interface.h>
#include <photopic/settings.h>

@hooks@
// Behind a list that they are added to.
#define PHOTOPIC_EFFECT_ROWS @rows@
// PHOTOPIC_EFFECT_* of the effects that `settings` turn on.
#define PHOTOPIC_EFFECTS_ON @switches@
// EFFECT(name, bit, first binding, kinds of bindings ...) for each effect with passes.
#define PHOTOPIC_PASS_EFFECTS(EFFECT)@passes@
#define PHOTOPIC_PASS_EFFECT_BITS (0u@pass_bits@)
// Effects that look at more than a texel.
#define PHOTOPIC_AROUND_EFFECT_BITS (0u@around_bits@)
// Those that do in what the final pass reads of the HDR image.
#define PHOTOPIC_SOURCE_EFFECT_BITS (0u@source_bits@)
// Effects that the fused pass hasn't.
#define PHOTOPIC_APART_EFFECT_BITS (0u@apart_bits@)

namespace photopic {

/// Parameters of the effects that settings turn on. The others' are zeros, with which they change no texel.
inline void set_effect_params(const Settings& settings, gpu::FinishTables* tables) noexcept {
  const std::uint32_t on = PHOTOPIC_EFFECTS_ON;
@assignments@}

}  // namespace photopic

#endif
" @ONLY)
  file(CONFIGURE OUTPUT ${directory}/finish/effects.glsl CONTENT "// SPDX-License-Identifier: MIT
// Calls of the effects on texels. Made by cmake/PhotopicEffects.cmake. The includer has FINISH_TABLES and EFFECTS;
// with EFFECT_PASSES, it is the final pass by itself, with bindings of what effects' passes made.
#include \"finish/effects/scene_texel.glsl\"
@includes@
/// Effects before exposure, in the order of the chain.
void add_scene_effects(inout SceneTexel texels[TEXELS_AT_ONCE]) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
@calls@#endif
}

#ifdef EFFECT_PASSES
/// What is read of the HDR image instead of its texel.
void add_source_effects(inout vec4 color, SourceTexel texel) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
@source_calls@#endif
}

/// Before the texels of a tile, by all invocations of the workgroup: `corner` of the tile in a picture of that
/// extent, which begins at `origin` in the HDR image.
void begin_scene_effects(uvec2 corner, uvec2 extent, uvec2 origin) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
@tile_calls@#endif
}
#endif
" @ONLY)
  file(CONFIGURE OUTPUT ${directory}/finish/signal_effects.glsl CONTENT "// SPDX-License-Identifier: MIT
// Calls of the effects on texels of the signal. Made by cmake/PhotopicEffects.cmake. The includer has FINISH_TABLES,
// EFFECTS and finish/dither.glsl; with SIGNAL_NEAR, it is the pass that stores a picture of signals; with SIGNAL_TILE,
// its workgroups have tiles of PHOTOPIC_TONE_MAP_TILE_*, and it calls begin_signal_effects().
#include \"finish/effects/signal_texel.glsl\"
@signal_includes@
/// Whether add_signal_effects() does anything.
bool has_signal_effects() {
#ifdef PHOTOPIC_WITHOUT_EFFECTS
  return false;
#elif defined(SIGNAL_NEAR)
  return (EFFECTS & PHOTOPIC_SIGNAL_EFFECT_BITS) != 0u;
#else
  return (EFFECTS & (PHOTOPIC_SIGNAL_EFFECT_BITS & ~PHOTOPIC_BEHIND_EFFECT_BITS)) != 0u;
#endif
}

#ifdef SIGNAL_TILE
/// Before the texels of a tile, by all invocations of the workgroup; its corner is a texel of the HDR image.
void begin_signal_effects(uvec2 corner, uint seed) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
@signal_tile_calls@#endif
}
#endif

/// Effects between encoding and dither, in the order of the chain.
void add_signal_effects(inout SignalTexel signals[TEXELS_AT_ONCE]) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
@signal_calls@#endif
}
" @ONLY)
  # Definitions behind main() leave the order of types, constants and variables, and so the SPIR-V of objects without
  # effects, as it is.
  file(CONFIGURE OUTPUT ${directory}/finish/effect_passes.glsl CONTENT "// SPDX-License-Identifier: MIT
// Functions of effects with passes on texels. Made by cmake/PhotopicEffects.cmake.
@pass_includes@" @ONLY)
endfunction()
