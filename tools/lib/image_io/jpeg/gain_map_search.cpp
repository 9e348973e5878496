// SPDX-License-Identifier: MIT
// Search for the gain map of a JPEG, and its metadata.
#include "image_io/jpeg/gain_map_search.h"

#include <algorithm>
#include <array>
#include <utility>

#include "image_io/gain_map/gain_map_metadata.h"

namespace image_io::internal {
namespace {

/// The primary JPEG has the version only.
constexpr std::size_t kIsoVersionBytes = 4;

/// Nothing without metadata. Throws GainMapError.
std::optional<GainMap> meaning_of(const JpegSegments& segments) {
  for (const Bytes body : segments.gain_map_metadata) {
    if (body.size() > kIsoVersionBytes) return parse_iso_gain_map(body);
  }
  for (const std::string_view xmp : segments.xmp) {
    if (hdrgm_of(xmp) == Hdrgm::is_one) return parse_hdrgm(xmp);
  }
  return std::nullopt;
}

}  // namespace

bool has_gain_map(const JpegSegments& primary) {
  const std::vector<Bytes>& iso = primary.gain_map_metadata;
  const std::vector<std::string_view>& xmp = primary.xmp;
  return std::any_of(iso.begin(), iso.end(), [](Bytes body) { return body.size() <= kIsoVersionBytes; }) ||
         std::any_of(xmp.begin(), xmp.end(), [](std::string_view one) { return hdrgm_of(one) == Hdrgm::names_one; });
}

FoundGainMap find_gain_map(const std::filesystem::path& file, Bytes bytes, const JpegSegments& primary) {
  constexpr std::array<unsigned char, 3> kStart = {0xff, 0xd8, 0xff};
  Bytes rest = bytes.subspan(primary.size_bytes);
  for (;;) {
    const auto start = std::search(rest.begin(), rest.end(), kStart.begin(), kStart.end());
    if (start == rest.end()) throw files::Error(file, "truncated or corrupt: the gain map that it names isn't there");
    rest = rest.subspan(std::size_t(start - rest.begin()));
    FoundGainMap found = {read_jpeg_segments(file, rest), rest, {}};
    try {
      if (std::optional<GainMap> meaning = meaning_of(found.segments)) {
        found.meaning = *std::move(meaning);
        return found;
      }
    } catch (const GainMapError& error) {
      found.unused = std::string("its gain map ") + error.what() + ", and isn't applied";
      return found;
    }
    rest = rest.subspan(found.segments.size_bytes);
  }
}

}  // namespace image_io::internal
