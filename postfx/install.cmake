# SPDX-License-Identifier: MIT
# Installation of the module, by component: lib (what programs need that run), dev (what builds against it), doc, python; the
# programs are tools.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/photopic)
# pkg-config: photopic-cpp is the static library, photopic the shared one. Both find their folder wherever it is moved.
file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(libraries photopic)
set(pc_files photopic-cpp.pc)
if(PHOTOPIC_SHARED)
  list(APPEND libraries photopic_c)
  list(APPEND pc_files photopic.pc)
endif()
set(dl_flag "")
if(CMAKE_DL_LIBS)
  set(dl_flag " -l${CMAKE_DL_LIBS}")
endif()
foreach(file IN LISTS pc_files)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.in ${file} @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
install(TARGETS ${libraries} EXPORT photopicTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT lib
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT lib NAMELINK_COMPONENT dev)
install(DIRECTORY include/photopic ${shared_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(FILES ${PROJECT_SOURCE_DIR}/shaders/host/tone_map.glsl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/photopic COMPONENT dev)
foreach(file IN LISTS host_glsl)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/shaders/${file} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/photopic/glsl/${folder}
          COMPONENT dev)
endforeach()
install(EXPORT photopicTargets NAMESPACE photopic:: DESTINATION ${package_dir} COMPONENT dev)
if(PHOTOPIC_OPENGL)  # components of their own: they need libepoxy of those who link them
  install(TARGETS photopic_gl photopic_es2 EXPORT photopicOpenGlTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  install(DIRECTORY gl/include/photopic es2/include/photopic DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
  install(EXPORT photopicOpenGlTargets NAMESPACE photopic:: DESTINATION ${package_dir} COMPONENT dev)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/photopicConfig.cmake.in photopicConfig.cmake
                              INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(photopicConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/photopicConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/photopicConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/photopicPictureTests.cmake
        DESTINATION ${package_dir} COMPONENT dev)
if(TARGET photopic_python)
  install(TARGETS photopic_python LIBRARY DESTINATION ${PHOTOPIC_PYTHON_DIR}/photopic COMPONENT python)
  install(DIRECTORY py/photopic DESTINATION ${PHOTOPIC_PYTHON_DIR} COMPONENT python FILES_MATCHING
          PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed)
  install(DIRECTORY ${python_dir}/photopic/page DESTINATION ${PHOTOPIC_PYTHON_DIR}/photopic COMPONENT python)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE ${PROJECT_SOURCE_DIR}/README.md
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/samples/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/samples/minimal ${PROJECT_SOURCE_DIR}/samples/minimal_c
                  ${PROJECT_SOURCE_DIR}/samples/minimal_opengl
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/samples COMPONENT doc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc
        FILES_MATCHING PATTERN "*.md" PATTERN "*.txt" PATTERN "images/*" PATTERN reference EXCLUDE)
# Links to headers, to where those are now.
file(RELATIVE_PATH includes ${CMAKE_INSTALL_FULL_DOCDIR}/docs ${CMAKE_INSTALL_FULL_INCLUDEDIR})
install(CODE "
  file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/docs/*.md\")
  foreach(page IN LISTS pages)
    file(READ \${page} text)
    string(REGEX REPLACE \"\\\\]\\\\(\\\\.\\\\./postfx/([a-z0-9]+/)?include/\" \"](${includes}/\" text \"\${text}\")
    file(WRITE \${page} \"\${text}\")
  endforeach()" COMPONENT doc)
