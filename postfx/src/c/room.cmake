# SPDX-License-Identifier: MIT
# The C interface, <photopic/photopic.h>: in the module, and once more, with its symbols shown, in libphotopic.so.
set(c_sources
  debug_overlay.cpp display.cpp errors.cpp exposure.cpp flash_analyser.cpp frames.cpp image_metrics.cpp memory.cpp
  naive_meter.cpp picture.cpp post_process.cpp post_process_info.cpp settings.cpp words.cpp)
photopic_room(c ${c_sources})
