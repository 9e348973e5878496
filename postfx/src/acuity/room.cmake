# SPDX-License-Identifier: MIT
# Acuity: details that rods can't resolve.
photopic_room(acuity acuity.cpp)
photopic_shader(photopic acuity_down_rgba16f acuity/down.comp BASE log_luminance_r32f)
photopic_shader(photopic acuity_smooth_rgba16f acuity/smooth.comp BASE acuity_down_rgba16f)
