# SPDX-License-Identifier: MIT
# Sharpening: a function of the signal and of its neighbours'.
photopic_room(sharpening sharpening.cpp)
