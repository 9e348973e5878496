# SPDX-License-Identifier: MIT
# Script that makes the wheel, installs it into a new environment, which has nothing else but the system's numpy and
# pytest, and runs all tests there.
# cmake -DPYTHON=... -DBUILD=... -DTESTS=... -DWORK=... -P wheel.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --build ${BUILD} --target photopic_wheel)
file(GLOB wheels ${BUILD}/python/wheel/*.whl)
list(LENGTH wheels count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "one wheel was expected: '${wheels}'")
endif()
run(${PYTHON} -m venv --system-site-packages ${WORK})
set(python ${WORK}/bin/python)
run(${python} -m pip install -q --no-index --no-deps ${wheels})
file(MAKE_DIRECTORY ${WORK}/away)
file(COPY ${TESTS}/ DESTINATION ${WORK}/away FILES_MATCHING PATTERN "*.py")
file(COPY ${TESTS}/../data/vision/flash.json DESTINATION ${WORK}/data/vision)
run(${CMAKE_COMMAND} -E chdir ${WORK}/away ${python} -c "print(__import__('photopic').__file__)")
if(NOT output MATCHES "^${WORK}/lib")
  message(FATAL_ERROR "another package than the wheel's is imported: ${output}")
endif()
run(${CMAKE_COMMAND} -E chdir ${WORK}/away ${python} -m pytest -q -p no:cacheprovider .)
message(STATUS "${output}")

# From the sources alone, as pip does it: nothing is left beside them.
file(GLOB_RECURSE before ${TESTS}/../../postfx/py/*)
run(${CMAKE_COMMAND} -E env PHOTOPIC_PYTHON_BUILT=${BUILT} ${python} -m pip wheel -q --no-index --no-build-isolation --no-deps
    -w ${WORK}/of_sources ${TESTS}/../../postfx/py)
file(GLOB_RECURSE after ${TESTS}/../../postfx/py/*)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "pip wheel left files in postfx/py: ${after}")
endif()
