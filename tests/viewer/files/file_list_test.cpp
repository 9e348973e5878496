// SPDX-License-Identifier: MIT
// Tests of the list of files, the watch over files, and small pictures of them.
#include "viewer/files/file_list.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "files/error.h"
#include "image_io/fixtures/io_fixtures.h"
#include "image_io/image_file.h"
#include "viewer/files/file_watch.h"
#include "viewer/files/thumbnails.h"

namespace {

using std::filesystem::path;

class Files : public io_test::FolderTest {
 protected:
  path at(const char* name) const { return folder_.path() / name; }
  void write(const char* name, const std::string& text) { io_test::write_file(at(name), text); }

  /// Linear colours of 40 x 10 texels: the left half `left`, else `right`.
  void write_picture(const char* name, float left, float right) {
    const std::unique_ptr<image_io::ImageWriter> writer =
        image_io::create_exr(at(name), {40, 10, image_io::TexelFormat::rgba32f});
    std::vector<float> texels;
    for (int i = 0; i < 40 * 10; ++i) {
      const float value = i % 40 < 20 ? left : right;
      texels.insert(texels.end(), {value, value, value, 1.0f});
    }
    writer->write_rows(10, texels.data());
    writer->finish();
  }
};

TEST_F(Files, GoRoundTheList) {
  viewer::FileList list;
  EXPECT_EQ(list.from("a", 1), path());
  EXPECT_EQ(list.add(at("a.exr")), at("a.exr"));
  EXPECT_EQ(list.from(at("a.exr"), 1), path());  // there is no other
  list.add(at("b.exr"));
  list.add(folder_.path() / "." / "a.exr");  // the same file
  ASSERT_EQ(list.files().size(), 2u);
  list.add(at("c.exr"));
  EXPECT_EQ(list.from(at("a.exr"), 1), at("b.exr"));
  EXPECT_EQ(list.from(at("a.exr"), -1), at("c.exr"));
  EXPECT_EQ(list.from(at("c.exr"), 1), at("a.exr"));
  EXPECT_EQ(list.from(at("other.exr"), 1), at("a.exr"));
  EXPECT_EQ(list.from(at("other.exr"), -1), at("c.exr"));
  list.remove(at("b.exr"));
  EXPECT_EQ(list.from(at("a.exr"), 1), at("c.exr"));
}

TEST_F(Files, OfAFolderAreThoseThatCanBeShown) {
  std::filesystem::create_directories(at("folder/inner"));
  for (const char* name : {"folder/b.png", "folder/A.EXR", "folder/notes.txt", "folder/c.glb", "folder/inner/d.exr"}) {
    write(name, "");
  }
  viewer::FileList list;
  EXPECT_EQ(list.add(at("folder")), at("folder/A.EXR"));
  EXPECT_EQ(list.files(), (std::vector<path>{at("folder/A.EXR"), at("folder/b.png"), at("folder/c.glb")}));
  std::filesystem::create_directories(at("empty"));
  EXPECT_THROW(list.add(at("empty")), files::Error);
  EXPECT_EQ(list.files().size(), 3u);
}

TEST_F(Files, ThatChangeAreToldOnceTheyAreComplete) {
  write("a.bin", "1");
  write("b.bin", "1");
  viewer::FileWatch watch;
  EXPECT_FALSE(watch.has_changed());
  watch.watch({at("a.bin"), at("b.bin")});
  EXPECT_FALSE(watch.has_changed());
  write("b.bin", "12");
  EXPECT_FALSE(watch.has_changed());  // it may still be written
  write("b.bin", "123");
  EXPECT_FALSE(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
  EXPECT_FALSE(watch.has_changed());
  // Of the same size, by its time.
  std::filesystem::last_write_time(at("a.bin"), std::filesystem::last_write_time(at("a.bin")) + std::chrono::hours(1));
  EXPECT_FALSE(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
  // What is gone comes back, often in one step of a rename.
  std::filesystem::remove(at("a.bin"));
  EXPECT_FALSE(watch.has_changed());
  EXPECT_FALSE(watch.has_changed());
  write("a.bin", "new");
  EXPECT_FALSE(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
}

TEST_F(Files, HaveThumbnailsOfAnyLight) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  write_picture("dim.exr", 1e-4f, 4e-4f);
  write_picture("bright.exr", 1e4f, 4e4f);
  write_picture("none.exr", kNone, kNone);
  const viewer::Thumbnail dim = viewer::make_thumbnail(at("dim.exr")),
                          bright = viewer::make_thumbnail(at("bright.exr"));
  EXPECT_EQ(dim.width, 40u);
  EXPECT_EQ(dim.height, 10u);
  EXPECT_EQ(dim.rgba, bright.rgba);  // each about its own mean
  const std::uint32_t left = dim.rgba[0] & 0xFFu, right = dim.rgba[39] & 0xFFu;
  EXPECT_GT(left, 60u);  // sRGB of 0.09 and 0.36, pressed by the curve
  EXPECT_LT(left, 100u);
  EXPECT_GT(right, left + 40u);
  EXPECT_EQ(viewer::make_thumbnail(at("none.exr")).rgba[0], 0xFF000000u);
  EXPECT_THROW(viewer::make_thumbnail(at("missing.exr")), files::Error);
}

TEST_F(Files, HaveThumbnailsWhenTheyAreMade) {
  write_picture("a.exr", 1.0f, 2.0f);
  write("b.png", "no picture");
  viewer::Thumbnails thumbnails;
  EXPECT_FALSE(thumbnails.has_news());
  for (int i = 0; i < 2; ++i) {
    for (const char* name : {"a.exr", "b.png", "scene.glb"}) thumbnails.want(at(name));
  }
  thumbnails.finish();
  EXPECT_TRUE(thumbnails.has_news());
  auto news = thumbnails.news();
  ASSERT_EQ(news.size(), 2u);
  EXPECT_EQ(news[at("a.exr")].width, 40u);
  EXPECT_EQ(news[at("b.png")].width, 0u);  // whoever opens it is told why
  EXPECT_FALSE(thumbnails.has_news());
  write_picture("a.exr", 2.0f, 1.0f);
  thumbnails.want(at("a.exr"));
  thumbnails.finish();
  EXPECT_FALSE(thumbnails.has_news());
  thumbnails.forget(at("a.exr"));
  thumbnails.want(at("a.exr"));
  thumbnails.finish();
  EXPECT_EQ(thumbnails.news().size(), 1u);
}

}  // namespace
