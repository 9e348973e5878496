# SPDX-License-Identifier: MIT
# photopic_target(TARGET), a function that gives a target the language level, warnings, rounding and sanitizers of all.
function(photopic_target target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 /permissive- /utf-8 /Zc:preprocessor $<$<BOOL:${PHOTOPIC_WERROR}>:/WX>)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion $<$<BOOL:${PHOTOPIC_WERROR}>:-Werror>)
    # Products and sums are rounded one by one, whatever the compiler and the CPU: goldens are made of generated pictures.
    target_compile_options(${target} PRIVATE -ffp-contract=off)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # It counts members that designated initializers leave out; Clang doesn't.
    target_compile_options(${target} PRIVATE -Wno-missing-field-initializers)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # false alarms on std::string at -O3, GCC bug 105329
  endif()
  if(PHOTOPIC_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# photopic_module_target(TARGET): photopic_target for what hosts link: its headers need C++17 alone.
function(photopic_module_target target)
  photopic_target(${target})
  target_compile_features(${target} PUBLIC cxx_std_17)
  if(NOT MSVC)  # no exceptions leave the module, since none are used
    target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden)
  endif()
endfunction()

# photopic_module_build(TARGET): files of the module are compiled one by one, as hosts do; where there are tests, whose
# build everybody waits for, a room at a time (photopic_room()), with the headers that most of them read, made once.
function(photopic_module_build target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")  # -O3: 86 KB more, 0.2 us less a recording
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PHOTOPIC_BUILD_TESTS})
  if(NOT PHOTOPIC_BUILD_TESTS OR target STREQUAL photopic_c)  # whose options, and so headers, are others
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # to GCC, files of a room are headers
  endif()
  if(target STREQUAL photopic)
    set_target_properties(photopic PROPERTIES UNITY_BUILD_MODE GROUP)
    target_precompile_headers(photopic PRIVATE <vulkan/vulkan_core.h>
      <algorithm> <array> <bit> <cmath> <cstdio> <cstring> <memory> <new> <span> <utility>)
  else()
    target_precompile_headers(${target} REUSE_FROM photopic)
  endif()
endfunction()

if(NOT PHOTOPIC_PROGRAM_OPTIMIZATION)  # how far programs are optimized where all else is
  set(PHOTOPIC_PROGRAM_OPTIMIZATION -O1)
endif()
# photopic_program_target(TARGET): photopic_target for option parsing, JSON and panels, whose templates take longer to
# optimize than they ever run, with the headers of photopic-program-headers (tools/CMakeLists.txt).
function(photopic_program_target target)
  photopic_target(${target})
  # -fPIC: precompiled headers are the same for libraries and programs.
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release>:${PHOTOPIC_PROGRAM_OPTIMIZATION}> $<$<BOOL:${PHOTOPIC_SANITIZE}>:-O0> -fPIC)
  if(NOT target STREQUAL photopic-program-headers)
    target_precompile_headers(${target} REUSE_FROM photopic-program-headers)
  endif()
endfunction()

# photopic_test_target(TARGET): what is only ever run once. Compiling it is most of its time, and headers are most of that:
# sources are compiled eight at a time with the headers of photopic-test-headers (tests/CMakeLists.txt), and not optimized.
function(photopic_test_target target)
  photopic_test_library(${target})
  target_compile_options(${target} PRIVATE -O0)
  target_precompile_headers(${target} REUSE_FROM photopic-test-headers)
endfunction()

# photopic_test_library(TARGET): fixtures of several test programs, which make their inputs: optimized a little.
function(photopic_test_library target)
  photopic_target(${target})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
  # -pthread: precompiled headers are the same for all.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> $<$<BOOL:${PHOTOPIC_SANITIZE}>:-O0> -pthread)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)  # false alarms on std::string
  endif()
endfunction()
