// SPDX-License-Identifier: MIT
// Pyramid of sums: each texel is the sum of a block of the level below, as many as there are.
#ifndef PHOTOPIC_SRC_ES2_REDUCTION_H
#define PHOTOPIC_SRC_ES2_REDUCTION_H

#include <array>
#include <span>

#include "array.h"

namespace photopic::es2 {

struct NamedArray {
  const char* name;  ///< of the sampler
  const Array::Impl* array;
};

/// Of luminance, for Shader::log2_sums and valid_counts.
struct Log2Limits {
  float min = 0.0f;
  float max = 0.0f;
};

class Reduction {
 public:
  Status create(const Context::Impl& context, const char* function, Size source) noexcept;
  /// `shader` makes the first level of `sources`, which have the size of create().
  Status run(Context::Impl& context, const char* function, Shader shader, std::span<const NamedArray> sources,
             Log2Limits limits) const noexcept;
  /// 1 x 1.
  const Array::Impl& result() const { return *levels_[count_ - 1]; }

 private:
  static constexpr std::size_t kMaxLevels = 8;  // 8^8 = 2^24, the longest side

  std::array<std::unique_ptr<Array::Impl>, kMaxLevels> levels_;
  std::size_t count_ = 0;
};

}  // namespace photopic::es2

#endif
