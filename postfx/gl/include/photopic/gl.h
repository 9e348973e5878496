// SPDX-License-Identifier: MIT
// OpenGL 4.5 backend: the same classes, settings and shaders, in the current context of the host.
//
//   photopic::gl::Context context;                       // with the host's context current
//   photopic::gl::Context::create({}, &context);
//   post.create(context.device(), {.max_extent = {1920, 1080}, .uses = {settings}});
//   each frame:
//     photopic::gl::Recording recording(context);
//     post.record(recording.command_buffer(), {.hdr = photopic::gl::view_of(hdr_texture), ...}, settings);
#ifndef PHOTOPIC_GL_H
#define PHOTOPIC_GL_H

#include <photopic/device.h>

#include <cstdint>

namespace photopic::gl {

/// Messages; see photopic::Device.
struct Host {
  MessageFn message = nullptr;   ///< receives messages; null = none
  void* message_user = nullptr;  ///< last argument of `message`
};

/// An OpenGL context that acts as a Vulkan device for PostProcess, DebugOverlay and ImageMetrics. Differences from
/// Vulkan:
/// - record*() runs at once, between your own GL calls. Layouts have no meaning. In place of barriers, call
///   glMemoryBarrier() for shader writes before you read them.
/// - Results that the CPU reads have arrived after glFinish() or a fence.
/// - create() and resize() call glGetError(), which drops earlier errors.
/// - MeterMethod::single_pass uses its version without 64-bit atomics, with the same results.
///
/// Call everything with this context current, on one thread at a time. A context that shares its objects doesn't do:
/// framebuffers aren't shared. Destroy objects made with device() before this one. Move-only.
class Context {
 public:
  Context() noexcept = default;
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  /// The context must be current, or lost.
  ~Context();

  /// Takes the current context, and tests it by metering a small picture (a few milliseconds, and three shaders).
  /// invalid_argument: no context is current. unsupported: it isn't OpenGL 4.5 or later, or a limit is too low; the
  /// message has both. device_error: it is lost, or the test fails.
  static Status create(const Host& host, Context* out) noexcept;

  /// Device for create() of the module's classes. Valid as long as this object, also after a move.
  const Device& device() const noexcept;

  struct Impl;

 private:
  friend class Recording;
  Impl* impl_ = nullptr;
};

/// A scope in which record*() may be called with command_buffer(); one per context at a time. Its destructor restores
/// the bindings: program, textures and samplers of units 0..9, images of units 0..7, storage buffers 0..9, uniform
/// buffer 0, pixel unpacking, scissor test and sRGB conversion. It queries about a hundred values, so use one per
/// frame.
class Recording {
 public:
  /// `context` must not be empty.
  explicit Recording(const Context& context) noexcept;
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  VkCommandBuffer command_buffer() const noexcept;

 private:
  Context::Impl* impl_;
};

/// View of a texture for record*(): GL_TEXTURE_2D. Reads level GL_TEXTURE_BASE_LEVEL, writes level 0. Borrowed. For
/// `ldr`: immutable, GL_RGBA8 or GL_RGBA16F, as Output::format says.
VkImageView view_of(std::uint32_t texture) noexcept;
/// Buffer for record*(). Borrowed.
VkBuffer buffer_of(std::uint32_t buffer) noexcept;
/// OpenGL names of the module's objects, such as state_buffer() and log_luminance_image(). 0 for VK_NULL_HANDLE.
std::uint32_t name_of(VkBuffer buffer) noexcept;
std::uint32_t name_of(VkImage image) noexcept;

}  // namespace photopic::gl

#endif
