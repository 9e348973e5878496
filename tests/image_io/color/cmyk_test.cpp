// SPDX-License-Identifier: MIT
// Tests of JPEG in CMYK and YCCK.
#include <string>

#include "image_io/fixtures/coded_seeds.h"
#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"

namespace io_test {
namespace {

/// Greys only: ink takes light away, black all of it.
Lab ink_color(const std::vector<double>& corner) {
  const double paper = corner[3] != 0.0 ? 0.0 : 1.0;
  return {paper * (100.0 - 30.0 * corner[0] - 20.0 * corner[1] - 10.0 * corner[2]), 0.0, 0.0};
}

double light_of_lightness(double lightness) {
  const double f = (lightness + 16.0) / 116.0;
  return f > 6.0 / 29.0 ? f * f * f : (f - 4.0 / 29.0) * 108.0 / 841.0;
}

class ImageFileCmyk : public FolderTest {
 protected:
  const std::filesystem::path file_ = folder_ / "a.jpg";
};

TEST_F(ImageFileCmyk, InksBecomeLightThroughTheProfile) {
  const Bytes profile = table_profile(4, ink_color);
  struct Case {
    Bytes inks;
    double lightness;
  };
  const Case cases[] = {{{0, 0, 0, 0}, 100.0},  {{255, 0, 0, 0}, 70.0}, {{0, 255, 0, 0}, 80.0},
                        {{0, 0, 255, 0}, 90.0}, {{0, 0, 0, 255}, 0.0},  {{255, 255, 0, 0}, 50.0}};
  for (const auto& [has_adobe, is_ycck] : {std::pair{false, false}, {true, false}, {true, true}}) {
    for (const Case& one : cases) {
      Bytes inks;
      for (int i = 0; i < 64; ++i) inks.insert(inks.end(), one.inks.begin(), one.inks.end());
      write_file(file_, with_profile_segments(cmyk_jpeg(8, inks, has_adobe, is_ycck), profile, 10000));
      const std::vector<float> texels = light_of(file_);
      // YCCK rounds colours by a code or two.
      const double expected = light_of_lightness(one.lightness), tolerance = is_ycck ? 0.02 : 2e-3;
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(texels[c], expected, tolerance) << one.lightness << ' ' << is_ycck;
      EXPECT_EQ(texels[3], 1.0f) << "opaque";
      EXPECT_EQ(facts_of(file_).encoding, "profile 'a test's profile'");
    }
  }
}

TEST_F(ImageFileCmyk, WithoutAProfileForItIsRefused) {
  const Bytes jpeg = cmyk_jpeg(8, Bytes(256, 9), true);
  write_file(file_, jpeg);
  EXPECT_EQ(open_reason(file_), "CMYK without a colour profile that would say its colours; convert it to RGB");
  write_file(file_, with_profile_segments(jpeg, matrix_profile(kSrgbColorants, srgb_curve()), 10000));
  EXPECT_EQ(open_reason(file_), "CMYK, and its colour profile is for RGB, the picture is CMYK");
  write_file(file_, with_profile_segments(jpeg, Bytes(100, 1), 10000));
  EXPECT_EQ(open_reason(file_), "CMYK, and its colour profile is damaged");
}

TEST_F(ImageFileCmyk, ComparisonsNameIt) {
  write_file(file_, cmyk_jpeg(8, Bytes(256, 9), true));
  EXPECT_EQ(image_io::read_code_image(file_).facts.tags.at("colour space"), "CMYK");
  write_file(file_, cmyk_jpeg(8, Bytes(256, 9), true, true));
  EXPECT_EQ(image_io::read_code_image(file_).facts.tags.at("colour space"), "YCCK");
}

TEST_F(ImageFileCmyk, OrientationTurnsThePicture) {
  Bytes inks;
  for (int i = 0; i < 16 * 8 * 4; ++i) inks.push_back(static_cast<unsigned char>(i * 37));
  const Bytes jpeg = with_profile_segments(cmyk_jpeg(16, inks, true), table_profile(4, ink_color), 10000);
  write_file(folder_ / "plain.jpg", jpeg);
  for (unsigned orientation = 1; orientation <= 8; ++orientation) {
    write_file(file_, with_segment(jpeg, 0xe1, std::string("Exif\0\0", 6), exif_of(orientation)));
    expect_turned(folder_ / "plain.jpg", file_, orientation);
  }
}

}  // namespace
}  // namespace io_test
