// SPDX-License-Identifier: MIT
// Frames from decoded pictures and video, and checks of two that are to be compared.
#include "compare/pictures/frame.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace compare {
namespace {

std::string size_text(VkExtent2D extent) {
  return std::to_string(extent.width) + " x " + std::to_string(extent.height);
}

const char* channel_text(const Frame& frame) {
  if (!frame.is_rgb()) {
    constexpr const char* kNames[] = {"YUV 4:4:4", "YUV 4:2:2", "YUV 4:2:0", "YUV 4:1:1"};
    return kNames[std::size_t(frame.chroma)];
  }
  constexpr const char* kNames[] = {"grey", "grey and alpha", "RGB", "RGB and alpha"};
  return kNames[frame.channels - 1];
}

photopic::Chroma chroma_of(image_io::VideoFormat::Chroma chroma) {
  using Chroma = image_io::VideoFormat::Chroma;
  if (chroma == Chroma::c420) return photopic::Chroma::c420;
  if (chroma == Chroma::c411) return photopic::Chroma::c411;
  return chroma == Chroma::c422 ? photopic::Chroma::c422 : photopic::Chroma::c444;
}

// ---- alpha ----

bool has_alpha_channel(const Frame& frame) { return frame.is_rgb() && frame.channels % 2 == 0; }

template <class Sample>
bool is_opaque(const std::vector<std::byte>& texels, Sample full) {
  for (std::size_t at = 3 * sizeof(Sample); at < texels.size(); at += 4 * sizeof(Sample)) {
    Sample alpha;
    std::memcpy(&alpha, texels.data() + at, sizeof alpha);
    if (!(alpha == full)) return false;  // NaN too
  }
  return true;
}

bool is_opaque(const Frame& frame) {
  if (frame.is_float()) return is_opaque(frame.planes[0], 1.0f);
  if (frame.bits == 16) return is_opaque(frame.planes[0], std::uint16_t{65535});
  return is_opaque(frame.planes[0], std::uint8_t{255});
}

// ---- floats ----

using Rgba = std::array<float, 4>;

Rgba rgba_at(const Frame& frame, std::size_t pixel) {
  Rgba rgba;
  std::memcpy(rgba.data(), frame.planes[0].data() + pixel * sizeof rgba, sizeof rgba);
  return rgba;
}

struct PixelCount {
  std::size_t count = 0, first = 0;

  void add(std::size_t pixel) {
    if (count++ == 0) first = pixel;
  }
  /// "3 pixels aren't WHAT, the first at (12, 40)"
  std::string text(VkExtent2D extent, const std::string& what) const {
    const std::string place =
        "(" + std::to_string(first % extent.width) + ", " + std::to_string(first / extent.width) + ")";
    return count == 1 ? "the pixel at " + place + " isn't " + what
                      : std::to_string(count) + " pixels aren't " + what + ", the first at " + place;
  }
};

// ---- equality ----

template <class Sample>
bool are_equal_texels(const Frame& reference, const Frame& test, std::span<const std::uint8_t> mask) {
  const auto texel_at = [](const Frame& frame, std::size_t pixel) {
    std::array<Sample, 4> texel;
    std::memcpy(texel.data(), frame.planes[0].data() + pixel * sizeof texel, sizeof texel);
    return texel;
  };
  const std::ptrdiff_t channels = reference.has_alpha || test.has_alpha ? 4 : 3;
  for (std::size_t i = 0; i < pixel_count(reference); ++i) {
    if (!mask.empty() && mask[i] == 0) continue;
    const std::array<Sample, 4> one = texel_at(reference, i), other = texel_at(test, i);
    if (!std::equal(one.begin(), one.begin() + channels, other.begin())) return false;
  }
  return true;
}

// ---- one form for both ----

/// A code of 8 bits as one of 16.
constexpr unsigned kWidening = 257;

/// False, and nothing done, where a code isn't a widened one.
bool narrow(Frame& frame) {
  std::vector<std::byte>& texels = frame.planes[0];
  const std::size_t count = texels.size() / sizeof(std::uint16_t);
  const auto code_at = [&](std::size_t i) {
    std::uint16_t code;
    std::memcpy(&code, texels.data() + i * sizeof code, sizeof code);
    return code;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (code_at(i) % kWidening != 0) return false;
  }
  for (std::size_t i = 0; i < count; ++i) texels[i] = static_cast<std::byte>(code_at(i) / kWidening);
  texels.resize(count);
  frame.format = VK_FORMAT_R8G8B8A8_UNORM;
  frame.bits = 8;
  return true;
}

/// "RGB, 8 bits"
std::string form_text(const Frame& frame) {
  return std::string(channel_text(frame)) + ", " + (frame.is_float() ? "float" : std::to_string(frame.bits) + " bits");
}

// ---- encodings ----

constexpr const char* kSrgbCicp = "1/13/0/1";

std::string cicp_of(const Frame& frame) {
  const auto tag = frame.tags.find(image_io::kTagCicp);
  return tag == frame.tags.end() ? kSrgbCicp : tag->second;
}

/// "BT.2100 PQ (cICP 9/16/0/1)"
std::string encoding_text(const Frame& frame) {
  if (!frame.tags.contains(image_io::kTagCicp)) return "sRGB (no cICP)";
  constexpr std::pair<const char*, const char*> kNames[] = {{kSrgbCicp, "sRGB"},          {"1/1/0/1", "BT.709"},
                                                            {"1/8/0/1", "linear BT.709"}, {"9/16/0/1", "BT.2100 PQ"},
                                                            {"9/18/0/1", "BT.2100 HLG"},  {"12/13/0/1", "Display P3"}};
  const std::string cicp = cicp_of(frame);
  for (const auto& [codes, name] : kNames) {
    if (cicp == codes) return std::string(name) + " (cICP " + cicp + ")";
  }
  return "cICP " + cicp;
}

// ---- grey video ----

/// Codes of luma as those of an RGB picture, opaque.
template <class Sample>
std::vector<std::byte> grey_texels(const std::vector<std::byte>& luma, std::uint32_t bits) {
  const std::size_t count = luma.size() / sizeof(Sample);
  const std::uint32_t peak = (1u << bits) - 1u, full = std::numeric_limits<Sample>::max();
  std::vector<std::byte> texels(count * 4 * sizeof(Sample));
  for (std::size_t i = 0; i < count; ++i) {
    Sample code;
    std::memcpy(&code, luma.data() + i * sizeof code, sizeof code);
    const auto scaled = static_cast<Sample>((std::uint64_t{code} * full + peak / 2) / peak);
    const Sample texel[] = {scaled, scaled, scaled, static_cast<Sample>(full)};
    std::memcpy(texels.data() + i * sizeof texel, texel, sizeof texel);
  }
  return texels;
}

}  // namespace

Frame frame_of(image_io::CodeImage image) {
  Frame frame;
  frame.extent = {image.width, image.height};
  frame.channels = image.facts.channels;
  frame.tags = std::move(image.facts.tags);
  switch (image.samples) {
    case image_io::CodeImage::Samples::codes8:
      frame.format = VK_FORMAT_R8G8B8A8_UNORM;
      frame.bits = 8;
      break;
    case image_io::CodeImage::Samples::codes16:
      frame.format = VK_FORMAT_R16G16B16A16_UNORM;
      frame.bits = 16;
      break;
    case image_io::CodeImage::Samples::linear:
      frame.format = VK_FORMAT_R32G32B32A32_SFLOAT;
      frame.bits = 0;
      break;
  }
  frame.planes[0] = std::move(image.texels);
  frame.has_alpha = has_alpha_channel(frame) && !is_opaque(frame);
  return frame;
}

Frame frame_of(const image_io::VideoFormat& format, image_io::VideoFrame& read) {
  Frame frame;
  frame.extent = {format.width, format.height};
  if (format.chroma == image_io::VideoFormat::Chroma::none) {
    const bool is_wide = format.bits > 8;
    frame.format = is_wide ? VK_FORMAT_R16G16B16A16_UNORM : VK_FORMAT_R8G8B8A8_UNORM;
    frame.bits = is_wide ? 16 : 8;
    frame.channels = 1;
    frame.planes[0] = is_wide ? grey_texels<std::uint16_t>(read.planes[0], format.bits)
                              : grey_texels<std::uint8_t>(read.planes[0], format.bits);
    return frame;
  }
  frame.format = format.bits == 8 ? VK_FORMAT_R8_UNORM : VK_FORMAT_R16_UNORM;
  frame.bits = format.bits;
  frame.chroma = chroma_of(format.chroma);
  for (std::size_t i = 0; i < 3; ++i) frame.planes[i] = std::move(read.planes[i]);
  return frame;
}

Frame frame_of(VkExtent2D extent, std::vector<std::byte> rgba) {
  Frame frame;
  frame.extent = extent;
  frame.format = VK_FORMAT_R8G8B8A8_UNORM;
  frame.tags = image_io::srgb_tags();
  frame.planes[0] = std::move(rgba);
  return frame;
}

std::uint64_t bytes_of(const Frame& frame) {
  std::uint64_t bytes = 0;
  for (const std::vector<std::byte>& plane : frame.planes) bytes += plane.size();
  return bytes;
}

VkExtent2D plane_step(const Frame& frame, std::size_t plane) {
  using photopic::Chroma;
  if (plane == 0 || frame.chroma == Chroma::c444) return {1, 1};
  return {frame.chroma == Chroma::c411 ? 4u : 2u, frame.chroma == Chroma::c420 ? 2u : 1u};
}

VkExtent2D plane_extent(const Frame& frame, std::size_t plane) {
  const VkExtent2D step = plane_step(frame, plane);
  return {(frame.extent.width + step.width - 1) / step.width, (frame.extent.height + step.height - 1) / step.height};
}

std::string description_of(const Frame& frame) {
  std::string text = size_text(frame.extent) + ", " + form_text(frame);
  for (const char* const name : {image_io::kTagLayer, image_io::kTagPixelAspect}) {
    if (const auto tag = frame.tags.find(name); tag != frame.tags.end()) text += ", " + tag->first + " " + tag->second;
  }
  return text;
}

void check_encodings(const Frame& reference, const std::string& reference_name, const Frame& test,
                     const std::string& test_name) {
  const bool are_codes = !reference.is_float() && !test.is_float();
  if (!are_codes || cicp_of(reference) == cicp_of(test)) return;
  throw EncodingMismatch(reference_name + " is encoded as " + encoding_text(reference) + ", " + test_name + " as " +
                         encoding_text(test) + "; --ignore-encoding compares them all the same");
}

std::string differing_tags(const image_io::Tags& reference, const image_io::Tags& test) {
  image_io::Tags all = reference;
  all.insert(test.begin(), test.end());
  std::string text;
  for (const auto& [name, value] : all) {
    const auto one = reference.find(name), other = test.find(name);
    const std::string of_one = one == reference.end() ? "none" : one->second;
    const std::string of_other = other == test.end() ? "none" : other->second;
    if (of_one == of_other) continue;
    text += (text.empty() ? "" : "; ") + name + ": the reference has " + of_one + ", the test " + of_other;
  }
  return text;
}

bool are_as_large(const Frame& reference, const Frame& test) {
  return reference.extent.width == test.extent.width && reference.extent.height == test.extent.height;
}

void check_alike(const Frame& reference, const Frame& test) {
  const std::string one = size_text(reference.extent) + ", " + form_text(reference);
  const std::string other = size_text(test.extent) + ", " + form_text(test);
  if (one == other) return;
  throw Mismatch("the reference has " + one + ", the test " + other);
}

std::string make_alike(Frame& reference, Frame& test) {
  const bool are_pictures = reference.is_rgb() && test.is_rgb() && reference.is_float() == test.is_float();
  if (!are_as_large(reference, test) || !are_pictures) check_alike(reference, test);
  const std::string one = form_text(reference), other = form_text(test);
  std::string note;
  if (one != other) {
    const std::string both = "the reference has " + one + ", the test " + other;
    Frame& deeper = reference.bits == 16 ? reference : test;
    if (reference.bits != test.bits && !narrow(deeper)) {
      throw Mismatch(both + "; the codes of 16 bits aren't all 257 times those of 8");
    }
    const bool keeps_alpha = has_alpha_channel(reference) && has_alpha_channel(test);
    if (!keeps_alpha && (reference.has_alpha || test.has_alpha)) {
      throw Mismatch(both + ", and alpha isn't opaque everywhere; --alpha may leave it out");
    }
    const bool is_grey = reference.channels < 3 && test.channels < 3;
    reference.channels = test.channels = (is_grey ? 1 : 3) + (keeps_alpha ? 1 : 0);
    note = both + ": compared as " + form_text(reference) + ", which loses nothing";
  }
  const std::string tags = differing_tags(reference.tags, test.tags);
  return note + (note.empty() || tags.empty() ? "" : "; ") + tags;
}

bool are_equal(const Frame& reference, const Frame& test, std::span<const std::uint8_t> mask) {
  if (reference.planes == test.planes) return true;
  if (!reference.is_rgb()) return false;
  if (reference.is_float()) return are_equal_texels<float>(reference, test, mask);
  return reference.bits == 16 ? are_equal_texels<std::uint16_t>(reference, test, mask)
                              : are_equal_texels<std::uint8_t>(reference, test, mask);
}

void check_finite(const Frame& frame, const std::filesystem::path& file) {
  if (!frame.is_float()) return;
  PixelCount bad;
  for (std::size_t i = 0; i < pixel_count(frame); ++i) {
    const Rgba rgba = rgba_at(frame, i);
    if (!std::all_of(rgba.begin(), rgba.end(), [](float value) { return std::isfinite(value); })) bad.add(i);
  }
  if (bad.count != 0) throw files::Error(file, bad.text(frame.extent, "finite"));
}

std::string level_not_finite(Frame& reference, Frame& test) {
  if (!reference.is_float()) return "";
  PixelCount bad, equal;
  for (std::size_t i = 0; i < pixel_count(reference); ++i) {
    Rgba one = rgba_at(reference, i), other = rgba_at(test, i);
    bool is_bad = false, is_changed = false;
    for (std::size_t c = 0; c < one.size(); ++c) {
      if (std::isfinite(one[c]) && std::isfinite(other[c])) continue;
      is_bad = is_bad || !(one[c] == other[c] || (std::isnan(one[c]) && std::isnan(other[c])));
      one[c] = other[c] = 0.0f;
      is_changed = true;
    }
    if (is_bad) bad.add(i);
    if (!is_changed) continue;
    equal.add(i);
    std::memcpy(reference.planes[0].data() + i * sizeof one, one.data(), sizeof one);
    std::memcpy(test.planes[0].data() + i * sizeof other, other.data(), sizeof other);
  }
  if (bad.count != 0) throw NotFinite(bad.text(reference.extent, "finite in both alike"));
  return equal.count == 0 ? "" : equal.text(reference.extent, "finite, and equal in both");
}

}  // namespace compare
