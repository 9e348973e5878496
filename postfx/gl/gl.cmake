# SPDX-License-Identifier: MIT
# photopic::gl, the module on OpenGL: the SPIR-V of its passes as GLSL 4.50. Included by postfx/CMakeLists.txt, which
# makes the SPIR-V.
find_package(PkgConfig REQUIRED)
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET GLOBAL epoxy)

add_library(photopic_gl STATIC gl/src/bindings.cpp gl/src/commands.cpp gl/src/context.cpp gl/src/objects.cpp
                                gl/src/program.cpp gl/src/self_test.cpp)
add_library(photopic::gl ALIAS photopic_gl)
photopic_module_target(photopic_gl)
photopic_module_build(photopic_gl)
set_target_properties(photopic_gl PROPERTIES EXPORT_NAME gl)
target_include_directories(photopic_gl
  PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/gl/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_definitions(photopic_gl PRIVATE VK_NO_PROTOTYPES)
target_link_libraries(photopic_gl PUBLIC photopic PRIVATE PkgConfig::EPOXY)

# glsl_table(): the index of the embedded GLSL, a name per shader. 64-bit atomics, doubles and halves have a fallback that needs
# none; nothing is drawn.
get_property(passes TARGET photopic PROPERTY PHOTOPIC_SHADERS)
list(FILTER passes EXCLUDE REGEX "int64|float64|_halves|^draw_|_layers|_samples|_vert$")
set(includes "")
set(entries "")
set(declarations "")
foreach(pass IN LISTS passes)
  photopic_glsl(photopic_gl ${pass})
  string(APPEND declarations "extern const PassDesc ${pass};\n")
  string(APPEND includes "#include <glsl/${pass}.h>\n")
  string(APPEND entries "      {&passes::${pass}, text::${pass}},\n")
endforeach()
set(table ${PHOTOPIC_SPIRV_DIR}/glsl_table.cpp)
file(CONFIGURE OUTPUT ${table} CONTENT "// Made by gl.cmake.
#include <glsl_table.h>
@includes@
namespace photopic::passes {
@declarations@}  // namespace photopic::passes
namespace photopic::gl {
std::span<const PassGlsl> glsl_table() noexcept {
  static constexpr PassGlsl kTable[] = {
@entries@  };
  return kTable;
}
}  // namespace photopic::gl
" @ONLY)
target_sources(photopic_gl PRIVATE ${table})
target_include_directories(photopic_gl PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/gl/src)
target_link_libraries(photopic_gl PRIVATE $<BUILD_INTERFACE:photopic_internal>)
