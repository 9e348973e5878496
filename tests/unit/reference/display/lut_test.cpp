// SPDX-License-Identifier: MIT
// Tests of lookup tables against vectors, and of what baking the operators into them costs.
#include "reference/display/lut.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "reference/display/lut_error.h"
#include "reference/display/aces2.h"
#include "reference/display/agx.h"
#include "reference/display/gt7.h"
#include "reference/display/headroom.h"
#include "reference/display/primaries.h"
#include "reference/display/transfer.h"
#include "reference/tone_map.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::expect_mapped;
using nlohmann::json;
using reference::LutStorage;
using reference::Rgb;
using reference::Shaper;
using reference::ShaperCurve;

/// The colours of a table of the project's own, without its other lines.
std::vector<Rgb> nodes_of(const std::string& cube) {
  std::ifstream stream(display_test::data_file(cube));
  std::vector<Rgb> nodes;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream numbers(line);
    if (Rgb c; numbers >> c.r >> c.g >> c.b) nodes.push_back(c);
  }
  return nodes;
}

TEST(DisplayLut, Samples) {
  const reference::Lut3d lut{3, nodes_of("sample_3d.cube")};
  ASSERT_EQ(lut.nodes.size(), 27u);
  const std::vector<Rgb> curves = nodes_of("sample_1d.cube");
  ASSERT_EQ(curves.size(), 5u);
  // 6 or 7 digits are printed, of tables with as many.
  constexpr display_test::Tolerance kTableDigits{0.0, 0.6e-6};
  display_test::for_each_oracle("cube.json", [&](const json& all) {
    const auto in_3d = [](Rgb c) { return reference::domain_position(c, {-0.5, 0.0, 0.0}, {1.5, 1.0, 2.0}); };
    const json& points = all.at("points");
    expect_mapped(
        points, all.at("sample_3d").at("tetrahedral"), [&](Rgb c) { return lut.tetrahedral(in_3d(c)); }, kTableDigits);
    expect_mapped(
        points, all.at("sample_3d").at("trilinear"), [&](Rgb c) { return lut.trilinear(in_3d(c)); }, kTableDigits);
    expect_mapped(
        points, all.at("sample_1d").at("linear"),
        [&](Rgb c) {
          return sample_curves(curves, reference::domain_position(c, {}, {2.0, 2.0, 2.0}));
        },
        kTableDigits);
  });
}

// ---- errors of baking ----

/// Scene-linear BT.709 to the encoded signal.
using Look = std::function<Rgb(Rgb)>;

Look srgb_look(Look operation) {
  return [=](Rgb c) {
    return reference::per_channel(operation(c),
                                  [](double x) { return reference::srgb_encode(reference::saturate(x)); });
  };
}

/// Of an operator whose 1 is 100 nits.
Look pq_look(Look operation) {
  return [=](Rgb c) { return reference::pq_encode(scale(operation(c), 100.0)); };
}

Look look_named(const std::string& name) {
  using namespace reference;
  const Matrix to_bt2020 = conversion(kBt709, kBt2020);
  const Matrix from_bt2020 = conversion(kBt2020, kBt709);
  const Matrix to_ap0 = conversion(kBt709, kAp0);
  if (name == "agx") return srgb_look([](Rgb c) { return tone_map(ToneMapper::agx, c); });
  if (name == "agx_blender") return srgb_look([](Rgb c) { return agx_blender(c, kBt709); });
  if (name == "pbr_neutral") return srgb_look([](Rgb c) { return pbr_neutral(c, 1.0); });
  if (name == "gt7_sdr")
    return srgb_look([=](Rgb c) { return multiply(from_bt2020, gt7_sdr(multiply(to_bt2020, c))); });
  if (name == "gt7_1000") return pq_look([=](Rgb c) { return gt7(multiply(to_bt2020, c), 1000.0); });
  const bool is_sdr = name == "aces2_sdr";
  EXPECT_TRUE(is_sdr || name == "aces2_1000") << name;
  const auto aces2 = std::make_shared<Aces2>(is_sdr ? 100.0 : 1000.0, is_sdr ? kBt709 : kBt2020);
  const Look operation = [=](Rgb c) { return (*aces2)(multiply(to_ap0, c)); };
  return is_sdr ? srgb_look(operation) : pq_look(operation);
}

Shaper shaper_named(const std::string& name) {
  static const std::map<std::string, ShaperCurve> kNamed = {{"linlog", ShaperCurve::linear_log},
                                                            {"log2", ShaperCurve::log2},
                                                            {"pq", ShaperCurve::pq},
                                                            {"acescct", ShaperCurve::acescct},
                                                            {"logc3", ShaperCurve::logc3}};
  return {kNamed.at(name), 128.0, 1.0 / 256.0};
}

LutStorage storage_named(const std::string& name) {
  static const std::map<std::string, LutStorage> kNamed = {{"f16", LutStorage::half},
                                                           {"f32", LutStorage::float32},
                                                           {"u16", LutStorage::unorm16},
                                                           {"u10", LutStorage::unorm10}};
  return kNamed.at(name);
}

enum class Interpolation { tetrahedral, trilinear, filtered };
Interpolation interpolation_named(const std::string& name) {
  static const std::map<std::string, Interpolation> kNamed = {
      {"tet", Interpolation::tetrahedral}, {"tri", Interpolation::trilinear}, {"tri_hw8", Interpolation::filtered}};
  return kNamed.at(name);
}

/// A look's table, of which only the nodes that are asked for are computed.
class LazyLut {
 public:
  LazyLut(const Look& look, const Shaper& shaper, std::size_t size, LutStorage storage)
      : shaper_(shaper), size_(size), nodes_(size * size * size) {
    node_ = [this, look, storage](std::size_t r, std::size_t g, std::size_t b) {
      std::optional<Rgb>& node = nodes_[(b * size_ + g) * size_ + r];
      if (!node) node = stored(look({linear(r), linear(g), linear(b)}), storage);
      return *node;
    };
  }
  LazyLut(const LazyLut&) = delete;
  LazyLut& operator=(const LazyLut&) = delete;

  Rgb sample(Rgb c, Interpolation interpolation) const {
    const Rgb position = shaped(c, shaper_);
    switch (interpolation) {
      case Interpolation::tetrahedral:
        return sample_tetrahedral(size_, position, node_);
      case Interpolation::trilinear:
        return sample_trilinear(size_, position, node_);
      case Interpolation::filtered:
        break;
    }
    return sample_filtered(size_, position, node_);
  }

 private:
  double linear(std::size_t i) const { return shaper_.decode(static_cast<double>(i) / static_cast<double>(size_ - 1)); }

  Shaper shaper_;
  std::size_t size_;
  std::vector<std::optional<Rgb>> nodes_;
  reference::LutNodes node_;
};

struct LookErrors {
  reference::LutError greys;
  reference::LutError colors;
};

/// Errors of tables of one look after another.
class Errors {
 public:
  LookErrors of(const std::string& name, const std::string& metric, const Shaper& shaper, std::size_t size,
                Interpolation interpolation, LutStorage storage) {
    if (name != name_) {
      name_ = name;
      look_ = look_named(name);
      exact_greys_ = shown(greys_, look_);
      exact_colors_ = shown(colors_, look_);
    }
    const reference::Difference difference =
        metric == "dE_ITP" ? reference::delta_e_itp_of_pq : reference::delta_e2000_of_srgb;
    const LazyLut lut(look_, shaper, size, storage);
    const Look sampled = [&](Rgb c) { return lut.sample(c, interpolation); };
    return {lut_error(shown(greys_, sampled), exact_greys_, difference),
            lut_error(shown(colors_, sampled), exact_colors_, difference)};
  }

 private:
  static std::vector<Rgb> shown(const std::vector<Rgb>& inputs, const Look& look) {
    std::vector<Rgb> outputs;
    for (const Rgb c : inputs) outputs.push_back(look(c));
    return outputs;
  }

  std::vector<Rgb> greys_ = reference::lut_test_greys(2001);
  std::vector<Rgb> colors_ = reference::lut_test_colors(1000, 7);
  std::string name_;
  Look look_;
  std::vector<Rgb> exact_greys_;
  std::vector<Rgb> exact_colors_;
};

/// Greys are given, and 5 digits printed. Of the random colours the oracle drew others, and sixty times as many: what
/// is wrong near grey alone, trilinear interpolation across a kink of the greys, depends on how many of them are nearly
/// grey.
void expect_errors(const LookErrors& errors, const json& expected, Interpolation interpolation) {
  constexpr display_test::Tolerance kFiveDigits{1e-4, 2e-5};
  expect_close(errors.greys.max, expected.at("grey_max"), kFiveDigits);
  if (expected.contains("grey_mean")) expect_close(errors.greys.mean, expected.at("grey_mean"), kFiveDigits);
  const double share = interpolation == Interpolation::tetrahedral ? 0.3 : 0.5;
  expect_close(errors.colors.mean, expected.at("mean"), {share, 0.0});
}

TEST(DisplayLut, ErrorsOfBaking) {
  display_test::for_each_oracle("lut_error.json", [](const json& all) {
    Errors errors;
    ASSERT_FALSE(all.at("rows").empty());
    for (const json& row : all.at("rows")) {
      SCOPED_TRACE(row.dump());
      const Interpolation interpolation = interpolation_named(row.at("interp"));
      const LookErrors found = errors.of(row.at("op"), row.at("metric"), shaper_named(row.at("shaper")), row.at("size"),
                                         interpolation, storage_named(row.at("storage")));
      expect_errors(found, row, interpolation);
    }
  });
}

TEST(DisplayLut, ErrorsByOffsetOfTheShaper) {
  display_test::for_each_oracle("lut_error.json", [](const json& all) {
    Errors errors;
    ASSERT_FALSE(all.at("shaper_offset").empty());
    for (const json& row : all.at("shaper_offset")) {
      SCOPED_TRACE(row.dump());
      const Shaper shaper{ShaperCurve::linear_log, 128.0, std::exp2(row.at("log2_a").get<double>())};
      for (const char* name : {"tet", "tri", "tri_hw8"}) {
        SCOPED_TRACE(name);
        const Interpolation interpolation = interpolation_named(name);
        const LookErrors found =
            errors.of(row.at("op"), row.at("metric"), shaper, row.at("size"), interpolation, LutStorage::half);
        expect_errors(found, row.at(name), interpolation);
      }
    }
  });
}

TEST(DisplayLut, WholeTablesAreThoseNodes) {
  const Look look = look_named("pbr_neutral");
  const Shaper shaper;
  const reference::Lut3d lut = reference::bake_lut(17, shaper, look);
  const LazyLut lazy(look, shaper, 17, LutStorage::half);
  for (const Rgb c : reference::lut_test_colors(50, 3)) {
    expect_close(lut.tetrahedral(shaped(c, shaper)), lazy.sample(c, Interpolation::tetrahedral), {0.0, 0.0});
    expect_close(lut.trilinear(shaped(c, shaper)), lazy.sample(c, Interpolation::trilinear), {0.0, 0.0});
  }
}

}  // namespace
