// SPDX-License-Identifier: MIT
// Comparison of pictures that are on the CPU.
#ifndef PHOTOPIC_TOOLS_COMPARE_COMPARER_H
#define PHOTOPIC_TOOLS_COMPARE_COMPARER_H

#include <photopic/image_metrics.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compare/pictures/alpha.h"
#include "compare/pictures/frame.h"
#include "compare/rules/pixel_distance.h"
#include "engine/transfer/memory.h"

namespace compare {

struct Options {
  std::uint32_t metrics = photopic::kMetricErrors;  ///< bits photopic::Metric; what the pictures can't have is left out
  std::uint32_t required = 0;                       ///< bits photopic::Metric: but without these there is an error
  std::uint32_t maps = 0;                           ///< bits photopic::MetricMap
  photopic::MetricsSettings settings = {};          ///< but metrics, maps, slot, exposures and cluster_threshold
  std::uint32_t cluster_delta = 0;                  ///< clusters are of pixels with a larger error; codes of 8 bits
  /// In place of the settings' error_threshold: codes of 8 bits, whatever the pictures have; of floats values.
  std::optional<double> max_delta = {};
  std::vector<PixelDistance> distances = {};  ///< of RGB codes, or of codes of any kind; Comparison::pixels_above
};

struct Comparison {
  photopic::MetricsResult result;  ///< errors with those of alpha, where a picture isn't opaque; the others are of RGB
  AlphaErrors alpha;
  std::map<PixelDistance, std::uint64_t> pixels_above;  ///< those that are further apart
  std::string note;  ///< what was left out because of what the pictures hold, or of memory; empty: nothing
  /// Those that were asked for and could be made; by MetricMap. A float for each pixel.
  std::map<photopic::MetricMap, std::vector<float>> maps;
};

/// Not so if exact errors are all that is wanted: the CPU has them sooner than a device is open.
bool needs_device(const Options& options);

/// Metrics that pictures like this one can have.
std::uint32_t available_metrics(const Frame& frame);
/// Those that have an error map.
std::uint32_t metrics_with_maps();
/// Throws arguments::UsageError that names the first of `metrics` that they can't have, and why.
void require_metrics(const Frame& frame, std::uint32_t metrics);

/// Opens a device, which must outlive the Comparer. Throws engine::Error.
using OpenDevice = std::function<engine::Context&()>;

/// Keeps what it made for one pair for the next. Not for several threads at once. A pair has the memory of
/// image_io::read_limits(): for its pictures, then maps, and the device has the rest. A pair that doesn't fit is
/// compared in strips, with the same results to the bit. The lowest strips are taken even if they take more.
class Comparer {
 public:
  /// With a device that must outlive it. Where that is a CPU, what doesn't need it is measured without.
  explicit Comparer(engine::Context& context) : context_(&context) {}
  /// With one that is opened for the first pair that needs it.
  explicit Comparer(OpenDevice open) : open_(std::move(open)) {}

  /// Opens it now, and measures everything on it.
  void require_device() {
    context();
    is_device_required_ = true;
  }

  /// `mask`: a byte for each pixel, those of 0 are left out; or empty. Throws Mismatch, engine::Error, and
  /// arguments::UsageError for a setting out of range and a required metric that can't be had. Pixels of floats must be
  /// finite; without luminance in the reference there is no kMetricFlip of them.
  Comparison compare(const Frame& reference, const Frame& test, const Options& options,
                     std::span<const std::uint8_t> mask = {});

 private:
  struct Images {
    std::array<engine::Image, 3> planes;
  };
  void count_above(const Frame& reference, const Frame& test, const Options& options,
                   std::span<const std::uint8_t> mask, Comparison& comparison);
  bool is_for_cpu(const photopic::MetricsSettings& settings) const;
  engine::Context& context();
  void measure(const Frame& reference, const Frame& test, const photopic::MetricsSettings& settings,
               std::span<const std::uint8_t> mask, Comparison& comparison);
  void prepare(const Frame& frame, const photopic::MetricsSettings& settings, bool has_mask,
               std::uint64_t memory_bytes);
  photopic::Status create(std::uint64_t memory_bytes, photopic::MetricsCreateInfo& info);
  void upload(const Frame& frame, const photopic::MetricsStrip& strip, Images& images);
  void upload_mask(VkExtent2D extent, std::span<const std::uint8_t> mask, const photopic::MetricsStrip& strip);
  void read_map(photopic::MetricMap map, VkExtent2D extent, const photopic::MetricsStrip& strip,
                std::vector<float>& values);

  OpenDevice open_;
  engine::Context* context_ = nullptr;  ///< null: not yet open
  bool is_device_required_ = false;
  photopic::MetricsCreateInfo info_;  ///< of metrics_
  photopic::ImageMetrics metrics_;
  Images reference_, test_;
  engine::Image mask_;
};

}  // namespace compare

#endif
