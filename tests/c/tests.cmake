# SPDX-License-Identifier: MIT
# Tests of the C interface on a device, a part of photopic-gpu-tests: with the static library.
set(host ${PROJECT_SOURCE_DIR}/tests/c/frames.c)
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/c/embedding_test.cpp
               ${PROJECT_SOURCE_DIR}/tests/c/frames_test.cpp ${host})
set_source_files_properties(${host} PROPERTIES
  COMPILE_OPTIONS "-std=c99;-Wpedantic" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
photopic_gpu_test(c "CInterface.*" SHARED COST 20)
photopic_memory_tests(photopic-gpu-tests gpu.c)
