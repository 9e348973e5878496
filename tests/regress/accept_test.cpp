// SPDX-License-Identifier: MIT
// Tests of judged pictures that become goldens.
#include "regress/accept.h"

#include <stdexcept>

#include "files/hash.h"
#include "regress/fixtures.h"

namespace regress_test {
namespace {

namespace fs = std::filesystem;
using compare::Outcome;
using regress::AcceptOptions;
using regress::CaseResult;
using regress::SuiteResult;
using test_files::read_file;
using test_files::write_file;

class Accept : public FolderTest {
 protected:
  Accept() {
    fs::current_path(folder_.path());
    fs::create_directories("out/pictures/tone");
    result_.goldens = (folder_ / "goldens").string();
    add("tone/a", Outcome::differences);
    add("tone/b", Outcome::no_golden);
    add("c", Outcome::mismatch);
    add("fine", Outcome::pass);
    add("broken", Outcome::error);
    add("must-fail", Outcome::pass).must_fail = true;
    add("borrowed", Outcome::differences).accept_as = "";
    add("unseen", Outcome::differences).picture = "";
  }
  ~Accept() override { fs::current_path(before_); }

  CaseResult& add(const std::string& name, Outcome outcome) {
    CaseResult one;
    one.name = name;
    one.outcome = outcome;
    one.message = "in words";
    one.accept_as = name + ".png";
    one.picture = "pictures/" + name + ".actual.png";
    write_file(fs::path("out") / one.picture, "picture of " + name);
    one.picture_hash = files::hash_of_file(fs::path("out") / one.picture);
    return result_.cases.emplace_back(one);
  }
  CaseResult& of(const std::string& name) {
    return *std::find_if(result_.cases.begin(), result_.cases.end(), [&](const auto& one) { return one.name == name; });
  }
  /// One that can be decoded.
  void write_picture_of(const std::string& name) {
    const fs::path file = fs::path("out") / of(name).picture;
    const std::vector<std::byte> rgba(4 * 6, std::byte{77});
    image_io::write_png(file, 3, 2, rgba.data());
    of(name).picture_hash = files::hash_of_file(file);
  }
  std::vector<std::string> chosen(const std::vector<std::string>& patterns) const {
    std::vector<std::string> names;
    for (const std::size_t index : regress::cases_to_accept(result_, patterns)) {
      names.push_back(result_.cases[index].name);
    }
    return names;
  }
  std::string refusal(const std::string& pattern) const {
    return error_of<std::invalid_argument>([&] { chosen({"c", pattern}); });
  }
  std::vector<regress::Accepted> accept(const std::vector<std::string>& patterns = {},
                                        const AcceptOptions& options = {}) const {
    return regress::accept(result_, "out/results.json", regress::cases_to_accept(result_, patterns), options);
  }
  /// Nothing is written then: not the goldens that could be either.
  std::string problem(const std::vector<std::string>& patterns = {}, const AcceptOptions& options = {}) const {
    const std::string message = error_of<files::Error>([&] { accept(patterns, options); });
    EXPECT_FALSE(fs::exists("goldens/c.png")) << message;
    return message;
  }

  SuiteResult result_;

 private:
  fs::path before_ = fs::current_path();
};

TEST_F(Accept, ChoosesWhatFailsAndCanBeAccepted) {
  EXPECT_EQ(chosen({}), (std::vector<std::string>{"tone/a", "tone/b", "c"}));
  EXPECT_EQ(chosen({"c", "tone/?"}), (std::vector<std::string>{"tone/a", "tone/b", "c"}));
  EXPECT_EQ(chosen({"*"}), chosen({}));
  EXPECT_EQ(chosen({"tone/b", "*b"}), std::vector<std::string>{"tone/b"});
}

TEST_F(Accept, SaysWhatCannotBeAccepted) {
  EXPECT_EQ(refusal("fine"), "fine: can't be accepted: it passes");
  EXPECT_EQ(refusal("broken"), "broken: can't be accepted: it ended with an error: in words");
  EXPECT_EQ(refusal("must-fail"), "must-fail: can't be accepted: it must fail");
  EXPECT_EQ(refusal("borrowed"), "borrowed: can't be accepted: it has no golden of its own");
  EXPECT_EQ(refusal("unseen"), "unseen: can't be accepted: its picture wasn't written");
  EXPECT_EQ(refusal("none"), "none: no case has such a name");
  EXPECT_EQ(refusal("*e*d"), "*e*d: of the cases that match, 1, none can be accepted");
}

TEST_F(Accept, OfThoseThatFailTheRestIsKnown) {
  const auto left = [&](const std::vector<std::string>& patterns) {
    std::vector<std::string> names;
    for (const std::size_t index : regress::left_out(result_, patterns, regress::cases_to_accept(result_, patterns))) {
      names.push_back(result_.cases[index].name);
    }
    return names;
  };
  EXPECT_EQ(left({}), (std::vector<std::string>{"broken", "must-fail", "borrowed", "unseen"}));
  EXPECT_EQ(left({"c", "tone/*"}), std::vector<std::string>{});
  EXPECT_EQ(left({"*o*e*"}), (std::vector<std::string>{"broken", "borrowed"}));
}

/// Its golden is there: another machine may have it whole.
TEST_F(Accept, AnUnusableGoldenIsReplacedByItsNameOnly) {
  of("tone/b").is_golden_unusable = true;
  EXPECT_EQ(chosen({}), (std::vector<std::string>{"tone/a", "c"}));
  EXPECT_EQ(chosen({"tone/*"}), std::vector<std::string>{"tone/a"});
  EXPECT_EQ(refusal("tone/b"), "tone/b: can't be accepted: in words; '--case tone/b --replace-unreadable' replaces it");
  const auto replacing = [&](const std::vector<std::string>& patterns) {
    return regress::cases_to_accept(result_, patterns, /*replaces_unusable=*/true);
  };
  EXPECT_EQ(replacing({"tone/b"}), std::vector<std::size_t>{1});
  EXPECT_EQ(replacing({"tone/*"}), std::vector<std::size_t>{0}) << "no pattern means it";
  of("tone/b").outcome = Outcome::error;
  EXPECT_THROW(replacing({"tone/b"}), std::invalid_argument) << "it wasn't read";
}

TEST_F(Accept, ANameWithWildcardsIsThatCaseAlone) {
  add("a*", Outcome::differences);
  add("ab", Outcome::differences);
  EXPECT_EQ(chosen({"a*"}), std::vector<std::string>{"a*"});
  EXPECT_EQ(chosen({"a?"}), (std::vector<std::string>{"a*", "ab"}));
}

TEST_F(Accept, TakesTheVeryPictures) {
  of("tone/b").accept_class = "nvidia";
  fs::create_directories("goldens/tone");
  write_file("goldens/tone/a.png", std::string("old"));
  const auto accepted = accept();
  ASSERT_EQ(accepted.size(), 3u);
  EXPECT_EQ(accepted[0].name, "tone/a");
  EXPECT_EQ(accepted[0].golden, "goldens/tone/a.png");
  EXPECT_EQ(text_of("goldens/tone/a.png"), "picture of tone/a");
  EXPECT_EQ(text_of("goldens/tone/b@nvidia.png"), "picture of tone/b");
  EXPECT_EQ(text_of("goldens/c.png"), "picture of c");
  EXPECT_EQ(std::distance(fs::directory_iterator("goldens"), {}), 2) << "nothing staged is left behind";
  EXPECT_EQ(accept({"c"}).size(), 1u) << "and once more";
}

TEST_F(Accept, GoldensAndDeviceClassCanBeChosen) {
  of("c").accept_class = "nvidia";
  accept({"c", "tone/a"}, {.goldens = folder_ / "other", .device_class = "radv"});
  EXPECT_EQ(text_of("other/c@radv.png"), "picture of c");
  EXPECT_EQ(text_of("other/tone/a@radv.png"), "picture of tone/a");
  EXPECT_FALSE(fs::exists("goldens"));
}

TEST_F(Accept, OfAClassWhatEqualsTheOneForAllIsNotKept) {
  write_picture_of("c");
  accept({"c"});
  accept({"c"}, {.device_class = "nvidia"});
  EXPECT_FALSE(fs::exists("goldens/c@nvidia.png"));
}

TEST_F(Accept, APictureThatHasChangedIsNotTaken) {
  write_file("out/pictures/tone/a.actual.png", std::string("another"));
  EXPECT_NE(problem().find("out/pictures/tone/a.actual.png: has changed since it was judged"), std::string::npos);
  fs::remove("out/pictures/tone/a.actual.png");
  EXPECT_NE(problem().find("out/pictures/tone/a.actual.png: "), std::string::npos);
  EXPECT_EQ(accept({"c"}).size(), 1u) << "the others can";
}

TEST_F(Accept, NothingOutsideOfTheResultsIsRead) {
  write_file("secret.png", std::string("picture of tone/a"));
  fs::create_symlink("../../../secret.png", "out/pictures/tone/link.png");
  fs::create_directory_symlink("..", "out/up");
  for (const std::string& picture : {std::string("../secret.png"), (folder_ / "secret.png").string(),
                                     std::string("pictures/tone/link.png"), std::string("up/secret.png")}) {
    of("tone/a").picture = picture;
    EXPECT_EQ(problem(), "out/results.json: the picture " + picture + " lies outside of the results' folder");
  }
}

TEST_F(Accept, NothingButPicturesIsWritten) {
  of("tone/a").accept_as = "tone/run.sh";
  EXPECT_EQ(problem(), "goldens/tone/run.sh: isn't named as a picture");
  of("tone/a").accept_as = "tone/a.exr";
  EXPECT_NE(problem().find("is of another kind than its golden, goldens/tone/a.exr"), std::string::npos);
  for (const char* file : {"../a.png", "/tmp/a.png", ".hidden/a.png", "a//b.png"}) {
    of("tone/a").accept_as = file;
    EXPECT_NE(error_of<std::invalid_argument>([&] { accept(); }).find(file), std::string::npos);
  }
  of("tone/a").accept_as = "tone/a.png";
  of("tone/a").accept_class = "../b";
  EXPECT_NE(error_of<std::invalid_argument>([&] { accept(); }).find("../b"), std::string::npos);
  EXPECT_FALSE(fs::exists("goldens"));
}

TEST_F(Accept, WhereNoGoldenCanStandNoneIsReplaced) {
  fs::create_directories("goldens/tone/b.png");
  EXPECT_EQ(problem(), "goldens/tone/b.png: a golden must be a file, and this is none");
  fs::remove_all("goldens");
  fs::create_directories("goldens");
  fs::create_directory_symlink("..", "goldens/tone");
  EXPECT_EQ(problem(), "goldens/tone/a.png: a symbolic link leads out of the goldens' folder");
  fs::remove_all("goldens");
  write_file("goldens", std::string("x"));
  EXPECT_NE(problem().find("goldens must be in a folder"), std::string::npos);
}

TEST_F(Accept, TheResultsFolderOfGoldensLiesInTheWorkingDirectory) {
  fs::create_directories("inner");
  fs::current_path("inner");
  const auto take = [&](const AcceptOptions& options) {
    return regress::accept(result_, folder_ / "out/results.json", {0}, options);
  };
  const std::string message = error_of<files::Error>([&] { take({}); });
  EXPECT_NE(message.find("outside of the working directory, in " + result_.goldens), std::string::npos) << message;
  EXPECT_NE(message.find("--allow-outside"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "goldens"));
  EXPECT_EQ(take({.allow_outside = true})[0].golden, "../goldens/tone/a.png");
  EXPECT_EQ(take({.goldens = folder_ / "other"}).size(), 1u);
  result_.goldens = "";
  EXPECT_NE(error_of<files::Error>([&] { take({}); }).find("--goldens"), std::string::npos);
}

TEST_F(Accept, NoInputIsOverwritten) {
  fs::create_directories("goldens/tone");
  fs::create_hard_link("out/pictures/c.actual.png", "goldens/tone/a.png");
  EXPECT_EQ(problem({"tone/a", "c"}),
            "goldens/tone/a.png: would overwrite " + (folder_ / "out/pictures/c.actual.png").string() + ", an input");
  EXPECT_EQ(text_of("goldens/tone/a.png"), "picture of c");
}

/// Goldens that no case has.
class Remove : public Accept {
 protected:
  Remove() {
    for (const char* file : {"old.png", "far/older@nvidia.png"}) {
      fs::create_directories((fs::path("goldens") / file).parent_path());
      write_file(fs::path("goldens") / file, std::string("picture of ") + file);
      result_.unused_goldens.push_back(file);
      result_.unused_hashes[file] = files::hash_of_file(fs::path("goldens") / file);
    }
    write_file("goldens/fine.png", std::string("golden"));
  }
  std::vector<fs::path> remove(const std::vector<std::string>& goldens, const AcceptOptions& options = {}) const {
    return regress::remove_unused(result_, "out/results.json", goldens, options);
  }
  template <class Error>
  std::string refusal(const std::vector<std::string>& goldens) const {
    const std::string message = error_of<Error>([&] { remove(goldens); });
    EXPECT_TRUE(fs::exists("goldens/old.png")) << message;
    return message;
  }
};

TEST_F(Remove, TakesTheGoldensThatWereFoundUnused) {
  EXPECT_EQ(remove({"old.png"}), std::vector<fs::path>{"goldens/old.png"});
  EXPECT_FALSE(fs::exists("goldens/old.png"));
  EXPECT_TRUE(fs::exists("goldens/far/older@nvidia.png"));
  EXPECT_EQ(remove({"far/older@nvidia.png"}).size(), 1u);
  EXPECT_TRUE(fs::exists("goldens/fine.png"));
}

TEST_F(Remove, AllOrNone) {
  EXPECT_EQ(refusal<std::invalid_argument>({"old.png", "fine.png"}), "fine.png: isn't unused");
  write_file("goldens/far/older@nvidia.png", std::string("made since"));
  EXPECT_EQ(refusal<files::Error>({"old.png", "far/older@nvidia.png"}),
            "goldens/far/older@nvidia.png: has changed since it was found unused");
  fs::remove("goldens/far/older@nvidia.png");
  EXPECT_EQ(refusal<files::Error>({"old.png", "far/older@nvidia.png"}),
            "goldens/far/older@nvidia.png: there is no such golden");
  result_.unused_hashes.clear();
  EXPECT_EQ(refusal<files::Error>({"old.png"}),
            "out/results.json: doesn't say what is in the golden old.png; run regress again");
}

/// Whatever results say that somebody else has written.
TEST_F(Remove, NothingButPicturesOfTheFolder) {
  write_file("goldens/run.sh", std::string("x"));
  write_file("secret.png", std::string("x"));
  fs::create_directory_symlink("..", "goldens/up");
  for (const char* file : {"run.sh", "../secret.png", "up/secret.png"}) {
    result_.unused_goldens.push_back(file);
    result_.unused_hashes[file] = files::hash_of_file(fs::path("goldens") / file);
  }
  EXPECT_EQ(refusal<files::Error>({"run.sh"}), "goldens/run.sh: isn't named as a picture");
  EXPECT_NE(refusal<std::invalid_argument>({"../secret.png"}).find("begins with a dot"), std::string::npos);
  EXPECT_NE(refusal<files::Error>({"up/secret.png"}).find("leads out of the goldens' folder"), std::string::npos);
  EXPECT_TRUE(fs::exists("secret.png") && fs::exists("goldens/run.sh"));
  fs::create_directory("inner");
  fs::current_path("inner");
  EXPECT_NE(error_of<files::Error>([&] {
              regress::remove_unused(result_, folder_ / "out/results.json", {"old.png"}, {});
            }).find("outside of the working directory"),
            std::string::npos);
}

}  // namespace
}  // namespace regress_test
