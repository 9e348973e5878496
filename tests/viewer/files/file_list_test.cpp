// SPDX-License-Identifier: MIT
// Tests of the list of files, the watch over files, and small pictures of them.
#include "viewer/files/file_list.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <set>
#include <thread>

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

/// Lit boxes in front of a sky, by a device of the thumbnail's own, in the proportions of the list's boxes.
TEST_F(Files, HaveThumbnailsOfScenes) {
  const path scene = path(PHOTOPIC_TEST_PROJECT_DIR) / "tests/suite/boxes.gltf";
  const engine::ContextOptions device;
  engine::Progress progress;
  const viewer::Thumbnail made = viewer::make_scene_thumbnail(scene, device, engine::LightCache(), progress);
  EXPECT_EQ(made.width, viewer::Thumbnail::kWidth);
  EXPECT_EQ(made.height, viewer::Thumbnail::kHeight);
  ASSERT_EQ(made.rgba.size(), std::size_t{made.width} * made.height);
  EXPECT_GT(std::set(made.rgba.begin(), made.rgba.end()).size(), 100u);
  double sum = 0.0;
  for (const std::uint32_t texel : made.rgba) sum += texel >> 8 & 0xFFu;
  EXPECT_NEAR(sum / double(made.rgba.size()), 118.0, 50.0);  // about middle grey
  EXPECT_THROW(viewer::make_scene_thumbnail(at("missing.glb"), device, engine::LightCache(), progress), std::exception);
  progress.stop();
  EXPECT_THROW(viewer::make_scene_thumbnail(scene, device, engine::LightCache(), progress), engine::Progress::Stopped);
}

/// A scene is made by what the program sets, and an end doesn't wait for all of them.
TEST_F(Files, HaveThumbnailsOfScenesIfTheProgramRenders) {
  viewer::Thumbnails thumbnails;
  std::atomic<int> calls = 0;
  thumbnails.make_scene = [&](const path& file, engine::Progress& progress) {
    ++calls;
    if (file.filename() == "slow.glb") {
      while (!progress.is_stopped()) std::this_thread::yield();
      progress.check();
    }
    return viewer::Thumbnail{1, 1, {0xFF0000FFu}};
  };
  thumbnails.want(at("a.glb"));
  thumbnails.finish();
  EXPECT_EQ(thumbnails.news().at(at("a.glb")).width, 1u);
  thumbnails.want(at("slow.glb"));
  while (calls < 2) std::this_thread::yield();
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
