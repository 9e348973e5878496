// SPDX-License-Identifier: MIT
// Scenes, pictures and panoramas as sources of frames.
#include "session/source/source.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>

#include "engine/scene/reader/gltf.h"
#include "engine/scene/renderer/panorama_view.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "session/source/hdr_source.h"
#include "session/source/scene_source.h"

namespace session {

float vertical_fov_deg(double horizontal_fov_deg, VkExtent2D extent) {
  const double half_radians = horizontal_fov_deg * std::numbers::pi / 360.0;
  const double tangent = std::tan(half_radians) * extent.height / std::max(extent.width, 1U);
  return float(std::min(std::atan(tangent) * 360.0 / std::numbers::pi, kMaxFov_deg));
}

namespace {

constexpr std::uint32_t kSamplesPerSide = 2;  // rays into a panorama

float panorama_radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180.0); }

class PictureSource : public Source {
 public:
  PictureSource(engine::Image picture, image_io::Facts facts) : picture_(std::move(picture)) {
    facts_ = std::move(facts);
    if (!facts_.note.empty()) warnings_.push_back(facts_.note);
  }
  SourceKind kind() const override { return SourceKind::picture; }
  void record(VkCommandBuffer, const View&, VkBuffer) override {}
  const engine::Image& hdr() const override { return picture_; }
  void resize(VkExtent2D) override {}

 private:
  engine::Image picture_;
};

class PanoramaSource : public Source {
 public:
  PanoramaSource(const engine::Context& context, engine::Image panorama, VkExtent2D extent, image_io::Facts facts)
      : context_(context),
        panorama_(std::move(panorama)),
        view_(std::make_unique<engine::PanoramaView>(context, extent)) {
    facts_ = std::move(facts);
    if (!facts_.note.empty()) warnings_.push_back(facts_.note);
  }

  SourceKind kind() const override { return SourceKind::panorama; }
  void record(VkCommandBuffer command_buffer, const View& view, VkBuffer) override {
    const scene::PanoramaViewParams params = {
        .yaw_rad = panorama_radians(view.pose.yaw_deg),
        .pitch_rad = panorama_radians(view.pose.pitch_deg),
        .tan_half_fov = std::tan(panorama_radians(view.horizontal_fov_deg) / 2.0f),
        .samples_per_side = kSamplesPerSide};
    view_->record(command_buffer, panorama_, params);
  }
  const engine::Image& hdr() const override { return view_->target(); }
  void resize(VkExtent2D extent) override {
    context_.wait();
    view_ = std::make_unique<engine::PanoramaView>(context_, extent);
  }

 private:
  const engine::Context& context_;
  engine::Image panorama_;
  std::unique_ptr<engine::PanoramaView> view_;
};

/// Rows are decoded as they are sent to the device: no second copy of a picture is held.
class PictureData : public SourceData {
 public:
  PictureData(const std::filesystem::path& file, const image_io::ReadOptions& options)
      : file_(file), reader_(image_io::open_image(file, options)) {}

  std::unique_ptr<Source> make(const engine::Context& context, VkExtent2D extent, std::uint32_t) override {
    engine::Image image = load_image(context, file_, *reader_);
    if (image.extent().width == 2 * image.extent().height) {
      return std::make_unique<PanoramaSource>(context, std::move(image), extent, reader_->facts());
    }
    return std::make_unique<PictureSource>(std::move(image), reader_->facts());
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<image_io::ImageReader> reader_;
};

/// By its name; or a binary glTF by its first bytes, a text by the way that it begins.
bool is_gltf(const std::filesystem::path& file) {
  const std::filesystem::path extension = file.extension();
  if (extension == ".gltf" || extension == ".glb") return true;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;  // opening a pipe would wait
  std::ifstream stream(file, std::ios::binary);
  char start[4] = {};
  stream.read(start, sizeof start);
  if (std::memcmp(start, "glTF", sizeof start) == 0) return true;
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  stream.clear();
  stream.seekg(0);
  char first = ' ';
  while (is_space(first) && stream.get(first)) {
  }
  return first == '{';
}

}  // namespace

std::vector<std::filesystem::path> source_files(const std::filesystem::path& file) {
  return is_gltf(file) ? engine::gltf_files(file) : std::vector{file};
}

bool is_panorama(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || is_gltf(file)) return false;
  try {
    const image_io::ImageInfo info = image_io::open_image(file)->info();
    return info.width == 2 * info.height;
  } catch (const files::Error&) {
    return false;  // whoever opens it says why
  }
}

std::unique_ptr<SourceData> read_source(const std::filesystem::path& file, const Surroundings& surroundings,
                                        const engine::LightCache& cache, engine::Progress* progress,
                                        const image_io::ReadOptions& options) {
  if (!is_gltf(file)) return std::make_unique<PictureData>(file, options);
  if (options.layers.is_given())
    throw files::Error(file, "is a scene, which has no layers and channels to choose from");
  return read_scene(file, surroundings, cache, progress);
}

std::unique_ptr<Source> no_source(const engine::Context& context) {
  engine::Image texel(context, {1, 1}, VK_FORMAT_R16G16B16A16_SFLOAT,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  constexpr std::uint16_t kBlack[4] = {0, 0, 0, 0x3c00};
  engine::upload(context, texel, std::as_bytes(std::span(kBlack)));
  return std::make_unique<PictureSource>(std::move(texel), image_io::Facts());
}

}  // namespace session
