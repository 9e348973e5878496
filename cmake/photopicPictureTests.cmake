# SPDX-License-Identifier: MIT
# Function photopic_add_picture_test() of the installed package: a ctest test of a picture that a program makes.
#
# photopic_add_picture_test(
#   NAME name            of the test and its case: letters, digits, '-', '_', '.'
#   COMMAND program arg...
#                        as for add_test(), the program may be a target; in arguments "{out}" stands for the file that
#                        it must write, and "{case}" for the name. Values of generator expressions have no quotes or
#                        backslashes
#   GOLDEN file          .png or .exr, as the program writes, relative to the current source folder; may be missing
#                        until it is accepted
#   [RULES rules]        exact (the default), backend, driver, or a JSON object as in docs/regression.md
#   [TIMEOUT seconds]    after which the program is stopped, a whole number; default: 60
#   [RETRIES count]      how often a picture that fails is made again; default: 0
#   [ENVIRONMENT name=value...])
#
# The program is run in a folder of the test's own, CURRENT_BINARY_DIR/pictures/NAME (with several configurations
# pictures/CONFIG/NAME), where the report and results.json lie afterwards. `ctest -L pictures --parallel` runs these
# tests.
cmake_policy(VERSION 3.20...3.25)

# A JSON string of any text.
function(_photopic_json text out)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  string(REPLACE "\r" "\\r" text "${text}")
  string(REPLACE "\t" "\\t" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# As add_test() takes programs: a target, also one that is made later, is its file.
function(_photopic_program word out)
  if(word MATCHES "^[A-Za-z0-9_.:+-]+$")
    set(word "$<$<TARGET_EXISTS:${word}>:$<TARGET_FILE:${word}>>$<$<NOT:$<TARGET_EXISTS:${word}>>:${word}>")
  endif()
  set(${out} "${word}" PARENT_SCOPE)
endfunction()

function(photopic_add_picture_test)
  set(keywords NAME COMMAND GOLDEN RULES TIMEOUT RETRIES ENVIRONMENT)
  foreach(keyword IN LISTS keywords)
    unset(arg_${keyword})  # of whoever calls
    set(separator_${keyword} "")
  endforeach()
  # By hand, since a list of CMake mixes up words with brackets, or with a backslash at the end.
  set(keyword "")
  set(has_out FALSE)
  set(i 0)
  while(i LESS ARGC)
    set(word "${ARGV${i}}")
    math(EXPR i "${i} + 1")
    if("${word}" IN_LIST keywords)
      set(keyword "${word}")
      if(DEFINED arg_${keyword})
        message(FATAL_ERROR "photopic_add_picture_test: ${keyword} stands twice")
      endif()
      set(arg_${keyword} "")
    elseif(keyword STREQUAL "COMMAND")
      if(arg_COMMAND STREQUAL "")
        _photopic_program("${word}" word)
      elseif("${word}" MATCHES "{out}")
        set(has_out TRUE)
      endif()
      _photopic_json("${word}" word)
      string(APPEND arg_COMMAND "${separator_COMMAND}${word}")
      set(separator_COMMAND ", ")
    elseif(keyword STREQUAL "ENVIRONMENT")
      if(NOT "${word}" MATCHES "^([^=]+)=(.*)$")
        message(FATAL_ERROR "photopic_add_picture_test: ENVIRONMENT: '${word}' isn't name=value")
      endif()
      _photopic_json("${CMAKE_MATCH_1}" name)
      _photopic_json("${CMAKE_MATCH_2}" value)
      string(APPEND arg_ENVIRONMENT "${separator_ENVIRONMENT}${name}: ${value}")
      set(separator_ENVIRONMENT ", ")
    elseif(keyword STREQUAL "" OR NOT arg_${keyword} STREQUAL "")
      list(JOIN keywords ", " known)
      message(FATAL_ERROR "photopic_add_picture_test: '${word}' is no argument; there are ${known}")
    else()
      set(arg_${keyword} "${word}")
    endif()
  endwhile()

  # ---- what is missing or wrong ----
  foreach(keyword NAME COMMAND GOLDEN)
    if("${arg_${keyword}}" STREQUAL "")
      message(FATAL_ERROR "photopic_add_picture_test: ${keyword} is missing")
    endif()
  endforeach()
  set(who "photopic_add_picture_test(NAME ${arg_NAME})")
  if(NOT arg_NAME MATCHES "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$")
    message(FATAL_ERROR "${who}: NAME: not letters, digits, '-', '_' and '.', which doesn't come first")
  endif()
  if(NOT has_out)
    message(FATAL_ERROR "${who}: COMMAND: no argument has {out}, the file that the picture goes to")
  endif()
  cmake_path(ABSOLUTE_PATH arg_GOLDEN BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(GET arg_GOLDEN PARENT_PATH goldens)
  cmake_path(GET arg_GOLDEN FILENAME golden_file)
  cmake_path(GET arg_GOLDEN EXTENSION LAST_ONLY extension)
  string(TOLOWER "${extension}" extension)
  if(NOT extension MATCHES "^\\.(png|exr)$")
    message(FATAL_ERROR "${who}: GOLDEN: '${arg_GOLDEN}' is named neither .png nor .exr")
  endif()
  set(format "${CMAKE_MATCH_1}")
  if("${arg_RULES}" STREQUAL "")
    set(arg_RULES exact)
  endif()
  if(arg_RULES MATCHES "^[ \t\r\n]*{")
    string(JSON kind ERROR_VARIABLE problem TYPE "${arg_RULES}")
    if(problem)
      message(FATAL_ERROR "${who}: RULES: ${problem}")
    endif()
  else()
    _photopic_json("${arg_RULES}" arg_RULES)
  endif()
  foreach(pair "TIMEOUT;60" "RETRIES;0")
    list(GET pair 0 keyword)
    if("${arg_${keyword}}" STREQUAL "")
      list(GET pair 1 arg_${keyword})
    elseif(NOT arg_${keyword} MATCHES "^[0-9]+$")
      message(FATAL_ERROR "${who}: ${keyword}: '${arg_${keyword}}' is no whole number")
    endif()
  endforeach()
  if(NOT TARGET photopic::photopic-cli)
    message(FATAL_ERROR "${who}: the program photopic isn't in the installed package, ${photopic_DIR}. Build Photopic "
                        "with PHOTOPIC_BUILD_SAMPLES=ON, or import the program as photopic::photopic-cli")
  endif()

  # ---- the suite, and the test that runs it ----
  get_property(has_configurations GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/pictures/$<$<BOOL:${has_configurations}>:$<CONFIG>/>${arg_NAME}")
  _photopic_json("${goldens}" goldens)
  _photopic_json("${golden_file}" golden_file)
  file(GENERATE OUTPUT "${folder}/suite.json" CONTENT
"{\"version\": 1, \"goldens\": ${goldens}, \"shares_goldens\": true, \"cases\": [
  {\"name\": \"${arg_NAME}\", \"golden_file\": ${golden_file}, \"format\": \"${format}\",
   \"command\": [${arg_COMMAND}],
   \"environment\": {${arg_ENVIRONMENT}}, \"timeout_s\": ${arg_TIMEOUT}, \"retries\": ${arg_RETRIES},
   \"rules\": ${arg_RULES}}]}
")
  add_test(NAME ${arg_NAME}
           COMMAND photopic::photopic-cli regress "${folder}/suite.json" --allow-commands -o "${folder}")
  # Photopic stops the program, and says so in the report; ctest would stop both.
  math(EXPR test_timeout "${arg_TIMEOUT} * (${arg_RETRIES} + 1) + 1500")
  set_tests_properties(${arg_NAME} PROPERTIES LABELS pictures TIMEOUT ${test_timeout})
endfunction()
