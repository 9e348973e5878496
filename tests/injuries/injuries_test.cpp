// SPDX-License-Identifier: MIT
// Tests of the presets: pictures of two drivers pass, injured ones fail. docs/regression.md has what came of it, beside
// the rules of other tools.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "compare/rules/limits.h"
#include "compare/rules/scores.h"
#include "files/text_file.h"
#include "gpu/fixture.h"
#include "injuries/scene.h"

namespace {

using injuries::Driver;
using injuries::Injury;
using reference::CodeImage;

struct Pair {
  std::string name;
  bool is_injured;
  CodeImage reference, test;
};

const Driver kRounded = {.rounding_error = 1.0};
const Driver kFiltered = {.filter_error = 1.5, .rounding_error = 0.5};
const Driver kEdged = {.mirrors_samples = true};
const Driver kOther = {.mirrors_samples = true, .filter_error = 1.5, .rounding_error = 0.5};

constexpr struct {
  Injury injury;
  const char* name;
} kInjuries[] = {{Injury::missing_object, "missing object"},
                 {Injury::shifted_text, "line of text shifted by 1 pixel"},
                 {Injury::wrong_texture, "wrong texture on 0.1 % of the area"},
                 {Injury::lost_shadow, "lost shadow"},
                 {Injury::wrong_mip, "wrong mip on an object"},
                 {Injury::banding, "banding of the sky, 8 codes"},
                 {Injury::swapped_corner, "red and blue swapped in a corner, 64 x 64"},
                 {Injury::hole, "hole, 24 x 24"},
                 {Injury::rectangle, "red rectangle, 160 x 40"}};

void add_drivers(std::size_t width, std::size_t height, std::vector<Pair>& pairs) {
  const CodeImage reference = injuries::draw(width, height);
  const auto add = [&](const char* name, const Driver& driver) {
    pairs.push_back({name, false, reference, injuries::draw(width, height, driver)});
  };
  add("other rounding", kRounded);
  add("other texture filter", kFiltered);
  add("other anti-aliased edges", kEdged);
  add("other driver: all three", kOther);
}

void add_injury(std::size_t width, std::size_t height, Injury injury, std::vector<Pair>& pairs) {
  const auto* const found =
      std::find_if(std::begin(kInjuries), std::end(kInjuries), [=](const auto& row) { return row.injury == injury; });
  pairs.push_back({found->name, true, injuries::draw(width, height), injuries::draw(width, height, {}, injury)});
}

/// Of 640 x 360 pixels, and of 1920 x 1080 what is smaller there, and the hardest edges.
std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  add_drivers(640, 360, pairs);
  pairs.push_back({"other anti-aliased edges of white wedges", false, injuries::draw_star(1920, 1080),
                   injuries::draw_star(1920, 1080, kEdged)});
  for (const auto& row : kInjuries) add_injury(640, 360, row.injury, pairs);
  for (const Injury injury : {Injury::shifted_text, Injury::rectangle}) add_injury(1920, 1080, injury, pairs);
  return pairs;
}

// ---- judges ----

compare::Frame frame_of(const CodeImage& image) {
  std::vector<std::byte> rgba(image.pixels.size() * 4, std::byte{255});
  for (std::size_t i = 0; i < image.pixels.size(); ++i) std::memcpy(&rgba[4 * i], image.pixels[i].data(), 3);
  return compare::frame_of({std::uint32_t(image.width), std::uint32_t(image.height)}, std::move(rgba));
}

constexpr const char* kGlobalRule = R"({"max_delta": 5, "max_pixels": "0.5%", "min_ssim": 0.99, "max_flip": 0.02})";
constexpr const char* kFlipRule = R"({"max_flip": 0.02})";

/// OpenImageIO's `idiff -fail 0.016 -failpercent 1`: a pixel fails when a channel differs by more.
bool passes_idiff(const Pair& pair) {
  std::size_t failed = 0;
  for (std::size_t i = 0; i < pair.reference.pixels.size(); ++i) {
    int largest = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      largest = std::max(largest, std::abs(pair.reference.pixels[i][c] - pair.test.pixels[i][c]));
    }
    if (double(largest) / 255.0 > 0.016) ++failed;
  }
  return double(failed) <= 0.01 * double(pair.reference.pixels.size());
}

/// odiff's by default: no pixel beyond 0.1 of the largest difference of Kotsarenko and Ramos 2010, in YIQ.
bool passes_odiff(const Pair& pair) {
  constexpr double kLargest = 35215.0;
  for (std::size_t i = 0; i < pair.reference.pixels.size(); ++i) {
    std::array<double, 3> d;
    for (std::size_t c = 0; c < 3; ++c) d[c] = double(pair.reference.pixels[i][c]) - double(pair.test.pixels[i][c]);
    const double y = 0.29889531 * d[0] + 0.58662247 * d[1] + 0.11448223 * d[2];
    const double in_phase = 0.59597799 * d[0] - 0.27417610 * d[1] - 0.32180189 * d[2];
    const double quadrature = 0.21147017 * d[0] - 0.52261711 * d[1] + 0.31114694 * d[2];
    const double delta = 0.5053 * y * y + 0.299 * in_phase * in_phase + 0.1957 * quadrature * quadrature;
    if (delta > kLargest * 0.1 * 0.1) return false;
  }
  return true;
}

/// By rules of one delta of clusters.
std::vector<compare::Verdict> verdicts(compare::Comparer& comparer, const Pair& pair,
                                       const std::vector<const char*>& rule_texts) {
  compare::Options options;
  std::vector<compare::Rule> rules;
  for (const char* text : rule_texts) {
    rules.push_back(compare::parse_rule(text));
    options.metrics |= compare::metrics_for(rules.back());
    for (const compare::PixelDistance& distance : compare::distances_of(rules.back())) {
      options.distances.push_back(distance);
    }
    options.cluster_delta = std::max(options.cluster_delta, compare::cluster_delta_of(rules.back()).value_or(0));
  }
  options.required = options.metrics;
  const compare::Comparison comparison = comparer.compare(frame_of(pair.reference), frame_of(pair.test), options);
  const compare::Measured measured = compare::measured_of(comparison, true, false);
  std::vector<compare::Verdict> verdicts;
  for (const compare::Rule& rule : rules) verdicts.push_back(compare::evaluate(rule, measured));
  return verdicts;
}

std::string failed_checks(const compare::Verdict& verdict) {
  std::string text;
  for (const compare::Check& check : verdict.checks) {
    if (!check.holds) text += "\n" + check.text + ": " + std::to_string(check.value);
  }
  return text;
}

/// Of 16 bits, 257 codes are one of a rule's.
TEST(Injuries, DeltasOfClustersAreOfEightBits) {
  compare::Comparer comparer(test::context());
  compare::Frame one;
  one.extent = {40, 30};
  one.format = VK_FORMAT_R16G16B16A16_UNORM;
  one.bits = 16;
  one.planes[0].resize(40 * 30 * 4 * sizeof(std::uint16_t));
  compare::Frame other = one;
  for (std::size_t i = 0; i < 7; ++i) {
    const auto code = std::uint16_t(i < 3 ? 3 * 257 + 1 : 3 * 257);
    std::memcpy(&other.planes[0][i * 8], &code, sizeof code);
  }
  compare::Options options;
  options.metrics = photopic::kMetricCluster;
  for (const auto& [delta, pixels] : {std::pair{2u, 7u}, {3u, 3u}, {4u, 0u}}) {
    options.cluster_delta = delta;
    EXPECT_EQ(comparer.compare(one, other, options).result.cluster.pixels, pixels) << delta;
  }
}

/// Of a row: what the rules say, those in bold that are wrong.
std::string judged(compare::Comparer& comparer, const Pair& pair) {
  const compare::Verdict backend = verdicts(comparer, pair, {"backend"}).front();
  const std::vector<compare::Verdict> others = verdicts(comparer, pair, {"driver", kGlobalRule, kFlipRule});
  EXPECT_EQ(others[0].holds, !pair.is_injured) << failed_checks(others[0]);
  EXPECT_FALSE(pair.is_injured && backend.holds);
  std::string row = backend.holds ? " pass |" : " fail |";  // of one device: need not pass what two drivers make
  for (const bool passes :
       {others[0].holds, others[1].holds, others[2].holds, passes_idiff(pair), passes_odiff(pair)}) {
    const char* const word = passes ? "pass" : "fail";
    row += passes == pair.is_injured ? std::string(" **") + word + "** |" : std::string(" ") + word + " |";
  }
  return row;
}

/// Injuries that need no scene, on a picture that is flat, where SSIM and FLIP see most.
TEST(Injuries, OnAFlatPicture) {
  compare::Comparer comparer(test::context());
  const CodeImage flat(400, 300, {128, 120, 110});
  for (const Injury injury : {Injury::swapped_corner, Injury::hole, Injury::rectangle}) {
    SCOPED_TRACE(int(injury));
    (void)judged(comparer, {"", true, flat, injuries::injured(flat, injury)});
  }
}

TEST(Injuries, TheTableOfTheDocument) {
  const std::string path = std::string(PHOTOPIC_TEST_PROJECT_DIR) + "/docs/regression.md";
  const std::string head =
      "| pair | must | `backend` | `driver` | without local rules | FLIP mean | idiff | odiff |\n"
      "|---|---|---|---|---|---|---|---|\n";
  std::string table = head;
  compare::Comparer comparer(test::context());
  for (const Pair& pair : all_pairs()) {
    SCOPED_TRACE(pair.name);
    const std::string size = std::to_string(pair.test.width) + " x " + std::to_string(pair.test.height);
    table += "| " + pair.name + "; " + size + " | " + (pair.is_injured ? "fail" : "pass") + " |" +
             judged(comparer, pair) + "\n";
  }
  std::string page = files::read_text(path);
  const std::size_t first = page.find(head), end = page.find("\n\n", first);
  ASSERT_NE(end, std::string::npos);
  if (std::getenv("PHOTOPIC_UPDATE_DOCS") != nullptr) {
    std::ofstream(path) << page.replace(first, end + 1 - first, table);
    return;
  }
  EXPECT_EQ(page.substr(first, end + 1 - first), table)
      << "PHOTOPIC_UPDATE_DOCS=1 photopic-injury-tests writes docs/regression.md anew";
}

}  // namespace
