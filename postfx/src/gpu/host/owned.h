// SPDX-License-Identifier: MIT
// The library's side of <photopic/owned.h>. A class needs `template struct detail::Destroy<NAME::Impl>;`.
#ifndef PHOTOPIC_SRC_GPU_HOST_OWNED_H
#define PHOTOPIC_SRC_GPU_HOST_OWNED_H

#include <photopic/owned.h>

#include <new>
#include <utility>

#include "gpu/host/report.h"

namespace photopic {

template <class Impl>
void detail::Destroy<Impl>::operator()(Impl* impl) const noexcept {
  delete impl;
}

/// create() of a class: `*out` takes a new Impl, or stays as it is. `out`: null, if the caller's object is.
template <class Impl, class Info>
Status create_owned(const char* function, const Device& device, const Info& info, detail::Owned<Impl>* out) noexcept {
  if (out == nullptr) return report(device, Status::invalid_argument, "%s: out is null", function);
  detail::Owned<Impl> made(new (std::nothrow) Impl);
  if (made == nullptr) return report(device, Status::out_of_memory, "%s: out of host memory", function);
  PHOTOPIC_TRY(made->gpu.init(device, function));
  PHOTOPIC_TRY(made->create(info));
  *out = std::move(made);
  return Status::ok;
}

}  // namespace photopic

#endif
