// SPDX-License-Identifier: MIT
// .cube files, written.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

#include "files/atomic_file.h"
#include "files/error.h"
#include "looks/cube_file.h"

namespace looks {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

void check(const Table& table, std::uint32_t most, std::size_t nodes) {
  require(table.size >= 2 && table.size <= most && table.nodes.size() == nodes, "a table of another size");
  for (std::size_t c = 0; c < 3; ++c) require(table.domain.min[c] < table.domain.max[c], "an empty domain");
  const auto is_finite = [](const std::array<float, 3>& node) {
    return std::isfinite(node[0]) && std::isfinite(node[1]) && std::isfinite(node[2]);
  };
  require(is_finite(table.domain.min) && is_finite(table.domain.max), "an infinite domain");
  require(std::all_of(table.nodes.begin(), table.nodes.end(), is_finite), "a node that isn't finite");
}

/// The shortest text that reads as the same float.
void append(std::string& text, float number) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append(std::string& text, const std::array<float, 3>& row) {
  for (std::size_t c = 0; c < 3; ++c) {
    append(text, row[c]);
    text += c < 2 ? ' ' : '\n';
  }
}

void append_size(std::string& text, const char* keyword, const Table& table) {
  text += keyword + std::string(" ") + std::to_string(table.size) + "\n";
}

void append_range(std::string& text, const char* keyword, const Domain& domain) {
  const auto is_one = [](const std::array<float, 3>& edge) { return edge[0] == edge[1] && edge[1] == edge[2]; };
  require(is_one(domain.min) && is_one(domain.max), "two tables of domains that differ by channel");
  text += keyword + std::string(" ");
  append(text, domain.min[0]);
  text += ' ';
  append(text, domain.max[0]);
  text += '\n';
}

void append_domain(std::string& text, const Domain& domain) {
  text += "DOMAIN_MIN ";
  append(text, domain.min);
  text += "DOMAIN_MAX ";
  append(text, domain.max);
}

/// Of two tables a comment: OpenColorIO 2.1 takes these for Resolve's files, and refuses any with a title.
void append_title(std::string& text, const Lut& lut) {
  constexpr std::size_t kMostBytes = 200;
  if (lut.title.empty()) return;
  std::string words = files::printable(lut.title).substr(0, kMostBytes);
  std::replace(words.begin(), words.end(), '"', '\'');
  text += lut.curves && lut.cube ? "# " + words + "\n" : "TITLE \"" + words + "\"\n";
}

/// A piece at a time: a large table needs hardly more memory than it has.
void write_rows(files::AtomicFile& file, const Table& table, std::string& text) {
  constexpr std::size_t kPieceBytes = 1 << 16;
  for (const std::array<float, 3>& node : table.nodes) {
    append(text, node);
    if (text.size() < kPieceBytes) continue;
    file.write(text);
    text.clear();
  }
}

}  // namespace

void write_cube(const std::filesystem::path& file, const Lut& lut) {
  require(lut.curves || lut.cube, "no table");
  if (lut.curves) check(*lut.curves, kMaxCurveSize, lut.curves->size);
  if (lut.cube) check(*lut.cube, kMaxCubeSize, cube_nodes(lut.cube->size));
  std::string text;
  append_title(text, lut);
  if (lut.curves) append_size(text, "LUT_1D_SIZE", *lut.curves);
  if (lut.curves && lut.cube) append_range(text, "LUT_1D_INPUT_RANGE", lut.curves->domain);
  if (lut.cube) append_size(text, "LUT_3D_SIZE", *lut.cube);
  if (lut.curves && lut.cube) {
    append_range(text, "LUT_3D_INPUT_RANGE", lut.cube->domain);
  } else {
    append_domain(text, lut.curves ? lut.curves->domain : lut.cube->domain);
  }
  files::AtomicFile output(file);
  if (lut.curves) write_rows(output, *lut.curves, text);
  if (lut.cube) write_rows(output, *lut.cube, text);
  output.write(text);
  output.commit();
}

}  // namespace looks
