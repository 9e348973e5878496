// SPDX-License-Identifier: MIT
// Tests of the grade on the device, stage by stage, against the double-precision reference.
#include "lut/look_rig.h"
#include "reference/display/grading.h"

namespace {

using photopic::GradeSettings;
using reference::Rgb;
using test::LookRig;

const Rgb kLuminance = reference::luminance_row(reference::kBt709);

photopic::Settings graded(const GradeSettings& grade) {
  photopic::Settings settings = LookRig::settings();
  settings.grade = grade;
  return settings;
}

class Grade : public testing::Test {
 protected:
  static void SetUpTestSuite() { rig_ = std::make_unique<LookRig>(); }
  static void TearDownTestSuite() { rig_.reset(); }
  static inline std::unique_ptr<LookRig> rig_;
};

TEST_F(Grade, OffShowsTheOperator) {
  rig_->expect(graded({}), [](Rgb c) { return c; });
}

TEST_F(Grade, Cdl) {
  GradeSettings grade;
  grade.cdl_slope_red = 1.1f;
  grade.cdl_slope_green = 0.9f;
  grade.cdl_slope_blue = 1.05f;
  grade.cdl_offset_red = 0.01f;
  grade.cdl_offset_green = -0.02f;
  grade.cdl_offset_blue = 0.03f;
  grade.cdl_power_red = 1.2f;
  grade.cdl_power_green = 0.95f;
  grade.cdl_saturation = 0.8f;
  const reference::Cdl cdl = {{1.1, 0.9, 1.05}, {0.01, -0.02, 0.03}, {1.2, 0.95, 1.0}, 0.8};
  rig_->expect(graded(grade), [&](Rgb c) { return apply_cdl(c, cdl); });
}

TEST_F(Grade, Contrast) {
  GradeSettings grade;
  grade.contrast = 1.4f;
  rig_->expect(graded(grade), [](Rgb c) { return reference::contrast_power(c, 1.4); });
  grade.contrast = 0.7f;
  grade.contrast_pivot = 0.5f;
  rig_->expect(graded(grade), [](Rgb c) { return reference::contrast_power(c, 0.7, 0.5); });
}

TEST_F(Grade, SaturationAndVibrance) {
  GradeSettings grade;
  grade.saturation = 1.5f;
  rig_->expect(graded(grade), [](Rgb c) { return adjust_saturation(c, 1.5, kLuminance); });
  grade.saturation = 0.0f;
  rig_->expect(graded(grade), [](Rgb c) { return reference::grey(dot(c, kLuminance)); });
  grade.saturation = 1.0f;
  grade.vibrance = 0.8f;
  rig_->expect(graded(grade), [](Rgb c) { return adjust_vibrance(c, 0.8, kLuminance); });
}

TEST_F(Grade, Wheels) {
  GradeSettings grade;
  grade.shadows_red = 0.8f;
  grade.shadows_blue = 1.3f;
  grade.midtones_green = 1.1f;
  grade.highlights_red = 1.2f;
  grade.highlights_blue = 0.7f;
  const reference::ToneWheels wheels = {{0.8, 1.0, 1.3}, {1.0, 1.1, 1.0}, {1.2, 1.0, 0.7}, 0.0, 0.333, 0.55, 1.0};
  rig_->expect(graded(grade), [&](Rgb c) { return apply_wheels(c, wheels, kLuminance); });
}

/// A hue's middle and its ends: where 0 and 360 degrees meet the spline goes on.
TEST_F(Grade, HueCurves) {
  GradeSettings grade;
  const auto set = [](photopic::Curve& curve, const reference::HueCurve& points) {
    for (const auto& point : points) curve.points[curve.count++] = {float(point.degrees), float(point.value)};
  };
  const reference::HueCurves curves = {{{20.0, 15.0}, {100.0, -20.0}, {190.0, 0.0}, {300.0, 30.0}},
                                       {{0.0, 0.5}, {140.0, 1.5}, {264.0, 1.0}},
                                       {{40.0, 0.8}, {250.0, 1.25}}};
  set(grade.hue_vs_hue, curves.hue);
  rig_->expect(graded(grade), [&](Rgb c) { return apply_hue_curves(c, {curves.hue, {}, {}}); });
  set(grade.hue_vs_saturation, curves.saturation);
  set(grade.hue_vs_luminance, curves.luminance);
  rig_->expect(graded(grade), [&](Rgb c) { return apply_hue_curves(c, curves); });
  grade = {};
  set(grade.hue_vs_saturation, {{120.0, 0.25}});
  rig_->expect(graded(grade), [](Rgb c) { return apply_hue_curves(c, {{}, {{120.0, 0.25}}, {}}); });
}

TEST_F(Grade, LiftGammaGain) {
  GradeSettings grade;
  grade.lift_red = 0.02f;
  grade.lift_blue = -0.05f;
  grade.gamma_green = 1.2f;
  grade.gamma_blue = 0.9f;
  grade.gain_red = 0.9f;
  grade.gain_blue = 1.1f;
  rig_->expect(graded(grade), [](Rgb c) {
    const Rgb signal = per_channel(c, [](double x) { return reference::srgb_encode(reference::saturate(x)); });
    const Rgb v = lift_gamma_gain(signal, {0.02, 0.0, -0.05}, {1.0, 1.2, 0.9}, {0.9, 1.0, 1.1});
    return per_channel(v, [](double x) { return reference::srgb_decode(reference::saturate(x)); });
  });
}

/// All of it in the documented order.
TEST_F(Grade, Order) {
  GradeSettings grade;
  grade.cdl_slope_red = 1.3f;
  grade.contrast = 1.2f;
  grade.saturation = 1.3f;
  grade.vibrance = 0.4f;
  grade.midtones_blue = 0.8f;
  grade.hue_vs_hue.count = 1;
  grade.hue_vs_hue.points[0] = {90.0f, 25.0f};
  grade.gamma_red = 1.1f;
  reference::Cdl cdl;
  cdl.slope.r = 1.3;
  reference::ToneWheels wheels;
  wheels.midtones.b = 0.8;
  rig_->expect(graded(grade), [&](Rgb c) {
    c = reference::contrast_power(apply_cdl(c, cdl), 1.2);
    c = adjust_vibrance(adjust_saturation(c, 1.3, kLuminance), 0.4, kLuminance);
    c = apply_hue_curves(apply_wheels(c, wheels, kLuminance), {{{90.0, 25.0}}, {}, {}});
    const Rgb signal = per_channel(c, [](double x) { return reference::srgb_encode(reference::saturate(x)); });
    const Rgb v = lift_gamma_gain(signal, {}, {1.1, 1.0, 1.0}, {1.0, 1.0, 1.0});
    return per_channel(v, [](double x) { return reference::srgb_decode(reference::saturate(x)); });
  });
}

/// The largest and smallest that the rows allow make neither NaN nor infinities.
TEST_F(Grade, ExtremesAreDefined) {
  GradeSettings grade;
  grade.cdl_slope_red = 16.0f;
  grade.cdl_offset_green = -4.0f;
  grade.cdl_power_blue = 16.0f;
  grade.cdl_saturation = 16.0f;
  grade.contrast = 16.0f;
  grade.contrast_pivot = 1e-3f;
  grade.saturation = 16.0f;
  grade.vibrance = -4.0f;
  grade.highlights_red = 16.0f;
  grade.shadows_end = 0.0f;  // a step
  grade.hue_vs_luminance = {.count = 2, .points = {{0.0f, 16.0f}, {359.0f, 0.0f}}};
  grade.lift_red = -4.0f;
  grade.gamma_green = 0.0625f;
  grade.gain_blue = 16.0f;
  for (const Rgb c : rig_->show(graded(grade))) {
    for (const double channel : {c.r, c.g, c.b}) {
      ASSERT_GE(channel, 0.0);
      ASSERT_LE(channel, 1.0);
    }
  }
}

TEST_F(Grade, NeedsBaked) {
  test::RefusalRig rig;
  photopic::Settings settings = graded({});
  settings.grade.contrast = 1.1f;
  settings.display.transform = photopic::DisplayTransform::exact;
  rig.expect(settings, nullptr, "record_finish: grade needs a grade at each texel, which is not prepared",
             photopic::Status::not_prepared);
}

TEST_F(Grade, BadValuesAreRefused) {
  test::RefusalRig rig;
  photopic::Settings settings = graded({});
  settings.grade.cdl_power_green = 0.0f;
  rig.expect(settings, nullptr, "cdl_power_green = 0");
  settings = graded({});
  settings.grade.shadows_start = 0.5f;
  rig.expect(settings, nullptr, "shadows_end = 0.333: must be within [0.5, 16]");
  settings = graded({});
  settings.grade.hue_vs_hue = {.count = 2, .points = {{0.0f, 1.0f}, {360.0f, 1.0f}}};
  rig.expect(settings, nullptr, "hue_vs_hue: x of the points must be degrees");
  settings.grade.hue_vs_hue = {.count = 1, .points = {{0.0f, 181.0f}}};
  rig.expect(settings, nullptr, "hue_vs_hue = 181: must be within [-180, 180]");
}

}  // namespace
