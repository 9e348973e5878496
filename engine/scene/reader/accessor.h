// SPDX-License-Identifier: MIT
// The numbers behind an accessor.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_ACCESSOR_H
#define PHOTOPIC_ENGINE_SCENE_READER_ACCESSOR_H

#include "engine/scene/reader.h"

namespace engine::gltf {

/// Refuses an accessor that reaches beyond its buffer view. Refusals name the accessor.
class Accessor {
 public:
  /// `type`: TINYGLTF_TYPE_..., the only one that will do; `use`: what for, in a message.
  Accessor(const Document& document, int index, int type, const std::string& use);

  std::size_t count() const { return accessor_.count; }
  std::size_t sparse_count() const;
  /// Elements [first, first + count), tightly packed; integers as they are, or normalised. Refuses what isn't finite.
  std::vector<float> floats(std::size_t first, std::size_t count) const;
  /// All elements of an unsigned scalar type.
  std::vector<std::uint32_t> unsigned_integers() const;

 private:
  struct Elements {
    Bytes bytes;  ///< from the first element on; empty: all zero
    std::size_t stride = 0;
    const unsigned char* at(std::size_t index) const { return bytes.data() + index * stride; }
  };
  struct Replacement {
    std::size_t index;
    const unsigned char* value;
  };

  Elements elements(int buffer_view, std::size_t offset, std::size_t count, std::size_t element_bytes,
                    std::size_t stride) const;
  void check_sparse();
  Replacement replacement(std::size_t number) const;
  void decode(const unsigned char* element, float* out) const;

  const Document& document_;
  const tinygltf::Accessor& accessor_;
  std::string name_;
  std::size_t components_ = 0;
  std::size_t element_bytes_ = 0;
  Elements elements_;
  Elements sparse_indices_;
  Elements sparse_values_;
};

}  // namespace engine::gltf

#endif
