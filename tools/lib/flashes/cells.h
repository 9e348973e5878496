// SPDX-License-Identifier: MIT
// Pictures averaged to cells on the CPU, and what IRIS looks at.
#ifndef PHOTOPIC_TOOLS_FLASHES_CELLS_H
#define PHOTOPIC_TOOLS_FLASHES_CELLS_H

#include <filesystem>
#include <vector>

#include "flashes/light.h"
#include "reference/flash.h"

namespace flashes {

inline constexpr std::uint32_t kColumns = 240;  ///< as photopic::FlashCreateInfo has by default
inline constexpr std::uint32_t kRows = 135;

/// Averages, each texel by the area that it has in a cell. Throws files::Error "FILE: the pixel at (1, 2) isn't
/// finite".
reference::FlashCells cells_of(const image_io::CodeImage& image, const std::filesystem::path& file, const Light& light);

/// What IRIS looks at in one frame.
struct IrisPicture {
  double luminance = 0.0;         ///< mean, 1 = white
  double red = 0.0;               ///< mean of its red measure
  std::vector<float> luminances;  ///< by texel
};
/// Throws as above.
IrisPicture iris_picture_of(const image_io::CodeImage& image, const std::filesystem::path& file, const Light& light,
                            double white_cd_m2);
/// Share of the texels whose luminance differs; both have as many.
double changed_share(const IrisPicture& before, const IrisPicture& now);

}  // namespace flashes

#endif
