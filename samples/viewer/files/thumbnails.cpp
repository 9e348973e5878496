// SPDX-License-Identifier: MIT
// Reads pictures row by row into a few texels.
#include "viewer/files/thumbnails.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <utility>

#include "image_io/image_file.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"

namespace viewer {
namespace {

constexpr double kMiddleGrey = 0.18;
constexpr std::uint32_t kRowsAtOnce = 16;
constexpr std::size_t kAtOnce = 8;  // thumbnails that are news together

/// Sums of the texels in each cell, without those that aren't finite.
struct Cell {
  std::array<double, 3> sum = {};
  double count = 0.0;
};

std::array<double, 3> texel_of(const image_io::ImageInfo& info, const std::byte* texel) {
  std::array<double, 3> rgb;
  for (std::size_t i = 0; i < 3; ++i) {
    if (info.format == image_io::TexelFormat::rgba16f) {
      rgb[i] = reference::half_to_double(reinterpret_cast<const std::uint16_t*>(texel)[i]);
    } else {
      rgb[i] = double(reinterpret_cast<const float*>(texel)[i]);
    }
  }
  return rgb;
}

double luminance(const std::array<double, 3>& rgb) { return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]; }

/// The geometric mean of cells that aren't black.
double mean_luminance(const std::vector<Cell>& cells) {
  double sum = 0.0, count = 0.0;
  for (const Cell& cell : cells) {
    const double value = cell.count > 0.0 ? luminance(cell.sum) / cell.count : 0.0;
    if (value <= 0.0) continue;
    sum += std::log(value);
    count += 1.0;
  }
  return count > 0.0 ? std::exp(sum / count) : kMiddleGrey;
}

}  // namespace

Thumbnail make_thumbnail(const std::filesystem::path& file) {
  const std::unique_ptr<image_io::ImageReader> reader = image_io::open_image(file);
  const image_io::ImageInfo info = reader->info();
  const double scale =
      std::min({1.0, double(Thumbnail::kWidth) / info.width, double(Thumbnail::kHeight) / info.height});
  Thumbnail thumbnail;
  thumbnail.width = std::max(1u, std::uint32_t(std::lround(scale * info.width)));
  thumbnail.height = std::max(1u, std::uint32_t(std::lround(scale * info.height)));
  std::vector<Cell> cells(std::size_t{thumbnail.width} * thumbnail.height);
  const std::size_t texel_bytes = image_io::texel_bytes(info.format);
  std::vector<std::byte> rows(texel_bytes * info.width * kRowsAtOnce);
  for (std::uint32_t first = 0; first < info.height; first += kRowsAtOnce) {
    const std::uint32_t count = std::min(kRowsAtOnce, info.height - first);
    reader->read_rows(first, count, rows.data());
    for (std::uint32_t i = 0; i < count * info.width; ++i) {
      const std::uint32_t x = i % info.width, y = first + i / info.width;
      const std::array<double, 3> rgb = texel_of(info, rows.data() + texel_bytes * i);
      if (!std::isfinite(rgb[0] + rgb[1] + rgb[2])) continue;
      const std::size_t column = std::size_t{x} * thumbnail.width / info.width;
      const std::size_t row = std::size_t{y} * thumbnail.height / info.height;
      Cell& cell = cells[row * thumbnail.width + column];
      for (std::size_t channel = 0; channel < 3; ++channel) cell.sum[channel] += rgb[channel];
      cell.count += 1.0;
    }
  }
  const double exposure = kMiddleGrey / mean_luminance(cells);
  for (const Cell& cell : cells) {
    std::uint32_t texel = 0xFF000000u;
    for (std::uint32_t i = 0; i < 3 && cell.count > 0.0; ++i) {
      const double light = exposure * std::max(0.0, cell.sum[i] / cell.count);
      texel |= std::uint32_t(reference::srgb_code8(light / (1.0 + light) * (1.0 + kMiddleGrey))) << (8 * i);
    }
    thumbnail.rgba.push_back(texel);
  }
  return thumbnail;
}

Thumbnails::~Thumbnails() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Thumbnails::want(const std::filesystem::path& file) {
  if (std::ranges::find(known_, file) != known_.end() || known_.size() >= kMost) return;
  known_.push_back(file);
  if (!image_io::is_picture_name(file)) return;
  {
    const std::lock_guard lock(mutex_);
    wanted_.push_back(file);
  }
  changed_.notify_all();
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
}

void Thumbnails::forget(const std::filesystem::path& file) { std::erase(known_, file); }

void Thumbnails::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return wanted_.empty(); });
}

bool Thumbnails::has_news() {
  const std::lock_guard lock(mutex_);
  return !news_.empty() && (wanted_.empty() || news_.size() >= kAtOnce);
}

std::map<std::filesystem::path, Thumbnail> Thumbnails::news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

void Thumbnails::work() {
  for (;;) {
    std::filesystem::path file;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_over_ || !wanted_.empty(); });
      if (is_over_) return;
      file = wanted_.front();
    }
    Thumbnail made;
    try {
      made = make_thumbnail(file);
    } catch (const std::exception&) {  // whoever opens the file is told
    }
    {
      const std::lock_guard lock(mutex_);
      news_[file] = std::move(made);
      wanted_.pop_front();
    }
    changed_.notify_all();
    on_news();
  }
}

}  // namespace viewer
