# SPDX-License-Identifier: MIT
# Tests of baked looks, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/lut/baked_errors_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/baked_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/gamut_maps_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/grade_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/look_rig.cpp
  ${PROJECT_SOURCE_DIR}/tests/lut/look_tables_test.cpp)
target_link_libraries(photopic-gpu-tests PRIVATE photopic_looks)
# Each format and encoding, and damaged input: those of exact operators are in gpu.display daily.
photopic_gpu_test(lut "Baked*" SHADERS COST 30 LEFT_OUT "Baked.EveryFormatAndEncoding:Baked.AnyInputIsDefined"
                  ${long_code})
photopic_gpu_test(looks "Grade.*:LookTables.*" LABEL shaders COST 10)
