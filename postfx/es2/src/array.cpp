// SPDX-License-Identifier: MIT
// Arrays in textures: making, upload, download and checks.
#include "array.h"

#include <algorithm>
#include <bit>
#include <new>
#include <span>
#include <utility>

#include "call.h"
#include "gl.h"
#include "gpu/host/checker.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"

namespace photopic::es2 {

static_assert(std::endian::native == std::endian::little, "texels are floats in little-endian order of bytes");

namespace {

constexpr double kMaxSide = 1 << 24;  // coordinates are whole floats in shaders
constexpr double kMaxElements = 1 << 30;

GLuint make_texture(std::uint32_t width, std::uint32_t height) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
               GL_UNSIGNED_BYTE, nullptr);
  return texture;
}

/// Calls `copy(y, height, first element)` for rows of a tile that lie together in memory: without GL_UNPACK_ROW_LENGTH,
/// which came with ES 3, that is all of them where the tile is as wide as the array, else one.
template <class Copy>
void for_each_run(const Array::Impl& array, const Tile& tile, Copy copy) {
  const std::uint32_t height = tile.width == array.size.width ? tile.height : 1;
  for (std::uint32_t y = 0; y < tile.height; y += height) {
    copy(static_cast<GLint>(y), static_cast<GLsizei>(height), std::size_t{tile.y + y} * array.size.width + tile.x);
  }
}

Status check_copy(const Call& call, const Array::Impl& array, const float* values, std::size_t count) {
  if (call.status() != Status::ok) return call.status();
  const double elements = double{1} * array.size.width * array.size.height;
  return Checker(array.context->gpu, call.function())
      .range("count", static_cast<double>(count), elements, elements)
      .require(values != nullptr, "values", "is null")
      .status();
}

}  // namespace

Array::Impl::~Impl() {
  if (tiles == nullptr || !has_context()) return;
  for (const Tile& tile : all()) glDeleteTextures(1, &tile.texture);
}

Status make_array(const Context::Impl& context, const char* function, Size size,
                  std::unique_ptr<Array::Impl>* out) noexcept {
  std::unique_ptr<Array::Impl> array(new (std::nothrow) Array::Impl);
  if (array != nullptr) {
    array->context = &context;
    array->size = size;
    array->columns = divide_up(size.width, context.max_side);
    array->rows = divide_up(size.height, context.max_side);
    array->tiles.reset(new (std::nothrow) Tile[std::size_t{array->columns} * array->rows]);
  }
  if (array == nullptr || array->tiles == nullptr) {
    return report(context.gpu.device, Status::out_of_memory, "%s: out of host memory", function);
  }
  Tile* tile = array->tiles.get();
  for (std::uint32_t y = 0; y < size.height; y += context.max_side) {
    for (std::uint32_t x = 0; x < size.width; x += context.max_side, ++tile) {
      *tile = {0, x, y, std::min(size.width - x, context.max_side), std::min(size.height - y, context.max_side)};
      tile->texture = make_texture(tile->width, tile->height);
    }
  }
  *out = std::move(array);
  return Status::ok;
}

void upload_elements(const Array::Impl& array, const float* values) noexcept {
  for (const Tile& tile : array.all()) {
    glBindTexture(GL_TEXTURE_2D, tile.texture);
    for_each_run(array, tile, [&](GLint y, GLsizei height, std::size_t first) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, y, static_cast<GLsizei>(tile.width), height, GL_RGBA, GL_UNSIGNED_BYTE,
                      values + first);
    });
  }
}

void download_elements(const Array::Impl& array, float* values) noexcept {
  glBindFramebuffer(GL_FRAMEBUFFER, array.context->framebuffer);
  for (const Tile& tile : array.all()) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tile.texture, 0);
    for_each_run(array, tile, [&](GLint y, GLsizei height, std::size_t first) {
      glReadPixels(0, y, static_cast<GLsizei>(tile.width), height, GL_RGBA, GL_UNSIGNED_BYTE, values + first);
    });
  }
}

Status check_array(const Context::Impl& context, const char* function, const char* name,
                   const Array::Impl* array) noexcept {
  return Checker(context.gpu, function)
      .require(array != nullptr, name, "is empty")
      .require(array == nullptr || array->context == &context, name, "is of another context")
      .status();
}

Status check_extent(const Context::Impl& context, const char* function, Size size) noexcept {
  return Checker(context.gpu, function)
      .range("size.width", size.width, 1, kMaxSide)
      .range("size.height", size.height, 1, kMaxSide)
      .range("elements", double{1} * size.width * size.height, 1, kMaxElements)
      .status();
}

Status check_size(const Context::Impl& context, const char* function, const char* name, Size size,
                  Size expected) noexcept {
  if (size == expected) return Status::ok;
  return report(context.gpu.device, Status::invalid_argument, "%s: %s = %u x %u: must be %u x %u", function, name,
                size.width, size.height, expected.width, expected.height);
}

Status check_output(const Context::Impl& context, const char* function, const Array::Impl* output, Size expected,
                    std::span<const Array::Impl* const> inputs) noexcept {
  Status status = check_array(context, function, "output", output);
  if (status == Status::ok) status = check_size(context, function, "output", output->size, expected);
  if (status != Status::ok) return status;
  return Checker(context.gpu, function)
      .require(std::find(inputs.begin(), inputs.end(), output) == inputs.end(), "output", "is an input, too")
      .status();
}

Status Array::create(const Context& context, Size size, Array* out) noexcept {
  if (context.impl_ == nullptr) return Status::invalid_argument;
  const Context::Impl& impl = *context.impl_;
  PHOTOPIC_TRY(check_extent(impl, "create", size));
  const Call call(impl.gpu, "create");
  if (call.status() != Status::ok) return call.status();
  std::unique_ptr<Impl> array;
  Status status = make_array(impl, call.function(), size, &array);
  if (status == Status::ok) status = call.end();
  if (status != Status::ok) return status;
  Array made;
  made.impl_ = array.release();
  *out = std::move(made);
  return Status::ok;
}

Array::Array(Array&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

Array& Array::operator=(Array&& other) noexcept {
  Array taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

Array::~Array() { delete impl_; }

Size Array::size() const noexcept { return impl_ == nullptr ? Size{0, 0} : impl_->size; }

Status Array::upload(const float* values, std::size_t count) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->context->gpu, "upload");
  PHOTOPIC_TRY(check_copy(call, *impl_, values, count));
  upload_elements(*impl_, values);
  return call.end();
}

Status Array::download(float* values, std::size_t count) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->context->gpu, "download");
  PHOTOPIC_TRY(check_copy(call, *impl_, values, count));
  download_elements(*impl_, values);
  return call.end();
}

}  // namespace photopic::es2
