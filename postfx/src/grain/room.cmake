# SPDX-License-Identifier: MIT
# Film grain: a function of the signal.
photopic_room(grain grain.cpp tile.cpp)
