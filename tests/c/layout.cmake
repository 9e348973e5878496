# SPDX-License-Identifier: MIT
# Script that checks the structs of the C interface: none ends in padding, or a member that a version to come adds there
# would hold what an older program left in it.
# cmake -DC=... -DINCLUDE=... -DWORK=... -P layout.cmake
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/layout.c "#include <photopic/photopic.h>\nstruct probe { double d; char c; };\n")
execute_process(COMMAND ${C} -std=c99 -Wpadded -fsyntax-only -I${INCLUDE} ${WORK}/layout.c RESULT_VARIABLE result
                ERROR_VARIABLE output)
string(REGEX MATCHALL "[^\n]*padding (struct )?size[^\n]*" ends "${output}")
list(FILTER ends EXCLUDE REGEX "vulkan")
if(NOT result EQUAL 0 OR NOT output MATCHES "layout.c:2[^\n]*padding (struct )?size")
  message(FATAL_ERROR "${C} ended with ${result} and doesn't warn of the probe:\n${output}")
endif()
list(FILTER ends EXCLUDE REGEX "layout.c:2")
if(ends)
  list(JOIN ends "\n" ends)
  message(FATAL_ERROR "${ends}")
endif()
