// SPDX-License-Identifier: MIT
// Gathering of pipelines, and their making.
#include "gpu/passes/pipeline_batch.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "gpu/host/report.h"
#include "gpu/passes/draw_pass.h"
#include "gpu/passes/pass.h"

namespace photopic {

struct PipelineBatch::Request {
  Pass* pass;
  std::uint32_t variant;
  std::uint32_t constant_count;
  Request* next;
  std::unique_ptr<Specialization[]> constants;
  std::unique_ptr<VkSpecializationMapEntry[]> entries;
};

bool PipelineBatch::add(Pass& pass, std::uint32_t variant, std::span<const Specialization> constants) noexcept {
  std::unique_ptr<Request> request(new (std::nothrow) Request{&pass, variant, 0, first_, nullptr, nullptr});
  if (request == nullptr) return false;
  request->constants.reset(new (std::nothrow) Specialization[constants.size()]);
  request->entries.reset(new (std::nothrow) VkSpecializationMapEntry[constants.size()]);
  if (request->constants == nullptr || request->entries == nullptr) return false;
  request->constant_count = static_cast<std::uint32_t>(constants.size());
  for (std::uint32_t i = 0; i < request->constant_count; ++i) {
    request->constants[i] = constants[i];
    const auto offset = static_cast<std::uint32_t>(i * sizeof(Specialization) + offsetof(Specialization, value));
    request->entries[i] = {constants[i].id, offset, sizeof(std::uint32_t)};
  }
  first_ = request.release();
  left_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

namespace {

/// Shader modules that live until their pipelines are made.
class Modules {
 public:
  Modules(const Gpu& gpu, std::uint32_t count) : gpu_(gpu), modules_(new (std::nothrow) VkShaderModule[count]()) {}
  ~Modules() {
    for (std::uint32_t i = 0; i < made_; ++i) {
      gpu_.vk.vkDestroyShaderModule(gpu_.device.device, modules_[i], gpu_.device.allocator);
    }
  }
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  bool has_memory() const { return modules_ != nullptr; }
  VkShaderModule last() const { return modules_[made_ - 1]; }
  Status add(const Pass& pass, std::span<const Specialization> constants) noexcept {
    const Status status = pass.create_module(constants, &modules_[made_]);
    if (status == Status::ok) ++made_;
    return status;
  }

 private:
  const Gpu& gpu_;
  const std::unique_ptr<VkShaderModule[]> modules_;
  std::uint32_t made_ = 0;
};

}  // namespace

Status PipelineBatch::create(const Gpu& gpu, std::uint32_t most) noexcept {
  const std::uint32_t count = std::min(left_.load(std::memory_order_relaxed), most);
  if (count == 0) return Status::ok;
  const std::unique_ptr<VkComputePipelineCreateInfo[]> infos(new (std::nothrow) VkComputePipelineCreateInfo[count]());
  const std::unique_ptr<DrawPipelineInfo[]> draw_infos(new (std::nothrow) DrawPipelineInfo[count]());
  const std::unique_ptr<VkSpecializationInfo[]> constants(new (std::nothrow) VkSpecializationInfo[count]());
  const std::unique_ptr<VkPipeline[]> pipelines(new (std::nothrow) VkPipeline[count]());
  Modules modules(gpu, count);
  if (infos == nullptr || draw_infos == nullptr || constants == nullptr || pipelines == nullptr ||
      !modules.has_memory()) {
    return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  }
  std::uint32_t compute_count = 0;
  std::uint32_t draw_count = 0;
  const Request* request = first_;
  for (std::uint32_t i = 0; i < count; ++i, request = request->next) {
    constants[i] = {request->constant_count, request->entries.get(), request->constant_count * sizeof(Specialization),
                    request->constants.get()};
    Pass& pass = *request->pass;
    PHOTOPIC_TRY(pass.make_layout());
    const Status made = modules.add(pass, {request->constants.get(), request->constant_count});
    if (made != Status::ok) return made;
    const VkPipelineShaderStageCreateInfo stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                   .pNext = nullptr,
                                                   .flags = 0,
                                                   .stage = pass.stage(),
                                                   .module = modules.last(),
                                                   .pName = "main",
                                                   .pSpecializationInfo = &constants[i]};
    if (pass.draw_state() != nullptr) {
      pass.draw_state()->describe(stage, pass.layout(), &draw_infos[draw_count++]);
      continue;
    }
    VkComputePipelineCreateInfo& info = infos[compute_count++];
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage = stage;
    info.layout = pass.layout();
  }
  Status status = Status::ok;
  if (compute_count != 0) {
    status = check(gpu.device,
                   gpu.vk.vkCreateComputePipelines(gpu.device.device, gpu.device.pipeline_cache, compute_count,
                                                   infos.get(), gpu.device.allocator, pipelines.get()),
                   "vkCreateComputePipelines");
  }
  if (status == Status::ok && draw_count != 0) {
    status = create_draw_pipelines(gpu, draw_infos.get(), draw_count, pipelines.get() + compute_count);
  }
  if (status != Status::ok) {
    // Those that were made; the others are null.
    for (std::uint32_t i = 0; i < count; ++i) {
      if (pipelines[i] == VK_NULL_HANDLE) continue;
      gpu.vk.vkDestroyPipeline(gpu.device.device, pipelines[i], gpu.device.allocator);
    }
    return status;
  }
  const VkPipeline* computing = pipelines.get();
  const VkPipeline* drawing = pipelines.get() + compute_count;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::unique_ptr<Request> done(first_);
    first_ = done->next;
    done->pass->set_pipeline(done->variant, done->pass->draw_state() != nullptr ? *drawing++ : *computing++);
  }
  left_.fetch_sub(count, std::memory_order_release);
  return status;
}

Status PipelineBatch::prepare(const Gpu& gpu, std::uint32_t most) noexcept {
  const std::lock_guard<std::mutex> lock(preparing_);
  const Status status = create(gpu, most);
  return status == Status::ok && left() != 0 ? Status::not_prepared : status;
}

Status PipelineBatch::check_made(const Gpu& gpu, const char* function) const noexcept {
  const std::uint32_t count = left();
  if (count == 0) return Status::ok;
  return report(gpu.device, Status::not_prepared, "%s: pipelines: %u are left for prepare() to make", function, count);
}

void PipelineBatch::clear() noexcept {
  while (first_ != nullptr) {
    const std::unique_ptr<Request> request(first_);
    first_ = request->next;
  }
}

}  // namespace photopic
