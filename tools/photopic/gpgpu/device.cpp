// SPDX-License-Identifier: MIT
// Arrays of photopic::es2 and the operations on them.
#include "photopic/gpgpu/device.h"

#include <epoxy/gl.h>

namespace gpgpu {

using photopic::Status;
using photopic::es2::Array;

Device::Device(bool is_checked) : egl_(engine::EglContext::Api::es, is_checked) {
  const auto keep = [](Status, const char* text, void* message) { *static_cast<std::string*>(message) = text; };
  check(photopic::es2::Context::create({.message = keep, .message_user = &message_}, &context_));
}

void Device::check(Status status) const {
  if (status != Status::ok) throw engine::Error(message_);
}

std::string Device::name() const { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

DeviceArrays::DeviceArrays(const Device& device, const Problem& problem)
    : device_(device), problem_(problem), first_(make(problem.size)), output_(make(problem.output_size())) {
  if (elements(problem.second_size()) != 0) second_ = make(problem.second_size());
}

Array DeviceArrays::make(VkExtent2D size) const {
  Array array;
  device_.check(Array::create(device_.context(), {size.width, size.height}, &array));
  return array;
}

void DeviceArrays::upload(const Inputs& inputs) {
  device_.check(first_.upload(inputs.first.data(), inputs.first.size()));
  if (!inputs.second.empty()) device_.check(second_.upload(inputs.second.data(), inputs.second.size()));
  glFinish();
}

Status DeviceArrays::start() {
  const photopic::es2::Context& context = device_.context();
  switch (problem_.operation) {
    case Operation::add:
      return context.add(first_, second_, &output_);
    case Operation::convolve:
      return context.convolve(first_, second_, {problem_.stride.width, problem_.stride.height}, &output_);
    default:
      return context.sum(first_, &output_);
  }
}

void DeviceArrays::compute() {
  device_.check(start());
  glFinish();
}

void DeviceArrays::download(std::span<float> output) const {
  device_.check(output_.download(output.data(), output.size()));
}

}  // namespace gpgpu
