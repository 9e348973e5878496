// SPDX-License-Identifier: MIT
// PNG frames, contact sheet, table and plot.
#include "session/output/frame_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "files/atomic_file.h"
#include "image_io/image_file.h"
#include "session/output/coded_picture.h"

namespace session {
namespace {

constexpr const char* kSheetName = "contact_sheet.png";
constexpr const char* kTableName = "exposure.csv";
constexpr const char* kPlotName = "exposure.png";
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
  std::snprintf(row, sizeof row, "%s,%.6f,%.6f,%.6f,%.6f,%.9g,%.6f,%.9g,%.9g,%u", digits.c_str(), time_s,
                double(state.scene_ev100), double(state.target_ev100), double(state.adapted_ev100),
                double(state.exposure), double(state.mean_log2_luminance), double(state.min_luminance),
                double(state.max_luminance), state.invalid_texels);
  return row;
}

/// Shares of the picture's light that glare spread, and that limits took away.
std::string glare_columns(const photopic::gpu::ExposureState& state) {
  char columns[64];
  std::snprintf(columns, sizeof columns, ",%.6f,%.6g", double(state.glare_scattered_fraction),
                double(state.glare_removed_fraction));
  return columns;
}

/// How far cones see.
std::string night_columns(const photopic::gpu::NightState& night) {
  char columns[32];
  std::snprintf(columns, sizeof columns, ",%.6f", double(night.mesopic_m));
  return columns;
}

/// Of the scene's light, and of the one that the picture is balanced for.
std::string light_columns(const photopic::gpu::WhiteBalanceState& light) {
  char columns[128];
  std::snprintf(columns, sizeof columns, ",%.1f,%.6f,%.1f,%.6f", double(light.estimate_k), double(light.estimate_duv),
                double(light.temperature_k), double(light.duv));
  return columns;
}

/// Elevations of thresholds, the lower limit of what is adapted to, and the pupil.
std::string receptor_columns(const photopic::gpu::NightState& night) {
  char columns[128];
  std::snprintf(columns, sizeof columns, ",%.6f,%.6f,%.6f,%.4f", double(night.cone_ev), double(night.rod_ev),
                double(night.min_ev100), double(night.pupil_mm));
  return columns;
}

std::string caption_of(const plot::ExposureSample& sample) {
  char caption[96];
  std::snprintf(caption, sizeof caption, "%.2f s   scene %.1f EV   adapted %.1f EV", sample.time_s, sample.scene_ev100,
                sample.adapted_ev100);
  return caption;
}

}  // namespace

std::filesystem::path frame_file(const std::filesystem::path& folder, const std::string& digits,
                                 const char* extension) {
  return folder / ("frame." + digits + extension);
}

void write_picture(const std::filesystem::path& file, const plot::Picture& picture) {
  image_io::write_png(file, picture.width, picture.height, picture.rgba.data());
}

std::string four_digits(std::size_t number) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%04zu", number);
  return digits;
}

void check_frame(const files::OutputGuard& inputs, const std::filesystem::path& folder, const std::string& digits) {
  inputs.check_output(frame_file(folder, digits, ".png"));
}

void check_summary(const files::OutputGuard& inputs, const std::filesystem::path& folder) {
  for (const char* name : {kSheetName, kTableName, kPlotName}) inputs.check_output(folder / name);
}

StateColumns columns_of(const Settings& settings) {
  const std::uint32_t effects = photopic::effects_of(settings);
  return {.light = is_balanced(settings),
          .receptors = photopic::needs_dark_adaptation(settings),
          .glare = (effects & photopic::kEffectGlare) != 0,
          .night = (effects & photopic::kEffectNight) != 0};
}

FrameWriter::FrameWriter(std::size_t frame_count, FrameWriterOptions options)
    : options_(std::move(options)),
      frame_count_(frame_count),
      sheet_(sheet_columns(std::min<std::size_t>(frame_count, options_.sheet_frames)), kTileWidth_px, options_.title),
      csv_(
          "frame,time_s,scene_ev100,target_ev100,adapted_ev100,exposure,mean_log2_luminance,min_luminance,"
          "max_luminance,invalid_texels") {
  const StateColumns& columns = options_.columns;
  if (columns.light) csv_ += ",scene_k,scene_duv,picture_k,picture_duv";
  if (columns.receptors) csv_ += ",cone_ev,rod_ev,least_ev100,pupil_mm";
  if (columns.glare) csv_ += ",glare_scattered,glare_removed";
  if (columns.night) csv_ += ",mesopic_m";
  csv_ += "\n";
}

void FrameWriter::add(VkExtent2D extent, std::span<const std::byte> texels, const photopic::DisplaySettings& display,
                      const photopic::gpu::ExposureState& state, const std::string& digits) {
  check_frame_encoding(display);
  const double time_s = double(samples_.size()) / options_.fps;
  const StateColumns& columns = options_.columns;
  csv_ += csv_row(digits, time_s, state);
  if (columns.light) csv_ += light_columns(state.white_balance);
  if (columns.receptors) csv_ += receptor_columns(state.night);
  if (columns.glare) csv_ += glare_columns(state);
  if (columns.night) csv_ += night_columns(state.night);
  csv_ += "\n";
  const plot::ExposureSample sample = {time_s, double(state.scene_ev100), double(state.target_ev100),
                                       double(state.adapted_ev100)};
  if (is_on_sheet(samples_.size(), frame_count_, options_.sheet_frames)) {
    const std::vector<std::byte> rgba = sdr_preview(texels, display);
    sheet_.add(reinterpret_cast<const std::uint8_t*>(rgba.data()), extent.width, extent.height, caption_of(sample));
  }
  samples_.push_back(sample);
  write_coded_picture(frame_file(options_.folder, digits, ".png"), extent, texels, display);
}

void FrameWriter::finish() {
  if (sheet_.size() > 0) write_picture(options_.folder / kSheetName, sheet_.draw());
  files::write_text(options_.folder / kTableName, csv_);
  write_picture(options_.folder / kPlotName, plot::draw_exposure_plot(samples_, options_.title));
}

}  // namespace session
