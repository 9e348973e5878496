// SPDX-License-Identifier: MIT
// Compilation and linking of GLSL, with specialisation constants.
#include "program.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <span>

namespace photopic::gl {
namespace {

/// "#version" and, after it, the specialisation constants as the cross-compiler names them, as literals that GLSL makes
/// int or uint of.
struct Prologue {
  char text[1024];  // of more constants than a pass has; else the last ones are missing, and the text has no line's end

  Prologue(std::string_view version, const VkSpecializationInfo* specialization) {
    int length = std::snprintf(text, sizeof text, "%.*s\n", static_cast<int>(version.size()), version.data());
    const std::uint32_t count = specialization == nullptr ? 0 : specialization->mapEntryCount;
    for (std::uint32_t i = 0; i < count && length < static_cast<int>(sizeof text); ++i) {
      const VkSpecializationMapEntry& entry = specialization->pMapEntries[i];
      std::uint32_t value = 0;
      std::memcpy(&value, static_cast<const std::byte*>(specialization->pData) + entry.offset, sizeof value);
      length += std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                              "#define SPIRV_CROSS_CONSTANT_ID_%u %u\n", entry.constantID, value);
    }
  }
};

/// With the words that `get_log` has of a shader or program.
void report_log(const Device& device, const char* name, const char* step, PFNGLGETSHADERINFOLOGPROC get_log,
                GLuint object) {
  if (device.message == nullptr) return;
  char log[1536] = "";
  get_log(object, sizeof log, nullptr, log);
  char text[2048];
  std::snprintf(text, sizeof text, "create: %s: the OpenGL driver can't %s it: %s", name, step, log);
  device.message(Status::device_error, text, device.message_user);
}

/// 0 if it can't be compiled, which is reported.
GLuint compile(const Device& device, const char* name, const Stage& stage) {
  const std::size_t line = std::min(stage.text.find('\n'), stage.text.size());
  const Prologue prologue(stage.text.substr(0, line), stage.specialization);
  const GLchar* parts[] = {prologue.text, stage.text.data() + line};
  const GLint lengths[] = {-1, static_cast<GLint>(stage.text.size() - line)};
  const GLuint shader = glCreateShader(stage.type);
  glShaderSource(shader, 2, parts, lengths);
  glCompileShader(shader);
  GLint is_good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
  if (is_good == GL_TRUE) return shader;
  report_log(device, name, "compile", glGetShaderInfoLog, shader);
  glDeleteShader(shader);
  return 0;
}

}  // namespace

std::uint32_t make_program(const Device& device, const char* name, std::span<const Stage> stages) noexcept {
  const GLuint program = glCreateProgram();
  bool is_compiled = true;
  for (const Stage& stage : stages) {
    const GLuint shader = compile(device, name, stage);
    is_compiled = is_compiled && shader != 0;
    if (shader == 0) continue;
    glAttachShader(program, shader);
    glDeleteShader(shader);  // lives as long as the program
  }
  if (is_compiled) {
    glLinkProgram(program);
    GLint is_good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &is_good);
    if (is_good == GL_TRUE) return program;
    report_log(device, name, "link", glGetProgramInfoLog, program);
  }
  glDeleteProgram(program);
  return 0;
}

}  // namespace photopic::gl
