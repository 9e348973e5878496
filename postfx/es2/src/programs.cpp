// SPDX-License-Identifier: MIT
// Texts and compilation of the shader programs.
#include "programs.h"

#include <photopic/es2.h>
#include <photopic/operators.h>
#include <text/es2_adapt.h>
#include <text/es2_add.h>
#include <text/es2_convolve.h>
#include <text/es2_full_screen.h>
#include <text/es2_map.h>
#include <text/es2_reduce.h>
#include <text/es2_reduce_luminance.h>
#include <text/es2_tone_map.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "gl.h"
#include "gpu/host/report.h"

namespace photopic::es2 {
namespace {

/// In the order of Function; functions of map.frag.
constexpr const char* kMaps[] = {"map_affine", "map_abs", "map_log2", "map_exp2", "map_clamp"};
static_assert(std::size(kMaps) == static_cast<std::size_t>(Function::clamp) + 1);

struct Operator {
  const char* expression;  // of kPortableToneMappers, with the functions of tone_mappers.glsl
  const char* gamma;
  const char* max_input;
};
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
  {#expression, #gamma, #max_input},
constexpr Operator kOperators[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR

constexpr std::size_t kPrologueSize = 256;
static_assert(std::all_of(std::begin(kOperators), std::end(kOperators), [](const Operator& row) {
  constexpr std::size_t kDefines = 128;
  return std::string_view(row.expression).size() + std::string_view(row.gamma).size() +
             std::string_view(row.max_input).size() + kDefines <=
         kPrologueSize;
}));

/// What stands before a shader's text.
struct Prologue {
  char text[kPrologueSize] = "";

  explicit Prologue(const ProgramKey& key) {
    switch (key.shader) {
      case Shader::map:
        std::snprintf(text, sizeof text, "#define MAP %s\n", kMaps[key.a]);
        break;
      case Shader::convolve:
        std::snprintf(text, sizeof text, "#define KERNEL_WIDTH %u\n#define KERNEL_HEIGHT %u\n", key.a, key.b);
        break;
      case Shader::valid_counts:
        std::snprintf(text, sizeof text, "#define COUNT\n");
        break;
      case Shader::tone_map:
        std::snprintf(
            text, sizeof text,
            "#define TONE_MAPPED %s\n#define DISPLAY_GAMMA %s\n#define MAX_INPUT %s\n#define MAX_PARAMETERS %d\n",
            kOperators[key.a].expression, kOperators[key.a].gamma, kOperators[key.a].max_input,
            PHOTOPIC_OPERATOR_MAX_PARAMETERS);
        break;
      default:
        break;
    }
  }
};

std::string_view text_of(Shader shader) {
  switch (shader) {
    case Shader::map:
      return text::es2_map;
    case Shader::add:
      return text::es2_add;
    case Shader::convolve:
      return text::es2_convolve;
    case Shader::sums:
      return text::es2_reduce;
    case Shader::log2_sums:
    case Shader::valid_counts:
      return text::es2_reduce_luminance;
    case Shader::adapt:
      return text::es2_adapt;
    case Shader::tone_map:
      return text::es2_tone_map;
  }
  return {};
}

GLuint compile(GLenum kind, const char* prologue, std::string_view text) {
  const GLchar* parts[] = {"#version 100\n", prologue, text.data()};
  const GLint lengths[] = {-1, -1, static_cast<GLint>(text.size())};
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 3, parts, lengths);
  glCompileShader(shader);
  return shader;
}

/// Logs are only worth reading where something failed.
Status report_log(const Gpu& gpu, const char* function, GLuint shader, GLuint program) {
  char log[384] = "";
  GLint is_compiled = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
  if (is_compiled == GL_FALSE) {
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  } else {
    glGetProgramInfoLog(program, sizeof log, nullptr, log);
  }
  return report(gpu.device, Status::device_error, "%s: the driver can't %s a shader: %s", function,
                is_compiled == GL_FALSE ? "compile" : "link", log);
}

Status build(const Gpu& gpu, const char* function, const ProgramKey& key, GLuint* out) {
  if (kLossEndsQueries && is_context_lost()) {
    return report(gpu.device, Status::device_error, "%s: the context is lost", function);
  }
  const GLuint vertex = compile(GL_VERTEX_SHADER, "", text::es2_full_screen);
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, Prologue(key).text, text_of(key.shader));
  const GLuint program = glCreateProgram();
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glBindAttribLocation(program, 0, "corner");
  glLinkProgram(program);
  GLint is_linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  const Status status = is_linked == GL_TRUE ? Status::ok : report_log(gpu, function, fragment, program);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  if (status == Status::ok) {
    *out = program;
  } else {
    glDeleteProgram(program);
  }
  return status;
}

}  // namespace

Status Programs::find(const Gpu& gpu, const char* function, const ProgramKey& key, std::uint32_t* program) noexcept {
  const auto known = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.last_use > 0 && entry.key == key; });
  Entry* entry = known;
  if (known == entries_.end()) {
    GLuint made = 0;
    PHOTOPIC_TRY(build(gpu, function, key, &made));
    entry = std::min_element(entries_.begin(), entries_.end(),
                             [](const Entry& a, const Entry& b) { return a.last_use < b.last_use; });
    glDeleteProgram(entry->program);
    entry->key = key;
    entry->program = made;
  }
  entry->last_use = ++uses_;
  *program = entry->program;
  return Status::ok;
}

void Programs::destroy() noexcept {
  for (const Entry& entry : entries_) glDeleteProgram(entry.program);
}

}  // namespace photopic::es2
