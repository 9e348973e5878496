// SPDX-License-Identifier: MIT
// Colour profiles, EXIF orientation, and PNG chunks about colour.
#include "image_io/color/coded_facts.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <utility>

namespace image_io::internal {
namespace {

constexpr const char* kTagGamma = "gamma (gAMA)";
constexpr const char* kTagPngChromaticities = "chromaticities (cHRM)";

/// A text's length up to its terminator; the size of `bytes` without one.
std::size_t text_size(Bytes bytes) { return std::size_t(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin()); }

/// Ends where the profile is too large, so that a bomb costs neither memory nor time.
void inflate_into(Bytes compressed, ProfileBytes& profile) {
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK) return;
  stream.next_in = const_cast<Bytef*>(compressed.data());
  stream.avail_in = static_cast<uInt>(compressed.size());
  std::array<unsigned char, 16384> window;
  int status = Z_OK;
  bool is_wanted = true;
  while (status == Z_OK && is_wanted) {
    stream.next_out = window.data();
    stream.avail_out = static_cast<uInt>(window.size());
    status = inflate(&stream, Z_NO_FLUSH);
    is_wanted = profile.add(Bytes(window).first(window.size() - stream.avail_out));
  }
  inflateEnd(&stream);
}

void put_profile_chunk(Bytes body, Facts& facts) {
  // W3C's note of 2019, before there was cICP: a profile of this name stands for BT.2100 PQ.
  constexpr std::string_view kPqName = "ITUR_2100_PQ_FULL";
  const std::size_t name = text_size(body), compressed = name + 2;  // after the name and the method
  if (compressed >= body.size()) return;
  ProfileBytes profile;
  inflate_into(body.subspan(compressed), profile);
  profile.put(facts);
  if (std::string_view(reinterpret_cast<const char*>(body.data()), name) == kPqName && !facts.color.cicp) {
    facts.color.cicp = kCicpHdr10;
  }
}

/// Of units of 0.0001.
std::string nits_text(Bytes bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", double(big_endian_32(bytes)) / 10000.0);
  return text;
}

/// "R 0.68 0.32, G 0.265 0.69, B 0.15 0.06, white 0.3127 0.329, 0.005 to 1000 nits"
std::string mastering_text(Bytes body) {
  std::string text;
  for (std::size_t i = 0; i < 4; ++i) {
    constexpr const char* kNames[] = {"R", "G", "B", "white"};
    const std::uint32_t xy = big_endian_32(body.subspan(4 * i));
    char place[48];
    std::snprintf(place, sizeof place, "%s %.5g %.5g, ", kNames[i], (xy >> 16) / 50000.0, (xy & 0xffff) / 50000.0);
    text += place;
  }
  return text + nits_text(body.subspan(20)) + " to " + nits_text(body.subspan(16)) + " nits";
}

void put_gamma(Bytes body, Facts& facts) {
  facts.color.gamma = double(big_endian_32(body)) / 100000.0;
  char text[16];
  std::snprintf(text, sizeof text, "%.5f", *facts.color.gamma);
  facts.tags[kTagGamma] = text;
}

/// White first in the file; as integers they run to 42949.67295.
void put_chromaticities(Bytes body, Facts& facts) {
  Chromaticities xy;
  for (std::size_t i = 0; i < xy.size(); ++i) {
    xy[(i + 6) % xy.size()] = static_cast<float>(double(big_endian_32(body.subspan(4 * i))) / 100000.0);
  }
  facts.color.chromaticities = xy;
  facts.tags[kTagPngChromaticities] = text_of(xy);
}

/// One with a matrix is none of RGB, and counts for nothing.
void put_cicp(Bytes body, Facts& facts) {
  std::string text;
  for (const unsigned char code : body) text += (text.empty() ? "" : "/") + std::to_string(code);
  facts.tags[kTagCicp] = text;
  if (body[2] == 0 && body[3] <= 1) {
    facts.color.cicp = Cicp{body[0], body[1], body[3] == 0};
  } else {
    facts.note = "its cICP " + text + " isn't of RGB, and is ignored";
  }
}

}  // namespace

std::string digest_text(Bytes bytes) {
  char checksum[9];
  std::snprintf(checksum, sizeof checksum, "%08x",
                static_cast<unsigned>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size()))));
  return std::to_string(bytes.size()) + " bytes with CRC " + checksum;
}

bool ProfileBytes::add(Bytes piece) {
  const Bytes kept = piece.first(std::min(piece.size(), kMostProfileBytes + 1 - bytes_.size()));
  bytes_.insert(bytes_.end(), kept.begin(), kept.end());
  return bytes_.size() <= kMostProfileBytes;
}

void ProfileBytes::put(Facts& facts) {
  if (bytes_.empty()) return;
  const bool is_large = bytes_.size() > kMostProfileBytes;
  facts.tags["colour profile (ICC)"] = (is_large ? "more than " : "") + digest_text(bytes_);
  facts.color.profile = std::make_shared<const std::vector<unsigned char>>(std::move(bytes_));
}

void put_orientation(std::uint32_t number, Facts& facts) {
  if (number == 1) return;
  facts.tags["orientation (EXIF)"] = std::to_string(number);
  if (number >= 1 && number <= 8) facts.orientation = static_cast<std::uint8_t>(number);
}

void put_orientation(Bytes tiff, Facts& facts) {
  constexpr std::size_t kHeaderBytes = 8, kCountBytes = 2, kEntryBytes = 12;
  constexpr std::uint32_t kOrientation = 0x0112, kLong = 4;
  if (tiff.size() < kHeaderBytes) return;
  const bool is_little = tiff[0] == 'I';
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value = value << 8 | tiff[at + (is_little ? bytes - 1 - i : i)];
    }
    return value;
  };
  const std::size_t directory = number(4, 4);
  if (directory > tiff.size() - kCountBytes) return;
  std::size_t at = directory + kCountBytes;
  for (std::uint32_t left = number(directory, 2); left > 0 && tiff.size() - at >= kEntryBytes; --left) {
    if (number(at, 2) == kOrientation)
      return put_orientation(number(at + 8, number(at + 2, 2) == kLong ? 4 : 2), facts);
    at += kEntryBytes;
  }
}

void put_png_chunk(std::string_view type, Bytes body, Facts& facts) {
  const CodedColor& color = facts.color;
  if (type == "gAMA" && body.size() == 4 && !color.gamma) put_gamma(body, facts);
  if (type == "cHRM" && body.size() == 32 && !color.chromaticities) put_chromaticities(body, facts);
  if (type == "sRGB" && body.size() == 1 && !color.is_srgb) {
    constexpr const char* kIntents[] = {"perceptual", "relative colorimetric", "saturation", "absolute colorimetric"};
    facts.tags["sRGB"] = body[0] < std::size(kIntents) ? kIntents[body[0]] : std::to_string(body[0]);
    facts.color.is_srgb = true;
  }
  if (type == "cICP" && body.size() == 4 && !facts.tags.contains(kTagCicp)) put_cicp(body, facts);
  if (type == "mDCV" && body.size() == 24) facts.tags["mastering display (mDCV)"] = mastering_text(body);
  if (type == "cLLI" && body.size() == 8) {
    facts.tags["light levels (cLLI)"] =
        "MaxCLL " + nits_text(body) + ", MaxFALL " + nits_text(body.subspan(4)) + " nits";
  }
  if (type == "iCCP" && color.profile == nullptr) put_profile_chunk(body, facts);
  if (type == "eXIf") put_orientation(body, facts);
}

void drop_repeated_srgb(Facts& facts) {
  if (!facts.color.is_srgb) return;
  const auto drop = [&](const char* tag, const std::string& text) {
    const auto found = facts.tags.find(tag);
    if (found != facts.tags.end() && found->second == text) facts.tags.erase(found);
  };
  drop(kTagGamma, "0.45455");
  drop(kTagPngChromaticities, "0.64,0.33 0.3,0.6 0.15,0.06 0.3127,0.329");
}

}  // namespace image_io::internal
