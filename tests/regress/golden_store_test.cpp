// SPDX-License-Identifier: MIT
// Tests of goldens: device classes, staging, commits, refusals.
#include "regress/golden_store.h"

#include <sys/stat.h>

#include <stdexcept>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

namespace fs = std::filesystem;
using regress::GoldenStore;
using regress::UpdateMode;
using test_files::write_file;

std::vector<std::byte> picture(int shade, std::size_t pixels = 6) { return std::vector(4 * pixels, std::byte(shade)); }

class Goldens : public FolderTest {
 protected:
  fs::path goldens() const { return folder_ / "goldens"; }
  /// One that is there already, 3 x 2.
  void put(const std::string& file, int shade) const {
    fs::create_directories((goldens() / file).parent_path());
    const auto writer = image_io::create_png(goldens() / file, 3, 2);
    writer->write_rows(2, picture(shade).data());
    writer->finish();
  }
  static void stage(GoldenStore& store, const std::string& name, const std::string& device_class, int shade) {
    store.stage(name + ".png", device_class, picture(shade), 3, 2);
  }
  void write(const std::string& name, const std::string& device_class, int shade) const {
    GoldenStore store(goldens());
    stage(store, name, device_class, shade);
    store.commit();
  }
  bool has(const std::string& file) const { return fs::exists(goldens() / file); }
  /// Whether two goldens are the same file, byte for byte.
  bool are_equal(const std::string& file, const std::string& other) const {
    return test_files::read_file(goldens() / file) == test_files::read_file(goldens() / other);
  }
};
using GoldenUpdates = Goldens;

TEST_F(Goldens, ADeviceClassHasItsOwnOrTheOneForAll) {
  put("tone/agx.png", 1);
  put("tone/agx@nvidia.png", 2);
  const GoldenStore store(goldens());
  const auto own = store.find("tone/agx.png", "nvidia");
  ASSERT_TRUE(own);
  EXPECT_EQ(own->path, goldens() / "tone/agx@nvidia.png");
  EXPECT_EQ(own->file, "tone/agx@nvidia.png");
  EXPECT_EQ(own->key, "nvidia");
  for (const char* device_class : {"llvmpipe", ""}) {
    const auto common = store.find("tone/agx.png", device_class);
    ASSERT_TRUE(common) << device_class;
    EXPECT_EQ(common->file, "tone/agx.png");
    EXPECT_EQ(common->key, "");
  }
  EXPECT_FALSE(store.find("tone/aces.png", "nvidia"));
  EXPECT_FALSE(store.find("tone.png", "nvidia"));
}

TEST_F(Goldens, AMissingFolderHasNone) {
  const GoldenStore store(goldens());
  EXPECT_FALSE(store.find("tone/agx.png", "nvidia"));
  EXPECT_TRUE(store.unused({}).empty());
  EXPECT_FALSE(fs::exists(goldens())) << "nothing is made by looking";
}

TEST_F(Goldens, AppearWhenCommitted) {
  {
    GoldenStore store(goldens());
    stage(store, "tone/agx", "", 10);
    stage(store, "plain", "nvidia", 20);
    EXPECT_FALSE(store.find("tone/agx.png", ""));
    EXPECT_EQ(folder_.file_count(), 1u) << "the staging folder";
    store.commit();
    EXPECT_EQ(store.find("tone/agx.png", "nvidia")->file, "tone/agx.png");
    EXPECT_EQ(store.find("plain.png", "nvidia")->file, "plain@nvidia.png");
    EXPECT_FALSE(store.find("plain.png", ""));
    const image_io::Image image = image_io::read_image(goldens() / "tone/agx.png");
    EXPECT_EQ(image.info.width, 3u);
    EXPECT_EQ(image.info.height, 2u);
    store.commit();
  }
  EXPECT_EQ(folder_.file_count(), 1u) << "no staging folder is left";
  {
    GoldenStore store(goldens());
    stage(store, "plain", "", 30);
    EXPECT_EQ(folder_.file_count(), 1u) << "the folder may be a file system of its own: staged within";
    EXPECT_TRUE(store.unused({{"tone/agx.png"}, {"plain.png"}}).empty()) << "staged goldens are none yet";
  }
  EXPECT_TRUE(GoldenStore(goldens()).unused({{"tone/agx.png"}, {"plain.png"}}).empty());
}

TEST_F(Goldens, WithoutCommitNothingChanges) {
  put("a.png", 1);
  put("old.png", 1);
  {
    GoldenStore store(goldens());
    stage(store, "a", "", 2);
  }
  EXPECT_TRUE(are_equal("a.png", "old.png"));
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(Goldens, TheLastOneStagedCounts) {
  put("wanted.png", 2);
  GoldenStore store(goldens());
  stage(store, "a", "", 1);
  stage(store, "a", "", 2);
  store.commit();
  EXPECT_TRUE(are_equal("a.png", "wanted.png"));
}

TEST_F(Goldens, TwoRunsDoNotCollide) {
  GoldenStore first(goldens()), second(goldens());
  stage(first, "a", "", 1);
  stage(second, "a", "", 2);
  stage(second, "b", "", 2);
  first.commit();
  second.commit();
  EXPECT_TRUE(are_equal("a.png", "b.png"));
}

TEST_F(Goldens, ModeFollowsTheUmask) {
  const mode_t old = ::umask(027);
  write("tone/agx", "", 1);
  ::umask(old);
  struct stat status {};
  ASSERT_EQ(::stat((goldens() / "tone/agx.png").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  ASSERT_EQ(::stat((goldens() / "tone").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0750u);
}

TEST_F(Goldens, AClassNeedsNoneOfItsOwnThatEqualsTheOneForAll) {
  put("a.png", 5);
  write("a", "nvidia", 5);
  EXPECT_FALSE(has("a@nvidia.png"));
  write("a", "nvidia", 6);
  EXPECT_TRUE(has("a@nvidia.png"));
  write("a", "nvidia", 5);
  EXPECT_FALSE(has("a@nvidia.png")) << "the older one would be found before the one for all";
  EXPECT_TRUE(has("a.png"));
}

TEST_F(Goldens, TheOneForAllThatIsStagedCounts) {
  put("a.png", 5);
  GoldenStore store(goldens());
  stage(store, "a", "nvidia", 5);
  stage(store, "a", "radv", 7);
  stage(store, "a", "", 7);
  store.commit();
  EXPECT_TRUE(has("a@nvidia.png")) << "no longer equal to the one for all";
  EXPECT_FALSE(has("a@radv.png"));
}

TEST_F(Goldens, OfAnotherSizeOrUnreadableIsNotEqual) {
  put("a.png", 5);
  GoldenStore store(goldens());
  store.stage("a.png", "nvidia", picture(5), 2, 3);
  store.commit();
  EXPECT_TRUE(has("a@nvidia.png"));
  write_file(goldens() / "b.png", "no picture");
  write("b", "nvidia", 5);
  EXPECT_TRUE(has("b@nvidia.png"));
}

TEST_F(Goldens, OfNoCaseAreUnused) {
  for (const char* file : {"a.png", "a@nvidia.png", "tone/agx.png", "tone/agx@radv.png", "tone/old.png",
                           "old@nvidia.png", "tone.png", "agx.png", ".hidden.png", ".git/a.png"}) {
    put(file, 1);
  }
  write_file(goldens() / "README.md", "x");
  write_file(goldens() / "no-extension", "x");
  fs::create_directory(goldens() / "folder.png");
  fs::create_directory_symlink("tone", goldens() / "linked");
  fs::create_symlink("nowhere", goldens() / "dangling.png");
  const GoldenStore store(goldens());
  EXPECT_EQ(store.unused({{"a.png"}, {"tone/agx.png"}, {"not-there.png"}}),
            (std::vector<std::string>{"agx.png", "dangling.png", "old@nvidia.png", "tone.png", "tone/old.png"}));
}

TEST_F(Goldens, BadNamesAreRefused) {
  GoldenStore store(goldens());
  EXPECT_EQ(error_of<std::invalid_argument>([&] { store.find("../a", "nvidia"); }),
            "the golden's name '../a' has a part that begins with a dot");
  EXPECT_EQ(error_of<std::invalid_argument>([&] { stage(store, "a//b", "", 1); }),
            "the golden's name 'a//b.png' has an empty part");
  EXPECT_EQ(error_of<std::invalid_argument>([&] { stage(store, "a", "NVIDIA", 1); }),
            "the device class 'NVIDIA' isn't lower case");
  EXPECT_THROW(store.find("a.png", "x/../y"), std::invalid_argument);
  EXPECT_THROW(store.stage("a.png", "", picture(1), 3, 3), std::invalid_argument);
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(Goldens, FilesInTheFoldersPlaceAreRefused) {
  write_file(goldens(), "x");
  EXPECT_EQ(error_of<files::Error>([&] { GoldenStore store(goldens()); }),
            goldens().string() + ": goldens must be in a folder, and this is none");
  EXPECT_EQ(error_of<files::Error>([&] { GoldenStore store(goldens() / "sub"); }),
            (goldens() / "sub").string() + ": Not a directory");
}

TEST_F(Goldens, AFolderThatCannotBeMadeIsNamed) {
  GoldenStore store("/proc/none/goldens");
  EXPECT_FALSE(store.find("a.png", ""));
  EXPECT_EQ(error_of<files::Error>([&] { stage(store, "a", "", 1); }), "/proc: No such file or directory");
}

TEST_F(Goldens, FoldersAboveAreMadeToo) {
  {
    GoldenStore store(folder_ / "none/deep/goldens");
    stage(store, "tone/a", "", 1);
    EXPECT_FALSE(fs::exists(folder_ / "none")) << "nothing is made before it is needed";
    store.commit();
  }
  EXPECT_TRUE(fs::exists(folder_ / "none/deep/goldens/tone/a.png"));
  EXPECT_EQ(folder_.file_count(), 1u);
}

// Root may write where others may not, but cannot put a file into a folder's place either.
TEST_F(Goldens, WhatCannotBeReplacedIsNamedAndTheOthersStayWhole) {
  for (const char* file : {"a.png", "z.png", "old.png"}) put(file, 1);
  put("new.png", 2);
  fs::create_directories(goldens() / "m.png/inside");
  {
    GoldenStore store(goldens());
    for (const char* name : {"z", "m", "a"}) stage(store, name, "", 2);
    EXPECT_EQ(error_of<files::Error>([&] { store.commit(); }), (goldens() / "m.png").string() + ": Is a directory");
    EXPECT_TRUE(are_equal("a.png", "new.png"));
    EXPECT_TRUE(are_equal("z.png", "old.png"));
    EXPECT_EQ(error_of<files::Error>([&] { store.find("m.png", ""); }),
              (goldens() / "m.png").string() + ": a golden must be a file, and this is none");
    fs::remove_all(goldens() / "m.png");
    store.commit();
  }
  for (const char* file : {"a.png", "m.png", "z.png"}) EXPECT_TRUE(are_equal(file, "new.png")) << file;
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(Goldens, AFileInAGoldensFoldersPlaceIsNamed) {
  fs::create_directory(goldens());
  write_file(goldens() / "tone", "x");
  GoldenStore store(goldens());
  EXPECT_EQ(error_of<files::Error>([&] { store.find("tone/agx.png", ""); }),
            (goldens() / "tone/agx.png").string() + ": Not a directory");
  stage(store, "tone/agx", "", 1);
  EXPECT_EQ(error_of<files::Error>([&] { store.commit(); }), (goldens() / "tone").string() + ": Not a directory");
}

TEST_F(Goldens, LinksThatLeadOutAreRefused) {
  fs::create_directories(folder_ / "outside");
  fs::create_directory(goldens());
  put("real/a.png", 1);
  fs::create_directory_symlink("../outside", goldens() / "out");
  fs::create_directory_symlink("real", goldens() / "in");
  write_file(folder_ / "outside/a.png", "x");
  fs::create_symlink("../outside/a.png", goldens() / "a.png");
  GoldenStore store(goldens());
  for (const char* name : {"out/a", "a"}) {
    const std::string message =
        (goldens() / (name + std::string(".png"))).string() + ": a symbolic link leads out of the goldens' folder";
    EXPECT_EQ(error_of<files::Error>([&] { store.find(name + std::string(".png"), ""); }), message);
    GoldenStore writer(goldens());
    stage(writer, name, "", 1);
    EXPECT_EQ(error_of<files::Error>([&] { writer.commit(); }), message);
  }
  EXPECT_EQ(text_of(folder_ / "outside/a.png"), "x");
  EXPECT_TRUE(store.find("in/a.png", "")) << "this one stays inside";
  write("in/b", "", 1);
  EXPECT_TRUE(has("real/b.png"));
}

TEST_F(Goldens, TheFolderItselfMayBeALinkOrRelative) {
  fs::create_directories(folder_ / "elsewhere/deep");
  fs::create_directory_symlink("elsewhere/deep", goldens());
  write("tone/agx", "", 1);
  EXPECT_TRUE(fs::exists(folder_ / "elsewhere/deep/tone/agx.png"));
  EXPECT_EQ(folder_.file_count(), 2u);
  const fs::path here = fs::current_path();
  fs::current_path(folder_.path());
  for (const char* name : {"new", "new/", "./new", "goldens/"}) {
    GoldenStore store(name);
    stage(store, "b", "", 1);
    store.commit();
    EXPECT_TRUE(store.find("b.png", "")) << name;
    EXPECT_EQ(store.unused({{"tone/agx.png"}}), std::vector<std::string>{"b.png"}) << name;
  }
  fs::current_path(here);
  EXPECT_EQ(folder_.file_count(), 3u);
}

TEST_F(Goldens, ALinkInACircleIsNamed) {
  fs::create_directory(goldens());
  fs::create_symlink("a.png", goldens() / "a.png");
  EXPECT_EQ(error_of<files::Error>([&] { GoldenStore(goldens()).find("a.png", ""); }),
            (goldens() / "a.png").string() + ": Too many levels of symbolic links");
}

TEST_F(GoldenUpdates, NeedForceInCi) {
  for (const UpdateMode mode : {UpdateMode::missing, UpdateMode::changed, UpdateMode::all}) {
    for (const char* ci : {"true", "1", "yes", "woodpecker", "False "}) {
      EXPECT_EQ(error_of<std::invalid_argument>([&] { regress::check_update_allowed(mode, false, ci); }),
                "--update: the variable CI is '" + std::string(ci) +
                    "', and nobody sees what CI accepts; --force updates all the same");
      EXPECT_NO_THROW(regress::check_update_allowed(mode, true, ci));
      EXPECT_NO_THROW(regress::check_update_allowed(UpdateMode::none, false, ci));
    }
    for (const char* ci : {static_cast<const char*>(nullptr), "", "0", "false"}) {
      EXPECT_NO_THROW(regress::check_update_allowed(mode, false, ci));
    }
  }
}

}  // namespace
}  // namespace regress_test
