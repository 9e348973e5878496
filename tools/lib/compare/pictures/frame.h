// SPDX-License-Identifier: MIT
// One picture of a comparison, as stored, whatever file it is from.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_FRAME_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_FRAME_H

#include <photopic/image_metrics.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "image_io/code_image.h"
#include "image_io/video/video.h"

namespace compare {

/// Two pictures that can't be compared; what() is one line with both their sizes or formats.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Two pictures whose files say that their codes mean different colours; what() is one line with what each says.
class EncodingMismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Two pictures that aren't finite at the same places; what() is one line with the first of these.
class NotFinite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Frame {
  VkExtent2D extent = {};  ///< pixels
  VkFormat format = VK_FORMAT_UNDEFINED;
  std::uint32_t bits = 8;  ///< of a code; floats: 0
  photopic::Chroma chroma = photopic::Chroma::c444;
  std::uint32_t channels = 3;  ///< of the file
  bool has_alpha = false;      ///< a pixel that isn't opaque
  image_io::Tags tags;
  /// Texels row by row: one image of four channels, or three planes.
  std::array<std::vector<std::byte>, 3> planes;

  bool is_float() const { return format == VK_FORMAT_R32G32B32A32_SFLOAT; }
  bool is_rgb() const { return format != VK_FORMAT_R8_UNORM && format != VK_FORMAT_R16_UNORM; }
  /// The largest code; floats: 1.
  double peak() const { return is_float() ? 1.0 : double((1u << bits) - 1u); }
};

/// A code of 8 bits in those of the frame; of floats 1.
inline double code_of(const Frame& frame) { return frame.is_float() ? 1.0 : frame.peak() / 255.0; }

/// Of its texels.
std::uint64_t bytes_of(const Frame& frame);
inline std::size_t pixel_count(const Frame& frame) { return std::size_t{frame.extent.width} * frame.extent.height; }

/// Pixels of a plane's sample; at the right and lower edge it may stand for fewer.
VkExtent2D plane_step(const Frame& frame, std::size_t plane);
/// Samples of a plane; of RGB there is plane 0 alone.
VkExtent2D plane_extent(const Frame& frame, std::size_t plane);

Frame frame_of(image_io::CodeImage image);
/// Takes the planes, and leaves `read` to be read into again. Grey becomes RGB codes: more than 8 bits are scaled
/// to 16.
Frame frame_of(const image_io::VideoFormat& format, image_io::VideoFrame& read);
/// 8-bit RGBA texels, sRGB-encoded, of which alpha is ignored.
Frame frame_of(VkExtent2D extent, std::vector<std::byte> rgba);

/// "1920 x 1080, RGB, 8 bits", the layer that was taken of several channels, and the pixel aspect ratio unless it is 1.
std::string description_of(const Frame& frame);

/// Throws EncodingMismatch if the files' cICP differ, by these names of theirs. Codes without one are sRGB, and so are
/// those that it says 1/13/0/1 of; floats have no encoding.
void check_encodings(const Frame& reference, const std::string& reference_name, const Frame& test,
                     const std::string& test_name);

/// Statements in which the two files disagree, one after the other; empty: none.
std::string differing_tags(const image_io::Tags& reference, const image_io::Tags& test);

bool are_as_large(const Frame& reference, const Frame& test);

/// Throws Mismatch unless both have the same size, format, depth and channels.
void check_alike(const Frame& reference, const Frame& test);

/// Brings both to one form where that loses nothing: grey becomes RGB, alpha that is opaque goes, and 16-bit codes that
/// are all multiples of 257 become those of 8 bits. Throws Mismatch where it can't. Returns what was done, and what the
/// files say of their texels where they disagree; empty: nothing.
std::string make_alike(Frame& reference, Frame& test);

/// Whether two pictures that are alike have the same codes or values, alpha's too where one isn't opaque. Without those
/// of RGB whose `mask`, a byte for each pixel, is 0; planes are equal as a whole.
bool are_equal(const Frame& reference, const Frame& test, std::span<const std::uint8_t> mask);

/// Throws files::Error "FILE: 3 pixels aren't finite, the first at (12, 40)". Alpha counts.
void check_finite(const Frame& frame, const std::filesystem::path& file);

/// NaN, and infinities of one sign, in the same channel of the same pixel of both, become 0 in both. Throws
/// NotFinite for others. Both are alike. Returns how many pixels had some, in words; empty: none.
std::string level_not_finite(Frame& reference, Frame& test);

}  // namespace compare

#endif
