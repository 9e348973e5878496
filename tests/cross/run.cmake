# SPDX-License-Identifier: MIT
# Script that builds the module for another system, SYSTEM, or with another C++ library, and runs its tests there:
#   windows   MinGW-w64, under wine64
#   aarch64   GCC, under qemu-user
#   libcxx    Clang 16 with libc++, here
# cmake -DSYSTEM=... -DSOURCE=... -DBUILD=... (of a native build) -DWORK=... -DGENERATOR=... -P run.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)

set(toolchain "")
set(emulator "")
if(SYSTEM STREQUAL windows)
  set(toolchain "
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
")
  find_program(wine NAMES wine64 wine PATHS /usr/lib/wine REQUIRED)
  set(emulator ${wine})
  set(ENV{WINEPREFIX} ${WORK}/wine)
  set(ENV{WINEDEBUG} -all)
  set(ending .exe)
elseif(SYSTEM STREQUAL aarch64)
  set(toolchain "
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
")
  find_program(qemu NAMES qemu-aarch64 REQUIRED)
  set(emulator ${qemu} -L /usr/aarch64-linux-gnu)
elseif(SYSTEM STREQUAL libcxx)
  set(toolchain "
set(CMAKE_C_COMPILER clang-16)
set(CMAKE_CXX_COMPILER clang++-16)
set(CMAKE_CXX_FLAGS_INIT -stdlib=libc++)
")
else()
  message(FATAL_ERROR "SYSTEM=${SYSTEM}: is none of windows, aarch64, libcxx")
endif()

run(${CMAKE_COMMAND} --build ${BUILD} --target photopic_generated)
file(WRITE ${WORK}/toolchain.cmake "${toolchain}")
# Vulkan's headers alone, which are the same for every system.
file(MAKE_DIRECTORY ${WORK}/include)
foreach(folder vulkan vk_video)
  file(COPY /usr/include/${folder} DESTINATION ${WORK}/include)
endforeach()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/cross -B ${WORK}/build -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_TOOLCHAIN_FILE=${WORK}/toolchain.cmake -DPHOTOPIC_GENERATED_DIR=${BUILD}/generated
    -DPHOTOPIC_TEST_SPIRV_DIR=${BUILD}/spirv -DPHOTOPIC_VULKAN_INCLUDE=${WORK}/include
    -DCMAKE_DISABLE_FIND_PACKAGE_VulkanHeaders=ON)
run(${CMAKE_COMMAND} --build ${WORK}/build)
foreach(test interface_test unit_tests)
  run(${CMAKE_COMMAND} -E chdir ${WORK}/build/bin ${emulator} ./${test}${ending})
  if(NOT output MATCHES "0 failures|\\[  PASSED  \\] [1-9]")
    message(FATAL_ERROR "${test} printed:\n${output}")
  endif()
  message(STATUS "${SYSTEM}: ${test}: ${CMAKE_MATCH_0}")
endforeach()
