# SPDX-License-Identifier: MIT
# Test of packages: the lists of files of each .deb, a C program against what they hold, and the module built of the source
# package without any compiler of shaders.
# cmake -DBUILD=... -DWORK=... -DVERSION=... -DC=... -DCXX=... -DGENERATOR=... -DGLSLANG=... -P packages.cmake
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
  expect(${package} usr/share/doc/${package}/copyright)
  lacks(${package} "\\./(home|work|tmp|build|opt|root)/" "\\./usr/local" "__pycache__")
  run(dpkg-deb --extract ${deb} ${WORK}/root)
endforeach()
list(SORT packages)
if(NOT packages STREQUAL "libphotopic-dev;libphotopic1;photopic-tools;python3-photopic")
  message(FATAL_ERROR "packages: ${packages}")
endif()
expect(libphotopic1 "usr/lib/libphotopic\\.so\\.${VERSION}" "usr/lib/libphotopic\\.so\\.1 -> libphotopic\\.so\\.${VERSION}")
lacks(libphotopic1 "include" "\\.a\n" "libphotopic\\.so -> " "/bin/")
expect(libphotopic-dev "usr/lib/libphotopic\\.so -> libphotopic\\.so\\.1" usr/lib/libphotopic\\.a
       usr/include/photopic/photopic\\.h usr/include/photopic/tone_map\\.glsl usr/include/photopic/c/base\\.h
       usr/lib/cmake/photopic/photopicConfig\\.cmake usr/lib/pkgconfig/photopic\\.pc
       usr/share/doc/photopic/LICENSE usr/share/doc/photopic/docs/embedding\\.md)
lacks(libphotopic-dev "/bin/" "libphotopic\\.so\\.${VERSION}\n")
expect(photopic-tools usr/bin/photopic usr/bin/photopic-viewer usr/share/photopic/corridor/corridor\\.gltf)
expect(python3-photopic "usr/lib/python3/dist-packages/photopic/_native[^\n]*\\.so"
       usr/lib/python3/dist-packages/photopic/__init__\\.py usr/lib/python3/dist-packages/photopic/page/report\\.html)
if(NOT fields_libphotopic-dev MATCHES "Depends: [^\n]*libphotopic1" OR NOT fields_libphotopic1 MATCHES "libc6 \\(")
  message(FATAL_ERROR "dependencies:\n${fields_libphotopic-dev}\n${fields_libphotopic1}")
endif()

# A program against them.
file(WRITE ${WORK}/main.c "#include <photopic/photopic.h>\n#include <stdio.h>\nint main(void) { puts(photopic_version()); return 0; }\n")
set(ENV{PKG_CONFIG_PATH} ${WORK}/root/usr/lib/pkgconfig)
run(pkg-config --cflags --libs photopic)
separate_arguments(arguments UNIX_COMMAND "${output}")
run(${C} -std=c99 ${WORK}/main.c -o ${WORK}/main ${arguments} -Wl,-rpath,${WORK}/root/usr/lib)
run(${WORK}/main)
if(NOT output STREQUAL "${VERSION}\n")
  message(FATAL_ERROR "${WORK}/main printed:\n${output}")
endif()

# A host's shader against them.
run(${GLSLANG} -V --target-env vulkan1.2 -I${WORK}/root/usr/include -o ${WORK}/host.spv
    ${CMAKE_CURRENT_LIST_DIR}/../finish/host_tone_map.frag)

# The source package, on a system where nothing compiles shaders.
run(${CMAKE_COMMAND} --build ${BUILD} --target photopic_source_package)
file(ARCHIVE_EXTRACT INPUT ${BUILD}/packages/photopic-${VERSION}.tar.gz DESTINATION ${WORK})
run(${CMAKE_COMMAND} -S ${WORK}/photopic-${VERSION} -B ${WORK}/built -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX} -DPHOTOPIC_BUILD_SAMPLES=OFF -DPHOTOPIC_BUILD_TESTS=OFF
    -DPHOTOPIC_OPENGL=OFF -DPHOTOPIC_PYTHON=OFF -DPHOTOPIC_GLSLANG=/nowhere -DPHOTOPIC_SPIRV_VAL=/nowhere)
run(${CMAKE_COMMAND} --build ${WORK}/built)
run(${CMAKE_COMMAND} --install ${WORK}/built --prefix ${WORK}/of_source)
run(${C} -std=c99 ${WORK}/main.c -o ${WORK}/main_of_source -I${WORK}/of_source/include -L${WORK}/of_source/lib -lphotopic
    -Wl,-rpath,${WORK}/of_source/lib)
run(${WORK}/main_of_source)
