// SPDX-License-Identifier: MIT
// Beginning and end of every public call.
#ifndef PHOTOPIC_SRC_ES2_CALL_H
#define PHOTOPIC_SRC_ES2_CALL_H

#include <array>
#include <cstdint>

#include "gpu/host/gpu.h"

namespace photopic::es2 {

inline constexpr std::uint32_t kUnits = 4;

bool has_context() noexcept;

/// Host state that passes and uploads change.
class HostState {
 public:
  void save() noexcept;
  void restore() const noexcept;

 private:
  struct Attribute {
    std::int32_t buffer, is_enabled, size, stride, type, is_normalized;
    void* pointer;
    float value[4];
  };

  std::int32_t program_ = 0, active_unit_ = 0, framebuffer_ = 0, array_buffer_ = 0;
  std::int32_t pack_alignment_ = 4, unpack_alignment_ = 4;
  std::array<std::int32_t, kUnits> textures_ = {};
  std::array<std::int32_t, 4> viewport_ = {};
  std::array<bool, 9> capabilities_ = {};
  std::array<unsigned char, 4> color_mask_ = {};
  Attribute attribute_ = {};
};

/// Saves the host's state, sets what passes need, drops errors that the host left, and restores.
class Call {
 public:
  /// `function` is what messages name.
  Call(const Gpu& gpu, const char* function) noexcept;
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const char* function() const { return function_; }
  /// Not ok, reported: no context is current, or it is lost where that matters to queries; call no OpenGL function.
  Status status() const { return status_; }
  /// What became of the GL calls since the beginning; reported.
  Status end() const noexcept;

 private:
  const Gpu& gpu_;
  const char* function_;
  Status status_;
  HostState host_;
};

}  // namespace photopic::es2

#endif
