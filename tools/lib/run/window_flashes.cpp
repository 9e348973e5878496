// SPDX-License-Identifier: MIT
#include "run/window_flashes.h"

#include <cstring>
#include <vector>

#include "files/error.h"

namespace run {
namespace {

std::string name_of(std::uint64_t frame) { return "frame " + std::to_string(frame); }

bool is_share(float value) { return value >= 0.0f && value <= 1.0f; }

/// Its numbers may be read as what they stand for.
bool is_sound(const photopic::FlashStatistics& counted) {
  bool is_sound = counted.verdict <= photopic::FlashVerdict::fail;
  for (const photopic::FlashCount& count : counted.kinds) {
    is_sound = is_sound && count.verdict <= photopic::FlashVerdict::fail && is_share(count.risk_share) &&
               is_share(count.window_share);
  }
  return is_sound;
}

}  // namespace

flashes::Display display_of(layer::Texels texels, flashes::Display asked) {
  const bool is_float = texels == layer::Texels::rgba16f;
  if (is_float && !asked.encoding) asked.encoding = photopic::OutputEncoding::scrgb;
  if (is_float) asked.cd_m2_per_unit = kScrgbNits;
  return asked;
}

/// As of a frame that the CPU measures.
photopic::OutputEncoding encoding_of(const layer::Report& report, const flashes::Display& asked) {
  const std::array<std::byte, 8> texel = {};
  const Frame frame = {.width = 1,
                       .height = 1,
                       .texels = report.texels,
                       .color_space = report.color_space,
                       .data = std::span(texel).first(layer::texel_bytes(report.texels))};
  const std::string name = name_of(0);
  return flashes::encoding_of(code_image_of(frame, name), name, display_of(report.texels, asked).encoding);
}

layer::FlashTool WindowFlashes::tool() const {
  layer::FlashTool tool;
  tool.settings.profile = flashes::module_profile(options_.profile);
  tool.settings.white_cd_m2 = float(options_.display.white_cd_m2);
  tool.settings.cd_m2_per_unit = float(kScrgbNits);
  tool.fps = options_.rate.numerator / options_.rate.denominator;
  return tool;
}

void WindowFlashes::add(const layer::Report& report, std::span<const std::byte> cells) {
  std::vector<std::uint32_t> words(cells.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), cells.data(), words.size() * sizeof words.front());
  const std::uint64_t next = frames();
  const bool has_cells = words.size() == std::size_t{flashes::kColumns} * flashes::kRows;
  if (report.frame != next || !is_sound(report.flashes) || !(has_cells || (words.empty() && next != 0))) {
    throw files::Error(name_of(report.frame), "the program sent counts of flashes that the layer doesn't make");
  }
  analyser(report.texels).add(report.flashes, {report.width, report.height}, words, name_of(report.frame));
}

void WindowFlashes::add(const Frame& frame) {
  const std::string name = name_of(frame.number);
  analyser(frame.texels).add(code_image_of(frame, name), name);
}

/// Made for the first frame: what its texels are, all are.
flashes::Analyser& WindowFlashes::analyser(layer::Texels texels) {
  if (!analyser_) {
    options_.display = display_of(texels, options_.display);
    analyser_.emplace(options_);
  }
  return *analyser_;
}

}  // namespace run
