# SPDX-License-Identifier: MIT
# The eye at night: mesopic colours, receptors and pupil.
photopic_room(night night.cpp passes.cpp)
photopic_shader(photopic mesopic night/mesopic.comp)
