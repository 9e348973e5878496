// SPDX-License-Identifier: MIT
// Tests of JPEGs with a gain map as they are read: HDR renditions, metadata of every form, and what can't be applied.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "image_io/fixtures/coded_seeds.h"
#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"
#include "image_io/gain_map/gain_map.h"

namespace io_test {
namespace {

using namespace std::string_view_literals;
using image_io::GainMap;
using image_io::ReadOptions;

const std::string kXmpName("http://ns.adobe.com/xap/1.0/\0", 29), kIsoName("urn:iso:std:iso:ts:21496:-1\0", 28);

Bytes bytes_of_text(const std::string& text) { return {text.begin(), text.end()}; }

/// `properties`: attributes of the description, and its content after ">".
Bytes hdrgm_xmp(const std::string& properties, const std::string& prefix = "hdrgm") {
  return bytes_of_text(
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      "<rdf:Description xmlns:" +
      prefix + "=\"http://ns.adobe.com/hdr-gain-map/1.0/\" " + properties + "</rdf:Description></rdf:RDF></x:xmpmeta>");
}

void put_number(Bytes& bytes, std::uint32_t number, int count = 4) {
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
    bytes.push_back(static_cast<unsigned char>(number >> shift));
}

/// Of one grey, 16 x 16.
Bytes flat_jpeg(unsigned char code) { return grey_jpeg(16, Bytes(256, code)); }

class ImageFileGainMapRead : public FolderTest {
 protected:
  /// `gain`: the second JPEG; empty: there is none.
  std::vector<float> light(const Bytes& base, const Bytes& gain, const ReadOptions& options = {}) {
    Bytes file = base;
    file.insert(file.end(), gain.begin(), gain.end());
    write_file(file_, file);
    return light_of(file_, options);
  }
  /// SDR of code 128, gain of code 255, with XMP of these properties.
  float with_xmp(const std::string& properties, const std::string& prefix = "hdrgm", const ReadOptions& options = {}) {
    const Bytes base = with_segment(flat_jpeg(128), 0xe1, kXmpName, hdrgm_xmp(prefix + ":Version=\"1.0\">", prefix));
    return light(base, with_segment(flat_jpeg(255), 0xe1, kXmpName, hdrgm_xmp(properties, prefix)), options)[0];
  }
  float with_iso(const Bytes& metadata, const ReadOptions& options = {}) {
    const Bytes base = with_segment(flat_jpeg(128), 0xe2, kIsoName, Bytes(4, 0));
    return light(base, with_segment(flat_jpeg(255), 0xe2, kIsoName, metadata), options)[0];
  }
  const std::filesystem::path file_ = folder_ / "a.jpg";
};

const double kSdr = std::pow((128.0 / 255.0 + 0.055) / 1.055, 2.4);
/// Of a gain of 4 with Ultra HDR's offsets.
const double kHdr = (kSdr + 1.0 / 64.0) * 4.0 - 1.0 / 64.0;
constexpr double kRounding = 1e-6;  // floats; JPEG of one grey is exact

TEST_F(ImageFileGainMapRead, WhatWeWriteComesBack) {
  // A ramp of colours; brighter than 0.5, up to five times as bright.
  constexpr std::uint32_t kWidth = 96, kHeight = 64;
  std::vector<float> sdr, hdr;
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      for (int c = 0; c < 4; ++c) {
        const double value = c == 3 ? 1.0 : 1.2 * (x + 0.5) / kWidth * (0.6 + 0.4 * std::cos(0.05 * y + c));
        sdr.push_back(static_cast<float>(std::min(value, 1.0)));
        hdr.push_back(static_cast<float>(value < 0.5 ? value : 0.5 + (value - 0.5) * 5.0));
      }
    }
  }
  image_io::write_gain_map_jpeg(file_, {kWidth, kHeight, sdr, hdr, 4.0}, {.quality = 98});
  const auto error = [&](const std::vector<float>& read, const std::vector<float>& expected) {
    double sum = 0.0;
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (i % 4 != 3) sum += std::abs(double{read[i]} - double{expected[i]}) / (double{expected[i]} + 0.02);
    }
    return sum / (0.75 * double(read.size()));
  };
  EXPECT_LT(error(light_of(file_), hdr), 0.015) << "docs/command-line.md states the mean error";
  EXPECT_LT(error(light_of(file_, {.light = {.peak_nits = 203.0}}), sdr), 0.015) << "a display without headroom";
  EXPECT_LT(error(light_of(file_, {.light = {.white_nits = 100.0, .peak_nits = 400.0}}), hdr), 0.015);
  EXPECT_EQ(facts_of(file_).encoding, "sRGB; with its gain map");
  EXPECT_EQ(facts_of(file_).note, "");
}

TEST_F(ImageFileGainMapRead, EveryFormOfXmp) {
  const std::string all = "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\"";
  EXPECT_NEAR(with_xmp(all + ">"), kHdr, kRounding) << "defaults for the rest";
  EXPECT_NEAR(with_xmp(all + " hdrgm:OffsetSDR=\"0\" hdrgm:OffsetHDR=\"0\">"), 4.0 * kSdr, kRounding);
  EXPECT_NEAR(with_xmp("g:Version=\"1.0\" g:GainMapMax=\" +2.0 \" g:HDRCapacityMax=\"2e0\">", "g"), kHdr, kRounding);
  EXPECT_NEAR(with_xmp("><hdrgm:Version>1.0</hdrgm:Version><hdrgm:GainMapMax>2</hdrgm:GainMapMax>"
                       "<hdrgm:HDRCapacityMax> 2 </hdrgm:HDRCapacityMax>"),
              kHdr, kRounding);
  EXPECT_NEAR(with_xmp("hdrgm:Version=\"1.0\" hdrgm:HDRCapacityMax=\"2\"><hdrgm:GainMapMax><rdf:Seq><rdf:li>2</rdf:li>"
                       "<rdf:li>1</rdf:li><rdf:li>0</rdf:li></rdf:Seq></hdrgm:GainMapMax>"),
              kHdr, kRounding);
  const std::vector<float> texel = light_of(file_);
  EXPECT_NEAR(texel[1], (kSdr + 1.0 / 64.0) * 2.0 - 1.0 / 64.0, kRounding);
  EXPECT_NEAR(texel[2], kSdr, kRounding);
  // Half of the headroom, half of the gain in stops: by the option.
  EXPECT_NEAR(with_xmp(all + ">", "hdrgm", {.light = {.peak_nits = 406.0}}), (kSdr + 1.0 / 64.0) * 2.0 - 1.0 / 64.0,
              kRounding);
  EXPECT_NEAR(with_xmp(all + " hdrgm:HDRCapacityMin=\"1\">", "hdrgm", {.light = {.peak_nits = 406.0}}), kSdr,
              kRounding);
}

TEST_F(ImageFileGainMapRead, EveryFormOfIso) {
  struct Numbers {
    std::uint32_t base = 0, alternate = 2, min = 0, max = 2, gamma = 1, offset = 0;
  };
  const auto metadata = [](unsigned flags, const std::vector<Numbers>& channels, unsigned version = 0) {
    const bool is_common = (flags & 8) != 0;
    constexpr std::uint32_t kDenominator = 1000;
    Bytes bytes;
    put_number(bytes, version, 2);
    put_number(bytes, 0, 2);
    put_number(bytes, flags, 1);
    const auto put = [&](std::uint32_t number) {
      put_number(bytes, number * kDenominator);
      if (!is_common) put_number(bytes, kDenominator);
    };
    if (is_common) put_number(bytes, kDenominator);
    put(channels[0].base);
    put(channels[0].alternate);
    for (const Numbers& channel : channels) {
      for (const std::uint32_t number : {channel.min, channel.max, channel.gamma, channel.offset, channel.offset})
        put(number);
    }
    return bytes;
  };
  EXPECT_NEAR(with_iso(metadata(64, {{}})), 4.0 * kSdr, kRounding);
  EXPECT_NEAR(with_iso(metadata(64 | 8, {{}})), 4.0 * kSdr, kRounding);
  EXPECT_NEAR(with_iso(metadata(64 | 128, {{}, {.max = 1}, {.max = 0}})), 4.0 * kSdr, kRounding);
  EXPECT_NEAR(light_of(file_)[1], 2.0 * kSdr, kRounding);
  EXPECT_NEAR(light_of(file_)[2], kSdr, kRounding);
  EXPECT_NEAR(with_iso(metadata(64, {{.base = 2, .alternate = 0}})), kSdr, kRounding) << "the base is for HDR displays";
  const auto note = [&](const Bytes& bytes) {
    EXPECT_NEAR(with_iso(bytes), kSdr, kRounding) << "the SDR rendition";
    return facts_of(file_).note;
  };
  EXPECT_EQ(note(metadata(0, {{}})), "its gain map is of other primaries than the picture, and isn't applied");
  EXPECT_EQ(note(metadata(64, {{}}, 1)), "its gain map is of a later version of ISO 21496-1, and isn't applied");
  Bytes cut = metadata(64, {{}});
  cut.pop_back();
  EXPECT_EQ(note(cut), "its gain map has metadata that end early, and isn't applied");
  EXPECT_EQ(note(metadata(64, {{.max = 65}})), "its gain map has numbers that can't be, and isn't applied");
  EXPECT_EQ(note(metadata(64, {{.gamma = 0}})), "its gain map has numbers that can't be, and isn't applied");
  Bytes divided = metadata(64 | 8, {{}});
  std::fill_n(divided.begin() + 5, 4, static_cast<unsigned char>(0));
  EXPECT_EQ(note(divided), "its gain map has numbers that can't be, and isn't applied");
}

TEST_F(ImageFileGainMapRead, XmpThatCannotBeAppliedIsNamed) {
  const auto note = [&](const std::string& properties) {
    EXPECT_NEAR(with_xmp(properties), kSdr, kRounding) << "the SDR rendition";
    return facts_of(file_).note;
  };
  const std::string end = ", and isn't applied", range = " hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\"";
  EXPECT_EQ(note("hdrgm:Version=\"2.0\"" + range + ">"), "its gain map is of a later version of hdrgm" + end);
  EXPECT_EQ(note("hdrgm:Version=\"1.0\" hdrgm:BaseRenditionIsHDR=\"True\"" + range + ">"),
            "its gain map makes an SDR rendition of an HDR one" + end);
  EXPECT_EQ(note("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\">"), "its gain map lacks its range" + end);
  for (const char* const number : {"", "two", "2,0", "nan", "1e999", "2 2"}) {
    EXPECT_EQ(
        note("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"" + std::string(number) + "\" hdrgm:HDRCapacityMax=\"2\">"),
        "its gain map has numbers that can't be" + end)
        << number;
  }
}

TEST_F(ImageFileGainMapRead, SmallMapsAreInterpolatedBetweenCentres) {
  // A map of 8 x 8 for 16 x 16: dark at the left, bright from the fifth column on.
  Bytes codes;
  for (int i = 0; i < 64; ++i) codes.push_back(i % 8 < 4 ? 0 : 255);
  const Bytes map = grey_jpeg(8, codes);
  const Bytes base = with_segment(flat_jpeg(128), 0xe1, kXmpName, hdrgm_xmp("hdrgm:Version=\"1.0\">"));
  const std::vector<float> texels =
      light(base, with_segment(map, 0xe1, kXmpName,
                               hdrgm_xmp("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\" "
                                         "hdrgm:OffsetSDR=\"0\" hdrgm:OffsetHDR=\"0\">")));
  // Centres of the map's columns 3 and 4 are at 7 and 9 of the picture's edges; its columns 7 and 8 lie between.
  const double expected[16] = {0, 0, 0, 0, 0, 0, 0, 0.25, 0.75, 1, 1, 1, 1, 1, 1, 1};
  for (std::size_t x = 0; x < 16; ++x) EXPECT_NEAR(texels[4 * x], kSdr * std::exp2(2.0 * expected[x]), 0.01) << x;
}

TEST_F(ImageFileGainMapRead, OrientationAndProfileAreOfBothRenditions) {
  std::vector<float> sdr, hdr;
  for (int i = 0; i < 16 * 8; ++i) {
    const float value = static_cast<float>(i) / 128.0f;
    sdr.insert(sdr.end(), {value, 0.5f, 0.2f, 1.0f});
    hdr.insert(hdr.end(), {value * (1.0f + value), 1.0f, 0.2f, 1.0f});
  }
  image_io::write_gain_map_jpeg(folder_ / "plain.jpg", {16, 8, sdr, hdr, 4.0});
  const Bytes plain = read_file(folder_ / "plain.jpg");
  for (unsigned orientation = 1; orientation <= 8; ++orientation) {
    write_file(file_, with_segment(plain, 0xe1, std::string("Exif\0\0", 6), exif_of(orientation)));
    expect_turned(folder_ / "plain.jpg", file_, orientation);
  }
  // The gain is that of the file's own primaries: P3's red grows by its red's gain only.
  const std::vector<float> bt709 = light_of(folder_ / "plain.jpg");
  write_file(file_, with_profile_segments(plain, matrix_profile(kP3Colorants, srgb_curve()), 10000));
  const std::vector<float> p3 = light_of(file_);
  for (std::size_t i = 0; i < p3.size(); i += 4) {
    EXPECT_NEAR(p3[i], 1.22494 * bt709[i] - 0.22494 * bt709[i + 1], 2e-3) << i;
    EXPECT_NEAR(p3[i + 1], 1.04206 * bt709[i + 1] - 0.04206 * bt709[i], 2e-3) << i;
  }
}

TEST_F(ImageFileGainMapRead, OtherPicturesInTheFileAreNoGainMaps) {
  const Bytes plain = flat_jpeg(128);
  const Bytes gain =
      with_segment(flat_jpeg(255), 0xe1, kXmpName,
                   hdrgm_xmp("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\">"));
  EXPECT_NEAR(light(plain, gain)[0], kSdr, kRounding) << "the first picture says nothing of one";
  EXPECT_NEAR(light(gain, {})[0], 1.0, kRounding) << "a gain map by itself is a picture";
  EXPECT_EQ(facts_of(file_).note, "");
  // Another picture, and other bytes, come before the gain map.
  const Bytes base = with_segment(plain, 0xe1, kXmpName, hdrgm_xmp("hdrgm:Version=\"1.0\">"));
  Bytes more = flat_jpeg(7);
  more.insert(more.end(), {1, 2, 0xff, 0xd8, 3});
  more.insert(more.end(), gain.begin(), gain.end());
  EXPECT_NEAR(light(base, more)[0], kHdr, kRounding);
}

TEST_F(ImageFileGainMapRead, AMissingOrDamagedMapIsRefused) {
  const Bytes base = with_segment(flat_jpeg(128), 0xe1, kXmpName, hdrgm_xmp("hdrgm:Version=\"1.0\">"));
  const Bytes gain =
      with_segment(flat_jpeg(255), 0xe1, kXmpName,
                   hdrgm_xmp("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\">"));
  write_file(file_, base);
  EXPECT_EQ(open_reason(file_), "truncated or corrupt: the gain map that it names isn't there");
  EXPECT_EQ(image_io::read_code_image(file_).facts.tags.at("gain map"), "missing");
  Bytes cut = base;
  cut.insert(cut.end(), gain.begin(), gain.end() - 5);
  write_file(file_, cut);
  EXPECT_EQ(open_reason(file_), "truncated: the JPEG data ends early");
  // XML that would grow is none.
  const Bytes bomb = bytes_of_text("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>");
  EXPECT_NEAR(light(with_segment(flat_jpeg(128), 0xe1, kXmpName, bomb), {})[0], kSdr, kRounding);
}

TEST_F(ImageFileGainMapRead, ComparisonsNameGainMapsThatDiffer) {
  const std::vector<float> sdr(64 * 4, 0.5f), one(64 * 4, 1.0f), other(64 * 4, 2.0f);
  const auto tags = [&](const std::vector<float>& hdr) {
    image_io::write_gain_map_jpeg(file_, {8, 8, sdr, hdr, 4.0});
    return image_io::read_code_image(file_).facts.tags;
  };
  EXPECT_NE(tags(one).at("gain map"), tags(other).at("gain map"));
  EXPECT_EQ(tags(one), tags(one));
}

}  // namespace
}  // namespace io_test
