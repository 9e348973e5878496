# SPDX-License-Identifier: MIT
# The scene renderer: engine::Scene into an HDR image; and views into panoramas. Included by engine/CMakeLists.txt.
find_path(PHOTOPIC_GLM_INCLUDE glm/vec3.hpp REQUIRED)
find_package(Threads REQUIRED)

add_library(photopic_scene_renderer STATIC
  scene/bvh.cpp
  scene/camera.cpp
  scene/environment.cpp
  scene/graphics_pipeline.cpp
  scene/layered_image.cpp
  scene/light_surfaces.cpp
  scene/light_textures.cpp
  scene/light_transport.cpp
  scene/mip_chain.cpp
  scene/panorama_view.cpp
  scene/parallel.cpp
  scene/probe_grid.cpp
  scene/punctual_lights.cpp
  scene/scene_check.cpp
  scene/scene_pipelines.cpp
  scene/scene_renderer.cpp
  scene/scene_resources.cpp
  scene/scene_textures.cpp
  scene/shadow_fit.cpp
  scene/sky.cpp)
photopic_target(photopic_scene_renderer)
foreach(stage shadow.vert shadow.frag sky.vert sky.frag surface.vert surface.frag)
  string(REPLACE "." "_" name scene_${stage})
  photopic_shader(photopic_scene_renderer ${name} scene/${stage})
endforeach()
photopic_shader(photopic_scene_renderer panorama_view scene/panorama_view.comp)
# shaders: what C++ and GLSL share.
target_include_directories(photopic_scene_renderer PUBLIC ${PROJECT_SOURCE_DIR}/shaders)
target_include_directories(photopic_scene_renderer SYSTEM PUBLIC ${PHOTOPIC_GLM_INCLUDE})
target_link_libraries(photopic_scene_renderer PUBLIC photopic_engine PRIVATE Threads::Threads)
