// SPDX-License-Identifier: MIT
// Tests of element-wise functions, sums and means against the CPU's.
#include <cmath>
#include <limits>

#include "es2/rig.h"

namespace {

using photopic::Status;
using photopic::es2::Array;
using photopic::es2::Function;
using photopic::es2::Map;
using photopic::es2::Size;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

class Es2Operations : public test::Es2 {
 protected:
  /// `expected` in double; `bound` of the difference at x.
  template <class Expected, class Bound>
  void expect_mapped(const Map& map, std::span<const float> values, Expected expected, Bound bound) {
    const std::vector<float> found = mapped(values, map);
    double worst = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double error = std::abs(double{found[i]} - expected(double{values[i]}));
      ASSERT_LE(error, bound(double{values[i]})) << "of " << values[i] << ": " << found[i];
      worst = std::max(worst, error / bound(double{values[i]}));
    }
    std::printf("worst error %.3g of the bound\n", worst);
  }
};

/// Two roundings; or one, where the device fuses.
TEST_F(Es2Operations, Affine) {
  const std::vector<float> values = test::uniform_values(10240, -100.0f, 100.0f);
  const auto expected = [](double x) { return double{-1.7f} * x + double{12.34f}; };
  const auto bound = [&](double x) {
    return test::kUnit * (std::abs(double{1.7f} * x) + std::abs(expected(x)) + 1e-6);
  };
  expect_mapped({Function::affine, {-1.7f, 12.34f}}, values, expected, bound);
}

TEST_F(Es2Operations, Abs) {
  const float values[] = {-1.5f, 1.5f, -0.0f, 0.0f, -kInfinity, kInfinity, kNan, -3e38f, 2e-38f};
  const std::vector<float> found = mapped(values, {Function::abs, {}});
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(test::is_same(found[i], std::abs(values[i]))) << values[i];
}

TEST_F(Es2Operations, Clamp) {
  const float values[] = {-kInfinity, -2.0f, -1.0f, 0.5f, 3.0f, 3.5f, kInfinity, kNan};
  const float expected[] = {-1.0f, -1.0f, -1.0f, 0.5f, 3.0f, 3.0f, 3.0f, kNan};
  const std::vector<float> found = mapped(values, {Function::clamp, {-1.0f, 3.0f}});
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(test::is_same(found[i], expected[i])) << values[i];
}

/// Of the device: GLSL ES 1.00 asks for nothing. The bounds are those documented with Function.
TEST_F(Es2Operations, Log2) {
  std::vector<float> values = test::uniform_values(8192, 0.25f, 4.0f);
  for (float& value : test::uniform_values(8192, -120.0f, 120.0f)) values.push_back(std::exp2(value));
  expect_mapped(
      {Function::log2, {}}, values, [](double x) { return std::log2(x); },
      [](double x) { return 1e-6 + 4.0 * test::kUnit * std::abs(std::log2(x)); });
  const float special[] = {0.0f, -0.0f, kInfinity, -1.0f, -kInfinity, kNan};
  const float expected[] = {-kInfinity, -kInfinity, kInfinity, kNan, kNan, kNan};
  const std::vector<float> found = mapped(special, {Function::log2, {}});
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(test::is_same(found[i], expected[i])) << special[i];
}

TEST_F(Es2Operations, Exp2) {
  std::vector<float> values = test::uniform_values(8192, -120.0f, 120.0f);
  expect_mapped(
      {Function::exp2, {}}, values, [](double x) { return std::exp2(x); },
      [](double x) { return 1e-5 * std::exp2(x); });
}

/// Texture by texture.
TEST_F(Es2Operations, MapAcrossTextures) {
  cut_into(16);
  const Size size = {37, 29};
  const std::vector<float> values = test::uniform_values(std::size_t{37} * 29, -4.0f, 4.0f);
  const Array input = make(size, values);
  Array output = make(size);
  ASSERT_EQ(context_.map(input, {Function::affine, {4.0f, 0.0f}}, &output), Status::ok) << message_;
  const std::vector<float> found = values_of(output);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(found[i], 4.0f * values[i]) << i;
}

/// One rounding: to the bit, on devices that round to nearest. Within a unit of the last place on others.
TEST_F(Es2Operations, Add) {
  for (const std::uint32_t side : {0u, 16u}) {
    cut_into(side);
    const Size size = {53, 31};
    std::vector<float> a = test::uniform_values(std::size_t{53} * 31, -1e3f, 1e3f, 1);
    std::vector<float> b = test::uniform_values(a.size(), -1.0f, 1.0f, 2);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] *= std::exp2(float(i % 61) - 30.0f);
    a[3] = kNan;
    b[4] = kInfinity;
    a[5] = 3e38f;
    b[5] = 3e38f;
    a[6] = 1.5f;
    b[6] = -1.5f;
    const Array first = make(size, a), second = make(size, b);
    Array output = make(size);
    ASSERT_EQ(context_.add(first, second, &output), Status::ok) << message_;
    const std::vector<float> found = values_of(output);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const float expected = a[i] + b[i];
      const bool is_close = std::abs(double{found[i]} - expected) <= 2.0 * test::kUnit * std::abs(expected);
      EXPECT_TRUE(test::is_same(found[i], expected) || (is_close && std::isfinite(expected)))
          << a[i] << " + " << b[i] << " = " << found[i];
    }
  }
}

// ---- sums ----

class Es2Sums : public test::Es2 {
 protected:
  /// Of the sum: a block adds 7 + 7 values one after another, and what rounds once more is what the mean is divided by.
  static double bound_of(Size size, double absolute_sum) {
    double levels = 1.0;
    for (std::uint32_t side = std::max(size.width, size.height); side > 8; side = (side + 7) / 8) levels += 1.0;
    return 15.0 * levels * test::kUnit * absolute_sum;
  }

  float reduced(Status (photopic::es2::Context::*reduce)(const Array&, Array*) const noexcept, const Array& input) {
    Array output = make({1, 1});
    EXPECT_EQ((context_.*reduce)(input, &output), Status::ok) << message_;
    return values_of(output)[0];
  }

  void expect_summed(Size size) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const std::vector<float> values = test::uniform_values(std::size_t{size.width} * size.height, -1.0f, 3.0f);
    double sum = 0.0, absolute_sum = 0.0;
    for (const float value : values) {
      sum += double{value};
      absolute_sum += std::abs(double{value});
    }
    const Array input = make(size, values);
    const double error = std::abs(reduced(&photopic::es2::Context::sum, input) - sum);
    const double count = double(values.size());
    EXPECT_LE(error, bound_of(size, absolute_sum));
    EXPECT_NEAR(reduced(&photopic::es2::Context::mean, input), sum / count,
                (bound_of(size, absolute_sum) + 3.0 * test::kUnit * absolute_sum) / count);
    worst_ = std::max(worst_, error / bound_of(size, absolute_sum));
  }
  double worst_ = 0.0;
};

TEST_F(Es2Sums, AnySize) {
  for (const Size size : {Size{1, 1}, {2, 1}, {8, 8}, {9, 8}, {64, 64}, {65, 1}, {1, 129}, {127, 127}, {513, 257}}) {
    expect_summed(size);
  }
  expect_summed({context_.max_side() + 3, 2});
  std::printf("worst error %.3g of the bound\n", worst_);
}

TEST_F(Es2Sums, AcrossTextures) {
  for (const std::uint32_t side : {8u, 16u, 24u}) {
    cut_into(side);
    for (const Size size : {Size{7, 7}, {8, 9}, {25, 24}, {200, 3}, {131, 67}}) expect_summed(size);
  }
}

/// One element after the other is 1: wherever it is, it counts once.
TEST_F(Es2Sums, EveryElementCountsOnce) {
  const Size size = {19, 11};
  cut_into(8);
  std::vector<float> values(std::size_t{size.width} * size.height, 0.0f);
  Array input = make(size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 1.0f;
    ASSERT_EQ(input.upload(values.data(), values.size()), Status::ok) << message_;
    EXPECT_EQ(reduced(&photopic::es2::Context::sum, input), 1.0f) << i;
    values[i] = 0.0f;
  }
}

TEST_F(Es2Sums, InfinityAndNanStay) {
  std::vector<float> values(100, 1.0f);
  values[50] = kInfinity;
  EXPECT_EQ(reduced(&photopic::es2::Context::sum, make({10, 10}, values)), kInfinity);
  values[99] = kNan;
  EXPECT_TRUE(std::isnan(reduced(&photopic::es2::Context::sum, make({10, 10}, values))));
}

}  // namespace
