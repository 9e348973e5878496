# SPDX-License-Identifier: MIT
# Meter of content light of finished pictures.
photopic_room(content_light
  content_light_meter.cpp
  statistics.cpp
  validation.cpp)

photopic_shader(photopic content_light_sums content_light/sums.comp)
photopic_shader(photopic content_light_end content_light/end.comp BASE content_light_sums)
