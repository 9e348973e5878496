// SPDX-License-Identifier: MIT
// Numbers of the SPIR-V specification beside those that the module reads (gpu/spirv/opcodes.h).
#ifndef PHOTOPIC_TESTS_PORTABILITY_SPIRV_NUMBERS_H
#define PHOTOPIC_TESTS_PORTABILITY_SPIRV_NUMBERS_H

#include <cstdint>

namespace portability {

// Opcodes.
inline constexpr std::uint32_t kTypeImage = 25, kTypeSampledImage = 27, kTypeRuntimeArray = 29, kFunctionParameter = 55,
                               kImageTexelPointer = 60, kAccessChain = 65, kInBoundsAccessChain = 66,
                               kFirstAtomic = 227, kLastAtomic = 242, kFirstSubgroup = 333, kLastSubgroup = 366;
// Storage classes.
inline constexpr std::uint32_t kStorageUniformConstant = 0, kStorageInput = 1, kStorageUniform = 2, kStoragePrivate = 6,
                               kStorageFunction = 7, kStoragePushConstant = 9, kStorageBuffer = 12;
// Decorations, and built-in variables.
inline constexpr std::uint32_t kDecorationArrayStride = 6, kDecorationMatrixStride = 7, kDecorationNonWritable = 24,
                               kDecorationSet = 34, kDecorationOffset = 35, kBuiltInNumWorkgroups = 24,
                               kBuiltInWorkgroupId = 26, kBuiltInNumSubgroups = 38;
// Execution models.
inline constexpr std::uint32_t kModelVertex = 0, kModelFragment = 4, kModelCompute = 5;
// Of OpTypeImage: whether it is read with a sampler, or stored to.
inline constexpr std::uint32_t kImageIsSampled = 1, kImageIsStored = 2;

}  // namespace portability

#endif
