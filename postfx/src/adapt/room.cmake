# SPDX-License-Identifier: MIT
# Adaptation, and the exposure handed to others.
photopic_room(adapt
  adaptation.cpp
  exposure_scan.cpp
  handover.cpp
  passes.cpp
  state_import.cpp)

photopic_shader(photopic adapt adapt/adapt.comp BASE single_pass_int64)
photopic_shader(photopic adapt_scan adapt/scan.comp BASE adapt)
