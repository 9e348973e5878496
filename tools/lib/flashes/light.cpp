// SPDX-License-Identifier: MIT
// Encodings of pictures undone, by tables where channels are independent.
#include "flashes/light.h"

#include <cmath>
#include <cstring>

#include "arguments/words.h"
#include "files/error.h"
#include "reference/display/primaries.h"
#include "reference/display/transfer.h"

namespace flashes {
namespace {

using image_io::CodeImage;
using photopic::OutputEncoding;

constexpr const char* kWords[] = {
#define FLASHES_WORD(number, name, word, range, primaries) #word,
    PHOTOPIC_ENCODINGS(FLASHES_WORD)
#undef FLASHES_WORD
};
constexpr double kHlgPeakNits = 1000.0;
constexpr double kPackedWhite = double((1 << 18) - 1);  // times 8 texels fits

bool is_of_floats(OutputEncoding encoding) {
  return encoding == OutputEncoding::linear || encoding == OutputEncoding::scrgb;
}

}  // namespace

OutputEncoding parse_encoding(const std::string& word, const std::string& option) {
  return OutputEncoding(arguments::word_index(kWords, word, option));
}

std::string encoding_word(OutputEncoding encoding) { return kWords[std::size_t(encoding)]; }

std::string encoding_words() { return arguments::word_list(std::span(kWords).subspan(1)); }

OutputEncoding encoding_of(const CodeImage& image, const std::filesystem::path& file,
                           const std::optional<OutputEncoding>& asked) {
  const bool is_float = image.samples == CodeImage::Samples::linear;
  if (asked && *asked != OutputEncoding::automatic) {
    if (!is_float && is_of_floats(*asked)) {
      throw files::Error(file, "has codes, which --encoding " + std::string(kWords[std::size_t(*asked)]) + " isn't of");
    }
    return *asked;
  }
  if (is_float) {
    throw files::Error(file, "holds floats: --encoding must say what they are, such as linear, scrgb or hdr10");
  }
  const auto cicp = image.facts.tags.find(image_io::kTagCicp);
  if (cicp == image.facts.tags.end()) return OutputEncoding::srgb;
  constexpr std::pair<const char*, OutputEncoding> kKnown[] = {{"1/13/0/1", OutputEncoding::srgb},
                                                               {"12/13/0/1", OutputEncoding::display_p3},
                                                               {"9/16/0/1", OutputEncoding::hdr10},
                                                               {"9/18/0/1", OutputEncoding::hlg}};
  for (const auto& [text, encoding] : kKnown) {
    if (cicp->second == text) return encoding;
  }
  throw files::Error(file, "is encoded as cICP " + cicp->second + ", which isn't known; --encoding may name another");
}

Light::Light(OutputEncoding encoding, CodeImage::Samples samples, const Display& display)
    : encoding_(encoding), samples_(samples) {
  const bool is_relative = !is_of_floats(encoding) || display.cd_m2_per_unit == 0.0;
  unit_cd_m2_ = is_relative ? display.white_cd_m2 : display.cd_m2_per_unit;
  const bool is_bt2020 = encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg;
  needs_matrix_ = is_bt2020 || encoding == OutputEncoding::display_p3;
  if (needs_matrix_) {
    to_bt709_ = reference::conversion(is_bt2020 ? reference::kBt2020 : reference::kP3D65, reference::kBt709);
  }
  if (samples == CodeImage::Samples::linear) return;
  const std::size_t peak = samples == CodeImage::Samples::codes8 ? 255 : 65535;
  for (std::size_t code = 0; code <= peak; ++code) {
    const double signal = double(code) / double(peak);
    table_.push_back(float(encoding == OutputEncoding::hlg ? signal : light_of(signal)));
  }
  // Of HDR, steps of 2^-18 would be too coarse.
  if (samples != CodeImage::Samples::codes8 || photopic::is_hdr(encoding)) return;
  packed_ = std::make_unique<PackedTable>();
  for (std::size_t code = 0; code <= peak; ++code) {
    const auto value =
        static_cast<std::uint64_t>(std::lround(light_of(double(code) / double(peak)) / unit_cd_m2_ * kPackedWhite));
    for (std::size_t c = 0; c < 3; ++c) (*packed_)[c][code] = value << kPackedBits * c;
  }
}

reference::Rgb Light::unpack(std::uint64_t red, std::uint64_t green, std::uint64_t blue) const {
  const double scale = unit_cd_m2_ / kPackedWhite;
  return {scale * double(red), scale * double(green), scale * double(blue)};
}

double Light::light_of(double signal) const {
  switch (encoding_) {
    case OutputEncoding::power22:
      return unit_cd_m2_ * reference::power_decode(signal, 2.2);
    case OutputEncoding::linear:
    case OutputEncoding::scrgb:
      return unit_cd_m2_ * signal;
    case OutputEncoding::hdr10:
      return reference::pq_decode(signal);
    default:
      return unit_cd_m2_ * reference::srgb_decode(signal);
  }
}

bool Light::decode(const std::byte* texels, std::size_t count, float* light) const {
  bool is_finite = true;
  for (std::size_t i = 0; i < count; ++i, light += 3) {
    if (samples_ == CodeImage::Samples::codes8) {
      const std::byte* const codes = texels + 4 * i;
      for (std::size_t c = 0; c < 3; ++c) light[c] = table_[std::size_t(codes[c])];
    } else if (samples_ == CodeImage::Samples::codes16) {
      std::uint16_t codes[4];
      std::memcpy(codes, texels + 8 * i, sizeof codes);
      for (std::size_t c = 0; c < 3; ++c) light[c] = table_[codes[c]];
    } else {
      float values[4];
      std::memcpy(values, texels + 16 * i, sizeof values);
      for (std::size_t c = 0; c < 3; ++c) {
        is_finite = is_finite && std::isfinite(values[c]);
        light[c] = encoding_ == OutputEncoding::hlg ? values[c] : float(light_of(double(values[c])));
      }
    }
    if (encoding_ == OutputEncoding::hlg) {
      const reference::Rgb nits =
          reference::hlg_decode({double(light[0]), double(light[1]), double(light[2])}, kHlgPeakNits);
      light[0] = float(nits.r);
      light[1] = float(nits.g);
      light[2] = float(nits.b);
    }
  }
  return is_finite;
}

reference::Rgb Light::to_bt709(const reference::Rgb& mean) const {
  return needs_matrix_ ? reference::multiply(to_bt709_, mean) : mean;
}

}  // namespace flashes
