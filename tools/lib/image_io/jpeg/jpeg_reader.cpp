// SPDX-License-Identifier: MIT
// JPEG pictures by stb_image; CMYK by libjpeg; with a gain map, what both make together.
#include <cstring>
#include <vector>

#include "image_io/color/coded_facts.h"
#include "image_io/gain_map/gain_layer.h"
#include "image_io/internal.h"
#include "image_io/jpeg/cmyk_decoder.h"
#include "image_io/jpeg/gain_map_search.h"
#include "image_io/jpeg/jpeg_segments.h"
#include "image_io/jpeg/stb_decode.h"

namespace image_io::internal {
namespace {

constexpr unsigned kCmykComponents = 4;

/// Decoding takes planes and coefficients of 16 bits, and the picture.
constexpr std::uint64_t bytes_per_texel(unsigned components) { return 4 * components + 1; }

/// stb_image decodes a whole picture of nothing when a tiny file asks for one.
void check_plausible_jpeg(const std::filesystem::path& file, const JpegSegments& segments, Bytes bytes) {
  // A block of 64 samples takes one bit at the very least, and covers up to 16 times as many texels.
  constexpr std::uint64_t kTexelsPerByte = 8192;
  check_plausible(file, segments.width, segments.height, std::uint64_t{segments.width} * segments.height,
                  bytes.size() * kTexelsPerByte, bytes.size());
}

/// Facts of CMYK as its codes are compared: as stb_image makes colours of it.
Facts facts_of(const JpegSegments& segments) {
  Facts facts = segments.facts;
  if (segments.components == kCmykComponents) {
    facts.tags["colour space"] = segments.adobe_transform == kAdobeYcck ? "YCCK" : "CMYK";
  }
  return facts;
}

CodeImage decode(const std::filesystem::path& file, const JpegSegments& segments, Bytes bytes) {
  check_plausible_jpeg(file, segments, bytes);
  const DecodeMemory memory(file, segments.width, segments.height, bytes_per_texel(3));
  const StbPicture picture = stb_decode_jpeg(file, bytes);
  CodeImage image{picture.width, picture.height, CodeImage::Samples::codes8, facts_of(segments), {}};
  image.facts.channels = picture.channels;
  image.texels = allocate_texels(file, image.width, image.height, texel_bytes(image.samples));
  std::memcpy(image.texels.data(), picture.samples.get(), image.texels.size());
  return image;
}

CodeImage decode_inks(const std::filesystem::path& file, const JpegSegments& segments, Bytes bytes) {
  check_plausible_jpeg(file, segments, bytes);
  const DecodeMemory memory(file, segments.width, segments.height, bytes_per_texel(kCmykComponents));
  CodeImage image{segments.width, segments.height, CodeImage::Samples::codes8, facts_of(segments), {}};
  image.facts.channels = kCmykComponents;
  image.facts.color.is_cmyk = true;
  image.texels = allocate_texels(file, image.width, image.height, texel_bytes(image.samples));
  decode_cmyk_jpeg(file, bytes, segments, image.texels.data());
  return image;
}

/// Decoded with stb_image, too. The file's own are shown in messages: "the gain map: ..." stands before its reason.
std::unique_ptr<GainLayer> read_gain_layer(const std::filesystem::path& file, const FoundGainMap& found,
                                           const CodeImage& base, const LightChoice& light) {
  GainMap map = found.meaning;
  const CodeImage codes = decode(file, found.segments, found.bytes);
  map.channels = codes.facts.channels;
  map.width = codes.width;
  map.height = codes.height;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(codes.texels.data());
  for (std::size_t i = 0; i < codes.texels.size(); i += 4) {
    map.codes.insert(map.codes.end(), first + i, first + i + map.channels);
  }
  return std::make_unique<GainLayer>(std::move(map), base.width, base.height, light);
}

}  // namespace

CodeImage decode_jpeg(const std::filesystem::path& file, Bytes bytes) {
  JpegSegments segments = read_jpeg_segments(file, bytes);
  if (const Bytes rest = bytes.subspan(segments.size_bytes); has_gain_map(segments)) {
    segments.facts.tags["gain map"] = rest.empty() ? "missing" : digest_text(rest);
  }
  return decode(file, segments, bytes);
}

std::unique_ptr<ImageReader> open_jpeg(const std::filesystem::path& file, const LightChoice& light) {
  const std::vector<unsigned char> bytes = read_bytes(file);
  const JpegSegments segments = read_jpeg_segments(file, bytes);
  if (segments.components == kCmykComponents) return open_coded(file, decode_inks(file, segments, bytes), light);
  CodeImage base = decode(file, segments, bytes);
  std::unique_ptr<GainLayer> gain;
  if (has_gain_map(segments)) {
    const FoundGainMap found = find_gain_map(file, bytes, segments);
    if (found.unused.empty()) gain = read_gain_layer(file, found, base, light);
    base.facts.note = found.unused;
  }
  return open_coded(file, std::move(base), light, std::move(gain));
}

}  // namespace image_io::internal
