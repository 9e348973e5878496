// SPDX-License-Identifier: MIT
// ICC colour profiles, read by Little CMS.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_ICC_PROFILE_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_ICC_PROFILE_H

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "image_io/color/code_points.h"
#include "image_io/internal.h"
#include "reference/matrix.h"

namespace image_io::internal {

/// what(): why a profile can't be used, after "its colour profile": "is damaged".
class ProfileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Linear BT.709 of `count` colours, with channels below 0 and above 1 where they lie outside. `colors`: signals 0 to
/// 1, as many for a colour as the picture has channels besides alpha; ink of CMYK.
using Convert = std::function<void(const float* colors, std::size_t count, float* rgb)>;

/// How a profile makes light of codes, relative to its white (relative colorimetric, without black point compensation).
/// Exactly one of the first three is there.
struct IccProfile {
  std::optional<Cicp> cicp = {};                   ///< code points for PQ or HLG, which its curves and tables can't say
  std::vector<Curve> curves = {};                  ///< of grey one, of a matrix profile R, G, B
  Convert convert = nullptr;                       ///< through tables of several dimensions
  std::size_t channels = 3;                        ///< of `convert`: 1 grey, 3 RGB, 4 CMYK
  std::optional<reference::Matrix> to_bt709 = {};  ///< of what `curves` give; none: they are grey, or BT.709's already
  std::string name = {};                           ///< description in the profile; may be empty
};

/// `is_grey`, `is_cmyk`: of the picture. An RGB profile goes with a grey picture, too. Memory: at most 128 MiB at once
/// for a table, besides `profile`. Throws ProfileError for anything else than a whole profile that makes colours of the
/// picture's channels.
IccProfile read_icc_profile(const std::vector<unsigned char>& profile, bool is_grey, bool is_cmyk);

}  // namespace image_io::internal

#endif
