# SPDX-License-Identifier: MIT
# Tests of local exposure, a part of photopic-gpu-tests.
target_sources(photopic-gpu-tests PRIVATE
  ${PROJECT_SOURCE_DIR}/tests/local_exposure/acceptance_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/local_exposure/behind_glare_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/local_exposure/local_curves_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/local_exposure/local_exposure_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/local_exposure/local_overlay_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/local_exposure/local_rig.cpp)
photopic_gpu_test(local_exposure
  "LocalBehindGlare*:*LocalCurves*:LocalExposure*:*LocalOnDevice*:*LocalTilesOnDevice*:OverlayLocal*"
  LABEL shaders COST 20)
