// SPDX-License-Identifier: MIT
// Rows of a display window from those of a data window.
#include "image_io/exr/display_window.h"

#include <half.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

class DisplayWindowReader : public ImageReader {
 public:
  DisplayWindowReader(const std::filesystem::path& file, std::unique_ptr<ImageReader> data, const Placement& placement)
      : file_(file), data_(std::move(data)), left_(placement.left), top_(placement.top) {
    info_ = {placement.width, placement.height, data_->info().format};
    facts_ = data_->facts();
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    std::byte* const rows = static_cast<std::byte*>(texels);
    clear(rows, std::size_t{row_count} * info_.width);
    // Columns of the display window, rows of the data window.
    const std::int64_t first_x = std::clamp<std::int64_t>(left_, 0, info_.width);
    const std::int64_t end_x = std::clamp<std::int64_t>(left_ + data_->info().width, 0, info_.width);
    const std::int64_t data_rows = data_->info().height;
    const std::int64_t begin = std::clamp<std::int64_t>(std::int64_t{first_row} - top_, 0, data_rows);
    const std::int64_t end = std::clamp<std::int64_t>(std::int64_t{first_row} + row_count - top_, 0, data_rows);
    if (first_x >= end_x) return;
    const std::size_t texel = texel_bytes(info_.format);
    const std::size_t pitch = data_->info().width * texel;
    constexpr std::int64_t kBandRows = 64;
    std::vector<std::byte> band;
    for (std::int64_t row = begin; row < end; row += kBandRows) {
      const std::int64_t count = std::min(kBandRows, end - row);
      band.resize(std::size_t(count) * pitch);
      data_->read_rows(std::uint32_t(row), std::uint32_t(count), band.data());
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t display_row = row + i + top_ - std::int64_t{first_row};
        std::memcpy(rows + std::size_t(display_row * info_.width + first_x) * texel,
                    band.data() + std::size_t(i) * pitch + std::size_t(first_x - left_) * texel,
                    std::size_t(end_x - first_x) * texel);
      }
    }
  }

 private:
  void clear(std::byte* texels, std::size_t count) const {
    const bool has_alpha = facts_.channels % 2 == 0;
    std::array<std::byte, texel_bytes(TexelFormat::rgba32f)> empty = {};
    const std::size_t size = texel_bytes(info_.format);
    const half half_one(1.0f);
    const float one = 1.0f;
    if (!has_alpha && info_.format == TexelFormat::rgba16f) std::memcpy(empty.data() + 6, &half_one, sizeof half_one);
    if (!has_alpha && info_.format == TexelFormat::rgba32f) std::memcpy(empty.data() + 12, &one, sizeof one);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(texels + i * size, empty.data(), size);
  }

  std::filesystem::path file_;
  std::unique_ptr<ImageReader> data_;
  std::int64_t left_, top_;
};

}  // namespace

std::unique_ptr<ImageReader> place_in_display(const std::filesystem::path& file, std::unique_ptr<ImageReader> data,
                                              const Placement& placement) {
  const ImageInfo& info = data->info();
  const bool is_same =
      placement.left == 0 && placement.top == 0 && placement.width == info.width && placement.height == info.height;
  if (is_same) return data;
  return std::make_unique<DisplayWindowReader>(file, std::move(data), placement);
}

}  // namespace image_io::internal
