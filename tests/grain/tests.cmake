# SPDX-License-Identifier: MIT
# Tests of grain, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/grain/grain_test.cpp)
photopic_gpu_test(grain "Grain*" SHADERS COST 20)
