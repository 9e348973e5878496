// SPDX-License-Identifier: MIT
// Argument checks of the public calls: the documented ranges, in code.
#ifndef PHOTOPIC_SRC_SETTINGS_VALIDATION_H
#define PHOTOPIC_SRC_SETTINGS_VALIDATION_H

#include <photopic/debug_overlay.h>
#include <photopic/image_metrics.h>
#include <photopic/naive_meters.h>

#include <limits>

#include "gpu/host/gpu.h"
#include "settings/made_for.h"

namespace photopic {

/// The least value of what must be above zero.
inline constexpr double kAboveZero = std::numeric_limits<float>::denorm_min();

/// All settings, those of one group as given and the others at their defaults.
inline Settings settings_of(const MeterSettings& meter) noexcept { return {.meter = meter}; }
inline Settings settings_of(const ExposureSettings& exposure) noexcept { return {.exposure = exposure}; }
inline Settings settings_of(const ToneMapSettings& tone_map) noexcept { return {.tone_map = tone_map}; }
inline Settings settings_of(const InputSettings& input) noexcept { return {.input = input}; }
inline Settings settings_of(const WhiteBalanceSettings& balance) noexcept { return {.white_balance = balance}; }

/// `function` is the public call that messages name.
Status validate(const Gpu& gpu, const char* function, const MadeFor& info) noexcept;
Status validate(const Gpu& gpu, const char* function, const NaiveMeterInfo& info) noexcept;
Status validate_extent(const Gpu& gpu, const char* function, VkExtent2D max_extent) noexcept;
/// Begins a recording: calls that record come here first.
Status validate(const Gpu& gpu, const char* function, VkCommandBuffer command_buffer) noexcept;
/// `asked`: weights that settings turn on, some of which may be left out.
Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const MeterFrame& frame,
                std::uint32_t asked) noexcept;
inline Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const MeterFrame& frame) noexcept {
  return validate(gpu, function, info, frame, info.weights);
}
Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const ToneMapFrame& frame) noexcept;
Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const MeterSettings& settings) noexcept;
Status validate(const Gpu& gpu, const char* function, const ExposureSettings& settings) noexcept;
/// Their ranges only; validate_finish() also knows what other groups ask of them.
Status validate(const Gpu& gpu, const char* function, const ToneMapSettings& settings) noexcept;
Status validate(const Gpu& gpu, const char* function, const InputSettings& settings) noexcept;
/// Those of WhiteBalance::automatic that the meter reads.
Status validate_white_balance(const Gpu& gpu, const char* function, const MadeFor& info,
                              const WhiteBalanceSettings& settings) noexcept;
/// Those of receptors and pupil.
Status validate_dark_adaptation(const Gpu& gpu, const char* function, const MadeFor& info,
                                const Settings& settings) noexcept;
/// Those of metering and exposure, of one of the frames that an object is made for.
Status validate_metering(const Gpu& gpu, const char* function, const MadeFor& info, const Settings& settings) noexcept;
/// Those of the final pass: all but metering and exposure.
Status validate_finish(const Gpu& gpu, const char* function, const MadeFor& info, const Settings& settings) noexcept;
/// For effects that read more of the picture than one texel.
Status validate_whole_picture(const Gpu& gpu, const char* function, const ToneMapFrame& frame) noexcept;
/// Grade, tables, and the operators that need them; after validate_finish().
Status validate_look(const Gpu& gpu, const char* function, const Settings& settings, const LookTables* tables) noexcept;
/// What a host's own pass takes of settings, and tables, which may be null. Of `device`, the message is used.
Status validate_host_look(const Device& device, const char* function, const Settings& settings,
                          const LookTables* tables) noexcept;
Status validate(const Gpu& gpu, const char* function, const gpu::ExposureState& imported) noexcept;
/// Frame::metered, if it is there.
Status validate_metered(const Gpu& gpu, const char* function, VkExtent2D max_extent, const Frame& frame) noexcept;
/// What the needs of settings are found by.
Status validate_choices(const Gpu& gpu, const char* function, const Settings& settings) noexcept;
Status validate_fused(const Gpu& gpu, const char* function, const MadeFor& info, const Frame& frame) noexcept;
Status validate_view(const Gpu& gpu, const char* function, const MadeFor& info, std::uint32_t view) noexcept;
Status validate(const Gpu& gpu, const char* function, const OverlayCreateInfo& info) noexcept;
Status validate(const Gpu& gpu, const char* function, const OverlaySettings& settings) noexcept;
Status validate(const Gpu& gpu, const char* function, const MetricsCreateInfo& info) noexcept;
Status validate(const Gpu& gpu, const char* function, const MetricsCreateInfo& info, const MetricsPair& pair) noexcept;
/// `settings`: with metrics resolved.
Status validate(const Gpu& gpu, const char* function, const MetricsCreateInfo& info, VkExtent2D extent,
                const MetricsSettings& settings) noexcept;
/// The other end of an export or import, called `name`.
Status validate_copy(const Gpu& gpu, const char* function, const char* name, const Buffer& buffer) noexcept;

}  // namespace photopic

#endif
