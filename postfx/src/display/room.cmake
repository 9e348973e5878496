# SPDX-License-Identifier: MIT
# The display: primaries, ranges and encodings.
photopic_room(display
  aces2_tables.cpp
  display.cpp
  primaries.cpp)
