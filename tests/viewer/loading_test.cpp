// SPDX-License-Identifier: MIT
// Tests of files that are read on a thread.
#include "viewer/model/loading.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "files/error.h"
#include "image_io/fixtures/io_fixtures.h"
#include "viewer/wall.h"

namespace {

class LoadingTest : public io_test::FolderTest {
 protected:
  LoadingTest() {
    loading_.on_end = [this] { ended_.release(); };
    io_test::write_file(folder_.path() / "wall.gltf", viewer_test::kWall);
  }
  void start(const char* name) { loading_.start(folder_.path() / name, {}, engine::LightCache()); }

  std::counting_semaphore<> ended_{0};
  viewer::Loading loading_;
};

TEST_F(LoadingTest, ReadsAndIsOver) {
  EXPECT_FALSE(loading_.is_on());
  start("wall.gltf");
  EXPECT_TRUE(loading_.is_on());
  EXPECT_EQ(loading_.file().filename(), "wall.gltf");
  ended_.acquire();
  EXPECT_TRUE(loading_.is_ready());
  EXPECT_GT(loading_.done(), 0.0f);
  EXPECT_NE(loading_.take(), nullptr);
  EXPECT_FALSE(loading_.is_on());
}

TEST_F(LoadingTest, TellsWhatIsWrong) {
  for (const char* name : {"none.exr", "."}) {
    start(name);
    ended_.acquire();
    EXPECT_TRUE(loading_.is_ready());
    EXPECT_THROW(loading_.take(), files::Error) << name;
    EXPECT_FALSE(loading_.is_on());
  }
}

TEST_F(LoadingTest, TheNextTakesTheLastOnesPlace) {
  start("none.exr");
  start("wall.gltf");
  ended_.acquire();
  ended_.acquire();
  EXPECT_NE(loading_.take(), nullptr);
  start("wall.gltf");
  loading_.stop();
  EXPECT_FALSE(loading_.is_on());
  ended_.acquire();
  start("wall.gltf");  // is waited for at the end
}

}  // namespace
