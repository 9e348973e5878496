// SPDX-License-Identifier: MIT
// Tests of the resize lab in headless Chromium: means against the command line, mouse, keys, a lost context, sizes.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "cli/program/process.h"
#include "image_io/image_file.h"
#include "report/browser.h"
#include "unit/test_files.h"

namespace lab_test {
namespace {

using report_test::Browser;
using report_test::Json;
using report_test::Point;

struct PageSize {
  std::uint32_t width, height;
};

/// Bytes of base64.
std::vector<unsigned char> decoded(const std::string& text) {
  const auto value = [](char letter) -> std::uint32_t {
    if (letter >= 'A' && letter <= 'Z') return static_cast<std::uint32_t>(letter - 'A');
    if (letter >= 'a' && letter <= 'z') return static_cast<std::uint32_t>(letter - 'a' + 26);
    if (letter >= '0' && letter <= '9') return static_cast<std::uint32_t>(letter - '0' + 52);
    return letter == '+' ? 62 : 63;
  };
  std::vector<unsigned char> bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | value(letter);
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<unsigned char>(bits >> (count -= 8)));
  }
  return bytes;
}

std::filesystem::path folder_of_page() {
  const char* const folder = std::getenv("PHOTOPIC_TEST_LAB");
  if (folder == nullptr)
    throw std::runtime_error("PHOTOPIC_TEST_LAB is the lab's folder: run this by tests/lab/run.cmake");
  return folder;
}

class Lab : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Shared>();
    // A page of a file may read the files beside it; WebGL runs on the CPU.
    shared_->browser = std::make_unique<Browser>(
        shared_->folder.path(), std::vector<std::string>{"--allow-file-access-from-files", "--use-angle=swiftshader",
                                                         "--enable-unsafe-swiftshader"});
  }
  static void TearDownTestSuite() { shared_.reset(); }

  void SetUp() override {
    browser().resize(1280, 1000);
    browser().open("file://" + (folder_of_page() / "index.html").string());
    browser().evaluate("lab.ready.then(() => true)");
    EXPECT_FALSE(is_message_shown()) << text("#message");
  }
  void TearDown() override {
    EXPECT_EQ(complaints(), std::vector<std::string>());
    for (const std::string& url : browser().requests()) {
      EXPECT_TRUE(url.starts_with("file://" + folder_of_page().string()) || url.starts_with("data:")) << url;
    }
  }

  Browser& browser() { return *shared_->browser; }
  /// All but advice about speed.
  std::vector<std::string> complaints() {
    std::vector<std::string> all = browser().complaints();
    std::erase_if(all, [](const std::string& text) { return text.find("GPU stall due to ReadPixels") != text.npos; });
    return all;
  }
  std::filesystem::path file(const std::string& name) { return shared_->folder / name; }
  std::string text(const std::string& selector) {
    return browser().evaluate("document.querySelector('" + selector + "').textContent");
  }
  bool is_message_shown() { return browser().evaluate("!document.querySelector('#message').hidden"); }
  void expect_size(const std::string& size) {
    browser().wait_for("document.querySelector('#size').textContent === '" + size + "'");
  }
  Point middle_of(const std::string& selector) {
    const Json box = browser().evaluate("document.querySelector('" + selector + "').getBoundingClientRect().toJSON()");
    return {double(box.at("x")) + double(box.at("width")) / 2.0, double(box.at("y")) + double(box.at("height")) / 2.0};
  }
  Json means(PageSize size) {
    // Planes are copied in the same task: between tasks the page meters other widths for its plot.
    const std::string sides = std::to_string(size.width) + "," + std::to_string(size.height);
    return browser().evaluate("(() => { const means = lab.meter(" + sides +
                              "); window.planes = [0, 1, 2].map((channel) =>" + "lab.plane(channel, " +
                              std::to_string(std::size_t{size.width} * size.height) + ")); return means; })()");
  }
  /// The picture of the last means(): red, green, blue and 1 of each texel.
  std::vector<float> texels(PageSize size) {
    const std::size_t count = std::size_t{size.width} * size.height;
    std::vector<float> texels(4 * count, 1.0f);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::string plane = browser().evaluate(
          "new Promise((resolve) => { const reader = new FileReader();"
          "reader.onload = () => resolve(reader.result.split(',')[1]);"
          "reader.readAsDataURL(new Blob([planes[" +
          std::to_string(channel) + "]])); })");
      const std::vector<unsigned char> bytes = decoded(plane);
      if (bytes.size() != 4 * count) throw std::runtime_error("a plane has " + std::to_string(bytes.size()) + " bytes");
      for (std::size_t i = 0; i < count; ++i) std::memcpy(&texels[4 * i + channel], &bytes[4 * i], sizeof(float));
    }
    return texels;
  }
  /// Mean code of green in a view's picture.
  double brightness(const std::string& view) {
    return browser().evaluate(
        "(() => { const canvas = document.querySelector('#" + view + " canvas');" +
        "const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true});"
        "copy.drawImage(canvas, 0, 0); const codes = copy.getImageData(0, 0, canvas.width, canvas.height).data;"
        "let sum = 0; for (let i = 1; i < codes.length; i += 4) sum += codes[i]; return 4 * sum / codes.length; })()");
  }

 private:
  struct Shared {
    test_files::TempFolder folder;
    std::unique_ptr<Browser> browser;
  };
  static std::unique_ptr<Shared> shared_;
};
std::unique_ptr<Lab::Shared> Lab::shared_;

double command_line_mean(const std::filesystem::path& file) {
  const cli_test::ProcessResult result =
      cli_test::run_process({PHOTOPIC_CLI, "meter", "--backend", "es2", "--json", file.string()}, {});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return Json::parse(result.out).at(0).at("mean_log2_luminance");
}

/// What the command line measures of the same texels.
double command_line_mean(const std::filesystem::path& file, const std::vector<float>& texels, PageSize size) {
  const auto writer = image_io::create_exr(file, {size.width, size.height, image_io::TexelFormat::rgba32f});
  writer->write_rows(size.height, texels.data());
  writer->finish();
  return command_line_mean(file);
}

/// Mean of log2 luminance over the first columns and rows, in double precision.
double mean_of(const std::vector<float>& texels, PageSize size, PageSize part) {
  double sum = 0.0;
  for (std::uint32_t y = 0; y < part.height; ++y) {
    for (std::uint32_t x = 0; x < part.width; ++x) {
      const float* const texel = &texels[4 * (std::size_t{y} * size.width + x)];
      sum += std::log2(0.2126 * double(texel[0]) + 0.7152 * double(texel[1]) + 0.0722 * double(texel[2]));
    }
  }
  return sum / (double(part.width) * part.height);
}

TEST_F(Lab, MeansAreThoseOfTheCommandLine) {
  constexpr double kTolerance = 1e-5;       // of Photopic's means, stops: what the page promises
  constexpr double kChainTolerance = 1e-4;  // ten levels of floats, each rounded, of values up to 16
  struct Case {
    PageSize size, crop;
  };
  constexpr Case kCases[] = {{{640, 360}, {512, 256}}, {{1023, 511}, {512, 256}}, {{967, 509}, {512, 256}},
                             {{768, 432}, {512, 256}}, {{801, 450}, {512, 256}},  {{1024, 512}, {1024, 512}},
                             {{65, 33}, {64, 32}}};
  for (const auto& [size, crop] : kCases) {
    SCOPED_TRACE(std::to_string(size.width) + "x" + std::to_string(size.height));
    const Json found = means(size);
    const std::vector<float> picture = texels(size);
    EXPECT_NEAR(double(found.at("photopic")), command_line_mean(file("picture.exr"), picture, size), kTolerance);
    EXPECT_NEAR(double(found.at("photopic")), mean_of(picture, size, size), kTolerance);
    EXPECT_NEAR(double(found.at("exact")), mean_of(picture, size, size), kTolerance);
    EXPECT_NEAR(double(found.at("evenCrop")), mean_of(picture, size, crop), kChainTolerance);
  }
  const Json whole = means({1024, 512});  // no side is ever odd
  EXPECT_NEAR(double(whole.at("mipmap")), double(whole.at("exact")), kChainTolerance);
}

TEST_F(Lab, PanoramaIsThatOfTheProgram) {
  constexpr double kTolerance = 1e-3;  // stops: mantissas of 8 bits, rounded to nearest, over 3e5 texels
  const std::filesystem::path street = file("street.exr");
  ASSERT_EQ(cli_test::run_process({PHOTOPIC_TEST_PANORAMA, street.string(), "--width", "768"}, {}).exit_code, 0);
  EXPECT_NEAR(double(means({768, 384}).at("exact")), command_line_mean(street), kTolerance);
}

TEST_F(Lab, HandlesAreDragged) {
  for (const std::string view : {"naive", "photopic"}) {
    const double width = browser().evaluate("size.width"), height = browser().evaluate("size.height");
    const double scale = browser().evaluate("1024 / document.querySelector('.stage').clientWidth");
    const Point handle = middle_of("#" + view + " .handle");
    const Point to = {handle.x - 40.0, handle.y - 30.0};
    browser().press_button(handle);
    browser().move({handle.x - 20.0, handle.y});
    browser().move(to);
    browser().release_button(to);
    expect_size(std::to_string(std::lround(width - 40.0 * scale)) + " × " +
                std::to_string(std::lround(height - 30.0 * scale)));
    browser().move({handle.x, handle.y});  // let go
    const Point moved = middle_of("#" + view + " .handle");
    EXPECT_NEAR(moved.x, to.x, 1.0);  // the window has whole pixels
    EXPECT_NEAR(moved.y, to.y, 1.0);
  }
}

TEST_F(Lab, ArrowKeysChangeTheSize) {
  expect_size("800 × 450");
  browser().press("ArrowLeft");
  expect_size("799 × 450");
  browser().press("ArrowRight", report_test::kShift);
  expect_size("815 × 450");
  browser().press("ArrowUp");  // scrolls
  browser().evaluate("document.querySelector('#photopic .handle').focus()");
  browser().press("ArrowUp");
  expect_size("815 × 449");
  EXPECT_EQ(text("#plot-height"), "449");
  browser().press("ArrowDown");
  expect_size("815 × 450");
  for (int i = 0; i < 40; ++i) browser().press("ArrowRight", report_test::kShift);
  expect_size("1024 × 450");
}

TEST_F(Lab, OnePixelChangesTheNaiveViewOnly) {
  constexpr double kAlike = 1.0;  // codes: of resampling by one column
  const Point plot = middle_of("#plot canvas");
  browser().click(plot);  // the width is now near the middle, and keys go on from there
  const double middle = browser().evaluate("size.width");
  EXPECT_NEAR(middle, 544.0, 24.0);
  browser().evaluate("resize(767, 450)");
  expect_size("767 × 450");
  const double naive = brightness("naive"), photopic = brightness("photopic");
  browser().press("ArrowRight");
  expect_size("768 × 450");
  EXPECT_NEAR(brightness("photopic"), photopic, kAlike);
  EXPECT_LT(brightness("naive"), naive / 2.0) << "generateMipmap of SwiftShader halves by a linear filter";
  EXPECT_EQ(text("#photopic .error"), "0.00 stops");
  const std::string mipmap = text("#naive .error");
  browser().click(middle_of("[value=evenCrop]"));
  EXPECT_NE(text("#naive .error"), mipmap);
  EXPECT_TRUE(text("#naive .error").ends_with(" stops"));
}

TEST_F(Lab, PlotHasEveryWidth) {
  constexpr double kTolerance = 1e-5;
  browser().wait_for("lab.points().size > 40");
  const Json errors = browser().evaluate("[...lab.points().values()]");
  double worst = 0.0;
  for (const Json& each : errors) {
    EXPECT_LT(std::abs(double(each.at("photopic"))), kTolerance);
    worst = std::max(worst, std::abs(double(each.at("evenCrop"))));
  }
  EXPECT_GT(worst, 0.5);  // at widths between powers of two
}

TEST_F(Lab, FitsNarrowAndDarkScreens) {
  const auto background = [&] {
    return std::string(browser().evaluate("getComputedStyle(document.documentElement).backgroundColor"));
  };
  const std::string light = background();
  browser().call("Emulation.setEmulatedMedia",
                 {{"features", Json::array({{{"name", "prefers-color-scheme"}, {"value", "dark"}}})}});
  EXPECT_NE(background(), light);
  browser().call("Emulation.setEmulatedMedia", {{"features", Json::array()}});
  browser().resize(390, 844);
  EXPECT_LE(int(browser().evaluate("document.documentElement.scrollWidth")), 390);
  EXPECT_LT(middle_of("#naive").y, middle_of("#photopic").y);
}

class LostContext : public Lab {
 protected:
  void TearDown() override {  // the browser says itself that the context is lost, and that is all
    for (const std::string& complaint : complaints()) {
      EXPECT_NE(complaint.find("CONTEXT_LOST_WEBGL"), std::string::npos) << complaint;
    }
  }
  static constexpr const char* kLose =
      "document.querySelector('#gl').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext();";
};

TEST_F(LostContext, IsAMessageOfTheNextCall) {
  // In one task, before the page hears of it.
  EXPECT_EQ(browser().evaluate(std::string(kLose) + "lab.meter(640, 360)"), Json());
  EXPECT_TRUE(is_message_shown());
  EXPECT_TRUE(text("#message").starts_with("create: the context is lost")) << text("#message");
}

TEST_F(LostContext, IsAMessageOfTheSameSize) {
  EXPECT_EQ(browser().evaluate("lab.meter(640, 360);" + std::string(kLose) + "lab.meter(640, 360)"), Json());
  EXPECT_TRUE(text("#message").starts_with("meter: the context is lost")) << text("#message");
}

TEST_F(LostContext, IsAMessageOfThePage) {
  browser().evaluate(kLose);
  browser().wait_for("!document.querySelector('#message').hidden");
  browser().press("ArrowRight");
  EXPECT_NE(text("#message").find("the context is lost"), std::string::npos) << text("#message");
  browser().click(middle_of("#message button"));  // loads the page again
  browser().wait_for(
      "document.querySelector('#message')?.hidden && document.querySelector('#size').textContent === '800 × 450'");
}

TEST(LabFiles, DownloadIsSmall) {
  constexpr std::size_t kMostBytes = 100'000, kMostPictureBytes = 750'000;
  std::size_t bytes = 0;
  for (const char* name : {"index.html", "lab.css", "lab.js", "photopic-lab.js", "photopic-lab.wasm"}) {
    const test_files::Bytes file = test_files::read_file(folder_of_page() / name);
    ASSERT_FALSE(file.empty()) << name;
    uLongf size = compressBound(file.size());
    std::vector<unsigned char> compressed(size);
    ASSERT_EQ(compress2(compressed.data(), &size, file.data(), file.size(), Z_BEST_COMPRESSION), Z_OK);
    bytes += size;
  }
  EXPECT_LT(bytes, kMostBytes);
  EXPECT_LT(std::filesystem::file_size(folder_of_page() / "street.png"), kMostPictureBytes);
}

}  // namespace
}  // namespace lab_test
