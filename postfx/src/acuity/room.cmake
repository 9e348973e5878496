# SPDX-License-Identifier: MIT
# Acuity: details that rods can't resolve.
photopic_room(acuity acuity.cpp)
photopic_shader(photopic acuity_down_rgba16f acuity/down.comp)
photopic_pass_effect(acuity TILE filtered_image storage_buffer)
