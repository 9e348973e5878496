// SPDX-License-Identifier: MIT
// The one translation unit with stb_image in it. Built with -fwrapv: stb's JPEG arithmetic overflows on corrupt files.
#include "image_io/jpeg/stb_decode.h"

#include <algorithm>
#include <cstring>

#include "image_io/internal.h"

// Zeroed memory: corrupt JPEG files can leave parts of the picture unwritten.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(data, size) std::realloc(data, size)
#define STBI_FREE(data) std::free(data)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STBI_MAX_DIMENSIONS 65535
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

static_assert(STBI_MAX_DIMENSIONS == image_io::kMaxSide);

namespace image_io::internal {
namespace {

class Source {
 public:
  explicit Source(Bytes file) : file_(file) {}
  bool past_end() const { return past_end_; }

  static int read(void* user, char* data, int size) { return static_cast<Source*>(user)->read(data, size); }
  static void skip(void* user, int count) { static_cast<Source*>(user)->skip(count); }
  static int eof(void* user) {
    const auto* self = static_cast<Source*>(user);
    return self->at_ >= self->file_.size() ? 1 : 0;
  }

 private:
  // stb fills its buffer 128 bytes at a time, so coming back short then is no loss until it asks again. Past the end
  // it gets end markers: a run of 0xff would keep it turning for ever.
  int read(char* data, int size) {
    constexpr std::size_t kBufferBytes = sizeof(stbi__context::buffer_start);
    const std::size_t wanted = static_cast<std::size_t>(std::max(size, 0));
    const std::size_t count = std::min(wanted, file_.size() - at_);
    if (count > 0) std::memcpy(data, file_.data() + at_, count);
    at_ += count;
    if (count == wanted || (count > 0 && wanted == kBufferBytes)) return static_cast<int>(count);
    past_end_ = true;
    for (std::size_t i = count; i < wanted; ++i) data[i] = static_cast<char>((i - count) % 2 == 0 ? 0xff : 0xd9);
    return size;
  }
  void skip(int count) {
    const std::size_t wanted = static_cast<std::size_t>(std::max(count, 0));
    if (wanted > file_.size() - at_) past_end_ = true;
    at_ += std::min(wanted, file_.size() - at_);
  }

  Bytes file_;
  std::size_t at_ = 0;
  bool past_end_ = false;
};

constexpr stbi_io_callbacks kCallbacks = {Source::read, Source::skip, Source::eof};

[[noreturn]] void fail(const std::filesystem::path& file, const Source& source) {
  if (source.past_end()) throw files::Error(file, "truncated: data is missing at the end of the file");
  const std::string reason = stbi_failure_reason() != nullptr ? stbi_failure_reason() : "cannot be decoded";
  if (reason == "Out of memory") throw files::ReadFailure(file, "out of memory");
  throw files::Error(file, reason);
}

}  // namespace

StbPicture stb_decode_jpeg(const std::filesystem::path& file, Bytes bytes) {
  Source source(bytes);
  int width = 0;
  int height = 0;
  int channels = 0;
  StbPicture picture;
  picture.samples.reset(stbi_load_from_callbacks(&kCallbacks, &source, &width, &height, &channels, 4));
  if (!picture.samples || source.past_end()) fail(file, source);
  check_size(file, width, height);
  picture.width = static_cast<std::uint32_t>(width);
  picture.height = static_cast<std::uint32_t>(height);
  picture.channels = static_cast<std::uint32_t>(channels);
  return picture;
}

}  // namespace image_io::internal
