# SPDX-License-Identifier: MIT
# The chain of effects: their passes, in its order. chain/chain.h is made by cmake/PhotopicEffects.cmake.
photopic_room(chain effect_passes.cpp)
