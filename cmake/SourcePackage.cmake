# SPDX-License-Identifier: MIT
# Maker of the source package: copies the project's files and the compiled shaders in GENERATED to the folder OUT, and
# packs it as OUT.tar.gz.
# cmake -DSOURCE=... -DGENERATED=... -DOUT=... -P SourcePackage.cmake
file(REMOVE_RECURSE ${OUT})
foreach(part CHANGELOG.md CITATION.cff CMakeLists.txt CMakePresets.json CONTRIBUTING.md LICENSE NOTICE README.md SECURITY.md
        assets cmake docs engine layer mkdocs.yml packaging postfx samples scripts shaders tests tools)
  if(NOT EXISTS ${SOURCE}/${part})
    message(FATAL_ERROR "${SOURCE}/${part} isn't there")
  endif()
  file(COPY ${SOURCE}/${part} DESTINATION ${OUT} PATTERN __pycache__ EXCLUDE PATTERN "*.egg-info" EXCLUDE
       PATTERN build EXCLUDE)
endforeach()
file(COPY ${GENERATED} DESTINATION ${OUT})
cmake_path(GET OUT PARENT_PATH folder)
cmake_path(GET OUT FILENAME name)
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${OUT}.tar.gz ${name} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
