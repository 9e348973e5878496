// SPDX-License-Identifier: MIT
#include "cli/animation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cli/errors.h"
#include "io/atomic_file.h"
#include "io/image_file.h"

namespace cli {
namespace {

constexpr VkFormat kLdrFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr std::uint32_t kTileWidth_px = 320;
constexpr std::uint32_t kMaxColumns = 6;

/// About as many columns as rows; one more where that leaves no gap at the end.
std::uint32_t sheet_columns(std::size_t tiles) {
  const auto square = std::uint32_t(std::ceil(std::sqrt(double(std::max<std::size_t>(tiles, 1)))));
  const std::uint32_t columns = tiles % square != 0 && tiles % (square + 1) == 0 ? square + 1 : square;
  return std::min(columns, kMaxColumns);
}

/// True for `count` of `total` frames, evenly spread, the first and the last among them.
bool is_on_sheet(std::size_t frame, std::size_t total, std::size_t count) {
  if (count >= total) return true;
  if (count <= 1) return frame == 0 && count == 1;
  const auto slot = [&](std::size_t i) { return i * (count - 1) / (total - 1); };
  return frame == 0 || slot(frame) != slot(frame - 1);
}

std::string csv_row(const std::string& digits, double time_s, const photopic::gpu::ExposureState& state) {
  char row[320];
  std::snprintf(row, sizeof row, "%s,%.6f,%.6f,%.6f,%.6f,%.9g,%.6f,%.9g,%.9g,%u\n", digits.c_str(), time_s,
                double(state.scene_ev100), double(state.target_ev100), double(state.adapted_ev100),
                double(state.exposure), double(state.mean_log2_luminance), double(state.min_luminance),
                double(state.max_luminance), state.invalid_texels);
  return row;
}

}  // namespace

void make_output_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw io::Error(folder, error.message());
  if (!std::filesystem::is_directory(folder, error)) throw io::Error(folder, "is not a folder");
}

std::filesystem::path frame_file(const std::filesystem::path& folder, const std::string& digits,
                                 const char* extension) {
  return folder / ("frame." + digits + extension);
}

void write_picture(const std::filesystem::path& file, const plot::Picture& picture) {
  const auto writer = io::create_png(file, picture.width, picture.height);
  writer->write_rows(picture.height, picture.rgba.data());
  writer->finish();
}

Animation::Animation(engine::Context& context, VkExtent2D extent, std::size_t frame_count,
                     const AnimationOptions& options, const Settings& settings, const engine::Image& mask,
                     std::string title)
    : context_(context),
      options_(options),
      settings_(settings),
      mask_(mask),
      title_(std::move(title)),
      frame_count_(frame_count),
      ring_(context, 1),
      ldr_(context, extent, kLdrFormat, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
      ldr_readback_(context, engine::texel_bytes(kLdrFormat) * extent.width * extent.height,
                    VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback),
      state_readback_(context, sizeof(photopic::gpu::ExposureState), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                      engine::MemoryUse::readback),
      sheet_(sheet_columns(std::min<std::size_t>(frame_count, options.sheet_frames)), kTileWidth_px, title_),
      csv_(
          "frame,time_s,scene_ev100,target_ev100,adapted_ev100,exposure,mean_log2_luminance,min_luminance,"
          "max_luminance,invalid_texels\n") {
  photopic::CreateInfo info = create_info(extent, settings.meter);
  info.extrema = true;  // the table has them
  info.ldr_format = kLdrFormat;
  info.tone_mappers = 1u << static_cast<std::uint32_t>(settings.tone_map.tone_mapper);
  require(context, photopic::PostProcess::create(context.lend(), info, &post_));
}

void Animation::record(VkCommandBuffer command_buffer, const engine::Image& hdr) const {
  engine::image_barrier(command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                        engine::kTransferRead, engine::kComputeWrite);
  photopic::Settings settings = {settings_.meter, settings_.exposure, settings_.tone_map};
  settings.tone_map.dither_seed += static_cast<std::uint32_t>(samples_.size());
  const photopic::Frame frame = {.hdr = hdr.view(),
                                 .ldr = ldr_.view(),
                                 .extent = hdr.extent(),
                                 .mask = mask_.view(),
                                 .delta_time_s = static_cast<float>(1.0 / options_.fps)};
  require(context_, post_.record(command_buffer, frame, settings));
  engine::memory_barrier(command_buffer, engine::kComputeWrite, engine::kTransferRead);  // the state
  engine::image_barrier(command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                        engine::kComputeWrite, engine::kTransferRead);
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {hdr.extent().width, hdr.extent().height, 1};
  vkCmdCopyImageToBuffer(command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, ldr_readback_.handle(), 1,
                         &copy);
  const VkBufferCopy state_copy = {0, 0, state_readback_.size_bytes()};
  vkCmdCopyBuffer(command_buffer, post_.state_buffer(), state_readback_.handle(), 1, &state_copy);
  engine::memory_barrier(command_buffer, engine::kTransferWrite, engine::kHostRead);
}

photopic::gpu::ExposureState Animation::state() const {
  photopic::gpu::ExposureState state;
  std::memcpy(&state, state_readback_.mapped().data(), sizeof state);
  return state;
}

void Animation::add_frame(const engine::Image& hdr, const std::string& digits,
                          const std::function<void(VkCommandBuffer)>& render) {
  const VkCommandBuffer command_buffer = ring_.begin();
  if (render) render(command_buffer);
  record(command_buffer, hdr);
  ring_.submit();
  ring_.wait();

  const double time_s = double(samples_.size()) / options_.fps;
  const photopic::gpu::ExposureState now = state();
  csv_ += csv_row(digits, time_s, now);
  const plot::ExposureSample sample = {time_s, double(now.scene_ev100), double(now.target_ev100),
                                       double(now.adapted_ev100)};
  if (is_on_sheet(samples_.size(), frame_count_, options_.sheet_frames)) add_to_sheet(sample);
  samples_.push_back(sample);
  const auto writer =
      io::create_png(frame_file(options_.output_folder, digits, ".png"), ldr_.extent().width, ldr_.extent().height);
  writer->write_rows(ldr_.extent().height, ldr_readback_.mapped().data());
  writer->finish();
}

void Animation::add_to_sheet(const plot::ExposureSample& sample) {
  char caption[96];
  std::snprintf(caption, sizeof caption, "%.2f s   scene %.1f EV   adapted %.1f EV", sample.time_s, sample.scene_ev100,
                sample.adapted_ev100);
  sheet_.add(reinterpret_cast<const std::uint8_t*>(ldr_readback_.mapped().data()), ldr_.extent().width,
             ldr_.extent().height, caption);
}

void Animation::finish() {
  if (sheet_.size() > 0) write_picture(options_.output_folder / kSheetName, sheet_.draw());
  io::AtomicFile csv(options_.output_folder / "exposure.csv");
  csv.write(csv_);
  csv.commit();
  write_picture(options_.output_folder / kPlotName, plot::draw_exposure_plot(samples_, title_));
}

}  // namespace cli
