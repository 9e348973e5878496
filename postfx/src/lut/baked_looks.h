// SPDX-License-Identifier: MIT
// Looks that were baked into LUTs, each in a slot of its own.
#ifndef PHOTOPIC_SRC_LUT_BAKED_LOOKS_H
#define PHOTOPIC_SRC_LUT_BAKED_LOOKS_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <cstdint>
#include <memory>

#include "gpu/host/gpu.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"
#include "settings/variants.h"

namespace photopic {

/// The look of a recording: where its LUT is, or will be once the recording has run.
struct BakedLook {
  FinishVariant variant;  ///< of the bake
  std::uint64_t hash = 0;
  Binding nodes;
  Binding header;
  Binding tables;  ///< of the host; a buffer that isn't read without
};

/// A recording names the look that it needs, by hash, and the device bakes it unless the slot's header says that it is
/// there: so a recording may be dropped, or submitted in any order and any number of times. ADR 16.
class BakedLooks {
 public:
  explicit BakedLooks(const Gpu& gpu) : gpu_(gpu), bake_(gpu), nodes_(gpu, "LUT"), headers_(gpu, "LUT headers") {}

  /// Allocates nothing without CreateInfo::lut_size.
  Status create(const MadeFor& info) noexcept;
  /// The slot that was named for the look before, else the one that was named least recently. `tables` are those of the
  /// frame; `host_tables` is a buffer that isn't read without any.
  BakedLook look_of(FinishVariant variant, const gpu::FinishTables& tables, const Binding& host_tables) noexcept;
  /// Before: earlier uses of LUTs finished. After: written at COMPUTE_SHADER / SHADER_WRITE.
  void record(VkCommandBuffer command_buffer, const BakedLook& look, const Binding& finish) const noexcept;

 private:
  /// What a LUT is made from, in words without padding.
  struct Key {
    std::uint32_t tone_mapper;
    std::uint32_t encoding;
    gpu::FinishTables tables;
  };
  std::uint64_t hash_of(FinishVariant variant, const gpu::FinishTables& tables) noexcept;

  const Gpu& gpu_;
  ComputePass bake_;
  DeviceBuffer nodes_;
  DeviceBuffer headers_;
  VkDeviceSize nodes_stride_bytes_ = 0;
  VkDeviceSize header_stride_bytes_ = 0;
  VkDeviceSize nodes_bytes_ = 0;
  std::uint32_t slot_count_ = 0;
  std::unique_ptr<std::uint64_t[]> hashes_;  // by slot
  std::unique_ptr<std::uint32_t[]> order_;   // slots, the one that was named last first
  Key key_ = {};                             // of hash_
  std::uint64_t hash_ = 0;                   // 0: none yet
};

}  // namespace photopic

#endif
