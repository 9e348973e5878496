// SPDX-License-Identifier: MIT
// Made-up cases of every outcome, and their pictures.
#include "report/made_suite.h"

#include <cmath>
#include <limits>
#include <vector>

#include "files/hash.h"
#include "image_io/image_file.h"

namespace report_test {
namespace {

namespace fs = std::filesystem;
using compare::Check;
using compare::Outcome;
using regress::CaseResult;

bool is_inside(const regress::Tile& tile, std::uint32_t x, std::uint32_t y) {
  return x >= tile.x && y >= tile.y && x < tile.x + tile.width && y < tile.y + tile.height;
}

CaseResult make_case(const std::string& name, Outcome outcome, const std::string& message) {
  CaseResult result;
  result.name = name;
  result.outcome = outcome;
  result.message = message;
  result.width = kWidth;
  result.height = kHeight;
  result.duration_s = 0.25;
  return result;
}

void add_comparison(CaseResult& result, double ssim, double flip) {
  result.golden = result.name + ".png";
  result.accept_as = result.golden;
  result.rules = "all of (SSIM at least 0.99, FLIP at most 0.02)";
  result.scores = {
      {"ssim", ssim}, {"flip", flip}, {"psnr_db", ssim < 1.0 ? 31.25 : std::numeric_limits<double>::infinity()}};
  result.checks = {Check{"ssim >= 0.99", ssim, 0.99, (ssim - 0.99) / 0.99, ssim >= 0.99},
                   Check{"flip <= 0.02", flip, 0.02, (0.02 - flip) / 0.02, flip <= 0.02}};
}

CaseResult complete_case(const fs::path& folder) {
  CaseResult result = make_case("tone/agx", Outcome::differences, "ssim 0.9 is less than 0.99");
  add_comparison(result, 0.9, 0.05);
  result.golden = "tone/agx@llvmpipe.png";
  result.accept_as = "tone/agx.png";
  result.golden_key = result.accept_class = "llvmpipe";
  result.histogram[0] = kWidth * kHeight - 512;
  result.histogram[1] = 256;
  result.histogram[9] = 255;
  result.histogram[100] = 1;
  result.worst_tiles = {kWorstTile, kSecondTile};
  result.actual = "agx.actual.png";
  result.expected = "agx.expected.png";
  result.maps = {
      {"abs", "agx.abs.png"}, {"flip", "agx.flip.png"}, {"ssim", "agx.ssim.png"}, {"ciede2000", "agx.de.png"}};
  write_picture(folder / result.actual, kWidth, kHeight, actual_codes);
  write_picture(folder / result.expected, kWidth, kHeight, expected_codes);
  int shade = 40;
  for (const auto& map : result.maps) {
    write_picture(folder / map.second, kWidth, kHeight, [&](auto, auto) { return Codes{shade, 0, 255 - shade}; });
    shade += 40;
  }
  return result;
}

CaseResult with_pictures(CaseResult result, const std::string& actual, const std::string& expected) {
  result.actual = actual;
  result.expected = expected;
  return result;
}

/// What is shown is what was judged.
void add_judged(CaseResult& result, const fs::path& folder) {
  result.picture = result.actual;
  if (fs::is_regular_file(folder / result.picture)) {
    result.picture_hash = files::hash_of_file(folder / result.picture);
  }
}

}  // namespace

Codes expected_codes(std::uint32_t x, std::uint32_t y) {
  return {static_cast<int>(2 * x), static_cast<int>(4 * y), static_cast<int>(50 + (x + y) % 100)};
}

Codes actual_codes(std::uint32_t x, std::uint32_t y) {
  Codes codes = expected_codes(x, y);
  if (is_inside(kWorstTile, x, y)) codes = {codes[0] + 9, codes[1] - 3, codes[2]};
  if (is_inside(kSecondTile, x, y)) codes[2] += 1;
  return codes;
}

void write_picture(const fs::path& file, std::uint32_t width, std::uint32_t height, const Texel& texel) {
  const auto writer = image_io::create_png(file, width, height);
  std::vector<std::uint8_t> row;
  for (std::uint32_t y = 0; y < height; ++y) {
    row.clear();
    for (std::uint32_t x = 0; x < width; ++x) {
      for (const int code : texel(x, y)) row.push_back(static_cast<std::uint8_t>(code));
      row.push_back(255);
    }
    writer->write_rows(1, row.data());
  }
  writer->finish();
}

regress::SuiteResult made_suite(const fs::path& folder) {
  regress::SuiteResult suite;
  suite.suite = "suites/made \"up\" & <b>bold</b>.json";
  suite.photopic_version = "0.7.0";
  suite.started = "2026-01-31T23:59:59Z";
  suite.devices = {{"llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe Mesa 22.3.6", "Vulkan 1.3.230", "llvmpipe"}};
  suite.unused_goldens = {"old/one.png", "old/<two>.png"};
  suite.duration_s = 75.0;

  suite.cases.push_back(complete_case(folder));
  CaseResult passing = make_case("tone/aces", Outcome::pass, "");
  add_comparison(passing, 1.0, 0.0);
  passing.duration_s = 2.5;
  passing.histogram[0] = kWidth * kHeight;
  suite.cases.push_back(with_pictures(passing, "agx.expected.png", "agx.expected.png"));
  CaseResult evil = make_case(kEvilName, Outcome::differences, kEvilMessage);
  add_comparison(evil, 0.985, 0.01);
  evil.rules = evil.golden = evil.golden_key = evil.checks[0].text = evil.scores[0].first = kEvilName;
  suite.cases.push_back(with_pictures(evil, "agx.actual.png", "agx.expected.png"));
  CaseResult fresh = make_case("new/one", Outcome::no_golden, "no golden for llvmpipe");
  fresh.accept_as = "new/one.png";
  suite.cases.push_back(with_pictures(fresh, "agx.actual.png", ""));
  CaseResult resized = make_case("size/changed", Outcome::mismatch, "96 x 54 pixels, the golden has 48 x 20");
  resized.golden = resized.accept_as = "size/changed.png";
  write_picture(folder / "small.png", 48, 20, expected_codes);
  suite.cases.push_back(with_pictures(resized, "agx.actual.png", "small.png"));
  CaseResult broken = make_case("broken/case", Outcome::error, "pictures/room.exr: no such file");
  broken.width = broken.height = 0;
  broken.scores = {{"ssim", std::nan("")}};
  suite.cases.push_back(broken);
  CaseResult must_fail = make_case("must/fail", Outcome::differences, "");
  must_fail.must_fail = true;
  add_comparison(must_fail, 0.5, 0.4);
  must_fail.accept_as = "";
  suite.cases.push_back(with_pictures(must_fail, "agx.actual.png", "agx.expected.png"));
  CaseResult gone = make_case("gone/pictures", Outcome::differences, "flip 0.03 is more than 0.02");
  add_comparison(gone, 0.995, 0.03);
  gone.accept_as = "";
  write_picture(folder / "truncated.png", 4, 4, expected_codes);
  fs::resize_file(folder / "truncated.png", 60);
  gone.maps = {{"abs", "truncated.png"}, {"flip", "."}};
  suite.cases.push_back(with_pictures(gone, "never/written.png", "never.png"));
  suite.cases.push_back(make_case("lost device", Outcome::device_error, "the device was lost"));
  for (CaseResult& one : suite.cases) add_judged(one, folder);
  suite.selected_cases = static_cast<std::uint32_t>(suite.cases.size());
  return suite;
}

regress::SuiteResult large_suite(const fs::path& folder, int count) {
  regress::SuiteResult suite;
  suite.suite = "large.json";
  write_picture(folder / "shared.actual.png", kWidth, kHeight, actual_codes);
  write_picture(folder / "shared.expected.png", kWidth, kHeight, expected_codes);
  for (int i = 0; i < count; ++i) {
    const bool fails = i % 10 == 7;
    CaseResult result = make_case("group" + std::to_string(i % 7) + "/case" + std::to_string(i),
                                  fails ? Outcome::differences : Outcome::pass, fails ? "too different" : "");
    add_comparison(result, fails ? 0.98 - i * 1e-5 : 0.995, 0.01);
    result.duration_s = i * 1e-3;
    if (fails) result.difference_hash = i % 100 == 7 ? "00000000000000aa" : std::to_string(1000000000000000 + i);
    result.histogram[3] = 17;
    suite.cases.push_back(with_pictures(result, "shared.actual.png", "shared.expected.png"));
    add_judged(suite.cases.back(), folder);
  }
  return suite;
}

}  // namespace report_test
