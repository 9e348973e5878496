# SPDX-License-Identifier: MIT
# The rooms light and renderer with the data they share: engine::Scene into an HDR image, and views into panoramas.
# Included by engine/CMakeLists.txt.
find_path(PHOTOPIC_GLM_INCLUDE glm/vec3.hpp REQUIRED)
find_package(Threads REQUIRED)

add_library(photopic_scene_movement STATIC scene/movement.cpp)
photopic_target(photopic_scene_movement)
target_include_directories(photopic_scene_movement PUBLIC ${PROJECT_SOURCE_DIR}/engine/..)
target_include_directories(photopic_scene_movement SYSTEM PUBLIC ${PHOTOPIC_GLM_INCLUDE})

add_library(photopic_scene_renderer STATIC
  scene/camera.cpp
  scene/mip_chain.cpp
  scene/scene_check.cpp
  scene/light/ambient_light.cpp
  scene/light/bvh.cpp
  scene/light/daylight.cpp
  scene/light/environment.cpp
  scene/light/light_cache.cpp
  scene/light/light_surfaces.cpp
  scene/light/light_transport.cpp
  scene/light/parallel.cpp
  scene/light/probe_grid.cpp
  scene/light/probe_layout.cpp
  scene/light/solid_parts.cpp
  scene/light/panorama_sun.cpp
  scene/light/punctual_lights.cpp
  scene/light/shadow_fit.cpp
  scene/light/sky.cpp
  scene/renderer/graphics_pipeline.cpp
  scene/renderer/light_textures.cpp
  scene/renderer/panorama_view.cpp
  scene/renderer/scene_pipelines.cpp
  scene/renderer/scene_renderer.cpp
  scene/renderer/scene_resources.cpp
  scene/renderer/scene_textures.cpp
  scene/renderer/sorted_triangles.cpp)
photopic_target(photopic_scene_renderer)
# What is kept of a scene's light is that of this code alone.
file(GLOB_RECURSE light_code CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/light/*.cpp ${CMAKE_CURRENT_LIST_DIR}/light/*.h)
set(light_hashes "")
foreach(file IN LISTS light_code ITEMS ${PROJECT_SOURCE_DIR}/shaders/scene/interface.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(SHA256 ${file} hash)
  string(APPEND light_hashes ${hash})
endforeach()
string(SHA256 light_hash "${light_hashes}")
set_source_files_properties(scene/light/light_cache.cpp PROPERTIES COMPILE_DEFINITIONS PHOTOPIC_LIGHT_CODE="${light_hash}")
foreach(stage shadow.vert shadow.frag sky.vert sky.frag surface.vert surface.frag)
  string(REPLACE "." "_" name scene_${stage})
  photopic_shader(photopic_scene_renderer ${name} scene/${stage})
endforeach()
photopic_shader(photopic_scene_renderer scene_resolve scene/resolve.comp)
photopic_shader(photopic_scene_renderer panorama_view scene/panorama_view.comp)
# shaders: what C++ and GLSL share.
target_include_directories(photopic_scene_renderer PUBLIC ${PROJECT_SOURCE_DIR}/shaders)
target_include_directories(photopic_scene_renderer SYSTEM PUBLIC ${PHOTOPIC_GLM_INCLUDE})
target_link_libraries(photopic_scene_renderer PUBLIC photopic_engine photopic_scene_movement PRIVATE Threads::Threads)
