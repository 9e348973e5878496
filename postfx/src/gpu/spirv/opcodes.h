// SPDX-License-Identifier: MIT
// Numbers of the SPIR-V specification that the module reads shader code by.
#ifndef PHOTOPIC_SRC_GPU_OPCODES_H
#define PHOTOPIC_SRC_GPU_OPCODES_H

#include <cstdint>

namespace photopic::spirv_code {

inline constexpr std::uint32_t kHeaderWords = 5;  // written as they are
inline constexpr std::uint32_t kBoundWord = 3;    // of the header: larger than any id

// Opcodes of the SPIR-V specification, section 3.42.
enum Op : std::uint32_t {
  kSource = 3,
  kName = 5,
  kMemberName = 6,
  kLine = 8,
  kExtInstImport = 11,
  kExtInst = 12,
  kMemoryModel = 14,
  kEntryPoint = 15,
  kExecutionMode = 16,
  kCapability = 17,
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeMatrix = 24,
  kTypeArray = 28,
  kTypeStruct = 30,
  kTypePointer = 32,
  kConstantTrue = 41,
  kConstantFalse = 42,
  kConstant = 43,
  kConstantComposite = 44,
  kSpecConstantTrue = 48,
  kSpecConstantFalse = 49,
  kSpecConstant = 50,
  kSpecConstantComposite = 51,
  kSpecConstantOp = 52,
  kFunction = 54,
  kFunctionEnd = 56,
  kFunctionCall = 57,
  kVariable = 59,
  kLoad = 61,
  kStore = 62,
  kCopyMemory = 63,
  kDecorate = 71,
  kMemberDecorate = 72,
  kVectorShuffle = 79,
  kCompositeExtract = 81,
  kCompositeInsert = 82,
  kImageWrite = 99,
  kIAdd = 128,
  kISub = 130,
  kIMul = 132,
  kUDiv = 134,
  kUMod = 137,
  kLogicalEqual = 164,
  kLogicalNotEqual = 165,
  kLogicalOr = 166,
  kLogicalAnd = 167,
  kLogicalNot = 168,
  kSelect = 169,
  kIEqual = 170,
  kINotEqual = 171,
  kUGreaterThan = 172,
  kSGreaterThan = 173,
  kUGreaterThanEqual = 174,
  kSGreaterThanEqual = 175,
  kULessThan = 176,
  kSLessThan = 177,
  kULessThanEqual = 178,
  kSLessThanEqual = 179,
  kShiftRightLogical = 194,
  kShiftLeftLogical = 196,
  kBitwiseOr = 197,
  kBitwiseAnd = 199,
  kControlBarrier = 224,
  kMemoryBarrier = 225,
  kAtomicStore = 228,
  kPhi = 245,
  kLoopMerge = 246,
  kSelectionMerge = 247,
  kLabel = 248,
  kBranch = 249,
  kBranchConditional = 250,
  kSwitch = 251,
  kKill = 252,
  kReturn = 253,
  kReturnValue = 254,
  kUnreachable = 255,
  kExecutionModeId = 331,
};

inline constexpr std::uint32_t kDecorationSpecId = 1;
inline constexpr std::uint32_t kDecorationBuiltIn = 11;
inline constexpr std::uint32_t kDecorationBinding = 33;
inline constexpr std::uint32_t kBuiltInWorkgroupSize = 25;
inline constexpr std::uint32_t kModeLocalSize = 17;
inline constexpr std::uint32_t kModeLocalSizeId = 38;
inline constexpr std::uint32_t kStorageWorkgroup = 4;
inline constexpr std::uint32_t kCapabilityFloat16 = 9;
inline constexpr std::uint32_t kCapabilityGroupNonUniform = 61;      // of subgroups; the first of
inline constexpr std::uint32_t kCapabilityGroupNonUniformQuad = 68;  // eight, in the order of VkSubgroupFeatureFlagBits

/// Whether an instruction ends a block.
constexpr bool is_end(std::uint32_t op) { return op >= kBranch && op <= kUnreachable; }

}  // namespace photopic::spirv_code

#endif
