# SPDX-License-Identifier: MIT
# The eye at night: mesopic colours, receptors and pupil.
photopic_room(night night.cpp)
photopic_texel_effect(night scene)
