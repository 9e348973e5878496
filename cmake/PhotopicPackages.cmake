# SPDX-License-Identifier: MIT
# Debian packages and source package. `cpack -G DEB` makes a .deb of each component, in a build of the preset "package";
# cmake/DebFiles.cmake adds the files that only packages have. The target photopic_source_package makes an archive that
# brings its compiled shaders (SPIR-V), and builds without glslang and spirv-tools.
if(NOT PHOTOPIC_PACKAGE_CONTACT)  # NAME <ADDRESS> of who maintains the packages; the project has no address
  set(PHOTOPIC_PACKAGE_CONTACT "The Photopic authors")
endif()
set(CPACK_PACKAGE_NAME photopic)
set(CPACK_PACKAGE_VENDOR Photopic)
set(CPACK_PACKAGE_CONTACT "${PHOTOPIC_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # by dpkg-shlibdeps, of dpkg-dev
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/DebFiles.cmake)
set(CPACK_PHOTOPIC_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PHOTOPIC_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_COMPONENTS_ALL "")
# photopic_deb(COMPONENT PACKAGE SECTION DEPENDS RECOMMENDS SUMMARY DESCRIPTION)
macro(photopic_deb component package section depends recommends summary description)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS "${recommends}")
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}")
endmacro()
photopic_deb(doc photopic-doc doc "" "" "documentation and examples of Photopic"
  "Pages in Markdown with their pictures, and sources of examples in C, C++
and Python.")
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(of_lib "")
if(PHOTOPIC_SHARED)
  photopic_deb(lib libphotopic1 libs "" libvulkan1 "HDR eye adaptation and tone mapping: shared library"
    "Meters every pixel of a frame on the GPU, adapts the exposure over time,
and tone maps, with image metrics. This package has the library with the
C interface.")
  set(CPACK_DEBIAN_LIB_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
  set(of_lib "libphotopic1 (= ${PROJECT_VERSION}), ")
endif()
photopic_deb(dev libphotopic-dev libdevel "${of_lib}libvulkan-dev" photopic-doc
  "HDR eye adaptation and tone mapping: development files"
  "Headers for C and C++, static libraries, and files of CMake and pkg-config.")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS libepoxy-dev)  # to link the libraries of OpenGL
if(PHOTOPIC_BUILD_SAMPLES OR PHOTOPIC_BUILD_TESTS)
  photopic_deb(tools photopic-tools graphics libvulkan1 "fonts-dejavu-core, photopic-doc"
    "HDR tone mapping and image comparison: programs"
    "The command line photopic meters, exposes, tone maps and compares pictures.
The window photopic-viewer shows scenes and pictures as an adapting eye
sees them.")
endif()
if(TARGET photopic_python)
  get_target_property(minor photopic_python PHOTOPIC_PYTHON_MINOR)
  math(EXPR next "${minor} + 1")
  photopic_deb(python python3-photopic python "python3 (>= 3.${minor}), python3 (<< 3.${next}), python3-numpy" libvulkan1
    "HDR tone mapping and image comparison: module of Python"
    "Develops, meters and compares pictures in numpy arrays, with a plug-in of
pytest for tests of pictures.")
endif()

include(CPack)

# ---- the source package ----
if(NOT PHOTOPIC_IS_GENERATED)
  get_property(passes TARGET photopic PROPERTY PHOTOPIC_SHADERS)
  list(TRANSFORM passes PREPEND ${PHOTOPIC_SPIRV_DIR}/include/spirv/ OUTPUT_VARIABLE headers)
  list(TRANSFORM headers APPEND .h)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  add_custom_target(photopic_generated
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${generated}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}/spirv
    COMMAND ${CMAKE_COMMAND} -E copy ${headers} ${generated}/spirv
    COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_BINARY_DIR}/blue_noise/blue_noise_ranks.h ${generated}
    DEPENDS photopic VERBATIM)
  add_custom_target(photopic_source_package
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DGENERATED=${generated}
            -DOUT=${PROJECT_BINARY_DIR}/packages/photopic-${PROJECT_VERSION}
            -P ${PROJECT_SOURCE_DIR}/cmake/SourcePackage.cmake
    VERBATIM)
  add_dependencies(photopic_source_package photopic_generated)
endif()
