// SPDX-License-Identifier: MIT
// Tests of the host's lookup tables in a baked look: before the operator, as the operator, after it.
#include <cmath>

#include "lut/look_rig.h"
#include "reference/display/primaries.h"

namespace {

using photopic::TableCurve;
using photopic::ToneMapper;
using reference::Rgb;
using test::LookRig;

Rgb sampled(const looks::Lut& lut, Rgb c) {
  const std::array<double, 3> value = looks::sample(lut, {c.r, c.g, c.b});
  return {value[0], value[1], value[2]};
}

/// Not smooth, so that what is read beside the right place differs: values are near what they stand for, off by up to a
/// tenth.
looks::Table rough_table(std::uint32_t size, bool is_cube, looks::Domain domain = {}) {
  looks::Table table = {.size = size, .domain = domain, .nodes = {}};
  const std::size_t count = is_cube ? looks::cube_nodes(size) : size;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, 3> node;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t step = !is_cube || c == 0 ? 1 : c == 1 ? size : std::size_t(size) * size;
      const double place = double(i / step % size) / double(size - 1);
      const double value = place + 0.2 * (test::noise(std::uint32_t(i), std::uint32_t(c), 11) - 0.5);
      node[c] = float(std::max(value, 0.0));
    }
    table.nodes.push_back(node);
  }
  return table;
}

looks::Lut cube(std::uint32_t size, looks::Domain domain = {}) {
  looks::Lut lut;
  lut.cube = rough_table(size, true, domain);
  return lut;
}

looks::Lut curves_and_cube() {
  looks::Lut lut = cube(5, {{-0.1f, 0.0f, 0.0f}, {1.0f, 1.1f, 1.2f}});
  lut.curves = rough_table(17, false, {{0.0f, 0.0f, 0.1f}, {1.0f, 0.9f, 1.0f}});
  return lut;
}

TEST(LookTables, SceneTableInItsSpace) {
  LookRig rig;
  const looks::Lut lut = curves_and_cube();
  test::TableBuffer buffer;
  buffer.add(cube(2));  // the table needn't begin at node 0
  const photopic::LookTable scene = buffer.add(lut);
  photopic::LookTables tables = buffer.tables();
  tables.scene = scene;
  const reference::Matrix to_ap1 = reference::conversion(reference::kBt709, reference::kAp1);
  const reference::Matrix from_ap1 = reference::conversion(reference::kAp1, reference::kBt709);
  rig.expect(
      LookRig::settings(),
      [&](Rgb c) {
        const Rgb log = per_channel(multiply(to_ap1, c), reference::acescct_encode);
        return multiply(from_ap1, per_channel(sampled(lut, log), reference::acescct_decode));
      },
      &tables);
}

TEST(LookTables, DisplayTable) {
  LookRig rig;
  const looks::Lut lut = cube(4);
  test::TableBuffer buffer;
  const photopic::LookTable display = buffer.add(lut);
  photopic::LookTables tables = buffer.tables();
  tables.display = display;
  rig.expect(
      LookRig::settings(),
      [&](Rgb c) {
        const Rgb signal = per_channel(c, [](double x) { return reference::srgb_encode(reference::saturate(x)); });
        return per_channel(sampled(lut, signal), reference::srgb_decode);
      },
      &tables);
}

/// What the curve raises colours to, halved, as an sRGB code.
TEST(LookTables, CustomOperatorTakesEveryCurve) {
  LookRig rig(photopic::tone_mapper_bit(ToneMapper::custom));
  photopic::Settings settings = LookRig::settings();
  settings.tone_map.tone_mapper = ToneMapper::custom;
  const auto raised = [](TableCurve curve, double linear) {
    switch (curve) {
      case TableCurve::acescct:
        return reference::acescct_encode(linear);
      case TableCurve::logc3:
        return linear > 0.010591 ? 0.247190 * std::log10(5.555556 * linear + 0.052272) + 0.385537
                                 : 5.367655 * linear + 0.092809;
      case TableCurve::linlog_sdr:
        return std::log2(1.0 + 256.0 * linear) / std::log2(1.0 + 256.0 * 128.0);
      case TableCurve::linlog_hdr:
        return std::log2(1.0 + 1024.0 * linear) / std::log2(1.0 + 1024.0 * 128.0);
      default:
        return linear;
    }
  };
  for (const TableCurve curve :
       {TableCurve::linear, TableCurve::acescct, TableCurve::logc3, TableCurve::linlog_sdr, TableCurve::linlog_hdr}) {
    SCOPED_TRACE(testing::Message() << "curve " << std::uint32_t(curve));
    looks::Lut lut;
    lut.curves = looks::Table{.size = 2, .domain = {}, .nodes = {{0.0f, 0.0f, 0.0f}, {0.5f, 0.5f, 0.5f}}};
    test::TableBuffer buffer;
    const photopic::LookTable table = buffer.add(lut);
    photopic::LookTables tables = buffer.tables();
    tables.tone_mapper = table;
    tables.tone_mapper_curve = curve;
    rig.expect(
        settings,
        [&](Rgb c) {
          return per_channel(
              c, [&](double x) { return reference::srgb_decode(0.5 * reference::saturate(raised(curve, x))); });
        },
        &tables);
  }
}

/// Shown in another encoding than its own: HDR10 at twice the paper white is clipped in SDR.
TEST(LookTables, CustomOperatorIsDecoded) {
  LookRig rig(photopic::tone_mapper_bit(ToneMapper::custom));
  photopic::Settings settings = LookRig::settings();
  settings.tone_map.tone_mapper = ToneMapper::custom;
  const looks::Lut lut = cube(3);
  test::TableBuffer buffer;
  const photopic::LookTable table = buffer.add(lut);
  photopic::LookTables tables = buffer.tables();
  tables.tone_mapper = table;
  tables.tone_mapper_curve = TableCurve::linlog_sdr;
  tables.tone_mapper_primaries = photopic::Primaries::bt2020;
  tables.tone_mapper_encoding = photopic::OutputEncoding::hdr10;
  const reference::Matrix to_bt2020 = reference::conversion(reference::kBt709, reference::kBt2020);
  const reference::Matrix to_bt709 = reference::conversion(reference::kBt2020, reference::kBt709);
  rig.expect(
      settings,
      [&](Rgb c) {
        const Rgb place = per_channel(multiply(to_bt2020, c), [](double x) {
          return std::log2(1.0 + 256.0 * x) / std::log2(1.0 + 256.0 * 128.0);
        });
        const Rgb nits = reference::pq_decode(sampled(lut, place));
        return multiply(to_bt709, scale(nits, 1.0 / 203.0));
      },
      &tables);
}

/// The nodes are the same buffer, written anew: its number says so.
TEST(LookTables, AnotherContentIsBaked) {
  LookRig rig;
  test::TableBuffer buffer;
  looks::Lut lut = cube(2);
  const photopic::LookTable display = buffer.add(lut);
  photopic::LookTables tables = buffer.tables();
  tables.display = display;
  const auto before = rig.show(LookRig::settings(), &tables);
  tables = buffer.tables();
  lut.cube->nodes.back() = {0.25f, 0.25f, 0.25f};
  tables.display = buffer.add(lut);
  const photopic::LookTables after = [&] {
    photopic::LookTables made = buffer.tables();
    made.display = tables.display;
    return made;
  }();
  const auto shown = rig.show(LookRig::settings(), &after);
  EXPECT_NE(shown[LookRig::kSize - 1].r, before[LookRig::kSize - 1].r);
  EXPECT_NEAR(shown[LookRig::kSize - 1].r, 0.25, 1e-3);  // the brightest grey, in halves
}

TEST(LookTables, AreRefusedByName) {
  test::RefusalRig rig;
  test::TableBuffer buffer;
  const photopic::LookTable table = buffer.add(cube(2));
  const photopic::LookTables good = [&] {
    photopic::LookTables tables = buffer.tables();
    tables.display = table;
    return tables;
  }();
  const auto expect = [&](const auto& change, const char* words) {
    photopic::LookTables tables = good;
    change(tables);
    rig.expect(LookRig::settings(), &tables, words);
  };
  using photopic::LookTables;
  expect([](LookTables& t) { t.display.cube_size = 257; }, "tables.display: cube_size must be 0 or from 2 to 256");
  expect([](LookTables& t) { t.scene.curve_size = 1; }, "tables.scene: curve_size must be 0 or from 2 to 65536");
  expect([](LookTables& t) { t.display.cube_min[1] = 1.0f; }, "tables.display: what the last node stands for");
  expect([](LookTables& t) { t.display.cube_max[2] = test::kNanF; }, "tables.display: what the last node stands for");
  expect([](LookTables& t) { t.display.first_node = ~0u; }, "tables.display: first_node");
  expect([](LookTables& t) { t.nodes = VK_NULL_HANDLE; }, "tables.nodes: is VK_NULL_HANDLE");
  expect([](LookTables& t) { t.floats_per_node = 5; }, "tables.floats_per_node: must be 3 or 4");
  expect([](LookTables& t) { t.offset_bytes = 1; }, "tables.offset_bytes: must be a multiple");
  expect([](LookTables& t) { t.scene_primaries = photopic::Primaries::custom; },
         "tables.scene_primaries: must be named");
  expect([](LookTables& t) { t.tone_mapper_curve = TableCurve(6); }, "tables.tone_mapper_curve: is no TableCurve");
  expect([](LookTables& t) { t.tone_mapper_encoding = photopic::OutputEncoding(photopic::kOutputEncodingCount); },
         "tables.tone_mapper_encoding: must be that of the table");
}

TEST(LookTables, NeedBaked) {
  test::RefusalRig rig;
  test::TableBuffer buffer;
  const photopic::LookTable table = buffer.add(cube(2));
  photopic::LookTables tables = buffer.tables();
  tables.display = table;
  photopic::Settings settings = LookRig::settings();
  settings.display.transform = photopic::DisplayTransform::exact;
  rig.expect(settings, &tables, "record_finish: tables: need CreateInfo::with = kWithTables, or a baked look",
             photopic::Status::not_prepared);
  settings.tone_map.tone_mapper = ToneMapper::custom;
  rig.expect(settings, nullptr, "record_finish: grade needs a grade at each texel, which is not prepared",
             photopic::Status::not_prepared);
  settings.display.transform = photopic::DisplayTransform::baked;
  rig.expect(settings, &tables, "record_finish: tables.tone_mapper: has no nodes, and tone_mapper = custom reads it");
}

}  // namespace
