// SPDX-License-Identifier: MIT
// Figures of docs/glare.md: a bloom chain as it is commonly coded beside glare's pyramid.
#include "reference/effects/usual_bloom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "glare/tables.h"
#include "image_io/image_file.h"
#include "plot/figure.h"
#include "reference/effects/glare.h"
#include "reference/tone_map.h"

namespace {

namespace ours = reference::glare;
namespace usual = reference::usual_bloom;

/// The most light that an impulse's glow has over the impulse, of all places.
double usual_gain(std::size_t n, std::size_t level) {
  double most = 0.0;
  for (std::size_t at = 0; at < n; ++at) most = std::max(most, usual::glow_of(n, at, level).light);
  return most;
}

/// The farthest that a glow's centre is from its source, a quarter and more of the axis from both ends.
double usual_shift(std::size_t n, std::size_t level) {
  double most = 0.0;
  for (std::size_t at = n / 4; at < n - n / 4; ++at) {
    most = std::max(most, std::abs(usual::glow_of(n, at, level).centre));
  }
  return most;
}

/// (most - least) / mean of the glow `distance` from an impulse that moves over a period.
template <class Respond>
double flicker(std::size_t level, std::size_t distance, Respond respond) {
  double least = 1e300, most = 0.0, sum = 0.0;
  const std::size_t period = std::size_t{1} << level;
  for (std::size_t p = 0; p < period; ++p) {
    ours::Axis impulse(1024, 0.0);
    impulse[512 + p] = 1.0;
    const double glow = respond(impulse)[512 + p + distance];
    least = std::min(least, glow);
    most = std::max(most, glow);
    sum += glow;
  }
  return (most - least) / (sum / double(period));
}

ours::Axis one_level(const ours::Axis& axis, std::size_t level, ours::Kernel kernel) {
  std::vector<std::size_t> sizes = {axis.size()};
  ours::Axis v = axis, a(axis.size(), 1.0);
  for (std::size_t k = 0; k < level; ++k) {
    v = ours::down(v, {kernel});
    a = ours::down(a, {kernel});
    sizes.push_back(v.size());
  }
  for (std::size_t i = 0; i < v.size(); ++i) v[i] /= a[i];
  for (std::size_t k = level; k > 0; --k) v = ours::up(v, sizes[k - 1], {kernel});
  return v;
}

/// A box of two texels down, the same up by one bilinear tap: the cheapest chain.
ours::Axis cheap_level(const ours::Axis& axis, std::size_t level) {
  std::vector<ours::Axis> sizes = {axis};
  ours::Axis v = axis;
  for (std::size_t k = 0; k < level; ++k) {
    ours::Axis half(v.size() / 2);
    for (std::size_t i = 0; i < half.size(); ++i) half[i] = 0.5 * (v[2 * i] + v[2 * i + 1]);
    v = half;
    sizes.push_back(v);
  }
  for (std::size_t k = level; k > 0; --k) {
    ours::Axis fine(sizes[k - 1].size());
    for (std::size_t i = 0; i < fine.size(); ++i) {
      const std::size_t own = i / 2, last = v.size() - 1;
      const std::size_t side = i % 2 == 0 ? (own == 0 ? 0 : own - 1) : std::min(own + 1, last);
      fine[i] = 0.75 * v[own] + 0.25 * v[side];
    }
    v = fine;
  }
  return v;
}

void print(const char* what, double value) { std::printf("%-64s %.3f\n", what, value); }

TEST(UsualBloom, BrightensBorders) {
  const double level_4 = usual_gain(1024, 4), level_6 = usual_gain(1024, 6);
  print("usual chain, light of a glow at a border over its source, level 4", level_4);
  print("the same, level 6", level_6);
  EXPECT_NEAR(level_4, 1.50, 0.01);
  EXPECT_NEAR(level_6, 1.77, 0.01);
}

TEST(UsualBloom, ShiftsGlowsOfOddSizes) {
  const double of_1080 = usual_shift(1080, 6), of_1023 = usual_shift(1023, 6), of_1024 = usual_shift(1024, 6);
  print("usual chain, texels that a glow is off its source, 1080, level 6", of_1080);
  print("the same, 1023 texels", of_1023);
  print("the same, 1024 texels", of_1024);
  EXPECT_NEAR(std::max(of_1080, of_1023), 1.8, 0.15);
}

TEST(UsualBloom, LosesOrMakesLightAtOddSizes) {
  double least = 1e300, most = 0.0;
  for (std::size_t at = 256; at < 768; ++at) {
    const double light = usual::glow_of(1023, at, 6).light;
    least = std::min(least, light);
    most = std::max(most, light);
  }
  print("usual chain, least light of a glow inside over its source, 1023", least);
  print("the same, most", most);
  EXPECT_LT(least, 0.998);
  EXPECT_GT(most, 1.02);
}

/// Inside, where its size is a power of two, the usual chain is as steady as ours; a cheap one isn't.
TEST(UsualBloom, FlickersWhereItIsCheap) {
  for (const std::size_t distance : {0u, 8u, 16u}) {
    const double b6 = flicker(4, distance, [](const auto& v) { return one_level(v, 4, ours::Kernel::b6); });
    const double j = flicker(4, distance, [](const auto& v) { return one_level(v, 4, ours::Kernel::j); });
    const double of_usual = flicker(4, distance, [](const auto& v) { return usual::bloom(v, 4); });
    const double cheap = flicker(4, distance, [](const auto& v) { return cheap_level(v, 4); });
    std::printf("level 4, %2zu texels away: B6 %.3f, J %.3f, usual %.3f, box and one tap %.3f\n", distance, b6, j,
                of_usual, cheap);
    EXPECT_LE(b6, 0.0065);
    EXPECT_LE(j, 0.0185);
    EXPECT_LE(of_usual, 0.0075);
    EXPECT_GE(cheap, 0.09);
  }
}

/// The farthest that our glow's centre is from its source, a quarter and more of the axis from both ends.
double our_shift(std::size_t n, std::size_t level, ours::Kernel kernel) {
  double most = 0.0;
  for (std::size_t at = n / 4; at < n - n / 4; at += 7) {
    ours::Axis impulse(n, 0.0);
    impulse[at] = 1.0;
    const ours::Axis glow = one_level(impulse, level, kernel);
    double from_source = 0.0;
    for (std::size_t i = 0; i < n; ++i) from_source += glow[i] * (double(i) - double(at));
    most = std::max(most, std::abs(from_source));
  }
  return most;
}

TEST(UsualBloom, OursIsWhereItsSourceIs) {
  for (const std::size_t n : {1080u, 1023u}) {
    const double b6 = our_shift(n, 6, ours::Kernel::b6), j = our_shift(n, 6, ours::Kernel::j);
    std::printf("ours, texels that a glow is off its source, %zu, level 6: B6 %.2g, J %.2g\n", n, b6, j);
    EXPECT_LE(b6, 0.005);
    EXPECT_LE(j, 0.005);
  }
}

using Level = std::function<ours::Axis(const ours::Axis& axis, std::size_t level)>;

/// Of 1920 x 1080 at 60 degrees, a least angle of 0.25: what a sun at (480 + x, 270 + y) scatters by an offset.
class WholeVeil {
 public:
  static constexpr std::size_t kPositions = 128;

  explicit WholeVeil(const Level& level_of) {
    photopic::Settings settings;
    settings.glare.glare = photopic::GlareProfile::eye;
    const auto weights = photopic::glare::level_weights(settings, {1920, 1080}).of_level;
    weights_.assign(weights.begin(), weights.begin() + 10);
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      for (const bool is_row : {true, false}) {
        for (std::size_t p = 0; p < kPositions; ++p) {
          const std::size_t n = is_row ? 1920 : 1080;
          ours::Axis impulse(n, 0.0);
          if (weights_[k] > 0.0) {
            impulse[n / 4 + p] = 1.0;
            impulse = level_of(impulse, k + 1);
          }
          const auto from = impulse.begin() + std::ptrdiff_t(n / 4 + p);
          (is_row ? across_ : along_).emplace_back(from, from + kReach);
        }
      }
    }
  }

  double at(std::size_t x, std::size_t y, std::size_t dx, std::size_t dy) const {
    double veil = 0.0;
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      veil += weights_[k] * across_[k * kPositions + x][dx] * along_[k * kPositions + y][dy];
    }
    return veil;
  }

  /// (most - least) / mean, of the offset where it is largest.
  double change() const {
    double worst = 0.0;
    for (const std::size_t d : {8u, 9u, 12u, 17u, 31u}) {
      for (const std::size_t across : {std::size_t{0}, std::size_t{1}, d}) {
        double least = 1e300, most = 0.0, sum = 0.0;
        for (std::size_t i = 0; i < kPositions * kPositions; ++i) {
          const double veil = at(i % kPositions, i / kPositions, d, across);
          least = std::min(least, veil);
          most = std::max(most, veil);
          sum += veil;
        }
        worst = std::max(worst, (most - least) / (sum / double(kPositions * kPositions)));
      }
    }
    return worst;
  }

 private:
  static constexpr std::ptrdiff_t kReach = 32;
  ours::Axis weights_;
  std::vector<ours::Axis> across_, along_;  // by level and position
};

ours::Axis by_b6(const ours::Axis& axis, std::size_t level) { return one_level(axis, level, ours::Kernel::b6); }
ours::Axis by_j(const ours::Axis& axis, std::size_t level) { return one_level(axis, level, ours::Kernel::j); }

TEST(UsualBloom, WholeVeilsChange) {
  const double b6 = WholeVeil(by_b6).change(), j = WholeVeil(by_j).change();
  const double of_usual = WholeVeil(usual::bloom).change(), cheap = WholeVeil(cheap_level).change();
  std::printf("whole veil, from 8 texels on: B6 %.4f, J %.4f, usual %.4f, box and one tap %.4f\n", b6, j, of_usual,
              cheap);
  EXPECT_LE(b6, 0.019);
  EXPECT_LE(j, 0.085);
  EXPECT_NEAR(of_usual, 0.037, 0.001);
  EXPECT_GE(cheap, 4.0);
}

/// A plot of values over the place of a sun.
struct SunPlot {
  const char* file;
  const char* title;
  const char* y_name;
  double most;  ///< the axis reaches from -most to most
  double tick;
  int digits;
  std::size_t first_place, every;  ///< of labels
  struct Line {
    plot::LineStyle style;
    std::vector<double> values;
  };
  std::vector<Line> lines;

  void write() const {
    constexpr std::uint32_t kWidth = 960, kHeight = 400;
    const plot::Canvas canvas(kWidth, kHeight, plot::kPaper);
    const plot::Metrics metrics = plot::metrics_for(kWidth, kHeight);
    const plot::Box box = plot::data_box(kWidth, kHeight);
    const std::size_t count = lines.front().values.size();
    const auto x_px = [&](double i) { return box.left_px + (box.right_px - box.left_px) * i / double(count - 1); };
    const auto y_px = [&](double value) {
      return box.bottom_px - (box.bottom_px - box.top_px) * (value + most) / (2.0 * most);
    };
    for (std::size_t i = 0; i < count; i += every) {
      plot::draw_x_tick(canvas, metrics, box, x_px(double(i)), std::to_string(first_place + i));
    }
    const int ticks = int(std::lround(most / tick));
    for (int i = -ticks; i <= ticks; ++i) {
      char label[16];
      std::snprintf(label, sizeof label, "%.*f", digits, i * tick);
      plot::draw_y_tick(canvas, metrics, box, y_px(i * tick), label);
    }
    plot::draw_x_name(canvas, metrics, box, "place of the sun, texels");
    plot::draw_y_name(canvas, metrics, box, y_name);
    std::vector<plot::LineStyle> styles;
    for (const Line& line : lines) {
      styles.push_back(line.style);
      plot::set_stroke(canvas, metrics, line.style);
      for (std::size_t i = 0; i < count; ++i) {
        const double y = y_px(std::clamp(line.values[i], -most, most));
        if (i == 0) {
          cairo_move_to(canvas.context(), x_px(0.0), y);
        } else {
          cairo_line_to(canvas.context(), x_px(double(i)), y);
        }
      }
      cairo_stroke(canvas.context());
    }
    plot::draw_frame(canvas, box);
    plot::draw_header(canvas, metrics, box, title, styles);
    const plot::Picture picture = canvas.finish();
    image_io::write_png(std::string(PHOTOPIC_TEST_PROJECT_DIR "/docs/images/") + file, picture.width, picture.height,
                        picture.rgba.data());
  }
};

constexpr plot::LineStyle kUsualLine = {"13 taps and a tent", plot::kVermilion, 2.0, 0.0};
constexpr plot::LineStyle kOurLine = {"glare", plot::kBlue, 3.0, 0.0};

/// PHOTOPIC_UPDATE_DOCS=1 writes docs/images/glare-shift.png and glare-flicker.png.
TEST(UsualBloom, ShiftAndFlickerAreDrawn) {
  if (std::getenv("PHOTOPIC_UPDATE_DOCS") == nullptr) return;
  SunPlot shift = {"glare-shift.png",
                   "Centre of level 6's glow, along 1023 texels",
                   "texels off the sun",
                   2.0,
                   0.5,
                   1,
                   256,
                   64,
                   {{kUsualLine, {}}, {kOurLine, {}}}};
  for (std::size_t at = 256; at <= 768; ++at) {
    shift.lines[0].values.push_back(usual::glow_of(1023, at, 6).centre);
    ours::Axis impulse(1023, 0.0);
    impulse[at] = 1.0;
    const ours::Axis glow = by_b6(impulse, 6);
    double centre = 0.0;
    for (std::size_t i = 0; i < glow.size(); ++i) centre += glow[i] * (double(i) - double(at));
    shift.lines[1].values.push_back(centre);
  }
  shift.write();
  SunPlot flicker = {"glare-flicker.png",
                     "Veil 31 texels beside a sun that moves, 1920 x 1080 at 60 degrees",
                     "change, percent",
                     2.0,
                     0.5,
                     1,
                     480,
                     16,
                     {{kUsualLine, {}}, {kOurLine, {}}}};
  const Level levels[] = {usual::bloom, by_b6};
  for (std::size_t line = 0; line < 2; ++line) {
    const WholeVeil veil(levels[line]);
    ours::Axis values;
    for (std::size_t x = 0; x < WholeVeil::kPositions; ++x) values.push_back(veil.at(x, 0, 31, 0));
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    for (const double value : values) flicker.lines[line].values.push_back(100.0 * (value / mean - 1.0));
  }
  flicker.write();
}

/// Where the glow of an impulse has most light.
std::size_t brightest_place(std::size_t n, std::size_t level) {
  std::size_t place = 0;
  for (std::size_t at = 0; at < n; ++at) {
    if (usual::glow_of(n, at, level).light > usual::glow_of(n, place, level).light) place = at;
  }
  return place;
}

/// Two suns of the same light, one near a corner, with the glow of levels 3 to 5: by the usual chain on the left, by
/// ours on the right. PHOTOPIC_UPDATE_DOCS=1 writes docs/images/glare-borders.png.
TEST(UsualBloom, CornersAreBrightInItsPicture) {
  constexpr std::size_t kWidth = 256, kHeight = 144, kGap = 8;
  struct Place {
    std::size_t x, y;
  };
  const Place suns[] = {{brightest_place(kWidth, 5), brightest_place(kHeight, 5)}, {96, 70}};
  std::printf("sun near a corner: %zu, %zu of 256 x 144\n", suns[0].x, suns[0].y);
  std::vector<std::uint8_t> rgba((2 * kWidth + kGap) * kHeight * 4, 255);
  double light[2][2] = {};  // of the chain and the sun
  for (const bool is_ours : {false, true}) {
    std::vector<double> picture(kWidth * kHeight, 0.02);
    for (std::size_t sun = 0; sun < 2; ++sun) {
      for (std::size_t level = 3; level <= 5; ++level) {
        ours::Axis across(kWidth, 0.0), along(kHeight, 0.0);
        across[suns[sun].x] = along[suns[sun].y] = 1.0;
        across = is_ours ? one_level(across, level, ours::Kernel::b6) : usual::bloom(across, level);
        along = is_ours ? one_level(along, level, ours::Kernel::b6) : usual::bloom(along, level);
        for (std::size_t i = 0; i < picture.size(); ++i) {
          const double glow = across[i % kWidth] * along[i / kWidth];
          picture[i] += 100.0 * glow;
          light[is_ours][sun] += glow / 3.0;
        }
      }
      picture[suns[sun].y * kWidth + suns[sun].x] = 100.0;
    }
    for (std::size_t i = 0; i < picture.size(); ++i) {
      const std::size_t at = i / kWidth * (2 * kWidth + kGap) + i % kWidth + (is_ours ? kWidth + kGap : 0);
      const int code = reference::srgb_code8(1.0 - std::exp(-picture[i]));
      for (std::size_t c = 0; c < 3; ++c) rgba[4 * at + c] = std::uint8_t(code);
    }
  }
  print("usual chain, light of levels 3 to 5 near a corner", light[0][0]);
  print("the same, inside", light[0][1]);
  EXPECT_GT(light[0][0], 1.5);
  EXPECT_NEAR(light[1][0], 1.0, 1e-12);
  EXPECT_NEAR(light[1][1], 1.0, 1e-12);
  if (std::getenv("PHOTOPIC_UPDATE_DOCS") == nullptr) return;
  image_io::write_png(PHOTOPIC_TEST_PROJECT_DIR "/docs/images/glare-borders.png", 2 * kWidth + kGap, kHeight,
                      rgba.data());
}

}  // namespace
