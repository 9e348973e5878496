// SPDX-License-Identifier: MIT
// Sequences of tests/data/vision/flash.json as cells, frame by frame.
#ifndef PHOTOPIC_TESTS_FLASH_FLASH_VECTORS_H
#define PHOTOPIC_TESTS_FLASH_FLASH_VECTORS_H

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "reference/flash.h"

namespace flash_test {

inline nlohmann::json read_vectors() {
  std::ifstream stream(PHOTOPIC_TEST_PROJECT_DIR "/tests/data/vision/flash.json");
  return nlohmann::json::parse(stream);
}

/// Time of a frame, whole microseconds.
inline std::int64_t time_us_of(std::uint64_t frame, double fps) {
  return static_cast<std::int64_t>(std::floor(double(frame) * 1e6 / fps + 0.5));
}

inline constexpr std::uint32_t kVectorColumns = 32, kVectorRows = 18;

/// cd/m^2 of one cell of a sequence, by its name: the definitions of the file.
inline double vector_value(const std::string& name, std::uint32_t frame, std::uint32_t x, std::uint32_t y) {
  const double t = frame / 60.0;
  const auto square = [t](double hz, double a, double b) {
    const double phase = t * hz + 1e-9;
    return phase - std::floor(phase) < 0.5 ? a : b;
  };
  const auto antiphase = [&](double hz) {
    const double left = square(hz, 0.0, 200.0);
    return x < 16 ? left : 200.0 - left;
  };
  if (name == "still") return 100.0;
  if (name == "3Hz_full_6s") return square(3.0, 0.0, 200.0);
  if (name == "3.5Hz_full_6s") return square(3.5, 0.0, 200.0);
  if (name == "4Hz_full_2s") return square(4.0, 0.0, 200.0);
  if (name == "10Hz_step19.9") return square(10.0, 50.0, 69.9);
  if (name == "10Hz_step20") return square(10.0, 50.0, 70.0);
  if (name == "10Hz_dark160_step19") return square(10.0, 160.0, 179.0);
  if (name == "10Hz_dark160_step20.5") return square(10.0, 160.0, 180.5);
  if (name == "10Hz_dark400_step49") return square(10.0, 400.0, 449.0);
  if (name == "10Hz_dark400_step51") return square(10.0, 400.0, 451.0);
  if (name == "10Hz_quarter_screen") return x < 16 && y < 9 ? square(10.0, 50.0, 150.0) : 50.0;
  if (name == "10Hz_5x3_cells") return x < 5 && y < 3 ? square(10.0, 50.0, 150.0) : 50.0;
  if (name == "10Hz_6x2_cells") return x < 6 && y < 2 ? square(10.0, 50.0, 150.0) : 50.0;
  if (name == "10Hz_halves_antiphase") return antiphase(10.0);
  if (name == "2Hz_halves_antiphase_6s") return antiphase(2.0);
  if (name == "3Hz_halves_antiphase_6s") return antiphase(3.0);
  if (name == "ramp_triangle_1Hz") return 200.0 * std::abs(2.0 * (t - std::floor(t)) - 1.0);
  if (name == "10Hz_wandering_quarter") {
    const std::uint32_t step = frame / 6;
    const std::uint32_t x0 = 16 * (step / 2 % 2), y0 = 9 * (frame / 3 % 4 / 2 * (step % 2));
    return frame / 3 % 2 == 0 && x >= x0 && x < x0 + 16 && y >= y0 && y < y0 + 9 ? 180.0 : 20.0;
  }
  throw std::runtime_error("flash.json: unknown sequence " + name);
}

inline reference::FlashCells vector_cells(const std::string& name, std::uint32_t frame) {
  reference::FlashCells cells = {kVectorColumns, kVectorRows, {}};
  for (std::uint32_t y = 0; y < kVectorRows; ++y) {
    for (std::uint32_t x = 0; x < kVectorColumns; ++x) {
      cells.means.push_back(reference::grey(vector_value(name, frame, x, y)));
    }
  }
  return cells;
}

}  // namespace flash_test

#endif
