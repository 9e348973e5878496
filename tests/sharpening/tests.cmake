# SPDX-License-Identifier: MIT
# Tests of sharpening, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/sharpening/sharpening_test.cpp)
photopic_gpu_test(sharpening "Sharpening*" SHADERS COST 20)
