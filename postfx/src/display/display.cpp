// SPDX-License-Identifier: MIT
// Parameters of the display.
#include "display/display.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "display/draw_formats.h"
#include "display/output_formats.h"
#include "display/primaries.h"
#include "display/white_balance.h"

namespace photopic {
namespace {

#define PHOTOPIC_ENCODING(number, name, word, range, primaries) LimitPrimaries::primaries,
constexpr LimitPrimaries kContainers[] = {PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING)};
#undef PHOTOPIC_ENCODING

/// Colours outside the primaries of these are stored as channels below 0.
bool is_unbounded(OutputEncoding encoding) {
  return encoding == OutputEncoding::linear || encoding == OutputEncoding::scrgb;
}

struct OperatorRow {
  std::uint32_t primaries;
};
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, ...) {primaries},
constexpr OperatorRow kOperators[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR

Chromaticities result_of(ToneMapper tone_mapper, LimitPrimaries limit) {
  switch (kOperators[static_cast<std::uint32_t>(tone_mapper)].primaries) {
    case PHOTOPIC_OPERATOR_BT2020:
      return chromaticities_of(LimitPrimaries::bt2020);
    case PHOTOPIC_OPERATOR_LIMIT:
      return chromaticities_of(limit);
    default:
      return chromaticities_of(LimitPrimaries::bt709);
  }
}

void copy(const Matrix3& matrix, float (*to)[9]) {
  for (std::size_t i = 0; i < 9; ++i) (*to)[i] = static_cast<float>(matrix[i / 3][i % 3]);
}

/// Largest distance of a source's colours from the achromatic, by channel of the target: 1 minus the least share that a
/// channel has of the largest one. It is a corner's.
void soft_clip_distances(const Matrix3& to_limit, float (*distances)[3]) {
  for (std::size_t channel = 0; channel < 3; ++channel) {
    double distance = 1.0;
    for (unsigned corner = 1; corner < 7; ++corner) {  // but black and white
      const Vector3 color = {corner & 1u ? 1.0 : 0.0, corner & 2u ? 1.0 : 0.0, corner & 4u ? 1.0 : 0.0};
      const Vector3 c = to_limit * color;
      const double largest = std::max({c[0], c[1], c[2]});
      distance = std::max(distance, (largest - c[channel]) / largest);
    }
    constexpr double kNone = 1.0 + 1e-6;  // rounding of the matrices
    (*distances)[channel] = static_cast<float>(distance <= kNone ? 1.0 : distance);
  }
}

std::array<float, 3> luminance_row_of(const Chromaticities& primaries) {
  constexpr Vector3 kBt709Row = {0.2126, 0.7152, 0.0722};                               // as shaders/meter/color.glsl
  const Matrix3 to_bt709 = rgb_to_rgb(primaries, chromaticities_of(Primaries::bt709));  // the identity for itself
  std::array<float, 3> row = {};
  for (std::size_t i = 0; i < 3; ++i) {
    double weight = 0.0;
    for (std::size_t j = 0; j < 3; ++j) weight += kBt709Row[j] * to_bt709[j][i];
    row[i] = static_cast<float>(weight);
  }
  return row;
}

}  // namespace

Chromaticities container_primaries(OutputEncoding encoding) noexcept {
  return chromaticities_of(kContainers[static_cast<std::uint32_t>(encoding)]);
}

bool needs_conversion(const InputSettings& input) noexcept {
  return input.primaries != Primaries::automatic && input.primaries != Primaries::bt709;
}

bool has_usable_primaries(const InputSettings& input) noexcept { return is_usable(chromaticities_of(input)); }

bool needs_input_conversion(const Settings& settings) noexcept {
  const WhiteBalance balance = settings.white_balance.white_balance;
  return needs_conversion(settings.input) || settings.input.scene_gamut != SceneGamut::unbounded ||
         balance == WhiteBalance::manual || balance == WhiteBalance::daylight;
}

std::array<float, 3> luminance_row(const InputSettings& input) noexcept {
  return luminance_row_of(chromaticities_of(needs_conversion(input) ? input : InputSettings()));
}

OutputEncoding compiled_encoding(VkFormat format, OutputEncoding encoding) noexcept {
  const OutputFormat* const stored = output_format(format);
  const DrawFormat* const drawn = draw_format(format);
  const bool has_floats = (stored != nullptr && stored->max_code == 0) || (drawn != nullptr && drawn->max_code == 0);
  return !has_floats && encoding == OutputEncoding::automatic ? OutputEncoding::srgb : encoding;
}

Chromaticities scene_primaries(const Settings& settings) noexcept {
  const bool may_be_outside = needs_conversion(settings.input) || settings.input.scene_gamut != SceneGamut::unbounded;
  const bool is_wide = settings.display.transform == DisplayTransform::baked && may_be_outside;
  return chromaticities_of(is_wide ? Primaries::bt2020 : Primaries::bt709);
}

std::array<float, 3> scene_luminance_row(const Settings& settings) noexcept {
  return luminance_row_of(scene_primaries(settings));
}

LimitPrimaries shown_primaries(const DisplaySettings& display, OutputEncoding encoding) noexcept {
  const LimitPrimaries stored = kContainers[static_cast<std::uint32_t>(encoding)];
  return is_unbounded(encoding) ? display.limit_primaries : std::min(display.limit_primaries, stored);
}

gpu::DisplayParams display_params(const Settings& settings, OutputEncoding encoding) noexcept {
  const DisplaySettings& display = settings.display;
  const LimitPrimaries container = kContainers[static_cast<std::uint32_t>(encoding)];
  const LimitPrimaries limit = shown_primaries(display, encoding);
  const Chromaticities limits = chromaticities_of(limit);
  const Matrix3 to_limit = rgb_to_rgb(result_of(settings.tone_map.tone_mapper, limit), limits);
  gpu::DisplayParams params = {};
  const Matrix3 to_bt709 = rgb_to_rgb(chromaticities_of(settings.input), chromaticities_of(Primaries::bt709));
  const Matrix3 to_scene = rgb_to_rgb(chromaticities_of(Primaries::bt709), scene_primaries(settings));
  const bool is_balanced = settings.white_balance.white_balance == WhiteBalance::automatic;
  const Matrix3 balance = white_balance_matrix(settings.white_balance);
  copy(is_balanced ? to_bt709 : to_scene * balance * to_bt709, &params.input_to_scene);
  copy(to_scene, &params.balanced_to_scene);
  const Chromaticities ap1 = chromaticities_of(Primaries::ap1);
  params.compresses_gamut = settings.input.scene_gamut == SceneGamut::aces13 ? 1 : 0;
  copy(rgb_to_rgb(scene_primaries(settings), ap1), &params.scene_to_ap1);
  copy(rgb_to_rgb(ap1, scene_primaries(settings)), &params.ap1_to_scene);
  copy(to_limit, &params.to_limit);
  copy(rgb_to_rgb(limits, chromaticities_of(container)), &params.to_container);
  const Matrix3 limit_to_xyz = rgb_to_xyz(limits);
  for (std::size_t i = 0; i < 3; ++i) params.limit_luminance[i] = static_cast<float>(limit_to_xyz[1][i]);
  soft_clip_distances(to_limit, &params.soft_clip_distance);
  params.headroom = is_hdr(encoding) ? display.peak_nits / display.paper_white_nits : 1.0f;
  params.paper_white_nits = display.paper_white_nits;
  params.peak_nits = is_hdr(encoding) ? display.peak_nits : display.paper_white_nits;
  params.min_nits = display.min_nits;
  params.paper_white_scrgb = display.paper_white_nits / display.scrgb_reference_nits;
  params.ui_white = is_hdr(encoding) ? display.ui_white_nits / display.paper_white_nits : 1.0f;
  params.gamut_map = static_cast<std::uint32_t>(display.gamut_map);
  params.limit_primaries = static_cast<std::uint32_t>(limit);
  params.is_balanced = is_balanced ? 1 : 0;
  params.encoding = static_cast<std::uint32_t>(encoding);
  params.ui_is_power22 = display.ui_curve == UiCurve::power22 ? 1 : 0;
  const bool is_encoded =
      display.ui_blend == UiBlend::automatic ? !is_hdr(encoding) : display.ui_blend == UiBlend::encoded;
  params.ui_is_encoded = is_encoded ? 1 : 0;
  const bool has_limit = display.ui_scene_limit_nits > 0.0f;
  params.ui_scene_limit =
      has_limit ? std::min(display.ui_scene_limit_nits / display.paper_white_nits, params.headroom) : params.headroom;
  params.least_alpha = display.alpha == OutputAlpha::one ? 1.0f : 0.0f;
  return params;
}

const gpu::DisplayParams& DisplayParamsMemo::of(const Settings& settings, VkFormat format) noexcept {
  const Key key = {settings.input, settings.white_balance, settings.display, settings.tone_map.tone_mapper};
  // Scalars of 4 bytes alone, so that bytes tell two apart.
  static_assert(sizeof(Key) == sizeof(InputSettings) + sizeof(WhiteBalanceSettings) + sizeof(DisplaySettings) + 4 &&
                sizeof(InputSettings) == 10 * 4 && sizeof(WhiteBalanceSettings) == 12 * 4 &&
                sizeof(DisplaySettings) == 13 * 4);
  if (is_made_ && std::memcmp(&key, &key_, sizeof key) == 0) return params_;
  params_ = display_params(settings, compiled_encoding(format, settings.display.encoding));
  key_ = key;
  is_made_ = true;
  return params_;
}

std::uint32_t packing_of(VkFormat packed_format) noexcept {
  constexpr VkFormat kFormats[] = {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_A2R10G10B10_UNORM_PACK32,
                                   VK_FORMAT_B8G8R8A8_UNORM};
  static_assert(std::size(kFormats) == PHOTOPIC_PACKING_COUNT);
  return static_cast<std::uint32_t>(std::find(std::begin(kFormats), std::end(kFormats), packed_format) -
                                    std::begin(kFormats));
}

}  // namespace photopic
