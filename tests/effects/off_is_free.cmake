# SPDX-License-Identifier: MIT
# Test that effects which are off leave nothing in a shader: optimized with PHOTOPIC_SPEC_EFFECTS 0, it is the same
# SPIR-V, bit by bit, as one that is compiled without any effect. Turned on, it isn't.
# -DGLSLANG -DSPIRV_OPT -DSHADERS -DCHAIN -DWORK -DINTERFACE: programs, folders, shaders/photopic/interface.h
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

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${out}")
  endif()
endfunction()

# optimized(INPUT OUTPUT OPERATOR EFFECTS): INPUT with these constants, optimized.
function(optimized input output operator effects)
  run(${SPIRV_OPT} --strip-debug "--set-spec-const-default-value=${operator_id}:${operator} ${effects_id}:${effects}"
      --freeze-spec-const --fold-spec-const-op-composite --ccp -O --remove-unused-interface-variables --compact-ids
      ${input} -o ${output})
endfunction()

# compare(NAME SOURCE DEFINE...): for an operator without parameters and one with.
function(compare name source)
  list(TRANSFORM ARGN PREPEND -D)
  set(compile ${GLSLANG} -V --quiet --target-env vulkan1.2 ${ARGN} -I${SHADERS} -I${CHAIN})
  run(${compile} -o ${WORK}/${name}.with.spv ${SHADERS}/${source})
  run(${compile} -DPHOTOPIC_WITHOUT_EFFECTS -o ${WORK}/${name}.without.spv ${SHADERS}/${source})
  foreach(operator 6 2)
    optimized(${WORK}/${name}.with.spv ${WORK}/${name}.off.opt ${operator} 0)
    optimized(${WORK}/${name}.with.spv ${WORK}/${name}.on.opt ${operator} 4294967295)
    optimized(${WORK}/${name}.without.spv ${WORK}/${name}.without.opt ${operator} 0)
    file(SHA256 ${WORK}/${name}.off.opt off)
    file(SHA256 ${WORK}/${name}.on.opt on)
    file(SHA256 ${WORK}/${name}.without.opt without)
    if(NOT off STREQUAL without)
      message(FATAL_ERROR "${name}, operator ${operator}: effects that are off leave code behind")
    endif()
    if(on STREQUAL without)
      message(FATAL_ERROR "${name}, operator ${operator}: effects that are on do nothing; this test proves nothing")
    endif()
  endforeach()
endfunction()

compare(tone_map_rgba8 finish/tone_map.comp LDR_FORMAT=rgba8 ENCODING_SRGB8)
compare(tone_map_rgba16f finish/tone_map.comp LDR_FORMAT=rgba16f ENCODING_LINEAR)
compare(single_pass_int64_rgba8 meter/single_pass.comp METER_INT64 LDR_FORMAT=rgba8 ENCODING_SRGB8)
compare(single_pass_weighted_rgba8 meter/single_pass.comp METER_WEIGHTED LDR_FORMAT=rgba8 ENCODING_SRGB8)
