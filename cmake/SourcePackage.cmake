# SPDX-License-Identifier: MIT
# Maker of the source package: copies the project's files and the compiled shaders in GENERATED to the folder OUT, and
# packs it as OUT.tar.xz: files by name, without owners, so that equal files make equal bytes. SOURCE_DATE_EPOCH, if it
# is set, is the time of every file.
# cmake -DSOURCE=... -DGENERATED=... -DOUT=... -P SourcePackage.cmake
file(REMOVE_RECURSE ${OUT})
foreach(part .ci .clang-format .clang-tidy .editorconfig .github .gitignore CHANGELOG.md CITATION.cff CMakeLists.txt
        CMakePresets.json CONTRIBUTING.md LICENSE NOTICE README.md SECURITY.md assets cmake docs engine layer mkdocs.yml
        packaging postfx samples scripts shaders tests tools)
  if(NOT EXISTS ${SOURCE}/${part})
    message(FATAL_ERROR "${SOURCE}/${part} isn't there")
  endif()
  file(COPY ${SOURCE}/${part} DESTINATION ${OUT} PATTERN __pycache__ EXCLUDE PATTERN "*.egg-info" EXCLUDE
       PATTERN build EXCLUDE)
endforeach()
file(COPY ${GENERATED} DESTINATION ${OUT})
cmake_path(GET OUT PARENT_PATH folder)
cmake_path(GET OUT FILENAME name)
set(time "")
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(time --mtime=@$ENV{SOURCE_DATE_EPOCH})
endif()
execute_process(
  COMMAND tar --create --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX ${time} ${name}
  COMMAND xz --threads=1 --stdout
  WORKING_DIRECTORY ${folder} OUTPUT_FILE ${OUT}.tar.xz COMMAND_ERROR_IS_FATAL ANY)
