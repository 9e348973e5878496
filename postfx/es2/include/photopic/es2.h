// SPDX-License-Identifier: MIT
// Photopic on OpenGL ES 2.0, without float textures, float render targets or compute shaders: floats travel as RGBA8
// texels. Arrays of floats with a few operations, and on them metering, eye adaptation and tone mapping.
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

/// Elements. An array of one dimension has height 1.
struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 1;
  friend constexpr bool operator==(const Size& a, const Size& b) noexcept {
    return a.width == b.width && a.height == b.height;
  }
  friend constexpr bool operator!=(const Size& a, const Size& b) noexcept { return !(a == b); }
};

struct CreateInfo {
  MessageFn message = nullptr;  ///< optional; see photopic::Device
  void* message_user = nullptr;
  /// Texels of a texture's side, in [8, what the device has], 0 = that; rounded down to a multiple of 8. Larger arrays
  /// take several textures.
  std::uint32_t max_side = 0;
};

/// Functions of one element x. Results that are subnormal may be flushed; see Context::keeps_subnormals().
enum class Function : std::uint32_t {
  affine,  ///< parameters[0] x + parameters[1]; with parameters[1] = 0 zeros keep their sign
  abs,     ///< |x|
  log2,    ///< of the device, within 1e-6 + 2^-22 |log2 x| where it was measured; 0: -Inf; below 0: NaN
  exp2,    ///< of the device, within 1e-5 of the value where it was measured
  clamp,   ///< to [parameters[0], parameters[1]]; NaN stays
};

struct Map {
  Function function = Function::affine;
  float parameters[2] = {1.0f, 0.0f};  ///< finite
};

/// Of a convolution's outputs: every x-th column, every y-th row, from the first on. >= 1.
struct Stride {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};

class Array;

/// An OpenGL ES context, 2.0 or later, of which 2.0 is used and no extension needed.
///
/// Everything here is called with that context current on the calling thread, one thread at a time. (Not another that
/// shares its objects: framebuffers aren't shared.) Work is queued in the order of calls, as the host's own GL calls
/// are; what returns numbers waits for it. Every call restores the host's state: program, active unit, textures of
/// units 0..3, framebuffer, viewport, colour mask, attribute 0, array buffer, pixel alignments, and the capabilities of
/// ES 2.0. Host state that ES 2.0 doesn't know (sampler and pixel buffer objects, attribute divisors, transform
/// feedback, discarded rasterization) is to be unbound. Errors that the host left unread in glGetError() are dropped. A
/// call that fails has changed nothing but, perhaps, what it was to write.
///
/// Objects made with a context end before it. Move-only.
class Context {
 public:
  Context() noexcept = default;
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  /// The context is current, or lost.
  ~Context();

  /// Looks at the context that is current and tests its arithmetic. invalid_argument: none is current, or max_side.
  /// unsupported: it isn't OpenGL ES 2.0 or later, its fragment shaders have no 32-bit floats (GL_HIGH_FLOAT with 23
  /// bits and exponents to 127), or no RGBA8 textures can be rendered to. device_error: it is lost, or what it computed
  /// is wrong; the message says what, and what was to be.
  static Status create(const CreateInfo& info, Context* out) noexcept;

  /// Whether numbers below 2^-126 survive arithmetic; else they become zeros of their sign. All others do, both zeros,
  /// infinities and NaN (a quiet one, whatever its payload was).
  bool keeps_subnormals() const noexcept;
  /// Texels of the side of textures that arrays are cut into.
  std::uint32_t max_side() const noexcept;

  // Outputs are arrays of this context, of the documented size, and none of the inputs.

  /// `output`, as large as `input`, becomes the function of each element.
  Status map(const Array& input, const Map& map, Array* output) const noexcept;
  /// output = a + b, all of one size; rounded once.
  Status add(const Array& a, const Array& b, Array* output) const noexcept;
  /// output(x, y) = sum of kernel(i, j) input(x stride.x + i - (kernel width - 1) / 2, likewise y) over the kernel,
  /// which isn't mirrored, its sides odd. Beyond the border is nothing: no product is added. `output` has
  /// ceil(width / stride.x) x ceil(height / stride.y) elements. The error is at most (taps + 1 + passes) 2^-24 times
  /// the sum of |products|, one pass for each 8 x 8 taps and each texture that they meet.
  Status convolve(const Array& input, const Array& kernel, Stride stride, Array* output) const noexcept;
  /// `output`, 1 x 1, becomes the sum of all elements, each of equal weight. The error is at most 15 L 2^-24 times the
  /// sum of absolute values, with L = max(1, ceil(log8(longer side))). Allocates what it needs in between.
  Status sum(const Array& input, Array* output) const noexcept;
  /// That divided by the number of elements; three more roundings.
  Status mean(const Array& input, Array* output) const noexcept;

  struct Impl;

 private:
  friend class Array;
  friend class PostProcess;
  Impl* impl_ = nullptr;
};

/// Floats on the device, row by row, in one or several RGBA8 textures that it owns. Move-only.
class Array {
 public:
  Array() noexcept = default;
  Array(Array&&) noexcept;
  Array& operator=(Array&&) noexcept;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array();  ///< as of Context

  /// With what elements, is undefined. invalid_argument: sides outside [1, 2^24], more than 2^30 elements, or an empty
  /// `context`. out_of_memory.
  static Status create(const Context& context, Size size, Array* out) noexcept;

  Size size() const noexcept;
  /// Replaces all elements: `count` = width * height floats, row by row; any bit patterns. They are copied.
  Status upload(const float* values, std::size_t count) noexcept;
  /// The bit patterns of all elements. Waits for the device.
  Status download(float* values, std::size_t count) const noexcept;

  struct Impl;

 private:
  friend class Context;
  friend class PostProcess;
  Impl* impl_ = nullptr;
};

/// Scene-linear BT.709 in three arrays of one size. Borrowed for the call.
struct Picture {
  const Array* red = nullptr;
  const Array* green = nullptr;
  const Array* blue = nullptr;
};

struct MeterFrame {
  Picture picture;
  float delta_time_s = 0.0f;   ///< since the frame before, >= 0, finite; 0 holds the exposure
  bool reset_history = false;  ///< camera cut: take the measured value at once. The first frame does so by itself
  float pre_exposure = 1.0f;   ///< what the picture has been multiplied by, 2^-32 to 2^32: photopic::Frame
};

/// What is drawn to, 8 bits a channel, colour alone; alpha becomes 1. Borrowed for the call.
struct Target {
  std::uint32_t texture = 0;      ///< GL_TEXTURE_2D whose level 0 is drawn to; 0: `framebuffer` is
  std::uint32_t framebuffer = 0;  ///< 0: the host's surface
  std::uint32_t x = 0;            ///< texels, of the picture's first column
  std::uint32_t y = 0;            ///< texels from the bottom, of the picture's first row, or, flipped, of its last
  bool is_flipped = false;        ///< the picture's first row comes on top, as surfaces are seen
};

/// As photopic::gpu::ExposureState, of which it is a part.
struct ExposureState {
  float exposure = 0.0f;             ///< multiplier for scene-linear colour
  float adapted_ev100 = 0.0f;        ///< EV at ISO 100 after adaptation, before compensation
  float target_ev100 = 0.0f;         ///< where adaptation is heading
  float scene_ev100 = 0.0f;          ///< metered
  float mean_log2_luminance = 0.0f;  ///< over valid texels, each of equal weight
  float valid_texels = 0.0f;         ///< of the last measurement; whole up to 2^24
  bool is_started = false;           ///< something was measured, or set by hand, since the last reset
};

/// Metering, adaptation and tone mapping of one view, its state on the device. Move-only.
class PostProcess {
 public:
  PostProcess() noexcept = default;
  PostProcess(PostProcess&&) noexcept;
  PostProcess& operator=(PostProcess&&) noexcept;
  PostProcess(const PostProcess&) = delete;
  PostProcess& operator=(const PostProcess&) = delete;
  ~PostProcess();  ///< as of Context

  /// For pictures of that size. Errors as of Array::create.
  static Status create(const Context& context, Size size, PostProcess* out) noexcept;

  /// Mean log2 luminance of the picture, each texel of equal weight, clamped as MeterSettings say, and from it the next
  /// exposure. NaN, infinite and negative texels count nothing; a frame of nothing else leaves the state as it is. Of
  /// MeterSettings the limits alone count. unsupported: the curves, AdaptationCurve::two_exponentials, dead_band_ev,
  /// cut_*_ev and max_*_per_s of ExposureSettings.
  /// Source: Reinhard et al. 2002, eq. 1, and docs/adaptation.md.
  Status meter(const MeterFrame& frame, const MeterSettings& meter, const ExposureSettings& exposure) noexcept;
  /// Draws the picture, exposed as the last meter() says (0 before the first), mapped and sRGB-encoded, each channel
  /// rounded to the nearest code. Unsupported: dither, tone mappers other than kPortableToneMappers. device_error:
  /// `target` isn't a complete framebuffer. What of the picture lies beyond the target is clipped.
  /// `pre_exposure` as in MeterFrame.
  Status tone_map(const Picture& picture, const Target& target, const ToneMapSettings& settings,
                  float pre_exposure = 1.0f) noexcept;
  /// Waits for the device.
  Status read_state(ExposureState* out) const noexcept;

  struct Impl;

 private:
  Impl* impl_ = nullptr;
};

}  // namespace photopic::es2

#endif
