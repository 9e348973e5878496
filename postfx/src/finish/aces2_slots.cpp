// SPDX-License-Identifier: MIT
// Making and finding of ACES 2's tables by display.
#include "finish/aces2_slots.h"

#include <algorithm>
#include <new>

#include "display/aces2_tables.h"
#include "gpu/host/report.h"

namespace photopic {

Status Aces2Memo::create(std::uint32_t tone_mappers) noexcept {
  if ((tone_mappers & tone_mapper_bit(ToneMapper::aces2)) == 0) return Status::ok;
  made_.reset(new (std::nothrow) Made[kMadeCount]);
  return made_ != nullptr ? Status::ok : report(gpu_.device, Status::out_of_memory, "create: out of host memory");
}

const gpu::Aces2Tables& Aces2Memo::of(const gpu::DisplayParams& display) noexcept {
  Made* const first = made_.get();
  Made* const last = first + kMadeCount - 1;
  const auto is_wanted = [&](const Made& made) {
    return made.headroom == display.headroom && made.limit_primaries == display.limit_primaries;
  };
  Made* const found = std::find_if(first, last, is_wanted);
  if (!is_wanted(*found)) {  // the last, and another display
    found->headroom = display.headroom;
    found->limit_primaries = display.limit_primaries;
    make_aces2_tables(static_cast<double>(display.headroom), static_cast<LimitPrimaries>(display.limit_primaries),
                      &found->tables);
  }
  std::rotate(first, found, found + 1);
  return first->tables;
}

Status Aces2Slots::create(std::uint32_t tone_mappers, std::uint32_t slot_count) noexcept {
  const Status status = memo_.create(tone_mappers);
  return status == Status::ok && memo_.is_made() ? slots_.create(slot_count) : status;
}

Binding Aces2Slots::binding_of(bool is_read, const gpu::DisplayParams& display, const Binding& unused) noexcept {
  return is_read ? slots_.binding_of(memo_.of(display)) : unused;
}

}  // namespace photopic
