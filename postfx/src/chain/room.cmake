# SPDX-License-Identifier: MIT
# The chain of effects: their passes, in its order.
photopic_room(chain effect_passes.cpp)
