// SPDX-License-Identifier: MIT
// ACES 2's tables, made when the operator is asked for.
#ifndef PHOTOPIC_SRC_FINISH_ACES2_SLOTS_H
#define PHOTOPIC_SRC_FINISH_ACES2_SLOTS_H

#include <photopic/aces2.h>
#include <photopic/post_process.h>

#include <cstdint>
#include <memory>

#include "gpu/host/gpu.h"
#include "gpu/memory/content_slots.h"

namespace photopic {

/// Tables of the displays that were asked for last: making them takes milliseconds.
class Aces2Memo {
 public:
  explicit Aces2Memo(const Gpu& gpu) : gpu_(gpu) {}

  /// Allocates nothing without the operator's bit in `tone_mappers`.
  Status create(std::uint32_t tone_mappers) noexcept;
  bool is_made() const noexcept { return made_ != nullptr; }
  /// Those of the display, until the next call.
  const gpu::Aces2Tables& of(const gpu::DisplayParams& display) noexcept;

 private:
  struct Made {
    float headroom = 0.0f;  ///< 0: none
    std::uint32_t limit_primaries = 0;
    gpu::Aces2Tables tables = {};
  };
  static constexpr std::size_t kMadeCount = 4;  // an SDR and an HDR rendition, and a change of each

  const Gpu& gpu_;
  std::unique_ptr<Made[]> made_;  // the one that was asked for last first
};

/// The same in slots on the device.
class Aces2Slots {
 public:
  explicit Aces2Slots(const Gpu& gpu) : memo_(gpu), slots_(gpu, "ACES 2 tables") {}

  /// Allocates nothing without the operator's bit in `tone_mappers`.
  Status create(std::uint32_t tone_mappers, std::uint32_t slot_count) noexcept;
  /// Where the tables for the display are; `unused`, a buffer, if they aren't read.
  Binding binding_of(bool is_read, const gpu::DisplayParams& display, const Binding& unused) noexcept;

 private:
  Aces2Memo memo_;
  ContentSlots<gpu::Aces2Tables> slots_;
};

}  // namespace photopic

#endif
