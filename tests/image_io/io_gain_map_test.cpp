// SPDX-License-Identifier: MIT
// Tests of gain maps and of JPEG files that have one, taken apart as other readers do.
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "image_io/fixtures/io_fixtures.h"
#include "image_io/gain_map/gain_map.h"

namespace io_test {
namespace {

using image_io::GainMap;
using image_io::Renditions;
using Rgb = std::array<double, 3>;

std::vector<float> rgba_of(const nlohmann::json& colors) {
  std::vector<float> rgba;
  for (const auto& color : colors) {
    for (std::size_t c = 0; c < 3; ++c) rgba.push_back(color[c].get<float>());
    rgba.push_back(1.0f);
  }
  return rgba;
}

/// What a display of this headroom shows of a pixel, linear. `sdr` linear; `codes` has three, the same of one channel.
Rgb apply_gain(const GainMap& map, const std::array<std::uint8_t, 3>& codes, const Rgb& sdr,
               double display_headroom_log2) {
  const double weight = gain_weight(map, display_headroom_log2);
  Rgb shown;
  for (std::size_t c = 0; c < 3; ++c) {
    const double factor = std::exp2(gain_log2(map, c, codes[c]) * weight);
    shown[c] = (sdr[c] + map.base_offset[c]) * factor - map.alternate_offset[c];
  }
  return shown;
}

GainMap::Channels same(double value) { return {value, value, value}; }

TEST(ImageFileGainMap, OracleIsMet) {
  const auto oracle =
      nlohmann::json::parse(std::ifstream(PHOTOPIC_TEST_PROJECT_DIR "/tests/data/display/gain_map.json"));
  ASSERT_EQ(oracle.size(), 2u);
  for (const auto& vector : oracle) {
    const std::uint32_t channels = vector["channels"];
    const std::vector<float> sdr = rgba_of(vector["sdr"]), hdr = rgba_of(vector["hdr"]);
    const auto pixels = static_cast<std::uint32_t>(sdr.size() / 4);
    const GainMap map = image_io::make_gain_map(
        {pixels, 1, sdr, hdr, std::exp2(vector["alternate_headroom_log2"].get<double>())}, channels);
    EXPECT_EQ(map.channels, channels);
    EXPECT_EQ(map.base_offset, same(vector["offset_base"]));
    EXPECT_EQ(map.alternate_offset, same(vector["offset_alternate"]));
    EXPECT_EQ(map.gamma, same(vector["gamma"]));
    EXPECT_EQ(map.base_headroom_log2, vector["base_headroom_log2"].get<double>());
    EXPECT_EQ(map.alternate_headroom_log2, vector["alternate_headroom_log2"].get<double>());
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t of = c < channels ? c : 0;
      EXPECT_NEAR(map.min_log2[c], vector["gain_min_log2"][of].get<double>(), 1e-6);
      EXPECT_NEAR(map.max_log2[c], vector["gain_max_log2"][of].get<double>(), 1e-6);
    }
    ASSERT_EQ(map.codes.size(), pixels * channels);
    for (std::size_t i = 0; i < pixels; ++i) {
      std::array<std::uint8_t, 3> codes;
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t of = c < channels ? c : 0;
        codes[c] = map.codes[i * channels + of];
        EXPECT_EQ(codes[c], vector["code8"][i][of].get<double>()) << i;
      }
      for (const auto& [headroom_log2, shown] : vector["decoded_by_display_headroom_log2"].items()) {
        const Rgb decoded = apply_gain(map, codes, vector["sdr"][i].get<Rgb>(), std::stod(headroom_log2));
        for (std::size_t c = 0; c < 3; ++c) {
          const double expected = shown[i][c];
          EXPECT_NEAR(decoded[c], expected, 1e-6 * std::max(1.0, expected)) << i << ' ' << headroom_log2;
        }
      }
    }
  }
}

TEST(ImageFileGainMap, EqualRenditionsAndBadNumbersAreDefined) {
  const std::vector<float> sdr = {0.2f, 0.4f, 0.6f, 1.0f, 0.0f, 1.0f, 0.5f, 1.0f};
  for (const std::uint32_t channels : {1u, 3u}) {
    const GainMap same = image_io::make_gain_map({2, 1, sdr, sdr, 4.0}, channels);
    EXPECT_EQ(same.min_log2, same.max_log2);
    EXPECT_EQ(same.codes, std::vector<std::uint8_t>(2 * channels, 0));
    EXPECT_NEAR(apply_gain(same, {0, 0, 0}, {0.2, 0.4, 0.6}, 2.0)[1], 0.4, 1e-6);
    const std::vector<float> bad_sdr = {NAN, -1.0f, 2.0f, 1.0f, INFINITY, 0.0f, -0.0f, 1.0f};
    const std::vector<float> bad_hdr = {INFINITY, NAN, -5.0f, 1.0f, 1e30f, 0.5f, 1e-40f, 1.0f};
    const GainMap bad = image_io::make_gain_map({2, 1, bad_sdr, bad_hdr, 4.0}, channels);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_LE(std::abs(bad.min_log2[c]), 23.0);
      EXPECT_LE(std::abs(bad.max_log2[c]), 23.0);
    }
  }
}

// ---- files ----

struct Segment {
  unsigned marker;
  std::size_t at;  ///< of its body
  std::string body;
};

std::size_t number_at(std::string_view bytes, std::size_t at, std::size_t count) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < count; ++i) number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

/// Before the pixels of the JPEG at this place.
std::vector<Segment> segments_of(std::string_view bytes, std::size_t jpeg) {
  EXPECT_EQ(number_at(bytes, jpeg, 2), 0xffd8u);
  std::vector<Segment> segments;
  for (std::size_t at = jpeg + 2;;) {
    const std::size_t marker = number_at(bytes, at, 2), size = number_at(bytes, at + 2, 2);
    if (marker == 0xffda) return segments;
    segments.push_back({unsigned(marker), at + 4, std::string(bytes.substr(at + 4, size - 2))});
    at += 2 + size;
  }
}

/// The one that begins with this name, after it.
Segment named(const std::vector<Segment>& segments, std::string_view name) {
  std::vector<Segment> found;
  for (const Segment& segment : segments) {
    if (!std::string_view(segment.body).starts_with(name)) continue;
    found.push_back({segment.marker, segment.at + name.size(), segment.body.substr(name.size())});
  }
  EXPECT_EQ(found.size(), 1u) << name;
  return found.empty() ? Segment{} : found[0];
}

using namespace std::string_view_literals;
constexpr auto kXmp = "http://ns.adobe.com/xap/1.0/\0"sv, kIso = "urn:iso:std:iso:ts:21496:-1\0"sv, kMpf = "MPF\0"sv;

/// Of an attribute, or of an element's list.
std::vector<double> xmp_numbers(const std::string& xmp, const std::string& name) {
  std::vector<double> numbers;
  if (const std::size_t at = xmp.find(" hdrgm:" + name + "=\""); at != std::string::npos) {
    numbers.push_back(std::stod(xmp.substr(at + name.size() + 9)));
  }
  if (const std::size_t at = xmp.find("<hdrgm:" + name + ">"); at != std::string::npos) {
    const std::string list = xmp.substr(at, xmp.find("</hdrgm:" + name + ">") - at);
    for (std::size_t item = list.find("<rdf:li>"); item != std::string::npos; item = list.find("<rdf:li>", item + 1)) {
      numbers.push_back(std::stod(list.substr(item + 8)));
    }
  }
  return numbers;
}

double fraction_at(std::string_view bytes, std::size_t at) {
  return double(std::int32_t(number_at(bytes, at, 4))) / double(number_at(bytes, at + 4, 4));
}

double linear_of(unsigned code) {
  const double signal = code / 255.0;
  return signal <= 0.04045 ? signal / 12.92 : std::pow((signal + 0.055) / 1.055, 2.4);
}

class ImageFileGainMapJpeg : public FolderTest {
 protected:
  static constexpr std::uint32_t kWidth = 96, kHeight = 64;

  /// A ramp of colours, which the HDR rendition leaves as it is up to 0.5 and makes up to 4 times as bright beyond.
  ImageFileGainMapJpeg() {
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth; ++x) {
        const double light = 1.2 * (x + 0.5) / kWidth, hue = std::numbers::pi * y / kHeight;
        for (int c = 0; c < 4; ++c) {
          const double value = c == 3 ? 1.0 : light * (0.6 + 0.4 * std::cos(hue + c));
          sdr_.push_back(static_cast<float>(std::min(value, 1.0)));
          hdr_.push_back(static_cast<float>(value < 0.5 ? value : 0.5 + (value - 0.5) * 5.0));
        }
      }
    }
  }

  Renditions renditions() const { return {kWidth, kHeight, sdr_, hdr_, 4.0}; }

  image_io::CodeImage decoded(std::string_view jpeg) {
    write_file(folder_ / "part.jpg", std::string(jpeg));
    return image_io::read_code_image(folder_ / "part.jpg");
  }

  std::string written(std::uint32_t channels) {
    image_io::write_gain_map_jpeg(folder_ / "a.jpg", renditions(), {.channels = channels, .quality = 98});
    const Bytes bytes = read_file(folder_ / "a.jpg");
    return {bytes.begin(), bytes.end()};
  }

  std::vector<float> sdr_, hdr_;
};

TEST_F(ImageFileGainMapJpeg, BothPicturesAreFoundByEveryWay) {
  for (const std::uint32_t channels : {1u, 3u}) {
    const std::string file = written(channels);
    const std::vector<Segment> primary = segments_of(file, 0);
    EXPECT_EQ(primary[0].body.substr(0, 4), "JFIF");
    EXPECT_EQ(named(primary, kIso).body, "\0\0\0\0"sv);
    EXPECT_EQ(named(primary, kIso).marker, 0xffe2u);
    const Segment xmp = named(primary, kXmp), mpf = named(primary, kMpf);
    EXPECT_EQ(xmp.marker, 0xffe1u);
    EXPECT_EQ(mpf.marker, 0xffe2u);
    EXPECT_EQ(xmp_numbers(xmp.body, "Version"), std::vector{1.0});

    EXPECT_EQ(mpf.body.substr(0, 8), "MM\0*\0\0\0\x08"sv);
    EXPECT_EQ(number_at(mpf.body, 8, 2), 3u);
    EXPECT_EQ(mpf.body.substr(10, 12),
              "\xb0\0\0\x07\0\0\0\x04"
              "0100"sv);
    EXPECT_EQ(mpf.body.substr(22, 12), "\xb0\x01\0\x04\0\0\0\x01\0\0\0\x02"sv);
    EXPECT_EQ(mpf.body.substr(34, 8), "\xb0\x02\0\x07\0\0\0\x20"sv);
    const std::size_t pictures = number_at(mpf.body, 42, 4);
    EXPECT_EQ(number_at(mpf.body, 46, 4), 0u);
    ASSERT_EQ(mpf.body.size(), pictures + 32);
    EXPECT_EQ(number_at(mpf.body, pictures, 4), 0x30000u);
    const std::size_t first_bytes = number_at(mpf.body, pictures + 4, 4);
    EXPECT_EQ(number_at(mpf.body, pictures + 8, 4), 0u);
    const std::size_t gain_bytes = number_at(mpf.body, pictures + 20, 4);
    const std::size_t gain_at = mpf.at + number_at(mpf.body, pictures + 24, 4);
    EXPECT_EQ(gain_at, first_bytes);
    EXPECT_EQ(gain_at + gain_bytes, file.size());
    EXPECT_EQ(number_at(file, first_bytes - 2, 2), 0xffd9u) << "the first picture's end";
    EXPECT_EQ(number_at(file, file.size() - 2, 2), 0xffd9u);
    EXPECT_NE(xmp.body.find("Item:Semantic=\"GainMap\" Item:Length=\"" + std::to_string(gain_bytes) + "\""),
              std::string::npos);
    EXPECT_LT(xmp.body.find("\"Primary\""), xmp.body.find("\"GainMap\""));

    const image_io::CodeImage whole = image_io::read_code_image(folder_ / "a.jpg");
    EXPECT_EQ(whole.texels, decoded(file.substr(0, first_bytes)).texels);
    const image_io::CodeImage gain = decoded(file.substr(gain_at));
    EXPECT_EQ(gain.width, kWidth);
    EXPECT_EQ(gain.height, kHeight);
    EXPECT_EQ(gain.facts.channels, channels);
  }
}

TEST_F(ImageFileGainMapJpeg, BothKindsOfMetadataSayWhatTheMapIs) {
  for (const std::uint32_t channels : {1u, 3u}) {
    const GainMap map = image_io::make_gain_map(renditions(), channels);
    const std::string file = written(channels);
    const std::vector<Segment> segments = segments_of(file, file.find("\xff\xd9\xff\xd8"sv) + 2);
    const std::string xmp = named(segments, kXmp).body, iso = named(segments, kIso).body;
    const auto first = [&](const std::array<double, 3>& values) {
      return std::vector<double>(values.begin(), values.begin() + channels);
    };
    EXPECT_EQ(xmp_numbers(xmp, "Version"), std::vector{1.0});
    EXPECT_EQ(xmp_numbers(xmp, "GainMapMin"), first(map.min_log2));
    EXPECT_EQ(xmp_numbers(xmp, "GainMapMax"), first(map.max_log2));
    EXPECT_EQ(xmp_numbers(xmp, "Gamma"), std::vector{map.gamma[0]});
    EXPECT_EQ(xmp_numbers(xmp, "OffsetSDR"), std::vector{1.0 / 64.0});
    EXPECT_EQ(xmp_numbers(xmp, "OffsetHDR"), std::vector{1.0 / 64.0});
    EXPECT_EQ(xmp_numbers(xmp, "HDRCapacityMin"), std::vector{0.0});
    EXPECT_EQ(xmp_numbers(xmp, "HDRCapacityMax"), std::vector{2.0});
    EXPECT_NE(xmp.find("hdrgm:BaseRenditionIsHDR=\"False\""), std::string::npos);

    ASSERT_EQ(iso.size(), 5 + 16 + 40 * channels);
    EXPECT_EQ(iso.substr(0, 4), "\0\0\0\0"sv);
    EXPECT_EQ(number_at(iso, 4, 1), channels == 3 ? 192u : 64u);
    EXPECT_EQ(fraction_at(iso, 5), 0.0);
    EXPECT_EQ(fraction_at(iso, 13), 2.0);
    for (std::size_t c = 0; c < channels; ++c) {
      const std::size_t at = 21 + 40 * c;
      EXPECT_EQ(fraction_at(iso, at), map.min_log2[c]);
      EXPECT_EQ(fraction_at(iso, at + 8), map.max_log2[c]);
      EXPECT_EQ(fraction_at(iso, at + 16), map.gamma[c]);
      EXPECT_EQ(fraction_at(iso, at + 24), map.base_offset[c]);
      EXPECT_EQ(fraction_at(iso, at + 32), map.alternate_offset[c]);
    }
  }
}

TEST_F(ImageFileGainMapJpeg, TheHdrRenditionComesBack) {
  // JPEG's and the codes' rounding: on average less than 1 in 100.
  const GainMap map = image_io::make_gain_map(renditions(), 3);
  const std::string file = written(3);
  const image_io::CodeImage base = decoded(file), gain = decoded(file.substr(file.find("\xff\xd9\xff\xd8"sv) + 2));
  const auto base_codes = values_of<std::uint8_t>(base), gain_codes = values_of<std::uint8_t>(gain);
  double error_sdr = 0.0, error_hdr = 0.0;
  for (std::size_t i = 0; i < std::size_t{kWidth} * kHeight; ++i) {
    Rgb shown;
    for (std::size_t c = 0; c < 3; ++c) shown[c] = linear_of(base_codes[4 * i + c]);
    const std::array codes = {gain_codes[4 * i], gain_codes[4 * i + 1], gain_codes[4 * i + 2]};
    const Rgb hdr = apply_gain(map, codes, shown, 2.0), plain = apply_gain(map, codes, shown, 0.0);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(plain[c], shown[c], 1e-12);
      error_sdr += std::abs(shown[c] - sdr_[4 * i + c]) / (sdr_[4 * i + c] + 0.02);
      error_hdr += std::abs(hdr[c] - hdr_[4 * i + c]) / (hdr_[4 * i + c] + 0.02);
    }
  }
  EXPECT_LT(error_sdr / (3.0 * kWidth * kHeight), 0.01);
  EXPECT_LT(error_hdr / (3.0 * kWidth * kHeight), 0.015);
}

TEST_F(ImageFileGainMapJpeg, FilesAreWholeOrNotThere) {
  write_file(folder_ / "a.jpg", "as it was");
  Renditions tall = renditions();
  tall.height = image_io::kMaxSide + 1;
  EXPECT_THROW(image_io::write_gain_map_jpeg(folder_ / "a.jpg", tall), files::Error);
  for (const double headroom : {1.0, 0.5, double(NAN)}) {
    Renditions flat = renditions();
    flat.hdr_headroom = headroom;
    EXPECT_EQ(reason_of(folder_ / "a.jpg", [&] { image_io::write_gain_map_jpeg(folder_ / "a.jpg", flat); }),
              "a gain map is for displays of a headroom above 1");
  }
  EXPECT_EQ(read_file(folder_ / "a.jpg").size(), 9u);
  EXPECT_EQ(folder_.file_count(), 1u);
  const auto nowhere = folder_ / "none/a.jpg";
  EXPECT_EQ(reason_of(nowhere, [&] { image_io::write_gain_map_jpeg(nowhere, renditions()); }),
            "No such file or directory");
  EXPECT_EQ(reason_of("/dev/full", [&] { image_io::write_gain_map_jpeg("/dev/full", renditions()); }),
            "No space left on device");
}

}  // namespace
}  // namespace io_test
