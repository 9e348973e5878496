// SPDX-License-Identifier: MIT
// Photopic on OpenGL 4.5: the same classes, settings and shaders, run in the host's current context.
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

/// Where words go; see photopic::Device.
struct Host {
  MessageFn message = nullptr;  ///< optional
  void* message_user = nullptr;
};

/// An OpenGL context that PostProcess, DebugOverlay and ImageMetrics take for a Vulkan device: the few Vulkan functions
/// that they use are carried out in OpenGL. Differences to Vulkan:
/// - record*() runs at once, between the host's own GL calls. Layouts mean nothing; what the documentation of record*()
///   asks for as barriers before and after is glMemoryBarrier() for what shaders wrote, and is the host's, too.
/// - Results that the CPU reads are there after glFinish(), or a fence of the host.
/// - create() and resize() read glGetError(): errors that the host left unread are dropped.
/// - No 64-bit atomics: MeterMethod::single_pass takes its portable implementation; the results are the same.
///
/// Everything is called with that context current on the calling thread, one thread at a time. (Not another that shares
/// its objects: framebuffers aren't shared.) Objects made with device() end before this one. Move-only.
class Context {
 public:
  Context() noexcept = default;
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  /// The context is current, or lost.
  ~Context();

  /// Looks at the context that is current. invalid_argument: none is. unsupported: it isn't OpenGL 4.5 or later, or
  /// below a limit; the message says what it is and what is needed. device_error: it is lost, or its driver doesn't
  /// meter a small picture as it should, which is tried each time (a few milliseconds, and three shaders to compile).
  static Status create(const Host& host, Context* out) noexcept;

  /// For create() of the module's classes. Lives as long as this object; moving it along keeps it valid.
  const Device& device() const noexcept;

  struct Impl;

 private:
  friend class Recording;
  Impl* impl_ = nullptr;
};

/// While it lives, record*() may be called with its command_buffer(); one at a time of a context. What the host had
/// bound is restored at its end: program, textures and samplers of units 0..9, images of units 0..7, storage buffers
/// 0..9, uniform buffer 0, pixel unpacking, scissor test and sRGB conversion. That asks OpenGL some hundred values, so
/// put all of a frame's work into one.
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

/// A texture as record*() takes it: GL_TEXTURE_2D, whose level GL_TEXTURE_BASE_LEVEL is read or, if it is written, 0.
/// Borrowed. As `ldr`: GL_RGBA8 or GL_RGBA16F, immutable, as CreateInfo::output.format says.
VkImageView view_of(std::uint32_t texture) noexcept;
/// A buffer as record*() takes it. Borrowed.
VkBuffer buffer_of(std::uint32_t buffer) noexcept;
/// The names of what the module's classes own: state_buffer(), log_luminance_image(). 0 for VK_NULL_HANDLE.
std::uint32_t name_of(VkBuffer buffer) noexcept;
std::uint32_t name_of(VkImage image) noexcept;

}  // namespace photopic::gl

#endif
