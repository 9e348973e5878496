// SPDX-License-Identifier: MIT
// Tests of JSON documents: values, lines, errors, limits.
#include "json/document.h"

#include "json/node.h"
#include "regress/fixtures.h"

namespace regress_test {
namespace {

using json::Document;
using json::Error;
using json::Node;

TEST(JsonDocument, ReadsAsNlohmannDoes) {
  const char* const texts[] = {"null", " [1, -2, 3.5, 1e-300, true, false, null, \"\\u00e9\\n\"] ",
                               R"({"b": {"c": []}, "a": [[], {}, [{"x": 18446744073709551615}]], "": 1})",
                               "\xef\xbb\xbf{}", kFullSuite};
  for (const char* text : texts) EXPECT_EQ(Document(text).root().dump(), json::Json::parse(text).dump()) << text;
}

TEST(JsonDocument, KnowsTheLineOfEveryValue) {
  const Document document(
      "\n{\"a\": 1,\r\n \"b\": [1\n, 2,\n\n {\"c\":\n true}, -3e2\n],\n\"d/~\":\n{\"e\": \"x\",\n\"f\": null}}\n");
  const Node root(document);
  EXPECT_EQ(root.line(), 2u);
  EXPECT_EQ(root.at("a").line(), 2u);
  EXPECT_EQ(root.at("b").line(), 3u);
  const std::vector<Node> elements = root.at("b").elements();
  EXPECT_EQ(elements[0].line(), 3u) << "a number that ends its line";
  EXPECT_EQ(elements[1].line(), 4u);
  EXPECT_EQ(elements[2].line(), 6u);
  EXPECT_EQ(elements[2].at("c").line(), 6u) << "that of the key";
  EXPECT_EQ(elements[3].line(), 7u);
  EXPECT_EQ(root.at("d/~").line(), 9u);
  EXPECT_EQ(root.at("d/~").at("e").line(), 10u);
  EXPECT_EQ(root.at("d/~").at("f").line(), 11u);
}

std::string position_of(const std::string& text) {
  try {
    const Document document(text);
  } catch (const Error& error) {
    return error.position();
  }
  return "none";
}

TEST(JsonDocument, SyntaxErrorsHaveLineAndColumn) {
  EXPECT_EQ(position_of(""), "1:1");
  EXPECT_EQ(position_of("{"), "1:2");
  EXPECT_EQ(position_of("{\n  \"a\": x}"), "2:8");
  EXPECT_EQ(position_of("[1,\n2\n"), "3:1");
  EXPECT_EQ(position_of("[1] 2"), "1:5");
  EXPECT_EQ(position_of("[1e999]"), "1:6");
  EXPECT_EQ(position_of("\"\xff\""), "1:2");
  const std::string reason = error_of<Error>([] { Document(std::string_view("[\"abc")); });
  EXPECT_EQ(reason, "is not valid JSON: syntax error while parsing value - invalid string: missing closing quote");
}

TEST(JsonDocument, DoubledKeysAreRefused) {
  const auto reason = [](const char* text) {
    return error_of<Error>([&] { Document document{std::string_view(text)}; });
  };
  EXPECT_EQ(reason("{\"a\": 1, \n\"a\": 2}"), "a: stands twice, first in line 1");
  EXPECT_EQ(position_of("{\"a\": 1, \n\"a\": 2}"), "2");
  EXPECT_EQ(reason(R"([0, {"b": {"c": 1, "d": {}, "c": 1}}])"), "[1].b.c: stands twice, first in line 1");
  EXPECT_EQ(position_of(R"({"a.b": 1, "a": {"b": 2}, "a/b": 3, "a~1b": 4, "[0]": 5})"), "none") << "all different";
  EXPECT_EQ(position_of(R"([{"a": 1}, {"a": 1}])"), "none");
}

TEST(JsonDocument, DepthIsLimited) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(position_of(nested(64)), "none");
  EXPECT_EQ(position_of(nested(65)), "1");
  EXPECT_EQ(position_of(std::string(1000000, '[')), "1");
}

TEST(JsonNode, KindsAndRanges) {
  const Document document(std::string_view(
      R"({"flag": true, "text": "t", "empty": "", "number": -1.5, "whole": 3.0, "big": 18446744073709551615, "a": [1]})"));
  const Node root(document);
  const auto reason = [](const std::function<void()>& function) { return error_of<Error>(function); };
  EXPECT_TRUE(root.at("flag").flag());
  EXPECT_EQ(reason([&] { root.at("text").flag(); }), "text: not true or false");
  EXPECT_EQ(root.at("empty").text(), "");
  EXPECT_EQ(reason([&] { root.at("empty").words(); }), "empty: is empty");
  EXPECT_EQ(reason([&] { root.at("flag").text(); }), "flag: not a string");
  EXPECT_EQ(root.at("number").number(), -1.5);
  EXPECT_EQ(reason([&] { root.at("number").number(0.0, 1.5); }), "number: not a number from 0 to 1.5");
  EXPECT_EQ(reason([&] { root.at("text").number(); }), "text: not a number");
  EXPECT_EQ(root.at("whole").whole(0, 3), 3u);
  EXPECT_EQ(root.at("big").whole(0, UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(reason([&] { root.at("big").whole32(1, UINT32_MAX); }), "big: not a whole number from 1 to 4294967295");
  EXPECT_EQ(reason([&] { root.at("number").whole(0, 9); }), "number: not a whole number from 0 to 9");
  EXPECT_EQ(reason([&] { root.at("a").elements()[0].text(); }), "a[0]: not a string");
  EXPECT_EQ(reason([&] { root.at("a").members(); }), "a: not an object");
  EXPECT_EQ(reason([&] { root.at("flag").elements(); }), "flag: not an array");
  EXPECT_EQ(reason([&] { root.at("none"); }), "has no none");
  EXPECT_EQ(reason([&] { root.at("a").labelled("the a (first)").elements()[0].flag(); }),
            "the a (first): [0]: not true or false");
  EXPECT_EQ(reason([&] { root.at("whole").require_version(1); }), "whole: is 3; only 1 can be read");
}

}  // namespace
}  // namespace regress_test
