# SPDX-License-Identifier: MIT
# Settings: their table, the operators, checks, exposure arithmetic.
photopic_room(settings
  exposure.cpp
  operators.cpp
  table.cpp
  validation.cpp)
