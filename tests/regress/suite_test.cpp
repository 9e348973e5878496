// SPDX-License-Identifier: MIT
// Tests of suite files: members, defaults, refusals, selection of cases.
#include "regress/suite/suite.h"

#include <stdexcept>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

using regress::Case;
using regress::Suite;

class SuiteTest : public FolderTest {
 protected:
  std::filesystem::path file() const { return folder_ / "suite.json"; }
  Suite suite(const std::string& text) const {
    test_files::write_file(file(), text);
    return regress::read_suite(file());
  }
  /// The message without the file: "LINE: ...".
  std::string refusal(const std::string& text) const {
    const std::string message = error_of<files::Error>([&] { suite(text); });
    EXPECT_TRUE(message.starts_with(file().string() + ":")) << message;
    return message.substr(std::min(message.size(), file().string().size() + 1));
  }
  /// The refusal of a case "tone/agx" that has this besides, in line 3; without "3: cases[0] (tone/agx): ".
  std::string member_refusal(const std::string& member) const {
    const std::string head = "{\"version\": 1, \"cases\": [\n{\"name\": \"tone/agx\", \"source\": \"a.exr\",\n";
    const std::string message = refusal(head + member + "}]}");
    const std::string start = "3: cases[0] (tone/agx): ";
    EXPECT_TRUE(message.starts_with(start)) << message;
    return message.substr(std::min(message.size(), start.size()));
  }
  Suite with_names(const std::vector<std::string>& names) const {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",\n") + ("{\"name\": \"" + name + "\"}");
    return suite(R"({"version": 1, "defaults": {"source": "corridor"}, "cases": [)" + text + "]}");
  }
};
using Select = SuiteTest;

TEST_F(SuiteTest, EverythingThatCanBeSaid) {
  const Suite full = suite(kFullSuite);
  EXPECT_EQ(full.file, file());
  EXPECT_EQ(full.goldens, folder_ / "accepted");
  ASSERT_EQ(full.cases.size(), 3u);
  const Case& one = full.cases[0];
  EXPECT_EQ(one.name, "tone/agx");
  EXPECT_EQ(one.line, 9u);
  EXPECT_EQ(one.source, folder_ / "pictures/room.exr");
  EXPECT_EQ(one.width, 64u);
  EXPECT_EQ(one.height, 48u);
  EXPECT_EQ(one.frames, 3u);
  EXPECT_EQ(one.fps, 60.5);
  EXPECT_EQ(one.samples, 4u);
  EXPECT_EQ(one.path, folder_ / "walk.json");
  EXPECT_EQ(one.settings.dump(), R"({"exposure":{"compensation_ev":-1.5}})") << "replaces the defaults' whole";
  EXPECT_EQ(one.overlay.dump(), R"({"views":["zebra"]})");
  EXPECT_TRUE(one.comparison.is_null());
  EXPECT_EQ(one.scene.dump(), R"({"sun_scale":2})");
  EXPECT_EQ(one.fov_deg, 90.0);
  EXPECT_EQ(one.pose.dump(), R"({"yaw_deg":10})");
  EXPECT_EQ(one.script.dump(), R"([{"time_s":0,"reset":true}])");
  EXPECT_TRUE(one.script_file.empty());
  EXPECT_EQ(one.mask, folder_ / "masks/centre.png");
  ASSERT_EQ(one.ignore.size(), 2u);
  EXPECT_EQ(one.ignore[1].x, 10u);
  EXPECT_EQ(one.ignore[1].y, 20u);
  EXPECT_EQ(one.ignore[1].width, 30u);
  EXPECT_EQ(one.ignore[1].height, 40u);
  EXPECT_EQ(one.shift_radius, 2u);
  EXPECT_TRUE(one.ignore_antialiasing);
  EXPECT_EQ(compare::words_of(one.rules), "any of (max delta 2 but for 0.1% of the pixels, float_ssim_scale1 >= 0.99)");
  ASSERT_TRUE(one.flashes);
  EXPECT_EQ(one.flashes->max_verdict, reference::FlashVerdict::warning);
  EXPECT_EQ(one.flashes->profile, flashes::Profile::wcag);
  EXPECT_TRUE(one.must_fail);
  EXPECT_TRUE(one.allow_blank);
  EXPECT_TRUE(one.tags.empty());
}

TEST_F(SuiteTest, DefaultsFillWhatACaseLeavesOut) {
  const Suite full = suite(kFullSuite);
  const Case& one = full.cases[1];
  EXPECT_EQ(one.source, "corridor") << "which is no file";
  EXPECT_EQ(one.width, 320u);
  EXPECT_EQ(one.settings.dump(), R"({"tone_map":{"tone_mapper":"agx"}})");
  EXPECT_EQ(one.script_file, folder_ / "step.json");
  EXPECT_TRUE(one.script.is_null());
  EXPECT_EQ(one.comparison.dump(), R"({"split":0.5})");
  EXPECT_TRUE(compare::words_of(one.rules).starts_with("all of (max delta 5 but for 0.5% of the pixels"));
  EXPECT_EQ(one.tags, (std::vector<std::string>{"slow", "tone"}));
}

TEST_F(SuiteTest, WithoutAWord) {
  const Suite least = suite(R"({"version": 1, "cases": [{"name": "a", "source": "/abs/a.exr"}]})");
  EXPECT_EQ(least.goldens, folder_ / "goldens");
  const Case& one = least.cases[0];
  EXPECT_EQ(one.source, "/abs/a.exr");
  EXPECT_EQ(one.width, 0u);
  EXPECT_EQ(one.frames, 1u);
  EXPECT_EQ(one.fps, 30.0);
  EXPECT_EQ(one.samples, 1u);
  EXPECT_FALSE(one.fov_deg);
  EXPECT_TRUE(one.settings.is_null() && one.overlay.is_null() && one.scene.is_null() && one.pose.is_null());
  EXPECT_EQ(compare::words_of(one.rules), "max delta 0");
  EXPECT_FALSE(one.must_fail || one.allow_blank);
}

TEST_F(SuiteTest, ACaseReplacesEitherKindOfScript) {
  const Suite both = suite(R"({"version": 1, "defaults": {"source": "corridor", "script": "a.json"},
                               "cases": [{"name": "a", "script": []}]})");
  EXPECT_TRUE(both.cases[0].script_file.empty());
  EXPECT_TRUE(both.cases[0].script.is_array());
  const Suite other = suite(R"({"version": 1, "defaults": {"source": "corridor", "script": []},
                                "cases": [{"name": "a", "script": "a.json"}]})");
  EXPECT_FALSE(other.cases[0].script_file.empty());
  EXPECT_TRUE(other.cases[0].script.is_null());
}

TEST_F(SuiteTest, RefusalsOfTheSuite) {
  EXPECT_EQ(refusal("[]"), "1: not an object");
  EXPECT_EQ(refusal("\n{}"), "2: has no version");
  EXPECT_EQ(refusal("{\"version\": 1}"), "1: has no cases");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"cases\": []}"), "2: cases: there are none");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"cases\": {}}"), "2: cases: not an array");
  EXPECT_EQ(refusal("{\n\"version\": 2}"), "2: version: is 2; only 1 can be read");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"golden\": \"a\"}"),
            "2: golden: there is no such member; there are version, goldens, shares_goldens, defaults, cases");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"goldens\": \"\"}"), "2: goldens: is empty");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"version\": 1}"), "2: version: stands twice, first in line 1");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"defaults\": {\n\"name\": \"a\"}}"),
            "3: defaults.name: every case has one of its own");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"defaults\": {\n\"size\": 5}}"), "3: defaults.size: not an array");
  EXPECT_EQ(refusal("{\"version\": 1,\n\"defaults\": 5}"), "2: defaults: not an object");
  EXPECT_EQ(
      refusal("{\"version\": 1,\n  \"cases\": [}"),
      "2:13: is not valid JSON: syntax error while parsing value - unexpected '}'; expected '[', '{', or a literal");
}

TEST_F(SuiteTest, RefusalsOfNames) {
  const auto name_refusal = [&](const std::string& name) {
    return refusal("{\"version\": 1, \"cases\": [\n{\"source\": \"corridor\",\n\"name\": " + name + "}]}");
  };
  EXPECT_EQ(name_refusal("5"), "3: cases[0].name: not a string");
  EXPECT_EQ(name_refusal("\"\""), "3: cases[0].name: is empty");
  EXPECT_EQ(name_refusal("\"../a\""), "3: cases[0].name: has a part that begins with a dot");
  EXPECT_EQ(name_refusal("\"/a\""), "3: cases[0].name: has an empty part");
  EXPECT_EQ(name_refusal("\"a@b\""), "3: cases[0].name: has '@', which is none of letters, digits, '-', '_', '.'");
  EXPECT_EQ(name_refusal("\"" + std::string(201, 'n') + "\""),
            "3: cases[0].name: has 201 characters; the limit is 200");
  EXPECT_EQ(refusal("{\"version\": 1, \"cases\": [\n{}]}"), "2: cases[0]: has no name");
  EXPECT_EQ(refusal("{\"version\": 1, \"cases\": [\n[]]}"), "2: cases[0]: not an object");
  EXPECT_EQ(refusal("{\"version\": 1, \"cases\": [\n{\"name\": \"a\"}]}"),
            "2: cases[0] (a): has no source, test, command or program, nor have the defaults");
}

TEST_F(SuiteTest, NamesThatAreOneFileAreRefused) {
  for (const char* second : {"tone/agx", "Tone/AGX"}) {
    EXPECT_EQ(
        refusal("{\"version\": 1, \"defaults\": {\"source\": \"corridor\"}, \"cases\": [\n{\"name\": \"tone/agx\"},\n"
                "{\"name\": \"b\"},\n{\"name\": \"" +
                std::string(second) + "\"}]}"),
        "4: cases[2].name: cases[0] (tone/agx) in line 2 has this name, which must differ in more than upper and "
        "lower case");
  }
}

TEST_F(SuiteTest, RefusalsOfMembers) {
  EXPECT_EQ(
      member_refusal(R"("siz": 1)"),
      "siz: there is no such member; there are source, test, command, program, step_ms, window, xvfb, timeout_s, "
      "environment, format, retries, "
      "golden, size, frames, fps, samples, flashes, path, settings, overlay, comparison, scene, fov_deg, pose, "
      "script, mask, "
      "ignore, alpha, channels, nan_equal, shift_radius, ignore_antialiasing, rules, must_fail, allow_blank, tags");
  EXPECT_EQ(member_refusal(R"("path": "")"), "path: is empty");
  EXPECT_EQ(member_refusal(R"("flashes": {})"), "flashes: has no max_verdict");
  EXPECT_EQ(member_refusal(R"("flashes": {"max_verdict": 4})"), "flashes.max_verdict: not a whole number from 0 to 3");
  EXPECT_EQ(member_refusal(R"("flashes": {"verdict": 1})"),
            "flashes.verdict: no such member: flashes has max_verdict and profile");
  EXPECT_EQ(member_refusal(R"("flashes": {"max_verdict": "bad"})"),
            "flashes.max_verdict: 'bad' is none of pass, warning, extended, fail; or a number from 0 to 3");
  EXPECT_EQ(member_refusal(R"("flashes": {"max_verdict": 0, "profile": "foo"})"),
            "flashes.profile: 'foo' is none of strict, wcag, bt1702");
  EXPECT_EQ(member_refusal(R"("flashes": {"max_verdict": 0, "profile": "iris"})"),
            "flashes.profile: iris is of photopic flashes only");
  EXPECT_EQ(member_refusal(R"("mask": 1)"), "mask: not a string");
  EXPECT_EQ(member_refusal(R"("size": "64x48")"), "size: not an array");
  EXPECT_EQ(member_refusal(R"("size": [64])"), "size: not two numbers, [width, height]");
  EXPECT_EQ(member_refusal(R"("size": [0, 48])"), "size[0]: not a whole number from 1 to 65535");
  EXPECT_EQ(member_refusal(R"("size": [64, 65536])"), "size[1]: not a whole number from 1 to 65535");
  EXPECT_EQ(member_refusal(R"("frames": 0)"), "frames: not a whole number from 1 to 1000000");
  EXPECT_EQ(member_refusal(R"("frames": 1.5)"), "frames: not a whole number from 1 to 1000000");
  EXPECT_EQ(member_refusal(R"("samples": 2)"), "samples: there may be 1 or 4");
  EXPECT_EQ(member_refusal(R"("samples": 8)"), "samples: not a whole number from 1 to 4");
  EXPECT_EQ(member_refusal(R"("fps": 0)"), "fps: not a number from 0.001 to 100000");
  EXPECT_EQ(member_refusal(R"("fov_deg": 171)"), "fov_deg: not a number from 1 to 170");
  EXPECT_EQ(member_refusal(R"("comparison": "agx")"), "comparison: neither an object nor null");
  EXPECT_EQ(member_refusal(R"("script": {})"), "script: neither an array of steps nor a file's name");
  EXPECT_EQ(member_refusal(R"("script": [{}, 1])"), "script[1]: not an object");
  EXPECT_EQ(member_refusal(R"("ignore": [1, 2, 3, 4])"), "ignore[0]: not an array");
  EXPECT_EQ(member_refusal(R"("ignore": [[1, 2, 3]])"), "ignore[0]: not four numbers, [x, y, width, height]");
  EXPECT_EQ(member_refusal(R"("ignore": [[1, 2, 3, 0]])"), "ignore[0][3]: not a whole number from 1 to 65535");
  EXPECT_EQ(member_refusal(R"("ignore_antialiasing": 1)"), "ignore_antialiasing: not true or false");
  EXPECT_EQ(member_refusal(R"("shift_radius": 5)"), "shift_radius: not a whole number from 0 to 4");
  EXPECT_EQ(member_refusal(R"("rules": {"any": ["exact", {"max_flip": 2}]})"),
            "rules.any[1].max_flip: not a number from 0 to 1");
  EXPECT_EQ(member_refusal(R"("must_fail": "yes")"), "must_fail: not true or false");
  EXPECT_EQ(member_refusal(R"("allow_blank": 1)"), "allow_blank: not true or false");
  EXPECT_EQ(member_refusal(R"("tags": "slow")"), "tags: not an array");
  EXPECT_EQ(member_refusal(R"("tags": ["slow", ""])"), "tags[1]: is empty");
  for (const char* key : {"settings", "overlay", "scene", "pose"}) {
    for (const char* value : {"1", "[]", "null", "\"a\""}) {
      EXPECT_EQ(member_refusal("\"" + std::string(key) + "\": " + value), std::string(key) + ": not an object");
    }
  }
}

TEST_F(SuiteTest, LinesAreThoseOfTheValues) {
  EXPECT_EQ(refusal("{\"version\": 1, \"cases\": [\n{\"name\": \"a\", \"source\": \"b\",\n\"size\":\n[64,\n0\n]}]}"),
            "5: cases[0] (a): size[1]: not a whole number from 1 to 65535");
}

TEST_F(SuiteTest, FilesThatCannotBeRead) {
  EXPECT_EQ(error_of<files::Error>([&] { regress::read_suite(folder_ / "none"); }),
            (folder_ / "none").string() + ": No such file or directory");
  EXPECT_EQ(error_of<files::Error>([&] { regress::read_suite(folder_.path()); }),
            folder_.path().string() + ": Is a directory");
}

TEST_F(Select, ShardsDealTheCasesOut) {
  using Indices = std::vector<std::size_t>;
  const Indices five = {0, 1, 2, 3, 4};
  EXPECT_EQ(select(with_names({"a", "b", "c", "d", "e"}), {}), five);
  EXPECT_EQ(regress::share_of({}, five), five);
  EXPECT_EQ(regress::share_of({1, 2}, five), (Indices{0, 2, 4}));
  EXPECT_EQ(regress::share_of({2, 2}, five), (Indices{1, 3}));
  EXPECT_EQ(regress::share_of({6, 6}, five), Indices{});
  EXPECT_EQ(regress::share_of({2, 2}, {1, 3, 4}), Indices{3}) << "the selected ones are dealt out";
  // 7 | 5 1 | 3 2: the longest first, each to the shard with least; of equal ones to the first.
  const std::vector<double> seconds = {1.0, 7.0, 2.0, 5.0, 3.0};
  EXPECT_EQ(regress::share_of({1, 3}, five, seconds), Indices{1});
  EXPECT_EQ(regress::share_of({2, 3}, five, seconds), (Indices{0, 3}));
  EXPECT_EQ(regress::share_of({3, 3}, five, seconds), (Indices{2, 4}));
  EXPECT_EQ(regress::share_of({2, 2}, five, std::vector<double>(5, 1.0)), (Indices{1, 3}));
  EXPECT_EQ(error_of<std::invalid_argument>([&] { regress::share_of({0, 2}, five); }), "there is no shard 0 of 2");
  EXPECT_EQ(error_of<std::invalid_argument>([&] { regress::share_of({3, 2}, five); }), "there is no shard 3 of 2");
}

TEST_F(Select, FiltersAreGlobs) {
  const Suite suite = with_names({"tone/agx", "tone/aces", "meter/agx", "tone.agx", "aaab"});
  const auto names = [&](const std::vector<std::string>& filters) {
    std::string text;
    for (const std::size_t index : select(suite, filters)) text += suite.cases[index].name + " ";
    return text;
  };
  EXPECT_EQ(names({"tone/agx"}), "tone/agx ");
  EXPECT_EQ(names({"tone/*"}), "tone/agx tone/aces ");
  EXPECT_EQ(names({"*agx"}), "tone/agx meter/agx tone.agx ") << "also over '/'";
  EXPECT_EQ(names({"tone?agx"}), "tone/agx tone.agx ");
  EXPECT_EQ(names({"*a*e*"}), "tone/aces ");
  EXPECT_EQ(names({"*ab"}), "aaab ") << "the star gives back what it took";
  EXPECT_EQ(names({"a*a*b*"}), "aaab ");
  EXPECT_EQ(names({"**"}), "tone/agx tone/aces meter/agx tone.agx aaab ");
  EXPECT_EQ(names({"meter/*", "tone/aces"}), "tone/aces meter/agx ") << "in the suite's order";
  for (const char* none : {"", "tone", "agx", "tone/agx?", "TONE/agx", "*aab?", "*c"}) {
    EXPECT_EQ(error_of<std::invalid_argument>([&] {
                names({"*", none});
              }),
              "no case of " + file().string() + " matches '" + none + "'");
  }
}

TEST_F(Select, TagsMatchToo) {
  Suite suite = with_names({"a", "b", "slow"});
  suite.cases[0].tags = {"slow", "tone"};
  suite.cases[1].tags = {"tone"};
  EXPECT_EQ(select(suite, {"tag:slow"}), std::vector<std::size_t>{0});
  EXPECT_EQ(select(suite, {"tag:t*e"}), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(select(suite, {"slow", "tag:slow"}), (std::vector<std::size_t>{0, 2}));
  EXPECT_THROW(select(suite, {"tag:fast"}), std::invalid_argument);
}

TEST_F(Select, ManyStarsTakeNoTime) {
  const Suite suite = with_names({std::string(200, 'a')});
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_EQ(select(suite, {pattern}).size(), 1u);
  EXPECT_THROW(select(suite, {pattern + "b"}), std::invalid_argument);
}

}  // namespace
}  // namespace regress_test
