// SPDX-License-Identifier: MIT
// Choice of the newest state among slots that the GPU writes in turn, while it writes them.
#ifndef PHOTOPIC_SRC_ADAPT_LATEST_STATE_H
#define PHOTOPIC_SRC_ADAPT_LATEST_STATE_H

#include <photopic/post_process.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace photopic {

/// Copy of a slot that the GPU may be writing, each word read once: of a plain copy a compiler may read the slot twice,
/// to check its checksum and to return it, and what it returns wasn't checked then.
template <class T>
T copy_of_slot(const void* mapped) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0 && alignof(T) >= alignof(std::uint32_t));
  const volatile auto* const words = static_cast<const volatile std::uint32_t*>(mapped);
  T copy;
  for (std::size_t i = 0; i < sizeof copy / sizeof words[0]; ++i) {
    const std::uint32_t word = words[i];
    std::memcpy(reinterpret_cast<std::byte*>(&copy) + sizeof word * i, &word, sizeof word);
  }
  return copy;
}

/// Xor of `count` words.
inline std::uint32_t checksum_of(const void* words, std::size_t count) {
  std::uint32_t checksum = PHOTOPIC_STATE_CHECKSUM_SEED;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t word;
    std::memcpy(&word, static_cast<const std::byte*>(words) + sizeof word * i, sizeof word);
    checksum ^= word;
  }
  return checksum;
}

/// The newest whole copy of `count` slots that the device writes in turn, each copied by `read(slot)`, see
/// copy_of_slot(), and tested by `is_whole(slot, copy)`. T has a serial, not 0, and a checksum. False, and `out` as it
/// was, if none is whole.
///
/// A slot that the GPU writes just now held the oldest state when that began; but a thread that was stopped between
/// two slots may have read the others before that, and then the newest that it finds may be older than one returned
/// before. So all are read again while one of them is torn. Each try takes as long as a few copies of 320 bytes, so
/// that a second one finds all whole unless frames end every microsecond; the bound is for memory that never holds a
/// whole state.
template <class T, class Read, class IsWhole>
bool latest_slot(std::uint32_t count, T* out, const Read& read, const IsWhole& is_whole) {
  constexpr int kTries = 16;
  T latest;
  bool is_all_whole = false;
  for (int i = 0; i < kTries && !is_all_whole; ++i) {
    is_all_whole = true;
    latest = {};
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      const T copy = read(slot);
      if (copy.serial == 0 && copy.checksum == 0) continue;  // never written
      if (!is_whole(slot, copy)) {
        is_all_whole = false;
      } else if (latest.serial == 0 || static_cast<std::int32_t>(copy.serial - latest.serial) > 0) {
        latest = copy;
      }
    }
  }
  if (latest.serial == 0) return false;
  *out = latest;
  return true;
}

/// latest_slot() of results `stride_bytes` apart. T begins with its serial and ends with its checksum.
template <class T>
bool latest_result(const void* slots, std::uint32_t count, std::size_t stride_bytes, T* out) noexcept {
  static_assert(offsetof(T, serial) == 0 && offsetof(T, checksum) + sizeof(std::uint32_t) == sizeof(T));
  return latest_slot(
      count, out,
      [&](std::uint32_t slot) { return copy_of_slot<T>(static_cast<const std::byte*>(slots) + stride_bytes * slot); },
      [](std::uint32_t, const T& copy) {
        return checksum_of(&copy, offsetof(T, checksum) / sizeof(std::uint32_t)) == copy.checksum;
      });
}

/// What a state has besides the exposure.
struct StateParts {
  bool has_white_balance = false;
  bool has_receptors = false;
};

/// Whether a copy holds a state, and one state alone: the checksums of all that it has fit.
inline bool is_whole(const gpu::ExposureState& state, StateParts parts) {
  constexpr std::size_t kWords = offsetof(gpu::ExposureState, checksum) / sizeof(std::uint32_t);
  constexpr std::size_t kBalanceWords = offsetof(gpu::WhiteBalanceState, checksum) / sizeof(std::uint32_t);
  if (checksum_of(&state, kWords) != state.checksum || state.serial == 0) return false;
  constexpr std::size_t kNightWords = offsetof(gpu::NightState, checksum) / sizeof(std::uint32_t);
  const std::uint32_t balance = checksum_of(&state.white_balance, kBalanceWords) ^ state.serial;
  const std::uint32_t night = checksum_of(&state.night, kNightWords) ^ state.serial;
  return (!parts.has_white_balance || balance == state.white_balance.checksum) &&
         (!parts.has_receptors || night == state.night.checksum);
}

/// latest_slot() of states with `parts_of(slot)`.
template <class PartsOf, class Read>
bool latest_state(std::uint32_t count, const PartsOf& parts_of, gpu::ExposureState* out, const Read& read) {
  return latest_slot(count, out, read, [&](std::uint32_t slot, const gpu::ExposureState& state) {
    return is_whole(state, parts_of(slot));
  });
}
/// ... all with the same parts.
template <class Read>
bool latest_state(std::uint32_t count, StateParts parts, gpu::ExposureState* out, const Read& read) {
  return latest_state(
      count, [parts](std::uint32_t) { return parts; }, out, read);
}

}  // namespace photopic

#endif
