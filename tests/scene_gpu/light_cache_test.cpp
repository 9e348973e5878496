// SPDX-License-Identifier: MIT
// Tests of the folder that keeps light: where it is made, and what is removed from it.
#include "engine/scene/light/light_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>

#include "unit/test_files.h"

namespace test {
namespace {

namespace fs = std::filesystem;

constexpr std::byte kResult[] = {std::byte{1}, std::byte{2}, std::byte{3}};

/// A variable of the environment, while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(LightCache, LeftoversOfKilledRunsGoAfterADay) {
  const test_files::TempFolder folder;
  const engine::LightCache cache(folder.path());
  const auto put = [&](const char* name, int age_h) {
    test_files::write_file(folder / name, std::string("half"));
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::hours(age_h));
  };
  put("0123456789abcdef.light.77", 25);
  put("0123456789abcdef.light.78", 23);
  put("0123456789abcdef.light.old", 25);
  put("notes.77", 25);
  cache.keep(1, kResult);
  EXPECT_FALSE(fs::exists(folder / "0123456789abcdef.light.77"));
  EXPECT_EQ(folder.file_count(), 4u) << "the others, and the result";
  EXPECT_TRUE(cache.find(1));
}

TEST(LightCache, NeverMakesAHome) {
  const test_files::TempFolder folder;
  const fs::path home = folder / "none" / "home";
  const Variable variable("HOME", home.string() + "/");
  for (const fs::path& place : {home / ".cache" / "photopic" / "light", home, home / "a" / ".." / "b"}) {
    engine::LightCache(place).keep(1, kResult);
    EXPECT_FALSE(fs::exists(folder / "none")) << place;
  }
  engine::LightCache(folder / "elsewhere" / "light").keep(1, kResult);
  EXPECT_EQ(folder.file_count(), 1u) << "only the home isn't made";
  fs::create_directories(home);
  const engine::LightCache cache(home / ".cache" / "photopic" / "light");
  cache.keep(1, kResult);
  EXPECT_TRUE(cache.find(1)) << "a home that is there gets a cache";
}

}  // namespace
}  // namespace test
