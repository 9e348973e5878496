// SPDX-License-Identifier: MIT
// Transfer functions in double precision.
#include "reference/display/transfer.h"

#include <algorithm>
#include <cmath>

#include "reference/matrix.h"

namespace reference {
namespace {

constexpr double kPqM1 = 2610.0 / 16384.0;
constexpr double kPqM2 = 2523.0 / 32.0;
constexpr double kPqC1 = 3424.0 / 4096.0;
constexpr double kPqC2 = 2413.0 / 128.0;
constexpr double kPqC3 = 2392.0 / 128.0;
constexpr double kPqPeakNits = 10000.0;

constexpr double kHlgA = 0.17883277;
constexpr double kHlgB = 0.28466892;  // 1 - 4a
constexpr double kHlgC = 0.55991073;  // 0.5 - a ln(4a)

constexpr double kAcescctBreak = 0.0078125;
constexpr double kAcescctSlope = 10.5402377416545;
constexpr double kAcescctOffset = 0.0729055341958355;

struct Bt1886 {
  double gain;
  double lift;
  Bt1886(double white_nits, double black_nits) {
    const double white = std::pow(white_nits, 1.0 / 2.4);
    const double black = std::pow(black_nits, 1.0 / 2.4);
    gain = std::pow(white - black, 2.4);
    lift = black / (white - black);
  }
};

}  // namespace

double srgb_encode(double linear) {
  if (linear < 0.0) return -srgb_encode(-linear);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

double srgb_decode(double encoded) {
  if (encoded < 0.0) return -srgb_decode(-encoded);
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

std::uint8_t srgb_code8(double linear) { return static_cast<std::uint8_t>(full_code(srgb_encode(linear), 8)); }

double power_encode(double linear, double gamma) { return std::pow(std::max(linear, 0.0), 1.0 / gamma); }
double power_decode(double encoded, double gamma) { return std::pow(std::max(encoded, 0.0), gamma); }

double bt1886_decode(double signal, double white_nits, double black_nits) {
  const Bt1886 display(white_nits, black_nits);
  return display.gain * std::pow(std::max(signal + display.lift, 0.0), 2.4);
}

double pq_encode(double nits) {
  const double y = std::pow(std::max(nits, 0.0) / kPqPeakNits, kPqM1);
  return std::pow((kPqC1 + kPqC2 * y) / (1.0 + kPqC3 * y), kPqM2);
}

double pq_decode(double signal) {
  const double e = std::pow(std::max(signal, 0.0), 1.0 / kPqM2);
  return kPqPeakNits * std::pow(std::max(e - kPqC1, 0.0) / (kPqC2 - kPqC3 * e), 1.0 / kPqM1);
}

Rgb pq_encode(Rgb nits) {
  return per_channel(nits, [](double x) { return pq_encode(x); });
}

Rgb pq_decode(Rgb signal) {
  return per_channel(signal, [](double x) { return pq_decode(x); });
}

double hlg_oetf(double scene) {
  return scene <= 1.0 / 12.0 ? std::sqrt(3.0 * std::max(scene, 0.0)) : kHlgA * std::log(12.0 * scene - kHlgB) + kHlgC;
}

double hlg_inverse_oetf(double signal) {
  return signal <= 0.5 ? signal * signal / 3.0 : (std::exp((signal - kHlgC) / kHlgA) + kHlgB) / 12.0;
}

double hlg_gamma_bt2100(double peak_nits) { return 1.2 + 0.42 * std::log10(peak_nits / 1000.0); }
double hlg_gamma_extended(double peak_nits) { return 1.2 * std::pow(1.111, std::log2(peak_nits / 1000.0)); }
double hlg_gamma(double peak_nits) {
  return peak_nits >= 400.0 && peak_nits <= 2000.0 ? hlg_gamma_bt2100(peak_nits) : hlg_gamma_extended(peak_nits);
}

Rgb hlg_ootf(Rgb scene, double peak_nits, Rgb luminance_row) {
  const double y = dot(luminance_row, scene);
  if (!(y > 0.0)) return {};
  return scale(scene, peak_nits * std::pow(y, hlg_gamma(peak_nits) - 1.0));
}

Rgb hlg_decode(Rgb signal, double peak_nits) { return hlg_ootf(per_channel(signal, hlg_inverse_oetf), peak_nits); }

Rgb hlg_encode(Rgb nits, double peak_nits) {
  const double gamma = hlg_gamma(peak_nits);
  const Rgb shown = scale(nits, 1.0 / peak_nits);
  const double y = dot(kHlgLuminance, shown);
  if (!(y > 0.0)) return {};
  return per_channel(scale(shown, std::pow(y, (1.0 - gamma) / gamma)), hlg_oetf);
}

double scrgb_encode(double nits, double reference_nits) { return nits / reference_nits; }

double acescct_encode(double linear) {
  return linear <= kAcescctBreak ? kAcescctSlope * linear + kAcescctOffset : (std::log2(linear) + 9.72) / 17.52;
}

double acescct_decode(double log) {
  const double linear = (log - kAcescctOffset) / kAcescctSlope;
  return linear <= kAcescctBreak ? linear : std::exp2(log * 17.52 - 9.72);
}

std::uint32_t full_code(double signal, unsigned bits) {
  return static_cast<std::uint32_t>(std::floor(saturate(signal) * ((1u << bits) - 1u) + 0.5));
}

}  // namespace reference
