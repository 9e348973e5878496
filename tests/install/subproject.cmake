# SPDX-License-Identifier: MIT
# Part of run.cmake: a host fetches the module from a git folder and builds it with its own flags. It sees no names but
# photopic's.
file(MAKE_DIRECTORY ${WORK}/git)
foreach(part CMakeLists.txt LICENSE cmake postfx shaders)  # what a build of the module reads
  file(COPY ${SOURCE}/${part} DESTINATION ${WORK}/git PATTERN __pycache__ EXCLUDE)
endforeach()
foreach(arguments "init;--quiet;--initial-branch=main" "add;--all"
        "-c;user.name=test;-c;user.email=test@invalid;commit;--quiet;--message=all")
  run(git -C ${WORK}/git ${arguments})
endforeach()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/subproject -B ${WORK}/subdirectory -G ${GENERATOR}
    -DCMAKE_BUILD_TYPE=Release ${compilers} -DPHOTOPIC_GIT=file://${WORK}/git
    -DPHOTOPIC_HOST_17=${SOURCE}/tests/install/host_17.cpp -DPHOTOPIC_MINIMAL=${SOURCE}/samples/minimal)

# What cmake-gui and an IDE show of the module. FetchContent and find_package() have variables of their own.
file(STRINGS ${WORK}/subdirectory/seen.txt seen)
set(foreign ${seen})
list(FILTER foreign EXCLUDE REGEX "^(target photopic[_-]?|variable (PHOTOPIC_|photopic_|FETCHCONTENT_|GIT_EXECUTABLE$|VulkanHeaders_DIR$))")
if(foreign)
  message(FATAL_ERROR "a host's project sees names without a prefix: ${foreign}")
endif()
# Programs and their options aren't there.
foreach(name photopic-cli photopic-viewer photopic_engine photopic_session)
  if(seen MATCHES "target ${name}(;|$)")
    message(FATAL_ERROR "a host's project has the target ${name}")
  endif()
endforeach()
set(options ${seen})
list(FILTER options INCLUDE REGEX "^variable PHOTOPIC_")
list(SORT options)
list(TRANSFORM options REPLACE "^variable PHOTOPIC_" "")
list(REMOVE_ITEM options VULKAN_INCLUDE)  # only where Vulkan's headers have no package of CMake
set(expected BUILD_SAMPLES BUILD_TESTS GENERATED_DIR GLSLANG INSTALL OPENGL PYTHON SANITIZE SHARED SPIRV_VAL WERROR)
if(NOT options STREQUAL expected)
  message(FATAL_ERROR "a host's project sees the options ${options}; expected: ${expected}")
endif()

run(${CMAKE_COMMAND} --build ${WORK}/subdirectory)
check_output(${WORK}/subdirectory/minimal/photopic-minimal)
run(${WORK}/subdirectory/host)
if(NOT output STREQUAL "create: device.instance, .physical_device or .device is VK_NULL_HANDLE\n")
  message(FATAL_ERROR "${WORK}/subdirectory/host printed:\n${output}")
endif()
run(${WORK}/subdirectory/plugin-host ${WORK}/subdirectory/plugin.so)
if(NOT output STREQUAL "17\n17\n")
  message(FATAL_ERROR "plugin-host printed:\n${output}")
endif()
run(nm --dynamic --defined-only --extern-only ${WORK}/subdirectory/plugin.so)
# What the standard library has instantiated is weak, and everybody's.
string(REGEX REPLACE "[0-9a-f]+ [VWu] [^\n]*\n" "" strong "${output}")
if(NOT strong MATCHES "^[0-9a-f]+ T plugin_run\n$")
  message(FATAL_ERROR "plugin.so exports:\n${strong}")
endif()
if(output MATCHES "photopic[^\n]*")
  message(FATAL_ERROR "plugin.so exports names of Photopic: ${CMAKE_MATCH_0}")
endif()
