// SPDX-License-Identifier: MIT
// Tests of paths: within folders, relative, rings of links.
#include "files/path.h"

#include <filesystem>

#include "image_io/image_file.h"
#include "image_io/io_fixtures.h"

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

}  // namespace
}  // namespace io_test
