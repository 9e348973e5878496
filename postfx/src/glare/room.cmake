# SPDX-License-Identifier: MIT
# Glare: a pyramid of the picture's light.
photopic_room(glare
  glare.cpp
  passes.cpp
  recording.cpp
  spread.cpp
  tables.cpp
  up_rows.cpp)

# By format of the levels, with much the same code as the first.
foreach(format rgba16f rgba32f r11f_g11f_b10f)
  foreach(pass down_hdr down tail up)
    string(REGEX REPLACE "_hdr$" "" source ${pass})
    set(defines LEVEL_FORMAT=${format})
    if(NOT pass STREQUAL source)
      list(APPEND defines FROM_HDR)
    endif()
    set(base "")
    if(NOT format STREQUAL rgba16f)
      set(base BASE glare_${pass}_rgba16f)
    endif()
    photopic_shader(photopic glare_${pass}_${format} glare/${source}.comp ${base} DEFINES ${defines})
  endforeach()
endforeach()
