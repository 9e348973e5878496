// SPDX-License-Identifier: MIT
// What each command was asked to do.
#ifndef PHOTOPIC_SAMPLES_CLI_OPTIONS_H
#define PHOTOPIC_SAMPLES_CLI_OPTIONS_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/settings.h"

namespace cli {

/// What the module runs on.
enum class Backend { vulkan, opengl, es2 };

struct DeviceOptions {
  Backend backend = Backend::vulkan;
  std::string device;  ///< engine::ContextOptions::device
  bool validate = false;
};

struct DevelopOptions {
  DeviceOptions device;
  std::filesystem::path input;
  std::filesystem::path output;
  bool print_timings = false;
};

struct MeterOptions {
  DeviceOptions device;
  std::vector<std::filesystem::path> inputs;
  bool json = false;
  bool compare = false;
};

/// Common to sequence and pan.
struct AnimationOptions {
  DeviceOptions device;
  std::filesystem::path output_folder;
  double fps = 24.0;  ///< frames per second
  std::uint32_t sheet_frames = 24;
};

struct SequenceOptions {
  AnimationOptions animation;
  std::string pattern;
  std::optional<std::uint64_t> first;  ///< default: the lowest number found
  std::optional<std::uint64_t> last;   ///< default: the highest number found
};

inline constexpr std::uint32_t kMaxPanFrames = 1'000'000;

struct PanOptions {
  AnimationOptions animation;
  std::filesystem::path panorama;
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

/// Each runs one command and returns its exit code; errors are thrown.
int develop(const DevelopOptions& options, const Settings& settings);
int meter(const MeterOptions& options, const Settings& settings);
int sequence(const SequenceOptions& options, const Settings& settings);
int pan(const PanOptions& options, const Settings& settings);

}  // namespace cli

#endif
