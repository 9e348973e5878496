// SPDX-License-Identifier: MIT
// Tests of OpenEXR channels by name, and of data and display windows.
#include "compare/command/command_fixture.h"
#include "image_io/fixtures/io_exr_fixtures.h"

namespace compare_test {
namespace {

using io_test::ExrOptions;

class CompareCommandChannels : public CompareCommand {
 protected:
  /// Colour, depth and normals; the number is which io_test::sample() is stored.
  static ExrOptions layers(int of_depth = 1, int of_normal_y = 2) {
    ExrOptions options;
    options.channels = {{"R", Imf::HALF, 0},
                        {"G", Imf::HALF, 1},
                        {"B", Imf::HALF, 2},
                        {"A", Imf::HALF, 3},
                        {"Z", Imf::FLOAT, of_depth},
                        {"N.X", Imf::HALF, 0},
                        {"N.Y", Imf::HALF, of_normal_y},
                        {"N.Z", Imf::HALF, 1},
                        {"id", Imf::UINT, 0}};
    return options;
  }
  void write_both(const ExrOptions& a, const ExrOptions& b) {
    io_test::write_exr(folder_ / "a.exr", a);
    io_test::write_exr(folder_ / "b.exr", b);
  }
  Json rows(int exit_code, const Arguments& options) {
    Arguments arguments = {"a.exr", "b.exr"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return rows_of(exit_code, arguments);
  }
  static std::vector<std::string> channels_of(const Json& rows) {
    std::vector<std::string> all;
    for (const Json& row : rows) {
      std::string text = row["outcome"];
      for (const Json& channel : row["channels"]) text += " " + channel.get<std::string>();
      all.push_back(text);
    }
    return all;
  }
};

TEST_F(CompareCommandChannels, AreComparedByName) {
  write_both(layers(), layers());
  using Strings = std::vector<std::string>;
  EXPECT_EQ(channels_of(rows(kPass, {"--channels", "R,G,B,A,Z,N.*"})),
            (Strings{"pass R G B", "pass A", "pass Z", "pass N.X N.Y N.Z"}));
  EXPECT_EQ(channels_of(rows(kPass, {"--channels", "N.Z,Z"})), (Strings{"pass N.Z", "pass Z"}));
  write_both(layers(), layers(2, 0));
  EXPECT_EQ(channels_of(rows(kPass, {"--channels", "R,G,B,A"})), (Strings{"pass R G B", "pass A"}));
  const Json all = rows(kDifferences, {"--channels", "R,G,B,A,Z,N.*"});
  EXPECT_EQ(channels_of(all), (Strings{"pass R G B", "pass A", "differences Z", "differences N.X N.Y N.Z"}));
  EXPECT_FALSE(has_key(all[0], "worst_channel"));
  EXPECT_EQ(all[2]["worst_channel"], "Z");
  EXPECT_EQ(all[3]["worst_channel"], "N.Y");
  EXPECT_EQ(all[2]["format"], "13 x 9, grey, float");
  EXPECT_EQ(all[3]["sse_r"], 0);
  EXPECT_GT(all[3]["sse_g"], 0);
  EXPECT_FALSE(has_key(rows(kPass, {})[0], "channels"));
  const ProcessResult text = run({"compare", "a.exr", "b.exr", "--channels", "N.*", "--maps", "maps"});
  EXPECT_NE(text.out.find("b.exr N.X,N.Y,N.Z: differences: the largest error is in N.Y ("), std::string::npos)
      << text.out;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "maps/b.exr.N.X.abs.png"));
}

TEST_F(CompareCommandChannels, AStarTakesColorInItsOrder) {
  ExrOptions options;
  options.channels = {{"R", Imf::HALF, 0},   {"G", Imf::HALF, 1},   {"B", Imf::HALF, 2},  {"d.A", Imf::HALF, 3},
                      {"d.B", Imf::HALF, 2}, {"d.G", Imf::HALF, 1}, {"d.R", Imf::HALF, 0}};
  write_both(options, options);
  EXPECT_EQ(channels_of(rows(kPass, {"--channels", "*"})),
            (std::vector<std::string>{"pass R G B", "pass d.R d.G d.B", "pass d.A"}));
}

TEST_F(CompareCommandChannels, ThatThereAreNotAreNamed) {
  write_both(layers(), ExrOptions());
  const auto message = [&](int exit_code, const char* list) {
    return rows(exit_code, {"--channels", list})[0].value("message", "");
  };
  EXPECT_EQ(message(kError, "R,Q"),
            "a.exr: has no channel 'Q'; there are R, G, B, A, Z, id, N.X, N.Y, N.Z; "
            "b.exr: has no channel 'Q'; there are R, G, B, A");
  EXPECT_EQ(message(kError, "N.*"), "b.exr: has no channel 'N.*'; there are R, G, B, A");
  EXPECT_EQ(message(kMismatch, "*"),
            "the reference has the channels R, G, B, A, Z, id, N.X, N.Y, N.Z, the test R, G, B, A");
  write_both(layers(), layers());
  EXPECT_EQ(message(kError, "id"),
            "a.exr: channel id holds integers, not colour; "
            "b.exr: channel id holds integers, not colour");
  write_pair(0);
  EXPECT_EQ(
      row_of(kError, {"--channels", "R"}).value("message", ""),
      "a.png: not OpenEXR, which alone has channels by name; b.png: not OpenEXR, which alone has channels by name");
  expect_usage_error({"--channels", "R,,B"}, {"--channels: 'R,,B' is not a list such as R,G,B,A,Z,N.*"});
  expect_usage_error({"--channels", "R", "--alpha", "ignore"}, {"--alpha: with --channels"});
}

/// As openexr-images' Beachball has its frames: each as large as what is in it.
TEST_F(CompareCommandChannels, PicturesAreAlignedByTheirDisplayWindow) {
  const Imath::Box2i display({5, 5}, {44, 34});
  ExrOptions all{.window = display, .display = display}, part = all;
  write_both(all, all);
  EXPECT_EQ(rows(kPass, {})[0]["format"], "40 x 30, RGB and alpha, float");
  part.window = {{10, 8}, {40, 30}};
  write_both(part, part);
  EXPECT_EQ(rows(kPass, {})[0]["pixels"], 40 * 30);
  // Of the same data beside itself nearly all differs; and of the display window the size alone has to be the same.
  ExrOptions moved = part;
  moved.window = {{11, 8}, {41, 30}};
  write_both(part, moved);
  EXPECT_GT(rows(kDifferences, {})[0]["pixels_differing"], 31 * 23 / 2);
  ExrOptions elsewhere = part;
  elsewhere.window = {{110, 208}, {140, 230}};
  elsewhere.display = Imath::Box2i({105, 205}, {144, 234});
  write_both(part, elsewhere);
  rows(kPass, {});
  write_both(part, ExrOptions{.window = part.window});
  EXPECT_EQ(rows(kMismatch, {})[0]["message"],
            "the reference has 40 x 30, RGB and alpha, float, the test 31 x 23, RGB and alpha, float");
}

TEST_F(CompareCommandChannels, PixelAspectRatiosAreNamed) {
  ExrOptions wide;
  wide.pixel_aspect = 1.5f;
  write_both(wide, wide);
  const Json row = rows(kPass, {})[0];
  EXPECT_EQ(row["format"], "13 x 9, RGB and alpha, float, pixel aspect ratio 1.5");
  EXPECT_FALSE(has_key(row, "message"));
  write_both(wide, ExrOptions());
  EXPECT_EQ(rows(kPass, {})[0]["message"], "pixel aspect ratio: the reference has 1.5, the test none");
}

/// Without --channels, the layer that is preferred is compared, and named.
TEST_F(CompareCommandChannels, TheLayerIsNamed) {
  ExrOptions layers;
  layers.channels = {{"AO.R", Imf::HALF, 7},   {"AO.G", Imf::HALF, 8},   {"AO.B", Imf::HALF, 9},
                     {"rgba.R", Imf::HALF, 0}, {"rgba.G", Imf::HALF, 1}, {"rgba.B", Imf::HALF, 2}};
  write_both(layers, layers);
  EXPECT_EQ(rows(kPass, {})[0]["format"], "13 x 9, RGB, float, layer rgba");
  ExrOptions root;
  root.channels.pop_back();
  write_both(layers, root);
  EXPECT_EQ(rows(kPass, {})[0]["message"], "layer: the reference has rgba, the test none");
}

}  // namespace
}  // namespace compare_test
