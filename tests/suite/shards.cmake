# SPDX-License-Identifier: MIT
# Test that two shards, merged, find what one run found: the same cases in the same order with the same scores. Pictures
# are held to goldens bit by bit, so that they don't depend on what was rendered before them either.
# cmake -DPHOTOPIC=PROGRAM -DSUITE=FOLDER -DWHOLE=RESULTS -DWORK=FOLDER -P shards.cmake
# WHOLE is results.json of a run of all cases.
function(regress)
  execute_process(COMMAND ${PHOTOPIC} regress ${ARGN}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "exit code ${result}: regress ${ARGN}\n${output}")
  endif()
endfunction()

# "NAME OUTCOME SCORES", of every case whose name starts as the shards' do
function(read_cases file out)
  file(READ ${file} json)
  string(JSON count LENGTH ${json} cases)
  set(cases "")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON name GET ${json} cases ${i} name)
    if(NOT name MATCHES "^(tone/a|overlay/s|rules/)")
      continue()
    endif()
    foreach(member name outcome scores histogram)
      string(JSON value GET ${json} cases ${i} ${member})
      string(APPEND cases "${value}\n")
    endforeach()
  endforeach()
  set(${out} "${cases}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(run ${SUITE}/suite.json --device llvmpipe --filter "tone/a*" --filter "overlay/s*" --filter "rules/*")
foreach(shard 1 2)
  regress(${run} --shard ${shard}/2 -o ${WORK}/${shard})
endforeach()
regress(--merge ${WORK}/2/results.json ${WORK}/1/results.json -o ${WORK}/merged)
read_cases(${WHOLE} whole)
read_cases(${WORK}/merged/results.json merged)
if(NOT whole STREQUAL merged)
  message(FATAL_ERROR "the merged shards have\n${merged}\nand the whole\n${whole}")
endif()
