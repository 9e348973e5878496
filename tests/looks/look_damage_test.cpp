// SPDX-License-Identifier: MIT
// Tests of damaged files of looks: read, or refused in one line; cut ones are never read in part.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "image_io/fixtures/io_fixtures.h"
#include "looks/cdl_file.h"
#include "looks/cube_file.h"
#include "unit/sampling.h"

namespace looks_test {
namespace {

using io_test::Bytes;

class LookDamage : public io_test::FolderTest {
 protected:
  LookDamage() {
    const std::filesystem::path data = PHOTOPIC_TEST_PROJECT_DIR "/tests/data/display";
    seeds_["1d.cube"] = io_test::read_file(data / "sample_1d.cube");
    seeds_["3d.cube"] = io_test::read_file(data / "sample_3d.cube");
    looks::Lut both = looks::read_cube(data / "sample_3d.cube");
    both.curves = looks::read_cube(data / "sample_1d.cube").curves;
    both.cube->domain = {};
    looks::write_cube(folder_ / "seed", both);
    seeds_["both.cube"] = io_test::read_file(folder_ / "seed");
    const std::string list =
        "<?xml version=\"1.0\"?>\n<ColorDecisionList xmlns=\"urn:ASC:CDL:v1.2\">\n <ColorDecision>\n"
        "  <ColorCorrection id=\"a\">\n   <SOPNode>\n    <Description>warm &amp; dark</Description>\n"
        "    <Slope>1.1 0.9 1.05</Slope>\n    <Offset>0.01 -0.02 0.03</Offset>\n    <Power>1.2 0.95 1</Power>\n"
        "   </SOPNode>\n   <SatNode>\n    <Saturation>0.8</Saturation>\n   </SatNode>\n  </ColorCorrection>\n"
        " </ColorDecision>\n</ColorDecisionList>";
    seeds_["list.cdl"] = Bytes(list.begin(), list.end());
  }

  static bool is_finite(const std::array<float, 3>& values) {
    return std::isfinite(values[0]) && std::isfinite(values[1]) && std::isfinite(values[2]);
  }

  /// Whether it reads; what reads is sound.
  bool reads(const std::string& name, const Bytes& bytes) {
    const std::filesystem::path file = folder_ / "damaged";
    io_test::write_file(file, bytes);
    try {
      if (name.ends_with(".cube")) {
        check(looks::read_cube(file));
      } else {
        for (const looks::Cdl& cdl : looks::read_cdls(file)) {
          EXPECT_TRUE(is_finite(cdl.slope) && is_finite(cdl.offset) && is_finite(cdl.power));
          EXPECT_GT(*std::min_element(cdl.power.begin(), cdl.power.end()), 0.0f);
          EXPECT_GE(cdl.saturation, 0.0f);
        }
      }
      return true;
    } catch (const files::Error& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      EXPECT_TRUE(text.starts_with(file.string() + ": ")) << text;
      EXPECT_LT(text.size(), file.string().size() + 200) << text;
      return false;
    }
  }

  static void check(const looks::Lut& lut) {
    EXPECT_TRUE(lut.curves || lut.cube);
    EXPECT_TRUE(!lut.curves || lut.curves->nodes.size() == lut.curves->size);
    EXPECT_TRUE(!lut.cube || lut.cube->nodes.size() == looks::cube_nodes(lut.cube->size));
    for (const auto* table : {&lut.curves, &lut.cube}) {
      EXPECT_TRUE(!*table || std::all_of((*table)->nodes.begin(), (*table)->nodes.end(), is_finite));
    }
    for (const double value : {-1e30, 0.0, 0.4, 1e30}) {
      for (const double channel : looks::sample(lut, {value, 0.3, -value})) EXPECT_TRUE(std::isfinite(channel));
    }
  }

  std::map<std::string, Bytes> seeds_;
};

TEST_F(LookDamage, NoTruncationReadsInPart) {
  for (const auto& [name, seed] : seeds_) {
    ASSERT_TRUE(reads(name, seed)) << name;
    // Of the last number, digits may go, and with the line's end.
    const std::size_t sound = name.ends_with(".cube") ? 8 : 1;
    for (const std::size_t size : sampling::sampled(seed.size() - sound, 4)) {
      ASSERT_FALSE(reads(name, Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(size))))
          << name << " cut to " << size << " of " << seed.size() << " bytes";
    }
  }
}

TEST_F(LookDamage, RandomDamageReadsOrIsRefused) {
  const int rounds = sampling::full_wanted() ? 4000 : 400;
  constexpr std::string_view kLikely = "0189.-+eE#\" \t\r\n</>&;_ANIF\xff";
  for (const auto& [name, seed] : seeds_) {
    std::mt19937 random(20240607);
    int refused = 0;
    for (int i = 0; i < rounds; ++i) {
      Bytes bytes = seed;
      for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
        const std::size_t at = random() % bytes.size();
        const char likely = kLikely[random() % kLikely.size()];
        const auto byte = static_cast<unsigned char>(random() % 3 == 0 ? static_cast<char>(random()) : likely);
        switch (random() % 4) {
          case 0:
            bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
            break;
          case 1:
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), byte);
            break;
          default:
            bytes[at] = byte;
        }
      }
      refused += reads(name, bytes) ? 0 : 1;
    }
    EXPECT_GT(refused, rounds / 10) << name;
    EXPECT_LT(refused, rounds) << name;
  }
}

}  // namespace
}  // namespace looks_test
