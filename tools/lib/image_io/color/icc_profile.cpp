// SPDX-License-Identifier: MIT
// Meaning of ICC profiles: curves and a matrix are evaluated here, in double precision; tables of several dimensions by
// Little CMS, in floats.
#include "image_io/color/icc_profile.h"

#include <lcms2.h>
#include <lcms2_plugin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "image_io/color/coded_facts.h"
#include "reference/display/primaries.h"

namespace image_io::internal {
namespace {

// ---- Little CMS's objects ----

constexpr cmsUInt32Number kMostBytes = 128u << 20;

/// The header of a small profile may ask for tables of 512 MiB.
void* allocate_bounded(cmsContext, cmsUInt32Number size) { return size > kMostBytes ? nullptr : std::malloc(size); }
void* reallocate_bounded(cmsContext, void* memory, cmsUInt32Number size) {
  return size > kMostBytes ? nullptr : std::realloc(memory, size);
}
void free_bounded(cmsContext, void* memory) { std::free(memory); }

std::shared_ptr<std::remove_pointer_t<cmsContext>> make_context() {
  cmsPluginMemHandler memory = {};
  memory.base.Magic = cmsPluginMagicNumber;
  memory.base.ExpectedVersion = 2000;
  memory.base.Type = cmsPluginMemHandlerSig;
  memory.MallocPtr = allocate_bounded;
  memory.FreePtr = free_bounded;
  memory.ReallocPtr = reallocate_bounded;
  const cmsContext context = cmsCreateContext(&memory, nullptr);
  if (context == nullptr) throw ProfileError("needs memory that isn't there");
  cmsSetLogErrorHandlerTHR(context, [](cmsContext, cmsUInt32Number, const char*) {});
  return {context, cmsDeleteContext};
}

/// A profile in a context of its own, which reports nothing and has bounded memory.
class OpenProfile {
 public:
  explicit OpenProfile(const std::vector<unsigned char>& bytes) : context_(make_context()) {
    handle_.reset(cmsOpenProfileFromMemTHR(context_.get(), bytes.data(), static_cast<cmsUInt32Number>(bytes.size())));
    if (!handle_) throw ProfileError("is damaged");
  }

  cmsHPROFILE get() const { return handle_.get(); }
  cmsContext context() const { return context_.get(); }
  bool has(cmsTagSignature tag) const { return cmsIsTag(handle_.get(), tag) != 0; }

  /// Owned by this. Throws ProfileError.
  template <class Value>
  const Value& read(cmsTagSignature tag) const {
    const void* const value = cmsReadTag(handle_.get(), tag);
    if (value == nullptr) throw ProfileError(has(tag) ? "is damaged" : "lacks what makes colours of codes");
    return *static_cast<const Value*>(value);
  }

 private:
  struct Close {
    void operator()(void* profile) const { cmsCloseProfile(profile); }
  };
  std::shared_ptr<std::remove_pointer_t<cmsContext>> context_;
  std::unique_ptr<void, Close> handle_;
};

// ---- curves ----

/// What a formula gives is clipped where the signal is one of codes, as ICC.1 has it; NaN becomes 0.
double within(double signal, double light) {
  if (!(std::abs(light) <= 65504.0)) return light > 0.0 ? 65504.0 : 0.0;
  return signal >= 0.0 && signal <= 1.0 ? std::clamp(light, 0.0, 1.0) : light;
}

/// Tables with linear interpolation in double precision: Little CMS rounds what they give to 16 bits.
Curve tone_curve(const std::shared_ptr<const OpenProfile>& profile, cmsTagSignature tag) {
  const auto& curve = profile->read<cmsToneCurve>(tag);
  if (cmsGetToneCurveParametricType(&curve) != 0) {
    return [profile, &curve](double signal) {
      return within(signal, double(cmsEvalToneCurveFloat(&curve, static_cast<float>(signal))));
    };
  }
  const std::uint16_t* const first = cmsGetToneCurveEstimatedTable(&curve);
  const std::size_t count = cmsGetToneCurveEstimatedTableEntries(&curve);
  if (first == nullptr || count < 2) throw ProfileError("is damaged");
  return [table = std::vector<std::uint16_t>(first, first + count)](double signal) {
    const double place = std::clamp(signal, 0.0, 1.0) * double(table.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(place), table.size() - 2);
    const double part = place - double(below);
    return ((1.0 - part) * table[below] + part * table[below + 1]) / 65535.0;
  };
}

/// A connection space of CIE L*a*b* takes L* from a grey curve.
double luminance_of_lightness(double lightness) {
  const double f = (100.0 * lightness + 16.0) / 116.0;
  return f > 6.0 / 29.0 ? f * f * f : (f - 4.0 / 29.0) * 3.0 * (6.0 / 29.0) * (6.0 / 29.0);
}

// ---- kinds of profiles ----

reference::Rgb xyz_of(const cmsCIEXYZ& xyz) { return {xyz.X, xyz.Y, xyz.Z}; }

/// Columns of the profile's matrix are CIE XYZ under D50.
reference::Matrix to_bt709(const OpenProfile& profile) {
  using reference::Matrix;
  const Matrix to_xyz = reference::transpose({xyz_of(profile.read<cmsCIEXYZ>(cmsSigRedColorantTag)),
                                              xyz_of(profile.read<cmsCIEXYZ>(cmsSigGreenColorantTag)),
                                              xyz_of(profile.read<cmsCIEXYZ>(cmsSigBlueColorantTag))});
  if (!(to_xyz[1].r + to_xyz[1].g + to_xyz[1].b > 0.0)) throw ProfileError("has a white without light");
  const reference::Chromaticity d50 = reference::chromaticity_of(xyz_of(*cmsD50_XYZ()));
  const Matrix to_d65 = reference::adapt(d50, reference::kD65, reference::Adaptation::bradford);
  return reference::multiply(reference::xyz_to_rgb(reference::kBt709), reference::multiply(to_d65, to_xyz));
}

/// Numbers of profiles have 16 bits after the point, and programs differ in how they adapt D65 to D50: sRGB's profiles
/// miss BT.709 by up to 3e-4.
bool is_nearly_identity(const reference::Matrix& matrix) {
  constexpr double kTolerance = 1e-3;
  for (std::size_t i = 0; i < 3; ++i) {
    const reference::Rgb &row = matrix[i], &unit = reference::kIdentity[i];
    if (std::max({std::abs(row.r - unit.r), std::abs(row.g - unit.g), std::abs(row.b - unit.b)}) > kTolerance)
      return false;
  }
  return true;
}

void take_matrix(const std::shared_ptr<const OpenProfile>& profile, IccProfile& meaning) {
  for (const cmsTagSignature tag : {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag}) {
    meaning.curves.push_back(tone_curve(profile, tag));
  }
  const reference::Matrix matrix = to_bt709(*profile);
  if (!is_nearly_identity(matrix)) meaning.to_bt709 = matrix;
}

void take_grey(const std::shared_ptr<const OpenProfile>& profile, IccProfile& meaning) {
  const Curve curve = tone_curve(profile, cmsSigGrayTRCTag);
  const bool is_lab = cmsGetPCS(profile->get()) == cmsSigLabData;
  if (is_lab) {
    meaning.curves = {[curve](double signal) { return luminance_of_lightness(curve(signal)); }};
  } else {
    meaning.curves = {curve};
  }
}

void take_tables(const std::shared_ptr<const OpenProfile>& profile, IccProfile& meaning) {
  const cmsContext context = profile->context();
  cmsToneCurve* const linear = cmsBuildGamma(context, 1.0);
  if (linear == nullptr) throw ProfileError("needs memory that isn't there");
  const reference::Primaries& bt709 = reference::kBt709;
  const cmsCIExyY white = {bt709.white.x, bt709.white.y, 1.0};
  const cmsCIExyYTRIPLE corners = {
      {bt709.red.x, bt709.red.y, 1.0}, {bt709.green.x, bt709.green.y, 1.0}, {bt709.blue.x, bt709.blue.y, 1.0}};
  cmsToneCurve* const curves[] = {linear, linear, linear};
  const cmsHPROFILE output = cmsCreateRGBProfileTHR(context, &white, &corners, curves);
  cmsFreeToneCurve(linear);
  const cmsUInt32Number format = meaning.channels == 1   ? TYPE_GRAY_FLT
                                 : meaning.channels == 3 ? TYPE_RGB_FLT
                                                         : TYPE_CMYK_FLT;
  const cmsHTRANSFORM made = output == nullptr
                                 ? nullptr
                                 : cmsCreateTransformTHR(context, profile->get(), format, output, TYPE_RGB_FLT,
                                                         INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE);
  if (output != nullptr) cmsCloseProfile(output);
  if (made == nullptr) throw ProfileError("is damaged, or lacks what makes colours of codes");
  // The transform goes before the context that it is in.
  const std::shared_ptr<void> transform(made, [profile](void* one) { cmsDeleteTransform(one); });
  meaning.convert = [transform, channels = meaning.channels](const float* colors, std::size_t count, float* rgb) {
    constexpr float kFullInk = 100.0f;
    std::vector<float> ink;
    if (channels == 4) {
      ink.assign(colors, colors + 4 * count);
      for (float& one : ink) one *= kFullInk;
      colors = ink.data();
    }
    cmsDoTransform(transform.get(), colors, rgb, static_cast<cmsUInt32Number>(count));
    std::replace_if(
        rgb, rgb + 3 * count, [](float value) { return !std::isfinite(value); }, 0.0f);
  };
}

// ---- checks ----

/// A signature of a profile's header. Little CMS returns it as an enumeration, which can't hold every number.
std::uint32_t signature_at(const std::vector<unsigned char>& bytes, std::size_t offset_bytes) {
  std::uint32_t signature = 0;
  for (std::size_t i = 0; i < 4; ++i) signature = signature << 8 | bytes[offset_bytes + i];
  return signature;
}

std::string name_of_space(std::uint32_t space) {
  if (space == cmsSigGrayData) return "grey";
  if (space == cmsSigRgbData) return "RGB";
  if (space == cmsSigCmykData) return "CMYK";
  if (space == cmsSigLabData) return "CIE L*a*b*";
  if (space == cmsSigXYZData) return "CIE XYZ";
  return "another colour space";
}

/// Of those that aren't for pictures.
std::string name_of_class(std::uint32_t kind) {
  if (kind == cmsSigLinkClass) return "a device link";
  if (kind == cmsSigAbstractClass) return "an abstract profile";
  return kind == cmsSigNamedColorClass ? "a list of named colours" : "of an unknown kind";
}

/// Of bytes that Little CMS has opened, which are those of a header at least.
void check_kind(const std::vector<unsigned char>& bytes, bool is_grey, bool is_cmyk) {
  const std::uint32_t kind = signature_at(bytes, 12), space = signature_at(bytes, 16),
                      connection = signature_at(bytes, 20);
  const bool does_fit =
      is_cmyk ? space == cmsSigCmykData : space == cmsSigRgbData || (is_grey && space == cmsSigGrayData);
  if (!does_fit) {
    throw ProfileError("is for " + name_of_space(space) + ", the picture is " +
                       (is_cmyk   ? "CMYK"
                        : is_grey ? "grey"
                                  : "RGB"));
  }
  constexpr std::uint32_t kClasses[] = {cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass};
  if (std::find(std::begin(kClasses), std::end(kClasses), kind) == std::end(kClasses)) {
    throw ProfileError("is " + name_of_class(kind));
  }
  if (connection != cmsSigXYZData && connection != cmsSigLabData) throw ProfileError("is damaged");
}

std::string name_of(const OpenProfile& profile) {
  std::array<char, 64> text = {};
  cmsGetProfileInfoASCII(profile.get(), cmsInfoDescription, "en", "US", text.data(), text.size() - 1);
  std::string name = text.data();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

/// Of ICC.1:2022, 9.2.17: those that curves and tables can't say.
std::optional<Cicp> cicp_of(const OpenProfile& profile) {
  if (!profile.has(cmsSigcicpTag)) return std::nullopt;
  const auto* const signal = static_cast<const cmsVideoSignalType*>(cmsReadTag(profile.get(), cmsSigcicpTag));
  if (signal == nullptr) return std::nullopt;
  const auto& [primaries, transfer, matrix, is_full_range] = *signal;
  if (matrix != 0 || is_full_range > 1) return std::nullopt;
  const Cicp cicp = {primaries, transfer, is_full_range == 0};
  const bool is_hdr = cicp.transfer == kTransferPq || cicp.transfer == kTransferHlg;
  return is_hdr && primaries_of(cicp.primaries) ? std::optional(cicp) : std::nullopt;
}

}  // namespace

IccProfile read_icc_profile(const std::vector<unsigned char>& bytes, bool is_grey, bool is_cmyk) {
  if (bytes.size() > kMostProfileBytes) throw ProfileError("is larger than 16 MiB");
  const auto profile = std::make_shared<const OpenProfile>(bytes);
  check_kind(bytes, is_grey, is_cmyk);
  IccProfile meaning;
  meaning.name = name_of(*profile);
  const cmsColorSpaceSignature space = cmsGetColorSpace(profile->get());
  meaning.channels = space == cmsSigGrayData ? 1 : space == cmsSigCmykData ? 4 : 3;
  if (meaning.channels == 3) meaning.cicp = cicp_of(*profile);
  if (meaning.cicp) return meaning;
  constexpr cmsTagSignature kTables[] = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigDToB0Tag, cmsSigDToB1Tag};
  const bool has_tables =
      std::any_of(std::begin(kTables), std::end(kTables), [&](cmsTagSignature tag) { return profile->has(tag); });
  if (has_tables || meaning.channels == 4) {
    take_tables(profile, meaning);
  } else if (meaning.channels == 3) {
    take_matrix(profile, meaning);
  } else {
    take_grey(profile, meaning);
  }
  return meaning;
}

}  // namespace image_io::internal
