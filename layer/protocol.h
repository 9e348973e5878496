// SPDX-License-Identifier: MIT
// What `photopic run` and the layer say to each other: fixed structures over a local socket that keeps packets apart.
#ifndef PHOTOPIC_LAYER_PROTOCOL_H
#define PHOTOPIC_LAYER_PROTOCOL_H

#include <photopic/content_light_meter.h>
#include <photopic/display.h>
#include <photopic/flash_analyser.h>

#include <array>
#include <cstdint>

namespace layer {

/// Version of the structures below. Only programs of one build talk to each other.
inline constexpr std::uint32_t kProtocolVersion = 3;

/// The variable that names the socket. Without it the layer hooks nothing.
inline constexpr char kSocketVariable[] = "PHOTOPIC_RUN_SOCKET";

inline constexpr std::uint32_t kMaxFrames = 1024;  ///< of a list
inline constexpr std::uint32_t kMaxSide = 16384;   ///< texels
inline constexpr std::uint64_t kNone = ~std::uint64_t{0};

/// How texels of a picture stand in memory, from the lowest byte, or from the lowest bit of 32.
enum class Texels : std::uint32_t { none, rgba8, bgra8, rgb10a2, bgr10a2, rgba16f };
constexpr std::uint32_t texel_bytes(Texels texels) { return texels == Texels::rgba16f ? 8 : 4; }

/// Bits: work that the module does with every frame in the program's process.
enum Tool : std::uint32_t {
  kFlashTool = 1,    ///< Report::Kind::counted
  kLightTool = 2,    ///< Report::Kind::lit
  kOverlayTool = 4,  ///< draws over the window; a window that can't have it is refused
};
/// A window that can't have these sends all its frames instead, for photopic run to do the same.
inline constexpr std::uint32_t kMeasuringTools = kFlashTool | kLightTool;

/// Parameters of kFlashTool.
struct FlashTool {
  photopic::FlashSettings settings;
  double fps = 60.0;  ///< frame N is shown at N / fps seconds, rounded to microseconds
};

// ---- from photopic run to the layer ---------------------------------------------------------------------------------

/// The first packet: it says which frames are taken.
struct Configuration {
  std::uint32_t version = kProtocolVersion;
  std::uint32_t frame_count = 0;                      ///< of `frames`
  std::array<std::uint64_t, kMaxFrames> frames = {};  ///< ascending
  std::uint64_t every = 0;                            ///< every so many, from 0; 0: none
  std::uint64_t last = kNone;                         ///< after it the layer only forwards
  std::uint32_t takes_requests = 0;                   ///< 1: an Answer may ask for the next frame
  std::uint32_t sends_presents = 0;                   ///< 1: a Report of each present
  std::uint32_t tools = 0;                            ///< bits of Tool, of windows that are wanted
  /// 1: kMeasuringTools on a device that is a CPU, too, where photopic run measures with less work
  std::uint32_t measures_on_cpu_devices = 0;
  FlashTool flashes;
  photopic::DisplaySettings display;  ///< of kLightTool and kOverlayTool
  std::uint32_t overlay_views = 0;    ///< of kOverlayTool: bits of photopic::OverlayView
  std::uint32_t overlay_scale = 1;    ///< likewise: photopic::OverlaySettings::scale
};

struct Answer {
  enum class Kind : std::uint32_t {
    window,   ///< to Report::window: `window` is its number, and `is_wanted` says whether its frames are taken
    written,  ///< to Report::picture
    take,     ///< the next frame of each window is taken
  };
  Kind kind = Kind::written;
  std::uint32_t window = 0;
  std::uint32_t is_wanted = 0;
  photopic::OutputEncoding encoding = photopic::OutputEncoding::automatic;  ///< of the window's texels, for tools
};

// ---- from the layer to photopic run ---------------------------------------------------------------------------------

/// Why frames of a window aren't taken, or what failed.
enum class Problem : std::uint32_t {
  none,
  format,          ///< none of Texels: `format` is it
  no_transfer,     ///< images of the surface can't be copied from
  no_drawing,      ///< kOverlayTool is asked for, and images of the surface can't be copied to
  layers,          ///< the images have several layers
  shared_refresh,  ///< the program and the display share one image
  is_protected,    ///< nobody may read the images
  queue,           ///< the queue that presents can't copy: its family has none of transfer, graphics and compute
  device_group,    ///< several devices present
  size,            ///< a side beyond kMaxSide
  changed,         ///< the texels' meaning or the queue isn't what the tools were made for
  no_overlay,      ///< the module can't draw one: Report::name says why
  memory,          ///< no memory to copy a picture to
  device_lost,
  call,    ///< a call of Vulkan failed: `result` is its code
  module,  ///< the module failed: Report::name says why
};

struct Report {
  enum class Kind : std::uint32_t {
    hello,      ///< an instance was made
    device,     ///< a device was made: `name`
    window,     ///< a surface is presented for the first time; the layer waits for the answer
    swapchain,  ///< of `window`: width, height, format, color_space, is_opaque, problem, tools
    present,    ///< `frame` of `window` is on its way to the screen
    picture,    ///< likewise; its texels are in the file that comes with the packet. The layer waits before it sends
                ///< another
    counted,    ///< `flashes` of `frame` of `window`, in order and before its picture. Where they aren't those of the
                ///< frame before, a file with words of FlashAnalyser::cells_buffer() comes with the packet
    lit,        ///< `content_light` of `frame` of `window`, in order
    problem,    ///< of `window`
    metadata,   ///< of `window`: what vkSetHdrMetadataEXT said, cd/m^2
  };
  Kind kind = Kind::hello;
  std::uint32_t version = kProtocolVersion;
  std::uint32_t process = 0;
  std::uint32_t window = 0;
  std::uint64_t frame = 0;
  std::uint32_t width = 0, height = 0;  ///< texels
  std::uint32_t format = 0;             ///< VkFormat
  std::uint32_t color_space = 0;        ///< VkColorSpaceKHR
  Texels texels = Texels::none;
  std::uint32_t is_opaque = 0;  ///< alpha says nothing
  Problem problem = Problem::none;
  std::int32_t result = 0;  ///< VkResult
  std::uint32_t clock = 0;  ///< 0: no clock steps; 1: it has only stepped with frames; 2: it had to follow real time
  std::uint32_t api_version = 0;    ///< the device's
  std::array<float, 4> light = {};  ///< largest and smallest luminance of the mastering display, MaxCLL, MaxFALL
  std::uint32_t tools = 0;          ///< bits of those that the window has
  photopic::FlashStatistics flashes;
  photopic::ContentLightStatistics content_light;
  /// Ends with 0: the device's of Kind::device; the call's that failed; of Kind::swapchain the device's that measures,
  /// or why it can't; empty: it needn't. Of Problem::no_overlay why.
  std::array<char, 256> name = {};
};

}  // namespace layer

#endif
