# SPDX-License-Identifier: MIT
# The lens: vignette. First, since an eye is behind it: what that scatters, the lens doesn't dim.
photopic_room(lens lens.cpp)
photopic_texel_effect(lens FIRST)
