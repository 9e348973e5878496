// SPDX-License-Identifier: MIT
// Transitions of cells and of the screen, areas, verdicts.
#include "reference/flash.h"

#include <algorithm>

namespace reference {
namespace {

constexpr double kFlashUnit = 256.0;  // luminances are compared as whole numbers of 1/256 cd/m^2 ...
constexpr double kFlashMaxCdM2 = 65535.0;
constexpr double kChromaticityUnit = 16384.0;  // ... u'v' of 2^-14
constexpr std::int64_t kFlashSecondUs = 1'000'000;
constexpr std::size_t kFailing = 7;  // transitions: more than three pairs
constexpr std::size_t kWarning = 4;
constexpr double kFlashWhiteU = 0.1978398, kFlashWhiteV = 0.4683363;  // of D65

/// Of what isn't negative.
std::int32_t rounded(double value, double unit) { return static_cast<std::int32_t>(value * unit + 0.5); }

double bounded(double cd_m2) { return std::clamp(cd_m2, 0.0, kFlashMaxCdM2); }

bool is_saturated_red(const Rgb& c) { return c.r > 0.0 && c.r >= 0.8 * (c.r + c.g + c.b); }

double red_measure(const Rgb& mean, double white) {
  return is_saturated_red(mean) ? std::min(320.0 * std::max(0.0, mean.r - mean.g - mean.b) / white, kFlashMaxCdM2)
                                : 0.0;
}

struct FlashChromaticity {
  std::int32_t u, v;
};

/// CIE 1976; black as white.
FlashChromaticity chromaticity_of(const Rgb& c) {
  double u = kFlashWhiteU, v = kFlashWhiteV;
  const double x = 0.4123908 * c.r + 0.3575843 * c.g + 0.1804808 * c.b;
  const double y = 0.2126390 * c.r + 0.7151687 * c.g + 0.0721923 * c.b;
  const double z = 0.0193308 * c.r + 0.1191948 * c.g + 0.9505322 * c.b;
  const double sum = x + 15.0 * y + 3.0 * z;
  if (sum > 0.0) {
    u = 4.0 * x / sum;
    v = 9.0 * y / sum;
  }
  return {rounded(u, kChromaticityUnit), rounded(v, kChromaticityUnit)};
}

/// Steps of 1/256 cd/m^2, so that what is darker than half of one has no colour.
Rgb quantised(const Rgb& mean) {
  const auto channel = [](double value) { return double(rounded(bounded(value), kFlashUnit)) / kFlashUnit; };
  return {channel(mean.r), channel(mean.g), channel(mean.b)};
}

template <class Times>
void drop_old(Times& times, std::int64_t time_us) {
  auto kept = times.begin();
  while (kept != times.end() && *kept <= time_us - kFlashSecondUs) ++kept;
  times.erase(times.begin(), kept);
}

std::uint32_t third_of(std::uint32_t cells) { return std::max(1u, (2 * cells + 3) / 6); }

}  // namespace

FlashRule strict_flash_rule(double white_cd_m2) { return {.white_cd_m2 = white_cd_m2}; }

FlashRule wcag_flash_rule(double white_cd_m2) {
  return {.white_cd_m2 = white_cd_m2,
          .step_cd_m2 = 0.1 * white_cd_m2,
          .dark_limit_cd_m2 = 0.8 * white_cd_m2,
          .has_contrast = false,
          .has_screen_share = false,
          .has_extended = false,
          .has_red_measure = false};
}

FlashRule bt1702_flash_rule(double white_cd_m2) {
  return {.white_cd_m2 = white_cd_m2, .has_windows = false, .has_red_chromaticity = false};
}

bool FlashModel::is_harmful(std::int64_t darker, std::int64_t brighter) const {
  const std::int64_t change = brighter - darker;
  if (darker < rounded(rule_.dark_limit_cd_m2, kFlashUnit)) return change >= rounded(rule_.step_cd_m2, kFlashUnit);
  return rule_.has_contrast && change > 0 && 17 * change >= brighter + darker;
}

/// 1 up, -1 down, 0 no transition.
int FlashModel::step(FlashKind kind, Cell& cell, const Rgb& mean, bool is_first) const {
  const Rgb light = quantised(mean);
  if (kind == FlashKind::red_chromaticity) {
    const bool is_saturated = is_saturated_red(light);
    if (!is_first && is_saturated == cell.is_saturated) return 0;
    const FlashChromaticity now = chromaticity_of(light);
    const auto du = double(now.u - cell.low), dv = double(now.v - cell.high);
    constexpr double kFar = 0.2 * kChromaticityUnit;
    const bool is_transition = !is_first && du * du + dv * dv > kFar * kFar;
    if (is_first || is_transition) {
      cell.low = now.u;
      cell.high = now.v;
      cell.is_saturated = is_saturated;
    }
    return !is_transition ? 0 : is_saturated ? 1 : -1;
  }
  const bool is_red = kind == FlashKind::red_measure;
  const std::int32_t now =
      rounded(is_red ? red_measure(light, rule_.white_cd_m2) : bounded(luminance(mean)), kFlashUnit);
  if (is_first) {
    cell.low = cell.high = now;
    return 0;
  }
  const auto is_step = [&](std::int64_t darker, std::int64_t brighter) {
    return is_red ? brighter - darker > rounded(20.0, kFlashUnit) : is_harmful(darker, brighter);
  };
  cell.low = std::min(cell.low, now);
  cell.high = std::max(cell.high, now);
  if (cell.direction != 1 && is_step(cell.low, now)) {
    cell.direction = 1;
    cell.high = now;
    return 1;
  }
  if (cell.direction != -1 && is_step(now, cell.high)) {
    cell.direction = -1;
    cell.low = now;
    return -1;
  }
  return 0;
}

double FlashModel::window_share(FlashKind kind) const {
  const std::vector<Cell>& cells = cells_[std::size_t(kind)];
  const std::uint32_t width = third_of(columns_), height = third_of(rows_);
  std::vector<std::uint32_t> sums(std::size_t{columns_ + 1} * (rows_ + 1));  // above and left
  const auto sum = [&](std::uint32_t x, std::uint32_t y) -> std::uint32_t& {
    return sums[std::size_t{y} * (columns_ + 1) + x];
  };
  for (std::uint32_t y = 0; y < rows_; ++y) {
    for (std::uint32_t x = 0; x < columns_; ++x) {
      const bool is_risk = cells[std::size_t{y} * columns_ + x].times.size() >= kFailing;
      sum(x + 1, y + 1) = sum(x, y + 1) + sum(x + 1, y) - sum(x, y) + (is_risk ? 1 : 0);
    }
  }
  std::uint32_t most = 0;
  for (std::uint32_t y = 0; y + height <= rows_; ++y) {
    for (std::uint32_t x = 0; x + width <= columns_; ++x) {
      most = std::max(most, sum(x + width, y + height) - sum(x, y + height) - sum(x + width, y) + sum(x, y));
    }
  }
  return double(most) / (double(width) * double(height));
}

void FlashModel::add_events(Screen& screen, std::int64_t time_us, double up, double down) const {
  drop_old(screen.times, time_us);
  int direction = 0;
  if (screen.direction != 1 && up + screen.up_before >= 0.25) {
    direction = 1;
  } else if (screen.direction != -1 && down + screen.down_before >= 0.25) {
    direction = -1;
  }
  screen.up_before = direction == 0 ? up : 0.0;
  screen.down_before = direction == 0 ? down : 0.0;
  if (direction == 0) return;
  screen.direction = direction;
  screen.times.push_back(time_us);
}

FlashVerdict FlashModel::judge(Screen& screen, std::int64_t time_us, const FlashCount& count) const {
  const std::size_t events = screen.times.size();
  const bool is_marked = events >= kWarning && events < kFailing;
  if (is_marked && !is_first_) screen.marked.emplace_back(time_us_, time_us);
  const std::int64_t from = time_us - 5 * kFlashSecondUs;
  while (!screen.marked.empty() && screen.marked.front().second <= from) screen.marked.pop_front();
  std::int64_t marked_us = 0;
  for (const auto& [begin, end] : screen.marked) marked_us += end - std::max(begin, from);
  if (events >= kFailing || (rule_.has_screen_share && count.risk_share > 0.25) ||
      (rule_.has_windows && count.window_share >= 0.25)) {
    return FlashVerdict::fail;
  }
  if (rule_.has_extended && is_marked && marked_us >= 4 * kFlashSecondUs) return FlashVerdict::extended;
  return events >= kWarning ? FlashVerdict::warning : FlashVerdict::pass;
}

FlashFrame FlashModel::add(std::int64_t time_us, const FlashCells& cells) {
  columns_ = cells.columns;
  rows_ = cells.rows;
  const double count = double(cells.means.size());
  FlashFrame frame;
  for (std::size_t i = 0; i < kFlashKinds; ++i) {
    const auto kind = FlashKind(i);
    cells_[i].resize(cells.means.size());
    std::size_t ups = 0, downs = 0, risks = 0, most = 0;
    for (std::size_t at = 0; at < cells.means.size(); ++at) {
      Cell& cell = cells_[i][at];
      if (!cell.times.empty()) drop_old(cell.times, time_us);
      const int moved = step(kind, cell, cells.means[at], is_first_);
      if (moved != 0) cell.times.push_back(time_us);
      ups += moved > 0 ? 1 : 0;
      downs += moved < 0 ? 1 : 0;
      risks += cell.times.size() >= kFailing ? 1 : 0;
      most = std::max(most, cell.times.size());
    }
    FlashCount& result = frame.kinds[i];
    add_events(screens_[i], time_us, double(ups) / count, double(downs) / count);
    result.screen_transitions = std::uint32_t(screens_[i].times.size());
    result.cell_transitions = std::uint32_t(most);
    result.risk_share = double(risks) / count;
    result.window_share = risks == 0 ? 0.0 : window_share(kind);
    result.verdict = judge(screens_[i], time_us, result);
    const bool counts = (kind != FlashKind::red_measure || rule_.has_red_measure) &&
                        (kind != FlashKind::red_chromaticity || rule_.has_red_chromaticity);
    if (counts) frame.verdict = std::max(frame.verdict, result.verdict);
  }
  is_first_ = false;
  time_us_ = time_us;
  return frame;
}

std::vector<std::uint32_t> FlashModel::transitions(FlashKind kind) const {
  std::vector<std::uint32_t> counts;
  for (const Cell& cell : cells_[std::size_t(kind)]) counts.push_back(std::uint32_t(cell.times.size()));
  return counts;
}

}  // namespace reference
