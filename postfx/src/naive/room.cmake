# SPDX-License-Identifier: MIT
# Meters as others build them, for comparison.
photopic_room(naive
  blit_chain.cpp
  blit_weights.cpp
  naive_meters.cpp)
