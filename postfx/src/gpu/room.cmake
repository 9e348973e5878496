# SPDX-License-Identifier: MIT
# Vulkan objects of the module.
photopic_room(gpu
  barriers.cpp
  compute_pass.cpp
  content_slots.cpp
  debug_names.cpp
  gpu.cpp
  instance_number.cpp
  level_image.cpp
  memory.cpp
  pipeline_batch.cpp
  report.cpp
  vk_table.cpp)
