// SPDX-License-Identifier: MIT
// Cache on disk of a scene's light transport. Best effort: what can't be read or written costs time only.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_LIGHT_CACHE_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_LIGHT_CACHE_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace engine {

/// Hash of what a result is worked out from, 64 bits; also of this build's code for it and its compiler, so that a file
/// has the bits that would be worked out anew. For accidents, not against those who want two to be the same.
class LightKey {
 public:
  LightKey();
  /// Numbers without gaps between them.
  template <class Item>
  void add(std::span<const Item> items) {
    static_assert(std::is_trivially_copyable_v<Item>);
    add_bytes(std::as_bytes(items));
  }
  template <class Item>
  void add(const Item& item) {
    add(std::span(&item, 1));
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_bytes(std::span<const std::byte> bytes);

  std::uint64_t hash_;
};

/// What was kept of a result.
class KeptLight {
 public:
  /// Not yet filled.
  explicit KeptLight(std::size_t size_bytes)
      : bytes_(std::make_unique_for_overwrite<std::byte[]>(size_bytes)), size_bytes_(size_bytes) {}

  std::span<std::byte> bytes() { return {bytes_.get(), size_bytes_}; }
  std::span<const std::byte> bytes() const { return {bytes_.get(), size_bytes_}; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_bytes_;
};

/// A folder of results by their keys, each a file. Used by any number of programs and threads at once.
class LightCache {
 public:
  /// Empty: nothing is kept.
  explicit LightCache(std::filesystem::path folder = {}, std::uintmax_t most_bytes = kMostBytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  /// Under $XDG_CACHE_HOME or ~/.cache; empty if neither is known.
  static std::filesystem::path default_folder();

  bool is_on() const { return !folder_.empty(); }
  /// What was kept under this key; nothing of a file that is missing, damaged or another's.
  std::optional<KeptLight> find(std::uint64_t key) const;
  /// Replaces the file in one step; those that were used longest ago are removed until all take at most `most_bytes`.
  void keep(std::uint64_t key, std::span<const std::byte> result) const noexcept;
  static constexpr std::uintmax_t kMostBytes = std::uintmax_t{256} << 20;

 private:
  std::filesystem::path file_of(std::uint64_t key) const;

  std::filesystem::path folder_;
  std::uintmax_t most_bytes_;
};

}  // namespace engine

#endif
