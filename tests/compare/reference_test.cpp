// SPDX-License-Identifier: MIT
// Tests of reading references: what is a wrong picture, and what the system didn't give.
#include "compare/pictures/reference.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <functional>

#include "compare/pictures/frame.h"
#include "image_io/code_image.h"
#include "unit/test_files.h"

namespace {

namespace fs = std::filesystem;
using test_files::write_file;

enum class Kind { good, unusable, stand_in, missing, not_read };

class Reference : public testing::Test {
 protected:
  /// `words`: of the message.
  void expect(const fs::path& file, Kind kind, const std::string& words = "") const {
    std::string message;
    EXPECT_EQ(int(kind_of([&] { return compare::frame_of(image_io::read_code_image(file)); }, file, message)),
              int(kind))
        << file << ": " << message;
    EXPECT_NE(message.find(words), std::string::npos) << message;
  }
  static Kind kind_of(const std::function<compare::Frame()>& read, const fs::path& file, std::string& message) {
    try {
      compare::read_reference(file, read);
      return Kind::good;
    } catch (const compare::Unusable& error) {
      message = error.what();
      return error.is_stand_in() ? Kind::stand_in : Kind::unusable;
    } catch (const files::ReadFailure& error) {
      message = error.what();
      return error.is_missing() ? Kind::missing : Kind::not_read;
    }
  }
  fs::path write_picture(const std::string& name, std::uint32_t side = 8) const {
    const std::vector<std::byte> rgba(std::size_t{4} * side * side, std::byte{77});
    image_io::write_png(folder_ / name, side, side, rgba.data());
    return folder_ / name;
  }
  fs::path write(const std::string& name, const std::string& text) const {
    write_file(folder_ / name, text);
    return folder_ / name;
  }

  test_files::TempFolder folder_;
};

TEST_F(Reference, WhatWasReadWholeAndIsNoPictureIsUnusable) {
  expect(write_picture("good.png"), Kind::good);
  expect(write("text.png", "no picture"), Kind::unusable, "text.png: not an OpenEXR");
  expect(write("empty.png", ""), Kind::unusable, "the file is empty");
  test_files::Bytes half = test_files::read_file(folder_ / "good.png");
  half.resize(half.size() / 2);
  write_file(folder_ / "half.png", half);
  expect(folder_ / "half.png", Kind::unusable, "truncated");
}

TEST_F(Reference, PointersOfGitLfsAndPagesStandInForPictures) {
  const std::string oid = "\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
  for (const char* name : {"a.png", "a.exr", "a.tga", "a.hdr"}) {
    expect(write(name, "version https://git-lfs.github.com/spec/v1" + oid), Kind::stand_in, "git lfs pull");
  }
  expect(write("old.png", "version https://hawser.github.com/spec/v1" + oid), Kind::stand_in, "git lfs pull");
  for (const char* page :
       {"<!DOCTYPE html><title>Sign in</title>", "\n\t <HTML lang=en>", "\xef\xbb\xbf<!doctype HTML>"}) {
    expect(write("page.png", page), Kind::stand_in, "is an HTML page");
  }
  expect(write("words.png", "version 2 of a picture"), Kind::unusable);
}

TEST_F(Reference, MissingFilesAreThat) {
  expect(folder_ / "none.png", Kind::missing, "No such file");
  expect(write("file", "x") / "a.png", Kind::missing, "Not a directory");
}

TEST_F(Reference, WhatTheSystemRefusesIsNotRead) {
  fs::create_directory(folder_ / "folder.png");
  expect(folder_ / "folder.png", Kind::not_read, "Is a directory");
  fs::create_symlink("ring.png", folder_ / "ring.png");
  expect(folder_ / "ring.png", Kind::not_read, "symbolic links");
}

TEST_F(Reference, WithoutPermissionItIsNotRead) {
  const fs::path file = write_picture("a.png");
  fs::permissions(file, fs::perms::none);
  fs::permissions(folder_.path(), fs::perms::all);
  constexpr uid_t kNobody = 65534;
  const uid_t before = ::geteuid();  // root may read everything
  ASSERT_EQ(::seteuid(before == 0 ? kNobody : before), 0);
  expect(file, Kind::not_read, "Permission denied");
  ASSERT_EQ(::seteuid(before), 0);
}

TEST_F(Reference, WithoutDescriptorsItIsNotRead) {
  const fs::path file = write_picture("a.png");
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  expect(file, Kind::not_read, "Too many open files");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  expect(file, Kind::good);
}

TEST_F(Reference, BeyondTheMemoryLimitItIsNotRead) {
  const fs::path file = write_picture("a.png", 600);  // 1.4 MB
  const image_io::ReadLimits before = image_io::read_limits();
  image_io::read_limits().memory_bytes = 1 << 20;
  expect(file, Kind::not_read, "--memory-mib");
  image_io::read_limits() = before;
  image_io::read_limits().max_side = 500;
  expect(file, Kind::not_read, "the limit is 500 a side");
  image_io::read_limits() = before;
}

/// A decoder may call it corrupt where the system's read() failed.
TEST_F(Reference, AFileWithUnreadableBytesIsNotRead) {
  const fs::path file = "/proc/self/mem";  // regular, and its first page can't be read: EIO
  std::string message;
  const auto decode = [&]() -> compare::Frame { throw files::Error(file, "corrupt"); };
  EXPECT_EQ(int(kind_of(decode, file, message)), int(Kind::not_read));
  EXPECT_NE(message.find("Input/output error"), std::string::npos) << message;
}

TEST_F(Reference, WhatDecodesAtTheSecondTimeIsGood) {
  const fs::path file = write_picture("a.png");
  int calls = 0;
  std::string message;
  const auto decode = [&] {
    if (++calls == 1) throw files::Error(file, "corrupt");
    return compare::frame_of(image_io::read_code_image(file));
  };
  EXPECT_EQ(int(kind_of(decode, file, message)), int(Kind::good)) << message;
  EXPECT_EQ(calls, 2);
}

}  // namespace
