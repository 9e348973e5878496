# SPDX-License-Identifier: MIT
# libphotopic.so, photopic::c: the C interface and what it needs of the module; exports photopic_* alone. Included where
# the module is complete.
list(TRANSFORM c_sources PREPEND ${PROJECT_SOURCE_DIR}/postfx/src/c/ OUTPUT_VARIABLE sources)
add_library(photopic_c SHARED ${sources})
add_library(photopic::c ALIAS photopic_c)
photopic_target(photopic_c)
# SOVERSION rises when a program that was built for an older library can no longer use this one; tests/c compares the
# interface with the committed one.
set_target_properties(photopic_c PROPERTIES OUTPUT_NAME photopic EXPORT_NAME c
                      VERSION ${PROJECT_VERSION} SOVERSION 1)
photopic_module_build(photopic_c)
target_include_directories(photopic_c INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/postfx/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_definitions(photopic_c PRIVATE PHOTOPIC_SHARED_BUILD VK_NO_PROTOTYPES)
if(NOT MSVC)
  # -g: types of the interface, which tests/c compares; strip takes them away.
  target_compile_options(photopic_c PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden
                         -g -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
                         -Wmissing-declarations)  # a function that no header has isn't C's
endif()
target_link_libraries(photopic_c PRIVATE $<BUILD_INTERFACE:photopic> $<BUILD_INTERFACE:photopic_internal> ${CMAKE_DL_LIBS}
                      INTERFACE $<BUILD_INTERFACE:Vulkan::Headers>)
if(MINGW)  # exports what is declared so; a DLL by itself, without those of the compiler
  target_link_options(photopic_c PRIVATE LINKER:--gc-sections -static)
elseif(NOT MSVC)
  set(map ${CMAKE_CURRENT_LIST_DIR}/photopic.map)
  target_link_options(photopic_c PRIVATE LINKER:--version-script=${map} LINKER:--gc-sections
                      $<$<NOT:$<BOOL:${PHOTOPIC_SANITIZE}>>:LINKER:--no-undefined>)
  set_target_properties(photopic_c PROPERTIES LINK_DEPENDS ${map})
endif()
