# SPDX-License-Identifier: MIT
# The C interface, <photopic/photopic.h>: in the module, and once more, with its symbols shown, in libphotopic.so.
set(c_sources
  errors.cpp words.cpp
  content_light_meter.cpp debug_overlay.cpp display.cpp exposure.cpp exposure_scan.cpp flash_analyser.cpp
  compared_pictures.cpp picture.cpp
  image_metrics.cpp memory.cpp naive_meter.cpp post_process.cpp sequence.cpp settings.cpp)
photopic_room(c ${c_sources})
