# SPDX-License-Identifier: MIT
# Test of names in <photopic/tone_map.glsl>: all that it declares begins with photopic, and a host may use any other name.
# cmake -DGLSLANG=... -DFOLDER=... (of includes) -P host_names.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result}:\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# A host with names of its own.
run(${GLSLANG} -S frag -V --target-env vulkan1.2 -I${FOLDER} -o ${CMAKE_CURRENT_BINARY_DIR}/host_names.spv
    ${CMAKE_CURRENT_LIST_DIR}/host_names.frag)

# Names at the beginning of a line are global. Of the host's shader, they end with the include.
run(${GLSLANG} -E -I${FOLDER} ${CMAKE_CURRENT_LIST_DIR}/host_tone_map.frag)
string(REPLACE ";" "," text "${output}")  # CMake's lists
string(FIND "${text}" "uniform Push" end)
string(SUBSTRING "${text}" 0 ${end} text)
set(type "(struct|(const )?[A-Za-z_]*(void|bool|float|vec[234]|mat3|Photopic[A-Za-z]*|LookParams|Tetrahedron|uint))")
string(REGEX MATCHALL "\n${type} +[A-Za-z0-9_]+" names "${text}")
list(TRANSFORM names REPLACE ".* " "")
list(LENGTH names count)
if(count LESS 150)
  message(FATAL_ERROR "${count} names were found in\n${text}")
endif()
list(FILTER names EXCLUDE REGEX "^[Pp]hotopic")
if(names)
  message(FATAL_ERROR "shaders/host/names.glsl lacks ${names}")
endif()

# Each name without the prefix that a #define has is undefined at the end.
file(GLOB_RECURSE files ${FOLDER}/photopic/*.glsl)
set(defined "")
foreach(file IN LISTS files)
  file(STRINGS ${file} lines REGEX "^#define [A-Za-z]")
  string(REGEX MATCHALL "#define [A-Za-z0-9_]+" lines "${lines}")
  list(APPEND defined ${lines})
endforeach()
file(STRINGS ${FOLDER}/photopic/glsl/host/names_end.glsl undefined REGEX "^#undef ")
list(TRANSFORM undefined REPLACE "#undef " "")
list(TRANSFORM defined REPLACE "#define " "")
list(REMOVE_DUPLICATES defined)
list(FILTER defined EXCLUDE REGEX "^PHOTOPIC_")
list(REMOVE_ITEM defined OPERATOR)  # finish/operator.glsl does it
list(LENGTH defined count)
if(count LESS 150)
  message(FATAL_ERROR "${count} macros were found in ${files}")
endif()
list(REMOVE_ITEM defined ${undefined})
if(defined)
  message(FATAL_ERROR "shaders/host/names_end.glsl lacks ${defined}")
endif()
