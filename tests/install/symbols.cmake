# SPDX-License-Identifier: MIT
# The library must reach Vulkan through its host's loader alone, or it clashes with volk and other loaders.
# cmake -DNM=... -DLIBRARY=... -P symbols.cmake
execute_process(COMMAND ${NM} --undefined-only ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR symbols STREQUAL "")
  message(FATAL_ERROR "${NM} ${LIBRARY} ended with ${result}")
endif()
string(REGEX MATCHALL " U vk[^\n]*" vulkan "${symbols}")
if(vulkan)
  message(FATAL_ERROR "${LIBRARY} links to Vulkan:${vulkan}")
endif()
