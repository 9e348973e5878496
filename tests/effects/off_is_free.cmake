# SPDX-License-Identifier: MIT
# Test that effects which are off leave nothing in a shader: optimized with PHOTOPIC_SPEC_EFFECTS and
# PHOTOPIC_SPEC_RECEPTORS 0, it has the same variables and the same instructions in the same order as one that is compiled
# without any effect. Turned on, it hasn't. (What differs is the order of types and constants, which the compiler writes
# as it comes upon them, and so the numbers of results.)
# -DGLSLANG -DSPIRV_OPT -DSHADERS -DSPIRV_DIR -DWORK -DINTERFACE: programs, folders, shaders/photopic/interface.h
# -DNAMES: shaders as the module has them; -DSHADER_NAME of each: source and defines; with spaces between
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY ${WORK})

function(spec_id name result)
  file(STRINGS ${INTERFACE} line REGEX "define PHOTOPIC_SPEC_${name} ")
  if(NOT line MATCHES "PHOTOPIC_SPEC_${name} ([0-9]+)")
    message(FATAL_ERROR "${INTERFACE} doesn't define PHOTOPIC_SPEC_${name}")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()
spec_id(EFFECTS effects_id)
spec_id(TONE_MAPPER operator_id)
spec_id(RECEPTORS receptors_id)
get_filename_component(spirv_tools ${SPIRV_OPT} DIRECTORY)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${out}")
  endif()
endfunction()

# instructions(INPUT NAME OPERATOR EFFECTS RECEPTORS RESULT): of INPUT with these constants, optimized.
function(instructions input name operator effects receptors result)
  set(constants "${operator_id}:${operator} ${effects_id}:${effects} ${receptors_id}:${receptors}")
  run(${SPIRV_OPT} --strip-debug "--set-spec-const-default-value=${constants}" --freeze-spec-const
      --fold-spec-const-op-composite --ccp -O --remove-unused-interface-variables --compact-ids
      ${input} -o ${WORK}/${name}.opt)
  run(${spirv_tools}/spirv-dis --no-header -o ${WORK}/${name}.txt ${WORK}/${name}.opt)
  file(READ ${WORK}/${name}.txt text)
  string(REGEX MATCHALL " Binding [0-9]+" bindings "${text}")
  string(FIND "${text}" " = OpFunction " first)
  string(SUBSTRING "${text}" ${first} -1 text)
  string(REGEX REPLACE "(%|_struct_)[0-9]+" "%" text "${text}")  # constants keep the names that are their values
  string(REGEX REPLACE "%(true|false)_[0-9]+" "%\\1" text "${text}")  # a folded constant stands beside an equal one
  string(REGEX REPLACE " +" " " text "${text}")
  set(${result} "${bindings}\n${text}" PARENT_SCOPE)
endfunction()

# compare(NAME): shader NAME of the module and the same without effects, for an operator without parameters and, of final
# passes, one with.
function(compare name)
  separate_arguments(defines UNIX_COMMAND "${SHADER_${name}}")
  list(POP_FRONT defines source)
  list(TRANSFORM defines PREPEND -D)
  run(${GLSLANG} -V --quiet --target-env vulkan1.2 ${defines} -DPHOTOPIC_WITHOUT_EFFECTS -I${SHADERS}
      -o ${WORK}/${name}.without.spv ${SHADERS}/${source})
  set(operators 6)
  if(defines MATCHES STORE_)
    list(APPEND operators 2)
  endif()
  foreach(operator IN LISTS operators)
    instructions(${SPIRV_DIR}/${name}.spv ${name}.off ${operator} 0 0 off)
    instructions(${WORK}/${name}.without.spv ${name}.without ${operator} 0 0 without)
    if(NOT off STREQUAL without)
      message(FATAL_ERROR "${name}, operator ${operator}: effects that are off leave code behind: "
                          "compare ${WORK}/${name}.off.txt and ${name}.without.txt")
    endif()
  endforeach()
  instructions(${SPIRV_DIR}/${name}.spv ${name}.on 2 4294967295 1 on)
  if(on STREQUAL without)
    message(FATAL_ERROR "${name}: effects that are on do nothing; this test proves nothing")
  endif()
endfunction()

separate_arguments(NAMES)
foreach(name IN LISTS NAMES)
  compare(${name})
endforeach()
