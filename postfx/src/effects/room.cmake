# SPDX-License-Identifier: MIT
# What joins the effects of the chain.
photopic_room(effects effect_passes.cpp)
