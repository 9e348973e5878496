// SPDX-License-Identifier: MIT
// Sources of HDR frames: a scene, a picture, a panorama.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_SOURCE_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_SOURCE_H

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/renderer/scene_renderer.h"
#include "engine/transfer/memory.h"
#include "image_io/facts.h"
#include "session/source/camera_path.h"
#include "session/source/played_animation.h"

namespace session {

enum class SourceKind { scene, picture, panorama };

inline constexpr double kMinFov_deg = 1.0, kMaxFov_deg = 170.0;
inline constexpr double kWalkingSpeed_m_per_s = 2.0;

/// Of a camera whose picture has that extent, degrees, up to kMaxFov_deg.
float vertical_fov_deg(double horizontal_fov_deg, VkExtent2D extent);

/// Sun and sky of a scene without a panorama. `file`: the file's lights, under a sky that goes with them. `day`: sun
/// and sky of Surroundings::daylight in the place of the file's sun; a file without lights always has them.
enum class SunChoice { file, day };
inline constexpr const char* kSunNames[] = {"file", "day"};

/// What a scene stands in. To change it waits for the queue, and for the light to be worked out.
struct Surroundings {
  std::filesystem::path environment;  ///< panorama that lights the scene and is seen behind it; empty: none
  float environment_yaw_deg = 0.0f;   ///< by which it is turned to the right, to whole columns; [-180, 180]
  SunChoice sun = SunChoice::file;    ///< without such a panorama
  engine::Daylight daylight;          ///< of scenes that stand in it: Source::has_daylight()

  bool operator==(const Surroundings&) const = default;
};

struct View {
  Pose pose;
  double horizontal_fov_deg = 70.0;  ///< [kMinFov_deg, kMaxFov_deg]
  engine::SceneSettings scene;
  Surroundings surroundings;
  PlayedAnimation animation;

  bool operator==(const View&) const = default;
};

class SourceData;
/// Work for any thread. Throws what read_source() throws.
using SourceWork = std::function<std::unique_ptr<SourceData>(engine::Progress*)>;

/// Not for several threads at once.
class Source {
 public:
  virtual ~Source() = default;
  virtual SourceKind kind() const = 0;
  /// Renders hdr(). Before: its readers, at COMPUTE_SHADER, were submitted earlier. After: hdr() in
  /// SHADER_READ_ONLY_OPTIMAL, visible to COMPUTE_SHADER / SHADER_READ. Throws engine::Error for a view out of range.
  /// `exposure`: as SceneRenderer::record() takes it.
  virtual void record(VkCommandBuffer command_buffer, const View& view, VkBuffer exposure = VK_NULL_HANDLE) = 0;
  /// As record() does: to be told at once what is wrong. Throws files::Error for a panorama that can't be read.
  virtual void surround(const Surroundings&) {}
  /// What it stands in, of the last frame.
  virtual Surroundings surroundings() const { return {}; }
  /// The part of a change that takes long and no device, for relight(); null: there is none. It may outlive the source.
  virtual SourceWork relighting(const Surroundings&, const engine::LightCache&) const { return {}; }
  /// In the surroundings that `data` were made for by relighting(): from here on they are surroundings(). Waits for the
  /// queue. Throws engine::Error.
  virtual void relight(SourceData&) {}
  /// Whether Surroundings::daylight counts.
  virtual bool has_daylight() const { return false; }
  /// Whether a scene's file has lights: Surroundings::sun counts.
  virtual bool has_lights() const { return false; }
  /// Whether engine::SceneSettings::sun_scale counts: under a panorama, for one of the file, or one that
  /// the panorama is found to hold.
  virtual bool has_sun() const { return false; }
  /// Of a scene's file, in its order.
  const std::vector<AnimationInfo>& animations() const { return animations_; }
  virtual const engine::Image& hdr() const = 0;
  /// What colours of hdr() have been multiplied by: photopic::Frame::pre_exposure.
  virtual float pre_exposure() const { return 1.0f; }
  /// A picture keeps its own size. Waits for the queue.
  virtual void resize(VkExtent2D extent) = 0;
  virtual Pose start(double /*horizontal_fov_deg*/) const { return {}; }
  /// The first surface of a scene in a direction, of unit length; nothing: there is none.
  virtual std::optional<engine::SceneRenderer::Picked> pick(const glm::dvec3& /*from_m*/,
                                                            const glm::dvec3& /*direction*/) {
    return {};
  }
  /// What a picture of a scene should show.
  virtual std::optional<engine::Bounds> subject() const { return {}; }
  /// Of a camera that is moved by hand, at first.
  virtual double walking_speed_m_per_s() const { return kWalkingSpeed_m_per_s; }
  /// cd/m^2 of 1.0 in hdr(), before pre_exposure(). Nothing: light is relative.
  std::optional<double> nits_of_one() const {
    return kind() == SourceKind::scene ? std::optional(1.0) : facts_.nits_of_one;
  }
  /// Facts of a picture's file; empty for scenes.
  const image_io::Facts& facts() const { return facts_; }
  /// Requests of the file that aren't shown, a line each.
  virtual const std::vector<std::string>& warnings() const { return warnings_; }

 protected:
  std::vector<std::string> warnings_;
  std::vector<AnimationInfo> animations_;
  image_io::Facts facts_;
};

/// `file`, and of a scene the files that it names and that are there.
std::vector<std::filesystem::path> source_files(const std::filesystem::path& file);

/// Whether `file` is a picture twice as wide as high.
bool is_panorama(const std::filesystem::path& file);

/// What a file holds, read without a device: of it a source is made soon.
class SourceData {
 public:
  virtual ~SourceData() = default;
  /// Once. `samples`: of a scene's pixel. Throws engine::Error, and files::Error "FILE: REASON".
  virtual std::unique_ptr<Source> make(const engine::Context& context, VkExtent2D extent,
                                       std::uint32_t samples = 1) = 0;
};

/// By content: glTF is a scene, which stands in `surroundings`; a picture twice as wide as high is a panorama; any
/// other is shown as it is. Where light goes in a scene is looked up and kept in `cache`. On any thread. Throws
/// files::Error or arguments::UsageError, both "FILE: REASON", and engine::Progress::Stopped if `progress` says so.
/// `options`: of a picture; a scene has no layers.
std::unique_ptr<SourceData> read_source(const std::filesystem::path& file, const Surroundings& surroundings,
                                        const engine::LightCache& cache = engine::LightCache(),
                                        engine::Progress* progress = nullptr,
                                        const image_io::ReadOptions& options = {});

/// One black texel.
std::unique_ptr<Source> no_source(const engine::Context& context);

}  // namespace session

#endif
