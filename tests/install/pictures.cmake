# SPDX-License-Identifier: MIT
# Test of photopic_add_picture_test() from the installed package: the sample's tests, and a host with what is odd or
# wrong.
# cmake -DSOURCE=... -DPREFIX=... -DWORK=... -DGENERATOR=... -DC=... -DCXX=... -P pictures.cmake
cmake_minimum_required(VERSION 3.25)

# run(RESULT COMMAND...): RESULT is "passes" or "fails".
function(run expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if((expected STREQUAL passes AND NOT result EQUAL 0) OR (expected STREQUAL fails AND result EQUAL 0))
    message(FATAL_ERROR "${ARGN}\nended with ${result}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_text text part)
  string(FIND "${text}" "${part}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "'${part}' isn't in:\n${text}")
  endif()
endfunction()

function(expect_files)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "${file} is missing")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${WORK})

# ---- the sample -----------------------------------------------------------------------------------------------------
set(build ${WORK}/sample)
set(ctest ${CMAKE_CTEST_COMMAND} --test-dir ${build} -L pictures --parallel 2 --output-on-failure)
run(passes ${CMAKE_COMMAND} -S ${SOURCE}/samples/picture_tests -B ${build} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX})
run(passes ${CMAKE_COMMAND} --build ${build})
run(passes ${ctest})
expect_text("${output}" "100% tests passed, 0 tests failed out of 3")
foreach(name checkers ramp ball)
  expect_files(${build}/pictures/${name}/report.html ${build}/pictures/${name}/results.json)
endforeach()

run(fails ${CMAKE_COMMAND} -E env RENDER_LIGHT=70 ${ctest} -R ball)
expect_text("${output}" "0% tests passed, 1 tests failed out of 1")
expect_text("${output}" "FAIL  ball: differences")
expect_text("${output}" "photopic accept ${build}/pictures/ball/results.json")
expect_files(${build}/pictures/ball/pictures/ball.actual.png ${build}/pictures/ball/pictures/ball.expected.png)

# ---- odd words, goldens that are missing, several configurations ----------------------------------------------------
file(WRITE ${WORK}/host/CMakeLists.txt [=====[
cmake_minimum_required(VERSION 3.20)
project(host LANGUAGES NONE)
enable_testing()
find_package(photopic REQUIRED)
set(ball "${SOURCE}/samples/picture_tests/goldens/ball.png")
photopic_add_picture_test(NAME words GOLDEN "${ball}" TIMEOUT 30 RETRIES 1
  ENVIRONMENT "SEED=a \"b\"=\\" EMPTY=
  COMMAND sh -c [[printf '%s|' "$@" "$SEED" "$EMPTY" > words; cp "$BALL" "$1"; test "$2" = words]] sh {out} {case}
          "q\"q" "back\\slash" "tail\\" "[" "]" "semi;colon" "" "two\nlines" "$<CONFIG>" "NAMES"
  RULES [[{"all": [{"max_delta": 1}, {"max_flip": 0.1}]}]])
photopic_add_picture_test(NAME missing COMMAND cp "${ball}" {out} GOLDEN "goldens \"new\"/ball.png")
]=====])
run(passes ${CMAKE_COMMAND} -S ${WORK}/host -B ${WORK}/host/build -G "Ninja Multi-Config" -DCMAKE_PREFIX_PATH=${PREFIX}
    -DSOURCE=${SOURCE})
run(fails ${CMAKE_COMMAND} -E env BALL=${SOURCE}/samples/picture_tests/goldens/ball.png ${CMAKE_CTEST_COMMAND}
    --test-dir ${WORK}/host/build -C Debug -L pictures --parallel 2 --output-on-failure)
expect_text("${output}" "50% tests passed, 1 tests failed out of 2")
set(pictures ${WORK}/host/build/pictures/Debug)
expect_text("${output}" "FAIL  missing: no-golden: there is no golden ${WORK}/host/goldens \"new\"/ball.png")
expect_text("${output}" "photopic accept ${pictures}/missing/results.json")
expect_files(${pictures}/missing/report.html ${pictures}/missing/pictures/missing.actual.png)
file(READ ${pictures}/words/words words)
string(REGEX REPLACE "^[^|]*/[^|]*[.]png[|]" "OUT|" words "${words}")
set(expected "OUT|words|q\"q|back\\slash|tail\\|[|]|semi;colon||two\nlines|Debug|NAMES|a \"b\"=\\||")
if(NOT words STREQUAL expected)
  message(FATAL_ERROR "the program was given\n${words}\nand not\n${expected}")
endif()

run(passes ${CMAKE_COMMAND} -E chdir ${WORK}/host ${CMAKE_COMMAND} -E env --unset=CI
    ${PREFIX}/bin/photopic accept ${pictures}/missing/results.json)
run(passes ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/host/build -C Debug -R missing)

# ---- what is wrong --------------------------------------------------------------------------------------------------
file(WRITE ${WORK}/wrong/CMakeLists.txt [=====[
cmake_minimum_required(VERSION 3.20)
project(wrong LANGUAGES NONE)
enable_testing()
find_package(photopic REQUIRED)
include(${CMAKE_CURRENT_SOURCE_DIR}/call.cmake)
]=====])
function(refuse call message)
  file(WRITE ${WORK}/wrong/call.cmake "photopic_add_picture_test(${call})\n")
  run(fails ${CMAKE_COMMAND} -S ${WORK}/wrong -B ${WORK}/wrong/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${PREFIX})
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  expect_text("${output}" "photopic_add_picture_test${message}")
endfunction()
refuse("" ": NAME is missing")
refuse("NAME a GOLDEN a.png" ": COMMAND is missing")
refuse("NAME a COMMAND r {out} GOLDEN" ": GOLDEN is missing")
refuse("NAME a b" ": 'b' is no argument; there are NAME, COMMAND, ")
refuse("NAME a NAME b" ": NAME stands twice")
refuse("NAME a/b COMMAND r {out} GOLDEN a.png" "(NAME a/b): NAME: not letters")
refuse("NAME a COMMAND r out GOLDEN a.png" "(NAME a): COMMAND: no argument has {out}")
refuse("NAME a COMMAND r {out} GOLDEN a.jpg" "(NAME a): GOLDEN: '${WORK}/wrong/a.jpg' is named neither .png nor .exr")
refuse("NAME a COMMAND r {out} GOLDEN a.png RULES [[{\"max_delta\" 1}]]" "(NAME a): RULES: ")
refuse("NAME a COMMAND r {out} GOLDEN a.png TIMEOUT 0.5s" "(NAME a): TIMEOUT: '0.5s' is no whole number")
refuse("NAME a COMMAND r {out} GOLDEN a.png ENVIRONMENT SEED" ": ENVIRONMENT: 'SEED' isn't name=value")

# A package without the program.
file(MAKE_DIRECTORY ${WORK}/library)
file(GLOB folders RELATIVE ${PREFIX} ${PREFIX}/include ${PREFIX}/lib*)
foreach(folder IN LISTS folders)
  file(CREATE_LINK ${PREFIX}/${folder} ${WORK}/library/${folder} SYMBOLIC)
endforeach()
set(PREFIX ${WORK}/library)
file(REMOVE_RECURSE ${WORK}/wrong/build)
refuse("NAME a COMMAND r {out} GOLDEN a.png" "(NAME a): the program photopic isn't in the installed package, ")
