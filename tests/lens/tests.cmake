# SPDX-License-Identifier: MIT
# Tests of the lens, a part of photopic-gpu-tests, and what tests of its neighbours in the chain share.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/lens/lens_rig.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/lens/vignette_test.cpp)
photopic_gpu_test(lens "Vignette.*" LABEL shaders COST 20)
