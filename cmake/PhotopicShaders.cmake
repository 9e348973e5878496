# SPDX-License-Identifier: MIT
# Functions that compile shaders and embed them.
# photopic_shader(TARGET NAME SOURCE [AS_PASS] [BASE NAME] [DEFINES ...]): compiles SOURCE, a path below shaders/, to
# NAME.spv and gives TARGET the header <spirv/NAME.h> with the array `photopic::spirv::NAME`; with AS_PASS, and always
# the module, a PackedSpirv of that name, which is smaller with a BASE: a pass with much the same code, named before it,
# which may have a base itself. Includes in shaders are paths below shaders/, too.
# Two commands, since the depfile must name the output of its own command; else rebuilds are missed or repeated.
# Debug builds use -g, not -gVS: glslang 12 describes arrays of specialised size wrongly there, and spirv-val refuses them.
# The sanitizer's has none: its tests find the optimized build's shaders compiled.
# Not optimized by spirv-opt: it takes a tenth to a quarter off tests that make many pipelines on llvmpipe, nothing on an
# H200 (PSNR-HVS-M: 13 % slower), and its loop unrolling forgets NoContraction, which `precise` became.
# SPIR-V for Vulkan 1.2: for 1.3, glslang 12 emits LocalSizeId, which needs maintenance4 in the host.
# What programs of the build make for the module may be there already, as in a source package or, for a cross-build, by
# another build's target photopic_generated: then neither they nor glslangValidator and spirv-val are needed for it.
set(PHOTOPIC_GENERATED_DIR ${PROJECT_SOURCE_DIR}/generated CACHE PATH "Folder of the module's generated files")
set(PHOTOPIC_IS_GENERATED FALSE)
if(EXISTS ${PHOTOPIC_GENERATED_DIR}/spirv)
  set(PHOTOPIC_IS_GENERATED TRUE)
endif()
set(PHOTOPIC_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(PHOTOPIC_SPIRV_DIR ${PROJECT_BINARY_DIR}/spirv)
set(PHOTOPIC_HOST_GLSL_DIR ${PROJECT_BINARY_DIR}/host_glsl)  # <photopic/tone_map.glsl>, as hosts have it, for tests

file(MAKE_DIRECTORY ${PHOTOPIC_SPIRV_DIR}/include/spirv ${PHOTOPIC_SPIRV_DIR}/include/glsl)

function(photopic_shader target name source)
  cmake_parse_arguments(arg "AS_PASS" "BASE" "DEFINES" ${ARGN})
  set_property(TARGET ${target} APPEND PROPERTY PHOTOPIC_SHADERS ${name})
  set_property(GLOBAL PROPERTY PHOTOPIC_SHADER_${name} ${source} ${arg_DEFINES})  # for tests that compile it otherwise
  if(target STREQUAL photopic AND EXISTS ${PHOTOPIC_GENERATED_DIR}/spirv/${name}.h)
    target_include_directories(${target} PRIVATE ${PHOTOPIC_GENERATED_DIR} ${PHOTOPIC_SPIRV_DIR}/include)
    return()
  endif()
  find_program(PHOTOPIC_GLSLANG glslangValidator REQUIRED)
  find_program(PHOTOPIC_SPIRV_VAL spirv-val REQUIRED)
  list(TRANSFORM arg_DEFINES PREPEND -D)
  set(spv ${PHOTOPIC_SPIRV_DIR}/${name}.spv)
  set(header ${PHOTOPIC_SPIRV_DIR}/include/spirv/${name}.h)
  if(NOT source MATCHES "^\\.\\./tests/")
    set_property(GLOBAL APPEND PROPERTY PHOTOPIC_SPIRV_FILES ${spv})  # for tests of all modules
  endif()
  set(source ${PROJECT_SOURCE_DIR}/shaders/${source})
  add_custom_command(
    OUTPUT ${spv}
    COMMAND ${PHOTOPIC_GLSLANG} -V --quiet --target-env vulkan1.2 $<$<AND:$<CONFIG:Debug>,$<NOT:$<BOOL:${PHOTOPIC_SANITIZE}>>>:-g> ${arg_DEFINES}
            -I${PROJECT_SOURCE_DIR}/shaders -I${PHOTOPIC_HOST_GLSL_DIR} --depfile ${spv}.d -o ${spv} ${source}
    COMMAND ${PHOTOPIC_SPIRV_VAL} --target-env vulkan1.2 ${spv}
    DEPENDS ${source} DEPFILE ${spv}.d VERBATIM COMMAND_EXPAND_LISTS)
  if(arg_AS_PASS OR target STREQUAL photopic)
    set(base "")
    if(arg_BASE)
      get_property(base GLOBAL PROPERTY PHOTOPIC_SHADER_FILES_${arg_BASE})
      if(NOT base)
        message(FATAL_ERROR "${name}: its base ${arg_BASE} isn't named before it")
      endif()
    endif()
    set_property(GLOBAL PROPERTY PHOTOPIC_SHADER_FILES_${name} ${base} ${spv})  # the first base's, and so on
    add_custom_command(
      OUTPUT ${header}
      COMMAND photopic-pack-spirv ${header} ${name} ${spv} ${arg_BASE} ${base}
      DEPENDS photopic-pack-spirv ${spv} ${base} VERBATIM)
  else()
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${CMAKE_COMMAND} -DIN=${spv} -DOUT=${header} -DNAME=${name} -P ${PHOTOPIC_CMAKE_DIR}/EmbedSpirv.cmake
      DEPENDS ${spv} ${PHOTOPIC_CMAKE_DIR}/EmbedSpirv.cmake VERBATIM)
  endif()
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${PHOTOPIC_SPIRV_DIR}/include)
endfunction()

# photopic_glsl(TARGET NAME): makes GLSL 4.50 of NAME.spv, which photopic_shader() of the same directory compiles, and
# gives TARGET the header <glsl/NAME.h> with `photopic::text::NAME`.
function(photopic_glsl target name)
  find_program(PHOTOPIC_SPIRV_CROSS spirv-cross REQUIRED)
  set(spv ${PHOTOPIC_SPIRV_DIR}/${name}.spv)
  set(glsl ${PHOTOPIC_SPIRV_DIR}/${name}.glsl)
  set(header ${PHOTOPIC_SPIRV_DIR}/include/glsl/${name}.h)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${PHOTOPIC_SPIRV_CROSS} --version 450 --no-es --glsl-emit-push-constant-as-ubo --output ${glsl} ${spv}
    COMMAND ${CMAKE_COMMAND} -DIN=${glsl} -DOUT=${header} -DNAME=${name} -P ${PHOTOPIC_EMBED_TEXT}
    DEPENDS ${spv} ${PHOTOPIC_EMBED_TEXT} VERBATIM)
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${PHOTOPIC_SPIRV_DIR}/include)
endfunction()

# photopic_output_shaders(TARGET NAME SOURCE [BASE NAME] [DEFINES ...]): photopic_shader() for each output format, as
# NAME_FORMAT, and the header <spirv/NAME_outputs.h>, the index of this embedded SPIR-V: an include per format. BASE is
# the first format's, which is that of the others.
function(photopic_output_shaders target name source)
  cmake_parse_arguments(arg "" "BASE" "DEFINES" ${ARGN})
  set(base ${arg_BASE})
  set(table ${PROJECT_SOURCE_DIR}/postfx/src/display/output_formats.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(READ ${table} rows)
  string(REGEX MATCHALL "\n +FORMAT\\(" lines "${rows}")
  string(REGEX MATCHALL "\n +FORMAT\\([a-z0-9_]+, [A-Z0-9_]+, [A-Z0-9_]+, " rows "${rows}")
  list(LENGTH lines line_count)
  list(LENGTH rows row_count)
  if(row_count EQUAL 0 OR NOT row_count EQUAL line_count)
    message(FATAL_ERROR "${table}: ${row_count} of ${line_count} rows are FORMAT(glsl, VULKAN, STORE, ...)")
  endif()
  set(includes "")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "FORMAT\\(([a-z0-9_]+), [A-Z0-9_]+, ([A-Z0-9_]+)," row "${row}")
    set(format ${CMAKE_MATCH_1})
    photopic_shader(${target} ${name}_${format} ${source} BASE ${base} DEFINES ${arg_DEFINES} LDR_FORMAT=${format}
                    STORE_${CMAKE_MATCH_2})
    if("${base}" STREQUAL "${arg_BASE}")
      set(base ${name}_${format})
    endif()
    string(APPEND includes "#include <spirv/${name}_${format}.h>\n")
  endforeach()
  file(CONFIGURE OUTPUT ${PHOTOPIC_SPIRV_DIR}/include/spirv/${name}_outputs.h CONTENT "// Made by photopic_output_shaders().
@includes@" @ONLY)
endfunction()
