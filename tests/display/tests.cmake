# SPDX-License-Identifier: MIT
# Tests of the display, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/display/display_rig.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/display_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/surface_format_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/white_balance_test.cpp)
photopic_gpu_test(display "Display*" LABEL shaders COST 40)
