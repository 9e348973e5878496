// SPDX-License-Identifier: MIT
// Flashes in a sequence of pictures that are averaged to cells: the rules of docs/flashes.md on the CPU.
#ifndef PHOTOPIC_TOOLS_REFERENCE_FLASH_H
#define PHOTOPIC_TOOLS_REFERENCE_FLASH_H

#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "reference/rgb.h"

namespace reference {

/// A picture as cells, row by row: means of linear BT.709, cd/m^2.
struct FlashCells {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::vector<Rgb> means;
};

/// Thresholds of flashes, and which areas and reds count.
struct FlashRule {
  double white_cd_m2 = 200.0;       ///< 1 of the red measure
  double step_cd_m2 = 20.0;         ///< change that is a transition ...
  double dark_limit_cd_m2 = 160.0;  ///< ... where the darker state is below this
  bool has_contrast = true;         ///< above it, a Michelson contrast of 1/17 is one
  bool has_screen_share = true;     ///< more than a quarter of the screen fails
  bool has_windows = true;          ///< a quarter of any third by a third of the screen fails
  bool has_extended = true;
  bool has_red_measure = true;       ///< of the older working definition
  bool has_red_chromaticity = true;  ///< WCAG 2.2's
};
FlashRule strict_flash_rule(double white_cd_m2);
/// WCAG 2.3.1: parts of `white_cd_m2`.
FlashRule wcag_flash_rule(double white_cd_m2);
/// ITU-R BT.1702-3: absolute luminances.
FlashRule bt1702_flash_rule(double white_cd_m2);

/// What of the light flashes.
enum class FlashKind { luminance, red_measure, red_chromaticity };
inline constexpr std::size_t kFlashKinds = 3;

/// Verdicts, the worse the larger.
enum class FlashVerdict : std::uint32_t { pass, warning, extended, fail };

struct FlashCount {
  FlashVerdict verdict = FlashVerdict::pass;
  std::uint32_t screen_transitions = 0;  ///< events of the screen rule in the last second
  std::uint32_t cell_transitions = 0;    ///< of the cell that has most
  double risk_share = 0.0;               ///< of cells with seven transitions and more
  double window_share = 0.0;             ///< the same, of the worst window
};

struct FlashFrame {
  FlashVerdict verdict = FlashVerdict::pass;  ///< the worst of the kinds that count
  std::array<FlashCount, kFlashKinds> kinds;
};

class FlashModel {
 public:
  explicit FlashModel(const FlashRule& rule) : rule_(rule) {}

  /// The next frame, at a later time than those before, with as many cells.
  FlashFrame add(std::int64_t time_us, const FlashCells& cells);
  /// Transitions in the last second, by cell.
  std::vector<std::uint32_t> transitions(FlashKind kind) const;

 private:
  struct Cell {
    std::int32_t low = 0, high = 0;  // of the chromaticity: u', v'
    bool is_saturated = false;
    std::int8_t direction = 0;
    std::vector<std::int64_t> times;
  };
  struct Screen {
    double up_before = 0.0, down_before = 0.0;
    int direction = 0;
    std::deque<std::int64_t> times;
    std::deque<std::pair<std::int64_t, std::int64_t>> marked;  // spans with four to six events
  };
  bool is_harmful(std::int64_t darker, std::int64_t brighter) const;
  int step(FlashKind kind, Cell& cell, const Rgb& mean, bool is_first) const;
  double window_share(FlashKind kind) const;
  void add_events(Screen& screen, std::int64_t time_us, double up, double down) const;
  FlashVerdict judge(Screen& screen, std::int64_t time_us, const FlashCount& count) const;

  FlashRule rule_;
  std::uint32_t columns_ = 0, rows_ = 0;
  bool is_first_ = true;
  std::int64_t time_us_ = 0;
  std::array<std::vector<Cell>, kFlashKinds> cells_;
  std::array<Screen, kFlashKinds> screens_;
};

}  // namespace reference

#endif
