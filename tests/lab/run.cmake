# SPDX-License-Identifier: MIT
# Script that builds the resize lab, and runs its tests. Skipped, by name, where a program isn't there.
# cmake -DSOURCE=... -DWORK=... -DPANORAMA=... -DTESTS=... -DCHROMIUM=... -P run.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)
find_program(emcmake emcmake)
if(NOT emcmake)
  message("skipped: there is no emscripten (Debian package emscripten)")
  return()
endif()
if(NOT EXISTS ${CHROMIUM})
  message("skipped: there is no Chromium (Debian package chromium)")
  return()
endif()
run(${CMAKE_COMMAND} -DPANORAMA=${PANORAMA} -DWORK=${WORK}/build -DOUT=${WORK}/page -P ${SOURCE}/samples/lab/make.cmake)
set(ENV{PHOTOPIC_TEST_LAB} ${WORK}/page)
execute_process(COMMAND ${TESTS} COMMAND_ERROR_IS_FATAL ANY)
