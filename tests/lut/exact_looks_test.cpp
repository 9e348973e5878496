// SPDX-License-Identifier: MIT
// Tests of looks that are evaluated at each texel: the host's tables to a hundredth of a code, of every size.
#include <cmath>
#include <vector>

#include "lut/look_rig.h"

namespace {

using photopic::CubeInterpolation;
using photopic::Status;
using photopic::ToneMapper;
using reference::Rgb;
using test::LookRig;

// Rounding to a code is 0.5. Float arithmetic of the operator, the curve and the table adds less than a hundredth.
constexpr double kCodes = 0.51;

photopic::MadeFor exact_info(std::uint32_t tone_mappers = photopic::tone_mapper_bit(ToneMapper::none)) {
  return {.encodings = photopic::encoding_bit(photopic::OutputEncoding::srgb),
          .tone_mappers = tone_mappers,
          .exact_looks = true,
          .dither = false};
}

photopic::Settings exact_settings() {
  photopic::Settings settings = LookRig::settings();
  settings.display.transform = photopic::DisplayTransform::exact;
  return settings;
}

/// Any colours, greys, and what is at and beyond the ends.
std::vector<test::Rgba> any_colors() {
  std::vector<test::Rgba> colors = {{0, 0, 0, 1}, {1, 1, 1, 1}, {2, 0, 0, 1}, {-1, 0.5f, 2, 1}};
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const auto channel = [&](std::uint32_t c) { return float(std::pow(test::noise(i, c, 21), 2.2)); };
    colors.push_back({channel(0), channel(1), channel(2), 1.0f});
    colors.push_back({channel(3), channel(3), channel(3), 1.0f});
  }
  return colors;
}

/// Nodes anywhere, some of them beyond 0 and 1.
looks::Lut random_cube(std::uint32_t size, std::uint32_t seed, looks::Domain domain = {}) {
  looks::Lut lut;
  lut.cube = looks::Table{.size = size, .domain = domain, .nodes = {}};
  for (std::uint32_t i = 0; i < looks::cube_nodes(size); ++i) {
    std::array<float, 3> node;
    for (std::uint32_t c = 0; c < 3; ++c) node[c] = float(1.4 * test::noise(i, c, seed) - 0.2);
    lut.cube->nodes.push_back(node);
  }
  return lut;
}

/// Between eight nodes.
Rgb trilinear(const looks::Table& cube, Rgb c) {
  const double channels[] = {c.r, c.g, c.b};
  double places[3];
  std::size_t low[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const double min = double(cube.domain.min[i]), max = double(cube.domain.max[i]);
    places[i] = std::clamp((channels[i] - min) / (max - min), 0.0, 1.0) * (cube.size - 1);
    low[i] = std::min(std::size_t(places[i]), std::size_t{cube.size} - 2);
  }
  double sum[3] = {};
  for (std::size_t corner = 0; corner < 8; ++corner) {
    double weight = 1.0;
    std::size_t node = 0, stride = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t up = corner >> i & 1;
      const double fraction = places[i] - double(low[i]);
      weight *= up == 1 ? fraction : 1.0 - fraction;
      node += (low[i] + up) * stride;
      stride *= cube.size;
    }
    for (std::size_t i = 0; i < 3; ++i) sum[i] += weight * double(cube.nodes[node][i]);
  }
  return {sum[0], sum[1], sum[2]};
}

Rgb tetrahedral(const looks::Lut& lut, Rgb c) {
  const std::array<double, 3> value = looks::sample(lut, {c.r, c.g, c.b});
  return {value[0], value[1], value[2]};
}

class ExactLooks : public testing::Test {
 protected:
  /// Of 8-bit codes, the largest difference to what `shown` makes of sRGB-encoded colours.
  double worst(const photopic::Settings& settings, const photopic::LookTables& tables,
               const std::function<Rgb(Rgb)>& shown) {
    const std::vector<test::Rgba> colors = any_colors();
    const std::vector<test::LdrTexel> codes = rig_.show(colors, settings, &tables);
    double most = 0.0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const Rgb linear = {double(colors[i].r), double(colors[i].g), double(colors[i].b)};
      const Rgb signal =
          shown(per_channel(linear, [](double x) { return reference::srgb_encode(reference::saturate(x)); }));
      const double expected[] = {signal.r, signal.g, signal.b};
      for (std::size_t c = 0; c < 3; ++c) {
        most = std::max(most, std::abs(codes[i][c] - 255.0 * reference::saturate(expected[c])));
      }
    }
    return most;
  }

  test::DisplayRig rig_ = test::DisplayRig(test::kStores[0], exact_info());
};

TEST_F(ExactLooks, CubesOfEverySize) {
  const photopic::Settings settings = exact_settings();
  for (std::uint32_t size = 2; size <= 129; size += test::full_wanted() ? 1 : size < 9 ? 1 : size < 65 ? 8 : 64) {
    SCOPED_TRACE(size);
    const looks::Lut lut = random_cube(size, size);
    test::TableBuffer buffer(size % 2 == 0 ? 4 : 3);
    buffer.add(random_cube(2, 1));  // the table needn't begin at node 0
    const photopic::LookTable display = buffer.add(lut);
    photopic::LookTables tables = buffer.tables();
    tables.display = display;
    EXPECT_LE(worst(settings, tables, [&](Rgb c) { return tetrahedral(lut, c); }), kCodes);
  }
}

TEST_F(ExactLooks, CurvesAndDomains) {
  looks::Lut lut = random_cube(5, 3, {{-0.1f, 0.0f, 0.2f}, {1.0f, 1.1f, 0.7f}});
  lut.curves = looks::Table{.size = 300, .domain = {{0.0f, 0.1f, 0.0f}, {0.9f, 1.0f, 1.2f}}, .nodes = {}};
  for (std::uint32_t i = 0; i < 300; ++i) {
    const auto value = [&](std::uint32_t c) { return float(double(i) / 299.0 + 0.1 * test::noise(i, c, 5)); };
    lut.curves->nodes.push_back({value(0), value(1), value(2)});
  }
  for (const std::uint32_t floats_per_node : {3u, 4u}) {
    test::TableBuffer buffer(floats_per_node);
    const photopic::LookTable display = buffer.add(lut);
    photopic::LookTables tables = buffer.tables();
    tables.display = display;
    EXPECT_LE(worst(exact_settings(), tables, [&](Rgb c) { return tetrahedral(lut, c); }), kCodes);
  }
}

TEST_F(ExactLooks, TrilinearByOption) {
  photopic::Settings settings = exact_settings();
  settings.grade.cube_interpolation = CubeInterpolation::trilinear;
  for (const std::uint32_t size : {2u, 17u, 33u}) {
    const looks::Lut lut = random_cube(size, 7);
    test::TableBuffer buffer;
    const photopic::LookTable display = buffer.add(lut);
    photopic::LookTables tables = buffer.tables();
    tables.display = display;
    EXPECT_LE(worst(settings, tables, [&](Rgb c) { return trilinear(*lut.cube, c); }), kCodes) << size;
    EXPECT_GT(worst(settings, tables, [&](Rgb c) { return tetrahedral(lut, c); }), 10.0) << size;
  }
}

/// A cube whose diagonal is grey, and beyond white and black at its ends.
TEST_F(ExactLooks, GreysStayGrey) {
  looks::Lut lut = random_cube(17, 9);
  for (std::uint32_t i = 0; i < 17; ++i) {
    const float grey = -0.1f + 1.3f * float(i) / 16.0f;
    lut.cube->nodes[std::size_t{i} * (1 + 17 + 17 * 17)] = {grey, grey, grey};
  }
  test::TableBuffer buffer;
  const photopic::LookTable display = buffer.add(lut);
  photopic::LookTables tables = buffer.tables();
  tables.display = display;
  std::vector<test::Rgba> greys;
  for (int i = 0; i <= 1000; ++i) {
    const float value = float(i) / 1000.0f;
    greys.push_back({value, value, value, 1.0f});
  }
  for (const test::LdrTexel& texel : rig_.show(greys, exact_settings(), &tables)) {
    EXPECT_EQ(texel[0], texel[1]);
    EXPECT_EQ(texel[1], texel[2]);
  }
}

/// An operator of the host's, and a table after it; lift between them.
TEST_F(ExactLooks, EveryStageComesInItsPlace) {
  test::DisplayRig rig(test::kStores[0], exact_info(photopic::tone_mapper_bit(ToneMapper::custom)));
  const looks::Lut lut = random_cube(9, 4);
  looks::Lut halves;
  halves.curves = looks::Table{.size = 2, .domain = {}, .nodes = {{0.0f, 0.0f, 0.0f}, {0.5f, 0.5f, 0.5f}}};
  test::TableBuffer buffer;
  const photopic::LookTable display = buffer.add(lut), tone_mapper = buffer.add(halves);
  photopic::LookTables tables = buffer.tables();
  tables.display = display;
  tables.tone_mapper = tone_mapper;
  tables.tone_mapper_curve = photopic::TableCurve::linear;
  photopic::Settings settings = exact_settings();
  settings.tone_map.tone_mapper = ToneMapper::custom;
  const std::vector<test::Rgba> colors = any_colors();
  for (const float lift : {0.0f, 0.25f}) {
    settings.grade.lift_red = settings.grade.lift_green = settings.grade.lift_blue = lift;
    const std::vector<test::LdrTexel> codes = rig.show(colors, settings, &tables);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const Rgb linear = {double(colors[i].r), double(colors[i].g), double(colors[i].b)};
      const Rgb signal = per_channel(
          linear, [&](double x) { return double(lift) + 0.5 * reference::saturate(x) * (1.0 - double(lift)); });
      const Rgb expected = tetrahedral(lut, signal);
      EXPECT_NEAR(codes[i][0], 255.0 * reference::saturate(expected.r), kCodes);
      EXPECT_NEAR(codes[i][1], 255.0 * reference::saturate(expected.g), kCodes);
      EXPECT_NEAR(codes[i][2], 255.0 * reference::saturate(expected.b), kCodes);
    }
  }
}

/// What is no number, or far above all others, is a code all the same.
TEST_F(ExactLooks, TakesAnyTexel) {
  const looks::Lut lut = random_cube(3, 2);
  test::TableBuffer buffer;
  const photopic::LookTable display = buffer.add(lut);
  photopic::LookTables tables = buffer.tables();
  tables.display = display;
  photopic::Settings settings = exact_settings();
  settings.grade.contrast = 1.2f;
  settings.grade.lift_red = 0.1f;
  const std::vector<test::Rgba> colors = {
      {test::kNanF, 0, 1, 1}, {test::kInfinityF, 1, 1, 1}, {-test::kInfinityF, -1, 3e38f, 1}, {65504, 65504, 65504, 1}};
  const std::vector<test::LdrTexel> codes = rig_.show(colors, settings, &tables);
  EXPECT_EQ(codes[1][1], rig_.show(std::vector<test::Rgba>{{65504, 1, 1, 1}}, settings, &tables)[0][1]);
  for (const test::LdrTexel& texel : codes) {
    for (std::size_t c = 0; c < 3; ++c) EXPECT_TRUE(texel[c] >= 0.0 && texel[c] <= 255.0);
  }
}

/// Nothing on: the pipeline without looks, to the bit; and one that is on goes through record_fused(), too.
TEST(ExactLooksFrames, OffIsTheSamePictureAndFusedFramesHaveThem) {
  constexpr VkExtent2D kExtent = {70, 41};
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, test::gradient_with_noise(kExtent));
  photopic::MadeFor info = {.max_extent = kExtent,
                            .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                            .meter_method = photopic::MeterMethod::single_pass,
                            .dither = false};
  const auto picture = [&](bool has_looks, const photopic::Settings& settings, bool is_fused) {
    info.exact_looks = has_looks;
    photopic::PostProcess post = test::make(info);
    const engine::Image ldr = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
    const photopic::Frame frame = {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kExtent, .delta_time_s = 0.1f};
    for (int i = 0; i < 3; ++i) {
      test::submit([&](VkCommandBuffer commands) {
        test::context().check(is_fused ? post.record_fused(commands, frame, settings)
                                       : post.record(commands, frame, settings));
      });
    }
    return engine::read_back(test::context(), ldr);
  };
  photopic::Settings settings;
  const auto plain = picture(false, settings, false);
  EXPECT_EQ(picture(true, settings, false), plain);
  EXPECT_EQ(picture(true, settings, true), plain);
  settings.grade.contrast = 1.3f;
  const auto graded = picture(true, settings, false);
  EXPECT_NE(graded, plain);
  EXPECT_EQ(picture(true, settings, true), graded);
}

TEST(ExactLooksFrames, NeedTheirFlagByName) {
  photopic::PostProcess post;
  const photopic::MadeFor info = {.max_extent = {8, 8}, .lut_size = 17, .exact = false, .exact_looks = true};
  EXPECT_EQ(test::create(test::context().lend(), info, &post), Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("exact_looks: needs exact"), std::string::npos);
}

}  // namespace
