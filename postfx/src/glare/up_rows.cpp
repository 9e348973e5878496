// SPDX-License-Identifier: MIT
// Making of the weights of levels of glare on the way up: the kernel, step by step, in double.
#include "glare/up_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "glare/kernel.h"

namespace photopic::glare {
namespace {

constexpr std::int32_t kReach = 3;                         // coarser texels on each side of a texel's own
constexpr std::int32_t kLeast = PHOTOPIC_GLARE_FAR_LEAST;  // of texels: the ends' rows don't meet
constexpr std::int32_t kBetween = kLeast / 2 - (1 << PHOTOPIC_GLARE_MAX_STEPS);  // a texel that knows no end
static_assert(kBetween >= std::int32_t{PHOTOPIC_GLARE_UP_ENDS(3u)} && kBetween % (1 << PHOTOPIC_GLARE_MAX_STEPS) == 0);

constexpr std::uint32_t row_count(std::uint32_t steps) {
  const std::uint32_t ends = PHOTOPIC_GLARE_UP_ENDS(steps);
  return PHOTOPIC_GLARE_UP_LAST_ROW(steps, 0u) + (1u << steps) * ends;
}
static_assert(PHOTOPIC_GLARE_UP_FIRST_ROW(2u) == row_count(1) &&
              PHOTOPIC_GLARE_UP_FIRST_ROW(3u) == row_count(1) + row_count(2) &&
              PHOTOPIC_GLARE_UP_ROW_COUNT == row_count(1) + row_count(2) + row_count(3));
static_assert(PHOTOPIC_GLARE_PICTURE_ROWS == PHOTOPIC_GLARE_UP_LAST_ROW(3u, 2u));

/// Weights of texels from `first` on; those that aren't there have 0.
struct Row {
  std::int32_t first;
  std::array<double, 2 * kReach + 1> weights = {};
};

/// Of a level's texels to those of the next one, from `first` on; n, the level's.
Row step(const Row& row, std::int32_t n, std::int32_t first, const KernelTaps& kernel, bool folds) {
  const std::int32_t last = (n + 1) / 2 - 1;
  Row result = {first, {}};
  for (std::size_t t = 0; t < row.weights.size(); ++t) {
    if (row.weights[t] == 0.0) continue;
    const std::int32_t texel = row.first + static_cast<std::int32_t>(t);
    const std::int32_t own = texel / 2;
    const std::int32_t side = texel % 2 == 0 ? -1 : 1;
    const auto add = [&](std::int32_t coarse, double tap) {
      const std::int32_t inside = std::clamp(coarse, 0, last);
      if (tap == 0.0 || (!folds && inside != coarse)) return;
      result.weights[static_cast<std::size_t>(inside - first)] += row.weights[t] * tap / 64.0;
    };
    add(own + 2 * side, kernel.taps[3]);
    add(own + side, kernel.taps[1]);
    add(own, kernel.taps[0]);
    add(own - side, kernel.taps[2]);
  }
  return result;
}

/// Behind `out`: of texel i of an axis of n.
gpu::vec4* write_row(gpu::vec4* out, std::int32_t i, std::int32_t n, std::uint32_t steps, std::uint32_t kernel_bits) {
  const KernelTaps& kernel = (kernel_bits & PHOTOPIC_GLARE_KERNEL_J) != 0 ? kJ : kB6;
  Row row = {i, {1.0}};
  for (std::uint32_t s = 1; s <= steps; ++s) {
    row = step(row, n, (i >> s) - kReach, kernel, (kernel_bits & PHOTOPIC_GLARE_KERNEL_DARK) == 0);
    n = (n + 1) / 2;
  }
  const auto weight = [&](std::size_t tap) { return static_cast<float>(row.weights[tap]); };
  *out++ = {weight(0), weight(1), weight(2), weight(3)};
  *out++ = {weight(4), weight(5), weight(6), 0.0f};
  return out;
}

gpu::GlareUpRows make_up_rows() {
  gpu::GlareUpRows all = {};
  gpu::vec4* out = all.rows;
  for (std::uint32_t bits = 0; bits < PHOTOPIC_GLARE_KERNELS; ++bits) {
    for (std::uint32_t steps = 1; steps <= PHOTOPIC_GLARE_MAX_STEPS; ++steps) {
      const auto ends = static_cast<std::int32_t>(PHOTOPIC_GLARE_UP_ENDS(steps));
      const std::int32_t rests = 1 << steps;
      for (std::int32_t i = 0; i < ends; ++i) out = write_row(out, i, kLeast, steps, bits);
      for (std::int32_t i = 0; i < rests; ++i) out = write_row(out, kBetween + i, kLeast, steps, bits);
      for (std::int32_t n = kLeast; n < kLeast + rests; ++n) {
        for (std::int32_t i = 0; i < ends; ++i) out = write_row(out, n - 1 - i, n, steps, bits);
      }
    }
  }
  return all;
}

}  // namespace

const gpu::GlareUpRows& up_rows() noexcept {
  static const gpu::GlareUpRows rows = make_up_rows();
  return rows;
}

std::uint32_t most_steps(VkExtent2D finer) noexcept {
  return std::min(finer.width, finer.height) < PHOTOPIC_GLARE_FAR_LEAST ? 1 : PHOTOPIC_GLARE_MAX_STEPS;
}

void set_steps(gpu::GlareTables& tables, std::uint32_t steps, VkExtent2D extent, std::uint32_t kernel_bits) noexcept {
  tables.steps = steps;
  const gpu::vec4* const first =
      up_rows().rows + 2 * (kernel_bits * PHOTOPIC_GLARE_UP_ROW_COUNT + PHOTOPIC_GLARE_UP_FIRST_ROW(steps));
  const std::uint32_t ends = PHOTOPIC_GLARE_UP_ENDS(steps);
  const std::uint32_t rests = 1u << steps;
  gpu::vec4* out = std::copy_n(first, 2 * PHOTOPIC_GLARE_UP_LAST_ROW(steps, 0u), tables.up_rows);
  for (const std::uint32_t n : {extent.width, extent.height}) {
    out = std::copy_n(first + 2 * PHOTOPIC_GLARE_UP_LAST_ROW(steps, n % rests), 2 * ends, out);
  }
}

}  // namespace photopic::glare
