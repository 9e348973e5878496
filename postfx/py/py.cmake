# SPDX-License-Identifier: MIT
# Python's package photopic: pictures as numpy arrays, over the C interface's calls on memory. Where pybind11 is there, for
# the first Python that has numpy: that of PATH, or the system's.
if(NOT DEFINED Python_EXECUTABLE)
  foreach(candidate python3 /usr/bin/python3)
    execute_process(COMMAND ${candidate} -c "import numpy, sys; print(sys.executable)" RESULT_VARIABLE result
                    OUTPUT_VARIABLE executable OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(result EQUAL 0 AND NOT DEFINED Python_EXECUTABLE)
      set(Python_EXECUTABLE ${executable} CACHE FILEPATH "Python that the module is for")
    endif()
  endforeach()
endif()
set(PYBIND11_FINDPYTHON ON)
find_package(Python 3.9 COMPONENTS Interpreter Development.Module QUIET)
find_package(pybind11 2.10 CONFIG QUIET)
if(NOT DEFINED Python_EXECUTABLE OR NOT Python_FOUND OR NOT pybind11_FOUND)
  message(STATUS "No pybind11, or no Python with numpy: without Python's module (PHOTOPIC_PYTHON)")
  return()
endif()

set(python_dir ${PROJECT_BINARY_DIR}/python)
add_library(photopic_python MODULE py/arrays.cpp py/device.cpp py/module.cpp py/sequences.cpp py/settings.cpp)
photopic_target(photopic_python)
set_target_properties(photopic_python PROPERTIES OUTPUT_NAME _native UNITY_BUILD ON CXX_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY ${python_dir}/photopic)
target_compile_options(photopic_python PRIVATE ${PHOTOPIC_PROGRAM_OPTIMIZATION})  # templates take longer to optimize than they ever run
target_link_libraries(photopic_python PRIVATE photopic pybind11::module)
pybind11_extension(photopic_python)
# The package as it is imported from the build: what is compiled, and beside it what isn't.
file(GLOB modules CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/py/photopic
     ${CMAKE_CURRENT_SOURCE_DIR}/py/photopic/*.py ${CMAKE_CURRENT_SOURCE_DIR}/py/photopic/*.pyi
     ${CMAKE_CURRENT_SOURCE_DIR}/py/photopic/py.typed)
foreach(module IN LISTS modules)
  configure_file(py/photopic/${module} ${python_dir}/photopic/${module} COPYONLY)
endforeach()
# The page of pytest's report is that of `photopic regress`: three files beside the modules.
set(page_dir ${PROJECT_SOURCE_DIR}/tools/lib/regress/report/page)
include(${page_dir}/page.cmake)
function(photopic_report_part name)
  list(TRANSFORM ARGN PREPEND ${page_dir}/ OUTPUT_VARIABLE files)
  list(JOIN files "|" joined)
  set(script ${PROJECT_SOURCE_DIR}/cmake/JoinText.cmake)
  add_custom_command(OUTPUT ${python_dir}/photopic/page/${name}
    COMMAND ${CMAKE_COMMAND} "-DIN=${joined}" -DOUT=${python_dir}/photopic/page/${name} -P ${script}
    DEPENDS ${files} ${script} VERBATIM)
  target_sources(photopic_python PRIVATE ${python_dir}/photopic/page/${name})
endfunction()
photopic_report_part(report.html report.html)
photopic_report_part(report.css ${PHOTOPIC_REPORT_STYLE})
photopic_report_part(report.js ${PHOTOPIC_REPORT_SCRIPT})
# The module runs on this Python 3 only: packages depend on it.
set_target_properties(photopic_python PROPERTIES PHOTOPIC_PYTHON_MINOR ${Python_VERSION_MINOR})
# Debian's Python looks for modules here; the option is for others.
set(PHOTOPIC_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where Python's module is installed, below the prefix")

# photopic_wheel: a wheel of what is built here, in build/.../python/wheel. postfx/py/setup.py makes one from nothing, too.
execute_process(COMMAND ${Python_EXECUTABLE} -c "import setuptools, wheel" RESULT_VARIABLE result ERROR_QUIET)
if(result EQUAL 0)
  add_custom_target(photopic_wheel
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${python_dir}/wheel
    COMMAND ${CMAKE_COMMAND} -E env PHOTOPIC_PYTHON_BUILT=$<TARGET_FILE:photopic_python>
            ${Python_EXECUTABLE} setup.py -q bdist_wheel --dist-dir ${python_dir}/wheel
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/py DEPENDS photopic_python VERBATIM)
else()
  message(STATUS "No setuptools, or no wheel: without the target photopic_wheel")
endif()
