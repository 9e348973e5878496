// SPDX-License-Identifier: MIT
// Tests of damaged suites: read as what they became, or refused with a line; they never crash.
#include <random>

#include "regress/fixtures.h"
#include "unit/sampling.h"

namespace regress_test {
namespace {

class SuiteDamage : public FolderTest {
 protected:
  /// Whether the suite is taken; a refusal must be "FILE:LINE...", of a line that the text has.
  bool is_taken(const std::string& text) const {
    const std::filesystem::path file = folder_ / "suite.json";
    test_files::write_file(file, text);
    try {
      EXPECT_FALSE(regress::read_suite(file).cases.empty());
      return true;
    } catch (const files::Error& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(file.string() + ":")) << message;
      const std::string rest = message.substr(std::min(message.size(), file.string().size() + 1));
      std::istringstream stream(rest);
      std::ptrdiff_t line = 0;
      stream >> line;
      EXPECT_TRUE(stream && stream.peek() == ':') << message;
      EXPECT_GE(line, 1) << message;
      EXPECT_LE(line, std::count(text.begin(), text.end(), '\n') + 1) << message;
      EXPECT_NE(rest.find(": "), std::string::npos) << message;
      return false;
    }
  }
};

TEST_F(SuiteDamage, NoTruncationIsTaken) {
  const std::string whole = kFullSuite;
  ASSERT_TRUE(is_taken(whole));
  for (const std::size_t size : sampling::sampled(whole.size(), 4)) {
    ASSERT_FALSE(is_taken(whole.substr(0, size))) << size;
  }
}

TEST_F(SuiteDamage, BytesChangedAreReadOrRefused) {
  std::mt19937 random(1);
  const std::string whole = kFullSuite;
  int refused = 0, tried = 0;
  for (const std::size_t i : sampling::sampled(whole.size(), 8)) {
    for (const char byte : {'\0', '"', '{', ']', ',', '9', '\n', '\x80', static_cast<char>(random())}) {
      std::string damaged = whole;
      damaged[i] = byte;
      refused += !is_taken(damaged);
      ++tried;
    }
  }
  EXPECT_GT(refused, tried / 4);
}

TEST_F(SuiteDamage, PiecesMovedAreReadOrRefused) {
  std::mt19937 random(2);
  const std::string whole = kFullSuite;
  const auto at = [&](std::size_t size) { return std::uniform_int_distribution<std::size_t>(0, size)(random); };
  for (int round = 0; round < (sampling::full_wanted() ? 3000 : 500); ++round) {
    std::string damaged = whole;
    const std::string piece = whole.substr(at(whole.size()), at(40));
    damaged.replace(at(damaged.size()), at(20), piece);
    is_taken(damaged);
  }
}

}  // namespace
}  // namespace regress_test
