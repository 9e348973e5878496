# SPDX-License-Identifier: MIT
# Tests of the display, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/display/aces2_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/auto_white_balance_rig.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/auto_white_balance_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/content_light_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/display_rig.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/display_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/lpm_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/scene_gamut_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/surface_format_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/ui_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/display/white_balance_test.cpp
                                          ${PROJECT_SOURCE_DIR}/tests/unit/reference/display/display_oracles.cpp)
target_compile_definitions(photopic-gpu-tests PRIVATE PHOTOPIC_TEST_PROJECT_DIR="${PROJECT_SOURCE_DIR}"
                                                      PHOTOPIC_TEST_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
target_link_libraries(photopic-gpu-tests PRIVATE nlohmann_json::nlohmann_json)
photopic_gpu_test(display "Display*" SHADERS COST 100 ${long_code})
