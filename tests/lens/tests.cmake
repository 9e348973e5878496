# SPDX-License-Identifier: MIT
# Tests of the lens, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/lens/vignette_test.cpp)
photopic_gpu_test(lens "Vignette.*" LABEL shaders COST 20)
