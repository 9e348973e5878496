// SPDX-License-Identifier: MIT
// Reading and writing of the file that keeps compiled pipelines.
#include "engine/device/pipeline_cache.h"

#include <cstddef>
#include <fstream>
#include <vector>

#include "engine/device/cache_file.h"
#include "engine/device/context.h"

namespace engine {
namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{64} << 20;  // Photopic's pipelines take a few MiB

/// Nothing of what is missing, no file, or too large to be one of ours.
std::vector<char> read_all(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error || size > kMaxBytes) return {};
  std::vector<char> data(size);
  std::ifstream stream(file, std::ios::binary);
  stream.read(data.data(), std::streamsize(size));
  data.resize(std::size_t(stream.gcount()));
  return data;
}

}  // namespace

std::filesystem::path default_pipeline_cache_file() {
  const std::filesystem::path folder = cache_folder();
  return folder.empty() ? folder : folder / "pipelines.bin";
}

VkPipelineCache load_pipeline_cache(const Context& context, const std::filesystem::path& file) {
  const std::vector<char> data = read_all(file);
  const VkPipelineCacheCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
      .initialDataSize = data.size(),  // the driver ignores data of another device or version
      .pInitialData = data.data()};
  VkPipelineCache cache = VK_NULL_HANDLE;
  check(context.vk().vkCreatePipelineCache(context.device(), &info, nullptr, &cache), "vkCreatePipelineCache");
  return cache;
}

void save_pipeline_cache(const Context& context, VkPipelineCache cache, const std::filesystem::path& file) noexcept {
  try {
    remove_cache_leftovers(file);
    std::size_t size = 0;
    if (context.vk().vkGetPipelineCacheData(context.device(), cache, &size, nullptr) != VK_SUCCESS) return;
    std::vector<std::byte> data(size);
    if (context.vk().vkGetPipelineCacheData(context.device(), cache, &size, data.data()) != VK_SUCCESS) return;
    std::error_code error;
    if (std::filesystem::file_size(file, error) == size && !error) return;
    write_cache_file(file, {data});
  } catch (...) {
    // Out of memory: the next run compiles again.
  }
}

}  // namespace engine
