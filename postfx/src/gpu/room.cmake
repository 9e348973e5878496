# SPDX-License-Identifier: MIT
# Vulkan objects of the module.
photopic_room(gpu
  barriers/barriers.cpp
  passes/binding_ring.cpp
  passes/draw_pass.cpp
  barriers/outer_barriers.cpp
  passes/packed_spirv.cpp
  passes/pass.cpp
  memory/allocation.cpp
  memory/content_slots.cpp
  host/debug_names.cpp
  host/gpu.cpp
  host/instance_number.cpp
  memory/level_image.cpp
  memory/memory.cpp
  passes/pipeline_batch.cpp
  passes/device_needs.cpp
  spirv/constants.cpp
  spirv/instruction.cpp
  spirv/needs.cpp
  spirv/trim_spirv.cpp
  host/report.cpp
  host/vk_table.cpp)

# The program that packs SPIR-V, of the build alone.
set(gpu_sources ${PROJECT_SOURCE_DIR}/postfx/src/gpu)
add_executable(photopic-pack-spirv
  ${gpu_sources}/passes/pack_spirv.cpp ${gpu_sources}/spirv/constants.cpp ${gpu_sources}/spirv/instruction.cpp
  ${gpu_sources}/spirv/needs.cpp)
photopic_target(photopic-pack-spirv)
set_target_properties(photopic-pack-spirv PROPERTIES UNITY_BUILD OFF)
target_compile_options(photopic-pack-spirv PRIVATE -O2)
set_target_properties(photopic-pack-spirv PROPERTIES EXCLUDE_FROM_ALL ${PHOTOPIC_IS_GENERATED})
target_include_directories(photopic-pack-spirv PRIVATE ${PROJECT_SOURCE_DIR}/postfx/src)
