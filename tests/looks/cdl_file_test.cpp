// SPDX-License-Identifier: MIT
// Tests of colour decisions in .cc, .ccc and .cdl files.
#include "looks/cdl_file.h"

#include <gtest/gtest.h>

#include <string>

#include "image_io/fixtures/io_fixtures.h"

namespace looks_test {
namespace {

const std::string kSop =
    "<SOPNode><Description>warm</Description><Slope>1.1 0.9 1.05</Slope>\n<Offset> 0.01 -0.02\t0.03\n</Offset>"
    "<Power>1.2 .95 1</Power></SOPNode>";
const std::string kSat = "<SatNode><Saturation>0.8</Saturation></SatNode>";

class CdlFile : public io_test::FolderTest {
 protected:
  std::vector<looks::Cdl> read(const std::string& text) {
    io_test::write_file(folder_ / "a.ccc", text);
    return looks::read_cdls(folder_ / "a.ccc");
  }
  std::string reason(const std::string& text) {
    io_test::write_file(folder_ / "a.ccc", text);
    return io_test::reason_of(folder_ / "a.ccc", [&] { looks::read_cdls(folder_ / "a.ccc"); });
  }
  std::string name(const std::string& id) { return (folder_ / "a.ccc").string() + id; }
};

TEST_F(CdlFile, EveryKindIsRead) {
  const looks::Cdl expected = {{1.1f, 0.9f, 1.05f}, {0.01f, -0.02f, 0.03f}, {1.2f, 0.95f, 1.0f}, 0.8f, "shot"};
  const std::string correction = "<ColorCorrection id=\"shot\">" + kSop + kSat + "</ColorCorrection>";
  const std::string xmlns = " xmlns=\"urn:ASC:CDL:v1.2\"";
  for (const std::string& text :
       {correction, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a -->\n" + correction + "\n",
        "\xef\xbb\xbf" + correction,
        "<ColorCorrectionCollection" + xmlns + "><InputDescription>a &amp; b</InputDescription>" + correction +
            "</ColorCorrectionCollection>",
        "<ColorDecisionList" + xmlns + "><ColorDecision><MediaRef ref=\"a.exr\"/>" + correction +
            "</ColorDecision></ColorDecisionList>",
        "<cdl:ColorCorrection xmlns:cdl=\"a\" "
        "id='shot'><cdl:SATNode><cdl:Saturation>.8</cdl:Saturation></cdl:SATNode>" +
            kSop + "</cdl:ColorCorrection>"}) {
    const std::vector<looks::Cdl> read_back = read(text);
    ASSERT_EQ(read_back.size(), 1u) << text;
    EXPECT_EQ(read_back[0], expected) << text;
  }
}

TEST_F(CdlFile, NodesMayBeMissing) {
  EXPECT_EQ(read("<ColorCorrection/>")[0], looks::Cdl());
  EXPECT_EQ(read("<ColorCorrection>" + kSat + "</ColorCorrection>")[0].saturation, 0.8f);
  EXPECT_EQ(read("<ColorCorrection>" + kSop + "</ColorCorrection>")[0].saturation, 1.0f);
}

TEST_F(CdlFile, ANameSaysWhichOfMany) {
  const auto saturated = [](const std::string& id, const std::string& saturation) {
    return "<ColorCorrection" + (id.empty() ? "" : " id='" + id + "'") + "><SatNode><Saturation>" + saturation +
           "</Saturation></SatNode></ColorCorrection>";
  };
  read("<ColorCorrectionCollection>" + saturated("3", "0.1") + saturated("", "0.2") + saturated("a#b", "0.3") +
       "</ColorCorrectionCollection>");
  EXPECT_EQ(looks::read_cdl(name("#3")).saturation, 0.1f) << "ids before numbers";
  EXPECT_EQ(looks::read_cdl(name("#2")).saturation, 0.2f);
  EXPECT_EQ(looks::file_of_cdl(name("#2")), folder_ / "a.ccc");
  const auto why = [&](const std::string& id) {
    return io_test::reason_of(folder_ / "a.ccc", [&] { looks::read_cdl(name(id)); });
  };
  EXPECT_EQ(why(""), "has 3 ColorCorrections; FILE#ID names one: '3', 2, 'a#b'");
  EXPECT_EQ(why("#4"), "has no ColorCorrection '4'; there are '3', 2, 'a#b'");
  EXPECT_EQ(why("#0"), "has no ColorCorrection '0'; there are '3', 2, 'a#b'");
  EXPECT_EQ(why("#"), "has no ColorCorrection ''; there are '3', 2, 'a#b'");
  read(saturated("one", "0.5"));
  EXPECT_EQ(looks::read_cdl(name("")).saturation, 0.5f);
  EXPECT_EQ(looks::read_cdl(name("#one")).saturation, 0.5f);
  io_test::write_file(folder_ / "b#c.cc", saturated("", "0.6"));
  EXPECT_EQ(looks::read_cdl((folder_ / "b#c.cc").string()).saturation, 0.6f);
  EXPECT_EQ(looks::read_cdl((folder_ / "b#c.cc").string() + "#1").saturation, 0.6f);
}

TEST_F(CdlFile, ManyIdsAreNotAllTold) {
  std::string text = "<ColorCorrectionCollection>";
  for (int i = 0; i < 50; ++i) text += "<ColorCorrection id='s" + std::to_string(i) + "'/>";
  read(text + "</ColorCorrectionCollection>");
  EXPECT_EQ(io_test::reason_of(folder_ / "a.ccc", [&] { looks::read_cdl(name("#x")); }),
            "has no ColorCorrection 'x'; there are 's0', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', ...");
}

TEST_F(CdlFile, RefusalsNameTheLine) {
  const auto with = [](const std::string& nodes) { return "<ColorCorrection>\n" + nodes + "\n</ColorCorrection>\n"; };
  const auto sop = [&](const std::string& slope, const std::string& offset, const std::string& power) {
    return with("<SOPNode><Slope>" + slope + "</Slope><Offset>" + offset + "</Offset><Power>" + power +
                "</Power></SOPNode>");
  };
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "<a>";
  const std::pair<std::string, std::string> cases[] = {
      {"", "line 1: no element found"},
      {"LUT_1D_SIZE 2\n", "line 1: syntax error"},
      {"<html/>", "line 1: 'html' is not ColorCorrection, ColorCorrectionCollection or ColorDecisionList"},
      {"<ColorCorrectionCollection/>", "has no ColorCorrection"},
      {"<ColorCorrection>\n", "line 2: no element found"},
      {"<ColorCorrection>\n</ColorCorrection>\n<a/>", "line 3: junk after document element"},
      {"<!DOCTYPE a [<!ENTITY b \"c\">]>\n<ColorCorrection/>", "line 1: a document type, which such files don't have"},
      {"<!DOCTYPE a SYSTEM \"/etc/passwd\">\n<ColorCorrection/>",
       "line 1: a document type, which such files don't have"},
      {with("&b;"), "line 2: undefined entity"},
      {with(deep), "line 2: elements nest deeper than 32"},
      {with("<ColorCorrection/>"), "line 2: a ColorCorrection within another"},
      {"<ColorCorrectionCollection>\n<ColorCorrection id='a'/>\n<ColorCorrection id='a'/></ColorCorrectionCollection>",
       "line 3: a second ColorCorrection with the id 'a'"},
      {"<ColorDecisionList>\n" + kSat + "</ColorDecisionList>", "line 2: SatNode outside a ColorCorrection"},
      {with(kSat + kSat), "line 2: a second SatNode of a ColorCorrection"},
      {with("<SatNode/>"), "line 2: SatNode without Saturation"},
      {with("<SOPNode><Slope>1 1 1</Slope><Power>1 1 1</Power></SOPNode>"), "line 2: SOPNode without Offset"},
      {sop("1 1", "0 0 0", "1 1 1"), "line 2: Slope: 2 numbers, not 3"},
      {sop("1 1 1", "0", "1 1 1"), "line 2: Offset: 1 number, not 3"},
      {sop("1 1 1", "0 0 0 0", "1 1 1"), "line 2: Offset: 4 numbers, not 3"},
      {sop("1 -1 1", "0 0 0", "1 1 1"), "line 2: Slope: is negative"},
      {sop("1 1 1", "0 0 0", "1 0 1"), "line 2: Power: is 0"},
      {sop("1 1 1", "0 nan 0", "1 1 1"), "line 2: Offset: 'nan' is not finite"},
      {sop("1 1 1", "0 inf 0", "1 1 1"), "line 2: Offset: 'inf' is not finite"},
      {sop("1 1e40 1", "0 0 0", "1 1 1"), "line 2: Slope: '1e40' is out of a float's range"},
      {sop("1 0,9 1", "0 0 0", "1 1 1"), "line 2: Slope: '0,9' is not a number"},
      {with("<SatNode><Saturation>-1</Saturation></SatNode>"), "line 2: Saturation: is negative"},
      {with("<SatNode><Saturation>" + std::string(2000, '1') + "</Saturation></SatNode>"),
       "line 2: Saturation: its text is too long for numbers"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(reason(text), expected) << text.substr(0, 80);
  EXPECT_EQ(reason("<ColorCorrection>" + std::string(17 << 20, ' ') + "</ColorCorrection>"),
            "is larger than 16 MiB, the limit of such files");
}

}  // namespace
}  // namespace looks_test
