# SPDX-License-Identifier: MIT
# Script that checks the symbols of the shared library: it exports what the headers of the C interface declare, and
# nothing else.
# cmake -DNM=... -DLIBRARY=... -DHEADERS=... -P symbols.cmake
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY} OUTPUT_VARIABLE output
                RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${NM} ${LIBRARY} ended with ${result}")
endif()
string(REGEX MATCHALL "(^|\n)[^ \n]+" exported "${output}")
list(TRANSFORM exported STRIP)

set(declared "")
file(GLOB headers ${HEADERS}/*.h)
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX REPLACE ";" "" text "${text}")
  string(REGEX MATCHALL "PHOTOPIC_API [^(]*photopic_[a-z0-9_]+\\(" functions "${text}")
  foreach(function IN LISTS functions)
    string(REGEX REPLACE "^.*[ *\n](photopic_[a-z0-9_]+)\\($" "\\1" name "${function}")
    list(APPEND declared ${name})
  endforeach()
endforeach()
list(SORT declared)
list(SORT exported)
list(LENGTH declared count)
if(count LESS 50 OR NOT declared STREQUAL exported)
  set(missing ${declared})
  list(REMOVE_ITEM missing ${exported})
  list(REMOVE_ITEM exported ${declared})
  message(FATAL_ERROR "${LIBRARY}\nlacks: ${missing}\nexports what no header declares: ${exported}")
endif()
message(STATUS "${count} functions")
