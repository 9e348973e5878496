# SPDX-License-Identifier: MIT
# Vulkan objects of the module.
photopic_room(gpu
  passes/barriers.cpp
  passes/compute_pass.cpp
  memory/content_slots.cpp
  host/debug_names.cpp
  host/gpu.cpp
  host/instance_number.cpp
  memory/level_image.cpp
  memory/memory.cpp
  passes/pipeline_batch.cpp
  host/report.cpp
  host/vk_table.cpp)
