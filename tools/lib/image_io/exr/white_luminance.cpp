// SPDX-License-Identifier: MIT
// Rows of a picture, multiplied.
#include "image_io/exr/white_luminance.h"

#include <half.h>

#include <utility>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

class ScaledReader : public ImageReader {
 public:
  ScaledReader(const std::filesystem::path& file, std::unique_ptr<ImageReader> picture, double factor)
      : file_(file), picture_(std::move(picture)), factor_(static_cast<float>(factor)) {
    info_ = picture_->info();
    info_.format = TexelFormat::rgba32f;  // halves might become infinite
    facts_ = picture_->facts();
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    auto* out = static_cast<float*>(texels);
    for (std::uint32_t i = 0; i < row_count; ++i, out += std::size_t{4} * info_.width) {
      read_row(first_row + i, out);
      for (std::size_t x = 0; x < info_.width; ++x) {
        for (std::size_t c = 0; c < 3; ++c) out[4 * x + c] *= factor_;
      }
    }
  }

 private:
  void read_row(std::uint32_t row, float* out) {
    if (picture_->info().format == TexelFormat::rgba32f) return picture_->read_rows(row, 1, out);
    halves_.resize(std::size_t{4} * info_.width);
    picture_->read_rows(row, 1, halves_.data());
    std::copy(halves_.begin(), halves_.end(), out);
  }

  const std::filesystem::path file_;
  std::unique_ptr<ImageReader> picture_;
  float factor_;
  std::vector<half> halves_;
};

}  // namespace

std::unique_ptr<ImageReader> scaled(const std::filesystem::path& file, std::unique_ptr<ImageReader> picture,
                                    double factor) {
  return std::make_unique<ScaledReader>(file, std::move(picture), factor);
}

}  // namespace image_io::internal
