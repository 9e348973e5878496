// SPDX-License-Identifier: MIT
// Results made by number, for tests of the regression library.
#include "regress/fixtures.h"

#include <limits>

namespace regress_test {

std::string text_of(const std::filesystem::path& file) {
  const test_files::Bytes bytes = test_files::read_file(file);
  return {bytes.begin(), bytes.end()};
}

regress::CaseResult case_result(int number) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string text = std::to_string(number);
  const auto count = static_cast<std::uint32_t>(number);
  regress::CaseResult result;
  result.name = "tone/case-" + text;
  result.line = 3 + count;
  result.outcome = static_cast<compare::Outcome>(number % 6);
  result.must_fail = number % 7 == 1;
  result.updatable = number % 5 != 2;
  result.message = "message \"" + text + "\"\nof two lines";
  result.width = 320 + count;
  result.height = 180 + count;
  result.golden = result.name + "@llvmpipe.png";
  result.golden_key = "llvmpipe";
  result.accept_as = result.name + ".png";
  result.accept_class = "class-" + text;
  result.scores = {{"psnr_rgb", number == 0 ? kInfinity : 0.1 + number}, {"odd", -kInfinity}, {"flip_mean", 1.0 / 3.0}};
  result.checks = {{"psnr_rgb >= 40", 0.1 + number, 40.0, -0.5, false}, {"flip_mean <= 0.5", 1e-300, 0.5, 1.0, true}};
  result.rules = "all of (psnr_rgb >= 40, flip_mean <= 0.5)";
  result.histogram[0] = 57600;
  result.histogram[255] = std::numeric_limits<std::uint64_t>::max();
  result.worst_tiles = {{32 * count, 0, 32, 16, 0.7}, {0, 16, 32, 16, 0.1}};
  result.difference_hash = "00000000000000" + std::to_string(10 + number % 3);
  result.actual = "actual/" + text + ".png";
  result.expected = "expected/" + text + ".png";
  result.maps = {{"abs", "maps/" + text + ".abs.png"}, {"flip", "maps/" + text + ".flip.png"}};
  result.picture = "pictures/" + text + ".exr";
  result.picture_hash = "picture-" + text;
  result.output = "done " + text + "\n";
  result.attempts = {{compare::Outcome::differences, "", result.checks, "pictures/" + text + ".retry-1.png", "tried"},
                     {compare::Outcome::error, "renderer: ended with exit code 3", {}, "", ""}};
  result.duration_s = 0.25 * number;
  return result;
}

regress::SuiteResult suite_result(int cases) {
  regress::SuiteResult result;
  result.suite = "tests/suite.json";
  result.goldens = "/tests/goldens";
  result.photopic_version = "1.2.3";
  result.started = "2026-01-31T23:59:59Z";
  result.devices = {{"llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe Mesa 22.3.6", "Vulkan 1.3.230", "llvmpipe"}};
  for (int i = 0; i < cases; ++i) {
    result.cases.push_back(case_result(i));
    result.cases.back().number = static_cast<std::uint32_t>(i) + 1;
  }
  result.selected_cases = static_cast<std::uint32_t>(cases);
  result.unused_goldens = {"old/a.png", "old/b@nvidia.png"};
  result.duration_s = 12.5;
  return result;
}

const char* const kFullSuite = R"({
  "version": 1,
  "goldens": "accepted",
  "defaults": {
    "source": "corridor", "size": [320, 180], "rules": "driver",
    "settings": {"tone_map": {"tone_mapper": "agx"}}, "tags": ["slow", "tone"]
  },
  "cases": [
    {
      "name": "tone/agx", "source": "pictures/room.exr", "size": [64, 48], "frames": 3, "fps": 60.5, "samples": 4, "flashes": {"max_verdict": "warning", "profile": "wcag"},
      "path": "walk.json", "settings": {"exposure": {"compensation_ev": -1.5}}, "overlay": {"views": ["zebra"]},
      "comparison": null, "scene": {"sun_scale": 2}, "fov_deg": 90, "pose": {"yaw_deg": 10},
      "script": [{"time_s": 0, "reset": true}], "mask": "masks/centre.png",
      "ignore": [[0, 0, 8, 4], [10, 20, 30, 40]], "shift_radius": 2, "ignore_antialiasing": true,
      "rules": {"any": [{"max_delta": 2, "max_pixels": "0.1%"}, {"min_ssim": 0.99}]},
      "must_fail": true, "allow_blank": true, "tags": []
    },
    {"name": "plain", "script": "step.json", "comparison": {"split": 0.5}},
    {"name": "a.b-c_D/1.2"}
  ]
})";

}  // namespace regress_test
