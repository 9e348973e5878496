// SPDX-License-Identifier: MIT
// Tests of the work that long JSON texts and suites take: comparisons and allocations, which AddressSanitizer shows on
// any machine alike.
#include <cstdint>

#include "json/document.h"
#include "regress/fixtures.h"

namespace regress_test {
namespace {

struct Work {
  std::uint64_t comparisons = 0;  ///< of strings
  std::uint64_t allocated_bytes = 0;
};
Work work;

}  // namespace
}  // namespace regress_test

// Called by the sanitizer's own functions.
extern "C" void __sanitizer_weak_hook_memcmp(void*, const void*, const void*, std::size_t, int) {
  ++regress_test::work.comparisons;
}
extern "C" void __sanitizer_malloc_hook(const volatile void*, std::size_t size) {
  regress_test::work.allocated_bytes += size;
}

namespace regress_test {
namespace {

/// Eight times as many things may take twice eight times the work, for containers grow in leaps; each thing with all
/// others would be sixty-four times.
template <class Take>
void expect_in_proportion(const Take& take) {
  constexpr int kFew = 1000, kTimes = 8;
  const auto work_of = [&](int count) {
    const Work before = work;
    take(count);
    return Work{work.comparisons - before.comparisons, work.allocated_bytes - before.allocated_bytes};
  };
  const Work few = work_of(kFew), many = work_of(kTimes * kFew);
  EXPECT_GT(few.comparisons, 0u);
  EXPECT_GT(few.allocated_bytes, 0u);
  EXPECT_LE(many.comparisons, 2 * kTimes * few.comparisons);
  EXPECT_LE(many.allocated_bytes, 2 * kTimes * few.allocated_bytes);
}

/// Of equal lengths: others are told apart without a comparison.
std::string name_of(int i) { return "name-" + std::to_string(100000 + i); }

TEST(JsonWork, IsInProportionToTheKeysOfAnObject) {
  expect_in_proportion([](int count) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) text += "\"" + name_of(i) + "\": 1,\n";
    EXPECT_EQ(json::Document(text + "\"last\": 1}").root().size(), std::size_t(count) + 1);
  });
}

TEST(JsonWork, IsInProportionToTheElementsOfAnArray) {
  expect_in_proportion([](int count) {
    std::string text = "[";
    for (int i = 0; i < count; ++i) text += "{\"a\": [1, 2]},\n";
    EXPECT_EQ(json::Document(text + "0]").root().size(), std::size_t(count) + 1);
  });
}

class SuiteWork : public FolderTest {};

TEST_F(SuiteWork, IsInProportionToTheCases) {
  expect_in_proportion([&](int count) {
    std::string text = R"({"version": 1, "defaults": {"source": "corridor"}, "cases": [)";
    for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",\n") + ("{\"name\": \"" + name_of(i) + "\"}");
    test_files::write_file(folder_ / "suite.json", text + "]}");
    const regress::Suite suite = regress::read_suite(folder_ / "suite.json");
    EXPECT_EQ(suite.cases.size(), std::size_t(count));
    EXPECT_EQ(suite.cases.back().line, std::size_t(count));
  });
}

}  // namespace
}  // namespace regress_test
