// SPDX-License-Identifier: MIT
// Reads pictures row by row into a few texels; renders scenes.
#include "viewer/files/thumbnails.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "image_io/image_file.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"
#include "session/source/source.h"

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

std::array<double, 3> texel_of(image_io::TexelFormat format, const std::byte* texel) {
  std::array<double, 3> rgb;
  for (std::size_t i = 0; i < 3; ++i) {
    if (format == image_io::TexelFormat::rgba16f) {
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

/// Texels of a picture of that size, summed up in the cells of its thumbnail.
class Cells {
 public:
  Cells(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {
    const double scale = std::min({1.0, double(Thumbnail::kWidth) / width, double(Thumbnail::kHeight) / height});
    thumbnail_.width = std::max(1u, std::uint32_t(std::lround(scale * width)));
    thumbnail_.height = std::max(1u, std::uint32_t(std::lround(scale * height)));
    cells_.resize(std::size_t{thumbnail_.width} * thumbnail_.height);
  }

  void add(std::uint32_t x, std::uint32_t y, const std::array<double, 3>& rgb) {
    if (!std::isfinite(rgb[0] + rgb[1] + rgb[2])) return;
    const std::size_t column = std::size_t{x} * thumbnail_.width / width_;
    const std::size_t row = std::size_t{y} * thumbnail_.height / height_;
    Cell& cell = cells_[row * thumbnail_.width + column];
    for (std::size_t channel = 0; channel < 3; ++channel) cell.sum[channel] += rgb[channel];
    cell.count += 1.0;
  }

  Thumbnail finish() {
    const double exposure = kMiddleGrey / mean_luminance(cells_);
    for (const Cell& cell : cells_) {
      std::uint32_t texel = 0xFF000000u;
      for (std::uint32_t i = 0; i < 3 && cell.count > 0.0; ++i) {
        const double light = exposure * std::max(0.0, cell.sum[i] / cell.count);
        texel |= std::uint32_t(reference::srgb_code8(light / (1.0 + light) * (1.0 + kMiddleGrey))) << (8 * i);
      }
      thumbnail_.rgba.push_back(texel);
    }
    return std::move(thumbnail_);
  }

 private:
  std::uint32_t width_, height_;
  Thumbnail thumbnail_;
  std::vector<Cell> cells_;
};

/// This thread and those that it starts leave the processor to others.
void lower_priority() {
#ifdef __linux__
  constexpr int kNice = 10;
  (void)setpriority(PRIO_PROCESS, id_t(gettid()), kNice);  // may be refused: then it is as important as the rest
#endif
}

std::uintmax_t size_of_scene(const std::filesystem::path& file) {
  std::uintmax_t sum_bytes = 0;
  for (const std::filesystem::path& one : session::source_files(file)) {
    std::error_code error;
    const std::uintmax_t size_bytes = std::filesystem::file_size(one, error);
    if (!error) sum_bytes += size_bytes;
  }
  return sum_bytes;
}

}  // namespace

Thumbnail make_thumbnail(const std::filesystem::path& file) {
  const std::unique_ptr<image_io::ImageReader> reader = image_io::open_image(file);
  const image_io::ImageInfo info = reader->info();
  Cells cells(info.width, info.height);
  const std::size_t texel_bytes = image_io::texel_bytes(info.format);
  std::vector<std::byte> rows(texel_bytes * info.width * kRowsAtOnce);
  for (std::uint32_t first = 0; first < info.height; first += kRowsAtOnce) {
    const std::uint32_t count = std::min(kRowsAtOnce, info.height - first);
    reader->read_rows(first, count, rows.data());
    for (std::uint32_t i = 0; i < count * info.width; ++i) {
      cells.add(i % info.width, first + i / info.width, texel_of(info.format, rows.data() + texel_bytes * i));
    }
  }
  return cells.finish();
}

Thumbnail make_scene_thumbnail(const std::filesystem::path& file, const engine::ContextOptions& device,
                               const engine::LightCache& cache, engine::Progress& progress) {
  if (size_of_scene(file) > kMostSceneBytes) return {};
  const std::unique_ptr<session::SourceData> data = session::read_source(file, {}, cache, &progress);
  progress.check();
  constexpr VkExtent2D kExtent = {4 * Thumbnail::kWidth, 4 * Thumbnail::kHeight};  // 16 samples a texel
  const engine::Context context(device);
  const std::unique_ptr<session::Source> source = data->make(context, kExtent);
  session::View view;
  view.pose = source->start(view.horizontal_fov_deg);
  engine::submit_and_wait(context, [&](VkCommandBuffer commands) { source->record(commands, view); });
  const engine::Image& hdr = source->hdr();
  const std::vector<std::byte> texels =
      engine::read_back(context, hdr, hdr.extent().height, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  const std::uint32_t width = hdr.extent().width, height = hdr.extent().height;
  const std::size_t texel_bytes = texels.size() / (std::size_t{width} * height);
  Cells cells(width, height);
  for (std::uint32_t i = 0; i < width * height; ++i) {
    cells.add(i % width, i / width, texel_of(image_io::TexelFormat::rgba16f, texels.data() + texel_bytes * i));
  }
  return cells.finish();
}

Thumbnails::~Thumbnails() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  progress_.stop();
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Thumbnails::want(const std::filesystem::path& file) {
  if (std::ranges::find(known_, file) != known_.end() || known_.size() >= kMost) return;
  known_.push_back(file);
  if (!image_io::is_picture_name(file) && !make_scene) return;
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
  lower_priority();
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
      made = image_io::is_picture_name(file) ? make_thumbnail(file) : make_scene(file, progress_);
    } catch (const std::exception&) {  // whoever opens the file is told
    } catch (const engine::Progress::Stopped&) {
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
