# SPDX-License-Identifier: MIT
# Test of packages, which the preset "package" makes: lintian, the lists of files and the dependencies of each .deb, a C
# program against what they hold, and the module built of the source package without any compiler of shaders.
# cmake -DSOURCE=... -DWORK=... -DVERSION=... -DC=... -DCXX=... -DGENERATOR=... -DGLSLANG=... -P packages.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)

# expect(PACKAGE REGEX...): each matches a file in it. lacks(PACKAGE REGEX...): none does.
function(expect package)
  foreach(file IN LISTS ARGN)
    if(NOT files_${package} MATCHES "/${file}\n")
      message(FATAL_ERROR "${package} has no ${file}:\n${files_${package}}")
    endif()
  endforeach()
endfunction()
function(lacks package)
  foreach(file IN LISTS ARGN)
    if(files_${package} MATCHES "${file}")
      message(FATAL_ERROR "${package} has '${CMAKE_MATCH_0}'")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${WORK})
set(BUILD ${SOURCE}/build/package)
execute_process(COMMAND ${CMAKE_COMMAND} --preset package WORKING_DIRECTORY ${SOURCE} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
run(${CMAKE_COMMAND} --build ${BUILD})
run(cpack --config ${BUILD}/CPackConfig.cmake -G DEB -B ${WORK}/packages)
file(GLOB debs ${WORK}/packages/*.deb)
set(packages "")
foreach(deb IN LISTS debs)
  run(dpkg-deb --field ${deb} Package)
  string(STRIP "${output}" package)
  list(APPEND packages ${package})
  run(dpkg-deb --contents ${deb})
  set(files_${package} "${output}\n")
  run(dpkg-deb --field ${deb})
  set(fields_${package} "${output}")
  expect(${package} usr/share/doc/${package}/copyright usr/share/doc/${package}/changelog\\.gz)
  lacks(${package} "\\./(home|work|tmp|build|opt|root)/" "\\./usr/local" "__pycache__")
  run(dpkg-deb --extract ${deb} ${WORK}/root)
endforeach()
list(SORT packages)
if(NOT packages STREQUAL "libphotopic-dev;libphotopic1;photopic-doc;photopic-tools;python3-photopic")
  message(FATAL_ERROR "packages: ${packages}")
endif()
# The folder of libraries: Debian's for each architecture.
execute_process(COMMAND dpkg-architecture -qDEB_HOST_MULTIARCH OUTPUT_VARIABLE triple OUTPUT_STRIP_TRAILING_WHITESPACE)
set(lib usr/lib/${triple})
expect(libphotopic1 "${lib}/libphotopic\\.so\\.${VERSION}" "${lib}/libphotopic\\.so\\.1 -> libphotopic\\.so\\.${VERSION}")
lacks(libphotopic1 "include" "\\.a\n" "libphotopic\\.so -> " "/bin/")
expect(libphotopic-dev "${lib}/libphotopic\\.so -> libphotopic\\.so\\.1" ${lib}/libphotopic\\.a
       usr/include/photopic/photopic\\.h usr/include/photopic/tone_map\\.glsl usr/include/photopic/c/base\\.h
       ${lib}/cmake/photopic/photopicConfig\\.cmake ${lib}/pkgconfig/photopic\\.pc)
lacks(libphotopic-dev "/bin/" "\\.md\n" "\\.png\n" "libphotopic\\.so\\.${VERSION}\n")
expect(photopic-doc usr/share/doc/photopic/CHANGELOG\\.md usr/share/doc/photopic/docs/embedding\\.md
       usr/share/doc/photopic/examples/c_window/main\\.c)
expect(photopic-tools usr/bin/photopic usr/bin/photopic-viewer usr/share/photopic/corridor/corridor\\.gltf
       ${lib}/photopic/libphotopic_layer\\.so
       usr/share/bash-completion/completions/photopic usr/share/bash-completion/completions/photopic-viewer
       usr/share/zsh/vendor-completions/_photopic usr/share/zsh/vendor-completions/_photopic-viewer
       usr/share/fish/vendor_completions\\.d/photopic\\.fish usr/share/fish/vendor_completions\\.d/photopic-viewer\\.fish
       usr/share/man/man1/photopic-viewer\\.1\\.gz)
# A man page for the program and for each command, with its options.
run(${WORK}/root/usr/bin/photopic --help)
string(REGEX MATCHALL "\n  [a-z]+ " commands "${output}")
list(LENGTH commands count)
if(count LESS 15)
  message(FATAL_ERROR "photopic --help names ${count} commands")
endif()
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  expect(photopic-tools usr/share/man/man1/photopic-${command}\\.1\\.gz)
endforeach()
run(man --local-file ${WORK}/root/usr/share/man/man1/photopic-develop.1.gz)
if(NOT output MATCHES "PHOTOPIC-DEVELOP" OR NOT output MATCHES "--tone-mapper" OR NOT output MATCHES "SEE ALSO")
  message(FATAL_ERROR "man photopic-develop printed:\n${output}")
endif()
expect(python3-photopic "usr/lib/python3/dist-packages/photopic/_native[^\n]*\\.so"
       usr/lib/python3/dist-packages/photopic/__init__\\.py usr/lib/python3/dist-packages/photopic/py\\.typed
       usr/lib/python3/dist-packages/photopic/_native\\.pyi usr/lib/python3/dist-packages/photopic/page/report\\.html)
# depends(PACKAGE REGEX...): each matches its dependencies.
function(depends package)
  foreach(dependency IN LISTS ARGN)
    if(NOT fields_${package} MATCHES "\nDepends: ([^\n]*, )?${dependency}(, |\n)")
      message(FATAL_ERROR "${package} doesn't depend on '${dependency}':\n${fields_${package}}")
    endif()
  endforeach()
endfunction()
depends(libphotopic1 "libc6 \\([^\n,]+\\)")
depends(libphotopic-dev "libphotopic1 \\(= ${VERSION}\\)" libvulkan-dev)
depends(python3-photopic "python3 \\(>= 3\\.[0-9]+\\)" "python3 \\(<< 3\\.[0-9]+\\)" python3-numpy)
# Documentation has its own package: 3 MB are libraries and headers.
file(GLOB dev ${WORK}/packages/libphotopic-dev_*.deb)
file(SIZE ${dev} dev_bytes)
if(dev_bytes GREATER 4000000)
  message(FATAL_ERROR "${dev} has ${dev_bytes} bytes")
endif()
find_program(lintian lintian REQUIRED)  # scripts/test --full installs it
run(${lintian} --allow-root --fail-on error,warning --tag-display-limit 0 ${debs})

# A program against them.
file(WRITE ${WORK}/main.c "#include <photopic/photopic.h>\n#include <stdio.h>\nint main(void) { puts(photopic_version()); return 0; }\n")
set(ENV{PKG_CONFIG_PATH} ${WORK}/root/${lib}/pkgconfig)
run(pkg-config --cflags --libs photopic)
separate_arguments(arguments UNIX_COMMAND "${output}")
run(${C} -std=c99 ${WORK}/main.c -o ${WORK}/main ${arguments} -Wl,-rpath,${WORK}/root/${lib})
run(${WORK}/main)
if(NOT output STREQUAL "${VERSION}\n")
  message(FATAL_ERROR "${WORK}/main printed:\n${output}")
endif()

# A host's shader against them.
run(${GLSLANG} -V --target-env vulkan1.2 -I${WORK}/root/usr/include -o ${WORK}/host.spv
    ${CMAKE_CURRENT_LIST_DIR}/../finish/host_tone_map.frag)

# The source package, on a system where nothing compiles shaders.
run(${CMAKE_COMMAND} --build ${BUILD} --target photopic_source_package)
file(ARCHIVE_EXTRACT INPUT ${BUILD}/packages/photopic-${VERSION}.tar.xz DESTINATION ${WORK})
run(${CMAKE_COMMAND} -S ${WORK}/photopic-${VERSION} -B ${WORK}/built -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX} -DPHOTOPIC_BUILD_SAMPLES=OFF -DPHOTOPIC_BUILD_TESTS=OFF
    -DPHOTOPIC_OPENGL=OFF -DPHOTOPIC_PYTHON=OFF -DPHOTOPIC_GLSLANG=/nowhere -DPHOTOPIC_SPIRV_VAL=/nowhere)
run(${CMAKE_COMMAND} --build ${WORK}/built)
run(${CMAKE_COMMAND} --install ${WORK}/built --prefix ${WORK}/of_source)
run(${C} -std=c99 ${WORK}/main.c -o ${WORK}/main_of_source -I${WORK}/of_source/include -L${WORK}/of_source/lib -lphotopic
    -Wl,-rpath,${WORK}/of_source/lib)
run(${WORK}/main_of_source)
