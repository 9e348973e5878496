// SPDX-License-Identifier: MIT
// Tests of refusals, their wording, and the host's state after a call.
#include <epoxy/gl.h>

#include <cmath>
#include <limits>

#include "es2/rig.h"

namespace {

using engine::EglContext;
using photopic::Status;
using photopic::es2::Array;
using photopic::es2::Context;
using photopic::es2::Function;
using photopic::es2::PostProcess;
using photopic::es2::Size;

// ---- contexts ----

TEST(Es2Contexts, NoneIsCurrent) {
  std::string message;
  Context context;
  EXPECT_EQ(Context::create(test::info_for(&message), &context), Status::invalid_argument);
  EXPECT_EQ(message, "create: no OpenGL ES context is current");
}

TEST(Es2Contexts, DesktopOpenGlIsNamed) {
  const EglContext egl(EglContext::Api::core, true);
  std::string message;
  Context context;
  EXPECT_EQ(Context::create(test::info_for(&message), &context), Status::unsupported);
  EXPECT_EQ(message.find("create: the current context is OpenGL 4."), 0u) << message;
  EXPECT_NE(message.find("OpenGL ES 2.0 or later is needed"), message.npos) << message;
}

/// Nothing that has lost its context may call OpenGL: not even on its way out.
TEST(Es2Contexts, NoneIsCurrentAnyMore) {
  std::string message;
  Context context;
  Array array;
  PostProcess post;
  float value = 1.0f;
  {
    const EglContext egl(EglContext::Api::es, true);
    ASSERT_EQ(Context::create(test::info_for(&message), &context), Status::ok) << message;
    ASSERT_EQ(Array::create(context, {1, 1}, &array), Status::ok) << message;
    ASSERT_EQ(PostProcess::create(context, {1, 1}, &post), Status::ok) << message;
  }
  EXPECT_EQ(array.upload(&value, 1), Status::invalid_argument);
  EXPECT_EQ(message, "upload: no OpenGL ES context is current");
  EXPECT_EQ(array.download(&value, 1), Status::invalid_argument);
  EXPECT_EQ(context.sum(array, &array), Status::invalid_argument);
  EXPECT_EQ(message, "sum: no OpenGL ES context is current");
  EXPECT_EQ(post.meter({.picture = {&array, &array, &array}}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(message, "meter: no OpenGL ES context is current");
}

TEST(Es2Contexts, EmptyObjectsRefuse) {
  Context context;
  Array array;
  PostProcess post;
  photopic::es2::ExposureState state;
  EXPECT_EQ(Array::create(context, {1, 1}, &array), Status::invalid_argument);
  EXPECT_EQ(context.map(array, {}, &array), Status::invalid_argument);
  EXPECT_EQ(context.add(array, array, &array), Status::invalid_argument);
  EXPECT_EQ(context.convolve(array, array, {}, &array), Status::invalid_argument);
  EXPECT_EQ(context.sum(array, &array), Status::invalid_argument);
  EXPECT_EQ(context.mean(array, &array), Status::invalid_argument);
  EXPECT_EQ(array.upload(nullptr, 0), Status::invalid_argument);
  EXPECT_EQ(array.download(nullptr, 0), Status::invalid_argument);
  EXPECT_EQ(PostProcess::create(context, {1, 1}, &post), Status::invalid_argument);
  EXPECT_EQ(post.meter({}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(post.tone_map({}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(post.read_state(&state), Status::invalid_argument);
}

// ---- arguments ----

class Es2Errors : public test::Es2Picture {
 protected:
  void expect(Status found, Status expected, const std::string& message) {
    EXPECT_EQ(found, expected);
    EXPECT_EQ(message_, message);
    message_.clear();
  }
  void expect_invalid(Status found, const std::string& message) { expect(found, Status::invalid_argument, message); }
};

TEST_F(Es2Errors, Sides) {
  Context context;
  const std::string most = std::to_string(context_.max_side());
  expect_invalid(Context::create(test::info_for(&message_, 7), &context),
                 "create: max_side = 7: must be within [8, " + most + "]");
  EXPECT_EQ(Context::create(test::info_for(&message_, context_.max_side() + 1), &context), Status::invalid_argument);
  Array array;
  expect_invalid(Array::create(context_, {0, 4}, &array), "create: size.width = 0: must be within [1, 1.67772e+07]");
  expect_invalid(Array::create(context_, {4, 0}, &array), "create: size.height = 0: must be within [1, 1.67772e+07]");
  expect_invalid(Array::create(context_, {1u << 16, 1u << 16}, &array),
                 "create: elements = 4.29497e+09: must be within [1, 1.07374e+09]");
  PostProcess post;
  expect_invalid(PostProcess::create(context_, {0, 0}, &post),
                 "create: size.width = 0: must be within [1, 1.67772e+07]");
}

TEST_F(Es2Errors, Copies) {
  Array array = make({3, 2});
  std::vector<float> values(5);
  expect_invalid(array.upload(values.data(), values.size()), "upload: count = 5: must be within [6, 6]");
  expect_invalid(array.download(values.data(), values.size()), "download: count = 5: must be within [6, 6]");
  expect_invalid(array.upload(nullptr, 6), "upload: values: is null");
  expect_invalid(array.download(nullptr, 6), "download: values: is null");
}

TEST_F(Es2Errors, Maps) {
  const Array input = make({3, 2}, std::vector<float>(6));
  Array output = make({3, 2}), other = make({2, 3}), empty;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_invalid(context_.map(empty, {}, &output), "map: input: is empty");
  expect_invalid(context_.map(input, {}, &empty), "map: output: is empty");
  expect_invalid(context_.map(input, {}, &other), "map: output = 2 x 3: must be 3 x 2");
  expect_invalid(context_.map(output, {}, &output), "map: output: is an input, too");
  expect_invalid(context_.map(input, {Function(9), {}}, &output), "map: map.function = 9: must be within [0, 4]");
  EXPECT_EQ(context_.map(input, {Function::affine, {nan, 0.0f}}, &output), Status::invalid_argument);
  EXPECT_EQ(message_.find("map: map.parameters[0] = nan"), 0u) << message_;
  EXPECT_EQ(context_.map(input, {Function::clamp, {2.0f, 1.0f}}, &output), Status::invalid_argument);
  EXPECT_EQ(message_.find("map: map.parameters[1] = 1: must be within [2, "), 0u) << message_;
  expect_invalid(context_.add(input, other, &output), "add: b = 2 x 3: must be 3 x 2");
}

TEST_F(Es2Errors, OtherContexts) {
  Context context;
  ASSERT_EQ(Context::create(test::info_for(&message_), &context), Status::ok) << message_;
  const Array input = make({3, 2});
  Array output;
  ASSERT_EQ(Array::create(context, {3, 2}, &output), Status::ok) << message_;
  expect_invalid(context_.map(input, {}, &output), "map: output: is of another context");
  output = {};
}

TEST_F(Es2Errors, Convolutions) {
  const Array input = make({8, 6}), kernel = make({3, 3}), even = make({3, 2}), wide = make({4, 3});
  Array output = make({8, 6});
  expect_invalid(context_.convolve(input, even, {}, &output), "convolve: kernel = 3 x 2: sides must be odd");
  expect_invalid(context_.convolve(input, wide, {}, &output), "convolve: kernel = 4 x 3: sides must be odd");
  expect_invalid(context_.convolve(input, kernel, {0, 1}, &output),
                 "convolve: stride.x = 0: must be within [1, 1.67772e+07]");
  expect_invalid(context_.convolve(input, kernel, {1, 0}, &output),
                 "convolve: stride.y = 0: must be within [1, 1.67772e+07]");
  expect_invalid(context_.convolve(input, kernel, {3, 4}, &output), "convolve: output = 8 x 6: must be 3 x 2");
  expect_invalid(context_.sum(input, &output), "sum: output = 8 x 6: must be 1 x 1");
  expect_invalid(context_.mean(Array(), &output), "mean: input: is empty");
}

TEST_F(Es2Errors, Meters) {
  const test::Planes planes = planes_of({4, 4}, std::vector<reference::Rgb>(16)),
                     small = planes_of({2, 2}, std::vector<reference::Rgb>(4));
  PostProcess post;
  ASSERT_EQ(PostProcess::create(context_, {4, 4}, &post), Status::ok) << message_;
  expect_invalid(post.meter({.picture = small.picture()}, {}, {}), "meter: red = 2 x 2: must be 4 x 4");
  expect_invalid(post.meter({.picture = {&planes.red, &planes.green, nullptr}}, {}, {}), "meter: blue: is empty");
  EXPECT_EQ(post.meter({.picture = planes.picture(), .delta_time_s = -1.0f}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(message_.find("meter: delta_time_s = -1: must be within [0, "), 0u) << message_;
  EXPECT_EQ(post.meter({.picture = planes.picture()}, {.min_log2_luminance = -65.0f}, {}), Status::invalid_argument);
  EXPECT_EQ(post.meter({.picture = planes.picture()}, {}, {.min_ev100 = 65.0f}), Status::invalid_argument);
  const auto expect_unsupported = [&](const photopic::ExposureSettings& settings, const std::string& name) {
    expect(post.meter({.picture = planes.picture()}, {}, settings), Status::unsupported,
           "meter: " + name + ": not on OpenGL ES 2.0");
  };
  expect(post.meter({.picture = planes.picture()}, {.highlight_stops = 4.75f}, {}), Status::unsupported,
         "meter: highlight_stops: not on OpenGL ES 2.0");
  expect(post.meter({.picture = planes.picture()}, {.black_stops = 9.0f}, {}), Status::unsupported,
         "meter: black_stops: not on OpenGL ES 2.0");
  expect_unsupported({.curve = photopic::AdaptationCurve::two_exponentials}, "curve = two_exponentials");
  expect_unsupported({.target_curve = {.count = 1}}, "target_curve");
  expect_unsupported({.dead_band_ev = 0.5f}, "dead_band_ev");
  expect_unsupported({.cut_high_ev = 3.0f}, "cut_high_ev");
  expect_unsupported({.max_ev_per_s = 3.0f}, "max_ev_per_s");
  expect_unsupported({.max_reversals_per_s = 3.0f}, "max_reversals_per_s");
  photopic::es2::ExposureState state;
  ASSERT_EQ(post.read_state(&state), Status::ok);
  EXPECT_FALSE(state.is_started) << "a failed call changed the state";
}

TEST_F(Es2Errors, ToneMaps) {
  const test::Planes planes = planes_of({4, 4}, std::vector<reference::Rgb>(16));
  PostProcess post;
  ASSERT_EQ(PostProcess::create(context_, {4, 4}, &post), Status::ok) << message_;
  const auto map = [&](const photopic::es2::Target& target, const photopic::ToneMapSettings& settings) {
    return post.tone_map(planes.picture(), target, settings);
  };
  expect(map({}, {.dither = true}), Status::unsupported, "tone_map: dither: not on OpenGL ES 2.0");
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    const auto tone_mapper = photopic::ToneMapper(i);
    if ((photopic::tone_mapper_bit(tone_mapper) & photopic::kPortableToneMappers) != 0) continue;  // Es2ToneMap
    expect(
        map({}, {.tone_mapper = tone_mapper}), Status::unsupported,
        std::string("tone_map: tone_mapper = ") + photopic::tone_mapper_name(tone_mapper) + ": not on OpenGL ES 2.0");
  }
  const std::string last = std::to_string(photopic::kToneMapperCount - 1);
  expect_invalid(map({}, {.tone_mapper = photopic::ToneMapper(99)}),
                 "tone_map: tone_mapper = 99: must be within [0, " + last + "]");
  EXPECT_EQ(map({}, {.reinhard_white = 0.0f}), Status::invalid_argument);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  EXPECT_EQ(map({.texture = texture}, {}), Status::device_error);  // a texture without a level
  EXPECT_EQ(message_.find("tone_map: target: texture " + std::to_string(texture)), 0u) << message_;
  EXPECT_NE(message_.find("must be complete"), message_.npos) << message_;
  glDeleteTextures(1, &texture);
}

// ---- the host's state ----

TEST_F(Es2Errors, AnErrorThatTheHostLeftIsNotOurs) {
  glEnable(GL_TEXTURE_2D);  // no capability of ES 2
  Context context;
  EXPECT_EQ(Context::create(test::info_for(&message_), &context), Status::ok) << message_;
  EXPECT_EQ(values_of(make({2, 1}, std::vector<float>{1.0f, 2.0f}))[1], 2.0f);
  egl_->take_messages();
}

/// What OpenGL says of all that a pass may change.
std::vector<float> state_of_host() {
  constexpr GLenum kGlobal[] = {GL_CURRENT_PROGRAM,
                                GL_ACTIVE_TEXTURE,
                                GL_FRAMEBUFFER_BINDING,
                                GL_VIEWPORT,
                                GL_SCISSOR_BOX,
                                GL_COLOR_WRITEMASK,
                                GL_BLEND,
                                GL_CULL_FACE,
                                GL_DEPTH_TEST,
                                GL_DITHER,
                                GL_POLYGON_OFFSET_FILL,
                                GL_SAMPLE_ALPHA_TO_COVERAGE,
                                GL_SAMPLE_COVERAGE,
                                GL_SCISSOR_TEST,
                                GL_STENCIL_TEST,
                                GL_ARRAY_BUFFER_BINDING,
                                GL_PACK_ALIGNMENT,
                                GL_UNPACK_ALIGNMENT,
                                GL_COLOR_CLEAR_VALUE,
                                GL_RENDERBUFFER_BINDING};
  constexpr GLenum kOfAttribute[] = {GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
                                     GL_VERTEX_ATTRIB_ARRAY_ENABLED,
                                     GL_VERTEX_ATTRIB_ARRAY_SIZE,
                                     GL_VERTEX_ATTRIB_ARRAY_STRIDE,
                                     GL_VERTEX_ATTRIB_ARRAY_TYPE,
                                     GL_VERTEX_ATTRIB_ARRAY_NORMALIZED,
                                     GL_CURRENT_VERTEX_ATTRIB};
  std::vector<float> values;
  const auto add = [&](auto get) {
    float parts[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    get(parts);
    values.insert(values.end(), parts, parts + 4);
  };
  for (const GLenum what : kGlobal) add([&](float* parts) { glGetFloatv(what, parts); });
  for (const GLenum what : kOfAttribute) add([&](float* parts) { glGetVertexAttribfv(0, what, parts); });
  void* pointer = nullptr;
  glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
  values.push_back(float(reinterpret_cast<std::uintptr_t>(pointer)));
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  for (GLuint i = 0; i < 8; ++i) {
    glActiveTexture(GL_TEXTURE0 + i);
    add([&](float* parts) { glGetFloatv(GL_TEXTURE_BINDING_2D, parts); });
    add([&](float* parts) { glGetFloatv(GL_TEXTURE_BINDING_CUBE_MAP, parts); });
  }
  glActiveTexture(GLenum(active));
  return values;
}

/// Every kind of call.
class Es2HostState : public Es2Errors {
 protected:
  void call_everything() {
    const std::vector<float> values = test::uniform_values(std::size_t{13} * 9, 0.1f, 4.0f);
    Context context;
    ASSERT_EQ(Context::create(test::info_for(&message_), &context), Status::ok) << message_;
    const Array input = make({13, 9}, values), kernel = make({9, 3}, std::span(values).first(27));
    Array output = make({13, 9}), one = make({1, 1});
    ASSERT_EQ(context_.map(input, {Function::log2, {}}, &output), Status::ok) << message_;
    ASSERT_EQ(context_.add(input, kernel, &output), Status::invalid_argument);
    ASSERT_EQ(context_.add(input, input, &output), Status::ok) << message_;
    ASSERT_EQ(context_.convolve(input, kernel, {}, &output), Status::ok) << message_;
    ASSERT_EQ(context_.sum(input, &one), Status::ok) << message_;
    ASSERT_EQ(context_.mean(input, &one), Status::ok) << message_;
    values_of(one);
    PostProcess post;
    photopic::es2::ExposureState state;
    const photopic::es2::Picture picture = {&input, &input, &input};
    ASSERT_EQ(PostProcess::create(context_, {13, 9}, &post), Status::ok) << message_;
    ASSERT_EQ(post.meter({.picture = picture}, {}, {}), Status::ok) << message_;
    ASSERT_EQ(post.tone_map(picture, {.texture = target_}, {}), Status::ok) << message_;
    ASSERT_EQ(post.read_state(&state), Status::ok) << message_;
    EXPECT_GT(state.exposure, 0.0f);
    EXPECT_NEAR(values_of(output)[0], reference_, 1e-4);
  }

  static GLuint texture_of(GLsizei width, GLsizei height) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    return texture;
  }

  GLuint target_ = 0;
  float reference_ = 0.0f;
};

TEST_F(Es2HostState, IsRestoredAndBendsNothing) {
  // With the state that OpenGL begins with: what a convolution is.
  const std::vector<float> values = test::uniform_values(std::size_t{13} * 9, 0.1f, 4.0f);
  {
    const Array input = make({13, 9}, values), kernel = make({9, 3}, std::span(values).first(27));
    Array output = make({13, 9});
    ASSERT_EQ(context_.convolve(input, kernel, {}, &output), Status::ok) << message_;
    reference_ = values_of(output)[0];
  }
  target_ = texture_of(13, 9);
  const GLuint host_texture = texture_of(4, 4);
  GLuint buffer = 0, framebuffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 3, GL_SHORT, GL_TRUE, 8, reinterpret_cast<const void*>(16));
  glVertexAttrib4f(0, 0.5f, 0.25f, 0.125f, 2.0f);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, host_texture, 0);
  for (GLuint i = 0; i < 8; ++i) {
    glActiveTexture(GL_TEXTURE0 + i);
    glBindTexture(GL_TEXTURE_2D, i % 2 == 0 ? host_texture : 0);
  }
  glActiveTexture(GL_TEXTURE2);
  glViewport(1, 2, 3, 4);
  glScissor(0, 0, 1, 1);
  glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
  glBlendFunc(GL_ZERO, GL_ZERO);
  glCullFace(GL_FRONT_AND_BACK);
  glSampleCoverage(0.0f, GL_FALSE);
  glStencilFunc(GL_NEVER, 0, 0);
  glDepthFunc(GL_NEVER);
  constexpr GLenum kCapabilities[] = {
      GL_BLEND,           GL_CULL_FACE,    GL_DEPTH_TEST,  GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE,
      GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST, GL_STENCIL_TEST};
  for (const GLenum each : kCapabilities) glEnable(each);
  glPixelStorei(GL_PACK_ALIGNMENT, 8);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const std::vector<float> before = state_of_host();
  call_everything();
  EXPECT_EQ(state_of_host(), before);

  for (const GLenum each : kCapabilities) glDisable(each);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glActiveTexture(GL_TEXTURE0);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteBuffers(1, &buffer);
  glDeleteTextures(1, &target_);
  glDeleteTextures(1, &host_texture);
}

}  // namespace
