// SPDX-License-Identifier: MIT
// Objects behind the handles that the samples make on OpenGL. Those that the module has, too, are OpenGL names, as in
// its handles.h.
#ifndef PHOTOPIC_ENGINE_OPENGL_OBJECTS_H
#define PHOTOPIC_ENGINE_OPENGL_OBJECTS_H

#include <photopic/device.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/device/vk.h"
#include "gl_error.h"
#include "handles.h"

namespace engine::opengl {

using photopic::gl::handle_of;
using photopic::gl::name_in;
using photopic::gl::take_error;

/// Handles of these are pointers to them.
template <class Object, class Handle>
Object* object_of(Handle handle) {
  return reinterpret_cast<Object*>(handle);
}

/// A shader's text, found by the words of the SPIR-V that it was made of.
struct ShaderText {
  std::span<const std::uint32_t> spirv;
  const char* name;
  std::string_view glsl;
};
const ShaderText* shader_text(std::span<const std::uint32_t> spirv);

struct RenderPass {
  std::vector<VkAttachmentDescription> attachments;
};

struct Descriptor {
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_MAX_ENUM;  ///< MAX_ENUM: nothing
  std::uint32_t name = 0, sampler = 0;
  std::int64_t offset = 0, size = 0;
};
/// Bindings are numbered through all sets of a layout, since OpenGL has no sets.
inline constexpr std::uint32_t kBindings = 16;
struct DescriptorSet {
  std::array<Descriptor, kBindings> bindings;
};
struct DescriptorPool {
  std::vector<std::unique_ptr<DescriptorSet>> sets;
};

/// The uniform block that push constants became; no set's.
inline constexpr std::uint32_t kPushBinding = kBindings;
inline constexpr std::uint32_t kPushBytes = 128;

struct Pipeline {
  std::uint32_t program = 0;
  // Graphics alone.
  std::uint32_t vertex_array = 0;
  std::int32_t vertex_stride = 0;
  bool is_culled = false;
  std::uint32_t front = 0, depth_compare = 0;  // OpenGL's
  bool writes_depth = false, is_blended = false;
  float slope_bias = 0.0f, constant_bias = 0.0f;
};

struct QueryPool {
  std::vector<std::uint32_t> names;
};

/// What recorded commands leave for those that follow.
struct Recorder {
  std::uint32_t push_constants = 0;  ///< buffer
  const Pipeline* graphics = nullptr;
  std::uint32_t vertices = 0, indices = 0;
  std::int64_t vertex_offset = 0, index_offset = 0;
  VkResult error = VK_SUCCESS;  ///< the first one of what was recorded, for EndCommandBuffer()
};

/// What carries out the calls; there is one while an OpenGlDevice lives.
const photopic::Device& device();
Recorder& recorder();
/// An error of recorded commands.
void fail(VkResult result);
/// The same, if OpenGL has one.
void keep_error();
/// What came of `make` alone.
template <class Make>
VkResult attempt(Make make) {
  keep_error();
  make();
  return take_error();
}
/// The module's own function of that name.
PFN_vkVoidFunction module_function(const char* name);

}  // namespace engine::opengl

#endif
