# SPDX-License-Identifier: MIT
# The display: primaries, ranges and encodings.
photopic_room(display
  aces2_tables.cpp
  display.cpp
  hdr_display.cpp
  primaries.cpp
  white_balance.cpp)
