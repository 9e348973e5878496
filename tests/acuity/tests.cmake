# SPDX-License-Identifier: MIT
# Tests of acuity, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/acuity/acuity_test.cpp)
photopic_gpu_test(acuity "Acuity*" LABEL shaders COST 5)
