# SPDX-License-Identifier: MIT
# Tests of glare, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/glare/composite_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/glare/glare_overlay_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/glare/glare_rig.cpp
  ${PROJECT_SOURCE_DIR}/tests/glare/moving_sun_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/glare/pyramid_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/glare/source_test.cpp)
target_link_libraries(photopic-gpu-tests PRIVATE photopic_test_files)
photopic_shader(photopic-gpu-tests glare_probe ../tests/glare/probe.comp AS_PASS)
photopic_gpu_test(glare "Glare*" SHADERS COST 30)
