# SPDX-License-Identifier: MIT
# Script that compares the binary interface of the shared library with the committed one, tests/c/libphotopic.abi.
# With PHOTOPIC_UPDATE_ABI=1 in the environment, it writes that file anew.
# cmake -DABIDW=... -DABIDIFF=... -DLIBRARY=... -DHEADERS=... -DCOMMITTED=... -DWORK=... -P abi.cmake
function(run expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(result ${result} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
  if(expected STREQUAL passes AND NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result}:\n${output}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${WORK})
set(dump ${WORK}/libphotopic.abi)
run(passes ${ABIDW} --headers-dir ${HEADERS} --drop-private-types --exported-interfaces-only --no-show-locs
    --no-corpus-path --no-comp-dir-path --no-architecture --no-elf-needed --type-id-style hash --out-file ${dump}
    ${LIBRARY})
# Enumerators of Vulkan's own headers, which grow, are nothing of ours.
file(STRINGS ${dump} lines)
set(text "")
set(is_vulkan FALSE)
foreach(line IN LISTS lines)
  if(line MATCHES "<enum-decl name='Vk")
    set(is_vulkan TRUE)
  elseif(line MATCHES "</enum-decl>")
    set(is_vulkan FALSE)
  endif()
  if(NOT (is_vulkan AND line MATCHES "<enumerator "))
    string(APPEND text "${line}\n")
  endif()
endforeach()
file(WRITE ${dump} "${text}")
if("$ENV{PHOTOPIC_UPDATE_ABI}")
  file(COPY_FILE ${dump} ${COMMITTED})
endif()

run(any ${ABIDIFF} ${COMMITTED} ${dump})
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${output}\nThe binary interface differs from ${COMMITTED}. Functions may be added, and members at
the end of a struct that begins with size and version (docs/adr/0025): raise PHOTOPIC_INTERFACE_VERSION, and run this test
with PHOTOPIC_UPDATE_ABI=1. For any other change, raise SOVERSION in postfx/src/c/shared.cmake as well.")
endif()
