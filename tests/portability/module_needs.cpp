// SPDX-License-Identifier: MIT
// Counts of what SPIR-V declares, beside those of gpu/spirv/needs.h.
#include "portability/module_needs.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "gpu/spirv/needs.h"
#include "portability/spirv_numbers.h"
#include "unit/shaders/largest_variants.h"

namespace portability {
namespace {

using namespace photopic::spirv_code;
using photopic::ShaderNeeds;
using Id = std::uint32_t;
using Needed = std::map<std::string, std::uint64_t>;  // by the names of limits.txt

/// Features that capabilities stand for. Vulkan 1.2 has those with an empty name.
const std::map<std::uint32_t, std::string> kCapabilities = {
    {0, ""},  // Matrix
    {1, ""},  // Shader
    {9, "shaderFloat16"},
    {10, "shaderFloat64"},
    {11, "shaderInt64"},
    {12, "shaderBufferInt64Atomics"},
    {25, "shaderImageGatherExtended"},
    {35, "sampleRateShading"},
    {49, "shaderStorageImageExtendedFormats"},
    {50, ""},  // ImageQuery
    {55, "shaderStorageImageReadWithoutFormat"},
    {56, "shaderStorageImageWriteWithoutFormat"},
    {4439, ""},  // MultiView
};
const char* const kSubgroupOperations[] = {"basic",   "vote", "arithmetic", "ballot",
                                           "shuffle", "rel",  "clustered",  "quad"};

/// Declarations of a module.
class Declarations {
 public:
  explicit Declarations(std::vector<std::uint32_t>& words) {
    for_each_instruction(words, [this](Instruction instruction) { read(instruction); });
  }

  std::set<std::uint32_t> capabilities;
  std::uint32_t model = 0;
  std::uint32_t push_bytes = 0;
  /// Bindings by kind: a set, and a number in it.
  std::set<std::pair<std::uint32_t, std::uint32_t>> storage_buffers, storage_images, sampled_images;

 private:
  struct Type {
    std::uint32_t op = 0;
    std::vector<std::uint32_t> operands;
  };

  void read(Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (op == kCapability) capabilities.insert(instruction[1]);
    if (op == kEntryPoint) model = instruction[1];
    if (op == kDecorate && instruction[2] == kDecorationBinding) bindings_[instruction[1]] = instruction[3];
    if (op == kDecorate && instruction[2] == kDecorationSet) sets_[instruction[1]] = instruction[3];
    if (op == kDecorate && instruction[2] == kDecorationArrayStride) strides_[instruction[1]] = instruction[3];
    if (op == kMemberDecorate && instruction[3] == kDecorationOffset) {
      offsets_[{instruction[1], instruction[2]}] = instruction[4];
    }
    if (op == kMemberDecorate && instruction[3] == kDecorationMatrixStride) {
      matrix_strides_[{instruction[1], instruction[2]}] = instruction[4];
    }
    if (op == kConstant) numbers_[instruction[2]] = instruction[3];
    if (op >= kTypeBool && op <= kTypePointer) {
      types_[instruction[1]] = {op, {instruction.words + 2, instruction.words + instruction.count()}};
    }
    if (op == kFunction) is_in_function_ = true;
    if (op == kVariable && !is_in_function_) add(instruction);
  }

  void add(Instruction variable) {
    const std::uint32_t storage = variable[3];
    Id type = types_[variable[1]].operands[1];
    if (storage == kStoragePushConstant) push_bytes = bytes_of(type);
    while (types_[type].op == kTypeArray || types_[type].op == kTypeRuntimeArray) type = types_[type].operands[0];
    const std::pair<std::uint32_t, std::uint32_t> binding = {sets_[variable[2]], bindings_[variable[2]]};
    if (storage == kStorageBuffer) storage_buffers.insert(binding);
    if (storage != kStorageUniformConstant) return;
    const bool is_stored = types_[type].op == kTypeImage && types_[type].operands[5] == kImageIsStored;
    (is_stored ? storage_images : sampled_images).insert(binding);
  }

  /// Of what push constants hold, by its decorations.
  std::uint32_t bytes_of(Id id) {
    const Type& type = types_[id];
    switch (type.op) {
      case kTypeVector:
        return bytes_of(type.operands[0]) * type.operands[1];
      case kTypeArray:
        return strides_[id] * numbers_[type.operands[1]];
      case kTypeStruct: {
        std::uint32_t bytes = 0;
        for (std::uint32_t i = 0; i < type.operands.size(); ++i) {
          const Type& member = types_[type.operands[i]];
          const bool is_matrix = member.op == kTypeMatrix;
          bytes = std::max(bytes, offsets_[{id, i}] + (is_matrix ? matrix_strides_[{id, i}] * member.operands[1]
                                                                 : bytes_of(type.operands[i])));
        }
        return bytes;
      }
      default:
        return type.operands.empty() ? 0 : type.operands[0] / 8;
    }
  }

  std::map<Id, Type> types_;
  std::map<Id, std::uint32_t> bindings_, sets_, strides_, numbers_;
  std::map<std::pair<Id, std::uint32_t>, std::uint32_t> offsets_, matrix_strides_;
  bool is_in_function_ = false;
};

ShaderNeeds needs_with(const SpirvModule& module, const test::Specializations& constants) {
  std::vector<std::uint32_t> words = module.words;
  ShaderNeeds needs;
  if (!photopic::needs_of(words.data(), words.size(), constants, &needs)) throw std::runtime_error("no memory");
  if (needs.shared_bytes == ShaderNeeds::kUnknown) throw std::runtime_error(module.path + ": arrays of unknown length");
  return needs;
}

std::string group_text(const ShaderNeeds& needs) {
  if (needs.group_size[0] == 0) return "-";
  std::string text = std::to_string(needs.group_size[0]);
  for (int i = 1; i < 3; ++i) text += "x" + std::to_string(needs.group_size[i]);
  return text;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text.empty() ? "-" : text;
}

std::vector<std::string> features_of(const SpirvModule& module, const Declarations& declared) {
  std::vector<std::string> features;
  for (const std::uint32_t capability : declared.capabilities) {
    if (capability >= kCapabilityGroupNonUniform && capability <= kCapabilityGroupNonUniformQuad) continue;
    const auto feature = kCapabilities.find(capability);
    if (feature == kCapabilities.end()) {
      throw std::runtime_error(module.path + ": has the capability " + std::to_string(capability) +
                               ", which module_needs.cpp doesn't know");
    }
    if (!feature->second.empty()) features.push_back(feature->second);
  }
  return features;
}

void add_group(const ShaderNeeds& needs, Needed& to) {
  const char* const kSizes[] = {"maxComputeWorkGroupSize[0]", "maxComputeWorkGroupSize[1]",
                                "maxComputeWorkGroupSize[2]"};
  for (int i = 0; i < 3; ++i) to[kSizes[i]] = needs.group_size[i];
  to["maxComputeWorkGroupInvocations"] = needs.group_size[0] * needs.group_size[1] * needs.group_size[2];
  to["maxComputeSharedMemorySize"] = needs.shared_bytes;
}

bool has_all(const std::map<std::string, std::uint64_t>& limits, const Needed& needed) {
  for (const auto& [name, number] : needed) {
    const auto limit = limits.find(name);
    if (limit == limits.end()) throw std::runtime_error("limits.txt: has no line " + name + ", which a module needs");
    const bool is_set = name == "subgroupSupportedOperations";
    if (is_set ? (number & ~limit->second) != 0 : number > limit->second) return false;
  }
  return true;
}

}  // namespace

Devices read_devices(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": is missing");
  Devices devices;
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    std::istringstream text(line);
    std::string limit, number;
    if (!(text >> limit) || limit[0] == '#') continue;
    if (limit == "limit") {
      for (std::string name; text >> name;) names.push_back(name);
      continue;
    }
    for (const std::string& name : names) {
      if (!(text >> number)) throw std::runtime_error(path + ": " + limit + " has no number for " + name);
      devices[name][limit] = std::stoull(number, nullptr, 0);
    }
  }
  return devices;
}

bool is_compute(const SpirvModule& module) {
  std::vector<std::uint32_t> words = module.words;
  return Declarations(words).model == kModelCompute;
}

Columns needs_line(const SpirvModule& module, const Devices& devices) {
  std::vector<std::uint32_t> words = module.words;
  const Declarations declared(words);
  const ShaderNeeds most = needs_with(module, test::largest_variant(module.name));
  const ShaderNeeds least = needs_with(module, test::largest_small_variant(module.name));
  const std::vector<std::string> features = features_of(module, declared);
  std::vector<std::string> operations;
  for (std::uint32_t i = 0; i < std::size(kSubgroupOperations); ++i) {
    if ((most.subgroup_operations >> i & 1u) != 0) operations.push_back(kSubgroupOperations[i]);
  }

  Needed needed = {
      {"maxPerStageDescriptorStorageBuffers", declared.storage_buffers.size()},
      {"maxPerStageDescriptorStorageImages", declared.storage_images.size()},
      {"maxPerStageDescriptorSampledImages", declared.sampled_images.size()},
      {"maxPerStageDescriptorSamplers", declared.sampled_images.size()},
      {"maxPushConstantsSize", declared.push_bytes},
      {"subgroupSupportedOperations", most.subgroup_operations},
  };
  for (const std::string& feature : features) needed[feature] = 1;
  std::vector<std::string> refused;  // a device takes the usual sizes, or the small ones
  for (const auto& [name, limits] : devices) {
    Needed with_most = needed, with_least = needed;
    add_group(most, with_most);
    add_group(least, with_least);
    if (!has_all(limits, with_most) && !has_all(limits, with_least)) refused.push_back(name);
  }
  const std::map<std::uint32_t, std::string> stages = {
      {kModelVertex, "vertex"}, {kModelFragment, "fragment"}, {kModelCompute, "compute"}};
  return {module.name,
          stages.at(declared.model),
          group_text(most),
          std::to_string(most.shared_bytes),
          group_text(least),
          std::to_string(least.shared_bytes),
          std::to_string(declared.storage_buffers.size()),
          std::to_string(declared.storage_images.size()),
          std::to_string(declared.sampled_images.size()),
          std::to_string(declared.push_bytes),
          listed(features),
          listed(operations),
          listed(refused)};
}

}  // namespace portability
