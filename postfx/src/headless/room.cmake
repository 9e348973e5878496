# SPDX-License-Identifier: MIT
# A device of the library's own, for calls on pictures in the CPU's memory and for programs.
photopic_room(headless device.cpp device_choice.cpp loader.cpp opened_device.cpp pictures.cpp)
