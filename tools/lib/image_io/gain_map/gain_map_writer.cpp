// SPDX-License-Identifier: MIT
// JPEG files with a gain map: two JPEGs in a row, and segments that say so in the words of ISO 21496-1, of Ultra HDR
// (XMP) and of the Multi-Picture Format (CIPA DC-007).
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "files/atomic_file.h"
#include "image_io/gain_map/gain_map.h"
#include "image_io/gain_map/jpeg_encoder.h"
#include "image_io/internal.h"

namespace image_io {
namespace {

using namespace std::string_view_literals;
using JpegBytes = std::vector<unsigned char>;

constexpr std::size_t kStartBytes = 2;         // of a JPEG
constexpr std::size_t kSegmentStartBytes = 4;  // of a segment: what it is, and its size
constexpr unsigned char kApp1 = 0xe1, kApp2 = 0xe2;
constexpr std::string_view kIsoName = "urn:iso:std:iso:ts:21496:-1\0"sv;

void append(JpegBytes& bytes, std::string_view text) { bytes.insert(bytes.end(), text.begin(), text.end()); }
void append_number(JpegBytes& bytes, std::uint32_t number, int count) {
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
    bytes.push_back(static_cast<unsigned char>(number >> shift));
}

JpegBytes segment(unsigned char marker, std::string_view name, const JpegBytes& body) {
  constexpr std::size_t kSizeBytes = 2;  // counted themselves
  JpegBytes bytes = {0xff, marker};
  append_number(bytes, static_cast<std::uint32_t>(kSizeBytes + name.size() + body.size()), kSizeBytes);
  append(bytes, name);
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

// ---- XMP ----

std::string text_of(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

JpegBytes xmp_segment(const std::string& description) {
  JpegBytes body;
  append(body,
         "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
         "<rdf:Description rdf:about=\"\" xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" "
         "hdrgm:Version=\"1.0\"");
  append(body, description);
  append(body, "</rdf:Description></rdf:RDF></x:xmpmeta>");
  return segment(kApp1, "http://ns.adobe.com/xap/1.0/\0"sv, body);
}

JpegBytes container_segment(std::size_t gain_map_bytes) {
  const std::string item = "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Mime=\"image/jpeg\" Item:Semantic=";
  return xmp_segment(
      " xmlns:Container=\"http://ns.google.com/photos/1.0/container/\""
      " xmlns:Item=\"http://ns.google.com/photos/1.0/container/item/\">"
      "<Container:Directory><rdf:Seq>" +
      item + "\"Primary\"/></rdf:li>" + item + "\"GainMap\" Item:Length=\"" + std::to_string(gain_map_bytes) +
      "\"/></rdf:li></rdf:Seq></Container:Directory>");
}

JpegBytes gain_xmp_segment(const GainMap& map) {
  std::string attributes, elements;
  const auto add = [&](const char* name, const std::array<double, 3>& values) {
    const std::string key = std::string("hdrgm:") + name;
    if (map.channels == 1) {
      attributes += " " + key + "=\"" + text_of(values[0]) + "\"";
      return;
    }
    elements += "<" + key + "><rdf:Seq>";
    for (const double value : values) elements += "<rdf:li>" + text_of(value) + "</rdf:li>";
    elements += "</rdf:Seq></" + key + ">";
  };
  add("GainMapMin", map.min_log2);
  add("GainMapMax", map.max_log2);
  for (const auto& [name, value] : {std::pair{"Gamma", map.gamma[0]},
                                    {"OffsetSDR", map.base_offset[0]},
                                    {"OffsetHDR", map.alternate_offset[0]},
                                    {"HDRCapacityMin", map.base_headroom_log2},
                                    {"HDRCapacityMax", map.alternate_headroom_log2}}) {
    attributes += std::string(" hdrgm:") + name + "=\"" + text_of(value) + "\"";
  }
  return xmp_segment(attributes + " hdrgm:BaseRenditionIsHDR=\"False\">" + elements);
}

// ---- ISO 21496-1 ----

JpegBytes iso_version() { return JpegBytes(4, 0); }  // minimum and writer's, 16 bits each

void append_fraction(JpegBytes& bytes, double value) {
  constexpr std::uint32_t kDenominator = 1 << 24;  // GainMap's numbers are multiples of it
  append_number(bytes, static_cast<std::uint32_t>(std::llround(value * kDenominator)), 4);
  append_number(bytes, kDenominator, 4);
}

JpegBytes gain_iso_segment(const GainMap& map) {
  constexpr unsigned char kThreeChannels = 128, kColorSpaceOfBase = 64;
  JpegBytes body = iso_version();
  body.push_back(kColorSpaceOfBase | (map.channels == 3 ? kThreeChannels : 0));
  append_fraction(body, map.base_headroom_log2);
  append_fraction(body, map.alternate_headroom_log2);
  for (std::size_t c = 0; c < map.channels; ++c) {
    for (const double value :
         {map.min_log2[c], map.max_log2[c], map.gamma[c], map.base_offset[c], map.alternate_offset[c]}) {
      append_fraction(body, value);
    }
  }
  return segment(kApp2, kIsoName, body);
}

// ---- MPF ----

constexpr std::string_view kMpfName = "MPF\0"sv;

/// `after`: bytes of the first JPEG behind this segment.
JpegBytes mpf_segment(std::size_t before, std::size_t after, std::size_t gain_map_bytes) {
  constexpr std::uint32_t kUndefined = 7, kLong = 4;  // types of TIFF
  constexpr std::uint32_t kHeaderBytes = 8, kEntries = 3, kEntryBytes = 12, kPictureBytes = 16;
  constexpr std::uint32_t kDirectoryBytes = 2 + kEntries * kEntryBytes + 4;
  constexpr std::uint32_t kBodyBytes = kHeaderBytes + kDirectoryBytes + 2 * kPictureBytes;
  constexpr std::uint32_t kPrimary = 0x030000, kOther = 0;
  const std::size_t header_at = before + kSegmentStartBytes + kMpfName.size();  // offsets count from there
  const auto first_bytes = static_cast<std::uint32_t>(header_at + kBodyBytes + after);
  JpegBytes body;
  append(body, "MM\0*"sv);
  append_number(body, kHeaderBytes, 4);  // where the directory is
  append_number(body, kEntries, 2);
  const auto append_entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count) {
    append_number(body, tag, 2);
    append_number(body, type, 2);
    append_number(body, count, 4);
  };
  append_entry(0xb000, kUndefined, 4);
  append(body, "0100");
  append_entry(0xb001, kLong, 1);
  append_number(body, 2, 4);  // pictures
  append_entry(0xb002, kUndefined, 2 * kPictureBytes);
  append_number(body, kHeaderBytes + kDirectoryBytes, 4);
  append_number(body, 0, 4);  // no other directory
  for (const std::uint32_t number : {kPrimary, first_bytes, 0u, 0u}) append_number(body, number, 4);
  const auto offset = static_cast<std::uint32_t>(first_bytes - header_at);
  for (const std::uint32_t number : {kOther, static_cast<std::uint32_t>(gain_map_bytes), offset, 0u}) {
    append_number(body, number, 4);
  }
  return segment(kApp2, kMpfName, body);
}

// ---- the file ----

/// Behind the start and the first segment, JFIF's, which must come first.
std::size_t insertion_place(const JpegBytes& jpeg) {
  return kStartBytes + 2 + (std::size_t{jpeg[kStartBytes + 2]} << 8 | jpeg[kStartBytes + 3]);
}

void insert(JpegBytes& jpeg, const JpegBytes& segments) {
  jpeg.insert(jpeg.begin() + static_cast<std::ptrdiff_t>(insertion_place(jpeg)), segments.begin(), segments.end());
}

std::vector<std::uint8_t> srgb_codes(const Renditions& renditions) {
  const std::size_t pixels = std::size_t{renditions.width} * renditions.height;
  std::vector<std::uint8_t> codes;
  codes.reserve(3 * pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      const double value = renditions.sdr[4 * i + c];
      const double linear = value > 0.0 ? std::min(value, 1.0) : 0.0;  // NaN too
      const double signal = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
      codes.push_back(static_cast<std::uint8_t>(signal * 255.0 + 0.5));
    }
  }
  return codes;
}

}  // namespace

void write_gain_map_jpeg(const std::filesystem::path& file, const Renditions& renditions, const GainMapFormat& format) {
  internal::check_size(file, renditions.width, renditions.height);
  if (!(renditions.hdr_headroom > 1.0)) throw files::Error(file, "a gain map is for displays of a headroom above 1");
  files::AtomicFile output(file);  // before the work, which is for nothing if there is no such folder
  const GainMap map = make_gain_map(renditions, format.channels);
  const auto encode = [&](std::uint32_t channels, std::span<const std::uint8_t> codes) {
    return internal::encode_jpeg(file, renditions.width, renditions.height, channels, codes, format.quality);
  };
  JpegBytes gain = encode(map.channels, map.codes);
  JpegBytes segments = gain_xmp_segment(map);
  const JpegBytes iso = gain_iso_segment(map);
  segments.insert(segments.end(), iso.begin(), iso.end());
  insert(gain, segments);

  JpegBytes base = encode(3, srgb_codes(renditions));
  segments = container_segment(gain.size());
  const JpegBytes version = segment(kApp2, kIsoName, iso_version());
  segments.insert(segments.end(), version.begin(), version.end());
  const std::size_t place = insertion_place(base);
  const JpegBytes mpf = mpf_segment(place + segments.size(), base.size() - place, gain.size());
  segments.insert(segments.end(), mpf.begin(), mpf.end());
  insert(base, segments);
  output.write(base.data(), base.size());
  output.write(gain.data(), gain.size());
  output.commit();
}

}  // namespace image_io
