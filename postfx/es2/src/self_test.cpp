// SPDX-License-Identifier: MIT
// Test of a driver's arithmetic: numbers of every class through it and back, and a small pyramid.
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

#include "gpu/host/report.h"
#include "operations.h"
#include "reduction.h"

namespace photopic::es2 {
namespace {

/// Bit patterns, without the sign.
constexpr std::uint32_t kMagnitudes[] = {
    0x00000000,                                                              // zero
    0x00000001, 0x00000002, 0x00400000, 0x00555555, 0x007fffff,              // subnormals
    0x00800000, 0x00800001, 0x00ffffff, 0x01000000, 0x01000001, 0x01800000,  // the smallest of the others
    0x1fffffff, 0x20000000, 0x20000001, 0x2f800000, 0x33800000, 0x3b800000,  // powers of two and their neighbours
    0x3effffff, 0x3f000000, 0x3f000001, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fffffff, 0x40000000, 0x40000001,
    0x407fffff, 0x40800000, 0x40800001, 0x43800000, 0x4b000001, 0x4b7fffff, 0x4b800000, 0x5f7fffff, 0x5f800000,
    0x3eaaaaab, 0x40490fdb, 0x7e7fffff, 0x7e800000, 0x7effffff, 0x7f000000, 0x7f000001,  // pi; the largest
    0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x7fffffff};                         // infinity, NaN
constexpr std::uint32_t kSignBit = 0x80000000;
constexpr std::size_t kCount = 2 * std::size(kMagnitudes);

float number(std::size_t i) { return std::bit_cast<float>(kMagnitudes[i / 2] | (i % 2 == 0 ? 0u : kSignBit)); }

bool is_subnormal(float x) { return std::fpclassify(x) == FP_SUBNORMAL; }

/// NaN is NaN; all else to the bit.
bool is_same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

struct Probe {
  Context::Impl& context;
  const char* function;
  std::unique_ptr<Array::Impl> input, output;
  float values[kCount], results[kCount];

  Status scale(float factor) {
    const Status status = run_map(context, function, *input, {Function::affine, {factor, 0.0f}}, *output);
    if (status == Status::ok) download_elements(*output, results);
    return status;
  }
  Status wrong(const char* operation, float x, float expected, float found) const {
    return report(context.gpu.device, Status::device_error,
                  "%s: the device computes %s of %a (0x%08x) as %a (0x%08x): must be %a (0x%08x)", function, operation,
                  static_cast<double>(x), std::bit_cast<std::uint32_t>(x), static_cast<double>(found),
                  std::bit_cast<std::uint32_t>(found), static_cast<double>(expected),
                  std::bit_cast<std::uint32_t>(expected));
  }
};

/// Times -1: nothing but the sign changes, which no shader does that hands texels on. Whether subnormals are kept.
Status test_negation(Probe& probe, bool* keeps_subnormals) {
  PHOTOPIC_TRY(probe.scale(-1.0f));
  bool is_any_kept = false, is_any_flushed = false;
  for (std::size_t i = 0; i < kCount; ++i) {
    const float x = probe.values[i], found = probe.results[i];
    const bool is_kept = is_same(found, -x);
    const bool is_flushed = is_subnormal(x) && is_same(found, std::copysign(0.0f, -x));
    if (!is_kept && !is_flushed) return probe.wrong("the negative", x, -x, found);
    if (is_subnormal(x)) (is_kept ? is_any_kept : is_any_flushed) = true;
  }
  *keeps_subnormals = is_any_kept && !is_any_flushed;
  return Status::ok;
}

/// Times 1/2: exponents change, across every bit of them.
Status test_halving(Probe& probe) {
  PHOTOPIC_TRY(probe.scale(0.5f));
  for (std::size_t i = 0; i < kCount; ++i) {
    const float x = probe.values[i], expected = 0.5f * x, found = probe.results[i];
    // What is flushed may be told before rounding.
    const bool is_tiny = 0.5 * std::abs(double{x}) < std::numeric_limits<float>::min();
    if ((x == 0.0f || !is_tiny) && !is_same(found, expected)) return probe.wrong("half", x, expected, found);
  }
  return Status::ok;
}

/// Of sides that no block fits: 1 + 2 + ... + n. Whole numbers, so that no rounding is a matter of order.
Status test_pyramid(Context::Impl& context, const char* function) {
  constexpr std::uint32_t kWidth = 67, kHeight = 3;
  constexpr float kSum = kWidth * kHeight * (kWidth * kHeight + 1) / 2;
  float values[kWidth * kHeight];
  for (std::uint32_t i = 0; i < kWidth * kHeight; ++i) values[i] = static_cast<float>(i + 1);
  std::unique_ptr<Array::Impl> array;
  Status status = make_array(context, function, {kWidth, kHeight}, &array);
  Reduction reduction;
  if (status == Status::ok) status = reduction.create(context, function, array->size);
  if (status != Status::ok) return status;
  upload_elements(*array, values);
  const NamedArray source = {"source", array.get()};
  PHOTOPIC_TRY(reduction.run(context, function, Shader::sums, {&source, 1}, {}));
  float sum = 0.0f;
  download_elements(reduction.result(), &sum);
  if (sum == kSum) return Status::ok;
  return report(context.gpu.device, Status::device_error, "%s: the device sums 1 to %u to %g: must be %g", function,
                kWidth * kHeight, static_cast<double>(sum), static_cast<double>(kSum));
}

}  // namespace

Status test_arithmetic(Context::Impl& context, const char* function) noexcept {
  Probe probe = {context, function, nullptr, nullptr, {}, {}};
  Status status = make_array(context, function, {kCount, 1}, &probe.input);
  if (status == Status::ok) status = make_array(context, function, {kCount, 1}, &probe.output);
  if (status != Status::ok) return status;
  for (std::size_t i = 0; i < kCount; ++i) probe.values[i] = number(i);
  upload_elements(*probe.input, probe.values);
  status = test_negation(probe, &context.keeps_subnormals);
  if (status == Status::ok) status = test_halving(probe);
  return status == Status::ok ? test_pyramid(context, function) : status;
}

}  // namespace photopic::es2
