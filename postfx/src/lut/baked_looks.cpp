// SPDX-License-Identifier: MIT
// Choice of a slot for a look, and recording of the bake.
#include "lut/baked_looks.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>

#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "lut/passes.h"

namespace photopic {
namespace {

// One more than looks in use, so that a new one is written beside those that earlier frames read.
constexpr std::uint32_t kMaxSlots = 8;
std::uint32_t slot_count_of(const MadeFor& info) { return std::min(info.view_count + 1, kMaxSlots); }

// Of the bake. As many as fill a large device; where a workgroup is a task of one thread, its end costs more than it
// brings.
constexpr std::uint32_t kWorkgroups = 256;
constexpr std::uint32_t kWorkgroupsCpu = 8;

VkDeviceSize aligned(const Gpu& gpu, VkDeviceSize bytes) {
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu.limits.minStorageBufferOffsetAlignment, 1);
  return (bytes + alignment - 1) / alignment * alignment;
}

/// FNV-1a over words; never 0, which is the header of a slot that holds nothing.
std::uint64_t hash_of_words(const void* words, std::size_t size_bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < size_bytes; i += 4) {
    std::uint32_t word;
    std::memcpy(&word, static_cast<const char*>(words) + i, 4);
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 32;
  }
  return hash != 0 ? hash : 1;
}

}  // namespace

Status BakedLooks::create(const MadeFor& info) noexcept {
  if (info.lut_size == 0) return Status::ok;
  slot_count_ = slot_count_of(info);
  hashes_.reset(new (std::nothrow) std::uint64_t[slot_count_]());
  order_.reset(new (std::nothrow) std::uint32_t[slot_count_]);
  if (hashes_ == nullptr || order_ == nullptr) {
    return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  }
  std::iota(order_.get(), order_.get() + slot_count_, 0u);
  constexpr VkDeviceSize kNodeBytes = 8;
  nodes_bytes_ = kNodeBytes * info.lut_size * info.lut_size * info.lut_size;
  nodes_stride_bytes_ = aligned(gpu_, nodes_bytes_);
  header_stride_bytes_ = aligned(gpu_, sizeof(gpu::LutHeader));
  Status status = nodes_.create(nodes_stride_bytes_ * slot_count_, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (status == Status::ok) {
    status = headers_.create_mapped(header_stride_bytes_ * slot_count_, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  }
  if (status == Status::ok) status = bake_.create(passes::bake);
  if (status != Status::ok) return status;
  return for_each_encoding(info, [&](OutputEncoding encoding) {
    const Specialization constants[] = {{PHOTOPIC_SPEC_OPERATORS, info.tone_mappers},
                                        {PHOTOPIC_SPEC_ENCODING, static_cast<std::uint32_t>(encoding)},
                                        {PHOTOPIC_SPEC_LUT_SIZE, info.lut_size}};
    return bake_.add_variant(static_cast<std::uint32_t>(encoding), constants);
  });
}

std::uint64_t BakedLooks::hash_of(FinishVariant variant, const gpu::FinishTables& tables) noexcept {
  Key key = {variant.tone_mapper, static_cast<std::uint32_t>(variant.encoding), {}};
  // Of the tables, what the bake reads.
  std::copy(std::begin(tables.operator_parameters), std::end(tables.operator_parameters),
            key.tables.operator_parameters);
  gpu::DisplayParams& display = key.tables.display;
  display = tables.display;
  std::fill(std::begin(display.input_to_scene), std::end(display.input_to_scene), 0.0f);
  std::fill(std::begin(display.balanced_to_scene), std::end(display.balanced_to_scene), 0.0f);
  std::fill(std::begin(display.scene_to_ap1), std::end(display.scene_to_ap1), 0.0f);
  std::fill(std::begin(display.ap1_to_scene), std::end(display.ap1_to_scene), 0.0f);
  display.is_balanced = 0;
  display.compresses_gamut = 0;
  display.ui_is_power22 = 0;
  display.ui_is_encoded = 0;
  display.ui_white = 0.0f;
  display.ui_scene_limit = 0.0f;
  display.least_alpha = 0.0f;
  key.tables.lut = tables.lut;
  key.tables.look = tables.look;
  static_assert(sizeof(Key) % 4 == 0);
  if (hash_ == 0 || std::memcmp(&key, &key_, sizeof key) != 0) {
    key_ = key;
    hash_ = hash_of_words(&key, sizeof key);
  }
  return hash_;
}

BakedLook BakedLooks::look_of(FinishVariant variant, const gpu::FinishTables& tables,
                              const Binding& host_tables) noexcept {
  const std::uint64_t hash = hash_of(variant, tables);
  std::uint32_t* const first = order_.get();
  std::uint32_t* const last = first + slot_count_ - 1;
  std::uint32_t* const found = std::find_if(first, last, [&](std::uint32_t slot) { return hashes_[slot] == hash; });
  const std::uint32_t slot = *found;
  hashes_[slot] = hash;
  std::rotate(first, found, found + 1);
  return {variant, hash, buffer_binding(nodes_.handle(), slot * nodes_stride_bytes_, nodes_bytes_),
          buffer_binding(headers_.handle(), slot * header_stride_bytes_, sizeof(gpu::LutHeader)), host_tables};
}

void BakedLooks::record(VkCommandBuffer command_buffer, const BakedLook& look, const Binding& finish) const noexcept {
  const gpu::BakeParams params = {static_cast<std::uint32_t>(look.hash), static_cast<std::uint32_t>(look.hash >> 32),
                                  look.variant.tone_mapper};
  const Binding bindings[] = {look.nodes, look.header, finish, look.tables};
  const auto nodes = static_cast<std::uint32_t>(nodes_bytes_ / 8);
  const std::uint32_t groups =
      std::min(divide_up(nodes, PHOTOPIC_BAKE_INVOCATIONS), gpu_.is_cpu ? kWorkgroupsCpu : kWorkgroups);
  bake_.dispatch(command_buffer, static_cast<std::uint32_t>(look.variant.encoding), {groups, 1}, params, bindings);
}

}  // namespace photopic
