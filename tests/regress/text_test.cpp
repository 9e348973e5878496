// SPDX-License-Identifier: MIT
// Tests of numbers as text, XML text and case names.
#include "files/xml_text.h"

#include <gtest/gtest.h>

#include <limits>

#include "files/path.h"
#include "json/values.h"
#include "regress/suite/case_name.h"

namespace {

using files::xml_text;
using json::number_text;
using json::short_text;
using regress::device_class_problem;
using regress::name_problem;

TEST(ShortText, HasAtMostSixDigitsButForWholeNumbers) {
  EXPECT_EQ(short_text(0.123456789), "0.123457");
  EXPECT_EQ(short_text(12345.6789), "12345.7");
  EXPECT_EQ(short_text(1234567.8), "1.23457e+06");
  EXPECT_EQ(short_text(0.0000123456789), "1.23457e-05");
  EXPECT_EQ(short_text(0.99), "0.99");
  EXPECT_EQ(short_text(-40.0), "-40");
  EXPECT_EQ(short_text(35317906.0), "35317906") << "counts are exact";
  EXPECT_EQ(short_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(short_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(short_text(-std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(NumberText, IsTheShortestThatReadsTheSame) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(40.0), "40");
  EXPECT_EQ(number_text(0.0), "0");
  EXPECT_EQ(number_text(100000.0), "100000");
  EXPECT_EQ(number_text(1e-5), "1e-05");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(-0.999), "-0.999");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(XmlText, MarkupAndLineBreaksAreEscaped) {
  EXPECT_EQ(xml_text("a<b>&\"c\"'d'"), "a&lt;b&gt;&amp;&quot;c&quot;&apos;d&apos;");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
  EXPECT_EQ(xml_text("a\tb\nc\rd"), "a&#9;b&#10;c&#13;d");
  EXPECT_EQ(xml_text(""), "");
}

TEST(XmlText, OtherCharactersStay) {
  const std::string text =
      "\x7f \xc3\xa9 \xe2\x82\xac \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbd \xf0\x9f\x8c\x9e \xf4\x8f\xbf\xbf";
  EXPECT_EQ(xml_text(text), text);
}

TEST(XmlText, WhatXmlForbidsIsDropped) {
  for (int c = 0; c < 0x20; ++c) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    EXPECT_EQ(xml_text(std::string("a") + static_cast<char>(c) + "b"), "ab") << c;
  }
  EXPECT_EQ(xml_text("a\xef\xbf\xbe\xef\xbf\xbfz"), "az") << "U+FFFE, U+FFFF";
  EXPECT_EQ(xml_text("a\xed\xa0\x80z"), "az") << "a surrogate";
  EXPECT_EQ(xml_text("a\xf4\x90\x80\x80z"), "az") << "above U+10FFFF";
}

TEST(XmlText, WhatIsNotUtf8IsDropped) {
  EXPECT_EQ(xml_text("a\xff\xfez"), "az");
  EXPECT_EQ(xml_text("a\x80z"), "az") << "a continuation alone";
  EXPECT_EQ(xml_text("a\xc3"), "a") << "cut off";
  EXPECT_EQ(xml_text("a\xe2\x82z"), "az") << "cut short";
  EXPECT_EQ(xml_text("a\xc0\xbcz"), "az") << "a '<' in two bytes";
  EXPECT_EQ(xml_text("a\xe0\x80\xbcz"), "az") << "a '<' in three bytes";
}

TEST(CaseName, GoodOnes) {
  for (const char* name : {"a", "tone/agx", "a.b-c_D/1.2", "x/y/z", "-", "a..b", "a.png", "x.pngs/a"}) {
    EXPECT_EQ(name_problem(name), "") << name;
  }
  EXPECT_EQ(name_problem(std::string(200, 'n')), "");
}

TEST(CaseName, BadOnes) {
  EXPECT_EQ(name_problem(""), "is empty");
  EXPECT_EQ(name_problem(std::string(201, 'n')), "has 201 characters; the limit is 200");
  for (const char* name : {"/", "/etc/passwd", "a/", "a//b"})
    EXPECT_EQ(name_problem(name), "has an empty part") << name;
  for (const char* name : {".", "..", "../a", "a/../b", "a/..", ".a", "a/.b"}) {
    EXPECT_EQ(name_problem(name), "has a part that begins with a dot") << name;
  }
  EXPECT_EQ(name_problem("a@nvidia"), "has '@', which is none of letters, digits, '-', '_', '.'");
  EXPECT_EQ(name_problem("a\\b"), "has '\\', which is none of letters, digits, '-', '_', '.'");
  for (const std::string& name :
       {std::string("a b"), std::string("a\nb"), std::string("\xc3\xa9"), std::string("a\0", 2)}) {
    EXPECT_EQ(name_problem(name), "has a character, which is none of letters, digits, '-', '_', '.'") << name;
  }
  for (const char* name : {"a.png/b", "x/a.PNG/b"}) {
    EXPECT_EQ(name_problem(name), "has a folder that is named as a picture") << name;
  }
}

TEST(CaseName, DeviceClasses) {
  for (const char* one : {"nvidia", "llvmpipe", "intel-anv_1.0"}) EXPECT_EQ(device_class_problem(one), "") << one;
  EXPECT_EQ(device_class_problem("NVidia"), "isn't lower case");
  EXPECT_EQ(device_class_problem(std::string(51, 'a')), "is longer than 50 characters");
  for (const char* one : {"", "a/b", "..", "a@b", "a b"}) EXPECT_NE(device_class_problem(one), "") << one;
}

TEST(CaseName, LowerCaseLeavesAllButLetters) { EXPECT_EQ(files::lower_case("AbZ/@[`1\xc3\x89"), "abz/@[`1\xc3\x89"); }

}  // namespace
