// SPDX-License-Identifier: MIT
// Tables of the final pass on the device: FinishData in slots.
#ifndef PHOTOPIC_SRC_FINISH_FINISH_SLOTS_H
#define PHOTOPIC_SRC_FINISH_FINISH_SLOTS_H

#include <finish/interface.h>
#include <photopic/post_process.h>

#include <cstddef>
#include <memory>

#include "chain/effect_passes.h"
#include "finish/aces2_slots.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/content_slots.h"
#include "settings/made_for.h"

namespace photopic {

/// A slot has the parts that the object reads, and those before them. Fused objects have MeterTables before FinishData.
class FinishSlots {
 public:
  explicit FinishSlots(const Gpu& gpu) : gpu_(gpu), slots_(gpu, "finish settings"), aces2_(gpu) {}

  Status create(const MadeFor& info) noexcept;
  /// Once there is memory.
  void write_constants() noexcept;
  /// The slot with `tables`, with what passes of effects tell the final pass, and with ACES 2's tables of the display
  /// if they are read. `meter`: of fused frames, else null.
  void use(gpu::FinishTables tables, const Settings& settings, const EffectPasses& effects,
           const gpu::MeterTables* meter) noexcept;
  /// FinishData of the last use().
  Binding tables() const noexcept;
  /// All of it, for fused frames.
  Binding with_meter() const noexcept { return used_; }

 private:
  const Gpu& gpu_;
  ByteSlots slots_;
  Aces2Memo aces2_;
  std::unique_ptr<std::byte[]> content_;  // of the slot that was asked for last
  std::size_t before_bytes_ = 0;          // of MeterTables
  bool has_noise_ = false;                // of blue noise, and with grain
  bool has_grain_ = false;
  float aces2_headroom_ = 0.0f;  // of the tables in content_; 0: none
  std::uint32_t aces2_primaries_ = 0;
  Binding used_ = {};
};

}  // namespace photopic

#endif
