# SPDX-License-Identifier: MIT
# Sources that join the effects of the chain.
photopic_room(effects effect_passes.cpp)
