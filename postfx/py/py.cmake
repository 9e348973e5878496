# SPDX-License-Identifier: MIT
# Python's module photopic: pictures as numpy arrays, over the C interface's calls on memory. Where pybind11 is there, for
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

add_library(photopic_python MODULE py/arrays.cpp py/module.cpp py/settings.cpp)
photopic_target(photopic_python)
set_target_properties(photopic_python PROPERTIES OUTPUT_NAME photopic UNITY_BUILD OFF CXX_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python)
target_link_libraries(photopic_python PRIVATE photopic pybind11::module)
pybind11_extension(photopic_python)
# Debian's Python looks for modules here; the option is for others.
set(PHOTOPIC_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where Python's module is installed, below the prefix")
install(TARGETS photopic_python LIBRARY DESTINATION ${PHOTOPIC_PYTHON_DIR})
