# SPDX-License-Identifier: MIT
# Check of how identifiers are spelt: color, as Vulkan has it. Comments, messages and documents are free.
# cmake -DROOT=SOURCES -P spelling.cmake
cmake_minimum_required(VERSION 3.25)

# Text between quotes, and comments: the leftmost is taken first, so that each may hold the other's marks.
set(quoted "\"([^\"\\\\\n]|\\\\.)*\"")
set(single "'([^'\\\\\n]|\\\\.)*'")
set(c_like "R\"\\(([^)]|\\)+[^)\"])*\\)+\"|'\\\\?\"'|${quoted}|//[^\n]*|/\\*([^*]|\\*+[^*/])*\\*+/")
set(js "${c_like}|${single}|`([^`\\\\]|\\\\.)*`")
set(hash "${quoted}|#[^\n]*")
set(python "\"\"\"([^\"]|\"\"?[^\"])*\"\"\"|${single}|${hash}")

# check_files(PROSE PATTERN...): what is left without prose has no such word.
function(check_files prose)
  list(TRANSFORM ARGN PREPEND ${ROOT}/)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ARGN})
  foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} text)
    if(text MATCHES "[Cc]olour|COLOUR")
      string(REGEX REPLACE "${prose}" " " text "${text}")
    endif()
    string(REGEX MATCHALL "[A-Za-z0-9_]*([Cc]olour|COLOUR)[A-Za-z0-9_]*" names "${file} ${text}")
    if(names)
      list(REMOVE_DUPLICATES names)
      list(JOIN names ", " words)
      message(SEND_ERROR "${file}: identifiers are spelt color: ${words}")
    endif()
  endforeach()
endfunction()

set(rooms assets engine postfx samples shaders tests)
foreach(room IN LISTS rooms)
  check_files("${c_like}" ${room}/*.h ${room}/*.hpp ${room}/*.c ${room}/*.cpp
              ${room}/*.glsl ${room}/*.comp ${room}/*.vert ${room}/*.frag)
  check_files("${js}" ${room}/*.js)
  check_files("${python}" ${room}/*.py)
  check_files("${hash}" ${room}/*.cmake ${room}/CMakeLists.txt)
endforeach()
check_files("${python}" scripts/*)
check_files("${hash}" cmake/*.cmake)
