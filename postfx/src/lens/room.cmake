# SPDX-License-Identifier: MIT
# The lens: vignette.
photopic_room(lens lens.cpp)
