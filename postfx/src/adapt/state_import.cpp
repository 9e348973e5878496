// SPDX-License-Identifier: MIT
// Parts of an exposure state that an import takes over, and their copies.
#include "adapt/state_import.h"

#include <cstddef>

#include "gpu/barriers/barriers.h"

namespace photopic {
namespace {

/// A part of an exported state.
struct ImportedPart {
  VkDeviceSize offset_bytes;
  VkDeviceSize size_bytes;
  VkDeviceSize to_bytes = offset_bytes;
};

// What an import takes over: all but the words that say whose a state is and, if the view has counted frames of its
// own, their number.
constexpr VkDeviceSize kOwner = offsetof(gpu::ExposureState, epoch_instance);
constexpr VkDeviceSize kAfterOwner = offsetof(gpu::ExposureState, epoch_reset) + sizeof(std::uint32_t);
constexpr VkDeviceSize kSerial = offsetof(gpu::ExposureState, serial);
constexpr VkDeviceSize kAfterSerial = kSerial + sizeof(std::uint32_t);
constexpr VkDeviceSize kBalance = offsetof(gpu::ExposureState, white_balance);
constexpr VkDeviceSize kBalanceOwner = kBalance + offsetof(gpu::WhiteBalanceState, epoch_instance);
constexpr VkDeviceSize kBalanceSerial = kBalance + offsetof(gpu::WhiteBalanceState, serial);
constexpr VkDeviceSize kNight = offsetof(gpu::ExposureState, night);
constexpr VkDeviceSize kMesopic = offsetof(gpu::ExposureState, night.mesopic_m);
constexpr ImportedPart kImportedParts[] = {{0, kOwner},
                                           {kAfterOwner, kSerial - kAfterOwner},
                                           {kAfterSerial, kBalance - kAfterSerial},
                                           {kSerial, sizeof(std::uint32_t)},  // to a new view alone
                                           {kSerial, sizeof(std::uint32_t), kBalanceSerial},
                                           {kBalance, kBalanceOwner - kBalance},
                                           {kNight, kMesopic - kNight},
                                           {kMesopic, sizeof(float)}};

/// Calls `import` for each part.
template <class Import>
void for_imported_parts(const MadeFor& info, bool is_started, Import import) {
  for (const ImportedPart& part : kImportedParts) {
    if (part.offset_bytes == kSerial && is_started) continue;
    const bool is_balance = part.to_bytes >= kBalance && part.to_bytes < kNight;
    if (is_balance && !info.auto_white_balance) continue;
    if (part.offset_bytes == kNight && !info.dark_adaptation) continue;
    if (part.offset_bytes == kMesopic && (info.effects & kEffectNight) == 0) continue;
    import(part);
  }
}

}  // namespace

void StateImport::record(VkCommandBuffer command_buffer, const MadeFor& info, std::uint32_t view, VkBuffer source,
                         VkDeviceSize offset_bytes) noexcept {
  record_begin(command_buffer);
  for_imported_parts(info, adaptation_.is_started(view), [&](const ImportedPart& part) {
    const VkBufferCopy copy = {offset_bytes + part.offset_bytes, adaptation_.state(view).offset_bytes + part.to_bytes,
                               part.size_bytes};
    gpu_.vk.vkCmdCopyBuffer(command_buffer, source, adaptation_.buffer().handle(), 1, &copy);
  });
  record_claim(command_buffer, info, view);
}

void StateImport::record(VkCommandBuffer command_buffer, const MadeFor& info, std::uint32_t view,
                         const gpu::ExposureState& state) noexcept {
  record_begin(command_buffer);
  for_imported_parts(info, adaptation_.is_started(view), [&](const ImportedPart& part) {
    gpu_.vk.vkCmdUpdateBuffer(command_buffer, adaptation_.buffer().handle(),
                              adaptation_.state(view).offset_bytes + part.to_bytes, part.size_bytes,
                              reinterpret_cast<const std::byte*>(&state) + part.offset_bytes);
  });
  record_claim(command_buffer, info, view);
}

void StateImport::record_begin(VkCommandBuffer command_buffer) const noexcept {
  // Producers: earlier frames, which read and write the state, and copies of it. Consumer: the import.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite | kTransferRead | kTransferWrite, kTransferWrite);
}

void StateImport::record_claim(VkCommandBuffer command_buffer, const MadeFor& info, std::uint32_t view) noexcept {
  gpu::ExposureState owned = {};
  adaptation_.claim(view, &owned);
  const std::uint32_t owner[] = {owned.epoch_instance, owned.epoch_reset};
  for (const VkDeviceSize offset : {kOwner, kBalanceOwner}) {
    if (offset == kBalanceOwner && !info.auto_white_balance) continue;
    gpu_.vk.vkCmdUpdateBuffer(command_buffer, adaptation_.buffer().handle(),
                              adaptation_.state(view).offset_bytes + offset, sizeof owner, owner);
  }
  adaptation_.set_started(view);
}

}  // namespace photopic
