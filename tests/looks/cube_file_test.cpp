// SPDX-License-Identifier: MIT
// Tests of .cube files: every variation that is met, values of an oracle, and refusals by line.
#include "looks/cube_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cfloat>
#include <clocale>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "image_io/fixtures/io_fixtures.h"

namespace looks_test {
namespace {

using io_test::reason_of;
using io_test::write_file;
using looks::Lut;

const std::filesystem::path kData = PHOTOPIC_TEST_PROJECT_DIR "/tests/data/display";

class CubeFile : public io_test::FolderTest {
 protected:
  Lut read(const std::string& text) {
    write_file(folder_ / "a.cube", text);
    return looks::read_cube(folder_ / "a.cube");
  }
  std::string reason(const std::string& text) {
    write_file(folder_ / "a.cube", text);
    return reason_of(folder_ / "a.cube", [&] { looks::read_cube(folder_ / "a.cube"); });
  }
};

std::string rows(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "0 0 0\n";
  return text;
}

TEST_F(CubeFile, OracleIsMet) {
  const auto oracle = nlohmann::json::parse(std::ifstream(kData / "cube.json"));
  const Lut curves = looks::read_cube(kData / "sample_1d.cube"), cube = looks::read_cube(kData / "sample_3d.cube");
  EXPECT_EQ(curves.title, "photopic sample 1D");
  EXPECT_FALSE(curves.cube);
  EXPECT_FALSE(cube.curves);
  ASSERT_EQ(cube.cube->size, 3u);
  EXPECT_EQ(cube.cube->domain.min, (std::array{-0.5f, 0.0f, 0.0f}));
  EXPECT_EQ(cube.cube->domain.max, (std::array{1.5f, 1.0f, 2.0f}));
  EXPECT_EQ(cube.cube->nodes[1], (std::array{0.45f, 0.0f, 0.2f})) << "red comes first";
  const auto& points = oracle.at("points");
  ASSERT_EQ(points.size(), 9u);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto point = points[i].get<std::array<double, 3>>();
    const auto of_curves = looks::sample(curves, point), of_cube = looks::sample(cube, point);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(of_curves[c], oracle["sample_1d"]["linear"][i][c].get<double>(), 1e-7) << i << ' ' << c;
      EXPECT_NEAR(of_cube[c], oracle["sample_3d"]["tetrahedral"][i][c].get<double>(), 1e-6) << i << ' ' << c;
    }
  }
}

TEST_F(CubeFile, VariationsReadAlike) {
  const Lut plain = read("LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n0 0.5 1e-3\n1 2 -0.25\n");
  ASSERT_TRUE(plain.curves);
  EXPECT_EQ(plain.curves->nodes[0], (std::array{0.0f, 0.5f, 0.001f}));
  EXPECT_EQ(plain.curves->nodes[1], (std::array{1.0f, 2.0f, -0.25f}));
  for (const char* text :
       {"LUT_1D_SIZE 2\n0 .5 0.001\n1 2 -.25", "LUT_1D_SIZE 2\r\n0 .5 1E-03\r\n1 2 -.25\r\n\r\n",
        "LUT_1D_SIZE 2\r0 .5 1e-3\r1 2 -.25\r", "\xef\xbb\xbfLUT_1D_SIZE 2\n0 .5 1e-3\n1 2 -.25\n",
        "# a\n \t# b\n\tLUT_1D_SIZE\t2 \t# c\n\n0\t0.5  0.001 # d\n# e\n  1 +2 -25e-2\t\n#",
        "lut_1d_size 2\n0 .5 1e-3\n1 2 -.25\n", "LUT_1D_INPUT_RANGE 0.0 1.0\nLUT_1D_SIZE 2\n0 .5 1e-3\n1 2 -.25\n",
        "DOMAIN_MIN 0 0 0\nLUT_1D_INPUT_RANGE 0 1\nLUT_1D_SIZE 2\n0 .5 1e-3\n1 2 -.25\n"}) {
    EXPECT_EQ(read(text), plain) << text;
  }
}

TEST_F(CubeFile, TitlesAreOfAnyKind) {
  const std::string table = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n";
  EXPECT_EQ(read("TITLE \"a # b\" # c\n" + table).title, "a # b");
  EXPECT_EQ(read("TITLE a b \n" + table).title, "a b");
  EXPECT_EQ(read("TITLE \"one\"\nTITLE \"two\"\n" + table).title, "two");
  EXPECT_EQ(read("TITLE\n" + table).title, "");
  EXPECT_EQ(read("TITLE \"a\n" + table).title, "a");
  EXPECT_EQ(read(table + "TITLE \"late\"\n").title, "late");
}

TEST_F(CubeFile, TwoTablesAreOneAfterTheOther) {
  const Lut lut = read(
      "LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 4\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE -1 1\n"
      "-1 -1 -1\n0 0 0\n1 1 1\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n");
  ASSERT_TRUE(lut.curves && lut.cube);
  EXPECT_EQ(lut.curves->nodes.size(), 3u);
  EXPECT_EQ(lut.cube->nodes.size(), 8u);
  EXPECT_EQ(looks::sample(lut, {2.0, 1.0, 4.0}), (std::array{0.5, 0.25, 1.0}));
}

TEST_F(CubeFile, SamplesStayInTheDomain) {
  Lut lut = looks::read_cube(kData / "sample_3d.cube");
  lut.curves = looks::read_cube(kData / "sample_1d.cube").curves;
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  EXPECT_EQ(looks::sample(lut, {-infinity, nan, -1e300}), looks::sample(lut, {0.0, 0.0, 0.0}));
  EXPECT_EQ(looks::sample(lut, {infinity, 3.0, 1e300}), looks::sample(lut, {2.0, 2.0, 2.0}));
}

TEST_F(CubeFile, GreysComeFromTheDiagonalAlone) {
  Lut lut;
  lut.cube = looks::Table{2, {}, std::vector<std::array<float, 3>>(8, {9.0f, -9.0f, 5.0f})};
  lut.cube->nodes.front() = {0.0f, 0.0f, 0.0f};
  lut.cube->nodes.back() = {1.0f, 1.0f, 1.0f};
  for (const double grey : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    EXPECT_EQ(looks::sample(lut, {grey, grey, grey}), (std::array{grey, grey, grey}));
  }
}

/// What other programs write though the format doesn't have it, and OpenColorIO takes.
TEST_F(CubeFile, HabitsOfOtherProgramsAreRead) {
  const Lut plain = read("LUT_3D_SIZE 2\n" + rows(7) + "1 1 1\n");
  const std::string table = "LUT_3D_SIZE 2\n" + rows(7) + "1 1 1";
  EXPECT_EQ(read(table + "\x1a"), plain);
  EXPECT_EQ(read(table + "\n\x1a\n\n"), plain);
  EXPECT_EQ(read(table + "\n" + std::string(3, '\0')), plain);
  // A range of a table that the file hasn't says nothing of the other.
  EXPECT_EQ(read("LUT_1D_INPUT_RANGE 0.0 2.0\n" + table), plain);
  EXPECT_EQ(read("LUT_1D_SIZE 2\nLUT_3D_INPUT_RANGE 0 3\n0 0 0\n1 1 1\n"), read("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"));
  // Titles change nothing of the table, wherever they stand.
  EXPECT_EQ(read(table + "\nTITLE \"late\"\n").title, "late");
  EXPECT_EQ(read("TITLE \"no end\n" + table).title, "no end");
  EXPECT_EQ(read("TITLE\tALog To ARRI Log C\n" + table).title, "ALog To ARRI Log C");
}

TEST_F(CubeFile, RefusalsNameTheLine) {
  const std::string two = "0 0 0\n1 1 1\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "line 1: no LUT_1D_SIZE and no LUT_3D_SIZE before the first row"},
      {"# nothing\n", "line 1: no LUT_1D_SIZE and no LUT_3D_SIZE before the first row"},
      {"TITLE \"a\"\n" + two, "line 2: no LUT_1D_SIZE and no LUT_3D_SIZE before the first row"},
      {"LUT_1D_SIZE 2\n0 0 0\n", "line 2: the file ends after 1 of 2 rows"},
      {"LUT_1D_SIZE 2\n" + two + "# more\n2 2 2\n", "line 5: more rows than the 2 of the header"},
      {"LUT_3D_SIZE 2\n" + rows(9), "line 10: more rows than the 8 of the header"},
      {"LUT_3D_SIZE 2\n" + rows(7), "line 8: the file ends after 7 of 8 rows"},
      {"LUT_1D_SIZE 1\n" + two, "line 1: LUT_1D_SIZE: '1' is not a whole number from 2 to 65536"},
      {"LUT_1D_SIZE 65537\n" + two, "line 1: LUT_1D_SIZE: '65537' is not a whole number from 2 to 65536"},
      {"LUT_3D_SIZE 257\n" + two, "line 1: LUT_3D_SIZE: '257' is not a whole number from 2 to 256"},
      {"LUT_3D_SIZE -2\n" + two, "line 1: LUT_3D_SIZE: '-2' is not a whole number from 2 to 256"},
      {"LUT_3D_SIZE 2.0\n" + two, "line 1: LUT_3D_SIZE: '2.0' is not a whole number from 2 to 256"},
      {"LUT_3D_SIZE 99999999999999999999\n",
       "line 1: LUT_3D_SIZE: '99999999999999999999' is not a whole number from 2 to 256"},
      {"LUT_3D_SIZE\n" + two, "line 1: LUT_3D_SIZE: 0 words where 1 is due"},
      {"LUT_1D_SIZE 2\nLUT_1D_SIZE 2\n" + two, "line 2: LUT_1D_SIZE a second time; the first is in line 1"},
      {"LUT_1D_SIZE 2\n0 0 0\nLUT_3D_SIZE 2\n", "line 3: LUT_3D_SIZE after the first row of a table"},
      {"LUT_1D_SIZE 2\nLUT_IN_VIDEO_RANGE\n" + two,
       "line 2: 'LUT_IN_VIDEO_RANGE' is neither a number nor a keyword that is known"},
      {"SIZE 2\n" + two, "line 1: 'SIZE' is neither a number nor a keyword that is known"},
      {"LUT_1D_SIZE 2\n0 0\n", "line 2: '0' begins a row of 2 numbers, not of 3"},
      {"LUT_1D_SIZE 2\n0 0 0 1\n", "line 2: '0' begins a row of 4 numbers, not of 3"},
      {"LUT_1D_SIZE 2\n0 nan 0\n1 1 1\n", "line 2: 'nan' is not finite"},
      {"LUT_1D_SIZE 2\nNaN 0 0\n1 1 1\n", "line 2: 'NaN' is not finite"},
      {"LUT_1D_SIZE 2\n0 0 0\n1 -inf 1\n", "line 3: '-inf' is not finite"},
      {"LUT_1D_SIZE 2\n0 0 0\n1 1e39 1\n", "line 3: '1e39' is out of a float's range"},
      {"LUT_1D_SIZE 2\n0 0 0\n1 -1e999 1\n", "line 3: '-1e999' is out of a float's range"},
      {"LUT_1D_SIZE 2\n0 0,5 0\n1 1 1\n", "line 2: '0,5' is not a number"},
      {"LUT_1D_SIZE 2\n0 0x1 0\n1 1 1\n", "line 2: '0x1' is not a number"},
      {"LUT_1D_SIZE 2\n0 +-1 0\n1 1 1\n", "line 2: '+-1' is not a number"},
      {"LUT_1D_SIZE 2\nDOMAIN_MIN 0 1 0\n" + two, "line 2: the domain isn't from a number to a larger one"},
      {"DOMAIN_MAX 1 1 -1\nLUT_1D_SIZE 2\n" + two, "line 1: the domain isn't from a number to a larger one"},
      {"DOMAIN_MAX 1 1 1e-40\nLUT_1D_SIZE 2\n" + two, "line 1: the domain isn't from a number to a larger one"},
      {"LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE -3e38 3e38\n" + two,
       "line 2: the domain isn't from a number to a larger one"},
      {"DOMAIN_MIN 0 0\nLUT_1D_SIZE 2\n" + two, "line 1: DOMAIN_MIN: 2 words where 3 are due"},
      {"DOMAIN_MAX 1 1 inf\nLUT_1D_SIZE 2\n" + two, "line 1: 'inf' is not finite"},
      {"LUT_1D_SIZE 2\n0 0 0\n" + std::string(1, '\0') + "\n1 1 1\n", "line 4: text after the mark of its end"},
      {"LUT_1D_SIZE 2\n0 0 0\x1a\n1 1 1\n", "line 3: text after the mark of its end"},
      {std::string("\xff\xfeL\0U\0T\0_\0", 10) + "\n", "line 1: the text is UTF-16: save it as UTF-8"},
      {std::string("\xfe\xff\0L\0U\0T", 8) + "\n", "line 1: the text is UTF-16: save it as UTF-8"},
      {std::string("L\0U\0T\0", 6) + "\n", "line 1: the text is UTF-16: save it as UTF-8"},
      {"LUT_1D_SIZE 2\nDOMAIN_MAX 2 2 2\nLUT_1D_INPUT_RANGE 0 1\n" + two,
       "line 3: LUT_1D_INPUT_RANGE says something else than DOMAIN_MIN and DOMAIN_MAX"},
      {"LUT_1D_SIZE 2\nLUT_3D_SIZE 2\nDOMAIN_MAX 2 2 2\n" + rows(10),
       "line 3: a domain of two tables; LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE say of which"},
      {"LUT_1D_SIZE 2\n0 0 0" + std::string(5000, ' '), "line 2: longer than 4096 bytes"},
      {"<html>\n", "line 1: '<html>' begins a row of 1 number, not of 3"},
      {std::string("LUT_1D_SIZE 2\n0 \0 0\n", 20), "line 2: '\\x00' is not a number"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(reason(text), expected) << text.substr(0, 80);
  EXPECT_EQ(reason_of(folder_ / "none.cube", [&] { looks::read_cube(folder_ / "none.cube"); }),
            "No such file or directory");
  EXPECT_EQ(reason_of(folder_.path(), [&] { looks::read_cube(folder_.path()); }), "Is a directory");
}

TEST_F(CubeFile, HeadersAskForNoMoreThanTheFileHolds) {
  const long before = io_test::peak_memory_kib();
  EXPECT_EQ(reason("LUT_3D_SIZE 256\n" + rows(1000)),
            "line 2: the header asks for 16777216 rows, more than a file of 6016 bytes can hold");
  EXPECT_LT(io_test::peak_memory_kib() - before, 16 * 1024);
}

TEST_F(CubeFile, TextWithoutEndIsRefused) {
  const std::string comment = std::string(1000, '#') + "\n";
  std::string text;
  while (text.size() < (2u << 20)) text += comment;
  EXPECT_EQ(reason(text), "line 1048: no row of a table in 1 MiB");
  EXPECT_EQ(reason("LUT_1D_SIZE 2\n0 0 0\n" + text), "line 1051: more text than a table of this size needs");
}

TEST_F(CubeFile, NumbersNearZeroAreTaken) {
  const Lut lut = read("LUT_1D_SIZE 2\n1e-45 1e-60 -1e-300\n1.17549435e-38 3.40282347e38 -0\n");
  EXPECT_EQ(lut.curves->nodes[0], (std::array{FLT_TRUE_MIN, 0.0f, -0.0f}));
  EXPECT_EQ(lut.curves->nodes[1], (std::array{FLT_MIN, FLT_MAX, 0.0f}));
}

TEST_F(CubeFile, WrittenTablesReadAsTheSameBits) {
  std::mt19937 random(5);
  const auto any_float = [&] {
    for (;;) {
      const float value = std::bit_cast<float>(std::uint32_t(random()));
      if (std::isfinite(value)) return value;
    }
  };
  const auto table = [&](std::uint32_t size, std::size_t nodes, const looks::Domain& domain) {
    looks::Table made{size, domain, {}};
    for (std::size_t i = 0; i < nodes; ++i) made.nodes.push_back({any_float(), any_float(), any_float()});
    return made;
  };
  const looks::Domain by_channel = {{-0.1f, 0.0f, 1e-30f}, {1.0f / 3.0f, 16.3f, 65504.0f}};
  const looks::Domain even = {{-0.1f, -0.1f, -0.1f}, {16.3f, 16.3f, 16.3f}};
  const Lut curves{"curves", table(1000, 1000, by_channel), std::nullopt};
  const Lut cube{"", std::nullopt, table(9, 729, by_channel)};
  const Lut both{"", table(17, 17, even), table(5, 125, {})};
  for (const Lut& lut : {curves, cube, both}) {
    looks::write_cube(folder_ / "a.cube", lut);
    EXPECT_EQ(looks::read_cube(folder_ / "a.cube"), lut);
  }
}

TEST_F(CubeFile, TitlesAreWrittenWhereOthersReadThem) {
  Lut lut;
  lut.title = "a \"new\"\nlook" + std::string(500, '!');
  lut.cube = looks::Table{2, {}, std::vector<std::array<float, 3>>(8)};
  looks::write_cube(folder_ / "a.cube", lut);
  const std::string title = looks::read_cube(folder_ / "a.cube").title;
  EXPECT_EQ(title.substr(0, 16), "a 'new'\\nlook!!!");
  EXPECT_EQ(title.size(), 200u);
  lut.curves = looks::Table{2, {}, std::vector<std::array<float, 3>>(2)};
  looks::write_cube(folder_ / "a.cube", lut);
  const auto bytes = io_test::read_file(folder_ / "a.cube");
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_TRUE(text.starts_with("# a 'new'\\nlook!")) << text.substr(0, 40);
  EXPECT_EQ(text.find("TITLE"), std::string::npos);
  EXPECT_EQ(looks::read_cube(folder_ / "a.cube").title, "");
}

TEST_F(CubeFile, WritingIsWholeOrNotAtAll) {
  Lut lut;
  EXPECT_THROW(looks::write_cube(folder_ / "a.cube", lut), std::invalid_argument);
  lut.cube = looks::Table{2, {}, std::vector<std::array<float, 3>>(8)};
  looks::write_cube(folder_ / "a.cube", lut);
  const auto before = io_test::read_file(folder_ / "a.cube");
  lut.cube->nodes[3][1] = std::nanf("");
  EXPECT_THROW(looks::write_cube(folder_ / "a.cube", lut), std::invalid_argument);
  lut.cube->nodes.pop_back();
  EXPECT_THROW(looks::write_cube(folder_ / "a.cube", lut), std::invalid_argument);
  lut.cube = looks::Table{2, {{0, 0, 0}, {1, 2, 1}}, std::vector<std::array<float, 3>>(8)};
  lut.curves = looks::Table{2, {}, std::vector<std::array<float, 3>>(2)};
  EXPECT_THROW(looks::write_cube(folder_ / "a.cube", lut), std::invalid_argument) << "no way to say that";
  EXPECT_EQ(io_test::read_file(folder_ / "a.cube"), before);
  EXPECT_EQ(folder_.file_count(), 1u);
  EXPECT_THROW(looks::write_cube("/dev/full", looks::read_cube(folder_ / "a.cube")), files::Error);
}

TEST_F(CubeFile, LocaleDoesNotCount) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "de_DE.utf8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, locale) == nullptr) continue;
    Lut lut = read("LUT_1D_SIZE 2\n0.25 .5 1e-3\n1 2 -.25\n");
    EXPECT_EQ(lut.curves->nodes[0][0], 0.25f) << locale;
    looks::write_cube(folder_ / "b.cube", lut);
    EXPECT_EQ(looks::read_cube(folder_ / "b.cube"), lut) << locale;
  }
  std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace looks_test
