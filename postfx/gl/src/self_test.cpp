// SPDX-License-Identifier: MIT
// Metering of a small picture whose result is known, on the host's driver.
#include "self_test.h"

#include <epoxy/gl.h>
#include <photopic/post_process.h>

#include <cmath>

#include "gpu/host/report.h"

namespace photopic::gl {
namespace {

// Neither side is a power of two, and the pyramid has more than one pass.
constexpr std::uint32_t kWidth = 21, kHeight = 13, kTexels = kWidth * kHeight;
/// Of a sum of log2 luminances that are whole numbers, each off by what a logarithm may be.
constexpr double kTolerance_stops = 1e-4;

/// Log2 luminance of a texel: larger to the right and below, so that each texel left out shows.
int level_of(std::uint32_t texel) { return static_cast<int>(texel % kWidth / 4 + 2 * (texel / kWidth / 3)) - 6; }

/// The picture as a texture, for as long as it is needed.
class Picture {
 public:
  Picture() {
    float texels[4 * kTexels];
    for (std::uint32_t i = 0; i < kTexels; ++i) {
      const float value = std::ldexp(1.0f, level_of(i));
      for (std::uint32_t channel = 0; channel < 4; ++channel) texels[4 * i + channel] = value;
    }
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, GL_RGBA32F, kWidth, kHeight);
    glTextureSubImage2D(name_, 0, 0, 0, kWidth, kHeight, GL_RGBA, GL_FLOAT, texels);
  }
  ~Picture() { glDeleteTextures(1, &name_); }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  std::uint32_t name() const { return name_; }

 private:
  GLuint name_ = 0;
};

}  // namespace

Status self_test(const Context& context) noexcept {
  double expected = 0.0;
  for (std::uint32_t i = 0; i < kTexels; ++i) expected += level_of(i);
  expected /= double{kTexels};

  PostProcess post;
  PHOTOPIC_TRY(post.create(context.device(), {.max_extent = {kWidth, kHeight}, .steps = kMeter}));
  gpu::ExposureState state;
  {
    const Recording recording(context);  // whatever bends a host's uploads doesn't bend this one's
    const Picture picture;
    const Frame frame = {.hdr = {view_of(picture.name())}, .extent = {kWidth, kHeight}};
    PHOTOPIC_TRY(post.record_meter(recording.command_buffer(), frame, {}));
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(name_of(post.state_buffer()), 0, sizeof state, &state);
  }
  const double found = double{state.mean_log2_luminance};
  if (std::abs(found - expected) <= kTolerance_stops && state.valid_texels == kTexels) return Status::ok;
  return report(context.device(), Status::device_error,
                "create: the driver (%s, OpenGL %s) miscompiles: a picture of %u texels with a mean log2 luminance of "
                "%.6f is metered as %u texels with %.6f",
                reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
                reinterpret_cast<const char*>(glGetString(GL_VERSION)), kTexels, expected, state.valid_texels, found);
}

}  // namespace photopic::gl
