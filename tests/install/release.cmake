# SPDX-License-Identifier: MIT
# Test of what scripts/release refuses before it installs or builds anything, in a small repository of its own. That two
# builds are the same bytes is checked by `scripts/release --check`, before a release.
# cmake -DSOURCE=... -DWORK=... -P release.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)
find_program(git git)
if(NOT git)
  message(FATAL_ERROR "skipped: no git")  # ctest reads it
endif()

file(REMOVE_RECURSE ${WORK})
set(tree ${WORK}/tree)
file(COPY ${SOURCE}/scripts/release ${SOURCE}/scripts/lib.sh DESTINATION ${tree}/scripts)
file(WRITE ${tree}/.gitignore "/build/\n")
file(WRITE ${tree}/postfx/include/photopic/version.h
     "#define PHOTOPIC_VERSION_MAJOR 3\n#define PHOTOPIC_VERSION_MINOR 1\n#define PHOTOPIC_VERSION_PATCH 4\n")
file(WRITE ${tree}/CHANGELOG.md "# Changelog\n\n## Unreleased\n\n## 3.1.4\n")

# refuses(MESSAGE ARGUMENT...)
function(refuses message)
  execute_process(COMMAND ${tree}/scripts/release ${ARGN}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE error)
  string(FIND "${error}" "release: ${message}" place)
  if(result EQUAL 0 OR NOT place EQUAL 0 OR output)
    message(FATAL_ERROR "scripts/release ${ARGN} ended with ${result}, not with '${message}':\n${output}${error}")
  endif()
endfunction()
refuses("${tree} is no git repository")
function(commit)
  run(${git} -C ${tree} add .)
  run(${git} -C ${tree} -c user.name=Test -c user.email=test@example.org commit -q -m Test)
endfunction()
run(${git} init -q ${tree})
commit()

refuses("unknown option '--twice'" --twice)
refuses("unknown option '--twice'" --check --twice)
refuses("one folder at most" a b)
file(WRITE ${WORK}/mine/notes.txt "notes\n")
refuses("${WORK}/mine holds other files" ${WORK}/mine)
if(NOT EXISTS ${WORK}/mine/notes.txt)
  message(FATAL_ERROR "${WORK}/mine/notes.txt is gone")
endif()
refuses("CHANGELOG.md begins with '## Unreleased', but the version is 3.1.4")
file(WRITE ${tree}/CHANGELOG.md "# Changelog\n\n## 3.1.4\n")
refuses("the tree has changes; commit or stash them first: CHANGELOG.md")
commit()
file(WRITE ${tree}/new_file "")
refuses("the tree has changes; commit or stash them first: new_file" --check)
