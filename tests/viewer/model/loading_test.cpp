// SPDX-License-Identifier: MIT
// Tests of files that are read on a thread.
#include "viewer/files/loading.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <semaphore>
#include <string>

#include "arguments/errors.h"
#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "files/error.h"
#include "image_io/fixtures/io_fixtures.h"
#include "session/session.h"
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

/// A scene without lights stands in daylight, which is worked out anew for another hour; one that has its own isn't.
TEST_F(LoadingTest, WorksOutOtherLight) {
  engine::Context context(engine::ContextOptions{});
  session::Session session(context, {16, 16});
  session.open(folder_.path() / "wall.gltf");
  session::Surroundings evening;
  evening.daylight.time_of_day_h = 17.0f;
  const auto shown = [&] {
    engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) { session.record(command_buffer, 0.1); });
    session.reset_exposure();
    return engine::read_back(context, session.ldr());
  };
  const auto noon = shown();
  loading_.start(session.file(), session.source().relighting(evening, engine::LightCache()));
  // Meanwhile, as it was.
  session.kept_surroundings = session.source().surroundings();
  session.controls.view.surroundings = evening;
  EXPECT_EQ(shown(), noon);
  ended_.acquire();
  session.relight(*loading_.take());
  EXPECT_EQ(session.source().surroundings(), evening);
  session::Surroundings same_light = evening;
  same_light.sun = session::SunChoice::day;
  EXPECT_EQ(session.source().relighting(same_light, engine::LightCache()), nullptr) << "the file has no sun";
  session.kept_surroundings.reset();
  const auto relit = shown();
  EXPECT_NE(relit, noon);
  // The bits of a session that waits for its light, as scripts without a window do.
  session::Session waiting(context, {16, 16});
  waiting.open(folder_.path() / "wall.gltf");
  waiting.controls.view.surroundings = evening;
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) { waiting.record(command_buffer, 0.1); });
  EXPECT_EQ(engine::read_back(context, waiting.ldr()), relit);
}

/// A file with a sun is read again to stand in other light. Once it is gone, the scene stays as it is.
TEST_F(LoadingTest, AFileThatIsGoneKeepsItsLight) {
  io_test::write_file(folder_.path() / "sunny.gltf", viewer_test::sunny_wall(2000));
  engine::Context context(engine::ContextOptions{});
  const auto made =
      session::read_source(folder_.path() / "sunny.gltf", {}, engine::LightCache())->make(context, {16, 16});
  session::Source& source = *made;
  const session::Surroundings day = {.sun = session::SunChoice::day};
  EXPECT_FALSE(source.has_daylight());
  source.surround(day);
  EXPECT_TRUE(source.has_daylight());
  std::filesystem::remove(folder_.path() / "sunny.gltf");
  EXPECT_THROW(source.surround({}), arguments::UsageError);
  EXPECT_EQ(source.surroundings(), day);
  EXPECT_TRUE(source.has_daylight());
}

/// A file that was exported anew may have another sun, other cameras and lights than the scene that is shown.
TEST_F(LoadingTest, AFileThatHasChangedKeepsItsLight) {
  const std::filesystem::path file = folder_.path() / "sunny.gltf";
  io_test::write_file(file, viewer_test::sunny_wall(2000));
  engine::Context context(engine::ContextOptions{});
  const auto source = session::read_source(file, {}, engine::LightCache())->make(context, {16, 16});
  const session::Surroundings day = {.sun = session::SunChoice::day};
  io_test::write_file(file, viewer_test::sunny_wall(60000));
  const auto expect_refused = [&](const auto& relight) {
    try {
      relight();
      FAIL();
    } catch (const arguments::UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("sunny.gltf: has changed or is gone since it was opened"),
                std::string::npos);
    }
  };
  expect_refused([&] { source->surround(day); });
  expect_refused([&] { source->relighting(day, engine::LightCache())(nullptr); });
  EXPECT_EQ(source->surroundings(), session::Surroundings());
}

/// A kept light isn't taken for that of another sun, or under another sky.
TEST_F(LoadingTest, KeepsTheLightOfEachSunAndSky) {
  const std::filesystem::path kept = folder_.path() / "light";
  const auto files_after = [&](int lux, const session::Surroundings& surroundings) {
    io_test::write_file(folder_.path() / "sunny.gltf", viewer_test::sunny_wall(lux));
    session::read_source(folder_.path() / "sunny.gltf", surroundings, engine::LightCache(kept));
    return std::distance(std::filesystem::directory_iterator(kept), {});
  };
  const auto first = files_after(2000, {});
  EXPECT_EQ(files_after(2000, {}), first);
  const auto stronger = files_after(60000, {});
  EXPECT_GT(stronger, first);
  session::Surroundings day = {.sun = session::SunChoice::day};
  const auto by_day = files_after(2000, day);
  EXPECT_GT(by_day, stronger);
  EXPECT_EQ(files_after(60000, day), by_day) << "the file's sun doesn't count";
  day.daylight.time_of_day_h = 17.0f;
  EXPECT_GT(files_after(2000, day), by_day);
}

}  // namespace
