# SPDX-License-Identifier: MIT
# Tests of looks, baked and exact, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/lut/baked_errors_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/baked_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/exact_looks_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/gamut_maps_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/grade_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/look_rig.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/look_tables_test.cpp)
target_link_libraries(photopic-gpu-tests PRIVATE photopic_looks)
photopic_gpu_test(lut "Baked*" SHADERS COST 30 ${long_code})
photopic_gpu_test(looks "Grade.*:LookTables.*:ExactLooks.*" LABEL shaders COST 10)
