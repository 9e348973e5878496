// SPDX-License-Identifier: MIT
// Ownership of an Impl, the part of a class that isn't in its header.
#ifndef PHOTOPIC_OWNED_H
#define PHOTOPIC_OWNED_H

#include <memory>

namespace photopic::detail {

/// Deleter of an Impl, which is defined in the library for each class.
template <class Impl>
struct Destroy {
  void operator()(Impl* impl) const noexcept;
};
/// Owned Impl; null before create(). Assigning destroys the previous Impl.
template <class Impl>
using Owned = std::unique_ptr<Impl, Destroy<Impl>>;

}  // namespace photopic::detail

#endif
