// SPDX-License-Identifier: MIT
// Tests of Radiance pictures: headers, forms and orders of scanlines, damage.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

using Rgbe = std::array<unsigned char, 4>;

/// Texel of the test's picture, which has runs.
Rgbe rgbe_at(int x, int y) {
  const auto step = static_cast<unsigned char>(x / 5 * 40 + y * 7);
  return {static_cast<unsigned char>(128 + step % 128), step, 30, static_cast<unsigned char>(126 + y % 3)};
}

std::vector<Rgbe> row_of(int width, int y) {
  std::vector<Rgbe> row;
  for (int x = 0; x < width; ++x) row.push_back(rgbe_at(x, y));
  return row;
}

enum class Form { flat, old_runs, new_runs };

void add_row(std::string& bytes, const std::vector<Rgbe>& row, Form form) {
  const auto add = [&](std::initializer_list<unsigned> values) {
    for (const unsigned value : values) bytes += static_cast<char>(value);
  };
  const auto run_from = [&](std::size_t at, const auto& is_same) {
    std::size_t end = at + 1;
    while (end < row.size() && is_same(row[at], row[end])) ++end;
    return end - at;
  };
  if (form == Form::flat) {
    for (const Rgbe& texel : row) add({texel[0], texel[1], texel[2], texel[3]});
  } else if (form == Form::old_runs) {
    for (std::size_t at = 0; at < row.size();) {
      const std::size_t run = run_from(at, [](const Rgbe& a, const Rgbe& b) { return a == b; });
      const Rgbe& texel = row[at];
      add({texel[0], texel[1], texel[2], texel[3]});
      for (std::size_t left = run - 1; left != 0; left /= 256) add({1, 1, 1, unsigned(left % 256)});
      at += run;
    }
  } else {
    add({2, 2, unsigned(row.size() / 256), unsigned(row.size() % 256)});
    for (std::size_t c = 0; c < 4; ++c) {
      for (std::size_t at = 0; at < row.size();) {
        const std::size_t run =
            std::min<std::size_t>(run_from(at, [&](const Rgbe& a, const Rgbe& b) { return a[c] == b[c]; }), 127);
        if (run > 2) add({unsigned(128 + run), row[at][c]});
        for (std::size_t i = 0; run <= 2 && i < run; ++i) add({1, row[at + i][c]});
        at += run;
      }
    }
  }
}

class ImageFileHdr : public FolderTest {
 protected:
  void write(const std::string& lines, const std::string& pixels, const std::string& first = "#?RADIANCE\n") {
    write_file(file_, first + lines + pixels);
  }
  std::string reason(const std::string& text) {
    write_file(file_, text);
    return open_reason(file_);
  }
  /// Row by row, as floats of RGB.
  std::vector<float> read() {
    const image_io::Image image = image_io::read_image(file_);
    width_ = image.info.width;
    return values_of<float>(image);
  }
  void expect_picture(int width, int height, float scale = 1.0f) {
    const std::vector<float> values = read();
    ASSERT_EQ(values.size(), std::size_t(4 * width * height));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const Rgbe texel = rgbe_at(x, y);
        for (std::size_t c = 0; c < 3; ++c) {
          const float expected = scale * std::ldexp(float(texel[c]), int(texel[3]) - 136);
          ASSERT_EQ(values[std::size_t(4 * (y * width + x)) + c], expected) << x << ", " << y << ", " << c;
        }
      }
    }
  }

  const std::filesystem::path file_ = folder_ / "a.hdr";
  std::uint32_t width_ = 0;
};

const std::string kFormat = "FORMAT=32-bit_rle_rgbe\n\n";

TEST_F(ImageFileHdr, FlatAndRunLengthRowsAreExact) {
  for (const int width : {3, 7, 8, 60, 300}) {
    write_file(folder_ / "a.hdr", make_hdr(width, 5));
    const image_io::Image image = image_io::read_image(folder_ / "a.hdr");
    ASSERT_EQ(image.info.format, image_io::TexelFormat::rgba32f);
    const auto values = values_of<float>(image);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(width) * 20);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int texel = static_cast<int>(i / 4);
      const int channel = static_cast<int>(i % 4);
      const float expected = channel == 3 ? 1.0f : hdr_sample(texel % width, texel / width, channel);
      ASSERT_EQ(values[i], expected) << width << ' ' << i;
    }
  }
}

TEST_F(ImageFileHdr, ExposureAndColorCorrectionAreDividedOut) {
  write_file(folder_ / "a.hdr", make_hdr(9, 2, "EXPOSURE=2\nEXPOSURE= 4.0\nCOLORCORR= 1 2 0.5\n"));
  const auto values = values_of<float>(image_io::read_image(folder_ / "a.hdr"));
  EXPECT_EQ(values[0], hdr_sample(0, 0, 0) / 8.0f);
  EXPECT_EQ(values[1], hdr_sample(0, 0, 1) / 16.0f);
  EXPECT_EQ(values[2], hdr_sample(0, 0, 2) / 4.0f);
  EXPECT_EQ(values[3], 1.0f);
  const auto reason = [&](const std::string& lines) {
    write_file(folder_ / "a.hdr", make_hdr(9, 2, lines));
    return open_reason(folder_ / "a.hdr");
  };
  for (const std::string value : {"0", "-1", "nan", ""}) {
    EXPECT_EQ(reason("EXPOSURE=" + value + "\n"), "corrupt: EXPOSURE \"" + value + "\" isn't a number above 0");
  }
  EXPECT_EQ(reason("COLORCORR=1 2\n"), "corrupt: COLORCORR \"1 2\" isn't 3 numbers above 0");
  EXPECT_EQ(reason("EXPOSURE=1e300\nEXPOSURE=1e300\n"), "corrupt: EXPOSURE and COLORCORR together are out of range");
}

TEST_F(ImageFileHdr, EachScanlineHasAFormOfItsOwn) {
  const std::vector<std::vector<Form>> all = {{Form::flat},
                                              {Form::old_runs},
                                              {Form::new_runs},
                                              {Form::new_runs, Form::flat, Form::old_runs},
                                              {Form::flat, Form::new_runs},
                                              {Form::old_runs, Form::new_runs}};
  for (const int width : {5, 7, 8, 60, 700}) {
    for (const std::vector<Form>& forms : all) {
      SCOPED_TRACE(width);
      std::string pixels;
      for (int y = 0; y < 6; ++y) {
        const Form form = forms[std::size_t(y) % forms.size()];
        add_row(pixels, row_of(width, y), width < 8 && form == Form::new_runs ? Form::flat : form);
      }
      write(kFormat, "-Y 6 +X " + std::to_string(width) + "\n" + pixels + "what comes after the last row");
      expect_picture(width, 6);
    }
  }
  // Counts of several digits.
  std::string pixels;
  add_row(pixels, std::vector<Rgbe>(30000, rgbe_at(0, 0)), Form::old_runs);
  ASSERT_EQ(pixels.size(), 12u);
  write(kFormat, "-Y 1 +X 30000\n" + pixels);
  const std::vector<float> values = read();
  EXPECT_EQ(values[4 * 29999], std::ldexp(128.0f, 126 - 136));
}

TEST_F(ImageFileHdr, ScanlinesComeInAnyOrder) {
  constexpr int kWidth = 12, kHeight = 9;
  for (const char* const x : {"+X 12", "-X 12"}) {
    for (const char* const y : {"-Y 9", "+Y 9"}) {
      for (const bool has_columns : {false, true}) {
        const bool is_right_first = x[0] == '-', is_bottom_first = y[0] == '+';
        const int lines = has_columns ? kWidth : kHeight, length = has_columns ? kHeight : kWidth;
        std::string pixels;
        for (int i = 0; i < lines; ++i) {
          std::vector<Rgbe> line;
          for (int j = 0; j < length; ++j) {
            const int across = has_columns ? i : j, down = has_columns ? j : i;
            line.push_back(
                rgbe_at(is_right_first ? kWidth - 1 - across : across, is_bottom_first ? kHeight - 1 - down : down));
          }
          add_row(pixels, line, i % 2 == 0 ? Form::new_runs : Form::flat);
        }
        const std::string size = has_columns ? std::string(x) + " " + y : std::string(y) + " " + x;
        SCOPED_TRACE(size);
        write(kFormat, size + "\n" + pixels);
        expect_picture(kWidth, kHeight);
        // Bands too.
        const auto reader = image_io::open_image(file_);
        std::vector<float> rows(2 * 4 * kWidth);
        reader->read_rows(4, 2, rows.data());
        const Rgbe texel = rgbe_at(11, 5);
        EXPECT_EQ(rows[4 * (kWidth + 11)], std::ldexp(float(texel[0]), int(texel[3]) - 136));
      }
    }
  }
}

TEST_F(ImageFileHdr, HeadersOfManyPrograms) {
  std::string pixels;
  for (int y = 0; y < 4; ++y) add_row(pixels, row_of(16, y), Form::flat);
  const std::string size = "-Y 4 +X 16\n";
  const auto expect = [&](const std::string& text, float scale = 1.0f) {
    SCOPED_TRACE(text.substr(0, 60));
    write_file(file_, text + pixels);
    expect_picture(16, 4, scale);
  };
  for (const std::string magic : {"#?RADIANCE", "#?RGBE", "#?AUTOPANO", "#?RADIANCE "}) {
    expect(magic + "\n" + kFormat + size);
  }
  expect("#?RADIANCE\r\nFORMAT=32-bit_rle_rgbe\r\nEXPOSURE=2.0\r\n\r\n-Y 4 +X 16\r\n", 0.5f);
  expect("#?RADIANCE\nFORMAT= 32-bit_rle_rgbe\n\n" + size);
  expect("#?RADIANCE\nFORMAT=32-bit_rle_rgbe \n\n-Y  4   +X 16 \n");
  expect("#?RADIANCE\npcomb -e " + std::string(5000, 'x') + "\n" + kFormat + size);
  expect("#?RADIANCE\nEXPOSURE=          4.0000000000000\n" + kFormat + size, 0.25f);
  expect("#?RADIANCE\n\tEXPOSURE=4\n oconv FORMAT=none\nGAMMA=2.2\nCOMMENT=EXPOSURE=2\n" + kFormat + size);
}

TEST_F(ImageFileHdr, PrimariesAndAspectAreFacts) {
  std::string pixels;
  for (int y = 0; y < 4; ++y) add_row(pixels, row_of(16, y), Form::flat);
  const auto facts_of = [&](const std::string& lines) {
    write(lines, "\n-Y 4 +X 16\n" + pixels);
    const image_io::Facts facts = image_io::open_image(file_)->facts();
    EXPECT_EQ(image_io::read_code_image(file_).facts.tags, facts.tags);
    return facts;
  };
  const std::string rgbe = "FORMAT=32-bit_rle_rgbe\n";
  EXPECT_EQ(facts_of(rgbe).chromaticities, std::nullopt);
  EXPECT_EQ(facts_of(rgbe + "PRIMARIES=.64 .33 .3 .6 .15 .06 .3127 .329\n").tags, image_io::Tags());
  const image_io::Facts wide = facts_of(rgbe + "PRIMARIES= 0.708 0.292 0.170 0.797 0.131 0.046 0.3127 0.329\n");
  EXPECT_EQ(wide.chromaticities,
            (image_io::Chromaticities{0.708f, 0.292f, 0.17f, 0.797f, 0.131f, 0.046f, 0.3127f, 0.329f}));
  EXPECT_EQ(wide.tags.at("chromaticities"), "0.708,0.292 0.17,0.797 0.131,0.046 0.3127,0.329");
  const image_io::Facts xyz = facts_of("FORMAT=32-bit_rle_xyze\n");
  EXPECT_EQ(xyz.chromaticities, (image_io::Chromaticities{1, 0, 0, 1, 0, 0, 1.0f / 3.0f, 1.0f / 3.0f}));
  expect_picture(16, 4);  // X, Y and Z as they are
  EXPECT_EQ(facts_of(rgbe + "PIXASPECT=0.5\n").tags.at("pixel aspect ratio"), "2");
  write("PRIMARIES=0.64 0.33\n" + kFormat, "-Y 4 +X 16\n" + pixels);
  EXPECT_EQ(open_reason(file_), "corrupt: PRIMARIES \"0.64 0.33\" isn't 8 numbers");
}

TEST_F(ImageFileHdr, DamageIsRefusedWithAReason) {
  const std::string start = "#?RADIANCE\n" + kFormat;
  const std::string no_format = "corrupt: no known FORMAT line in the Radiance HDR header";
  EXPECT_EQ(reason("#?RGBE\n\n-Y 1 +X 1\nabcd"), no_format);
  EXPECT_EQ(reason("#?RGBE\nFORMAT=32-bit_rle_luv\n\n-Y 1 +X 1\nabcd"), no_format);
  for (const std::string size : {"-Y 1", "-Y 1 -Y 1", "-Y 1 +X one", "Y 1 X 1", "-Y 1 +X 1 +Z 1", "", "-Y +X 1 1"}) {
    EXPECT_EQ(reason(start + size + "\nabcd"),
              "corrupt: the Radiance HDR header has no size such as \"-Y height +X width\"")
        << size;
  }
  EXPECT_EQ(reason(start + "-Y 0 +X 1\nabcd"), "the picture is empty (1 x 0 texels)");
  EXPECT_EQ(reason(start + "-Y 9999999999999999999999 +X 1\nabcd"),
            "the picture is too large (1 x 9223372036854775807 texels; the limit is 65535 a side)");
  EXPECT_NE(reason(start + "-Y 30000 +X 30000\nabcd").find("30000 x 30000 texels, more than a file"),
            std::string::npos);
  EXPECT_EQ(reason("#?RADIANCE\nFORMAT=32-bit_rle_rgbe"), "truncated in the Radiance HDR header");
  const std::string truncated = "truncated: data is missing at the end of the file";
  const std::string runs = "corrupt: a Radiance scanline's runs don't fit its width";
  const auto of_row = [&](std::initializer_list<unsigned> bytes) {
    std::string text = start + "-Y 1 +X 16\n";
    for (const unsigned byte : bytes) text += static_cast<char>(byte);
    return reason(text);
  };
  EXPECT_EQ(of_row({128, 128, 128, 128}), truncated);
  EXPECT_EQ(of_row({128, 128, 128, 128, 1, 1, 1, 16}), runs);  // one more than there are
  EXPECT_EQ(of_row({1, 1, 1, 15, 128, 128, 128, 128}), runs);  // of nothing
  EXPECT_EQ(of_row({128, 128, 128, 128, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0}), runs);
  EXPECT_EQ(of_row({2, 2, 0, 17, 144, 1}), runs);    // of another width
  EXPECT_EQ(of_row({2, 2, 0, 16, 145, 1}), runs);    // a run of 17
  EXPECT_EQ(of_row({2, 2, 0, 16, 17, 1, 2}), runs);  // 17 bytes
  EXPECT_EQ(of_row({2, 2, 0, 16, 144, 1, 144, 1}), truncated);
}

}  // namespace
}  // namespace io_test
