// SPDX-License-Identifier: MIT
// Tests of floats to texels and back. A round trip alone would say nothing: a shader that hands texels on does as well.
// So decoding is compared with constants that come as uniforms, encoding is fed with them, and numbers go through
// arithmetic.
#include <epoxy/gl.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "es2/rig.h"

namespace {

using photopic::es2::Function;
using photopic::es2::Map;
using test::bits_of;

constexpr std::uint32_t kSignBit = 0x80000000;

/// factor * x in arithmetic that may flush subnormals to zeros of their sign, as it gets them, and before it rounds.
bool is_product(float factor, float x, float found, bool keeps_subnormals) {
  const double exact = double{factor} * x;
  if (test::is_same(found, float(exact))) return true;
  const bool is_tiny = test::is_subnormal(x) || std::abs(exact) < std::numeric_limits<float>::min();
  return !keeps_subnormals && is_tiny && bits_of(found) == bits_of(std::copysign(0.0f, float(exact)));
}

class Es2Codec : public test::Es2 {
 protected:
  void expect_scaled(std::span<const float> values, float factor) {
    const std::vector<float> found = mapped(values, {Function::affine, {factor, 0.0f}});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (is_product(factor, values[i], found[i], context_.keeps_subnormals())) continue;
      if (++wrong <= 10) {
        ADD_FAILURE() << std::hex << "0x" << bits_of(values[i]) << " * " << factor << " = 0x" << bits_of(found[i])
                      << ", expected 0x" << bits_of(factor * values[i]);
      }
    }
    EXPECT_EQ(wrong, 0u);
  }
};

/// Every exponent and sign, with the first and last fractions, and those in between at an odd distance, so that all
/// bytes vary.
std::vector<float> every_exponent() {
  constexpr std::uint32_t kFractions = 4096, kStep = 2047, kLast = 0x7fffff;
  std::vector<float> values;
  values.reserve(std::size_t{512} * kFractions);
  for (std::uint32_t upper = 0; upper < 512; ++upper) {
    for (std::uint32_t i = 0; i < kFractions; ++i) {
      const std::uint32_t fraction = i < kFractions - 16 ? i * kStep : kLast - (kFractions - 1 - i);
      values.push_back(std::bit_cast<float>(upper << 23 | fraction));
    }
  }
  return values;
}

TEST_F(Es2Codec, EveryExponentAndSign) {
  const std::vector<float> values = every_exponent();
  for (const float factor : {1.0f, -1.0f, 0.5f, 2.0f}) {
    SCOPED_TRACE(factor);
    expect_scaled(values, factor);
  }
}

/// Numbers of every class and every exponent, few of each.
std::vector<float> samples() {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t exponent = 0; exponent < 256; ++exponent) {
    for (const std::uint32_t fraction : {0x000000u, 0x000001u, 0x2aaaabu, 0x7fffffu}) {
      bits.push_back(exponent << 23 | fraction);
    }
  }
  std::vector<float> values = test::floats_of(bits);
  for (const std::uint32_t each : bits) values.push_back(std::bit_cast<float>(each | kSignBit));
  return values;
}

/// Few enough for devices that take their time.
TEST_F(Es2Codec, EveryClass) {
  const std::vector<float> values = samples();
  for (const float factor : {1.0f, -1.0f, 0x1p-64f, 0x1p+64f, 1.0f / 3.0f}) {
    SCOPED_TRACE(factor);
    expect_scaled(values, factor);
  }
}

/// Mesa's reference device has all of IEEE 754.
TEST_F(Es2Codec, SubnormalsAreKeptWhereTheyAre) {
  const std::string device = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::printf("%s: subnormals are %s\n", device.c_str(), context_.keeps_subnormals() ? "kept" : "flushed");
  EXPECT_TRUE(context_.keeps_subnormals() || device != "softpipe");
}

/// 0 x + b, with b a uniform: nothing of the texel read is in what is written.
TEST_F(Es2Codec, EncodesWhatIsNoTexel) {
  const float one = 1.0f;
  const photopic::es2::Array input = make({1, 1}, {&one, 1});
  photopic::es2::Array output = make({1, 1});
  for (const float b : samples()) {
    if (!std::isfinite(b) || b == 0.0f) continue;  // no parameters; and zeros are not added
    ASSERT_EQ(context_.map(input, {Function::affine, {0.0f, b}}, &output), photopic::Status::ok) << message_;
    const float found = values_of(output)[0];
    const float flushed = 0.0f;  // 0 + -0
    EXPECT_TRUE(test::is_same(found, b) ||
                (!context_.keeps_subnormals() && test::is_subnormal(b) && std::abs(found) == flushed))
        << std::hex << "0x" << bits_of(b) << " became 0x" << bits_of(found);
  }
}

/// f x - f b, with f and b uniforms, is 0 where x was read as b, and not for its neighbours. Scaled, so that no
/// difference is subnormal.
TEST_F(Es2Codec, DecodesToTheSameNumberAsAUniform) {
  for (const float b : samples()) {
    if (std::fpclassify(b) != FP_NORMAL) continue;
    const float inf = std::numeric_limits<float>::infinity();
    float around[] = {std::nextafter(b, -inf), b, std::nextafter(b, inf)};
    if (!std::isfinite(around[0])) around[0] = 0.0f;
    if (!std::isfinite(around[2])) around[2] = 0.0f;
    const float factor = std::abs(b) < 1.0f ? 0x1p+100f : 0x1p-2f;
    const std::vector<float> found = mapped(around, {Function::affine, {factor, -(factor * b)}});
    EXPECT_LT(found[0], 0.0f == around[0] ? std::numeric_limits<float>::infinity() : 0.0f) << b;
    EXPECT_EQ(found[1], 0.0f) << b;
    EXPECT_GT(found[2], 0.0f == around[2] ? -std::numeric_limits<float>::infinity() : 0.0f) << b;
  }
}

TEST_F(Es2Codec, NotANumberWhateverItsPayload) {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t bit = 0; bit < 23; ++bit) {
    for (const std::uint32_t sign : {0u, kSignBit}) bits.push_back(sign | 0x7f800000u | 1u << bit);
  }
  for (const Map& map : {Map{Function::affine, {1.0f, 0.0f}}, Map{Function::affine, {2.0f, 3.0f}},
                         Map{Function::abs, {}}, Map{Function::clamp, {0.0f, 1.0f}}, Map{Function::log2, {}}}) {
    for (const float found : mapped(test::floats_of(bits), map)) {
      EXPECT_TRUE(std::isnan(found)) << "function " << int(map.function) << ": " << found;
    }
  }
}

/// All 2^32 patterns, in parts of 2^24, where PHOTOPIC_EXHAUSTIVE is set: some minutes.
class Es2CodecExhaustive : public Es2Codec, public testing::WithParamInterface<std::uint32_t> {};

std::vector<std::uint32_t> exhaustive_parts() {
  std::vector<std::uint32_t> parts;
  if (const char* wish = std::getenv("PHOTOPIC_EXHAUSTIVE"); wish != nullptr && std::string(wish) == "1") {
    for (std::uint32_t part = 0; part < 256; ++part) parts.push_back(part);
  }
  return parts;
}

TEST_P(Es2CodecExhaustive, Part) {
  std::vector<float> values;
  values.reserve(std::size_t{1} << 24);
  for (std::uint32_t i = 0; i < 1u << 24; ++i) values.push_back(std::bit_cast<float>(GetParam() << 24 | i));
  expect_scaled(values, -1.0f);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Es2CodecExhaustive);
INSTANTIATE_TEST_SUITE_P(All, Es2CodecExhaustive, testing::ValuesIn(exhaustive_parts()));

}  // namespace
