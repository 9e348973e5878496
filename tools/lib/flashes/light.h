// SPDX-License-Identifier: MIT
// Light that the numbers of a picture stand for.
#ifndef PHOTOPIC_TOOLS_FLASHES_LIGHT_H
#define PHOTOPIC_TOOLS_FLASHES_LIGHT_H

#include <photopic/flash_analyser.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "image_io/code_image.h"
#include "reference/matrix.h"

namespace flashes {

/// How a sequence is shown.
struct Display {
  std::optional<photopic::OutputEncoding> encoding;  ///< of the numbers; by default what files say, else sRGB
  double white_cd_m2 = 200.0;                        ///< of SDR's white
  double cd_m2_per_unit = 0.0;                       ///< of 1 in linear and scrgb pictures; 0 = white_cd_m2
};

/// "srgb", "hdr10". Throws UsageError; `option` begins the message.
photopic::OutputEncoding parse_encoding(const std::string& word, const std::string& option);
/// "hdr10"
std::string encoding_word(photopic::OutputEncoding encoding);
/// "srgb, power22, ..."
std::string encoding_words();

/// The one that a picture has: as asked for, as its file says, or sRGB. Throws files::Error for floats without a name,
/// codes of an encoding of floats, and code points that aren't known.
photopic::OutputEncoding encoding_of(const image_io::CodeImage& image, const std::filesystem::path& file,
                                     const std::optional<photopic::OutputEncoding>& asked);

/// Rows of a picture as light, in cd/m^2 of its own primaries.
class Light {
 public:
  Light(photopic::OutputEncoding encoding, image_io::CodeImage::Samples samples, const Display& display);

  /// `light`: R, G, B of each of `count` texels. False where one isn't finite.
  bool decode(const std::byte* texels, std::size_t count, float* light) const;
  /// Light of 8-bit codes of SDR, three channels in one number, so that sums of texels are few additions: a texel is
  /// packed[0][R] + packed[1][G] + packed[2][B], and kPackedTexels of them fit. Within 4e-4 cd/m^2 of 200. Null of
  /// others.
  using PackedTable = std::array<std::array<std::uint64_t, 256>, 3>;
  const PackedTable* packed() const { return packed_.get(); }
  static constexpr unsigned kPackedBits = 21;  ///< of a channel
  static constexpr std::uint64_t kPackedMask = (std::uint64_t{1} << kPackedBits) - 1;
  static constexpr std::uint32_t kPackedTexels = 8;
  /// Of sums by channel.
  reference::Rgb unpack(std::uint64_t red, std::uint64_t green, std::uint64_t blue) const;
  /// A mean of them as BT.709.
  reference::Rgb to_bt709(const reference::Rgb& mean) const;

 private:
  double light_of(double signal) const;

  photopic::OutputEncoding encoding_;
  image_io::CodeImage::Samples samples_;
  double unit_cd_m2_;
  bool needs_matrix_ = false;
  reference::Matrix to_bt709_ = {};
  std::vector<float> table_;  ///< by code
  std::unique_ptr<PackedTable> packed_;
};

}  // namespace flashes

#endif
