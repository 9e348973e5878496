# SPDX-License-Identifier: MIT
# Debian packages and source package. `cpack -G DEB` makes a .deb of each component; the target photopic_source_package
# an archive that brings its compiled shaders (SPIR-V), and builds without glslang and spirv-tools.
set(CPACK_PACKAGE_NAME photopic)
set(CPACK_PACKAGE_VENDOR Photopic)
set(CPACK_PACKAGE_CONTACT "Photopic <photopic@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # by dpkg-shlibdeps, of dpkg-dev
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENTS_ALL dev)
# photopic_deb(COMPONENT PACKAGE SECTION RECOMMENDS DESCRIPTION)
macro(photopic_deb component package section recommends description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS "${recommends}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}")
  # Of packages alone: EXCLUDE_FROM_ALL.
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()
photopic_deb(dev libphotopic-dev libdevel libvulkan-dev "Headers, static libraries, CMake package, documentation")
if(PHOTOPIC_SHARED)
  list(APPEND CPACK_COMPONENTS_ALL lib)
  photopic_deb(lib libphotopic1 libs "libvulkan1" "Shared library with the C interface")
  set(CPACK_COMPONENT_DEV_DEPENDS lib)
endif()
if(PHOTOPIC_BUILD_SAMPLES OR PHOTOPIC_BUILD_TESTS)
  list(APPEND CPACK_COMPONENTS_ALL tools)
  photopic_deb(tools photopic-tools graphics "libvulkan1" "Programs: photopic, photopic-viewer")
endif()
if(TARGET photopic_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  photopic_deb(python python3-photopic python "libvulkan1" "Module of Python")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
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
