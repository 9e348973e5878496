# SPDX-License-Identifier: MIT
# Tests of baked looks, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/lut/baked_errors_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/lut/baked_test.cpp)
photopic_gpu_test(lut "Baked*" LABEL shaders COST 30)
