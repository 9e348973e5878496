# SPDX-License-Identifier: MIT
# Tests of the eye at night, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/night/night_rig.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/night/night_surroundings_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/night/night_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/night/receptors_test.cpp)
photopic_gpu_test(night "Night*" LABEL shaders COST 20)
