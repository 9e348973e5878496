// SPDX-License-Identifier: MIT
// Options of each command.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_OPTIONS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_OPTIONS_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arguments/device_options.h"
#include "arguments/shard.h"
#include "files/output_guard.h"
#include "image_io/facts.h"
#include "looks/ocio.h"
#include "session/output/animation.h"
#include "session/settings/settings.h"

namespace cli {

struct DevelopOptions {
  arguments::DeviceOptions device;
  std::filesystem::path input;
  image_io::ReadOptions reading;
  std::filesystem::path output;
  bool has_gain_map = false;
  bool print_timings = false;
};

struct MeterOptions {
  arguments::DeviceOptions device;
  std::vector<std::filesystem::path> inputs;
  image_io::ReadOptions reading;
  bool json = false;
  bool compare = false;
  bool content_light = false;
  std::string encoding;        ///< of content light; empty: as the file says
  double white_cd_m2 = 200.0;  ///< of content light: luminance of SDR's white
};

struct SequenceOptions {
  session::AnimationOptions animation;
  std::string pattern;
  image_io::ReadOptions reading;
  std::optional<std::uint64_t> first;  ///< default: the lowest number found
  std::optional<std::uint64_t> last;   ///< default: the highest number found
  std::filesystem::path exposure;      ///< written by adapt; empty: the frames are metered
  std::optional<arguments::Shard> shard;
};

struct MeasureOptions {
  arguments::DeviceOptions device;
  std::string pattern;
  image_io::ReadOptions reading;
  std::filesystem::path output;
  std::optional<std::uint64_t> first, last;  ///< as those of a sequence
  arguments::Shard shard;
};

struct AdaptOptions {
  arguments::DeviceOptions device;
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path output;
  double fps = 24.0;  ///< frames per second
  bool print_timings = false;
};

inline constexpr std::uint32_t kMaxPanFrames = 1'000'000;

struct PanOptions {
  session::AnimationOptions animation;
  std::filesystem::path panorama;
  image_io::ReadOptions reading;
  std::uint32_t width = 960;
  std::uint32_t height = 540;
  double duration_s = 8.0;
  std::optional<std::uint32_t> frames;  ///< instead of the duration
  double fov_deg = 65.0;                ///< vertical would surprise photographers: horizontal field of view
  double yaw_from_deg = 0.0;
  double yaw_to_deg = 360.0;
  double pitch_deg = 0.0;
  bool write_exr = false;  ///< also the HDR frames
};

struct LutOptions {
  arguments::DeviceOptions device;
  std::filesystem::path output;
  std::uint32_t size = 65;                 ///< nodes a side
  std::optional<session::LutSpace> space;  ///< of what the table takes; default: linlog, BT.709
  looks::OcioView ocio;                    ///< without a config: the settings' look
};

/// Each runs one command and returns its exit code; errors are thrown. `inputs`: those that the settings are from.
int develop(const DevelopOptions& options, const session::Settings& settings, files::OutputGuard inputs);
int meter(const MeterOptions& options, const session::Settings& settings);
int measure(const MeasureOptions& options, const session::Settings& settings, files::OutputGuard inputs);
int adapt(const AdaptOptions& options, const session::Settings& settings, files::OutputGuard inputs);
int sequence(const SequenceOptions& options, const session::Settings& settings, files::OutputGuard inputs);
int lut(const LutOptions& options, const session::Settings& settings, const files::OutputGuard& inputs);
int pan(const PanOptions& options, const session::Settings& settings, files::OutputGuard inputs);

}  // namespace cli

#endif
