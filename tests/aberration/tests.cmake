# SPDX-License-Identifier: MIT
# Tests of aberration, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/aberration/aberration_test.cpp)
photopic_gpu_test(aberration "Aberration*" SHADERS COST 20)
