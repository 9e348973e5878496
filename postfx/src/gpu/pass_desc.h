// SPDX-License-Identifier: MIT
// A compute pass as data: SPIR-V, binding kinds, push-constant size. Free of Vulkan objects, so that another executor
// can run the same table. Each room of the module lists its own in its passes.h.
#ifndef PHOTOPIC_SRC_GPU_PASS_DESC_H
#define PHOTOPIC_SRC_GPU_PASS_DESC_H

#include <cstdint>
#include <span>

namespace photopic {

enum class BindingKind : std::uint32_t { sampled_image, storage_image, storage_buffer };

struct PassDesc {
  const char* name;
  std::span<const std::uint32_t> spirv;
  std::span<const BindingKind> bindings;  ///< of binding 0, 1, ...
  std::uint32_t push_bytes;
};

/// Every pass of the module, for tests and tools. The build writes the list.
std::span<const PassDesc* const> all_passes() noexcept;

}  // namespace photopic

#endif
