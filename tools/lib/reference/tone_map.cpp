// SPDX-License-Identifier: MIT
// Tone mapping operators in double precision.
#include "reference/tone_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "reference/display/display_map.h"
#include "reference/display/aces2.h"
#include "reference/display/agx.h"
#include "reference/display/gt7.h"
#include "reference/display/headroom.h"
#include "reference/display/lpm.h"
#include "reference/matrix.h"

namespace reference {
namespace {

// ---- operators, under the names of <photopic/operators.h> ----

struct Operands {
  std::span<const double> parameters;
  Version version;
  Display display;

  double parameter(std::size_t i, double fallback) const { return i < parameters.size() ? parameters[i] : fallback; }
};

Rgb none(Rgb c, const Operands&) { return c; }

/// What is before the host's lookup table.
Rgb custom(Rgb c, const Operands&) { return c; }

/// Reinhard et al., "Photographic Tone Reproduction for Digital Images", 2002, eq. 3: their luminance, here channels.
Rgb reinhard(Rgb c, const Operands& operands) {
  const double headroom = operands.display.headroom();
  return per_channel(c, [=](double x) { return x / (1.0 + x / headroom); });
}

Rgb reinhard_extended(Rgb c, const Operands& operands) {
  return reference::reinhard_extended(c, operands.parameter(0, 4.0), operands.display.headroom());
}

/// Hable, "Filmic Tonemapping Operators", 2010, with the constants of that article.
double hable_curve(double x) {
  constexpr double kShoulder = 0.15;
  constexpr double kLinear = 0.50;
  constexpr double kLinearAngle = 0.10;
  constexpr double kToe = 0.20;
  constexpr double kToeNumerator = 0.02;
  constexpr double kToeDenominator = 0.30;
  const double numerator = kShoulder * x * x + kLinearAngle * kLinear * x + kToe * kToeNumerator;
  const double denominator = kShoulder * x * x + kLinear * x + kToe * kToeDenominator;
  return numerator / denominator - kToeNumerator / kToeDenominator;
}

Rgb hable(Rgb c, const Operands& operands) {
  constexpr double kExposureBias = 2.0;
  const double white = hable_curve(operands.parameter(0, 11.2));
  return per_channel(c, [=](double x) { return hable_curve(kExposureBias * x) / white; });
}

/// Narkowicz, "ACES Filmic Tone Mapping Curve", 2016.
Rgb aces_narkowicz(Rgb c, const Operands&) {
  return per_channel(c, [](double x) { return (2.51 * x * x + 0.03 * x) / (2.43 * x * x + 0.59 * x + 0.14); });
}

/// Hill's fit of the ACES RRT and sRGB ODT, ACES.hlsl of MJP and Neubelt's BakingLab.
Rgb aces_hill(Rgb c, const Operands&) {
  constexpr Matrix kToRrt{{{0.59719, 0.35458, 0.04823}, {0.07600, 0.90834, 0.01566}, {0.02840, 0.13383, 0.83777}}};
  constexpr Matrix kFromOdt{
      {{1.60475, -0.53108, -0.07367}, {-0.10208, 1.10813, -0.00605}, {-0.00327, -0.07276, 1.07602}}};
  const auto fit = [](double v) {
    return (v * v + 0.0245786 * v - 0.000090537) / (0.983729 * v * v + 0.4329510 * v + 0.238081);
  };
  return multiply(kFromOdt, per_channel(multiply(kToRrt, c), fit));
}

/// ASC CDL without an offset.
struct AgxLook {
  Rgb slope{1.0, 1.0, 1.0};
  double power = 1.0;
  double saturation = 1.0;
};

Rgb apply_agx_look(Rgb curved, const AgxLook& look, Version version) {
  // The curve starts at -0.00232, where the publication's power is undefined.
  const Rgb v = per_channel(curved, [](double x) { return std::max(x, 0.0); });
  const Rgb sloped{v.r * look.slope.r, v.g * look.slope.g, v.b * look.slope.b};
  const Rgb graded = per_channel(sloped, [&](double x) { return std::pow(x, look.power); });
  const double luma = luminance(version == Version::documented ? graded : v);
  return per_channel(graded, [&](double x) { return luma + look.saturation * (x - luma); });
}

/// Sobotka's AgX in the form of Wrensch, "Minimal AgX Implementation", 2023: 6th-order fit, mean squared error 3.67e-6.
double agx_contrast(double x) {
  constexpr std::array kCoefficients{-0.00232, 0.1191, 0.4298, -6.868, 31.96, -40.14, 15.5};  // of x^0 .. x^6
  double sum = 0.0;
  for (std::size_t i = kCoefficients.size(); i-- > 0;) sum = sum * x + kCoefficients[i];
  return sum;
}

Rgb agx_with(Rgb c, const AgxLook* look, Version version) {
  constexpr Matrix kInset{{{0.842479062253094, 0.0784335999999992, 0.0792237451477643},
                           {0.0423282422610123, 0.878468636469772, 0.0791661274605434},
                           {0.0423756549057051, 0.0784336, 0.879142973793104}}};
  constexpr Matrix kOutset{{{1.19687900512017, -0.0980208811401368, -0.0990297440797205},
                            {-0.0528968517574562, 1.15190312990417, -0.0989611768448433},
                            {-0.0529716355144438, -0.0980434501171241, 1.15107367264116}}};
  constexpr double kMinEv = -12.47393;
  constexpr double kMaxEv = 4.026069;
  const auto curve = [=](double v) {
    const double ev = std::clamp(std::log2(v), kMinEv, kMaxEv);  // log2(0) is -Inf, which clamps
    const double y = agx_contrast((ev - kMinEv) / (kMaxEv - kMinEv));
    return version == Version::documented ? std::max(y, 0.0) : y;
  };
  Rgb v = per_channel(multiply(kInset, c), curve);
  if (look != nullptr) v = apply_agx_look(v, *look, version);
  return per_channel(multiply(kOutset, v), [](double x) { return std::pow(saturate(x), 2.2); });
}

Rgb agx(Rgb c, const Operands& operands) { return agx_with(c, nullptr, operands.version); }

Rgb agx_golden(Rgb c, const Operands& operands) {
  constexpr AgxLook kLook{{1.0, 0.9, 0.5}, 0.8, 0.8};
  return agx_with(c, &kLook, operands.version);
}

Rgb agx_punchy(Rgb c, const Operands& operands) {
  constexpr AgxLook kLook{{1.0, 1.0, 1.0}, 1.35, 1.4};
  return agx_with(c, &kLook, operands.version);
}

Rgb agx_golden_1_3(Rgb c, const Operands& operands) {
  constexpr AgxLook kLook{{1.0, 0.9, 0.5}, 0.8, 1.3};
  return agx_with(c, &kLook, operands.version);
}

Rgb aces_narkowicz_0_6(Rgb c, const Operands& operands) { return aces_narkowicz(scale(c, 0.6), operands); }

Rgb pbr_neutral(Rgb c, const Operands& operands) { return reference::pbr_neutral(c, operands.display.headroom()); }
Rgb uchimura(Rgb c, const Operands& operands) { return reference::uchimura(c, operands.display.headroom()); }
Rgb lottes(Rgb c, const Operands& operands) { return reference::lottes(c, operands.display.headroom()); }
Rgb agx_hdr(Rgb c, const Operands& operands) { return reference::agx_hdr(c, operands.display.headroom()); }
Rgb agx_blender(Rgb c, const Operands& operands) { return reference::agx_blender(c, operands.display.limit); }

Rgb gt7(Rgb c, const Operands& operands) {
  const Rgb bt2020 = per_channel(multiply(conversion(kBt709, kBt2020), c), [](double x) { return std::max(x, 0.0); });
  if (!operands.display.is_hdr()) return gt7_sdr(bt2020);
  const double white = operands.display.paper_white_nits / 100.0;
  return scale(reference::gt7(scale(bt2020, white), operands.display.peak_nits), 1.0 / white);
}

/// Making a transform takes long: those of a few displays are kept.
Rgb aces2(Rgb c, const Operands& operands) {
  static thread_local std::vector<std::pair<Display, Aces2>> made;
  const Display& display = operands.display;
  const auto is_wanted = [&](const auto& of_display) {
    return of_display.first.headroom() == display.headroom() && of_display.first.limit == display.limit;
  };
  auto found = std::find_if(made.begin(), made.end(), is_wanted);
  if (found == made.end()) {
    constexpr std::size_t kKept = 16;
    if (made.size() == kKept) made.erase(made.begin());
    made.emplace_back(display, Aces2(100.0 * display.headroom(), display.limit));
    found = made.end() - 1;
  }
  return found->second(multiply(conversion(kBt709, kAp0), c));
}

/// A curve of nits, which the peak bounds, on the largest channel of a colour that has paper white at 1.
template <typename Curve>
Rgb mapped_nits(Rgb c, const Display& display, Curve curve) {
  const auto bounded = [&](double nits) { return std::min(curve(nits), display.peak_nits); };
  return scale(map_max_channel(scale(c, display.paper_white_nits), bounded), 1.0 / display.paper_white_nits);
}

Rgb bt2390(Rgb c, const Operands& operands) {
  const Display& display = operands.display;
  const double source = operands.parameter(0, 1000.0);
  const NitsRange target = {display.is_hdr() ? display.min_nits : 0.0, display.peak_nits};
  return mapped_nits(c, display, [&](double nits) {
    return source <= display.peak_nits ? nits : reference::bt2390(std::min(nits, source), {0.0, source}, target);
  });
}

Rgb bt2446a(Rgb c, const Operands& operands) {
  const Display& display = operands.display;
  const double source = operands.parameter(0, 1000.0);
  return mapped_nits(c, display, [&](double nits) {
    return source <= display.peak_nits ? nits : reference::bt2446a(std::min(nits, source), source, display.peak_nits);
  });
}

Rgb spline(Rgb c, const Operands& operands) {
  const Display& display = operands.display;
  const double source = operands.parameter(0, 1000.0);
  const Spline curve = make_spline({0.0, source}, {display.is_hdr() ? display.min_nits : 0.0, display.peak_nits});
  return mapped_nits(c, display, [&](double nits) {
    return source <= display.peak_nits ? nits : curve.apply(std::min(nits, source));
  });
}

Rgb lpm(Rgb c, const Operands& operands) {
  const Primaries& limit = operands.display.limit;
  const Primaries contents[] = {limit, kBt709, kP3D65, kBt2020};
  const Primaries& working = contents[static_cast<std::size_t>(operands.parameter(0, 0.0))];
  const bool is_wider = working != limit && (working == kBt2020 || limit == kBt709);
  const LpmPrefab prefab = is_wider ? LpmPrefab{working, limit, limit, true, true}
                                    : LpmPrefab{working, working, limit, false, false, working != limit};
  const LpmSettings settings{
      .soft_gap = operands.parameter(5, 0.0),
      .hdr_max = operands.parameter(1, 256.0),
      .exposure = operands.parameter(2, 8.0),
      .contrast = operands.parameter(3, 0.25),
      .shoulder = operands.parameter(4, 1.0),
      .saturation = {operands.parameter(6, 0.0), operands.parameter(7, 0.0), operands.parameter(8, 0.0)},
      .crosstalk = {operands.parameter(9, 1.0), operands.parameter(10, 0.5), operands.parameter(11, 0.03125)},
      .mid_out = 0.18 / operands.display.headroom()};
  const Rgb content = multiply(conversion(kBt709, working), c);
  const Rgb lit = per_channel(content, [](double x) { return std::max(x, 0.0); });
  return scale(reference::lpm(lit, prefab, settings), operands.display.headroom());
}

Rgb apply_operator(ToneMapper tone_mapper, Rgb c, const Operands& operands) {
#define PHOTOPIC_OPERATOR(number, name, ...) \
  case ToneMapper::name:                     \
    return name(c, operands);
  switch (tone_mapper) { PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR) }
#undef PHOTOPIC_OPERATOR
  return c;
}

struct Limits {
  double max_input = 0.0;
  double max_output = 0.0;
  unsigned primaries = PHOTOPIC_OPERATOR_BT709;
};

Limits limits_of(ToneMapper tone_mapper) {
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
  {max_input, max_output, primaries},
  constexpr Limits kLimits[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR
  Limits limits = kLimits[static_cast<std::size_t>(tone_mapper)];
  if (limits.max_input == 0.0) limits.max_input = std::numeric_limits<double>::infinity();
  return limits;
}

/// NaN counts as 0, negative channels too where the operator takes BT.709 alone.
Rgb in_domain(Rgb exposed, const Limits& limits) {
  const double least = limits.primaries == PHOTOPIC_OPERATOR_BT709 ? 0.0 : -limits.max_input;
  return per_channel(exposed, [&](double x) { return std::isnan(x) ? 0.0 : std::clamp(x, least, limits.max_input); });
}

}  // namespace

Primaries result_primaries(ToneMapper tone_mapper, const Primaries& limit) {
  const unsigned primaries = limits_of(tone_mapper).primaries;
  return primaries == PHOTOPIC_OPERATOR_BT709 ? kBt709 : primaries == PHOTOPIC_OPERATOR_BT2020 ? kBt2020 : limit;
}

Rgb tone_map_for(const Display& display, ToneMapper tone_mapper, Rgb exposed, std::span<const double> parameters) {
  const Limits limits = limits_of(tone_mapper);
  return apply_operator(tone_mapper, in_domain(exposed, limits), {parameters, Version::documented, display});
}

Rgb tone_map(ToneMapper tone_mapper, Rgb exposed, std::span<const double> parameters, Version version) {
  const Limits limits = limits_of(tone_mapper);
  Rgb result = apply_operator(tone_mapper, in_domain(exposed, limits), {parameters, version, {}});
  if (limits.primaries != PHOTOPIC_OPERATOR_BT709) {
    result = multiply(conversion(result_primaries(tone_mapper, kBt709), kBt709), result);
    const double least = std::min({result.r, result.g, result.b});
    const double y = dot(luminance_row(kBt709), result);
    if (least < 0.0) result = per_channel(result, [&](double x) { return y + (x - y) * y / (y - least); });
  }
  return per_channel(result, [&](double x) { return std::clamp(x, 0.0, limits.max_output); });
}

}  // namespace reference
