# SPDX-License-Identifier: MIT
# photopic::es2, for OpenGL ES 2.0. Included by postfx/CMakeLists.txt after gl.cmake, which finds epoxy.

add_library(photopic_es2 STATIC
  es2/src/array.cpp es2/src/call.cpp es2/src/context.cpp es2/src/convolve.cpp es2/src/operations.cpp es2/src/pass.cpp
  es2/src/post_process.cpp es2/src/programs.cpp es2/src/reduction.cpp es2/src/self_test.cpp)
add_library(photopic::es2 ALIAS photopic_es2)
photopic_module_target(photopic_es2)
photopic_module_build(photopic_es2)
set_target_properties(photopic_es2 PROPERTIES EXPORT_NAME es2)
target_include_directories(photopic_es2
  PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/es2/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(photopic_es2 PRIVATE ${PROJECT_SOURCE_DIR}/shaders)
target_compile_definitions(photopic_es2 PRIVATE VK_NO_PROTOTYPES)
target_link_libraries(photopic_es2 PUBLIC photopic PRIVATE PkgConfig::EPOXY $<BUILD_INTERFACE:photopic_internal>)

function(photopic_es2_text name)
  list(TRANSFORM ARGN PREPEND ../shaders/ OUTPUT_VARIABLE files)
  photopic_text(photopic_es2 es2_${name} ${files})
endfunction()
photopic_es2_text(full_screen es2/full_screen.vert)
photopic_es2_text(map es2/codec.glsl es2/map.frag)
photopic_es2_text(add es2/codec.glsl es2/add.frag)
photopic_es2_text(convolve es2/codec.glsl es2/convolve.frag)
photopic_es2_text(reduce es2/interface.h es2/codec.glsl es2/value_element.glsl es2/reduce.frag)
photopic_es2_text(reduce_luminance es2/interface.h es2/codec.glsl es2/luminance.glsl es2/value_luminance.glsl
                  es2/reduce.frag)
photopic_es2_text(adapt es2/interface.h es2/codec.glsl es2/adapt_params.glsl adapt/step.glsl es2/adapt.frag)
photopic_es2_text(tone_map es2/interface.h es2/codec.glsl es2/luminance.glsl finish/tone_mappers.glsl es2/tone_map.frag)
