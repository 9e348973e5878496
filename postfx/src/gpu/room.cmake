# SPDX-License-Identifier: MIT
# Vulkan objects of the module.
photopic_room(gpu
  barriers.cpp
  compute_pass.cpp
  gpu.cpp
  level_image.cpp
  memory.cpp
  report.cpp
  vk_table.cpp)
