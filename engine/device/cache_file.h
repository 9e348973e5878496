// SPDX-License-Identifier: MIT
// Files of caches: what programs keep between runs, and can do without.
#ifndef PHOTOPIC_ENGINE_CACHE_FILE_H
#define PHOTOPIC_ENGINE_CACHE_FILE_H

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <span>

namespace engine {

/// $XDG_CACHE_HOME/photopic or ~/.cache/photopic; empty if neither is known.
std::filesystem::path cache_folder();

/// Makes the folder of a cache and those above it, but never $HOME: a home that isn't there isn't wanted. Whether it is
/// there.
bool make_cache_folder(const std::filesystem::path& folder);

/// Replaces a file in one step by these parts, one after the other. Makes its folder. What fails leaves the file as it
/// was. May throw std::bad_alloc and std::filesystem errors.
void write_cache_file(const std::filesystem::path& file, std::initializer_list<std::span<const std::byte>> parts);

/// Removes what killed runs have left beside files of this kind: temporaries FILE.PID, a day old.
void remove_cache_leftovers(const std::filesystem::path& file) noexcept;

}  // namespace engine

#endif
