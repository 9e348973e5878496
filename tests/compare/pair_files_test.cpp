// SPDX-License-Identifier: MIT
// Tests of the pairing of files: names, folders, missing references.
#include <gtest/gtest.h>

#include "arguments/errors.h"
#include "compare/file_name.h"
#include "compare/files.h"
#include "unit/test_files.h"

namespace {

namespace fs = std::filesystem;
using compare::FilePair;

class PairFiles : public testing::Test {
 protected:
  void touch(const std::string& name) {
    const fs::path file = folder_ / name;
    fs::create_directories(file.parent_path());
    test_files::write_file(file, std::string("x"));
  }

  /// "NAME: both", "NAME: reference", "NAME: test"
  std::vector<std::string> pairs() {
    std::vector<std::string> texts;
    for (const FilePair& pair : compare::pair_files(folder_ / "a", folder_ / "b")) {
      EXPECT_TRUE(pair.reference.empty() || pair.reference == folder_ / "a" / pair.name) << pair.reference;
      EXPECT_TRUE(pair.test.empty() || pair.test == folder_ / "b" / pair.name) << pair.test;
      texts.push_back(pair.name + (pair.reference.empty() ? ": test" : pair.test.empty() ? ": reference" : ": both"));
    }
    return texts;
  }

  template <class Error>
  std::string message(const fs::path& reference, const fs::path& test) {
    try {
      compare::pair_files(reference, test);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  test_files::TempFolder folder_;
};

using Texts = std::vector<std::string>;

TEST_F(PairFiles, OfTwoFilesHaveTheTestsName) {
  touch("golden/x.png");
  touch("y.png");
  const std::vector<FilePair> pairs = compare::pair_files(folder_ / "golden/x.png", folder_ / "y.png");
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].name, "y.png");
  EXPECT_EQ(pairs[0].reference, folder_ / "golden/x.png");
  EXPECT_EQ(pairs[0].test, folder_ / "y.png");
}

TEST(FileName, IsShortenedBetweenLetters) {
  const std::string most = "folder/" + std::string(200, 'a');
  EXPECT_EQ(compare::short_name(most), most);
  const std::string longer = compare::short_name(most + "b"), other = compare::short_name(most + "c");
  EXPECT_EQ(longer.size(), most.size());
  EXPECT_TRUE(longer.starts_with("folder/" + std::string(183, 'a') + "~"));
  EXPECT_NE(longer, other) << "by the rest's hash";
  std::string japanese;
  for (int i = 0; i < 85; ++i) japanese += "\u3042";
  const std::string shortened = compare::short_name(japanese);
  EXPECT_EQ(compare::file_problem(shortened), "");
  EXPECT_EQ(shortened.size(), 183u + 17u);
  EXPECT_EQ(shortened.find('~') % 3, 0u);
}

TEST(FileName, IsReadableWhateverItsBytes) {
  EXPECT_EQ(compare::readable_name("a\nb\tc\x01\xff\u00e9\u3042.png"), "a\\nb\\tc\\x01\\xff\u00e9\u3042.png");
  EXPECT_EQ(compare::readable_name("\xe3\x81"), "\\xe3\\x81") << "a letter that is cut";
  EXPECT_EQ(compare::file_problem(compare::readable_name("\xe3\n")), "");
  EXPECT_EQ(compare::naming_problem(".hidden/a.png"), "");
  EXPECT_EQ(compare::file_problem(".hidden/a.png"), "has a part that begins with a dot");
}

TEST_F(PairFiles, OfFoldersAreMatchedByName) {
  for (const char* name :
       {"a/one.png", "a/deep/er/two.exr", "a/only.hdr", "b/one.png", "b/deep/er/two.exr", "b/new.y4m"}) {
    touch(name);
  }
  EXPECT_EQ(pairs(), (Texts{"deep/er/two.exr: both", "new.y4m: test", "one.png: both", "only.hdr: reference"}));
}

TEST_F(PairFiles, TakePicturesAndVideosAlone) {
  for (const char* name :
       {"a/1.PNG", "a/2.jpg", "a/3.jpeg", "a/4.yuv", "a/5.txt", "a/6", "a/png", "a/.png", "b/5.txt"}) {
    touch(name);
  }
  for (const char* name : {"a/7.tif", "a/7.Tiff", "a/7.webp", "a/7.bmp", "a/7.tga", "a/7.gif"}) touch(name);
  fs::create_directories(folder_ / "a" / "folder.png");
  fs::create_symlink("nosuch.png", folder_ / "a" / "broken.png");
  fs::create_symlink("1.PNG", folder_ / "a" / "link.png");
  EXPECT_EQ(pairs(), (Texts{"1.PNG: reference", "2.jpg: reference", "3.jpeg: reference", "4.yuv: reference",
                            "7.Tiff: reference", "7.bmp: reference", "7.tga: reference", "7.tif: reference",
                            "7.webp: reference", "link.png: reference"}));
}

TEST_F(PairFiles, OfAFileAndAFolderAreAnError) {
  touch("a/x.png");
  touch("y.png");
  EXPECT_EQ(message<arguments::UsageError>(folder_ / "a", folder_ / "y.png"),
            (folder_ / "a").string() + " is a folder, and the other isn't");
  EXPECT_EQ(message<arguments::UsageError>(folder_ / "y.png", folder_ / "a"),
            (folder_ / "a").string() + " is a folder, and the other isn't");
}

TEST_F(PairFiles, NeedATest) {
  touch("a/x.png");
  for (const char* reference : {"a", "a/x.png", "nosuch"}) {
    EXPECT_EQ(message<files::Error>(folder_ / reference, folder_ / "b"),
              (folder_ / "b").string() + ": there is no such file or folder");
  }
}

TEST_F(PairFiles, WithoutAReferenceAreMissingOne) {
  touch("b/x.png");
  EXPECT_EQ(pairs(), Texts{"x.png: test"});
  const std::vector<FilePair> file = compare::pair_files(folder_ / "nosuch.png", folder_ / "b/x.png");
  ASSERT_EQ(file.size(), 1u);
  EXPECT_EQ(file[0].reference, folder_ / "nosuch.png");
}

TEST_F(PairFiles, OfEmptyFoldersAreAnError) {
  touch("a/x.txt");
  touch("b/x.txt");
  EXPECT_EQ(message<files::Error>(folder_ / "a", folder_ / "b"),
            (folder_ / "a").string() + ": has no pictures, nor has " + (folder_ / "b").string());
}

}  // namespace
