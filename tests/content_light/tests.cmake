# SPDX-License-Identifier: MIT
# Tests of the meter of content light, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/content_light/content_light_test.cpp)
photopic_gpu_test(content_light "*ContentLightMeter*.*" SHADERS COST 20)
