# SPDX-License-Identifier: MIT
# Flash analyser.
photopic_room(flash
  flash_analyser.cpp
  flash_result.cpp
  iris_rule.cpp
  validation.cpp)

photopic_shader(photopic flash_cells flash/cells.comp)
photopic_shader(photopic flash_verdict flash/verdict.comp BASE flash_cells)
