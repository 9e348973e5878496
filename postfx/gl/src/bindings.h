// SPDX-License-Identifier: MIT
// Host's bindings at the binding points that the module uses.
#ifndef PHOTOPIC_SRC_GL_BINDINGS_H
#define PHOTOPIC_SRC_GL_BINDINGS_H

#include <array>
#include <cstdint>

#include "gpu/passes/compute_pass.h"

namespace photopic::gl {

inline constexpr std::uint32_t kUnits = kMaxBindings;  // of a pass
inline constexpr std::uint32_t kImageUnits = 8;        // those that OpenGL promises; storage images have bindings below

class HostBindings {
 public:
  void save() noexcept;
  void restore() const noexcept;

 private:
  struct BufferRange {
    std::int32_t buffer;
    std::int64_t offset;
    std::int64_t size;  ///< 0: the whole buffer
  };
  struct ImageUnit {
    std::int32_t texture, level, layered, layer, access, format;
  };

  static BufferRange range_of(std::uint32_t target, std::uint32_t index) noexcept;
  static void bind(std::uint32_t target, std::uint32_t index, const BufferRange& range) noexcept;

  std::int32_t program_ = 0;
  std::array<std::int32_t, kUnits> textures_ = {};
  std::array<std::int32_t, kUnits> samplers_ = {};
  std::array<ImageUnit, kImageUnits> images_ = {};
  std::array<BufferRange, kUnits> storage_ = {};
  BufferRange uniform_ = {};
  std::int32_t storage_target_ = 0, uniform_target_ = 0, unpack_buffer_ = 0;
  std::array<std::int32_t, 7> unpacking_ = {};
  bool has_scissor_ = false, has_srgb_ = false;
};

}  // namespace photopic::gl

#endif
