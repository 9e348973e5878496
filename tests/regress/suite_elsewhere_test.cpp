// SPDX-License-Identifier: MIT
// Tests of suites of pictures made elsewhere: stored ones, those of commands, patterns.
#include <stdexcept>

#include "regress/fixtures.h"
#include "regress/suite/pattern.h"
#include "regress/suite/suite.h"

namespace regress_test {
namespace {

namespace fs = std::filesystem;
using regress::Case;
using regress::Suite;
using Names = std::vector<std::string>;

class SuiteElsewhere : public FolderTest {
 protected:
  Suite suite(const std::string& cases, const std::string& defaults = "{}") const {
    test_files::write_file(folder_ / "suite.json",
                           R"({"version": 1, "defaults": )" + defaults + ", \"cases\": [\n" + cases + "]}");
    return regress::read_suite(folder_ / "suite.json");
  }
  std::string refusal(const std::string& cases, const std::string& defaults = "{}") const {
    const std::string message = error_of<files::Error>([&] { suite(cases, defaults); });
    const std::string start = (folder_ / "suite.json").string() + ":2: ";
    EXPECT_TRUE(message.starts_with(start)) << message;
    return message.substr(std::min(message.size(), start.size()));
  }
  void put(const Names& files) const {
    for (const std::string& file : files) {
      fs::create_directories((folder_ / file).parent_path());
      test_files::write_file(folder_ / file, std::string("x"));
    }
  }
  static Names names_of(const Suite& suite) {
    Names names;
    for (const Case& one : suite.cases) names.push_back(one.name);
    return names;
  }
};

TEST_F(SuiteElsewhere, StoredPictures) {
  const Suite two =
      suite(R"({"name": "a", "test": "shots/a.PNG"}, {"name": "tone/b", "test": "b.exr", "golden": "a"})");
  EXPECT_EQ(two.cases[0].test, folder_ / "shots/a.PNG");
  EXPECT_FALSE(two.cases[0].is_rendered());
  EXPECT_EQ(two.cases[0].golden_file, "a.png");
  EXPECT_EQ(two.cases[1].golden_file, "a.png") << "another case's";
  EXPECT_EQ(suite(R"({"name": "tone/b", "test": "b.exr"})").cases[0].golden_file, "tone/b.exr");
  EXPECT_EQ(suite(R"({"name": "b", "test": "b.png", "golden": "c"})").cases[0].golden_file, "c.png");
}

TEST_F(SuiteElsewhere, Commands) {
  const Suite made = suite(R"({"name": "a", "command": ["./renderer", "--to={out}", "{case}", ""], "timeout_s": 2.5,
    "environment": {"EMPTY": "", "SEED": "1"}, "format": "exr", "retries": 3})");
  const Case& one = made.cases[0];
  EXPECT_EQ(made.folder, folder_.path());
  EXPECT_EQ(one.command.arguments, (Names{"./renderer", "--to={out}", "{case}", ""}));
  EXPECT_EQ(one.command.timeout_s, 2.5);
  EXPECT_EQ(one.command.environment.size(), 2u);
  EXPECT_EQ(one.command.environment[1], std::pair(std::string("SEED"), std::string("1")));
  EXPECT_EQ(one.golden_file, "a.exr");
  EXPECT_EQ(one.retries, 3u);
  EXPECT_EQ(suite(R"({"name": "a", "command": ["r", "{out}"]})").cases[0].command.timeout_s, 60.0);
}

TEST_F(SuiteElsewhere, DefaultsAreOfOneKindAndCasesOfAnother) {
  const std::string defaults = R"({"command": ["r", "{out}"], "timeout_s": 5, "size": [8, 8], "rules": "driver"})";
  const Suite three =
      suite(R"({"name": "a"}, {"name": "b", "test": "b.png"}, {"name": "c", "source": "c.exr"})", defaults);
  EXPECT_EQ(three.cases[0].command.arguments.size(), 2u);
  EXPECT_TRUE(three.cases[1].command.arguments.empty());
  EXPECT_TRUE(three.cases[2].command.arguments.empty());
  EXPECT_TRUE(three.cases[2].is_rendered());
}

TEST_F(SuiteElsewhere, RefusalsOfMembers) {
  EXPECT_EQ(refusal(R"({"name": "a", "test": "a.png", "source": "a.exr"})"),
            "cases[0] (a): has more than one of source, test, command, program");
  EXPECT_EQ(
      refusal(R"({"name": "a", "test": "a.txt"})"),
      "cases[0] (a): test: isn't named as a picture: .png .jpg .jpeg .exr .hdr .tif .tiff .webp .avif .jxl .bmp .tga");
  EXPECT_EQ(refusal(R"({"name": "a", "test": "a.png", "size": [8, 8]})"),
            "cases[0] (a): size: is for pictures that Photopic renders, and for frames of a program");
  EXPECT_EQ(refusal(R"({"name": "a", "test": "a.png", "timeout_s": 5})"),
            "cases[0] (a): timeout_s: is for programs, and this is none");
  EXPECT_EQ(refusal(R"({"name": "a", "command": []})"), "cases[0] (a): command: has no program");
  EXPECT_EQ(refusal(R"({"name": "a", "command": ["r"]})"),
            "cases[0] (a): command: no argument has {out}, the file that the picture goes to");
  EXPECT_EQ(refusal(R"({"name": "a", "command": "r {out}"})"), "cases[0] (a): command: not an array");
  EXPECT_EQ(refusal(R"({"name": "a", "command": ["r", "{out}"], "timeout_s": 0})"),
            "cases[0] (a): timeout_s: not a number from 0.1 to 86400");
  EXPECT_EQ(refusal(R"({"name": "a", "command": ["r", "{out}"], "environment": {"A=B": "1"}})"),
            "cases[0] (a): environment.A=B: isn't a variable's name");
  EXPECT_EQ(refusal(R"({"name": "a", "command": ["r", "{out}"], "format": "jpg"})"),
            "cases[0] (a): format: neither png nor exr");
  EXPECT_EQ(refusal(R"({"name": "a", "command": ["r", "{out}"], "retries": 101})"),
            "cases[0] (a): retries: not a whole number from 0 to 100");
}

TEST_F(SuiteElsewhere, SayHowPicturesAreCompared) {
  const Suite three = suite(R"({"name": "a", "test": "a.png", "alpha": "over:#2080ff"},
    {"name": "b", "test": "b.exr", "channels": "R,G,B,N.*", "nan_equal": true},
    {"name": "c", "command": ["r", "{out}"], "channels": ["Z", "N.X"], "alpha": "compare"})");
  EXPECT_EQ(three.cases[0].alpha.what, compare::AlphaMode::What::over);
  EXPECT_EQ(three.cases[0].alpha.color, (std::array<std::uint8_t, 3>{0x20, 0x80, 0xff}));
  EXPECT_FALSE(three.cases[0].nan_equal);
  EXPECT_EQ(three.cases[1].channels, (Names{"R", "G", "B", "N.*"}));
  EXPECT_TRUE(three.cases[1].nan_equal);
  EXPECT_EQ(three.cases[2].channels, (Names{"Z", "N.X"}));
  const auto message = [&](const std::string& members) {
    return refusal(R"({"name": "a", "test": "a.png", )" + members + "}");
  };
  EXPECT_EQ(message(R"("alpha": "drop")"), "cases[0] (a): alpha: 'drop' is none of compare, ignore, over:COLOUR");
  EXPECT_EQ(message(R"("channels": "R,,B")"), "cases[0] (a): channels: 'R,,B' is not a list such as R,G,B,A,Z,N.*");
  EXPECT_EQ(message(R"("channels": [""])"), "cases[0] (a): channels[0]: is empty");
  EXPECT_EQ(message(R"("nan_equal": 1)"), "cases[0] (a): nan_equal: not true or false");
  EXPECT_EQ(refusal(R"({"name": "a", "source": "a.exr", "channels": "Z"})"),
            "cases[0] (a): channels: is for pictures that Photopic doesn't render");
}

TEST_F(SuiteElsewhere, CasesAreOverriddenByPattern) {
  put({"shots/ui/a.png", "shots/b.png"});
  Suite folder = regress::suite_of_folder(folder_ / "shots", folder_ / "goldens");
  regress::override_cases("*", {{"rules", "driver"}}, folder);
  regress::override_cases("ui/*", {{"rules", "exact"}, {"mask", "masks/ui.png"}}, folder);
  EXPECT_EQ(compare::words_of(folder.cases[0].rules), compare::words_of(compare::parse_rule("driver")));
  EXPECT_EQ(compare::words_of(folder.cases[1].rules), compare::words_of(compare::parse_rule("exact")));
  EXPECT_EQ(folder.cases[0].mask, "");
  EXPECT_EQ(folder.cases[1].mask, "masks/ui.png") << "as it is named";
  EXPECT_THROW(regress::override_cases("hud/*", {{"rules", "exact"}}, folder), std::invalid_argument);
  EXPECT_THROW(regress::override_cases("*", {{"rules", "exakt"}}, folder), json::Error);
  EXPECT_THROW(regress::override_cases("*", {{"fps", 30}}, folder), json::Error) << "of rendered cases";
}

TEST_F(SuiteElsewhere, GoldensOfOtherNames) {
  const Suite two = suite(R"({"name": "a", "command": ["r", "{out}"], "golden_file": "far/a @2x.PNG"},
    {"name": "b", "test": "b.exr", "golden_file": "c.exr"}, {"name": "d", "test": "d.png", "golden": "a"})");
  EXPECT_EQ(two.cases[0].golden_file, "far/a @2x.PNG");
  EXPECT_EQ(two.cases[1].golden_file, "c.exr");
  EXPECT_EQ(two.cases[2].golden_file, "far/a @2x.PNG") << "another case's";
  EXPECT_FALSE(two.shares_goldens);
  const auto message = [&](const std::string& members) {
    return refusal(R"({"name": "a", "test": "a.png", )" + members + "}");
  };
  EXPECT_EQ(message(R"("golden_file": "a.exr")"), "cases[0] (a): golden_file: isn't named *.png, as the picture is");
  EXPECT_EQ(message(R"("golden_file": "../a.png")"), "cases[0] (a): golden_file: has a part that begins with a dot");
  EXPECT_EQ(message(R"("golden": "b", "golden_file": "a.png")"),
            "cases[0] (a): golden_file: doesn't go with golden, which is another case's");
  EXPECT_EQ(
      message(R"("golden_file": "b.png"}, {"name": "b", "test": "b.png")"),
      "cases[1].name: cases[0] (a) in line 2 has the golden b.png, which must differ in more than upper and lower "
      "case");
}

TEST_F(SuiteElsewhere, GoldensThatAreOneFileAreRefused) {
  put({"shots/a.png"});
  EXPECT_EQ(
      refusal(R"({"name": "a", "source": "a.exr"}, {"glob": "shots/*"})"),
      "cases[1].glob: cases[0] (a) in line 2 has the golden a.png, which must differ in more than upper and lower "
      "case");
}

TEST_F(SuiteElsewhere, AGlobIsACaseForEachPicture) {
  put({"shots/b.png", "shots/ui/menu.png", "shots/ui/deep/x.exr", "shots/notes.txt", "shots/.hidden.png", "c.png"});
  const Suite all = suite(R"({"glob": "shots/**/*.*", "rules": "driver", "overrides": [
    {"match": "ui/*", "rules": "exact", "tags": ["ui"]}, {"match": "ui/deep/*", "shift_radius": 2}]})");
  EXPECT_EQ(names_of(all), (Names{"b.png", "ui/deep/x.exr", "ui/menu.png"}));
  EXPECT_EQ(all.cases[1].test, folder_ / "shots/ui/deep/x.exr");
  EXPECT_EQ(all.cases[1].golden_file, "ui/deep/x.exr");
  EXPECT_EQ(all.cases[1].shift_radius, 2u);
  EXPECT_EQ(all.cases[1].tags, Names{"ui"});
  EXPECT_EQ(compare::words_of(all.cases[2].rules), compare::words_of(compare::parse_rule("exact")));
  EXPECT_EQ(compare::words_of(all.cases[0].rules), compare::words_of(compare::parse_rule("driver")));
}

TEST_F(SuiteElsewhere, RefusalsOfGlobs) {
  put({"shots/b.png"});
  EXPECT_EQ(refusal(R"({"glob": "shots/*.exr"})"), "cases[0].glob: no picture matches");
  EXPECT_EQ(refusal(R"({"glob": "shots/*", "test": "a.png"})"),
            "cases[0].test: doesn't go with a glob, which says what is compared");
  EXPECT_EQ(refusal(R"({"glob": "shots/*", "overrides": [{"match": "ui/*", "rules": "exact"}]})"),
            "cases[0].overrides[0].match: no picture of the glob matches");
  EXPECT_EQ(refusal(R"({"glob": "shots/*", "overrides": [{"rules": "exact"}]})"),
            "cases[0].overrides[0]: has no match");
  EXPECT_EQ(refusal(R"({"glob": "shots/*", "overrides": [{"match": "*", "test": "c.png"}]})"),
            "cases[0].overrides[0]: can't say what is compared");
}

TEST_F(SuiteElsewhere, AFolderIsASuite) {
  put({"shots/z.png", "shots/ui/a@2x.png", "shots/readme.md"});
  const Suite folder = regress::suite_of_folder(folder_ / "shots", folder_ / "goldens");
  EXPECT_EQ(names_of(folder), (Names{"ui/a@2x.png", "z.png"}));
  EXPECT_EQ(folder.goldens, folder_ / "goldens");
  EXPECT_EQ(folder.cases[0].line, 0u);
  EXPECT_EQ(compare::words_of(folder.cases[0].rules), compare::words_of(compare::parse_rule("exact")));
  const auto message = [&](const char* name) {
    return error_of<files::Error>([&] { regress::suite_of_folder(folder_ / name, folder_ / "goldens"); });
  };
  fs::create_directory(folder_ / "none");
  EXPECT_EQ(message("none"), (folder_ / "none").string() + ": has no pictures");
  EXPECT_EQ(message("nowhere"), (folder_ / "nowhere").string() + ": No such file or directory");
}

/// The others are run all the same.
TEST_F(SuiteElsewhere, ABadNameIsAProblemOfItsCaseAlone) {
  const std::string japanese = [] {
    std::string name;
    for (int i = 0; i < 66; ++i) name += "\u3042";
    return name + ".png";
  }();
  put({"shots/good.png", "shots/line\nfeed.png", "shots/tab\t.png", "shots/latin \xe9.png", "shots/" + japanese});
  const auto check = [&](const Suite& all) {
    std::map<std::string, std::string> problems;
    for (const regress::Case& one : all.cases) problems[one.name] = one.problem;
    EXPECT_EQ(problems, (std::map<std::string, std::string>{
                            {"good.png", ""},
                            {"line\\nfeed.png", "its name has a control character"},
                            {"tab\\t.png", "its name has a control character"},
                            {"latin \\xe9.png", "its name isn't UTF-8"},
                            {japanese, "its name has a part of 202 bytes; the limit is 200"},
                        }));
  };
  check(regress::suite_of_folder(folder_ / "shots", folder_ / "goldens"));
  check(suite(R"({"glob": "shots/*"})"));
}

TEST_F(SuiteElsewhere, PatternsFindFiles) {
  put({"p/a1.png", "p/a2.png", "p/q/a1.png", "p/q/r/a1.png", "p/q/r/b.png"});
  const auto found = [&](const std::string& pattern) { return regress::find_files(folder_ / pattern).files; };
  EXPECT_EQ(found("p/a?.png"), (Names{"a1.png", "a2.png"}));
  EXPECT_EQ(found("p/*/a1.png"), Names{"q/a1.png"}) << "a star stops at a slash";
  EXPECT_EQ(found("p/**/a1.png"), (Names{"a1.png", "q/a1.png", "q/r/a1.png"}));
  EXPECT_EQ(found("p/**"), (Names{"a1.png", "a2.png", "q/a1.png", "q/r/a1.png", "q/r/b.png"}));
  EXPECT_EQ(found("p/q/r/b.png"), Names{"b.png"}) << "no wildcard: the file";
  EXPECT_EQ(found("p/*.exr"), Names{});
}

}  // namespace
}  // namespace regress_test
