// SPDX-License-Identifier: MIT
// Pass as data: SPIR-V, binding kinds, push-constant size. Free of Vulkan objects, so that another executor
// can run the same table. Each room of the module lists its own in its passes.h.
#ifndef PHOTOPIC_SRC_GPU_PASS_DESC_H
#define PHOTOPIC_SRC_GPU_PASS_DESC_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "gpu/passes/packed_spirv.h"

namespace photopic {

/// A filtered_image is a sampled one whose sampler filters linearly, within the image; none, a number that isn't used.
enum class BindingKind : std::uint32_t { sampled_image, filtered_image, storage_image, storage_buffer, none };

inline constexpr std::uint32_t kMaxBindings = 16;
inline constexpr std::uint32_t kMaxPushBytes = 128;  // what every Vulkan device has

struct PassDesc {
  template <std::size_t kBindings>
  consteval PassDesc(const char* pass_name, const PackedSpirv& code, const BindingKind (&kinds)[kBindings],
                     std::size_t push_size_bytes)
      : name(pass_name), spirv(&code), bindings(kinds), push_bytes(static_cast<std::uint32_t>(push_size_bytes)) {
    static_assert(kBindings <= kMaxBindings);
    if (push_size_bytes > kMaxPushBytes) std::abort();  // stops the compiler
  }

  const char* name;
  const PackedSpirv* spirv;
  std::span<const BindingKind> bindings;  ///< of binding 0, 1, ...
  std::uint32_t push_bytes;
};

/// Defines the pass of the shader `name`, of the SPIR-V in <spirv/NAME.h>. Stands in photopic::passes.
#define PHOTOPIC_PASS(name, kinds, Params) \
  extern const PassDesc name;              \
  constexpr PassDesc name = {#name, spirv::name, kinds, sizeof(gpu::Params)};

/// Name of a device function that only an executor has which finds passes by the hash of their code, and so is given
/// the whole of it, not what trim() leaves.
inline constexpr const char* kWholeCode = "photopicTakesWholeCode";

/// Every pass of the module, for tests and tools. The build writes the list.
std::span<const PassDesc* const> all_passes() noexcept;

}  // namespace photopic

#endif
