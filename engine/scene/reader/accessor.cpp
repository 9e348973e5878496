// SPDX-License-Identifier: MIT
// Reading of the numbers behind glTF accessors.
#include "engine/scene/reader/accessor.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace engine::gltf {
namespace {

template <typename Value>
Value load(const unsigned char* bytes) {
  Value value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Of signed types the two lowest values both mean -1.
template <typename Value>
float integer_component(const unsigned char* bytes, bool normalized) {
  const auto value = static_cast<float>(load<Value>(bytes));
  if (!normalized) return value;
  return std::max(value / static_cast<float>(std::numeric_limits<Value>::max()), -1.0f);
}

float component(const unsigned char* bytes, int type, bool normalized) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return integer_component<std::int8_t>(bytes, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return integer_component<std::uint8_t>(bytes, normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return integer_component<std::int16_t>(bytes, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return integer_component<std::uint16_t>(bytes, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return integer_component<std::uint32_t>(bytes, normalized);
    default:
      return load<float>(bytes);
  }
}

std::uint32_t unsigned_component(const unsigned char* bytes, int type) {
  if (type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE) return *bytes;
  if (type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT) return load<std::uint16_t>(bytes);
  return load<std::uint32_t>(bytes);
}

std::size_t component_bytes(int type) {
  return static_cast<std::size_t>(tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(type)));
}

bool is_unsigned(int type) {
  return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE || type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

const char* type_name(int type) {
  switch (type) {
    case TINYGLTF_TYPE_SCALAR:
      return "SCALAR";
    case TINYGLTF_TYPE_VEC2:
      return "VEC2";
    case TINYGLTF_TYPE_VEC3:
      return "VEC3";
    case TINYGLTF_TYPE_MAT4:
      return "MAT4";
    default:
      return "VEC4";
  }
}

}  // namespace

Accessor::Accessor(const Document& document, int index, int type, const std::string& use)
    : document_(document),
      accessor_(document.model.accessors[static_cast<std::size_t>(index)]),
      name_(numbered("accessor", static_cast<std::size_t>(index))) {
  within(name_, [&] {
    if (accessor_.type != type) refuse(use + " must be " + type_name(type));
    components_ = static_cast<std::size_t>(tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(type)));
    element_bytes_ = components_ * component_bytes(accessor_.componentType);
    if (accessor_.bufferView >= 0) {
      const auto& view = document_.model.bufferViews[static_cast<std::size_t>(accessor_.bufferView)];
      elements_ = elements(accessor_.bufferView, accessor_.byteOffset, accessor_.count, element_bytes_,
                           view.byteStride == 0 ? element_bytes_ : view.byteStride);
    }
    check_sparse();
  });
}

// Every number here is below 2^31, strides below 2^8: nothing overflows.
Accessor::Elements Accessor::elements(int buffer_view, std::size_t offset, std::size_t count, std::size_t element_bytes,
                                      std::size_t stride) const {
  const Bytes bytes = document_.view_bytes(buffer_view);
  const std::string view = numbered("bufferView", static_cast<std::size_t>(buffer_view));
  if (stride < element_bytes) {
    refuse(view + " has a byteStride of " + std::to_string(stride) + ", an element has " +
           std::to_string(element_bytes) + " bytes");
  }
  const std::size_t end = count == 0 ? offset : offset + stride * (count - 1) + element_bytes;
  if (end > bytes.size()) {
    refuse("ends at byte " + std::to_string(end) + " of " + view + ", which has " + std::to_string(bytes.size()));
  }
  return {bytes.subspan(offset), stride};
}

void Accessor::check_sparse() {
  if (!accessor_.sparse.isSparse) return;
  const auto& sparse = accessor_.sparse;
  const std::size_t index_bytes = component_bytes(sparse.indices.componentType);
  sparse_indices_ = elements(sparse.indices.bufferView, static_cast<std::size_t>(sparse.indices.byteOffset),
                             sparse_count(), index_bytes, index_bytes);
  sparse_values_ = elements(sparse.values.bufferView, static_cast<std::size_t>(sparse.values.byteOffset),
                            sparse_count(), element_bytes_, element_bytes_);
  for (std::size_t i = 0; i < sparse_count(); ++i) {
    const std::size_t index = replacement(i).index;
    if (index < accessor_.count) continue;
    refuse("sparse index " + std::to_string(index) + " is beyond its " + std::to_string(accessor_.count) + " elements");
  }
}

std::size_t Accessor::sparse_count() const {
  return accessor_.sparse.isSparse ? static_cast<std::size_t>(accessor_.sparse.count) : 0;
}

Accessor::Replacement Accessor::replacement(std::size_t number) const {
  return {unsigned_component(sparse_indices_.at(number), accessor_.sparse.indices.componentType),
          sparse_values_.at(number)};
}

void Accessor::decode(const unsigned char* element, float* out) const {
  const std::size_t bytes = component_bytes(accessor_.componentType);
  for (std::size_t c = 0; c < components_; ++c) {
    out[c] = component(element + c * bytes, accessor_.componentType, accessor_.normalized);
  }
}

std::vector<float> Accessor::floats(std::size_t first, std::size_t count) const {
  std::vector<float> values(count * components_);
  if (!elements_.bytes.empty()) {
    for (std::size_t i = 0; i < count; ++i) decode(elements_.at(first + i), &values[i * components_]);
  }
  for (std::size_t i = 0; i < sparse_count(); ++i) {
    const auto [index, value] = replacement(i);
    if (index >= first && index - first < count) decode(value, &values[(index - first) * components_]);
  }
  const auto bad = std::find_if_not(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
  if (bad != values.end()) {
    const std::size_t element = first + static_cast<std::size_t>(bad - values.begin()) / components_;
    refuse(name_ + ": element " + std::to_string(element) + " is not a finite number");
  }
  return values;
}

std::vector<std::uint32_t> Accessor::unsigned_integers() const {
  if (!is_unsigned(accessor_.componentType) || accessor_.normalized) {
    refuse(name_ + ": its component type isn't one of indices");
  }
  std::vector<std::uint32_t> values(accessor_.count);
  if (!elements_.bytes.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = unsigned_component(elements_.at(i), accessor_.componentType);
    }
  }
  for (std::size_t i = 0; i < sparse_count(); ++i) {
    const auto [index, value] = replacement(i);
    values[index] = unsigned_component(value, accessor_.componentType);
  }
  return values;
}

}  // namespace engine::gltf
