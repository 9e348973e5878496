// SPDX-License-Identifier: MIT
// Colour profiles, EXIF orientation, and PNG chunks about colour.
#include "image_io/stb/coded_tags.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace image_io::internal {
namespace {

/// A text's length up to its terminator; the size of `bytes` without one.
std::size_t text_size(Bytes bytes) { return std::size_t(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin()); }

/// In a window of its own, so that a bomb costs no memory.
void inflate_into(Bytes compressed, ProfileDigest& digest) {
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK) return;
  stream.next_in = const_cast<Bytef*>(compressed.data());
  stream.avail_in = static_cast<uInt>(compressed.size());
  std::array<unsigned char, 16384> window;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = window.data();
    stream.avail_out = static_cast<uInt>(window.size());
    status = inflate(&stream, Z_NO_FLUSH);
    digest.add(Bytes(window).first(window.size() - stream.avail_out));
  }
  inflateEnd(&stream);
}

void put_profile_chunk(Bytes body, Tags& tags) {
  const std::size_t compressed = text_size(body) + 2;  // after the name and the method
  if (compressed >= body.size()) return;
  ProfileDigest digest;
  inflate_into(body.subspan(compressed), digest);
  digest.put(tags);
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

}  // namespace

void ProfileDigest::add(Bytes piece) {
  if (piece.empty()) return;
  size_ += piece.size();
  checksum_ = static_cast<std::uint32_t>(crc32(checksum_, piece.data(), static_cast<uInt>(piece.size())));
}

void ProfileDigest::put(Tags& tags) const {
  if (size_ == 0) return;
  char checksum[9];
  std::snprintf(checksum, sizeof checksum, "%08x", checksum_);
  tags["colour profile (ICC)"] = std::to_string(size_) + " bytes with CRC " + checksum;
}

void put_orientation(Bytes tiff, Tags& tags) {
  constexpr std::size_t kHeaderBytes = 8, kCountBytes = 2, kEntryBytes = 12;
  constexpr std::uint32_t kOrientation = 0x0112;
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
    const std::uint32_t value = number(at + 8, 2);
    if (number(at, 2) == kOrientation && value != 1) tags["orientation (EXIF)"] = std::to_string(value);
    at += kEntryBytes;
  }
}

void put_png_chunk(std::string_view type, Bytes body, Tags& tags) {
  if (type == "gAMA" && body.size() == 4) {
    char text[16];
    std::snprintf(text, sizeof text, "%.5f", double(big_endian_32(body)) / 100000.0);
    tags["gamma (gAMA)"] = text;
  }
  if (type == "sRGB" && body.size() == 1) {
    constexpr const char* kIntents[] = {"perceptual", "relative colorimetric", "saturation", "absolute colorimetric"};
    tags["sRGB"] = body[0] < std::size(kIntents) ? kIntents[body[0]] : std::to_string(body[0]);
  }
  if (type == "cICP" && body.size() == 4) {
    std::string text;
    for (const unsigned char code : body) text += (text.empty() ? "" : "/") + std::to_string(code);
    tags[kTagCicp] = text;
  }
  if (type == "mDCV" && body.size() == 24) tags["mastering display (mDCV)"] = mastering_text(body);
  if (type == "cLLI" && body.size() == 8) {
    tags["light levels (cLLI)"] = "MaxCLL " + nits_text(body) + ", MaxFALL " + nits_text(body.subspan(4)) + " nits";
  }
  if (type == "iCCP") put_profile_chunk(body, tags);
  if (type == "eXIf") put_orientation(body, tags);
}

}  // namespace image_io::internal
