# SPDX-License-Identifier: MIT
# Settings: names, checks, exposure arithmetic.
photopic_room(settings
  exposure.cpp
  settings.cpp
  validation.cpp)
