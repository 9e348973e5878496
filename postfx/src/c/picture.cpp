// SPDX-License-Identifier: MIT
// Pictures of the C interface: checks, and luminances.
#include "c/picture.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "c/structs.h"

namespace photopic::c {
namespace {

static_assert(PHOTOPIC_SAMPLE_U8 == static_cast<int>(Sample::u8) &&
              PHOTOPIC_SAMPLE_U16 == static_cast<int>(Sample::u16) &&
              PHOTOPIC_SAMPLE_F16 == static_cast<int>(Sample::f16) &&
              PHOTOPIC_SAMPLE_F32 == static_cast<int>(Sample::f32));

constexpr std::uint32_t kMaxSide = 65535;  // what recordings take

/// IEEE 754 binary16.
float of_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = half >> 10 & 31u;
  const std::uint32_t fraction = half & 1023u;
  if (exponent == 0) {
    const float value = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -value : value;
  }
  const std::uint32_t wide = exponent == 31 ? 255u : exponent + 112u;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

/// Whether the last byte of the rows has an address, and lies within the largest object that there can be.
bool have_addresses(const Picture& picture, std::size_t tight) {
  const std::size_t steps = picture.extent.height - 1;
  constexpr std::size_t kMost = PTRDIFF_MAX;
  if (steps > (kMost - tight) / picture.row_bytes) return false;
  return reinterpret_cast<std::uintptr_t>(picture.samples) <= UINTPTR_MAX - (steps * picture.row_bytes + tight);
}

/// Picture::row_bytes; the rest of `out` is there.
photopic_result take_rows(const char* function, const char* name, const photopic_picture& picture,
                          Picture* out) noexcept {
  const std::size_t sample = sample_bytes(out->sample);
  const std::size_t tight = sample * picture.channels * picture.width;
  out->row_bytes = value_or(picture.row_bytes, tight);
  if (out->row_bytes < tight) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->row_bytes = %zu: a row has %zu", function, name, out->row_bytes,
                tight);
  }
  if (out->row_bytes % sample != 0) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->row_bytes = %zu: must be a multiple of %zu, the bytes of a sample",
                function, name, out->row_bytes, sample);
  }
  if (!have_addresses(*out, tight)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->row_bytes = %zu: %u rows of it don't fit the address space",
                function, name, out->row_bytes, picture.height);
  }
  return PHOTOPIC_OK;
}

}  // namespace

photopic_result take_picture(const char* function, const char* name, const photopic_picture* given,
                             Picture* out) noexcept {
  photopic_picture picture;
  PHOTOPIC_TRY(take(function, name, given, &picture));
  if (picture.samples == nullptr) return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->samples: is null", function, name);
  if (picture.width == 0 || picture.height == 0 || picture.width > kMaxSide || picture.height > kMaxSide) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s: %u x %u: must be within 1 x 1 and %u x %u", function, name,
                picture.width, picture.height, kMaxSide, kMaxSide);
  }
  if (picture.channels != 1 && picture.channels != 3 && picture.channels != 4) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->channels = %u: must be 1, 3 or 4", function, name,
                picture.channels);
  }
  if (picture.sample > PHOTOPIC_SAMPLE_F32) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->sample = %u: must be a PHOTOPIC_SAMPLE", function, name,
                picture.sample);
  }
  out->samples = static_cast<std::byte*>(picture.samples);
  out->extent = {picture.width, picture.height};
  out->channels = picture.channels;
  out->sample = static_cast<Sample>(picture.sample);
  return take_rows(function, name, picture, out);
}

float value_at(const std::byte* samples, std::size_t index, Sample sample) noexcept {
  if (sample == Sample::u8) return static_cast<float>(samples[index]);
  if (sample == Sample::f32) {
    float value;
    std::memcpy(&value, samples + index * sizeof value, sizeof value);
    return value;
  }
  std::uint16_t word;
  std::memcpy(&word, samples + index * sizeof word, sizeof word);
  return sample == Sample::f16 ? of_half(word) : static_cast<float>(word);
}

void copy_luminances(const Picture& picture, float* out) noexcept {
  constexpr float kRow[] = {0.2126f, 0.7152f, 0.0722f};  // ITU-R BT.709
  for (std::uint32_t y = 0; y < picture.extent.height; ++y) {
    const std::byte* const row = picture.samples + y * picture.row_bytes;
    for (std::size_t x = 0; x < picture.extent.width; ++x) {
      float luminance = 0.0f;
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::size_t from = picture.channels == 1 ? 0 : channel;
        luminance += kRow[channel] * value_at(row, x * picture.channels + from, picture.sample);
      }
      *out++ = luminance;
    }
  }
}

}  // namespace photopic::c
