# SPDX-License-Identifier: MIT
# Script that checks the symbols of a library. It must reach Vulkan through its host's loader alone, or it clashes with volk
# and other loaders; and define no name outside photopic:: but those of the C interface, or a host's own name takes its place.
# cmake -DNM=... -DLIBRARY=... -P symbols.cmake
function(symbols variable)
  execute_process(COMMAND ${NM} --extern-only ${ARGN} ${LIBRARY} OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR output STREQUAL "")
    message(FATAL_ERROR "${NM} ${LIBRARY} ended with ${result}")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

symbols(undefined --undefined-only)
string(REGEX MATCHALL " U vk[^\n]*" vulkan "${undefined}")
if(vulkan)
  message(FATAL_ERROR "${LIBRARY} links to Vulkan:${vulkan}")
endif()

symbols(defined --defined-only)
string(REGEX MATCHALL "\n[0-9a-f]+ [A-Za-z] [^\n]+" defined "${defined}")
list(LENGTH defined count)
if(count EQUAL 0)
  message(FATAL_ERROR "${LIBRARY} defines nothing")
endif()
# Mangled, since a template's plain name begins with what it returns. What the standard library has instantiated is
# everybody's, and weak.
set(kinds "(TI|TS|TV|GV|Z)*N?K?")  # of typeinfo, its name, vtables, guards, locals
list(FILTER defined EXCLUDE REGEX "^\n[0-9a-f]+ ([A-Za-z] _Z${kinds}(8photopic|[0-9]+photopic_)|[TWVu] photopic_|[VWu] _ZZ?N?K?(St|S[absiod]))")
if(defined)
  message(FATAL_ERROR "${LIBRARY} defines names outside photopic:::${defined}")
endif()
