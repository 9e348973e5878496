# SPDX-License-Identifier: MIT
# Lateral chromatic aberration: how the final pass reads the HDR image.
photopic_room(aberration aberration.cpp)
