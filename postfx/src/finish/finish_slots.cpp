// SPDX-License-Identifier: MIT
// Parts of the final pass's slots, and their contents.
#include "finish/finish_slots.h"

#include <cstring>
#include <new>
#include <span>

#include "finish/blue_noise.h"
#include "gpu/host/report.h"
#include "grain/tile.h"
#include "settings/variants.h"

namespace photopic {

Status FinishSlots::create(const MadeFor& info) noexcept {
  using gpu::FinishData;
  before_bytes_ = (info.steps & kFusedStep) != 0 ? PHOTOPIC_FINISH_AFTER_METER : 0;
  has_grain_ = (info.effects & kEffectGrain) != 0;
  has_noise_ = has_grain_ || has_dither(info, PHOTOPIC_DITHER_BLUE);
  PHOTOPIC_TRY(aces2_.create(info.tone_mappers));
  std::size_t data_bytes = sizeof(gpu::FinishTables);
  if ((info.effects & kEffectGlare) != 0) data_bytes = offsetof(FinishData, glare) + sizeof(gpu::GlareShown);
  if (aces2_.is_made()) data_bytes = offsetof(FinishData, aces2) + sizeof(gpu::Aces2Tables);
  content_.reset(new (std::nothrow) std::byte[before_bytes_ + data_bytes]());
  if (content_ == nullptr) return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  ByteSlots::Constants noise = {};
  if (has_noise_) {
    noise.offset_bytes = before_bytes_ + sizeof(FinishData);
    noise.size_bytes = sizeof(gpu::BlueNoise) + (has_grain_ ? sizeof(std::uint32_t) * PHOTOPIC_GRAIN_WORDS : 0);
    noise.word_offset_bytes = before_bytes_ + offsetof(FinishData, tables) + offsetof(gpu::FinishTables, noise_first);
  }
  return slots_.create(before_bytes_ + data_bytes, settings_slot_count(info.view_count), noise);
}

void FinishSlots::write_constants() noexcept {
  if (!has_noise_) return;
  auto* const noise = reinterpret_cast<gpu::BlueNoise*>(slots_.constants());
  *noise = make_blue_noise();
  if (!has_grain_) return;
  auto* const words = reinterpret_cast<std::uint32_t*>(noise + 1);
  grain::make_tile(std::span<std::uint32_t, PHOTOPIC_GRAIN_WORDS>(words, PHOTOPIC_GRAIN_WORDS));
}

void FinishSlots::use(gpu::FinishTables tables, const Settings& settings, const EffectPasses& effects,
                      const gpu::MeterTables* meter) noexcept {
  const auto put = [&](std::size_t offset_bytes, const auto& part) {
    std::memcpy(content_.get() + offset_bytes, &part, sizeof part);
  };
  const auto put_data = [&](std::size_t offset_bytes, const auto& part) { put(before_bytes_ + offset_bytes, part); };
  if (const gpu::GlareShown* glare = effects.shown_glare(settings)) {
    put_data(offsetof(gpu::FinishData, glare), *glare);
  }
  effects.show_local_exposure(settings, &tables.local_exposure);
  put_data(offsetof(gpu::FinishData, tables), tables);
  const bool reads_aces2 =
      settings.tone_map.tone_mapper == ToneMapper::aces2 || settings.display.gamut_map == GamutMap::reach;
  const gpu::DisplayParams& display = tables.display;
  if (reads_aces2 && (display.headroom != aces2_headroom_ || display.limit_primaries != aces2_primaries_)) {
    put_data(offsetof(gpu::FinishData, aces2), aces2_.of(display));
    aces2_headroom_ = display.headroom;
    aces2_primaries_ = display.limit_primaries;
  }
  if (before_bytes_ != 0) put(0, meter != nullptr ? *meter : gpu::MeterTables{});
  used_ = slots_.binding_of(content_.get());
}

Binding FinishSlots::tables() const noexcept {
  return buffer_binding(used_.buffer, used_.offset_bytes + before_bytes_, used_.range_bytes - before_bytes_);
}

}  // namespace photopic
