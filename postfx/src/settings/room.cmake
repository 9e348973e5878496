# SPDX-License-Identifier: MIT
# Settings: their table, checks, exposure arithmetic.
photopic_room(settings
  exposure.cpp
  table.cpp
  validation.cpp)
