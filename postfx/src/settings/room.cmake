# SPDX-License-Identifier: MIT
# Settings: their table, the operators, checks, exposure arithmetic.
photopic_room(settings
  create_validation.cpp
  exposure.cpp
  operators.cpp
  state_validation.cpp
  table.cpp
  validation.cpp)
