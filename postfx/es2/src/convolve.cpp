// SPDX-License-Identifier: MIT
// Passes of a convolution: one for each part of the kernel and each texture of the input that it meets.
#include <es2/interface.h>

#include <algorithm>
#include <utility>

#include "gpu/host/report.h"
#include "operations.h"
#include "pass.h"

namespace photopic::es2 {
namespace {

/// On one axis, in elements.
struct Span {
  std::uint32_t first;
  std::uint32_t count;
};

/// From what the first output's texel times stride is, to what its first tap meets in the input's tile.
std::int64_t offset_of(Span outputs, Span taps, Span inputs, std::uint32_t stride, std::uint32_t kernel_side) {
  return std::int64_t{outputs.first} * stride + taps.first - (kernel_side - 1) / 2 - inputs.first;
}

bool meets(Span outputs, Span taps, Span inputs, std::uint32_t stride, std::uint32_t kernel_side) {
  const std::int64_t first = offset_of(outputs, taps, inputs, stride, kernel_side);
  const std::int64_t last = first + std::int64_t{outputs.count - 1} * stride + taps.count - 1;
  return first < inputs.count && last >= 0;
}

struct Axis {
  std::uint32_t stride;
  std::uint32_t kernel_side;
};

class Convolution {
 public:
  Convolution(Context::Impl& context, const char* function, const Array::Impl& input, const Array::Impl& kernel,
              Stride stride)
      : context_(context),
        function_(function),
        input_(input),
        kernel_(kernel),
        x_{stride.x, kernel.size.width},
        y_{stride.y, kernel.size.height} {}

  /// Passes add to each other's results, turn by turn in a texture of our own and in the output's.
  Status run(const Tile& output) {
    std::uint32_t passes = 0;
    (void)for_each_pass(output, [&](const Tile&, const Tile&, const Rect&) {
      ++passes;
      return Status::ok;
    });
    Tile turns[] = {output, output};
    if (passes > 1) {
      PHOTOPIC_TRY(find_scratch({output.width, output.height}));
      turns[1] = scratch_->tiles[0];
    }
    bool has_before = false;
    return for_each_pass(output, [&](const Tile& input, const Tile& kernel, const Rect& taps) {
      --passes;  // the last one's target is turns[0], the output
      const Tile& before = has_before ? turns[(passes + 1) % 2] : input;
      return draw(input, kernel, taps, before, std::exchange(has_before, true), output, turns[passes % 2].texture);
    });
  }

 private:
  /// For the parts of the kernel, none across its textures' borders, and for each those of the input that it meets.
  template <class Visit>
  Status for_each_pass(const Tile& output, Visit visit) const {
    constexpr std::uint32_t kSide = ES2_CONVOLVE_MAX_SIDE;
    for (const Tile& kernel : kernel_.all()) {
      for (std::uint32_t y = 0; y < kernel.height; y += kSide) {
        for (std::uint32_t x = 0; x < kernel.width; x += kSide) {
          const Rect taps = {x, y, std::min(kernel.width - x, kSide), std::min(kernel.height - y, kSide)};
          for (const Tile& input : input_.all()) {
            if (!meets(span_x(output), taps_x(kernel, taps), span_x(input), x_.stride, x_.kernel_side)) continue;
            if (!meets(span_y(output), taps_y(kernel, taps), span_y(input), y_.stride, y_.kernel_side)) continue;
            const Status status = visit(input, kernel, taps);
            if (status != Status::ok) return status;
          }
        }
      }
    }
    return Status::ok;
  }

  static Span span_x(const Tile& tile) { return {tile.x, tile.width}; }
  static Span span_y(const Tile& tile) { return {tile.y, tile.height}; }
  static Span taps_x(const Tile& kernel, const Rect& taps) { return {kernel.x + taps.x, taps.width}; }
  static Span taps_y(const Tile& kernel, const Rect& taps) { return {kernel.y + taps.y, taps.height}; }

  Status find_scratch(Size size) {
    if (scratch_ != nullptr && scratch_->size == size) return Status::ok;
    return make_array(context_, function_, size, &scratch_);
  }

  Status draw(const Tile& input, const Tile& kernel, const Rect& taps, const Tile& before, bool has_before,
              const Tile& output, std::uint32_t target) const {
    Pass pass(context_, function_, {Shader::convolve, taps.width, taps.height});
    if (pass.status() != Status::ok) return pass.status();
    pass.bind("source", input);
    pass.bind("kernel", kernel);
    pass.bind("before", before);
    pass.set("source_size", static_cast<float>(input.width), static_cast<float>(input.height));
    pass.set("has_before", has_before ? 1.0f : 0.0f);
    pass.set("stride", static_cast<float>(x_.stride), static_cast<float>(y_.stride));
    pass.set("first_tap", static_cast<float>(taps.x), static_cast<float>(taps.y));
    pass.set(
        "offset",
        static_cast<float>(offset_of(span_x(output), taps_x(kernel, taps), span_x(input), x_.stride, x_.kernel_side)),
        static_cast<float>(offset_of(span_y(output), taps_y(kernel, taps), span_y(input), y_.stride, y_.kernel_side)));
    pass.draw(target, rect_of(output));
    return Status::ok;
  }

  Context::Impl& context_;
  const char* function_;
  const Array::Impl& input_;
  const Array::Impl& kernel_;
  Axis x_, y_;
  std::unique_ptr<Array::Impl> scratch_;
};

}  // namespace

Status run_convolve(Context::Impl& context, const char* function, const Array::Impl& input, const Array::Impl& kernel,
                    Stride stride, const Array::Impl& output) noexcept {
  Convolution convolution(context, function, input, kernel, stride);
  for (const Tile& tile : output.all()) {
    PHOTOPIC_TRY(convolution.run(tile));
  }
  return Status::ok;
}

}  // namespace photopic::es2
