# SPDX-License-Identifier: MIT
# Test of the library embedded as others do it: WAY "embedding", installed and found, or "subdirectory", in the build of
# its host.
# cmake -DWAY=... -DSOURCE=... -DBUILD=... -DWORK=... -DGENERATOR=... -DSANITIZE=... -DC=... -DCXX=... -DOPENGL=...
#   -DSHARED=... -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Luminance 4 is EV100 log2(4) + 3 = 5, and the exposure 1 / (1.2 * 2^5) = 0.026042.
function(check_output)
  run(${ARGN})
  if(NOT output MATCHES "^([A-Za-z0-9. ]*:? ?EV100 5\\.0000, exposure 0\\.026042\n)+$")
    message(FATAL_ERROR "${ARGN} printed:\n${output}")
  endif()
  message(STATUS "${output}")
endfunction()

set(compilers -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX})  # the library's own: sanitizers' runtimes don't mix
set(flags "")
set(link_flags "")
if(SANITIZE)  # a library built with sanitizers needs a host that links their runtime
  set(flags "-DCMAKE_EXE_LINKER_FLAGS=-fsanitize=address,undefined")
  set(link_flags -fsanitize=address,undefined)
endif()
file(REMOVE_RECURSE ${WORK})

if(WAY STREQUAL subdirectory)
  include(${CMAKE_CURRENT_LIST_DIR}/subproject.cmake)
  return()
endif()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
# Every header that the documentation names is there, and compiles alone.
foreach(header debug_overlay device exposure image_metrics interface metrics_interface overlay_interface post_process
        settings)
  if(NOT EXISTS ${WORK}/prefix/include/photopic/${header}.h)
    message(FATAL_ERROR "photopic/${header}.h isn't installed")
  endif()
endforeach()
set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Werror)
file(GLOB installed RELATIVE ${WORK}/prefix/include ${WORK}/prefix/include/photopic/*.h)
foreach(header IN LISTS installed)
  file(WRITE ${WORK}/header.cpp "#include <${header}>\n#include <${header}>\n")
  foreach(standard c++17 c++20)
    run(${CXX} -std=${standard} ${warnings} -Wold-style-cast -fsyntax-only -I${WORK}/prefix/include ${WORK}/header.cpp)
  endforeach()
endforeach()
file(GLOB c_headers RELATIVE ${WORK}/prefix/include ${WORK}/prefix/include/photopic/photopic.h
     ${WORK}/prefix/include/photopic/c/*.h)
foreach(header IN LISTS c_headers)
  file(WRITE ${WORK}/header.c "#include <${header}>\n#include <${header}>\ntypedef int no_translation_unit_is_empty;\n")
  run(${C} -std=c99 ${warnings} -fsyntax-only -I${WORK}/prefix/include ${WORK}/header.c)
  file(WRITE ${WORK}/header.cpp "#include <${header}>\n#include <${header}>\n")
  run(${CXX} -std=c++11 ${warnings} -Wold-style-cast -fsyntax-only -I${WORK}/prefix/include ${WORK}/header.cpp)
endforeach()

# C, against the shared library: by the package, and by pkg-config from a folder that it was moved to. By pkg-config
# against the static one, too.
if(SHARED)
  run(${CMAKE_COMMAND} -S ${SOURCE}/samples/minimal_c -B ${WORK}/found_c -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_C_COMPILER=${C} ${flags})
  run(${CMAKE_COMMAND} --build ${WORK}/found_c)
  check_output(${WORK}/found_c/photopic-minimal-c)

  file(GLOB folders ${WORK}/prefix/include ${WORK}/prefix/lib*)
  file(COPY ${folders} DESTINATION ${WORK}/moved)
  file(GLOB_RECURSE pc ${WORK}/moved/photopic.pc)
  cmake_path(GET pc PARENT_PATH pc_folder)
  cmake_path(GET pc_folder PARENT_PATH lib_folder)
  set(ENV{PKG_CONFIG_PATH} ${pc_folder})
  foreach(package photopic photopic-cpp)
    run(pkg-config --cflags --libs ${package})
    if(output MATCHES "${WORK}/prefix")
      message(FATAL_ERROR "pkg-config ${package} names the folder that it was installed to: ${output}")
    endif()
    # Where glibc is older than 2.34, dlopen() is there.
    if(package STREQUAL photopic-cpp AND CMAKE_HOST_SYSTEM_NAME STREQUAL Linux AND NOT output MATCHES " -ldl")
      message(FATAL_ERROR "pkg-config photopic-cpp has no -ldl: ${output}")
    endif()
    separate_arguments(arguments UNIX_COMMAND "${output}")
    run(${C} -std=c99 ${SOURCE}/samples/minimal_c/main.c -o ${WORK}/${package} ${arguments} -lvulkan
        -Wl,-rpath,${lib_folder})
    check_output(${WORK}/${package})
  endforeach()
endif()

file(GLOB_RECURSE targets ${WORK}/prefix/photopicTargets.cmake)
file(READ ${targets} text)
if(CMAKE_HOST_SYSTEM_NAME STREQUAL Linux AND NOT text MATCHES "LINK_ONLY:dl>")
  message(FATAL_ERROR "photopic::photopic doesn't link to libdl:\n${text}")
endif()

# A host in C++17.
file(GLOB_RECURSE library ${WORK}/prefix/libphotopic.a)
run(${CXX} -std=c++17 -Wall -Wextra -Wpedantic -Werror -I${WORK}/prefix/include
    ${SOURCE}/tests/install/host_17.cpp ${library} -o ${WORK}/host_17 ${link_flags})
run(${WORK}/host_17)
if(NOT output STREQUAL "create: device.instance, .physical_device or .device is VK_NULL_HANDLE\n")
  message(FATAL_ERROR "${WORK}/host_17 printed:\n${output}")
endif()

run(${CMAKE_COMMAND} -S ${SOURCE}/samples/minimal -B ${WORK}/found -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${WORK}/prefix ${compilers} ${flags})
run(${CMAKE_COMMAND} --build ${WORK}/found)
check_output(${WORK}/found/photopic-minimal)
# On two queues; what validation has to say of semaphores, families and barriers would be in the output.
set(validation VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
               VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT)
if(SANITIZE)
  set(validation "")
endif()
check_output(${CMAKE_COMMAND} -E env ${validation} ${WORK}/found/photopic-minimal --async-compute)

if(OPENGL)
  run(${CMAKE_COMMAND} -S ${SOURCE}/samples/minimal_opengl -B ${WORK}/opengl -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_PREFIX_PATH=${WORK}/prefix ${compilers} ${flags})
  run(${CMAKE_COMMAND} --build ${WORK}/opengl)
  check_output(${WORK}/opengl/photopic-minimal-opengl)  # both lines
endif()
