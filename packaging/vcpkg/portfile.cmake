# SPDX-License-Identifier: MIT
# vcpkg port that builds Photopic from its source package (target photopic_source_package).
#   vcpkg install photopic --overlay-ports=packaging/vcpkg
# PHOTOPIC_SOURCE_PACKAGE, in the environment, is the archive, extracted.
if(NOT IS_DIRECTORY "$ENV{PHOTOPIC_SOURCE_PACKAGE}/generated/spirv")
  message(FATAL_ERROR "PHOTOPIC_SOURCE_PACKAGE: must name the extracted source package, which has generated/spirv")
endif()
set(SOURCE_PATH "$ENV{PHOTOPIC_SOURCE_PACKAGE}")
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES opengl PHOTOPIC_OPENGL)
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" dynamic is_shared)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features}
    -DPHOTOPIC_BUILD_SAMPLES=OFF
    -DPHOTOPIC_BUILD_TESTS=OFF
    -DPHOTOPIC_PYTHON=OFF
    -DPHOTOPIC_INSTALL=ON
    -DPHOTOPIC_SHARED=${is_shared})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME photopic CONFIG_PATH lib/cmake/photopic)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
                    "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
