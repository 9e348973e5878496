// SPDX-License-Identifier: MIT
// Vulkan functions with code of a test around them, for the loader shim of tests and for the tests' layer.
#ifndef PHOTOPIC_TESTS_LAYER_WRAPPER_H
#define PHOTOPIC_TESTS_LAYER_WRAPPER_H

#include <vulkan/vulkan_core.h>

namespace test {

/// `call` is what the caller gets in place of `real`: it calls Hooks::call<kIndex>(NAME, real, arguments...). `real` is
/// one for the process, so devices that are wrapped at the same time have the same driver.
template <class Hooks, class Function, int kIndex>
struct Wrapper;

template <class Hooks, class Result, class... Args, int kIndex>
struct Wrapper<Hooks, Result(VKAPI_PTR*)(Args...), kIndex> {
  static inline Result(VKAPI_PTR* real)(Args...) = nullptr;
  static inline const char* name = nullptr;

  static VKAPI_ATTR Result VKAPI_CALL call(Args... args) { return Hooks::template call<kIndex>(name, real, args...); }
};

/// The wrapper of `real`, a function called `name`; null if that is null.
template <class Hooks, class Function, int kIndex>
PFN_vkVoidFunction wrap(const char* name, PFN_vkVoidFunction real) {
  using Wrapped = Wrapper<Hooks, Function, kIndex>;
  Wrapped::name = name;
  Wrapped::real = reinterpret_cast<Function>(real);
  return real == nullptr ? nullptr : reinterpret_cast<PFN_vkVoidFunction>(&Wrapped::call);
}

}  // namespace test

#endif
