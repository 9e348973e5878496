// SPDX-License-Identifier: MIT
// Precedence of a file's statements about colour (PNG third edition, 4.3, for all formats), and what each means.
#include "image_io/color/meaning.h"

#include "image_io/color/code_points.h"
#include "reference/display/primaries.h"
#include "reference/display/transfer.h"

namespace image_io::internal {
namespace {

reference::Rgb luminance_row_of(const Chromaticities& xy) {
  std::array<double, std::tuple_size_v<Chromaticities>> numbers;
  std::copy(xy.begin(), xy.end(), numbers.begin());
  return reference::luminance_row(reference::custom_primaries(numbers));
}

/// Nothing for code points without a meaning.
std::optional<Meaning> of_cicp(const Cicp& cicp, const LightChoice& light) {
  const std::optional<Chromaticities> primaries = primaries_of(cicp.primaries);
  const std::optional<Curve> curve = curve_of(cicp.transfer);
  if (!primaries || !curve) return std::nullopt;
  Meaning meaning = {.is_narrow = cicp.is_narrow, .curves = {*curve}};
  meaning.chromaticities = named_chromaticities(*primaries);
  meaning.words = words_of(cicp);
  if (cicp.transfer != kTransferPq && cicp.transfer != kTransferHlg) return meaning;
  const double white_nits = light.white_nits.value_or(kReferenceWhiteNits);
  meaning.scale = 1.0 / white_nits;
  meaning.nits_of_one = white_nits;
  if (cicp.transfer == kTransferHlg) {
    meaning.hlg_peak_nits = light.peak_nits.value_or(kHlgPeakNits);
    meaning.hlg_row = cicp.primaries == kCicpHlg.primaries ? reference::kHlgLuminance : luminance_row_of(*primaries);
    meaning.words += " for " + six_digits(*meaning.hlg_peak_nits) + " cd/m2";
  }
  meaning.words += "; 1 is " + six_digits(white_nits) + " cd/m2";
  return meaning;
}

/// Throws ProfileError.
Meaning of_profile(const std::vector<unsigned char>& bytes, const CodeImage& picture, const LightChoice& light) {
  IccProfile profile = read_icc_profile(bytes, picture.facts.channels < 3, picture.facts.color.is_cmyk);
  if (profile.cicp) return of_cicp(*profile.cicp, light).value();
  Meaning meaning = {.curves = std::move(profile.curves), .to_bt709 = profile.to_bt709, .convert = profile.convert};
  meaning.converted_channels = profile.channels;
  meaning.has_profile = true;
  meaning.words = "profile" + (profile.name.empty() ? "" : " '" + profile.name + "'");
  return meaning;
}

Meaning of_srgb() { return {.curves = {reference::srgb_decode}, .words = "sRGB"}; }

/// PNG's gAMA and cHRM, of which one may be missing.
Meaning of_gamma(const CodedColor& color) {
  Meaning meaning = of_srgb();
  if (color.gamma) {
    meaning.curves = {
        [exponent = 1.0 / *color.gamma](double signal) { return reference::power_decode(signal, exponent); }};
    meaning.words = "gamma " + six_digits(1.0 / *color.gamma);
  }
  if (color.chromaticities) meaning.chromaticities = named_chromaticities(*color.chromaticities);
  if (meaning.chromaticities) meaning.words += ", primaries " + text_of(*meaning.chromaticities);
  return meaning;
}

/// Notes are joined, and end with what was done instead.
class Decision {
 public:
  Decision(const CodeImage& picture, const LightChoice& light) : picture_(picture), light_(light) {}

  Meaning make() {
    std::optional<Meaning> meaning = of_code_points();
    if (!meaning) meaning = of_profile();
    if (!meaning) meaning = of_others();
    if (!unused_.empty()) meaning->note = unused_ + ": its codes are taken as " + meaning->words;
    return *std::move(meaning);
  }

 private:
  void note(const std::string& text) { unused_ += (unused_.empty() ? "" : "; ") + text; }

  std::optional<Meaning> of_code_points() {
    const std::optional<Cicp>& cicp = color().cicp;
    if (!cicp) return std::nullopt;
    std::optional<Meaning> meaning = of_cicp(*cicp, light_);
    if (!meaning) note("its cICP " + cicp_text(*cicp) + " isn't known");
    return meaning;
  }

  std::optional<Meaning> of_profile() {
    if (color().profile == nullptr) return std::nullopt;
    try {
      return internal::of_profile(*color().profile, picture_, light_);
    } catch (const ProfileError& error) {
      note(std::string("its colour profile ") + error.what());
      return std::nullopt;
    }
  }

  Meaning of_others() {
    const bool is_float = picture_.samples == CodeImage::Samples::linear;
    if (color().is_srgb) return of_srgb();
    CodedColor usable = color();
    if (usable.gamma && !(*usable.gamma > 0.0)) {
      note("its gAMA is 0");
      usable.gamma.reset();
    }
    if (usable.gamma || (usable.chromaticities && !is_float)) return of_gamma(usable);
    if (!is_float) return of_srgb();
    Meaning meaning;
    meaning.words = "linear";
    if (usable.chromaticities) meaning.chromaticities = named_chromaticities(*usable.chromaticities);
    return meaning;
  }

  const CodedColor& color() const { return picture_.facts.color; }

  const CodeImage& picture_;
  const LightChoice& light_;
  std::string unused_;  ///< statements that can't be honoured
};

}  // namespace

Meaning meaning_of(const std::filesystem::path& file, const CodeImage& picture, const LightChoice& light) {
  const CodedColor& color = picture.facts.color;
  if (!color.is_cmyk) return Decision(picture, light).make();
  if (color.profile == nullptr)
    throw files::Error(file, "CMYK without a colour profile that would say its colours; convert it to RGB");
  try {
    return of_profile(*color.profile, picture, light);
  } catch (const ProfileError& error) {
    throw files::Error(file, std::string("CMYK, and its colour profile ") + error.what());
  }
}

}  // namespace image_io::internal
