# SPDX-License-Identifier: MIT
# What knows every room: the class PostProcess, the table of settings, checks of arguments.
photopic_room(module
  choosing.cpp
  create_validation.cpp
  group_validation.cpp
  local_exposure_access.cpp
  making.cpp
  needs.cpp
  post_process.cpp
  recording.cpp
  settings_table.cpp
  state_validation.cpp
  validation.cpp)
