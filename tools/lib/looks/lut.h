// SPDX-License-Identifier: MIT
// A lookup table of colours, and what it makes of one.
#ifndef PHOTOPIC_TOOLS_LOOKS_LUT_H
#define PHOTOPIC_TOOLS_LOOKS_LUT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace looks {

/// Which inputs the first and the last node of a table stand for, by channel. What is outside is taken as its edge.
struct Domain {
  std::array<float, 3> min = {0.0f, 0.0f, 0.0f};
  std::array<float, 3> max = {1.0f, 1.0f, 1.0f};

  bool operator==(const Domain&) const = default;
};

/// Nodes at equal distances, R G B each, any finite values.
struct Table {
  std::uint32_t size = 0;  ///< nodes of a side, 2 or more
  Domain domain;
  std::vector<std::array<float, 3>> nodes;  ///< `size` of them, or its cube, those of red next to each other

  bool operator==(const Table&) const = default;
};

/// A table of each channel, then one of all three; at least one of them is there.
struct Lut {
  std::string title;
  std::optional<Table> curves;  ///< 1D
  std::optional<Table> cube;    ///< 3D

  bool operator==(const Lut&) const = default;
};

inline constexpr std::uint32_t kMaxCurveSize = 65536;
inline constexpr std::uint32_t kMaxCubeSize = 256;

/// How many nodes a table has of all.
constexpr std::size_t cube_nodes(std::size_t size) { return size * size * size; }

/// In double precision: linear along the curves, tetrahedral in the cube, so that greys come from the nodes of its
/// diagonal alone. NaN is taken as the lower edge.
std::array<double, 3> sample(const Lut& lut, std::array<double, 3> color);

}  // namespace looks

#endif
