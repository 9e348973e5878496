// SPDX-License-Identifier: MIT
// Tests of tone mapped codes against the double-precision reference.
#include <epoxy/gl.h>

#include <cmath>
#include <limits>

#include "es2/rig.h"
#include "reference/tone_map.h"

namespace {

using photopic::Status;
using photopic::ToneMapper;
using photopic::es2::PostProcess;
using photopic::es2::Size;
using photopic::es2::Target;
using reference::Rgb;
using test::Planes;

/// RGBA8, of bytes that no test expects.
class Codes {
 public:
  explicit Codes(Size size) : size_(size) {
    const std::vector<std::uint8_t> grey(std::size_t{4} * size.width * size.height, 77);
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, GLsizei(size.width), GLsizei(size.height), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 grey.data());
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  ~Codes() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
  }
  Codes(const Codes&) = delete;
  Codes& operator=(const Codes&) = delete;

  std::uint32_t texture() const { return texture_; }
  std::uint32_t framebuffer() const { return framebuffer_; }
  std::vector<std::uint8_t> read() const {
    std::vector<std::uint8_t> codes(std::size_t{4} * size_.width * size_.height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glReadPixels(0, 0, GLsizei(size_.width), GLsizei(size_.height), GL_RGBA, GL_UNSIGNED_BYTE, codes.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return codes;
  }

 private:
  Size size_;
  GLuint texture_ = 0, framebuffer_ = 0;
};

/// Colours from black to beyond every operator's white, and invalid ones.
std::vector<Rgb> colors(Size size) {
  std::vector<Rgb> texels = test::picture_of(size, [&](std::uint32_t x, std::uint32_t y) {
    const double value = std::exp2(24.0 * (x + 0.37 * y) / size.width - 14.0);
    return Rgb{value, value * (0.2 + 0.1 * (y % 9)), value * (1.0 - 0.06 * (y % 16))};
  });
  texels[0] = {};
  texels[1] = {-0.5, 0.25, -1e-30};
  texels[2] = {reference::kNan, 0.5, 1.0};
  texels[3] = {reference::kInfinity, 0.0, 3e38};
  texels[4] = reference::grey(1e-40);
  return texels;
}

class Es2ToneMap : public test::Es2Picture {
 protected:
  static constexpr Size kSize = {61, 37};

  /// One that exposes with 2^stops / 1.2.
  PostProcess exposed(Size size, float stops, const Planes& planes) {
    PostProcess post;
    EXPECT_EQ(PostProcess::create(context_, size, &post), Status::ok) << message_;
    photopic::ExposureSettings settings;
    settings.mode = photopic::ExposureMode::manual;
    settings.manual_ev100 = -stops;
    EXPECT_EQ(post.meter({.picture = planes.picture()}, {}, settings), Status::ok) << message_;
    return post;
  }

  /// Within a code, and few not the same: a value about to be rounded to one may be rounded to its neighbour.
  void expect_codes(std::span<const std::uint8_t> found, const std::vector<Rgb>& texels, double exposure,
                    ToneMapper tone_mapper) {
    ASSERT_EQ(found.size(), 4 * texels.size());
    std::size_t differing = 0;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      const Rgb c = {texels[i].r * exposure, texels[i].g * exposure, texels[i].b * exposure};
      const Rgb mapped = reference::tone_map(reference::ToneMapper(tone_mapper), c);
      const int expected[] = {reference::srgb_code8(mapped.r), reference::srgb_code8(mapped.g),
                              reference::srgb_code8(mapped.b), 255};
      for (std::size_t channel = 0; channel < 4; ++channel) {
        const int difference = std::abs(int{found[4 * i + channel]} - expected[channel]);
        ASSERT_LE(difference, channel < 3 ? 1 : 0) << "texel " << i << ", channel " << channel;
        differing += difference != 0;
      }
    }
    EXPECT_LE(differing, texels.size() / 100);
    differing_ += differing;
  }
  std::size_t differing_ = 0;
};

TEST_F(Es2ToneMap, EveryOperatorWithinACode) {
  const std::vector<Rgb> texels = colors(kSize);
  const Planes planes = planes_of(kSize, texels);
  PostProcess post = exposed(kSize, 1.0f, planes);
  std::size_t codes_of_all = 0;
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    if ((photopic::tone_mapper_bit(ToneMapper(i)) & photopic::kPortableToneMappers) == 0) continue;
    SCOPED_TRACE(photopic::tone_mapper_name(ToneMapper(i)));
    const Codes codes(kSize);
    photopic::ToneMapSettings settings;
    settings.tone_mapper = ToneMapper(i);
    ASSERT_EQ(post.tone_map(planes.picture(), {.texture = codes.texture()}, settings), Status::ok) << message_;
    expect_codes(codes.read(), texels, 2.0 / 1.2, ToneMapper(i));
    codes_of_all += 3 * texels.size();
  }
  std::printf("%zu codes of %zu differ by one\n", differing_, codes_of_all);
}

/// What meter() measured is what the picture is exposed with.
TEST_F(Es2ToneMap, FollowsTheEye) {
  std::vector<Rgb> texels(std::size_t{64}, reference::grey(37.0));
  const Planes planes = planes_of({8, 8}, texels);
  PostProcess post;
  ASSERT_EQ(PostProcess::create(context_, {8, 8}, &post), Status::ok) << message_;
  const Codes codes({8, 8});
  photopic::ToneMapSettings settings;
  settings.tone_mapper = ToneMapper::none;
  ASSERT_EQ(post.tone_map(planes.picture(), {.texture = codes.texture()}, settings), Status::ok) << message_;
  EXPECT_EQ(codes.read()[0], 0);  // nothing was measured
  ASSERT_EQ(post.meter({.picture = planes.picture()}, {}, {}), Status::ok) << message_;
  ASSERT_EQ(post.tone_map(planes.picture(), {.texture = codes.texture()}, settings), Status::ok) << message_;
  EXPECT_EQ(int{codes.read()[0]}, int{reference::srgb_code8(1.0 / 9.6)});  // L / (1.2 * 8 L)
}

/// A picture that was multiplied is metered, held on black and shown as the scene is.
TEST_F(Es2ToneMap, PreExposedPictureIsTheScene) {
  constexpr float kFactor = 0.0123f;
  PostProcess plain, pre;
  ASSERT_EQ(PostProcess::create(context_, kSize, &plain), Status::ok) << message_;
  ASSERT_EQ(PostProcess::create(context_, kSize, &pre), Status::ok) << message_;
  const Codes codes(kSize), pre_codes(kSize);
  const std::vector<Rgb> lit = colors(kSize);
  photopic::ExposureSettings exposure;
  exposure.max_ev100 = 2.0f;
  exposure.hold_on_black = true;
  const auto meter_both = [&](const std::vector<Rgb>& texels) {
    std::vector<Rgb> multiplied = texels;
    for (Rgb& texel : multiplied)
      texel = {texel.r * double{kFactor}, texel.g * double{kFactor}, texel.b * double{kFactor}};
    const Planes scene = planes_of(kSize, texels), picture = planes_of(kSize, multiplied);
    ASSERT_EQ(plain.meter({.picture = scene.picture(), .delta_time_s = 0.1f}, {}, exposure), Status::ok) << message_;
    ASSERT_EQ(pre.meter({.picture = picture.picture(), .delta_time_s = 0.1f, .pre_exposure = kFactor}, {}, exposure),
              Status::ok)
        << message_;
    ASSERT_EQ(plain.tone_map(scene.picture(), {.texture = codes.texture()}, {}), Status::ok) << message_;
    ASSERT_EQ(pre.tone_map(picture.picture(), {.texture = pre_codes.texture()}, {}, kFactor), Status::ok) << message_;
    photopic::es2::ExposureState a, b;
    ASSERT_EQ(plain.read_state(&a), Status::ok);
    ASSERT_EQ(pre.read_state(&b), Status::ok);
    constexpr double kStops = 1e-4;  // as of metering_test.cpp
    EXPECT_NEAR(a.mean_log2_luminance, b.mean_log2_luminance, kStops);
    EXPECT_NEAR(a.target_ev100, b.target_ev100, kStops);
    EXPECT_NEAR(b.exposure / a.exposure, 1.0, kStops);
  };
  meter_both(lit);
  const std::vector<std::uint8_t> shown = codes.read(), pre_shown = pre_codes.read();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    ASSERT_LE(std::abs(int{shown[i]} - int{pre_shown[i]}), 1) << "texel " << i / 4;
  }
  meter_both(std::vector<Rgb>(lit.size()));
  for (const float wrong :
       {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const Planes scene = planes_of(kSize, lit);
    EXPECT_EQ(pre.meter({.picture = scene.picture(), .pre_exposure = wrong}, {}, exposure), Status::invalid_argument);
    EXPECT_NE(message_.find("meter: pre_exposure = "), message_.npos) << message_;
    EXPECT_EQ(pre.tone_map(scene.picture(), {.texture = codes.texture()}, {}, wrong), Status::invalid_argument);
    EXPECT_NE(message_.find("tone_map: pre_exposure = "), message_.npos) << message_;
  }
}

TEST_F(Es2ToneMap, AcrossTexturesToPartOfAFramebuffer) {
  cut_into(16);
  const Size size = {37, 21}, larger = {50, 40};
  const std::vector<Rgb> texels = colors(size);
  const Planes planes = planes_of(size, texels);
  PostProcess post = exposed(size, 0.0f, planes);
  for (const bool is_flipped : {false, true}) {
    SCOPED_TRACE(is_flipped);
    const Codes codes(larger);
    const Target target = {.framebuffer = codes.framebuffer(), .x = 9, .y = 13, .is_flipped = is_flipped};
    ASSERT_EQ(post.tone_map(planes.picture(), target, {}), Status::ok) << message_;
    const std::vector<std::uint8_t> all = codes.read();
    std::vector<std::uint8_t> part;
    std::size_t touched = 0;
    for (std::uint32_t y = 0; y < size.height; ++y) {
      const std::uint32_t row = 13 + (is_flipped ? size.height - 1 - y : y);
      const auto first = all.begin() + std::ptrdiff_t{4} * (row * larger.width + 9);
      part.insert(part.end(), first, first + std::ptrdiff_t{4} * size.width);
    }
    for (std::size_t i = 3; i < all.size(); i += 4) touched += all[i] == 255;
    EXPECT_EQ(touched, texels.size());
    expect_codes(part, texels, 1.0 / 1.2, ToneMapper::agx);
  }
}

}  // namespace
