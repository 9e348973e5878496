// SPDX-License-Identifier: MIT
// Part of an object that has the size of pictures.
#ifndef PHOTOPIC_SRC_GPU_MEMORY_SIZED_H
#define PHOTOPIC_SRC_GPU_MEMORY_SIZED_H

#include <memory>
#include <new>
#include <utility>

#include "gpu/host/gpu.h"
#include "gpu/host/report.h"

namespace photopic {

/// Owns a `T`, which has a constructor from `const Gpu&` and more arguments.
template <class T>
class Sized final : private SizedPart {
 public:
  explicit Sized(const Gpu& gpu) noexcept : gpu_(gpu) { gpu_.sized_parts.add(*this); }
  ~Sized() { gpu_.sized_parts.remove(*this); }
  Sized(const Sized&) = delete;
  Sized& operator=(const Sized&) = delete;

  /// Constructs a T and fills it by `create`, a function T& -> Status. The first T is in use at once. A later one waits
  /// beside it for SizedParts::end_resize().
  template <class Create, class... Arguments>
  Status make(Create create, Arguments... arguments) noexcept {
    const SizedMemory sized(gpu_);
    std::unique_ptr<T> made(new (std::nothrow) T(gpu_, arguments...));
    if (made == nullptr) return report(gpu_.device, Status::out_of_memory, "resize: out of host memory");
    const Status status = create(*made);
    if (status == Status::ok) (used_ == nullptr ? used_ : new_) = std::move(made);
    return status;
  }

  T* operator->() const noexcept { return used_.get(); }
  T& operator*() const noexcept { return *used_; }
  explicit operator bool() const noexcept { return used_ != nullptr; }

 private:
  void end_resize(bool is_made) noexcept override {
    if (is_made && new_ != nullptr) used_ = std::move(new_);
    new_.reset();
  }

  const Gpu& gpu_;
  std::unique_ptr<T> used_;
  std::unique_ptr<T> new_;
};

}  // namespace photopic

#endif
