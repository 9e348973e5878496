// SPDX-License-Identifier: MIT
// Parts that the sources of the glTF reader share; not for users of the library.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_COMMON_H
#define PHOTOPIC_ENGINE_SCENE_READER_COMMON_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::gltf {

using Bytes = std::span<const unsigned char>;
using ByteVector = std::vector<unsigned char>;

/// Why a file isn't shown, without the file's name.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void refuse(const std::string& reason);

/// Runs `function`; a Refusal from it gets "WHAT: " in front.
template <typename Function>
decltype(auto) within(const std::string& what, Function function) {
  try {
    return function();
  } catch (const Refusal& refusal) {
    refuse(what + ": " + refusal.what());
  }
}

/// One line without control characters, cut to `max_bytes`: words of a file in a message.
std::string printable(std::string_view text, std::size_t max_bytes = 100);
/// printable(), in quotation marks.
std::string in_quotes(std::string_view text);
/// "needs the extension "NAME", which is not supported".
std::string needs_extension(std::string_view name);
/// "accessor 12".
std::string numbered(std::string_view name, std::size_t number);

/// Lines in the order of their first appearance; what comes again is counted.
class Warnings {
 public:
  void add(const std::string& text, std::size_t times = 1);
  std::vector<std::string> lines() const;

 private:
  std::vector<std::pair<std::string, std::size_t>> counts_;
  std::unordered_map<std::string, std::size_t> places_;  ///< in counts_
};

/// Memory that the meshes may take, in proportion to what the file holds: shared accessors could ask for any amount,
/// and so could meshes that many nodes show.
class Budget {
 public:
  static constexpr std::uint64_t kMeshes = std::uint64_t{64} << 20;    ///< for nothing
  static constexpr std::uint64_t kInstances = std::uint64_t{1} << 30;  ///< for nothing: few meshes make a forest
  explicit Budget(std::uint64_t free_bytes, std::uint64_t buffer_bytes);
  /// Refuses when it is used up.
  void spend(std::uint64_t count, std::uint64_t bytes_each);

 private:
  std::uint64_t left_bytes_;
};

}  // namespace engine::gltf

#endif
