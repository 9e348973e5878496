// SPDX-License-Identifier: MIT
// Photopic in a host of its own, on OpenGL 4.5 and then on OpenGL ES 2.0: a picture of luminance 4 is metered, exposed
// and tone mapped. A renderer has a context and a picture already; here both are made.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <photopic/es2.h>
#include <photopic/gl.h>
#include <photopic/post_process.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using photopic::Status;

constexpr std::uint32_t kWidth = 320, kHeight = 180;
constexpr float kLuminance = 4.0f;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "photopic-minimal-opengl: %s\n", what);
  std::exit(1);
}

void on_message(Status, const char* text, void*) { std::fprintf(stderr, "%s\n", text); }

void check(Status status) {
  if (status != Status::ok) fail("Photopic failed, see above");
}

/// A context without a window.
class Egl {
 public:
  explicit Egl(bool is_es) {
    display_ = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (eglInitialize(display_, nullptr, nullptr) != EGL_TRUE) fail("no EGL display without a window system");
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, is_es ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display_, wanted, &config, 1, &count) != EGL_TRUE || count == 0) fail("no EGL config");
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, is_es ? 2 : 4, EGL_CONTEXT_MINOR_VERSION, is_es ? 0 : 5,
                              EGL_NONE};
    eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version);
    if (context_ == EGL_NO_CONTEXT) fail("no context");
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
  }
  ~Egl() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }
  Egl(const Egl&) = delete;
  Egl& operator=(const Egl&) = delete;

 private:
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
};

void print(const char* api, float ev100, float exposure) {
  std::printf("%s: EV100 %.4f, exposure %.6f\n", api, double(ev100), double(exposure));
}

void on_opengl() {
  const Egl egl(false);
  GLuint textures[2] = {};  // HDR in, LDR out
  glCreateTextures(GL_TEXTURE_2D, 2, textures);
  const auto [hdr, ldr] = textures;
  glTextureStorage2D(hdr, 1, GL_RGBA16F, kWidth, kHeight);
  glTextureStorage2D(ldr, 1, GL_RGBA8, kWidth, kHeight);
  const float grey[] = {kLuminance, kLuminance, kLuminance, 1.0f};
  glClearTexImage(hdr, 0, GL_RGBA, GL_FLOAT, grey);
  {
    photopic::gl::Context context;
    check(photopic::gl::Context::create({.message = on_message}, &context));
    photopic::PostProcess post;
    check(post.create(context.device(), {.max_extent = {kWidth, kHeight}}));
    {
      const photopic::gl::Recording recording(context);
      check(post.record(recording.command_buffer(),
                        {.hdr = {photopic::gl::view_of(hdr)},
                         .ldr = {photopic::gl::view_of(ldr)},
                         .extent = {kWidth, kHeight},
                         .delta_time_s = 1.0f / 60.0f},
                        {}));
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // shaders wrote the state
    photopic::gpu::ExposureState state;
    glGetNamedBufferSubData(photopic::gl::name_of(post.state_buffer()), 0, sizeof state, &state);
    print("OpenGL 4.5", state.adapted_ev100, state.exposure);
  }
  glDeleteTextures(2, textures);
}

void on_opengl_es() {
  const Egl egl(true);
  namespace es2 = photopic::es2;
  es2::Context context;
  check(es2::Context::create({.message = on_message}, &context));
  es2::Array grey;
  check(es2::Array::create(context, {kWidth, kHeight}, &grey));
  const std::vector<float> luminances(std::size_t{kWidth} * kHeight, kLuminance);
  check(grey.upload(luminances.data(), luminances.size()));
  es2::PostProcess post;
  check(es2::PostProcess::create(context, {kWidth, kHeight}, &post));
  GLuint ldr = 0;
  glGenTextures(1, &ldr);
  glBindTexture(GL_TEXTURE_2D, ldr);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, kWidth, kHeight, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  const es2::Picture picture = {&grey, &grey, &grey};
  check(post.meter({.picture = picture, .delta_time_s = 1.0f / 60.0f}, {}, {}));
  check(post.tone_map(picture, {.texture = ldr}, {}));
  es2::ExposureState state;
  check(post.read_state(&state));
  print("OpenGL ES 2.0", state.adapted_ev100, state.exposure);
  glDeleteTextures(1, &ldr);
}

}  // namespace

int main() {
  on_opengl();
  on_opengl_es();
}
