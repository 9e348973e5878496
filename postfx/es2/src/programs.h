// SPDX-License-Identifier: MIT
// Shader programs, compiled when they are first needed.
#ifndef PHOTOPIC_SRC_ES2_PROGRAMS_H
#define PHOTOPIC_SRC_ES2_PROGRAMS_H

#include <array>
#include <cstdint>

#include "gpu/host/gpu.h"

namespace photopic::es2 {

enum class Shader : std::uint32_t {
  map,  ///< a: Function
  add,
  convolve,  ///< a, b: taps, width and height
  sums,      ///< of an array
  log2_sums,
  valid_counts,
  adapt,
  tone_map,  ///< a: ToneMapper
};

struct ProgramKey {
  Shader shader = Shader::map;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  bool operator==(const ProgramKey&) const = default;
};

/// GLSL ES 1.00 has loops of constant bounds and no specialisation: each kernel size, function and operator is a
/// program. The one not used for longest makes place for a new one.
class Programs {
 public:
  /// Every kind but convolutions, several operators and functions at a time.
  static constexpr std::size_t kCapacity = 24;

  /// `function` is the public call that messages name.
  Status find(const Gpu& gpu, const char* function, const ProgramKey& key, std::uint32_t* program) noexcept;
  void destroy() noexcept;

 private:
  struct Entry {
    ProgramKey key;
    std::uint32_t program = 0;
    std::uint64_t last_use = 0;  ///< 0: free
  };

  std::array<Entry, kCapacity> entries_ = {};
  std::uint64_t uses_ = 0;
};

}  // namespace photopic::es2

#endif
