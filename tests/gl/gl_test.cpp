// SPDX-License-Identifier: MIT
// Tests of the module on OpenGL against itself on Vulkan, on the same machine: the same settings, the same texels.
#include <epoxy/gl.h>
#include <photopic/debug_overlay.h>
#include <photopic/gl.h>
#include <photopic/image_metrics.h>
#include <photopic/post_process.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/gl_rig.h"
#include "glsl_table.h"
#include "gpu/host/gpu.h"
#include "meter/meter_variants.h"
#include "metrics/metrics_rig.h"

namespace {

namespace gl = photopic::gl;
using gl_test::hdr_texels;
using gl_test::host_of;
using gl_test::kHdrFormat;
using gl_test::OpenGl;
using gl_test::Texture;
using gl_test::upload;
using photopic::Status;

constexpr std::size_t kLdrTexelBytes = 4;

/// A gradient with noise of up to `noise` codes.
std::vector<std::byte> codes_of(VkExtent2D extent, std::uint32_t noise) {
  std::vector<std::byte> codes;
  codes.reserve(kLdrTexelBytes * extent.width * extent.height);
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      for (std::uint32_t channel = 0; channel < 4; ++channel) {
        codes.push_back(std::byte((x + 2 * y * channel) / 4 % 200 + std::uint32_t(test::noise(x, y, channel) * noise)));
      }
    }
  }
  return codes;
}

// ---- contexts other than OpenGL 4.5 ----

TEST(OpenGlErrors, NoContext) {
  std::string message;
  gl::Context context;
  EXPECT_EQ(gl::Context::create(host_of(&message), &context), Status::invalid_argument);
  EXPECT_EQ(message, "create: no OpenGL context is current");
}

TEST(OpenGlErrors, OpenGlEsIsNamed) {
  const engine::EglContext egl(engine::EglContext::Api::es, true);
  std::string message;
  gl::Context context;
  EXPECT_EQ(gl::Context::create(host_of(&message), &context), Status::unsupported);
  EXPECT_EQ(message.find("create: the current context is OpenGL ES "), 0u) << message;
  EXPECT_NE(message.find("OpenGL 4.5 is needed"), message.npos) << message;
}

/// Epoxy reaches OpenGL through pointers: one of them is another function while this lives.
template <class Function>
class Replaced {
 public:
  Replaced(Function& pointer, Function other) : pointer_(pointer), original_(pointer) { pointer_ = other; }
  ~Replaced() { pointer_ = original_; }
  Replaced(const Replaced&) = delete;
  Replaced& operator=(const Replaced&) = delete;

 private:
  Function& pointer_;
  Function original_;
};

TEST_F(OpenGl, LostContextIsNamed) {
  const Replaced lost(
      epoxy_glGetGraphicsResetStatus, +[]() -> GLenum { return GL_GUILTY_CONTEXT_RESET; });
  gl::Context context;
  EXPECT_EQ(gl::Context::create(host_of(&message_), &context), Status::device_error);
  EXPECT_EQ(message_, "create: the current context is lost");
}

/// A driver that takes every logarithm to another base.
TEST_F(OpenGl, MiscompilingDriverIsNamed) {
  static PFNGLSHADERSOURCEPROC original = nullptr;
  original = epoxy_glShaderSource;
  const Replaced miscompiling(
      epoxy_glShaderSource,
      PFNGLSHADERSOURCEPROC(+[](GLuint shader, GLsizei count, const GLchar* const* parts, const GLint* lengths) {
        std::string text;
        for (GLsizei i = 0; i < count; ++i) {
          text += lengths[i] < 0 ? std::string(parts[i]) : std::string(parts[i], std::size_t(lengths[i]));
        }
        for (std::size_t at = text.find("log2("); at != text.npos; at = text.find("log2(", at))
          text.replace(at, 5, "log(");
        const GLchar* whole = text.c_str();
        original(shader, 1, &whole, nullptr);
      }));
  gl::Context context;
  EXPECT_EQ(gl::Context::create(host_of(&message_), &context), Status::device_error);
  EXPECT_NE(message_.find("miscompiles: a picture of 273 texels with a mean log2 luminance of "), message_.npos)
      << message_;
  EXPECT_NE(message_.find(" is metered as 273 texels with "), message_.npos) << message_;
}

/// A driver with smaller workgroups than OpenGL promises.
TEST_F(OpenGl, LimitsAreNamed) {
  static PFNGLGETINTEGERVPROC original = nullptr;
  original = epoxy_glGetIntegerv;
  const Replaced small(epoxy_glGetIntegerv, PFNGLGETINTEGERVPROC(+[](GLenum what, GLint* value) {
                         original(what, value);
                         if (what == GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS) *value = 128;
                       }));
  gl::Context context;
  ASSERT_EQ(gl::Context::create(host_of(&message_), &context), Status::ok) << message_;
  photopic::ImageMetrics metrics;
  const photopic::MetricsCreateInfo info = {.max_extent = {64, 64}, .metrics = photopic::kMetricPsnrHvs};
  EXPECT_EQ(photopic::ImageMetrics::create(context.device(), info, &metrics), Status::unsupported);
  EXPECT_EQ(message_.find("ImageMetrics::create: the device's maxComputeWorkGroupInvocations is 128, and the pass "),
            0u)
      << message_;
  EXPECT_NE(message_.find(" needs 256: leave out the metric psnr-hvs"), message_.npos) << message_;
}

// ---- every pass ----

TEST_F(OpenGl, CompilesEveryPassOfTheTable) {
  photopic::Gpu gpu;
  ASSERT_EQ(gpu.init(context_.device()), Status::ok) << message_;
  ASSERT_GT(gl::glsl_table().size(), 20u);
  for (const gl::PassGlsl& glsl : gl::glsl_table()) {
    photopic::ComputePass pass(gpu);
    ASSERT_EQ(pass.create(*glsl.pass), Status::ok) << glsl.pass->name;
    EXPECT_EQ(pass.add_variant(0, {}), Status::ok) << message_;
  }
}

/// What is left out needs 64-bit atomics, doubles, halves, render passes, images of layers or of samples, and is never
/// asked for.
TEST_F(OpenGl, HasEveryPassThatItNeeds) {
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    const std::string name = pass->name;
    const bool is_needed = name.find("int64") == name.npos && name.find("float64") == name.npos &&
                           name.find("_halves") == name.npos && !name.starts_with("draw_") &&
                           name.find("_layers") == name.npos && name.find("_samples") == name.npos;
    bool is_there = false;
    for (const gl::PassGlsl& glsl : gl::glsl_table()) is_there |= glsl.pass == pass;
    EXPECT_EQ(is_there, is_needed) << name;
    for (std::size_t i = gl::kImageUnits; i < pass->bindings.size(); ++i) {
      EXPECT_NE(pass->bindings[i], photopic::BindingKind::storage_image) << name << ": more image units are needed";
    }
  }
}

// ---- metering ----

/// What interpolates between the histogram's bins isn't `precise`: two compilers may order its products differently,
/// which moves a logarithm below 16 by a unit in the last place or two.
constexpr float kPercentileStops = 2e-6f;

/// Mesa's two front ends make the same instructions of the same SPIR-V. Other drivers may not where nothing is
/// `precise`.
bool is_llvmpipe() { return std::string_view(test::context().properties().deviceName).starts_with("llvmpipe"); }

/// Equal to the bit, but for percentiles.
void expect_same(const test::State& state, test::State expected) {
  EXPECT_NEAR(state.low_percentile_log2, expected.low_percentile_log2, kPercentileStops);
  EXPECT_NEAR(state.median_log2, expected.median_log2, kPercentileStops);
  EXPECT_NEAR(state.high_percentile_log2, expected.high_percentile_log2, kPercentileStops);
  expected.low_percentile_log2 = state.low_percentile_log2;
  expected.median_log2 = state.median_log2;
  expected.high_percentile_log2 = state.high_percentile_log2;
  EXPECT_TRUE(test::same_bits(state, expected)) << test::to_string(state) << "\nVulkan: " << test::to_string(expected);
}

class OpenGlMeter : public OpenGl, public testing::WithParamInterface<test::MeterVariant> {};

TEST_P(OpenGlMeter, SameStateAsVulkan) {
  std::vector<VkExtent2D> sizes = {{1, 1}, {31, 33}, {1, 1025}, {513, 257}, {1366, 768}};
  if (test::full_wanted()) {
    sizes.insert(sizes.end(), {{2, 3}, {127, 1}, {640, 360}, {800, 600}, {1280, 720}, {1023, 1023}, {1920, 1080}});
  }
  for (const VkExtent2D extent : sizes) {
    SCOPED_TRACE(std::to_string(extent.width) + " x " + std::to_string(extent.height));
    const std::vector<std::byte> texels = hdr_texels(extent);
    const test::HdrImage hdr = test::make_hdr(kHdrFormat, extent, texels);
    photopic::PostProcess on_vulkan = test::make(GetParam().for_extent(extent));
    const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = extent};
    const test::State expected = test::meter_once(on_vulkan, frame);

    const Texture texture(GL_RGBA16F, extent);
    upload(texture, extent, texels);
    photopic::PostProcess post = make(GetParam().for_extent(extent));
    const gl::Recording recording(context_);
    const photopic::Frame gl_frame = {.hdr = {gl::view_of(texture.name())}, .extent = extent};
    const photopic::Settings settings = {.meter = test::asking_for(post, {})};
    ASSERT_EQ(post.record_meter(recording.command_buffer(), gl_frame, settings), Status::ok) << message_;
    const test::State state = state_of(post);
    expect_same(state, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Method, OpenGlMeter, testing::ValuesIn(test::meter_variants()),
                         [](const auto& variant) { return variant.param.name; });

// ---- whole frames ----

/// One HDR picture, and a picture of 8 bits to be made of it, with both.
struct Pictures {
  explicit Pictures(VkExtent2D size)
      : extent(size),
        texels(hdr_texels(extent)),
        hdr(test::make_hdr(kHdrFormat, extent, texels)),
        ldr(test::make_ldr(extent, VK_FORMAT_R8G8B8A8_UNORM)),
        gl_hdr(GL_RGBA16F, extent),
        gl_ldr(GL_RGBA8, extent) {
    upload(gl_hdr, extent, texels);
  }

  photopic::Frame on_vulkan() const { return {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = extent}; }
  photopic::Frame on_opengl() const {
    return {.hdr = {gl::view_of(gl_hdr.name())}, .ldr = {gl::view_of(gl_ldr.name())}, .extent = extent};
  }
  std::vector<std::byte> vulkan_codes() const { return engine::read_back(test::context(), ldr); }
  std::vector<std::byte> opengl_codes() const {
    std::vector<std::byte> codes(kLdrTexelBytes * extent.width * extent.height);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);  // from the tone mapper's or overlay's stores to the copy
    glGetTextureImage(gl_ldr.name(), 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(codes.size()), codes.data());
    return codes;
  }

  VkExtent2D extent;
  std::vector<std::byte> texels;
  test::HdrImage hdr;
  engine::Image ldr;
  Texture gl_hdr, gl_ldr;
};

/// A value that is about to be rounded to one code may be rounded to the next, which few are, by `most` codes.
void expect_same(const std::vector<std::byte>& codes, const std::vector<std::byte>& expected,
                 int most = is_llvmpipe() ? 0 : 1) {
  ASSERT_EQ(codes.size(), expected.size());
  int largest = 0;
  std::size_t differing = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const int difference = std::abs(int(codes[i]) - int(expected[i]));
    largest = std::max(largest, difference);
    differing += difference != 0;
  }
  std::printf("%zu of %zu codes differ, by up to %d\n", differing, codes.size(), largest);
  EXPECT_LE(largest, most);
  EXPECT_LE(differing, codes.size() / 1000);
}

TEST_F(OpenGl, FramesThroughTimeAreVulkans) {
  const Pictures pictures({333, 187});
  const VkExtent2D extent = pictures.extent;
  using enum photopic::ToneMapper;
  constexpr photopic::ToneMapper kToneMappers[] = {none, reinhard, reinhard_extended, hable};
  std::uint32_t bits = 0;
  for (const photopic::ToneMapper tone_mapper : kToneMappers) bits |= photopic::tone_mapper_bit(tone_mapper);
  const photopic::MadeFor info = {.max_extent = extent,
                                  .meter_method = photopic::MeterMethod::pyramid,
                                  .tone_mappers = bits,
                                  .effects = photopic::kAllEffects};
  photopic::PostProcess on_vulkan = test::make(info), post = make(info);
  photopic::Settings settings;
  for (int i = 0; i < 4; ++i) {
    settings.local_exposure.local_exposure = i % 2 == 1 ? photopic::LocalExposure::on : photopic::LocalExposure::off;
    SCOPED_TRACE(i);
    settings.exposure.compensation_ev = float(i % 2);
    settings.tone_map.tone_mapper = kToneMappers[i];
    settings.glare.glare = i < 2 ? photopic::GlareProfile::off : photopic::GlareProfile::eye;
    settings.grain = {.grain = i == 0 ? 0.0f : 0.1f, .grain_color = i == 2};
    settings.sharpening.sharpening = i == 2 ? 1.0f : 0.0f;
    settings.aberration.chromatic_aberration_texels = i == 3 ? 2.5f : 0.0f;
    photopic::Frame expected = pictures.on_vulkan(), frame = pictures.on_opengl();
    for (photopic::Frame* each : {&expected, &frame}) {
      each->metered = {{0, 0}, {extent.width >> i, extent.height}};  // something to adapt to
      each->delta_time_s = 0.1f;
      each->pre_exposure = i == 3 ? 0.37f : 1.0f;
    }
    test::submit(
        [&](VkCommandBuffer commands) { test::context().check(on_vulkan.record(commands, expected, settings)); });
    {
      const gl::Recording recording(context_);
      ASSERT_EQ(post.record(recording.command_buffer(), frame, settings), Status::ok) << message_;
    }
    expect_same(state_of(post), test::state_of(on_vulkan));
    expect_same(pictures.opengl_codes(), pictures.vulkan_codes());
  }
}

TEST_F(OpenGl, OverlayIsVulkans) {
  const Pictures pictures({640, 360});
  photopic::PostProcess on_vulkan =
      test::make({.max_extent = pictures.extent, .meter_method = photopic::MeterMethod::pyramid});
  photopic::PostProcess post = make({.max_extent = pictures.extent, .meter_method = photopic::MeterMethod::pyramid});
  photopic::DebugOverlay vulkan_overlay, overlay;
  const photopic::OverlayCreateInfo info = {.max_extent = pictures.extent};
  test::context().check(photopic::DebugOverlay::create(test::context().lend(), info, &vulkan_overlay));
  ASSERT_EQ(photopic::DebugOverlay::create(context_.device(), info, &overlay), Status::ok) << message_;
  // False colours hide the picture, and some of the other views with it.
  constexpr std::uint32_t kNits = photopic::kOverlayNits, kFalseColors = kNits | photopic::kOverlayFalseColor;
  for (const std::uint32_t views :
       {photopic::kAllOverlayViews & ~kFalseColors, photopic::kAllOverlayViews & ~kNits, photopic::kAllOverlayViews}) {
    SCOPED_TRACE(views);
    const photopic::OverlaySettings drawn = {.views = views};
    test::submit([&](VkCommandBuffer commands) {
      test::context().check(on_vulkan.record(commands, pictures.on_vulkan(), {}));
      test::context().check(vulkan_overlay.record(commands, on_vulkan, pictures.on_vulkan(), {}, drawn));
    });
    {
      const gl::Recording recording(context_);
      const VkCommandBuffer commands = recording.command_buffer();
      ASSERT_EQ(post.record(commands, pictures.on_opengl(), {}), Status::ok) << message_;
      const std::vector<std::byte> plain = pictures.opengl_codes();
      ASSERT_EQ(overlay.record(commands, post, pictures.on_opengl(), {}, drawn), Status::ok) << message_;
      EXPECT_NE(pictures.opengl_codes(), plain);
    }
    expect_same(pictures.opengl_codes(), pictures.vulkan_codes());
  }
}

// ---- metrics ----

/// Every metric of 8-bit codes; of what isn't exact, the sums are made of the same words in the same order, and words
/// may differ by a rounding.
TEST_F(OpenGl, MetricsAreVulkans) {
  constexpr VkExtent2D kExtent = {333, 187};
  constexpr std::uint32_t kMetrics = photopic::kAllMetrics;
  test::Picture one = {.extent = kExtent, .format = VK_FORMAT_R8G8B8A8_UNORM, .planes = {}};
  one.planes[0] = codes_of(kExtent, 0);
  test::Picture other = one;
  other.planes[0] = codes_of(kExtent, 8);
  const photopic::MetricsResult expected = test::compare(one, other, kMetrics);

  const Texture reference(GL_RGBA8, kExtent), tested(GL_RGBA8, kExtent);
  for (const auto& [texture, picture] : {std::pair(&reference, &one), std::pair(&tested, &other)}) {
    glTextureSubImage2D(texture->name(), 0, 0, 0, GLsizei(kExtent.width), GLsizei(kExtent.height), GL_RGBA,
                        GL_UNSIGNED_BYTE, picture->planes[0].data());
  }
  photopic::ImageMetrics metrics;
  ASSERT_EQ(photopic::ImageMetrics::create(context_.device(), test::info_for(one, kMetrics), &metrics), Status::ok)
      << message_;
  {
    const gl::Recording recording(context_);
    const photopic::MetricsPair pair = {
        .extent = kExtent, .reference = {gl::view_of(reference.name())}, .test = {gl::view_of(tested.name())}};
    ASSERT_EQ(metrics.record(recording.command_buffer(), pair, {}), Status::ok) << message_;
  }
  glFinish();
  photopic::MetricsResult result;
  ASSERT_EQ(metrics.finish(0, &result), Status::ok) << message_;
  EXPECT_GT(result.errors.squared_error, 0.0);
  EXPECT_EQ(result.errors.squared_error, expected.errors.squared_error);
  EXPECT_EQ(result.errors.max_error, expected.errors.max_error);
  EXPECT_EQ(result.errors.differing_pixels, expected.errors.differing_pixels);
  EXPECT_EQ(result.errors.histogram, expected.errors.histogram);
  EXPECT_EQ(result.psnr.db, expected.psnr.db);
  const double rounding = is_llvmpipe() ? 0.0 : 1e-6;
  EXPECT_NEAR(result.ssim.score, expected.ssim.score, rounding);
  EXPECT_NEAR(result.ssim_auto.score, expected.ssim_auto.score, rounding);
  EXPECT_NEAR(result.ms_ssim.score, expected.ms_ssim.score, rounding);
  EXPECT_NEAR(result.psnr_hvs.combined_db, expected.psnr_hvs.combined_db, rounding);
  EXPECT_NEAR(result.flip.mean, expected.flip.mean, 1e-6);  // not `precise`: powers and roots of floats below 1
  // In pairs of floats here, perhaps in doubles there.
  EXPECT_NEAR(result.ciede2000.score, expected.ciede2000.score, 5e-5);
  EXPECT_NEAR(result.delta_e2000.mean, expected.delta_e2000.mean, 1e-5);
  EXPECT_NEAR(result.delta_e2000.p95, expected.delta_e2000.p95, 0.02 * expected.delta_e2000.p95);
}

}  // namespace
