// SPDX-License-Identifier: MIT
// WebP pictures by libwebp, the file's chunks looked at here first.
#include <webp/decode.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "image_io/color/coded_facts.h"
#include "image_io/internal.h"
#include "image_io/packed_pixel.h"

namespace image_io::internal {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kRiffHeaderBytes = 12;  // RIFF, how many bytes follow, WEBP
constexpr std::size_t kChunkHeaderBytes = 8;

[[noreturn]] void fail_truncated(const std::filesystem::path& file) {
  throw files::Error(file, "truncated: the WebP data ends early");
}

Bytes riff_of(const std::filesystem::path& file, Bytes bytes) {
  const std::size_t size = std::size_t{little_endian(&bytes[4], 4)} + 8;
  if (size < kRiffHeaderBytes) throw files::Error(file, "corrupt: no WebP picture");
  if (size > bytes.size()) fail_truncated(file);
  return bytes.first(size);
}

Facts facts_of(const std::filesystem::path& file, Bytes riff) {
  Facts facts;
  for (Bytes rest = riff.subspan(kRiffHeaderBytes); rest.size() >= kChunkHeaderBytes;) {
    const std::string_view type(reinterpret_cast<const char*>(rest.data()), 4);
    const std::size_t size = little_endian(&rest[4], 4);
    if (size > rest.size() - kChunkHeaderBytes) fail_truncated(file);
    Bytes body = rest.subspan(kChunkHeaderBytes, size);
    rest = rest.subspan(std::min(rest.size(), kChunkHeaderBytes + size + size % 2));
    if (type == "ICCP") {
      ProfileBytes profile;
      profile.add(body);
      profile.put(facts);
    }
    if (type != "EXIF") continue;
    constexpr std::string_view kName = "Exif\0\0"sv;  // from some programs
    const bool has_name = body.size() >= kName.size() && std::equal(kName.begin(), kName.end(), body.begin());
    put_orientation(has_name ? body.subspan(kName.size()) : body, facts);
  }
  return facts;
}

[[noreturn]] void fail(const std::filesystem::path& file, VP8StatusCode status) {
  if (status == VP8_STATUS_NOT_ENOUGH_DATA || status == VP8_STATUS_SUSPENDED) fail_truncated(file);
  if (status == VP8_STATUS_OUT_OF_MEMORY) throw files::ReadFailure(file, "out of memory");
  if (status == VP8_STATUS_UNSUPPORTED_FEATURE) throw files::Error(file, "a WebP feature that isn't supported");
  throw files::Error(file, "corrupt: the WebP picture can't be decoded");
}

}  // namespace

CodeImage decode_webp(const std::filesystem::path& file) {
  const std::vector<unsigned char> bytes = read_bytes(file);
  const Bytes riff = riff_of(file, bytes);
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) throw files::Error(file, "libwebp is of another version");
  const VP8StatusCode status = WebPGetFeatures(riff.data(), riff.size(), &config.input);
  if (status != VP8_STATUS_OK) fail(file, status);
  if (config.input.has_animation != 0) throw files::Error(file, "animated WebP pictures are not supported");
  check_size(file, config.input.width, config.input.height);
  const auto width = static_cast<std::uint32_t>(config.input.width);
  const auto height = static_cast<std::uint32_t>(config.input.height);
  // The texels, the same of a lossless picture while it is decoded, and a plane of alpha. A picture of one colour takes
  // a few bytes, whatever its size: no more can be said from the header.
  const DecodeMemory memory(file, width, height, 2 * sizeof(Texel) + 1);
  const bool has_alpha = config.input.has_alpha != 0;
  CodeImage image{width, height, CodeImage::Samples::codes8, {}, {}};
  image.facts = facts_of(file, riff);
  image.facts.channels = has_alpha ? 4 : 3;
  image.texels = allocate_texels(file, width, height, sizeof(Texel));
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = reinterpret_cast<std::uint8_t*>(image.texels.data());
  config.output.u.RGBA.stride = static_cast<int>(width * sizeof(Texel));
  config.output.u.RGBA.size = image.texels.size();
  const VP8StatusCode decoded = WebPDecode(riff.data(), riff.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (decoded != VP8_STATUS_OK) fail(file, decoded);
  for (std::size_t i = 3; !has_alpha && i < image.texels.size(); i += sizeof(Texel)) image.texels[i] = std::byte{255};
  return image;
}

}  // namespace image_io::internal
