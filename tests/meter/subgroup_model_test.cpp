// SPDX-License-Identifier: MIT
// Model of what meter/group.glsl and meter/histogram.glsl do with subgroups of 1 to 128 invocations: their sums of
// integers don't depend on the size, and their sums of floats stay within what any order may be off by.
#include <gtest/gtest.h>
#include <photopic/interface.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr std::size_t kInvocations = PHOTOPIC_METER_INVOCATIONS;
constexpr std::size_t kSizes[] = {1, 2, 4, 8, 16, 32, 64, 128};
using Words = std::array<std::uint32_t, kInvocations>;
using Floats = std::array<float, kInvocations>;

static_assert(PHOTOPIC_HISTOGRAM_BINS == kInvocations, "an invocation has a bin");

std::array<std::uint32_t, kInvocations> random_words(std::uint32_t seed, unsigned bits) {
  std::mt19937 random(seed);
  Words words;
  for (std::uint32_t& word : words) word = std::uint32_t(random()) >> (32 - bits);
  return words;
}

/// subgroupAdd() of the subgroup that begins at `first`: in order, or pairs first, as drivers do.
template <class T>
T subgroup_add(const std::array<T, kInvocations>& values, std::size_t first, std::size_t size, bool is_in_pairs) {
  std::vector<T> left(values.begin() + std::ptrdiff_t(first), values.begin() + std::ptrdiff_t(first + size));
  while (is_in_pairs && left.size() > 1) {
    for (std::size_t i = 0; i < left.size() / 2; ++i) left[i] += left[i + left.size() / 2];
    left.resize(left.size() / 2);
  }
  T sum = left[0];
  for (std::size_t i = 1; i < left.size(); ++i) sum += left[i];
  return sum;
}

/// sum_up_group(): three digits of 64-bit numbers, each added up on its own, by one atomic per subgroup.
std::uint64_t group_sum(const std::vector<std::int64_t>& sums, std::size_t size) {
  std::array<std::uint32_t, 3> digits = {};
  for (std::size_t first = 0; first < kInvocations; first += size) {
    std::array<std::uint32_t, 3> of_subgroup = {};
    for (std::size_t i = first; i < first + size; ++i) {
      const auto low = std::uint32_t(sums[i]), high = std::uint32_t(std::uint64_t(sums[i]) >> 32);
      of_subgroup[0] += low & 0xffffu;
      of_subgroup[1] += low >> 16;
      of_subgroup[2] += high;
    }
    for (std::size_t i = 0; i < digits.size(); ++i) digits[i] += of_subgroup[i];
  }
  return (std::uint64_t{digits[2]} << 32) + (std::uint64_t{digits[1]} << 16) + digits[0];  // from_digit_sums()
}

TEST(SubgroupModel, SumsOfGroupsAreExact) {
  std::mt19937_64 random(1);
  for (const std::uint64_t mask : {~std::uint64_t{0} >> 12, std::uint64_t{0xffffffff}, std::uint64_t{0xffff}}) {
    std::vector<std::int64_t> sums(kInvocations);
    for (std::int64_t& sum : sums) sum = std::int64_t(random() & mask) * (random() % 2 == 0 ? 1 : -1);
    std::uint64_t expected = 0;
    for (const std::int64_t sum : sums) expected += std::uint64_t(sum);
    for (const std::size_t size : kSizes) EXPECT_EQ(group_sum(sums, size), expected) << size;
  }
}

/// running_sum(): a subgroup's total goes to the word of its number. Returns the words that are used.
std::size_t running_sums(const Words& values, std::size_t size, Words* sums) {
  std::vector<std::uint32_t> scratch(kInvocations / size);
  for (std::size_t i = 0; i < scratch.size(); ++i) scratch[i] = subgroup_add(values, i * size, size, false);
  for (std::size_t i = 0; i < kInvocations; ++i) {
    std::uint32_t sum = 0;  // subgroupInclusiveAdd()
    for (std::size_t j = i / size * size; j <= i; ++j) sum += values[j];
    for (std::size_t j = 0; j < i / size; ++j) sum += scratch[j];
    (*sums)[i] = sum;
  }
  return scratch.size();
}

TEST(SubgroupModel, RunningSumsAreExact) {
  const Words values = random_words(2, 22);
  Words expected;
  std::partial_sum(values.begin(), values.end(), expected.begin());
  for (const std::size_t size : kSizes) {
    Words sums;
    running_sums(values, size, &sums);
    EXPECT_EQ(sums, expected) << size;
  }
}

/// sum_of_all() puts a vec4 of each subgroup where the counters of an unweighted histogram were.
TEST(SubgroupModel, SubgroupsOfOneFitTheCounters) {
  constexpr std::size_t kCopies = 4, kCounters = PHOTOPIC_HISTOGRAM_BINS * kCopies;  // shared.glsl
  Words sums;
  for (const std::size_t size : kSizes) EXPECT_LE(4 * running_sums(random_words(3, 8), size, &sums), kCounters) << size;
}

TEST(SubgroupModel, SumsOfFloatsAreWithinTheirRoundings) {
  Floats values;
  const Words words = random_words(4, 24);
  for (std::size_t i = 0; i < kInvocations; ++i) values[i] = float(words[i]) * (float(i) - 100.0f);  // units * position
  double expected = 0.0, magnitude = 0.0;
  for (const float value : values) {
    expected += double(value);
    magnitude += std::abs(double(value));
  }
  for (const std::size_t size : kSizes) {
    for (const bool is_in_pairs : {false, true}) {
      float sum = 0.0f;
      for (std::size_t first = 0; first < kInvocations; first += size) {
        sum += subgroup_add(values, first, size, is_in_pairs);
      }
      const double roundings = double(size - 1 + kInvocations / size);
      EXPECT_LE(std::abs(double(sum) - expected), roundings * magnitude / (1 << 24)) << size;
    }
  }
}

}  // namespace
