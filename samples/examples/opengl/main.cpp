// SPDX-License-Identifier: MIT
// Example on OpenGL 4.5: a scene drawn into a texture of half floats, exposed and tone mapped by Photopic. Writes the
// last of 60 frames: `opengl OUT.ppm`. A renderer has a context already; here it is made without a window.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <photopic/gl.h>
#include <photopic/post_process.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace {

constexpr GLsizei kWidth = 320, kHeight = 180;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "opengl: %s\n", what);
  std::exit(EXIT_FAILURE);
}
void check(photopic::Status status) {
  if (status != photopic::Status::ok) fail("Photopic failed, see above");
}

void make_context() {
  const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (eglInitialize(display, nullptr, nullptr) != EGL_TRUE) fail("no EGL display without a window system");
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};
  const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  eglBindAPI(EGL_OPENGL_API);
  if (eglChooseConfig(display, wanted, &config, 1, &count) != EGL_TRUE || count == 0) fail("no EGL config");
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT || eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
    fail("no context of OpenGL 4.5");
  }
}

GLuint make_program() {
  const char* const vert = R"(#version 450
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); })";
  const char* const frag = R"(#version 450
layout(location = 0) uniform float time_s;
layout(location = 0) out vec4 color;
void main() {  // a sky, a chequered ground, and a sun of 5000, scene-linear
  vec2 at = gl_FragCoord.xy;
  vec3 sky = (8.0 + 0.1 * at.y) * vec3(0.6, 0.8, 1.2);
  float tile = mod(floor(at.x / 16.0) + floor(at.y / 12.0), 2.0);
  color = vec4(at.y < 120.0 ? sky : mix(0.05, 0.5, tile) * vec3(1.0, 0.8, 0.5), 1.0);
  if (distance(at, vec2(160.0 + 140.0 * sin(time_s), 50.0)) < 12.0) color.rgb += 5000.0 * vec3(1.0, 0.9, 0.7);
})";
  const GLuint program = glCreateProgram();
  for (const auto& [type, text] : {std::pair{GL_VERTEX_SHADER, vert}, std::pair{GL_FRAGMENT_SHADER, frag}}) {
    const GLuint shader = glCreateShader(GLenum(type));
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  GLint is_linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  if (is_linked != GL_TRUE) fail("the scene's shaders don't compile");
  return program;
}

void run(const char* file) {
  const GLuint program = make_program();
  GLuint textures[2] = {}, target = 0, vertices = 0;
  glCreateTextures(GL_TEXTURE_2D, 2, textures);
  const auto [hdr, ldr] = textures;
  glTextureStorage2D(hdr, 1, GL_RGBA16F, kWidth, kHeight);
  glTextureStorage2D(ldr, 1, GL_RGBA8, kWidth, kHeight);
  glCreateFramebuffers(1, &target);
  glNamedFramebufferTexture(target, GL_COLOR_ATTACHMENT0, hdr, 0);
  glCreateVertexArrays(1, &vertices);

  photopic::gl::Context context;
  photopic::gl::Host host;
  host.message = [](photopic::Status, const char* text, void*) { std::fprintf(stderr, "%s\n", text); };
  check(photopic::gl::Context::create(host, &context));
  photopic::CreateInfo info;
  info.max_extent = {kWidth, kHeight};
  photopic::PostProcess post;
  check(post.create(context.device(), info));
  const photopic::Settings settings;
  for (int i = 0; i < 60; ++i) {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(0, 0, kWidth, kHeight);
    glBindVertexArray(vertices);
    glUseProgram(program);
    glUniform1f(0, float(i) / 60.0f);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    photopic::Frame frame;
    frame.hdr.view = photopic::gl::view_of(hdr);
    frame.ldr.view = photopic::gl::view_of(ldr);
    frame.extent = {kWidth, kHeight};
    frame.delta_time_s = 1.0f / 60.0f;
    const photopic::gl::Recording recording(context);  // restores what it changes of the context
    check(post.record(recording.command_buffer(), frame, settings));
  }
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);  // shaders wrote the picture
  std::vector<char> rgb(std::size_t{kWidth} * kHeight * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTextureImage(ldr, 0, GL_RGB, GL_UNSIGNED_BYTE, GLsizei(rgb.size()), rgb.data());
  std::ofstream ppm(file, std::ios::binary);
  ppm << "P6\n" << kWidth << " " << kHeight << "\n255\n";
  ppm.write(rgb.data(), std::streamsize(rgb.size()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  make_context();
  run(argv[1]);
}
