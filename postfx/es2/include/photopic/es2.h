// SPDX-License-Identifier: MIT
// OpenGL ES 2.0 module: float arrays in RGBA8 textures with a few operations, and metering, eye adaptation and tone
// mapping on them. Needs no float textures, float render targets or compute shaders.
//
//   photopic::es2::Context context;                        // with the host's context current
//   photopic::es2::Context::create({}, &context);
//   photopic::es2::PostProcess::create(context, {640, 360}, &post);
//   each frame:
//     post.meter({.picture = {&red, &green, &blue}, .delta_time_s = dt}, settings.meter, settings.exposure);
//     post.tone_map({&red, &green, &blue}, {.texture = ldr}, settings.tone_map);
#ifndef PHOTOPIC_ES2_H
#define PHOTOPIC_ES2_H

#include <photopic/device.h>
#include <photopic/settings.h>

#include <cstddef>
#include <cstdint>

namespace photopic::es2 {

/// Size of an array, elements. An array of one dimension has height 1.
struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 1;
  friend constexpr bool operator==(const Size& a, const Size& b) noexcept {
    return a.width == b.width && a.height == b.height;
  }
  friend constexpr bool operator!=(const Size& a, const Size& b) noexcept { return !(a == b); }
};

/// Creation parameters of a Context. All are optional.
struct CreateInfo {
  MessageFn message = nullptr;   ///< receives messages; null = none; see photopic::Device
  void* message_user = nullptr;  ///< last argument of `message`
  /// Largest side of a texture, texels, 8 to the limit of the device; 0 = this limit. Rounded down to a multiple of 8.
  /// Larger arrays use several textures.
  std::uint32_t max_side = 0;
};

/// Functions of one element x. Results that are subnormal may be flushed; see Context::keeps_subnormals().
enum class Function : std::uint32_t {
  affine,  ///< parameters[0] x + parameters[1]; with parameters[1] = 0 zeros keep their sign
  abs,     ///< |x|
  log2,    ///< function of the device, measured within 1e-6 + 2^-22 |log2 x|; 0: -Inf; below 0: NaN
  exp2,    ///< function of the device, measured within 1e-5 of the value
  clamp,   ///< to [parameters[0], parameters[1]]; NaN stays
};

/// A function and its parameters.
struct Map {
  Function function = Function::affine;
  float parameters[2] = {1.0f, 0.0f};  ///< finite
};

/// Stride of a convolution's outputs: every x-th column and every y-th row, starting at the first. >= 1.
struct Stride {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};

class Array;

/// An OpenGL ES context, 2.0 or later. Uses only 2.0, and no extension.
///
/// Call everything with this context current, on one thread at a time. A context that shares its objects doesn't do:
/// framebuffers aren't shared. Work is queued in the order of calls, with your own GL calls; a call that returns
/// numbers waits for it. Every call restores the host's state: program, active unit, textures of units 0..3,
/// framebuffer, viewport, colour mask, attribute 0, array buffer, pixel alignments, and the capabilities of ES 2.0.
/// Unbind state that ES 2.0 doesn't know: sampler and pixel buffer objects, attribute divisors, transform feedback,
/// discarded rasterization. Earlier errors in glGetError() are dropped. A call that fails has changed at most its
/// outputs.
///
/// Destroy objects made with a context before it. Move-only.
class Context {
 public:
  Context() noexcept = default;
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  /// The context must be current, or lost.
  ~Context();

  /// Takes the current context and tests its arithmetic. invalid_argument: none is current, or max_side is out of
  /// range. unsupported: it isn't OpenGL ES 2.0 or later, its fragment shaders have no 32-bit floats (GL_HIGH_FLOAT
  /// with 23 bits and exponents to 127), or no RGBA8 textures can be rendered to. device_error: it is lost, or what it
  /// computed is wrong; the message says what, and what was to be.
  static Status create(const CreateInfo& info, Context* out) noexcept;

  /// Whether numbers below 2^-126 survive arithmetic; otherwise they become zeros of their sign. All other numbers
  /// survive, also both zeros, infinities and NaN (as a quiet NaN).
  bool keeps_subnormals() const noexcept;
  /// Side of the textures of arrays, texels.
  std::uint32_t max_side() const noexcept;

  // Outputs are arrays of this context, have the documented size, and are no inputs.

  /// output = function of each element of `input`, of the same size.
  Status map(const Array& input, const Map& map, Array* output) const noexcept;
  /// output = a + b, all of the same size; rounded once.
  Status add(const Array& a, const Array& b, Array* output) const noexcept;
  /// output(x, y) = sum of kernel(i, j) input(x stride.x + i - (kernel width - 1) / 2, likewise y) over the kernel,
  /// which isn't mirrored, its sides odd. Products beyond the border are left out. `output` has
  /// ceil(width / stride.x) x ceil(height / stride.y) elements. The error is at most (taps + 1 + passes) 2^-24 times
  /// the sum of |products|, one pass for each 8 x 8 taps and each texture that they meet.
  Status convolve(const Array& input, const Array& kernel, Stride stride, Array* output) const noexcept;
  /// output (1 x 1) = sum of all elements. The error is at most 15 L 2^-24 times the
  /// sum of absolute values, with L = max(1, ceil(log8(longer side))). Allocates intermediate arrays.
  Status sum(const Array& input, Array* output) const noexcept;
  /// output (1 x 1) = mean of all elements; three more roundings than sum().
  Status mean(const Array& input, Array* output) const noexcept;

  struct Impl;

 private:
  friend class Array;
  friend class PostProcess;
  Impl* impl_ = nullptr;
};

/// Array of floats on the device, row by row, in one or several RGBA8 textures that it owns. Move-only.
class Array {
 public:
  Array() noexcept = default;
  Array(Array&&) noexcept;
  Array& operator=(Array&&) noexcept;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array();  ///< as ~Context()

  /// Makes an array with undefined elements. invalid_argument: sides outside [1, 2^24], more than 2^30 elements, or an
  /// empty `context`. out_of_memory.
  static Status create(const Context& context, Size size, Array* out) noexcept;

  Size size() const noexcept;
  /// Replaces all elements by `count` = width * height floats, row by row, of any bit pattern. Copies them.
  Status upload(const float* values, std::size_t count) noexcept;
  /// Reads the bit patterns of all elements. Waits for the device.
  Status download(float* values, std::size_t count) const noexcept;

  struct Impl;

 private:
  friend class Context;
  friend class PostProcess;
  Impl* impl_ = nullptr;
};

/// A picture, scene-linear BT.709, in three arrays of the same size. Borrowed for the call.
struct Picture {
  const Array* red = nullptr;
  const Array* green = nullptr;
  const Array* blue = nullptr;
};

/// One frame to meter.
struct MeterFrame {
  Picture picture;
  float delta_time_s = 0.0f;   ///< time since the previous frame, seconds, >= 0; 0 keeps the exposure
  bool reset_history = false;  ///< camera cut: takes the measured value at once, as the first frame does
  float pre_exposure = 1.0f;   ///< factor of the picture's colour, 2^-32 to 2^32; see photopic::Frame
};

/// Target of drawing, 8 bits per channel; alpha becomes 1. Borrowed for the call.
struct Target {
  std::uint32_t texture = 0;      ///< GL_TEXTURE_2D, level 0; 0 = draw to `framebuffer`
  std::uint32_t framebuffer = 0;  ///< 0 = the surface of the host
  std::uint32_t x = 0;            ///< position of the picture's first column, texels
  std::uint32_t y = 0;            ///< position of its first row (flipped: last row), texels from the bottom
  bool is_flipped = false;        ///< first row on top, for surfaces
};

/// Exposure state: a part of photopic::gpu::ExposureState.
struct ExposureState {
  float exposure = 0.0f;             ///< multiplier for scene-linear colour
  float adapted_ev100 = 0.0f;        ///< EV at ISO 100 after adaptation, before compensation
  float target_ev100 = 0.0f;         ///< target of the adaptation, EV at ISO 100
  float scene_ev100 = 0.0f;          ///< metered EV at ISO 100
  float mean_log2_luminance = 0.0f;  ///< mean over valid texels
  float valid_texels = 0.0f;         ///< number in the last measurement, exact up to 2^24
  bool is_started = false;           ///< an exposure was measured or set since the last reset
};

/// Metering, adaptation and tone mapping of one view. The state is on the device. Move-only.
class PostProcess {
 public:
  PostProcess() noexcept = default;
  PostProcess(PostProcess&&) noexcept;
  PostProcess& operator=(PostProcess&&) noexcept;
  PostProcess(const PostProcess&) = delete;
  PostProcess& operator=(const PostProcess&) = delete;
  ~PostProcess();  ///< as ~Context()

  /// Makes an object for pictures of `size`. Errors as Array::create().
  static Status create(const Context& context, Size size, PostProcess* out) noexcept;

  /// Meters the mean log2 luminance of the picture, and adapts. Each texel counts equally. Uses only the limits of
  /// MeterSettings. NaN, infinite and negative texels don't count; a frame with no other texels changes nothing.
  /// unsupported: the curves, AdaptationCurve::two_exponentials, dead_band_ev,
  /// cut_*_ev and max_*_per_s of ExposureSettings.
  /// Source: Reinhard et al. 2002, eq. 1, and docs/adaptation.md.
  Status meter(const MeterFrame& frame, const MeterSettings& meter, const ExposureSettings& exposure) noexcept;
  /// Draws the picture with the exposure of the last meter() (0 before the first), tone mapped, sRGB-encoded, rounded
  /// to the nearest code. Clips it to the target. `pre_exposure` as in MeterFrame. unsupported: dither, and tone
  /// mappers other than kPortableToneMappers. device_error: `target` isn't a complete framebuffer.
  Status tone_map(const Picture& picture, const Target& target, const ToneMapSettings& settings,
                  float pre_exposure = 1.0f) noexcept;
  /// Reads the state. Waits for the device.
  Status read_state(ExposureState* out) const noexcept;

  struct Impl;

 private:
  Impl* impl_ = nullptr;
};

}  // namespace photopic::es2

#endif
