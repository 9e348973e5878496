// SPDX-License-Identifier: MIT
// Scenes, pictures and panoramas as sources of frames.
#include "session/source/source.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <glm/gtc/quaternion.hpp>
#include <numbers>

#include "arguments/errors.h"
#include "engine/scene/reader/gltf.h"
#include "engine/scene/renderer/panorama_view.h"
#include "engine/transfer/commands.h"
#include "session/source/hdr_source.h"
#include "session/source/navigation.h"

namespace session {

float vertical_fov_deg(double horizontal_fov_deg, VkExtent2D extent) {
  const double half_radians = horizontal_fov_deg * std::numbers::pi / 360.0;
  const double tangent = std::tan(half_radians) * extent.height / std::max(extent.width, 1U);
  return float(std::min(std::atan(tangent) * 360.0 / std::numbers::pi, kMaxFov_deg));
}

namespace {

constexpr std::uint32_t kSamplesPerSide = 2;  // rays into a panorama

float radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180.0); }
double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

glm::quat orientation_of(const Pose& pose) {
  return glm::angleAxis(radians(-pose.yaw_deg), glm::vec3(0, 1, 0)) *
         glm::angleAxis(radians(pose.pitch_deg), glm::vec3(1, 0, 0));
}

Pose pose_of(const engine::Camera& camera) {
  const glm::vec3 forward = camera.orientation * glm::vec3(0, 0, -1);
  return {camera.position_m, degrees(std::atan2(double(forward.x), -double(forward.z))),
          degrees(std::asin(std::clamp(double(forward.y), -1.0, 1.0)))};
}

/// All of it in view, from the right and above: three sides of a box.
Pose pose_before(const engine::Bounds& bounds) {
  constexpr double kYaw_deg = -30.0, kPitch_deg = -20.0;
  constexpr double kDistance = 3.0;  // radii: the sphere around it fills most of a picture's height
  const glm::dvec3 centre = 0.5f * (bounds.min_m + bounds.max_m);
  const double radius = std::max(0.5 * glm::length(glm::dvec3(bounds.max_m - bounds.min_m)), 0.05);
  const Pose pose = {centre, kYaw_deg, kPitch_deg};
  return moved(pose, {.forward = -1}, kDistance * radius);
}

/// What is wrong with a file is no device error.
engine::Scene load_scene(const std::filesystem::path& file) {
  try {
    return engine::load_gltf(file);
  } catch (const engine::Error& error) {
    throw arguments::UsageError(error.what());
  }
}

class SceneSource : public Source {
 public:
  SceneSource(const engine::Context& context, const std::filesystem::path& file, VkExtent2D extent)
      : renderer_(context, extent) {
    engine::Scene scene = load_scene(file);
    renderer_.set_scene(scene);
    if (!scene.cameras.empty()) camera_ = scene.cameras.front();
    const double reach = glm::length(glm::dvec3(scene.bounds.max_m - scene.bounds.min_m));
    camera_.far_m = std::max(camera_.far_m, static_cast<float>(4.0 * reach));
    start_ = scene.cameras.empty() ? pose_before(scene.bounds) : pose_of(camera_);
    warnings_ = std::move(scene.warnings);
  }

  SourceKind kind() const override { return SourceKind::scene; }
  void record(VkCommandBuffer command_buffer, const View& view) override {
    engine::Camera camera = camera_;
    camera.position_m = view.pose.position_m;
    camera.orientation = orientation_of(view.pose);
    const double aspect = double(renderer_.extent().width) / double(renderer_.extent().height);
    const double half = std::tan(double(radians(view.horizontal_fov_deg)) / 2.0);
    camera.vertical_fov_rad = static_cast<float>(2.0 * std::atan(half / aspect));
    renderer_.record(command_buffer, camera, view.scene);
  }
  const engine::Image& hdr() const override { return renderer_.color(); }
  void resize(VkExtent2D extent) override { renderer_.resize(extent); }
  Pose start() const override { return start_; }

 private:
  engine::SceneRenderer renderer_;
  engine::Camera camera_;
  Pose start_;
};

class PictureSource : public Source {
 public:
  PictureSource(engine::Image picture, const std::optional<std::array<float, 8>>& chromaticities)
      : picture_(std::move(picture)) {
    chromaticities_ = chromaticities;
  }
  SourceKind kind() const override { return SourceKind::picture; }
  void record(VkCommandBuffer, const View&) override {}
  const engine::Image& hdr() const override { return picture_; }
  void resize(VkExtent2D) override {}

 private:
  engine::Image picture_;
};

class PanoramaSource : public Source {
 public:
  PanoramaSource(const engine::Context& context, engine::Image panorama, VkExtent2D extent,
                 const std::optional<std::array<float, 8>>& chromaticities)
      : context_(context),
        panorama_(std::move(panorama)),
        view_(std::make_unique<engine::PanoramaView>(context, extent)) {
    chromaticities_ = chromaticities;
  }

  SourceKind kind() const override { return SourceKind::panorama; }
  void record(VkCommandBuffer command_buffer, const View& view) override {
    scene::PanoramaViewParams params = {};
    params.yaw_rad = radians(view.pose.yaw_deg);
    params.pitch_rad = radians(view.pose.pitch_deg);
    params.tan_half_fov = std::tan(radians(view.horizontal_fov_deg) / 2.0f);
    params.samples_per_side = kSamplesPerSide;
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

std::unique_ptr<Source> open_source(const engine::Context& context, const std::filesystem::path& file,
                                    VkExtent2D extent) {
  if (is_gltf(file)) return std::make_unique<SceneSource>(context, file, extent);
  const auto reader = image_io::open_image(file);
  engine::Image image = load_image(context, file, *reader);
  if (image.extent().width == 2 * image.extent().height) {
    return std::make_unique<PanoramaSource>(context, std::move(image), extent, reader->chromaticities());
  }
  return std::make_unique<PictureSource>(std::move(image), reader->chromaticities());
}

}  // namespace session
