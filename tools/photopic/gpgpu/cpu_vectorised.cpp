// SPDX-License-Identifier: MIT
// The operations with vectors of four floats.
#include <cstring>

#include "photopic/gpgpu/cpu.h"

namespace gpgpu {
namespace {

/// What SSE2 and NEON have, which every x86-64 and AArch64 has.
using Float4 = float __attribute__((vector_size(16)));
constexpr std::size_t kLanes = 4;
/// Sums are kept in so many vectors, lest each addition wait for the one before.
constexpr std::size_t kVectors = 4;

Float4 load(const float* from) {
  Float4 values;
  std::memcpy(&values, from, sizeof values);  // from any address
  return values;
}

void store(Float4 values, float* to) { std::memcpy(to, &values, sizeof values); }

void add(const Inputs& inputs, float* output) {
  const float* first = inputs.first.data();
  const float* second = inputs.second.data();
  const std::size_t count = inputs.first.size();
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(load(first + i) + load(second + i), output + i);
  for (; i < count; ++i) output[i] = first[i] + second[i];
}

float sum_of(const std::vector<float>& values) {
  const float* from = values.data();
  const float* const end = from + values.size();
  Float4 sums[kVectors] = {};
  for (; end - from >= static_cast<std::ptrdiff_t>(kVectors * kLanes); from += kVectors * kLanes) {
    for (std::size_t i = 0; i < kVectors; ++i) sums[i] += load(from + i * kLanes);
  }
  const Float4 lanes = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (; from != end; ++from) sum += *from;
  return sum;
}

// ---- convolution ----

/// A number, or four, from every `stride`-th place.
template <class Value>
Value gather(const float* from, std::size_t stride) {
  if constexpr (sizeof(Value) == sizeof(float)) {
    return *from;
  } else {
    return stride == 1 ? load(from) : Float4{from[0], from[stride], from[2 * stride], from[3 * stride]};
  }
}

/// A row of outputs: where its kernels' centres are, and what of their rows meets the input.
struct OutputRow {
  const Problem& problem;
  const Inputs& inputs;
  std::size_t centre_y;
  Taps rows;

  /// Outputs from x on: kCount numbers, or as many fours, all with the same columns of the kernel.
  template <class Value, std::size_t kCount>
  void write(std::size_t x, Taps columns, float* output) const {
    constexpr std::size_t kWidth = sizeof(Value) / sizeof(float);
    const std::size_t kernel_width = problem.kernel.width, stride = problem.stride.width;
    const std::size_t left = x * stride + columns.first - kernel_width / 2;
    Value sums[kCount] = {};
    for (std::size_t j = rows.first; j < rows.last; ++j) {
      const std::size_t y = centre_y + j - problem.kernel.height / 2;
      const float* from = inputs.first.data() + y * problem.size.width + left;
      const float* kernel = inputs.second.data() + j * kernel_width;
      for (std::size_t i = columns.first; i < columns.last; ++i, ++from) {
        for (std::size_t k = 0; k < kCount; ++k) {
          sums[k] += kernel[i] * gather<Value>(from + k * kWidth * stride, stride);
        }
      }
    }
    std::memcpy(output + x, sums, sizeof sums);
  }
};

/// Borders are scalar; between them the whole width of the kernel meets the input.
void convolve_row(const OutputRow& row, std::size_t width, float* output) {
  const Problem& problem = row.problem;
  const Taps all = {0, problem.kernel.width};
  const auto columns = [&](std::size_t x) {
    return taps_within(x * problem.stride.width, problem.kernel.width, problem.size.width);
  };
  const auto are_inside = [&](std::size_t first, std::size_t count) {
    return first + count <= width && columns(first).first == 0 && columns(first + count - 1).last == all.last;
  };
  for (std::size_t x = 0; x < width;) {
    if (are_inside(x, kVectors * kLanes)) {
      row.write<Float4, kVectors>(x, all, output);
      x += kVectors * kLanes;
    } else if (are_inside(x, kLanes)) {
      row.write<Float4, 1>(x, all, output);
      x += kLanes;
    } else {
      row.write<float, 1>(x, columns(x), output);
      ++x;
    }
  }
}

void convolve(const Problem& problem, const Inputs& inputs, float* output) {
  const VkExtent2D size = problem.output_size();
  for (std::size_t y = 0; y < size.height; ++y) {
    const std::size_t centre_y = y * problem.stride.height;
    const OutputRow row = {problem, inputs, centre_y,
                           taps_within(centre_y, problem.kernel.height, problem.size.height)};
    convolve_row(row, size.width, output + y * size.width);
  }
}

}  // namespace

void run_vectorised(const Problem& problem, const Inputs& inputs, float* output) {
  switch (problem.operation) {
    case Operation::add:
      return add(inputs, output);
    case Operation::convolve:
      return convolve(problem, inputs, output);
    case Operation::reduce:
      *output = sum_of(inputs.first);
  }
}

std::size_t vectorised_sum_depth(std::size_t count) {
  constexpr std::size_t kAtOnce = kVectors * kLanes;
  return count / kAtOnce + 4 + count % kAtOnce;  // 4: of 16 sums
}

}  // namespace gpgpu
