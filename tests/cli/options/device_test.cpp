// SPDX-License-Identifier: MIT
// Tests of the choice of the device, validation, and the pipeline cache.
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <optional>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

const std::vector<std::pair<std::string, std::optional<std::string>>> kNoDriver = {
    {"VK_ICD_FILENAMES", "/nosuch.json"}, {"VK_DRIVER_FILES", "/nosuch.json"}, {"VK_ADD_DRIVER_FILES", std::nullopt}};

class Device : public CliTest {
 protected:
  Device() {
    for (int i = 1; i <= 2; ++i) write_half_exr(folder_ / ("f." + std::to_string(i) + ".exr"), 40, 30, scene);
  }

  /// One run of every command that needs a device.
  static std::vector<Arguments> commands() {
    return {{"develop", "f.1.exr", "-o", "out.png"},
            {"develop", "f.1.exr", "-o", "out.exr"},
            {"meter", "--json", "f.1.exr", "f.2.exr"},
            {"meter", "--compare", "f.1.exr"},
            {"sequence", "f.#.exr", "-o", "seq"},
            {"pan", "f.1.exr", "-o", "pan", "--frames", "2", "--size", "33x20", "--exr"}};
  }

  std::filesystem::path cache_file() const { return cache() / "photopic" / "pipelines.bin"; }
};

TEST_F(Device, IsListedAndChosenByIndexOrPartOfItsName) {
  const std::string list = output_of({"devices"});
  ASSERT_TRUE(list.starts_with("0: ")) << list;
  const std::string name = list.substr(3, list.find_first_of(" \n", 3) - 3);
  ASSERT_FALSE(name.empty());
  std::string upper = name;
  for (char& c : upper) c = char(std::toupper(static_cast<unsigned char>(c)));
  for (const std::string& choice : {std::string("0"), name, upper, name.substr(1), std::string()}) {
    const std::string text = output_of({"meter", "f.1.exr", "--device", choice});
    EXPECT_NE(text.find("EV100"), std::string::npos) << choice;
  }
}

TEST_F(Device, ThatIsNotThereIsADeviceError) {
  for (Arguments arguments : commands()) {
    for (const char* choice : {"99", "nosuch", "-1", "99999999999999999999999"}) {
      Arguments with_choice = arguments;
      with_choice.insert(with_choice.end(), {"--device", choice});
      expect_error(kDeviceError, with_choice, {"'" + std::string(choice) + "'", "0: "});
    }
  }
  EXPECT_EQ(names_in(), (std::vector<std::string>{"f.1.exr", "f.2.exr"}));
}

TEST_F(Device, WithoutADriverThePackageIsNamed) {
  std::vector<Arguments> all = commands();
  all.push_back({"devices"});
  for (const Arguments& arguments : all) {
    const ProcessResult result = run(arguments, {.environment = kNoDriver});
    expect_error(result, kDeviceError, {"mesa-vulkan-drivers"});
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(names_in(), (std::vector<std::string>{"f.1.exr", "f.2.exr"}));
}

// Where the layer isn't installed this fails: nothing was validated then.
TEST_F(Device, ValidationHasNothingToSay) {
  std::vector<Arguments> all = commands();
  all.push_back({"meter", "f.#.exr", "--measurements", "m.jsonl"});
  all.push_back({"adapt", "m.jsonl", "-o", "exposure.jsonl"});
  all.push_back({"sequence", "f.#.exr", "-o", "seq", "--exposure", "exposure.jsonl"});
  for (Arguments arguments : all) {
    arguments.push_back("--validate");
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(arguments);
    EXPECT_EQ(result.err, "validation: no messages\n") << ::testing::PrintToString(arguments);
  }
}

TEST_F(Device, PipelineCacheIsKeptBetweenRuns) {
  const std::string first = output_of({"meter", "f.1.exr"});
  ASSERT_TRUE(std::filesystem::is_regular_file(cache_file()));
  EXPECT_GT(std::filesystem::file_size(cache_file()), 0u);
  EXPECT_EQ(output_of({"meter", "f.1.exr"}), first);
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cache() / "photopic")) {
    EXPECT_EQ(entry.path(), cache_file()) << "left behind";
    ++count;
  }
  EXPECT_EQ(count, 1u);
}

TEST_F(Device, ACorruptPipelineCacheDoesNoHarm) {
  const std::string expected = output_of({"meter", "f.1.exr"});
  const Bytes good = read_file(cache_file());
  Bytes noise(5000);
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<unsigned char>(i * 181 + (i >> 3));
  Bytes truncated(good.begin(), good.begin() + std::ptrdiff_t(good.size() / 2));
  Bytes flipped = good;
  for (std::size_t i = good.size() / 2; i < flipped.size(); ++i) flipped[i] ^= 0x5a;
  Bytes extended = good;
  extended.insert(extended.end(), noise.begin(), noise.end());
  for (const Bytes& bytes : {noise, truncated, flipped, extended, Bytes{}, Bytes{1}}) {
    write_file(cache_file(), bytes);
    EXPECT_EQ(output_of({"meter", "f.1.exr"}), expected) << bytes.size();
  }
}

TEST_F(Device, NowhereToKeepTheCacheDoesNoHarm) {
  write_file(folder_ / "file", std::string("x"));
  using Environment = decltype(ProcessOptions::environment);
  const Environment environments[] = {
      {{"XDG_CACHE_HOME", "/proc/nosuch"}},
      {{"XDG_CACHE_HOME", path("file")}},
      {{"XDG_CACHE_HOME", "relative"}, {"HOME", cache().string()}},
      {{"XDG_CACHE_HOME", ""}, {"HOME", "/proc/nosuch"}},
      {{"XDG_CACHE_HOME", std::nullopt}, {"HOME", std::nullopt}},
      {{"XDG_CACHE_HOME", std::nullopt}, {"HOME", ""}},
  };
  for (const Environment& environment : environments) {
    const ProcessResult result = run({"develop", "f.1.exr", "-o", "out.png"}, {.environment = environment});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    // Mesa may say that its own cache is off.
    EXPECT_EQ(result.err.find("photopic: "), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "relative" / "photopic"));
    std::filesystem::remove(folder_ / "out.png");
  }
  EXPECT_TRUE(std::filesystem::exists(cache() / ".cache" / "photopic" / "pipelines.bin"));
}

TEST_F(Device, ACacheMakesNoHome) {
  using Environment = decltype(ProcessOptions::environment);
  const std::string home = path("none/home");
  const Environment environments[] = {{{"XDG_CACHE_HOME", std::nullopt}, {"HOME", home}},
                                      {{"XDG_CACHE_HOME", home + "/.cache"}, {"HOME", home}}};
  for (const Environment& environment : environments) {
    EXPECT_EQ(run({"meter", "f.1.exr"}, {.environment = environment}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
  }
}

TEST_F(Device, LeftoversOfKilledRunsGoAfterADay) {
  const std::filesystem::path old = cache_file().string() + ".77", fresh = cache_file().string() + ".78";
  std::filesystem::create_directories(cache_file().parent_path());
  write_file(old, std::string("half"));
  write_file(fresh, std::string("half"));
  std::filesystem::last_write_time(old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
  output_of({"meter", "f.1.exr"});
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_TRUE(std::filesystem::exists(fresh)) << "a run that goes on may be writing it";
  EXPECT_TRUE(std::filesystem::exists(cache_file()));
}

TEST_F(Device, AReadOnlyCacheFolderDoesNoHarm) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is read-only for root; /proc stands for it above";
  using std::filesystem::perms;
  std::filesystem::permissions(cache(), perms::owner_read | perms::owner_exec);
  output_of({"meter", "f.1.exr"});
  std::filesystem::permissions(cache(), perms::owner_all);
}

}  // namespace
}  // namespace cli_test
