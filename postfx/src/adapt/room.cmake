# SPDX-License-Identifier: MIT
# Adaptation, and the exposure handed to others.
photopic_room(adapt
  adaptation.cpp
  handover.cpp
  passes.cpp)

photopic_shader(photopic adapt adapt/adapt.comp)
