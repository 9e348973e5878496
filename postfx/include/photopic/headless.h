// SPDX-License-Identifier: MIT
// Headless: comparison, metering and development of pictures in CPU memory, on a Vulkan device that the library opens.
// The host needs no Vulkan. Files: decode them and pass their samples. docs/embedding-reference.md has an example with
// libpng; `photopic compare` compares files. <photopic/c/memory.h> has the same calls for C, and documents formats and
// numbers.
#ifndef PHOTOPIC_HEADLESS_H
#define PHOTOPIC_HEADLESS_H

#include <photopic/c/memory.h>
#include <photopic/settings.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace photopic {

/// A picture in the caller's memory: rows from the top, channels interleaved. Must live until the call returns.
struct Pixels : photopic_picture {
  /// `picture_channels`: 1 (grey), 3 (RGB) or 4 (RGB, alpha). Rows have no padding.
  Pixels(const void* from, photopic_sample kind, std::uint32_t picture_width, std::uint32_t picture_height,
         std::uint32_t picture_channels) noexcept
      : photopic_picture{
            sizeof(photopic_picture), PHOTOPIC_INTERFACE_VERSION, const_cast<void*>(from),         0, picture_width,
            picture_height,           picture_channels,           static_cast<std::uint32_t>(kind)} {}
  /// From a container with data() and size(). Elements: std::uint8_t or std::uint16_t (sRGB codes), or float (linear).
  /// The number of channels follows from its size.
  template <class Container, class = decltype(std::declval<const Container&>().data())>
  Pixels(const Container& from, std::uint32_t picture_width, std::uint32_t picture_height) noexcept
      : Pixels(from.data(), kind_of<std::remove_const_t<std::remove_pointer_t<decltype(from.data())>>>(), picture_width,
               picture_height, channels_of(from.size(), picture_width, picture_height)) {}

 private:
  template <class Sample>
  static constexpr photopic_sample kind_of() noexcept {
    static_assert(
        std::is_same_v<Sample, std::uint8_t> || std::is_same_v<Sample, std::uint16_t> || std::is_same_v<Sample, float>,
        "samples are std::uint8_t, std::uint16_t or float; half floats: the other constructor");
    return std::is_same_v<Sample, float>          ? PHOTOPIC_SAMPLE_F32
           : std::is_same_v<Sample, std::uint8_t> ? PHOTOPIC_SAMPLE_U8
                                                  : PHOTOPIC_SAMPLE_U16;
  }
  /// 0 if the size fits no number of channels; calls refuse 0.
  static constexpr std::uint32_t channels_of(std::size_t count, std::size_t width, std::size_t height) noexcept {
    const std::size_t pixels = width * height;
    const bool is_whole = width != 0 && height != 0 && pixels / width == height && count % pixels == 0;
    return is_whole && count / pixels <= 4 ? static_cast<std::uint32_t>(count / pixels) : 0;
  }
};

/// Options of compare(). Default: all metrics of such pictures.
struct CompareInfo : photopic_compare_info {
  CompareInfo() noexcept : photopic_compare_info{} {
    size = sizeof(photopic_compare_info);
    version = PHOTOPIC_INTERFACE_VERSION;
  }
};

/// Result of one comparison: numbers by name, or the reason of its failure.
class Comparison {
 public:
  Status status() const noexcept { return status_; }
  /// Reason of the failure; empty on success.
  const std::string& message() const noexcept { return message_; }
  /// True on failure.
  bool operator!() const noexcept { return !status_; }

  /// Number of that name, such as "psnr_rgb" or "flip_mean": docs/regression.md. NaN if it wasn't measured.
  double operator[](const char* name) const noexcept {
    double value = std::numeric_limits<double>::quiet_NaN();
    if (numbers_ != nullptr) (void)photopic_metrics_result_get(numbers_.get(), name, &value);
    return value;
  }
  /// Whether the number is at most `limit`. False if it wasn't measured or if the comparison failed.
  bool at_most(const char* name, double limit) const noexcept { return (*this)[name] <= limit; }
  /// Whether the number is at least `limit`. False if it wasn't measured or if the comparison failed.
  bool at_least(const char* name, double limit) const noexcept { return (*this)[name] >= limit; }

  /// All numbers: their count, and the name (static) and value of each, in the order of reports.
  std::uint32_t count() const noexcept { return photopic_metrics_result_count(numbers_.get()); }
  const char* name(std::uint32_t index) const noexcept { return photopic_metrics_result_name(numbers_.get(), index); }
  double value(std::uint32_t index) const noexcept { return photopic_metrics_result_value(numbers_.get(), index); }

 private:
  friend class Headless;
  struct Destroy {
    void operator()(photopic_metrics_result* result) const noexcept { photopic_metrics_result_destroy(result); }
  };

  Status status_ = Status::ok;
  std::string message_;
  std::unique_ptr<photopic_metrics_result, Destroy> numbers_;
};

/// A Vulkan device of the library. Keeps pipelines and memory of the last calls for the next ones. One thread at a
/// time; objects are independent of each other. Each call waits for the device.
class Headless {
 public:
  /// Opens a device. `device`: index or part of the name; null: the first of discrete GPU, integrated GPU, virtual GPU,
  /// CPU. unsupported: there is no Vulkan loader, no driver, or no such device.
  Status create(const char* device = nullptr) {
    photopic_headless_info info = {};
    info.size = sizeof info;
    info.version = PHOTOPIC_INTERFACE_VERSION;
    info.device = device;
    photopic_headless* made = nullptr;
    const Status status = photopic_headless_create(&info, &made);
    if (!status) {
      message_ = photopic_last_error();
      return status;
    }
    handle_.reset(made);
    message_.clear();
    return status;
  }
  /// Name of the device; empty without a device.
  const char* device_name() const noexcept { return photopic_headless_device_name(handle_.get()); }
  /// Reason of the last call's failure; empty on success.
  const std::string& message() const noexcept { return message_; }

  /// Metrics of the difference of two pictures with the same size, channels and sample type. Fails without a device.
  Comparison compare(const Pixels& reference, const Pixels& test, const CompareInfo& info = {}) {
    Comparison comparison;
    photopic_metrics_result* numbers = nullptr;
    Status status = photopic_metrics_result_create(&numbers);
    comparison.numbers_.reset(numbers);
    if (status == Status::ok) status = photopic_compare(handle_.get(), &reference, &test, &info, numbers);
    if (!keep(status)) comparison.numbers_.reset();
    comparison.status_ = status;
    comparison.message_ = message_;
    return comparison;
  }
  /// Meters a scene-linear float picture, as a view's first frame.
  Status meter(const Pixels& hdr, const Settings& settings, photopic_exposure_state* out) {
    const Status status = photopic_meter(handle_.get(), &hdr, &settings, out);
    (void)keep(status);
    return status;
  }
  /// Meters, applies effects and tone maps one frame. Writes the samples of `out`. `state` may be null.
  Status develop(const Pixels& hdr, const Settings& settings, const Pixels& out,
                 photopic_exposure_state* state = nullptr) {
    const Status status = photopic_develop(handle_.get(), &hdr, &settings, &out, state);
    (void)keep(status);
    return status;
  }

 private:
  struct Destroy {
    void operator()(photopic_headless* headless) const noexcept { photopic_headless_destroy(headless); }
  };

  bool keep(Status status) {
    const bool is_ok = status == Status::ok;
    message_ = is_ok ? "" : photopic_last_error();
    return is_ok;
  }

  std::unique_ptr<photopic_headless, Destroy> handle_;
  std::string message_;
};

/// A Headless whose create() has run. If that failed, message() has the reason, and every call fails.
inline Headless headless(const char* device = nullptr) {
  Headless made;
  (void)made.create(device);
  return made;
}

}  // namespace photopic

#endif
