# SPDX-License-Identifier: MIT
# The display: primaries, ranges and encodings.
photopic_room(display
  display.cpp
  primaries.cpp
  white_balance.cpp)
