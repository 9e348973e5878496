# SPDX-License-Identifier: MIT
# Tests of the flash analyser, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/flash/flash_test.cpp)
photopic_gpu_test(flash "Flash.*:FlashArguments.*" SHADERS COST 30)
