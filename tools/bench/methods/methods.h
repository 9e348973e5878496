// SPDX-License-Identifier: MIT
// Measured operations, by name.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_METHODS_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_METHODS_H

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <bench/interface.h>

#include "bench/methods/pipeline_code.h"
#include "engine/compute_kernel.h"
#include "engine/transfer/commands.h"

namespace bench {

/// Records the operation and nothing else. Before: `hdr` in SHADER_READ_ONLY_OPTIMAL; full barriers around it.
/// Throws engine::Error, nothing recorded, if it can't.
class Record {
 public:
  using Function = std::function<void(VkCommandBuffer, const engine::Image& hdr)>;

  template <class Callable>
  requires(!std::same_as<std::remove_cvref_t<Callable>, Record> &&
           std::invocable<Callable, VkCommandBuffer, const engine::Image&>)
      Record(Callable&& function, std::shared_ptr<const engine::Image> picture = nullptr)
      : function_(std::forward<Callable>(function)), picture_(std::move(picture)) {}

  void operator()(VkCommandBuffer command_buffer, const engine::Image& hdr) const { function_(command_buffer, hdr); }
  /// Picture that the operation writes, in GENERAL; null: none.
  const engine::Image* picture() const { return picture_.get(); }

 private:
  Function function_;
  std::shared_ptr<const engine::Image> picture_;
};

struct Method {
  std::string name;  ///< several of one name are variants: the fastest counts
  Record record;
};

/// The benchmark's own kernels and what they write to. Outlives the methods.
struct Kernels {
  explicit Kernels(const engine::Context& context);

  engine::ComputeKernel empty;
  engine::ComputeKernel read_strided;
  engine::ComputeKernel read_blocks;
  engine::ComputeKernel read_buffer;
  engine::ComputeKernel copy_squares;  ///< tiles of 32 x 32 texels
  engine::ComputeKernel copy_bands;    ///< 128 x 8
  engine::Buffer sink;
};

/// What methods are made from.
struct Rig {
  engine::Context& context;
  const Kernels& kernels;
  PipelineWatch& watch;
};

struct MethodInfo {
  const char* name;
  bool is_always_run;  ///< what the others are compared with
  /// For images of exactly this extent. Throws engine::Error if the device can't.
  std::function<std::vector<Record>(const Rig& rig, VkExtent2D extent)> make;
};
/// In the order in which they run.
std::span<const MethodInfo> all_methods();
inline constexpr const char* kReadEverything = "read_everything";

/// Ways to read every texel of an image.
std::vector<Record> read_image(const Rig& rig, VkExtent2D extent);

/// One picture to tone map into, in GENERAL.
engine::Image make_ldr_image(const engine::Context& context, VkExtent2D extent,
                             VkFormat format = VK_FORMAT_R8G8B8A8_UNORM);

/// An exposure that leaves the picture neither black nor white.
std::shared_ptr<engine::Buffer> make_exposure(const engine::Context& context);

}  // namespace bench

#endif
