// SPDX-License-Identifier: MIT
// Program of the build that writes a tile of blue noise as a header: ranks by void and cluster (Ulichney, "The
// void-and-cluster method for dither array generation", 1993). Integers alone decide: the same tile everywhere.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr int kSide = 64;
constexpr int kCount = kSide * kSide;
constexpr int kInitialCount = kCount / 10;
constexpr double kSigma = 1.5;

/// What a point adds to texels around it, on a torus.
std::vector<std::int64_t> make_weights() {
  constexpr double kOne = 1 << 30;
  std::vector<std::int64_t> weights(kCount);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const int dx = x < kSide / 2 ? x : kSide - x;
      const int dy = y < kSide / 2 ? y : kSide - y;
      weights[std::size_t(y * kSide + x)] = std::llround(kOne * std::exp(-(dx * dx + dy * dy) / (2 * kSigma * kSigma)));
    }
  }
  return weights;
}

/// A set of texels, and how crowded every texel is by it.
class Pattern {
 public:
  void toggle(int place) {
    const bool is_added = !has_[std::size_t(place)];
    has_[std::size_t(place)] = is_added;
    const int px = place % kSide;
    const int py = place / kSide;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const std::int64_t weight = weights_[std::size_t(((y - py) & (kSide - 1)) * kSide + ((x - px) & (kSide - 1)))];
        crowd_[std::size_t(y * kSide + x)] += is_added ? weight : -weight;
      }
    }
  }
  bool has(int place) const { return has_[std::size_t(place)]; }
  int tightest_cluster() const { return extreme(true, 1); }
  int largest_void() const { return extreme(false, -1); }

 private:
  /// Of the texels in the set or outside; the first of several.
  int extreme(bool is_in, std::int64_t sign) const {
    int best = -1;
    for (int i = 0; i < kCount; ++i) {
      if (has(i) != is_in) continue;
      if (best < 0 || sign * crowd_[std::size_t(i)] > sign * crowd_[std::size_t(best)]) best = i;
    }
    return best;
  }

  std::vector<std::int64_t> weights_ = make_weights();
  std::vector<bool> has_ = std::vector<bool>(kCount);
  std::vector<std::int64_t> crowd_ = std::vector<std::int64_t>(kCount);
};

/// Scattered points, moved from crowds into voids until the next one would move back.
Pattern make_initial() {
  Pattern pattern;
  std::uint32_t state = 1;
  for (int count = 0; count < kInitialCount;) {
    state = state * 1664525u + 1013904223u;
    const int place = int(state >> 20);  // the upper 12 bits
    if (pattern.has(place)) continue;
    pattern.toggle(place);
    ++count;
  }
  for (;;) {
    const int cluster = pattern.tightest_cluster();
    pattern.toggle(cluster);
    const int gap = pattern.largest_void();
    pattern.toggle(gap);
    if (gap == cluster) return pattern;
  }
}

std::vector<int> make_ranks() {
  std::vector<int> ranks(kCount);
  const Pattern initial = make_initial();
  Pattern pattern = initial;
  for (int rank = kInitialCount; rank-- > 0;) {
    const int place = pattern.tightest_cluster();
    pattern.toggle(place);
    ranks[std::size_t(place)] = rank;
  }
  pattern = initial;
  int rank = kInitialCount;
  for (; rank < kCount / 2; ++rank) {
    const int place = pattern.largest_void();
    pattern.toggle(place);
    ranks[std::size_t(place)] = rank;
  }
  // From here on the empty texels are the fewer: the one that is most crowded by others goes first.
  Pattern empty;
  for (int i = 0; i < kCount; ++i) {
    if (!pattern.has(i)) empty.toggle(i);
  }
  for (; rank < kCount; ++rank) {
    const int place = empty.tightest_cluster();
    empty.toggle(place);
    ranks[std::size_t(place)] = rank;
  }
  return ranks;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_blue_noise HEADER\n");
    return 2;
  }
  std::FILE* file = std::fopen(argv[1], "w");
  if (file == nullptr) {
    std::fprintf(stderr, "make_blue_noise: %s can't be written\n", argv[1]);
    return 1;
  }
  std::fprintf(file,
               "// Made by postfx/src/finish/make_blue_noise.cpp: ranks of a tile of %d texels a side, by rows.\n"
               "#include <cstdint>\n"
               "constexpr std::uint16_t kBlueNoiseRanks[%d] = {",
               kSide, kCount);
  const std::vector<int> ranks = make_ranks();
  for (int i = 0; i < kCount; ++i) std::fprintf(file, "%s%d,", i % 16 == 0 ? "\n" : " ", ranks[std::size_t(i)]);
  const bool is_written = std::fprintf(file, "\n};\n") > 0;
  if (std::fclose(file) == 0 && is_written) return 0;
  std::fprintf(stderr, "make_blue_noise: %s can't be written\n", argv[1]);
  return 1;
}
