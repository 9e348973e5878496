# SPDX-License-Identifier: MIT
# Build of the engine's OpenGL device. Included by engine/CMakeLists.txt.
if(NOT PHOTOPIC_OPENGL)
  target_sources(photopic_engine PRIVATE opengl/none.cpp)
  return()
endif()

target_sources(photopic_engine PRIVATE
  opengl/copies.cpp
  opengl/descriptors.cpp
  opengl/device_facts.cpp
  opengl/drawing.cpp
  opengl/egl_context.cpp
  opengl/images.cpp
  opengl/opengl_device.cpp
  opengl/pipelines.cpp
  opengl/queue.cpp
  opengl/shader_texts.cpp)
# The module's device is extended: what its handles are, its formats, how its programs are made.
target_include_directories(photopic_engine PRIVATE ${PROJECT_SOURCE_DIR}/postfx/gl/src)
target_link_libraries(photopic_engine PRIVATE photopic::gl PkgConfig::EPOXY)
get_property(shaders TARGET photopic_scene_renderer PROPERTY PHOTOPIC_SHADERS)
foreach(shader IN LISTS shaders)
  photopic_glsl(photopic_engine ${shader})
  target_sources(photopic_engine PRIVATE ${PHOTOPIC_SPIRV_DIR}/include/spirv/${shader}.h)
endforeach()
