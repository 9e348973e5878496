// SPDX-License-Identifier: MIT
// Tests of atomic files: commits, places, links, full disks.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

namespace fs = std::filesystem;
using AtomicFile = FolderTest;

std::string text_of(const fs::path& file) {
  const Bytes bytes = read_file(file);
  return {bytes.begin(), bytes.end()};
}

// The system's "file too large" stands in for a full disk here; /dev/full gives the real one below.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*handler_)(int) = nullptr;
};

TEST_F(AtomicFile, AppearsOnlyWhenCommitted) {
  write_file(folder_ / "a.txt", "old");
  files::AtomicFile file(folder_ / "a.txt");
  EXPECT_EQ(file.final_path(), folder_ / "a.txt");
  EXPECT_EQ(file.temporary_path().parent_path(), folder_.path());
  file.write("new ");
  file.write("text");
  EXPECT_EQ(text_of(folder_ / "a.txt"), "old");
  EXPECT_EQ(folder_.file_count(), 2u);
  file.commit();
  EXPECT_EQ(text_of(folder_ / "a.txt"), "new text");
  EXPECT_EQ(folder_.file_count(), 1u);
  EXPECT_EQ(reason_of(folder_ / "a.txt", [&] { file.write("x"); }), "written to after it was closed");
  EXPECT_EQ(reason_of(folder_ / "a.txt", [&] { file.commit(); }), "committed twice");
}

TEST_F(AtomicFile, WithoutCommitNothingChanges) {
  write_file(folder_ / "a.txt", "old");
  {
    files::AtomicFile file(folder_ / "a.txt");
    file.write("new");
  }
  EXPECT_EQ(text_of(folder_ / "a.txt"), "old");
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(AtomicFile, SeeksBackToFillIn) {
  files::AtomicFile file(folder_ / "a.txt");
  file.write("0000 tail");
  EXPECT_EQ(file.position(), 9u);
  file.seek(1);
  file.write("12");
  EXPECT_EQ(file.position(), 3u);
  file.commit();
  EXPECT_EQ(text_of(folder_ / "a.txt"), "0120 tail");
}

TEST_F(AtomicFile, ModeFollowsTheUmask) {
  const mode_t old = ::umask(027);
  files::AtomicFile file(folder_ / "a.txt");
  ::umask(old);
  file.write("x");
  file.commit();
  struct stat status {};
  ASSERT_EQ(::stat((folder_ / "a.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST_F(AtomicFile, RelativeAndVeryLongNamesWork) {
  const fs::path here = fs::current_path();
  fs::current_path(folder_.path());
  const std::string longest(255, 'n');
  for (const std::string& name : {std::string("plain.txt"), std::string("./dot.txt"), longest}) {
    files::AtomicFile file(name);
    file.write("x");
    file.commit();
    EXPECT_EQ(text_of(folder_ / name), "x");
  }
  fs::current_path(here);
  EXPECT_EQ(folder_.file_count(), 3u);
}

TEST_F(AtomicFile, ImpossiblePlacesAreRefusedWithTheReason) {
  const auto reason = [&](const fs::path& file) { return reason_of(file, [&] { files::AtomicFile attempt(file); }); };
  EXPECT_EQ(reason(folder_ / "none" / "a.txt"), "No such file or directory");
  fs::create_directory(folder_ / "sub");
  EXPECT_EQ(reason(folder_ / "sub"), "Is a directory");
  EXPECT_EQ(reason(folder_ / "sub/"), "Is a directory");
  write_file(folder_ / "plain", "x");
  EXPECT_EQ(reason(folder_ / "plain" / "a.txt"), "Not a directory");
  EXPECT_EQ(reason(folder_ / std::string(300, 'n')), "File name too long");
  EXPECT_THROW(files::AtomicFile(""), files::Error);
  // Root may write anywhere but into /proc.
  EXPECT_FALSE(reason("/proc/none.txt").empty());
  EXPECT_EQ(folder_.file_count(), 2u);
}

TEST_F(AtomicFile, DirectoryThatAppearsMeanwhileFailsTheCommit) {
  {
    files::AtomicFile file(folder_ / "a.txt");
    file.write("x");
    fs::create_directory(folder_ / "a.txt");
    EXPECT_EQ(reason_of(folder_ / "a.txt", [&] { file.commit(); }), "Is a directory");
  }
  EXPECT_EQ(folder_.file_count(), 1u) << "the temporary file is gone";
}

TEST_F(AtomicFile, LinksAreFollowed) {
  fs::create_directory(folder_ / "sub");
  write_file(folder_ / "sub/real.txt", "old");
  fs::create_symlink("sub/real.txt", folder_ / "link.txt");
  fs::create_symlink("sub/new.txt", folder_ / "dangling.txt");
  for (const char* name : {"link.txt", "dangling.txt"}) {
    files::AtomicFile file(folder_ / name);
    file.write("new");
    file.commit();
    EXPECT_TRUE(fs::is_symlink(folder_ / name));
  }
  EXPECT_EQ(text_of(folder_ / "sub/real.txt"), "new");
  EXPECT_EQ(text_of(folder_ / "sub/new.txt"), "new");
}

TEST_F(AtomicFile, DevicesPipesAndOpenDescriptorsAreWrittenStraight) {
  {
    files::AtomicFile null("/dev/null");
    EXPECT_TRUE(null.temporary_path().empty());
    null.write("x");
    null.commit();
  }
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const int descriptor = ::open((folder_ / "out.txt").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(descriptor, 0);
  files::AtomicFile file("/dev/fd/" + std::to_string(descriptor));  // what /dev/stdout is, redirected to a file
  file.write("straight");
  file.commit();
  char buffer[16] = "";
  EXPECT_EQ(::pread(descriptor, buffer, sizeof(buffer), 0), 8);
  EXPECT_STREQ(buffer, "straight");
  ::close(descriptor);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  files::AtomicFile pipe("/proc/self/fd/" + std::to_string(ends[1]));
  pipe.write("piped");
  pipe.commit();
  EXPECT_EQ(::read(ends[0], buffer, sizeof(buffer)), 5);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(AtomicFile, FullDiskIsReportedByEveryWriter) {
  const std::string reason = "No space left on device";
  EXPECT_EQ(reason_of("/dev/full",
                      [] {
                        files::AtomicFile file("/dev/full");
                        file.write("x");
                        file.commit();
                      }),
            reason);
  const std::vector<unsigned char> texels(256 * 256 * 8);
  EXPECT_EQ(reason_of("/dev/full",
                      [&] {
                        const auto writer = image_io::create_png("/dev/full", 256, 256);
                        writer->write_rows(256, texels.data());
                        writer->finish();
                      }),
            reason);
  EXPECT_EQ(
      reason_of("/dev/full",
                [&] {
                  const auto writer = image_io::create_exr("/dev/full", {256, 256, image_io::TexelFormat::rgba16f});
                  writer->write_rows(256, texels.data());
                  writer->finish();
                }),
      reason);
}

TEST_F(AtomicFile, FailedWriteLeavesNothingBehind) {
  // Noise, so that neither format can squeeze it under the limit.
  std::vector<unsigned char> texels(128 * 128 * 8);
  std::uint32_t state = 1;
  for (unsigned char& texel : texels)
    texel = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
  write_file(folder_ / "a.png", "old");
  for (const std::uint32_t band : {128u, 1u}) {
    const FileSizeLimit limit(20000);
    for (const bool png : {false, true}) {
      const auto file = folder_ / (png ? "a.png" : "a.exr");
      const std::string reason = reason_of(file, [&] {
        const auto writer = png ? image_io::create_png(file, 128, 128)
                                : image_io::create_exr(file, {128, 128, image_io::TexelFormat::rgba16f});
        const std::size_t pitch = 128 * (png ? 4 : 8);
        for (std::uint32_t row = 0; row < 128; row += band) writer->write_rows(band, texels.data() + row * pitch);
        writer->finish();
      });
      EXPECT_EQ(reason, "File too large");
    }
  }
  EXPECT_EQ(text_of(folder_ / "a.png"), "old");
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(AtomicFile, WriterUsedOnAfterAFailureStaysFailed) {
  std::vector<unsigned char> texels(128 * 128 * 8);
  std::uint32_t state = 1;
  for (unsigned char& texel : texels)
    texel = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
  const FileSizeLimit limit(20000);
  const auto png = image_io::create_png(folder_ / "a.png", 128, 128);
  reason_of(folder_ / "a.png", [&] { png->write_rows(128, texels.data()); });
  reason_of(folder_ / "a.png", [&] { png->write_rows(1, texels.data()); });
  reason_of(folder_ / "a.png", [&] { png->finish(); });
  const auto exr = image_io::create_exr(folder_ / "a.exr", {128, 128, image_io::TexelFormat::rgba16f});
  EXPECT_EQ(reason_of(folder_ / "a.exr",
                      [&] {
                        exr->write_rows(128, texels.data());
                        exr->finish();
                      }),
            "File too large");
  reason_of(folder_ / "a.exr", [&] { exr->finish(); });
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
  EXPECT_FALSE(fs::exists(folder_ / "a.exr"));
}

}  // namespace
}  // namespace io_test
