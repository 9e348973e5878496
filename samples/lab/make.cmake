# SPDX-License-Identifier: MIT
# Script that makes the resize lab's folder OUT, with emscripten: page, WebAssembly, and the panorama, which the program
# PANORAMA draws. Copy the folder to any web server.
# cmake -DPANORAMA=photopic-panorama -DWORK=FOLDER -DOUT=FOLDER -P samples/lab/make.cmake
set(kPanoramaWidth 768)
find_program(EMCMAKE emcmake)
if(NOT EMCMAKE)
  message(FATAL_ERROR "emcmake isn't there. Install emscripten 3.1.6 or later.")
endif()
# emscripten's scripts need the module acorn. Only Debian's own Node.js looks where Debian has it.
set(ENV{NODE_PATH} "$ENV{NODE_PATH}:/usr/share/nodejs")
set(ENV{CMAKE_CXX_COMPILER_LAUNCHER} "")

function(step)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
step(${EMCMAKE} ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK} -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel
     -DPHOTOPIC_LAB_DIR=${OUT})
step(${CMAKE_COMMAND} --build ${WORK})
if(${PANORAMA} IS_NEWER_THAN ${OUT}/street.png)
  step(${PANORAMA} ${OUT}/street.png --width ${kPanoramaWidth})
endif()
