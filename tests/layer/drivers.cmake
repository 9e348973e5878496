# SPDX-License-Identifier: MIT
# Tests on other drivers: SwiftShader, smaller devices by the tests' layer, and two drivers in one process. The daily run
# has a few seconds of each; --full has whole programs, but for left_out.cmake. docs/portability.md
include(left_out.cmake)

# SwiftShader, of Debian's chromium. The package's manifest names a version of Vulkan that loaders of Debian refuse.
find_library(PHOTOPIC_SWIFTSHADER NAMES vk_swiftshader PATHS /usr/lib/chromium NO_DEFAULT_PATH)
set(swiftshader ${CMAKE_CURRENT_BINARY_DIR}/swiftshader.json)
if(PHOTOPIC_SWIFTSHADER)
  file(CONFIGURE OUTPUT ${swiftshader} CONTENT
       "{\"file_format_version\": \"1.0.0\", \"ICD\": {\"library_path\": \"@PHOTOPIC_SWIFTSHADER@\", \"api_version\": \"1.3.0\"}}\n"
       @ONLY)
endif()
file(GLOB llvmpipe /usr/share/vulkan/icd.d/lvp_icd.*.json)

# Environments. `limits` and `plain` are of the driver that other tests have.
set(layer VK_ADD_LAYER_PATH=${CMAKE_CURRENT_BINARY_DIR} VK_INSTANCE_LAYERS=VK_LAYER_PHOTOPIC_tests)
set(environment_swiftshader VK_DRIVER_FILES=${swiftshader})
set(environment_limits ${layer} PHOTOPIC_LAYER_LIMITS=vulkan-1.2)
set(environment_plain ${layer} PHOTOPIC_LAYER_HIDE=int64,float64,push-descriptors,extended-formats)

# photopic_driver_test(NAME DEVICE COMMAND... [LABELS ...] [ENVIRONMENT ...]): DEVICE is swiftshader, limits or plain. A
# driver that isn't there: the test is skipped, by name.
function(photopic_driver_test name device)
  cmake_parse_arguments(arg "" "" "COMMAND;LABELS;ENVIRONMENT" ${ARGN})
  set(missing "")
  if(device MATCHES "swiftshader" AND NOT PHOTOPIC_SWIFTSHADER)
    set(missing "SwiftShader (Debian package chromium)")
  elseif(device MATCHES "llvmpipe" AND NOT llvmpipe)
    set(missing "llvmpipe (Debian package mesa-vulkan-drivers)")
  endif()
  if(missing)
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: there is no ${missing}")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: there is no" LABELS "${arg_LABELS}")
    return()
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${PHOTOPIC_TEST_TIMEOUT} COST 80 LABELS "${arg_LABELS}"
                       FAIL_REGULAR_EXPRESSION "${no_tests}"
                       ENVIRONMENT "${test_environment};${environment_${device}};PHOTOPIC_TEST_VALIDATION=0;\
PHOTOPIC_TEST_SHARED_PIPELINES=1;${arg_ENVIRONMENT}")
endfunction()

# photopic_driver_tests(DEVICE NAME PROGRAM [PARTS n] [DAILY filter]): all tests of PROGRAM but left_out_DEVICE_NAME, in so
# many parts; and daily those of the filter.
function(photopic_driver_tests device name program)
  cmake_parse_arguments(arg "" "PARTS;DAILY" "" ${ARGN})
  if(arg_DAILY)
    photopic_driver_test(drivers.${device}.${name} ${device} COMMAND ${program} --gtest_filter=${arg_DAILY}
                         LABELS shaders)
  endif()
  if(left_out_${device}_${name})
    add_test(NAME drivers.${device}.${name}.names
             COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> "-DNAMES=${left_out_${device}_${name}}"
                     -P ${CMAKE_CURRENT_LIST_DIR}/names.cmake)
    set_tests_properties(drivers.${device}.${name}.names PROPERTIES LABELS shaders)
  endif()
  list(JOIN left_out_${device}_${name} ":" left_out)
  math(EXPR last "${arg_PARTS} - 1")
  foreach(part RANGE ${last})
    math(EXPR number "${part} + 1")
    photopic_driver_test(drivers.${device}.${name}.all.${number} ${device} LABELS full
                         COMMAND ${program} --gtest_filter=-${left_out}
                         ENVIRONMENT GTEST_TOTAL_SHARDS=${arg_PARTS} GTEST_SHARD_INDEX=${part})
  endforeach()
endfunction()

set(few "Histogram.OfWeights:Variants/FusedVariant.Sequence/Mean:CEmbedding.BindingsAreThoseOfCpp:GlarePyramid.IsTheReference")
photopic_driver_tests(swiftshader gpu photopic-gpu-tests PARTS 4 DAILY ${few})
photopic_driver_tests(limits gpu photopic-gpu-tests PARTS 4 DAILY ${few})
photopic_driver_tests(plain gpu photopic-gpu-tests PARTS 4 DAILY ${few})
photopic_driver_tests(swiftshader metrics photopic-metrics-tests PARTS 2)
photopic_driver_tests(limits metrics photopic-metrics-tests PARTS 1)
photopic_driver_tests(plain metrics photopic-metrics-tests PARTS 1)
photopic_driver_tests(swiftshader cli photopic-cli-tests PARTS 4)

if(TARGET photopic_python)
  foreach(device swiftshader limits plain)
    set(options "")
    if(left_out_${device}_python)
      list(JOIN left_out_${device}_python " and not " left_out)
      set(options -k "not ${left_out}")
    endif()
    photopic_driver_test(drivers.${device}.python ${device} LABELS full
                         COMMAND ${Python_EXECUTABLE} -m pytest -q -p no:cacheprovider ${options} ${PROJECT_SOURCE_DIR}/tests/python
                         ENVIRONMENT PYTHONPATH=${PROJECT_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1)
  endforeach()
  photopic_driver_test(drivers.limits.python_refusals limits LABELS shaders
                       COMMAND ${Python_EXECUTABLE} -m pytest -q -p no:cacheprovider
                               ${CMAKE_CURRENT_SOURCE_DIR}/python_refusals.py
                       ENVIRONMENT PYTHONPATH=${PROJECT_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1)
endif()

# Two drivers in one process.
add_executable(photopic-drivers-tests two_drivers_test.cpp)
photopic_test_target(photopic-drivers-tests)
target_link_libraries(photopic-drivers-tests PRIVATE photopic_test_gpu)
list(JOIN llvmpipe ":" llvmpipe_files)
set(environment_llvmpipe_and_swiftshader VK_DRIVER_FILES=${llvmpipe_files}:${swiftshader} PHOTOPIC_TEST_DEVICE=llvmpipe)
photopic_driver_test(drivers.two llvmpipe_and_swiftshader COMMAND photopic-drivers-tests LABELS shaders)

# Examples, against what install.embedding installed; not that of OpenGL, which SwiftShader doesn't have.
if(NOT PHOTOPIC_SANITIZE AND PHOTOPIC_SHARED)
  find_program(PHOTOPIC_XVFB_RUN xvfb-run)
  set(install ${PROJECT_BINARY_DIR}/tests/install)
  photopic_driver_test(drivers.swiftshader.examples swiftshader LABELS full COMMAND ${CMAKE_COMMAND}
    -DSOURCE=${PROJECT_SOURCE_DIR} -DPREFIX=${install}/embedding/prefix -DWORK=${install}/examples_swiftshader
    -DGENERATOR=${CMAKE_GENERATOR} -DC=${CMAKE_C_COMPILER} -DCXX=${CMAKE_CXX_COMPILER} -DOPENGL=OFF
    -DXVFB_RUN=${PHOTOPIC_XVFB_RUN} -P ${PROJECT_SOURCE_DIR}/tests/install/examples.cmake)
  set_tests_properties(drivers.swiftshader.examples PROPERTIES FIXTURES_REQUIRED installed)
endif()
