// SPDX-License-Identifier: MIT
// Test program of the C interface without memory, linked to libphotopic.so: each allocation of a call fails once, the
// call says so, and works when there is memory again. Ends with 1 and the places that failed.
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "check.h"
#include "structs.h"

namespace {

using test::with_head;

/// Of the library's: how many succeed; below 0, all do.
int remaining = -1;

/// Drivers ask for such memory as well, and may not look at what they get.
bool is_ours(void* caller) noexcept {
  Dl_info info = {};
  return dladdr(caller, &info) != 0 && std::strstr(info.dli_fname, "libphotopic.so") != nullptr;
}

void* allocate(std::size_t size, void* caller) noexcept {
  if (remaining >= 0 && is_ours(caller)) {
    if (remaining == 0) return nullptr;
    --remaining;
  }
  return std::malloc(size > 0 ? size : 1);
}

}  // namespace

// Not inlined: GCC would warn of malloc() and free() beside new and delete.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, __builtin_return_address(0));
}
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, __builtin_return_address(0));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

/// Calls with 0, 1, 2, ... allocations that succeed, until all do. How many the call makes; at most 1000.
template <class Call>
int fail_each(const char* name, const Call& call) {
  int made = 0;
  photopic_result result = PHOTOPIC_OUT_OF_MEMORY;
  for (; result != PHOTOPIC_OK && made < 1000; ++made) {
    remaining = made;
    result = call();
    remaining = -1;
    const bool is_expected = result == PHOTOPIC_OK || result == PHOTOPIC_OUT_OF_MEMORY;
    CHECK(is_expected);
    if (result == PHOTOPIC_OUT_OF_MEMORY) {
      CHECK(std::strstr(photopic_last_error(), "host memory") != nullptr ||
            std::strstr(photopic_last_error(), "VK_ERROR_OUT_OF_HOST_MEMORY") != nullptr);
    }
    if (!is_expected) return 0;
  }
  std::printf("%s: %d allocations\n", name, made - 1);
  return made - 1;
}

void test_all() {
  photopic_settings* settings = nullptr;
  CHECK(fail_each("photopic_settings_create", [&] { return photopic_settings_create(&settings); }) == 1);
  photopic_metrics_result* result = nullptr;
  CHECK(fail_each("photopic_metrics_result_create", [&] { return photopic_metrics_result_create(&result); }) == 1);
  photopic_headless* headless = nullptr;
  CHECK(fail_each("photopic_headless_create", [&] { return photopic_headless_create(nullptr, &headless); }) >= 1);
  if (headless == nullptr || result == nullptr || settings == nullptr) return;

  static float scene[16 * 16 * 3];
  static unsigned char picture[16 * 16 * 3];
  auto hdr = with_head<photopic_picture>();
  hdr.samples = scene;
  hdr.width = 16;
  hdr.height = 16;
  hdr.channels = 3;
  hdr.sample = PHOTOPIC_SAMPLE_F32;
  photopic_picture ldr = hdr;
  ldr.samples = picture;
  ldr.sample = PHOTOPIC_SAMPLE_U8;
  for (float& value : scene) value = 4.0f;
  auto info = with_head<photopic_compare_info>();
  info.metrics = PHOTOPIC_METRIC_ERRORS;
  CHECK(fail_each("photopic_compare", [&] { return photopic_compare(headless, &ldr, &ldr, &info, result); }) > 5);
  scene[0] = NAN;  // pictures that are copied
  info.nan_equal = VK_TRUE;
  CHECK(fail_each("photopic_compare", [&] { return photopic_compare(headless, &hdr, &hdr, &info, result); }) > 7);
  scene[0] = 4.0f;
  auto state = with_head<photopic_exposure_state>();
  CHECK(fail_each("photopic_meter", [&] { return photopic_meter(headless, &hdr, settings, &state); }) > 5);
  CHECK(fail_each("photopic_develop", [&] { return photopic_develop(headless, &hdr, settings, &ldr, nullptr); }) > 5);
  CHECK(state.valid_texels == 256 && picture[0] > 0);
  photopic_measurement measurement = {};
  CHECK(photopic_measure(headless, &hdr, settings, &measurement, nullptr) == PHOTOPIC_OK);
  const float step_s = 0.1f;
  auto adapt = with_head<photopic_adapt_info>();
  adapt.measurements = &measurement;
  adapt.delta_times_s = &step_s;
  adapt.count = 1;
  static unsigned char states[1024];
  CHECK(fail_each("photopic_adapt", [&] { return photopic_adapt(headless, &adapt, settings, states); }) >= 2);
  auto light = with_head<photopic_content_light_statistics>();
  CHECK(fail_each("photopic_meter_content_light",
                  [&] { return photopic_meter_content_light(headless, &ldr, nullptr, &light); }) > 5);
  CHECK(light.valid_texels == 256);
  auto flash_info = with_head<photopic_flash_sequence_info>();
  auto statistics = with_head<photopic_flash_statistics>();
  CHECK(fail_each("photopic_flash_sequence", [&] {
          photopic_flash_sequence* sequence = nullptr;
          photopic_result called = photopic_flash_sequence_create(headless, &flash_info, &sequence);
          if (called == PHOTOPIC_OK) called = photopic_flash_sequence_add(sequence, &ldr, 0, &statistics);
          photopic_flash_sequence_destroy(sequence);
          return called;
        }) >= 2);
  CHECK(statistics.frames == 1);
  photopic_headless_destroy(headless);
  photopic_metrics_result_destroy(result);
  photopic_settings_destroy(settings);
}

}  // namespace

int main() {
  test_all();
  return check_summary();
}
