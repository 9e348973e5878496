// SPDX-License-Identifier: MIT
// Comparison, metering and development of pictures in the CPU's memory, on a device of the library's own: nothing of
// Vulkan is needed. <photopic/c/memory.h> has the same for C and says what each call does.
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

/// A picture in memory of the caller's, which must live during calls: rows from the top, channels side by side.
struct Pixels : photopic_picture {
  /// `channels` is 1 (grey), 3 (RGB) or 4 (RGB, alpha); rows follow each other.
  Pixels(const void* from, photopic_sample kind, std::uint32_t picture_width, std::uint32_t picture_height,
         std::uint32_t picture_channels) noexcept
      : photopic_picture{
            sizeof(photopic_picture), PHOTOPIC_INTERFACE_VERSION, const_cast<void*>(from),         0, picture_width,
            picture_height,           picture_channels,           static_cast<std::uint32_t>(kind)} {}
  /// Of a container with data() and size(): std::uint8_t and std::uint16_t are sRGB codes, float is linear. The
  /// channels follow from its size.
  template <class Container, class = decltype(std::declval<const Container&>().data())>
  Pixels(const Container& samples, std::uint32_t picture_width, std::uint32_t picture_height) noexcept
      : Pixels(samples.data(), kind_of<std::remove_const_t<std::remove_pointer_t<decltype(samples.data())>>>(),
               picture_width, picture_height, channels_of(samples.size(), picture_width, picture_height)) {}

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
  /// 0, which calls refuse, where samples are left over.
  static constexpr std::uint32_t channels_of(std::size_t samples, std::size_t width, std::size_t height) noexcept {
    const std::size_t pixels = width * height;
    const bool is_whole = width != 0 && height != 0 && pixels / width == height && samples % pixels == 0;
    return is_whole && samples / pixels <= 4 ? static_cast<std::uint32_t>(samples / pixels) : 0;
  }
};

/// How pictures are compared. All by default.
struct CompareInfo : photopic_compare_info {
  CompareInfo() noexcept : photopic_compare_info{} {
    size = sizeof(photopic_compare_info);
    version = PHOTOPIC_INTERFACE_VERSION;
  }
};

/// Numbers of one comparison, or why there are none.
class Comparison {
 public:
  Status status() const noexcept { return status_; }
  /// Why the comparison failed; empty if it didn't.
  const std::string& message() const noexcept { return message_; }
  /// True if it failed, as that of Status.
  bool operator!() const noexcept { return !status_; }

  /// A number by its name in docs/regression.md: "psnr_rgb", "flip_mean". NaN if it wasn't measured.
  double operator[](const char* name) const noexcept {
    double value = std::numeric_limits<double>::quiet_NaN();
    if (numbers_ != nullptr) (void)photopic_metrics_result_get(numbers_.get(), name, &value);
    return value;
  }
  /// False if the number is larger, if it wasn't measured, and if the comparison failed.
  bool at_most(const char* name, double limit) const noexcept { return (*this)[name] <= limit; }
  /// The same for a number that is smaller.
  bool at_least(const char* name, double limit) const noexcept { return (*this)[name] >= limit; }

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

/// A device, and what was made on it for the last calls. One thread at a time; objects are independent.
class Headless {
 public:
  /// `device`: index or part of a name; null: a discrete GPU, else integrated, ..., a CPU last. Unsupported: no loader,
  /// no driver, or no such device.
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
  /// Of the device; empty without one.
  const char* device_name() const noexcept { return photopic_headless_device_name(handle_.get()); }
  /// Why the last call failed; empty if it didn't.
  const std::string& message() const noexcept { return message_; }

  /// Metrics of the difference of two pictures of the same size and samples. Without a device it fails.
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
  /// Meters a scene-linear picture of floats, as its first frame.
  Status meter(const Pixels& hdr, const Settings& settings, photopic_exposure_state* out) {
    const Status status = photopic_meter(handle_.get(), &hdr, &settings, out);
    (void)keep(status);
    return status;
  }
  /// Meters, exposes, adds effects and tone maps: one frame. The samples of `out` are written. `state` may be null.
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

/// A device that has been made. Without one, message() says why, and all comparisons fail.
inline Headless headless(const char* device = nullptr) {
  Headless made;
  (void)made.create(device);
  return made;
}

}  // namespace photopic

#endif
