// SPDX-License-Identifier: MIT
// Tests of folders: an error in one pair leaves the others as they are.
#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandFolders : public CompareCommand {
 protected:
  void write_both(const std::string& name, int delta = 0, std::uint32_t width = 64) {
    write_png(folder_ / "a" / name, width, 48, base);
    write_png(folder_ / "b" / name, width, 48, changed(base, 5, 3, delta));
  }

  /// "NAME: OUTCOME" in the order of the rows.
  std::vector<std::string> outcomes(int exit_code, Arguments options = {}) {
    options.insert(options.begin(), {"a", "b"});
    std::vector<std::string> texts;
    for (const Json& row : rows_of(exit_code, options)) {
      texts.push_back(row["name"].get<std::string>() + ": " + row["outcome"].get<std::string>());
    }
    return texts;
  }
};

using Texts = std::vector<std::string>;

TEST_F(CompareCommandFolders, AreComparedByName) {
  write_both("one.png");
  write_both("deep/two.png");
  EXPECT_EQ(outcomes(kPass), (Texts{"deep/two.png: pass", "one.png: pass"}));
  write_both("one.png", 3);
  EXPECT_EQ(outcomes(kDifferences), (Texts{"deep/two.png: pass", "one.png: differences"}));
}

TEST_F(CompareCommandFolders, TakeFormatsOfManyPrograms) {
  // Two pixels: 24-bit colours, the rows and the columns in the order of reading.
  const auto tga = [](unsigned char red) {
    return io_test::Bytes{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0x20, 30, 20, red, 60, 50, 40};
  };
  const auto bmp = [](unsigned char red) {
    io_test::Bytes bytes(54);
    bytes[0] = 'B', bytes[1] = 'M', bytes[10] = 54, bytes[14] = 40, bytes[18] = 2, bytes[22] = 1, bytes[26] = 1;
    bytes[28] = 24;
    bytes.insert(bytes.end(), {30, 20, red, 60, 50, 40, 0, 0});
    return bytes;
  };
  for (const char* folder : {"a", "b"}) std::filesystem::create_directories(folder_ / folder);
  write_file(folder_ / "a" / "equal.bmp", bmp(10));
  write_file(folder_ / "b" / "equal.bmp", bmp(10));
  write_file(folder_ / "a" / "equal.tga", tga(10));
  write_file(folder_ / "b" / "equal.tga", tga(10));
  write_file(folder_ / "a" / "other.bmp", bmp(10));
  write_file(folder_ / "b" / "other.bmp", tga(10));  // no TGA by its name
  write_file(folder_ / "a" / "other.tga", bmp(10));  // a BMP by its content
  write_file(folder_ / "b" / "other.tga", tga(13));
  EXPECT_EQ(outcomes(kError),
            (Texts{"equal.bmp: pass", "equal.tga: pass", "other.bmp: error", "other.tga: differences"}));
}

TEST_F(CompareCommandFolders, MissingCounterpartsAreReportedOnBothSides) {
  write_both("both.png");
  write_png(folder_ / "a" / "gone.png", 64, 48, base);
  write_png(folder_ / "b" / "new.png", 64, 48, base);
  const Json rows = rows_of(kNoGolden, {"a", "b"});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["outcome"], "pass");
  EXPECT_EQ(rows[1]["message"], "there is no test of this name");
  EXPECT_EQ(rows[2]["message"], "there is no reference of this name");
  EXPECT_EQ(rows[2]["outcome"], "no-golden");
}

TEST_F(CompareCommandFolders, ABrokenPairLeavesTheOthersAlone) {
  for (const char* name : {"1.png", "3.png", "5.png", "7.png"}) write_both(name);
  write_both("2.png");
  write_file(folder_ / "b" / "2.png", std::string("broken"));
  write_both("4.png");
  write_png(folder_ / "b" / "4.png", 32, 48, base);
  write_both("6.png", 9);
  write_both("8.png");
  write_file(folder_ / "a" / "8.png", std::string("broken"));
  EXPECT_EQ(outcomes(kError), (Texts{"1.png: pass", "2.png: error", "3.png: pass", "4.png: mismatch", "5.png: pass",
                                     "6.png: differences", "7.png: pass", "8.png: no-golden"}));
  std::filesystem::remove(folder_ / "b" / "2.png");
  std::filesystem::remove(folder_ / "a" / "2.png");
  EXPECT_EQ(outcomes(kMismatch).size(), 7u);
  write_both("4.png");
  EXPECT_EQ(outcomes(kNoGolden).size(), 7u);
  write_both("8.png");
  EXPECT_EQ(outcomes(kDifferences).size(), 7u);
}

TEST_F(CompareCommandFolders, ABadNameIsAnErrorOfItsPairAlone) {
  for (const std::string& name : {std::string("ok"), std::string("line\nfeed"), std::string("tab\t"),
                                  std::string("latin \xe9"), std::string(197, 'n')}) {
    write_both(name + ".png");
  }
  write_png(folder_ / "b" / "new\n.png", 64, 48, base);
  EXPECT_EQ(outcomes(kError), (Texts{"latin \\xe9.png: error", "line\\nfeed.png: error", "new\\n.png: error",
                                     std::string(197, 'n') + ".png: error", "ok.png: pass", "tab\\t.png: error"}));
}

/// Of two files, any name will do.
TEST_F(CompareCommandFolders, OfALongNameMapsAreNamedShorter) {
  const std::string name = std::string(251, 'n') + ".png";
  write_pair(9);
  std::filesystem::rename(folder_ / "b.png", folder_ / name);
  EXPECT_EQ(run({"compare", "a.png", name, "--maps", "maps"}).exit_code, kDifferences);
  const std::vector<std::string> maps = names_in("maps");
  ASSERT_EQ(maps.size(), 5u);
  for (const std::string& map : maps) EXPECT_TRUE(map.starts_with(std::string(183, 'n') + "~")) << map;
}

TEST_F(CompareCommandFolders, QuietIsWhatDoesNotPass) {
  write_both("1.png");
  write_both("2.png", 7);
  const ProcessResult result = run({"compare", "a", "b", "--quiet"});
  EXPECT_EQ(result.exit_code, kDifferences);
  EXPECT_TRUE(result.out.starts_with("2.png: differences")) << result.out;
  EXPECT_EQ(result.out.find("1.png"), std::string::npos) << result.out;
  write_both("2.png");
  EXPECT_EQ(output_of({"compare", "a", "b", "-q"}), "");
  expect_error(kError, {"compare", "a", "b", "-q", "--json"}, {"--quiet doesn't go with --json"});
}

TEST_F(CompareCommandFolders, OfAllSizesAndFormatsInTurn) {
  write_both("1.png", 0, 64);
  write_both("2.png", 0, 300);
  write_both("3.png", 0, 5);
  write_both("4.png", 4, 300);
  for (const char* folder : {"a", "b"}) {
    cli_test::write_float_exr(folder_ / folder / "5.exr", 30, 20, cli_test::scene);
    io_test::PngOptions options;
    options.depth = 16;
    write_file(folder_ / folder / "6.png", io_test::make_png(options));
    io_test::VideoFormat format;
    format.width = 64;
    format.height = 32;
    write_file(folder_ / folder / "7.y4m", io_test::make_y4m(format, 2));
    // Their common size would be ten times as much as either.
    write_png(folder_ / folder / "8.png", 2000, 20, base);
    write_png(folder_ / folder / "9.png", 20, 2000, base);
  }
  const Texts texts = outcomes(kDifferences);
  ASSERT_EQ(texts.size(), 11u);
  for (const std::string& text : texts) {
    EXPECT_TRUE(text.ends_with(": pass") || text == "4.png: differences") << text;
  }
}

TEST_F(CompareCommandFolders, ALimitThatOnePairCanNotHaveIsAnErrorOfThatPair) {
  write_both("large.png", 1);
  write_both("small.png", 1, 8);
  write_both("equal.png", 0, 8);
  EXPECT_EQ(outcomes(kError, {"--min-ssim", "0.9"}), (Texts{"equal.png: pass", "large.png: pass", "small.png: error"}));
  EXPECT_EQ(outcomes(kPass, {"--max-delta", "1"}), (Texts{"equal.png: pass", "large.png: pass", "small.png: pass"}));
}

TEST_F(CompareCommandFolders, AreNoFilesAndNotEmpty) {
  write_both("x.png");
  expect_error(kError, {"compare", "a", "b/x.png"}, {"a is a folder, and the other isn't"});
  expect_error(kError, {"compare", "a/x.png", "b"}, {"b is a folder, and the other isn't"});
  expect_error(kError, {"compare", "a", "nosuch"}, {"nosuch: there is no such file or folder"});
  std::filesystem::create_directories(folder_ / "none");
  expect_error(kError, {"compare", "none", "none"}, {"none: has no pictures, nor has none"});
  const Json rows = rows_of(kNoGolden, {"nosuch", "b"});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["message"], "there is no reference of this name");
}

TEST_F(CompareCommandFolders, MemoryDoesNotGrowWithTheNumberOfPairs) {
  if (std::getenv("LSAN_OPTIONS") != nullptr) GTEST_SKIP() << "a sanitizer's own memory would be measured";
  const auto peak = [&](int pairs) {
    for (int i = 0; i < pairs; ++i) write_both(std::to_string(i) + ".png", 0, 800);
    const ProcessResult result = run({"compare", "a", "b", "--metrics", "errors"});
    EXPECT_EQ(result.exit_code, kPass) << result.out;
    return double(result.peak_rss_bytes);
  };
  const double few = peak(12);
  EXPECT_LT(peak(120), few + 120.0 * 800 * 48 * 8 / 4) << "a quarter of what all pairs take";
}

}  // namespace
}  // namespace compare_test
