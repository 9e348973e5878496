// SPDX-License-Identifier: MIT
// Files of the cache of light: reading, writing, removing of old ones.
#include "engine/scene/light/light_cache.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/cache_file.h"

namespace engine {
namespace {

/// In front of each file.
struct Header {
  char magic[8] = {'P', 'H', 'O', 'L', 'I', 'G', 'H', 'T'};
  std::uint64_t key = 0;
  std::uint64_t size_bytes = 0;  ///< of what follows
  std::uint64_t check = 0;       ///< its hash
};

/// Words of 8 bytes, the last one filled with zeros.
std::uint64_t hash_of(std::uint64_t hash, std::span<const std::byte> bytes) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  }
  return (hash ^ bytes.size()) * kFactor;
}

std::string name_of(std::uint64_t key) {
  std::string name;
  for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[key >> shift & 15];
  return name + ".light";
}

/// The oldest ones until the others are within the limit.
void remove_old(const std::filesystem::path& folder, std::uintmax_t most_bytes) {
  struct Entry {
    std::filesystem::file_time_type used;
    std::filesystem::path file;
    std::uintmax_t size_bytes;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::error_code gone;  // another program removes too
    if (entry.path().extension() != ".light") continue;
    const Entry one = {entry.last_write_time(gone), entry.path(), entry.file_size(gone)};
    if (gone) continue;
    sum += one.size_bytes;
    entries.push_back(one);
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (sum <= most_bytes) return;
    std::error_code gone;
    std::filesystem::remove(entry.file, gone);
    sum -= entry.size_bytes;
  }
}

}  // namespace

LightKey::LightKey() : hash_(0) {
  constexpr std::string_view kCode = PHOTOPIC_LIGHT_CODE;  // hash of the sources, by CMake
  constexpr std::string_view kCompiler = __VERSION__;
#ifdef __OPTIMIZE__
  constexpr bool kIsOptimized = true;
#else
  constexpr bool kIsOptimized = false;
#endif
  add(std::span(kCode));
  add(std::span(kCompiler));
  add(kIsOptimized);
}

void LightKey::add_bytes(std::span<const std::byte> bytes) { hash_ = hash_of(hash_, bytes); }

std::filesystem::path LightCache::default_folder() {
  const std::filesystem::path folder = cache_folder();
  return folder.empty() ? folder : folder / "light";
}

std::filesystem::path LightCache::file_of(std::uint64_t key) const { return folder_ / name_of(key); }

std::optional<KeptLight> LightCache::find(std::uint64_t key) const {
  std::error_code error;
  const std::filesystem::path file = file_of(key);
  if (!is_on() || !std::filesystem::is_regular_file(file, error)) return std::nullopt;
  const std::uintmax_t size_bytes = std::filesystem::file_size(file, error);
  if (error || size_bytes < sizeof(Header) || size_bytes > most_bytes_) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  Header header;
  KeptLight result(std::size_t(size_bytes) - sizeof header);
  const std::span<std::byte> bytes = result.bytes();
  stream.read(reinterpret_cast<char*>(&header), sizeof header);
  stream.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  const bool is_ours = stream && std::memcmp(header.magic, Header().magic, sizeof header.magic) == 0 &&
                       header.key == key && header.size_bytes == bytes.size() && header.check == hash_of(0, bytes);
  if (!is_ours) return std::nullopt;
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now(), error);  // it is in use
  return result;
}

void LightCache::keep(std::uint64_t key, std::span<const std::byte> result) const noexcept {
  try {
    if (!is_on() || sizeof(Header) + result.size() > most_bytes_) return;
    const Header header = {.key = key, .size_bytes = result.size(), .check = hash_of(0, result)};
    const std::filesystem::path file = file_of(key);
    write_cache_file(file, {std::as_bytes(std::span(&header, 1)), result});
    remove_cache_leftovers(file);
    remove_old(folder_, most_bytes_);
  } catch (...) {
    // Out of memory, or no such folder: the next run works it out again.
  }
}

}  // namespace engine
