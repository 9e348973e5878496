// SPDX-License-Identifier: MIT
// Transfer functions of displays and of logarithmic spaces, and their integer codes.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_TRANSFER_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_TRANSFER_H

#include <cstdint>

#include "reference/rgb.h"

namespace reference {

/// IEC 61966-2-1: 12.92 c up to 0.0031308, 1.055 c^(1/2.4) - 0.055 above. No clipping: negative values mirror the
/// positive ones.
double srgb_encode(double linear);
double srgb_decode(double encoded);
/// 8-bit code value, clipped and rounded to nearest.
std::uint8_t srgb_code8(double linear);

/// linear^(1/gamma); 0 below 0.
double power_encode(double linear, double gamma);
double power_decode(double encoded, double gamma);

/// ITU-R BT.1886, annex 1, of a display with this white and this black.
double bt1886_decode(double signal, double white_nits, double black_nits);

/// SMPTE ST 2084; below 0 as 0, which isn't signal 0 but 7.3e-7.
double pq_encode(double nits);
double pq_decode(double signal);
Rgb pq_encode(Rgb nits);
Rgb pq_decode(Rgb signal);

/// ITU-R BT.2100-2, table 5: scene-linear 0..1.
double hlg_oetf(double scene);
double hlg_inverse_oetf(double signal);
/// The system gamma: BT.2100-2's note 5f from 400 to 2000 nits, BT.2390's extension elsewhere.
double hlg_gamma(double peak_nits);
double hlg_gamma_bt2100(double peak_nits);
double hlg_gamma_extended(double peak_nits);
/// BT.2100's row of BT.2020, by which HLG's system gamma weighs channels.
inline constexpr Rgb kHlgLuminance{0.2627, 0.6780, 0.0593};
/// Nits that a display of this peak makes of scene-linear 0..1: the system gamma, of the luminance by this row.
Rgb hlg_ootf(Rgb scene, double peak_nits, Rgb luminance_row = kHlgLuminance);
/// BT.2020 nits of a signal on a display of this peak, and back.
Rgb hlg_decode(Rgb signal, double peak_nits);
Rgb hlg_encode(Rgb nits, double peak_nits = 1000.0);

/// 1 = the reference white: 80 nits on Windows.
double scrgb_encode(double nits, double reference_nits = 80.0);

/// S-2016-001.
double acescct_encode(double linear);
double acescct_decode(double log);

/// Of 0..1, clipped: floor((2^bits - 1) s + 0.5).
std::uint32_t full_code(double signal, unsigned bits);

}  // namespace reference

#endif
