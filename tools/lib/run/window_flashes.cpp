// SPDX-License-Identifier: MIT
#include "run/window_flashes.h"

namespace run {
namespace {

std::string name_of(std::uint64_t frame) { return "frame " + std::to_string(frame); }

}  // namespace

flashes::Display display_of(layer::Texels texels, flashes::Display asked) {
  const bool is_float = texels == layer::Texels::rgba16f;
  if (is_float && !asked.encoding) asked.encoding = photopic::OutputEncoding::scrgb;
  if (is_float) asked.cd_m2_per_unit = kScrgbNits;
  return asked;
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
