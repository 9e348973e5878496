// SPDX-License-Identifier: MIT
// Figures of a local exposure operator: halo, reversals, texture, flicker, compression of profiles with an edge.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_PROFILES_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_PROFILES_H

#include <cstddef>
#include <functional>
#include <vector>

namespace reference {

/// Log2 luminance along a row.
using Profile = std::vector<double>;
/// Log2 luminance out of log2 luminance in, of the same length.
using ProfileOperator = std::function<Profile(const Profile&)>;

inline constexpr std::size_t kProfileTexels = 2048;

/// Rises by `step_ev` in the middle, moved to the right by `shift` texels: linearly over `ramp` texels, 0 for at once.
/// Symmetric about 0.
Profile edge_profile(double step_ev, double ramp, double shift = 0.0);
/// An edge of 6 EV, and a sine of 8 texels and +-0.25 EV on both sides.
Profile textured_profile(double shift = 0.0);

/// How far the output leaves the interval between its plateaus, the medians of the outer eighths; EV.
double halo_ev(const Profile& output);
/// By how much the output falls from a texel to the next where the input rises; EV.
double worst_reversal_ev(const Profile& input, const Profile& output);
/// Texels where it falls by more than 1e-3 EV.
std::size_t reversals(const Profile& input, const Profile& output);
/// Amplitude of the sine around a texel, over 32 of them, as a multiple of the input's.
double texture_at(const Profile& output, std::size_t texel);
/// The worst change of a texel that moves along; away from the ends, which come into and go out of the picture. EV.
double change_ev(const Profile& before, const Profile& after, std::size_t moved);
/// What is left of the distance between the plateaus.
double compression(const Profile& input, const Profile& output);

struct LocalFigures {
  double halo_ev = 0.0;
  std::size_t reversals = 0;
  double worst_reversal_ev = 0.0;
  double texture[3] = {};          ///< 20, 50 and 400 texels from the edge; of both sides, the one that changes more
  double flicker_ev = 0.0;         ///< moved by 1..64 texels, the worst change of a texel that moves along
  double compression_error = 0.0;  ///< relative to `contrast`
};
/// Edges of 4 and 8 EV and ramps of 0 to 128 texels.
LocalFigures figures_of(const ProfileOperator& apply, double contrast);

}  // namespace reference

#endif
