# SPDX-License-Identifier: MIT
# Script that checks the size of the shared library, stripped: MOST bytes.
# cmake -DSTRIP=... -DLIBRARY=... -DWORK=... -DMOST=... -P size.cmake
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${STRIP} -o ${WORK}/libphotopic.so ${LIBRARY} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${STRIP} ended with ${result}")
endif()
file(SIZE ${WORK}/libphotopic.so bytes)
message(STATUS "${bytes} bytes")
if(bytes GREATER MOST)
  message(FATAL_ERROR "${LIBRARY} has ${bytes} bytes, stripped: more than ${MOST}")
endif()
