# SPDX-License-Identifier: MIT
# Test of the packages on a clean Debian, which mmdebstrap makes of this machine's package source: they are installed with
# what they depend on, and the first commands of the pages run: C, C++, OpenGL, Python and GLSL of docs/embedding.md, and
# the command line of docs/command-line.md. Skipped where there is no mmdebstrap or its package source isn't reached.
# cmake -DROOT=SOURCES -DPACKAGES=FOLDER -DPANORAMA=PROGRAM -DWORK=... -P chroot.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/start_page.cmake)  # WORK/run.sh
function(skip why)
  message(FATAL_ERROR "skipped: no clean system: ${why}")  # ctest reads it
endfunction()
find_program(mmdebstrap mmdebstrap)
if(NOT mmdebstrap)
  skip("mmdebstrap isn't installed")
endif()
file(STRINGS /etc/os-release codename REGEX "^VERSION_CODENAME=")
string(REPLACE "VERSION_CODENAME=" "" codename "${codename}")
set(sources "")
foreach(file /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources)
  if(EXISTS ${file})
    list(APPEND sources ${file})
  endif()
endforeach()
if(NOT sources)
  skip("/etc/apt names no package source")
endif()

# The first commands of the command line, of one picture.
file(READ ${ROOT}/docs/command-line.md page)
string(REGEX MATCHALL "\nphotopic (develop|meter) [^\n#]*room\\.exr[^\n#]*" commands "${page}")  # without comments
list(FILTER commands EXCLUDE REGEX "shot\\.cc")
list(LENGTH commands count)
if(count LESS 4)
  message(FATAL_ERROR "docs/command-line.md: ${count} commands with room.exr were found")
endif()
list(JOIN commands "" commands)
execute_process(COMMAND ${PANORAMA} ${WORK}/room.exr --width 256 COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${WORK}/command_line.sh "set -eu\n${commands}\ntest -s room.png\n"
  "photopic --version\nphotopic doctor\nphotopic-viewer --headless -o viewed --size 64x36 --frames 2\n")

file(GLOB debs ${PACKAGES}/*.deb)
list(LENGTH debs count)
if(NOT count EQUAL 5)
  message(FATAL_ERROR "${PACKAGES}: ${count} packages, not 5")
endif()
file(COPY ${debs} DESTINATION ${WORK}/packages)
# What the commands need beside the packages' own dependencies: a compiler, a driver, and OpenGL.
set(tools "g++ make cmake pkg-config glslang-tools libepoxy-dev mesa-vulkan-drivers libegl1 libgl1-mesa-dri libgl1")
file(WRITE ${WORK}/inside.sh "set -eu
export DEBIAN_FRONTEND=noninteractive PREFIX=/usr LC_ALL=C.UTF-8 HOME=/root
apt-get install -q -y --no-install-recommends /start/packages/*.deb
echo '== packages are installed'
apt-get install -q -y --no-install-recommends ${tools}
cd /start
bash command_line.sh
bash run.sh
ls vulkan.ppm opengl.ppm start.spv
echo '== all commands ran'
")
execute_process(
  COMMAND ${mmdebstrap} --variant=apt --format=null "--customize-hook=mkdir \"$1/start\"" "--customize-hook=sync-in ${WORK} /start"
          "--customize-hook=chroot \"$1\" bash /start/inside.sh" ${codename} /dev/null ${sources}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT output MATCHES "I: installing essential packages")  # nothing could be fetched, or no root file system be made
  skip("${output}")
endif()
foreach(line "== packages are installed" "== all commands ran" "EV100 5.00, exposure 0.0260" "(180, 320, 3) uint8 5.0")
  string(FIND "${output}" "${line}" at)
  if(at EQUAL -1 OR NOT result EQUAL 0)
    message(FATAL_ERROR "'${line}' was not printed, exit code ${result}:\n${output}")
  endif()
endforeach()
