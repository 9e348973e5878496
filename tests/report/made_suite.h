// SPDX-License-Identifier: MIT
// Made-up results and their pictures.
#ifndef PHOTOPIC_TESTS_REPORT_MADE_SUITE_H
#define PHOTOPIC_TESTS_REPORT_MADE_SUITE_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "regress/results/results.h"

namespace report_test {

inline constexpr std::uint32_t kWidth = 96, kHeight = 54;
using Codes = std::array<int, 3>;
using Texel = std::function<Codes(std::uint32_t x, std::uint32_t y)>;

/// Of every pixel different ones.
Codes expected_codes(std::uint32_t x, std::uint32_t y);
/// As expected, but in the worst tile and in a corner.
Codes actual_codes(std::uint32_t x, std::uint32_t y);
inline constexpr regress::Tile kWorstTile = {64, 32, 16, 16, 81.0};
inline constexpr regress::Tile kSecondTile = {0, 0, 16, 16, 1.5};

void write_picture(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, const Texel& texel);

inline const std::string kEvilName = "</script><img src=x onerror=alert(1)> it's $& %NAME%";
inline const std::string kEvilMessage =
    "\"quotes\" 'quotes' <!--<script> ]]> &lt; \xE2\x80\xA8 \xF0\x9F\x98\x80 \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D $& "
    "%NAME%";

/// A case of every outcome, with pictures in `folder`. In the suite's order: "tone/agx" (differences, complete),
/// "tone/aces" (pass), kEvilName (differences), "new/one" (no golden), "size/changed" (mismatch), "broken/case" (error,
/// no pictures), "must/fail" (fails as it must), "gone/pictures" (differences, whose files are missing), "lost device".
regress::SuiteResult made_suite(const std::filesystem::path& folder);

/// `count` cases that share a picture. Of ten one fails, and of ten of these one with the same difference as others.
regress::SuiteResult large_suite(const std::filesystem::path& folder, int count);

}  // namespace report_test

#endif
