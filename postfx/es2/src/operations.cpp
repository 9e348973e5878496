// SPDX-License-Identifier: MIT
// Map, addition, convolution, sum and mean of arrays.
#include "operations.h"

#include "call.h"
#include "gpu/host/checker.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "pass.h"
#include "reduction.h"

namespace photopic::es2 {
namespace {

Status run_add(Context::Impl& context, const char* function, const Array::Impl& a, const Array::Impl& b,
               const Array::Impl& output) noexcept {
  Pass pass(context, function, {Shader::add});
  if (pass.status() != Status::ok) return pass.status();
  for (std::size_t i = 0; i < output.all().size(); ++i) {  // of one size, and so of one tiling
    pass.bind("a", a.all()[i]);
    pass.bind("b", b.all()[i]);
    pass.draw(output.all()[i].texture, rect_of(output.all()[i]));
  }
  return Status::ok;
}

Status check_map(const Gpu& gpu, const char* function, const Map& map) {
  return Checker(gpu, function)
      .range("map.function", static_cast<double>(map.function), 0, static_cast<double>(Function::clamp))
      .range("map.parameters[0]", map.parameters[0], -kMaxFloat, kMaxFloat)
      .range("map.parameters[1]", map.parameters[1], map.function == Function::clamp ? map.parameters[0] : -kMaxFloat,
             kMaxFloat)
      .status();
}

/// `divisor` of the sum.
Status reduce(Context::Impl& context, const Call& call, const Array::Impl* input, float divisor,
              const Array::Impl* output) noexcept {
  const char* function = call.function();
  const Array::Impl* inputs[] = {input};
  PHOTOPIC_TRY(check_array(context, function, "input", input));
  PHOTOPIC_TRY(check_output(context, function, output, {1, 1}, inputs));
  Reduction reduction;
  PHOTOPIC_TRY(reduction.create(context, function, input->size));
  const NamedArray source = {"source", input};
  PHOTOPIC_TRY(reduction.run(context, function, Shader::sums, {&source, 1}, {}));
  const Map scale = {Function::affine, {1.0f / divisor, 0.0f}};
  PHOTOPIC_TRY(run_map(context, function, reduction.result(), scale, *output));
  return call.end();
}

}  // namespace

Status run_map(Context::Impl& context, const char* function, const Array::Impl& input, const Map& map,
               const Array::Impl& output) noexcept {
  Pass pass(context, function, {Shader::map, static_cast<std::uint32_t>(map.function)});
  if (pass.status() != Status::ok) return pass.status();
  pass.set("parameters", map.parameters[0], map.parameters[1]);
  for (std::size_t i = 0; i < output.all().size(); ++i) {
    pass.bind("source", input.all()[i]);
    pass.draw(output.all()[i].texture, rect_of(output.all()[i]));
  }
  return Status::ok;
}

Status Context::map(const Array& input, const Map& map, Array* output) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->gpu, "map");
  Status status = call.status();
  if (status == Status::ok) status = check_map(impl_->gpu, call.function(), map);
  if (status == Status::ok) status = check_array(*impl_, call.function(), "input", input.impl_);
  const Array::Impl* inputs[] = {input.impl_};
  if (status == Status::ok) status = check_output(*impl_, call.function(), output->impl_, input.size(), inputs);
  if (status == Status::ok) status = run_map(*impl_, call.function(), *input.impl_, map, *output->impl_);
  return status == Status::ok ? call.end() : status;
}

Status Context::add(const Array& a, const Array& b, Array* output) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->gpu, "add");
  Status status = call.status();
  if (status == Status::ok) status = check_array(*impl_, call.function(), "a", a.impl_);
  if (status == Status::ok) status = check_array(*impl_, call.function(), "b", b.impl_);
  if (status == Status::ok) status = check_size(*impl_, call.function(), "b", b.size(), a.size());
  const Array::Impl* inputs[] = {a.impl_, b.impl_};
  if (status == Status::ok) status = check_output(*impl_, call.function(), output->impl_, a.size(), inputs);
  if (status == Status::ok) status = run_add(*impl_, call.function(), *a.impl_, *b.impl_, *output->impl_);
  return status == Status::ok ? call.end() : status;
}

Status Context::convolve(const Array& input, const Array& kernel, Stride stride, Array* output) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->gpu, "convolve");
  Status status = call.status();
  if (status == Status::ok) status = check_array(*impl_, call.function(), "input", input.impl_);
  if (status == Status::ok) status = check_array(*impl_, call.function(), "kernel", kernel.impl_);
  if (status != Status::ok) return status;
  const Size taps = kernel.size();
  if (taps.width % 2 == 0 || taps.height % 2 == 0) {
    return report(impl_->gpu.device, Status::invalid_argument, "convolve: kernel = %u x %u: sides must be odd",
                  taps.width, taps.height);
  }
  constexpr double kMaxStride = 1 << 24;  // no side is longer
  PHOTOPIC_TRY(Checker(impl_->gpu, call.function())
                   .range("stride.x", stride.x, 1, kMaxStride)
                   .range("stride.y", stride.y, 1, kMaxStride)
                   .status());
  const Size expected = {divide_up(input.size().width, stride.x), divide_up(input.size().height, stride.y)};
  const Array::Impl* inputs[] = {input.impl_, kernel.impl_};
  status = check_output(*impl_, call.function(), output->impl_, expected, inputs);
  if (status == Status::ok) {
    status = run_convolve(*impl_, call.function(), *input.impl_, *kernel.impl_, stride, *output->impl_);
  }
  return status == Status::ok ? call.end() : status;
}

Status Context::sum(const Array& input, Array* output) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->gpu, "sum");
  return call.status() == Status::ok ? reduce(*impl_, call, input.impl_, 1.0f, output->impl_) : call.status();
}

Status Context::mean(const Array& input, Array* output) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->gpu, "mean");
  const float count = static_cast<float>(double{1} * input.size().width * input.size().height);
  return call.status() == Status::ok ? reduce(*impl_, call, input.impl_, count, output->impl_) : call.status();
}

}  // namespace photopic::es2
