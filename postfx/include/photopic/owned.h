// SPDX-License-Identifier: MIT
// Ownership of what a class keeps out of its header.
#ifndef PHOTOPIC_OWNED_H
#define PHOTOPIC_OWNED_H

#include <memory>

namespace photopic::detail {

/// Destroys an Impl, which only the library knows. The library has it for each of its classes.
template <class Impl>
struct Destroy {
  void operator()(Impl* impl) const noexcept;
};
/// Null before the class's create(). Moving takes it along; assigning destroys what was there.
template <class Impl>
using Owned = std::unique_ptr<Impl, Destroy<Impl>>;

}  // namespace photopic::detail

#endif
