// SPDX-License-Identifier: MIT
// Hash of an object's address and the time.
#include "gpu/host/instance_number.h"

#include <chrono>

namespace photopic {
namespace {

/// Hash of 64 bits (Steele et al., "Fast splittable pseudorandom number generators", 2014: SplitMix64's finaliser).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

std::uint64_t instance_number(const void* object) noexcept {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return mixed(reinterpret_cast<std::uintptr_t>(object) ^ mixed(static_cast<std::uint64_t>(ticks)));
}

}  // namespace photopic
