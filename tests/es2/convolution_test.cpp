// SPDX-License-Identifier: MIT
// Tests of convolutions against the definition in double.
//
// Error bound, with u = 2^-24 and n taps added in any order (Higham, "Accuracy and Stability of Numerical Algorithms",
// 2002, eq. 3.5): |computed - exact| <= n u / (1 - n u) sum |a_i b_i|, each product rounding once and passing through
// at most n - 1 of the n additions, the first of which, to 0, is exact. Additions between passes are among them. The
// documented bound, (n + 1 + passes) u sum |a_i b_i|, has room for the second order.
#include <cmath>

#include "es2/rig.h"

namespace {

using photopic::Status;
using photopic::es2::Array;
using photopic::es2::Size;
using photopic::es2::Stride;

struct Case {
  Size size;
  Size taps;
  Stride stride = {};
};

struct Expected {
  double value = 0.0;
  double absolute = 0.0;  ///< sum of |products|
};

Expected convolved(const Case& c, std::span<const float> input, std::span<const float> kernel, std::uint32_t out_x,
                   std::uint32_t out_y) {
  Expected expected;
  for (std::uint32_t j = 0; j < c.taps.height; ++j) {
    for (std::uint32_t i = 0; i < c.taps.width; ++i) {
      const std::int64_t x = std::int64_t{out_x} * c.stride.x + i - c.taps.width / 2;
      const std::int64_t y = std::int64_t{out_y} * c.stride.y + j - c.taps.height / 2;
      if (x < 0 || y < 0 || x >= c.size.width || y >= c.size.height) continue;
      const double product = double{input[std::size_t(y) * c.size.width + std::size_t(x)]} *
                             double{kernel[std::size_t{j} * c.taps.width + i]};
      expected.value += product;
      expected.absolute += std::abs(product);
    }
  }
  return expected;
}

Size size_of_output(const Case& c) {
  return {(c.size.width + c.stride.x - 1) / c.stride.x, (c.size.height + c.stride.y - 1) / c.stride.y};
}

std::size_t area(Size size) { return std::size_t{size.width} * size.height; }

class Es2Convolution : public test::Es2 {
 protected:
  std::vector<float> convolve(const Case& c, std::span<const float> input, std::span<const float> kernel) {
    const Array array = make(c.size, input), taps = make(c.taps, kernel);
    Array output = make(size_of_output(c));
    EXPECT_EQ(context_.convolve(array, taps, c.stride, &output), Status::ok) << message_;
    return values_of(output);
  }

  void expect_convolved(const Case& c) {
    SCOPED_TRACE(testing::Message() << c.size.width << " x " << c.size.height << ", taps " << c.taps.width << " x "
                                    << c.taps.height << ", stride " << c.stride.x << ", " << c.stride.y);
    const std::vector<float> input = test::uniform_values(area(c.size), -2.0f, 5.0f, 1);
    const std::vector<float> kernel = test::uniform_values(area(c.taps), -1.0f, 1.5f, 2);
    const std::vector<float> found = convolve(c, input, kernel);
    const Size size = size_of_output(c);
    for (std::uint32_t y = 0; y < size.height; ++y) {
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const Expected expected = convolved(c, input, kernel, x, y);
        // Of passes there is at least one; that is all that the bound needs.
        const double bound = (double(area(c.taps)) + 2.0) * test::kUnit * expected.absolute;
        const double error = std::abs(double{found[std::size_t{y} * size.width + x]} - expected.value);
        ASSERT_LE(error, bound) << x << ", " << y;
        if (bound > 0.0) worst_ = std::max(worst_, error / bound);
      }
    }
  }

  void TearDown() override {
    std::printf("worst error %.3g of the bound\n", worst_);
    Es2::TearDown();
  }
  double worst_ = 0.0;
};

constexpr Case kCases[] = {
    {{1, 1}, {1, 1}},
    {{1, 1}, {5, 3}},  // a kernel larger than the array
    {{3, 2}, {7, 9}},
    {{40, 1}, {3, 1}},  // one dimension
    {{1, 40}, {1, 11}},
    {{41, 1}, {17, 1}, {3, 1}},  // several parts of the kernel
    {{37, 29}, {3, 3}},
    {{37, 29}, {9, 9}},
    {{37, 29}, {5, 1}, {2, 3}},
    {{37, 29}, {1, 7}, {5, 1}},
    {{37, 29}, {13, 21}, {2, 2}},
    {{33, 17}, {3, 3}, {4, 7}},
    {{33, 17}, {3, 3}, {40, 40}},  // one output
    {{64, 64}, {5, 5}, {8, 8}},
};

TEST_F(Es2Convolution, InOneTexture) {
  for (const Case& each : kCases) expect_convolved(each);
}

/// Neighbours are in other textures, and so are parts of the kernel. Few sizes: software devices compile a program anew
/// for what is a power of two and what isn't.
TEST_F(Es2Convolution, AcrossTextures) {
  cut_into(8);
  expect_convolved({{37, 21}, {3, 3}});
  expect_convolved({{21, 19}, {13, 9}, {2, 1}});
  expect_convolved({{33, 1}, {3, 1}, {5, 1}});
  expect_convolved({{1, 33}, {1, 3}});
  expect_convolved({{3, 2}, {9, 11}});
  cut_into(16);
  expect_convolved({{35, 33}, {3, 3}, {1, 2}});
}

/// A single 1 in the kernel moves the array, exactly, and what comes from beyond is 0.
TEST_F(Es2Convolution, IsNotMirrored) {
  const float input[] = {1.0f, 2.0f, 3.0f, 4.0f}, kernel[] = {1.0f, 0.0f, 0.0f};
  EXPECT_EQ(convolve({{4, 1}, {3, 1}}, input, kernel), (std::vector<float>{0.0f, 1.0f, 2.0f, 3.0f}));
}

/// Taps beyond the border make no product, also where they are NaN or infinite.
TEST_F(Es2Convolution, TapsBeyondTheBorderAreNotRead) {
  const float input[] = {1.0f, 2.0f, 4.0f}, kernel[] = {INFINITY, 1.0f, 0.0f};
  const std::vector<float> found = convolve({{3, 1}, {3, 1}}, input, kernel);
  EXPECT_EQ(found[0], 1.0f);
  EXPECT_EQ(found[1], INFINITY);
}

TEST_F(Es2Convolution, NanReachesItsNeighboursAlone) {
  std::vector<float> input(25, 1.0f);
  input[12] = NAN;
  const std::vector<float> kernel(9, 1.0f);
  const std::vector<float> found = convolve({{5, 5}, {3, 3}}, input, kernel);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_near = i / 5 >= 1 && i / 5 <= 3 && i % 5 >= 1 && i % 5 <= 3;
    EXPECT_EQ(std::isnan(found[i]), is_near) << i;
  }
}

/// More sizes than programs are kept.
TEST_F(Es2Convolution, ProgramsComeAndGo) {
  for (int i = 0; i < 2; ++i) {
    for (std::uint32_t height = 1; height <= 7; height += 2) {
      for (std::uint32_t width = 1; width <= 15; width += 2) expect_convolved({{9, 7}, {width, height}});
    }
  }
}

}  // namespace
