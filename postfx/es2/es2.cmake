# SPDX-License-Identifier: MIT
# photopic::es2, for OpenGL ES 2.0. Included by postfx/CMakeLists.txt after gl.cmake, which finds epoxy.

include(es2/sources.cmake)
add_library(photopic_es2 STATIC)
photopic_es2_sources(photopic_es2)
add_library(photopic::es2 ALIAS photopic_es2)
photopic_module_target(photopic_es2)
photopic_module_build(photopic_es2)
set_target_properties(photopic_es2 PROPERTIES EXPORT_NAME es2)
target_include_directories(photopic_es2
  PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/es2/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(photopic_es2 PRIVATE ${PROJECT_SOURCE_DIR}/shaders)
target_compile_definitions(photopic_es2 PRIVATE VK_NO_PROTOTYPES)
target_link_libraries(photopic_es2 PUBLIC photopic PRIVATE PkgConfig::EPOXY $<BUILD_INTERFACE:photopic_internal>)
