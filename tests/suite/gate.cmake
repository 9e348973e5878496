# SPDX-License-Identifier: MIT
# Test that the gate closes: of gate.json, cases "exit-N/..." fail or pass as exit code N says, one by one, and runs of
# all with the same N end with that code.
# cmake -DPHOTOPIC=PROGRAM -DSUITE=FOLDER -P gate.cmake
set(outcome_0 "pass")
set(outcome_1 "FAIL  [^:]*: (differences|pass)")
set(outcome_2 "FAIL  [^:]*: no-golden")
set(outcome_3 "FAIL  [^:]*: mismatch")
set(outcome_4 "FAIL  [^:]*: error")
foreach(code RANGE 4)
  execute_process(
    COMMAND ${PHOTOPIC} regress ${SUITE}/gate.json --device llvmpipe --filter "exit-${code}/*"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result STREQUAL code)
    message(SEND_ERROR "exit-${code}: the exit code is ${result}\n${output}")
  endif()
  string(REPLACE ";" "," output "${output}")  # lines make a list
  string(REGEX MATCHALL "(FAIL|pass)  exit-[^\n]*" lines "${output}")
  list(LENGTH lines count)
  if(count LESS 2)
    message(SEND_ERROR "exit-${code}: there are ${count} cases\n${output}")
  endif()
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^${outcome_${code}}")
      message(SEND_ERROR "unexpected: ${line}\n${output}")
    endif()
  endforeach()
endforeach()
