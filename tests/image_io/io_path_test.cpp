// SPDX-License-Identifier: MIT
// Tests of paths: within folders, relative, rings of links; of outputs that are inputs.
#include "files/path.h"

#include <filesystem>

#include "files/output_guard.h"
#include "image_io/fixtures/io_fixtures.h"
#include "image_io/image_file.h"

namespace io_test {
namespace {

namespace fs = std::filesystem;

class FilePath : public FolderTest {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "goldens/tone");
    fs::create_directory(folder_ / "goldens-2");
    fs::create_directory_symlink(folder_ / "goldens", folder_ / "link");
    fs::create_directory_symlink(folder_ / "goldens-2", folder_ / "goldens/out");
  }
  bool is_within(const char* path, const char* in) const { return files::is_within(folder_ / path, folder_ / in); }
};

TEST_F(FilePath, WithinAFolder) {
  for (const char* path : {"goldens", "goldens/", "goldens/tone", "goldens/tone/", "goldens/none/of/these.png",
                           "goldens-2/../goldens/tone", "link", "link/", "link/a.png", "goldens/..a"}) {
    EXPECT_TRUE(is_within(path, "goldens")) << path;
    EXPECT_TRUE(is_within(path, "goldens/")) << path;
    EXPECT_TRUE(is_within(path, "link")) << path;
  }
  for (const char* path : {"", ".", "goldens/..", "goldens-2", "goldens-2/a.png", "goldens/out", "goldens/out/a.png",
                           "link/../none", "none"}) {
    EXPECT_FALSE(is_within(path, "goldens")) << path;
  }
  EXPECT_TRUE(is_within("none/a", "none")) << "neither is there";
}

TEST_F(FilePath, RelativeToTheWorkingFolder) {
  EXPECT_EQ(files::resolved("none/"), fs::canonical(fs::current_path()) / "none");
  EXPECT_TRUE(files::is_within("none", "."));
  EXPECT_FALSE(files::is_within(".", "none"));
  EXPECT_EQ(files::resolved("/"), "/");
}

TEST_F(FilePath, RingOfLinksIsNamed) {
  fs::create_symlink(folder_ / "b", folder_ / "a");
  fs::create_symlink(folder_ / "a", folder_ / "b");
  EXPECT_THROW((void)files::resolved(folder_ / "a/picture.png"), files::Error);
  EXPECT_THROW((void)files::is_within(folder_ / "goldens", folder_ / "b"), files::Error);
}

class FilePathGuard : public FolderTest {
 protected:
  bool is_refused(const char* output) const {
    try {
      guard_.check_output(folder_ / output);
      return false;
    } catch (const files::Error& error) {
      EXPECT_NE(std::string(error.what()).find("an input"), std::string::npos) << error.what();
      return true;
    }
  }
  files::OutputGuard guard_;
};

TEST_F(FilePathGuard, KnowsAFileByAllItsNames) {
  fs::create_directory(folder_ / "deep");
  for (const char* name : {"in", "other", "deep/in"}) write_file(folder_ / name, std::string("same"));
  fs::create_symlink("in", folder_ / "link");
  fs::create_symlink("link", folder_ / "link-to-link");
  fs::create_hard_link(folder_ / "in", folder_ / "deep/hard");
  fs::create_directory_symlink(".", folder_ / "here");
  guard_.add_input(folder_ / "link");
  for (const char* name : {"in", "./in", "deep/../in", "link", "link-to-link", "deep/hard", "here/in"}) {
    EXPECT_TRUE(is_refused(name)) << name;
  }
  for (const char* name : {"other", "deep/in", "none", "none/in", "in/none", "deep"}) {
    EXPECT_FALSE(is_refused(name)) << name;
  }
}

TEST_F(FilePathGuard, KnowsByItsPathWhatIsNotThereYet) {
  fs::create_directory(folder_ / "deep");
  fs::create_directory_symlink("deep", folder_ / "link");
  guard_.add_input(folder_ / "link/later");
  guard_.add_input("");
  for (const char* name : {"deep/later", "link/later", "deep/../link/./later"}) EXPECT_TRUE(is_refused(name)) << name;
  EXPECT_FALSE(is_refused("later"));
  fs::create_symlink("deep/later", folder_ / "dangling");
  EXPECT_TRUE(is_refused("dangling"));
}

TEST_F(FilePathGuard, DevicesAndFoldersAreNoInputs) {
  fs::create_directory(folder_ / "deep");
  guard_.add_input(folder_ / "deep");
  guard_.add_input("/dev/null");
  EXPECT_NO_THROW(guard_.check_output("/dev/null"));
  EXPECT_FALSE(is_refused("deep"));
}

}  // namespace
}  // namespace io_test
