// SPDX-License-Identifier: MIT
// Frames decoded ahead, their cells, and the rules over them.
#include "flashes/analysis.h"

#include <photopic/iris_rule.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <thread>

#include "arguments/errors.h"
#include "compare/prefetch.h"
#include "files/error.h"
#include "flashes/device_flashes.h"

namespace flashes {
namespace analysing {  // named, for members of Analyser::Impl

using image_io::CodeImage;
using reference::FlashFrame;
using reference::FlashKind;
using reference::FlashVerdict;

constexpr std::uint32_t kCountedByDevices = 8;  // transitions: what more there are doesn't make a frame worse

/// What of a frame is made on the threads that decode.
struct Item {
  VkExtent2D extent = {};
  reference::FlashCells cells;  ///< on the CPU
  IrisPicture iris;             ///< Profile::iris
  CodeImage image;              ///< on a device
  photopic::OutputEncoding encoding = photopic::OutputEncoding::srgb;
};

std::uint64_t bytes_of(const Item& item) {
  return item.image.texels.size() + item.iris.luminances.size() * sizeof(float) +
         item.cells.means.size() * sizeof(reference::Rgb);
}

reference::FlashRule rule_of(const Options& options) {
  const double white = options.display.white_cd_m2;
  if (options.profile == Profile::wcag) return reference::wcag_flash_rule(white);
  if (options.profile == Profile::bt1702) return reference::bt1702_flash_rule(white);
  return reference::strict_flash_rule(white);
}

bool counts(const reference::FlashRule& rule, FlashKind kind) {
  return (kind != FlashKind::red_measure || rule.has_red_measure) &&
         (kind != FlashKind::red_chromaticity || rule.has_red_chromaticity);
}

/// Tables of codes are made once for each encoding and depth.
class Lights {
 public:
  explicit Lights(const Display& display) : display_(display) {}

  const Light& of(photopic::OutputEncoding encoding, CodeImage::Samples samples) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Light>& light = lights_[{encoding, samples}];
    if (!light) light = std::make_unique<Light>(encoding, samples, display_);
    return *light;
  }

 private:
  const Display& display_;
  std::mutex mutex_;
  std::map<std::pair<photopic::OutputEncoding, CodeImage::Samples>, std::unique_ptr<Light>> lights_;
};

Item item_of(CodeImage image, const std::filesystem::path& file, const Options& options, Lights& lights) {
  Item item;
  item.extent = {image.width, image.height};
  item.encoding = encoding_of(image, file, options.display.encoding);
  const Light& light = lights.of(item.encoding, image.samples);
  if (options.profile == Profile::iris) {
    item.iris = iris_picture_of(image, file, light, options.display.white_cd_m2);
  } else if (options.context == nullptr) {
    item.cells = cells_of(image, file, light);
  } else {
    check_finite(image, file);
    item.image = std::move(image);
  }
  return item;
}

/// Counts of one frame after the other.
class Rules {
 public:
  virtual ~Rules() = default;
  virtual FlashFrame add(std::int64_t time_us, Item& item) = 0;
  /// Of the last frame, by cell; empty: they aren't known.
  virtual std::vector<std::uint32_t> transitions() const = 0;
};

class CpuRules : public Rules {
 public:
  explicit CpuRules(const Options& options) : rule_(rule_of(options)), model_(rule_) {}
  FlashFrame add(std::int64_t time_us, Item& item) override { return model_.add(time_us, item.cells); }
  std::vector<std::uint32_t> transitions() const override {
    std::vector<std::uint32_t> most;
    for (std::size_t i = 0; i < reference::kFlashKinds; ++i) {
      if (!counts(rule_, FlashKind(i))) continue;
      const std::vector<std::uint32_t> counted = model_.transitions(FlashKind(i));
      most.resize(counted.size());
      for (std::size_t cell = 0; cell < most.size(); ++cell) most[cell] = std::max(most[cell], counted[cell]);
    }
    return most;
  }

 private:
  reference::FlashRule rule_;
  reference::FlashModel model_;
};

class IrisRules : public Rules {
 public:
  explicit IrisRules(const Options& options)
      : rule_(rule_of_fps(std::max(1.0, std::round(options.rate.numerator / options.rate.denominator)))) {}
  FlashFrame add(std::int64_t /*time_us*/, Item& item) override {
    const double share = before_.luminances.empty() ? 0.0 : changed_share(before_, item.iris);
    const photopic::IrisCounts counted = rule_.add({item.iris.luminance, item.iris.red, share});
    before_ = std::move(item.iris);
    FlashFrame frame;
    const auto set = [&](FlashKind kind, const photopic::IrisCount& count) {
      reference::FlashCount& result = frame.kinds[std::size_t(kind)];
      result.verdict = FlashVerdict(count.verdict);
      result.screen_transitions = count.transitions;
      frame.verdict = std::max(frame.verdict, result.verdict);
    };
    set(FlashKind::luminance, counted.luminance);
    set(FlashKind::red_measure, counted.red);
    return frame;
  }
  std::vector<std::uint32_t> transitions() const override { return {}; }

 private:
  static photopic::IrisRule rule_of_fps(double fps) {
    if (fps > photopic::IrisRule::kMaxFps) {
      throw arguments::UsageError("--profile iris: takes at most a million frames a second");
    }
    photopic::IrisRule rule;
    if (photopic::IrisRule::create(std::uint32_t(fps), &rule) != photopic::Status::ok) throw std::bad_alloc();
    return rule;
  }

  photopic::IrisRule rule_;
  IrisPicture before_;
};

class DeviceRules : public Rules {
 public:
  explicit DeviceRules(const Options& options) : rule_(rule_of(options)), flashes_(*options.context, options) {}
  FlashFrame add(std::int64_t time_us, Item& item) override { return flashes_.add(time_us, item.image, item.encoding); }
  std::vector<std::uint32_t> transitions() const override {
    return flashes_.transitions([this](FlashKind kind) { return counts(rule_, kind); });
  }

 private:
  reference::FlashRule rule_;
  DeviceFlashes flashes_;
};

std::unique_ptr<Rules> make_rules(const Options& options) {
  if (options.profile == Profile::iris) return std::make_unique<IrisRules>(options);
  if (options.context != nullptr) return std::make_unique<DeviceRules>(options);
  return std::make_unique<CpuRules>(options);
}

std::string size_text(VkExtent2D extent) { return std::to_string(extent.width) + "x" + std::to_string(extent.height); }

/// The larger, the worse.
std::array<double, 3> badness(const FlashFrame& frame) {
  std::array<double, 3> badness = {};
  for (const reference::FlashCount& count : frame.kinds) {
    badness[0] = std::max(badness[0], count.window_share);
    badness[1] = std::max(badness[1], double(std::min(count.screen_transitions, kCountedByDevices)));
    badness[2] = std::max(badness[2], double(std::min(count.cell_transitions, kCountedByDevices)));
  }
  return badness;
}

}  // namespace analysing
using namespace analysing;

struct Analyser::Impl {
  explicit Impl(const Options& options) : lights(options.display), rules(make_rules(options)) {
    analysis.options = options;
  }

  void add(Item item, const std::string& name) {
    const VkExtent2D extent = item.extent;
    const FlashFrame frame = rules->add(time_us_of(analysis.frames.size(), analysis.options.rate), item);
    add(
        frame, extent, [this] { return rules->transitions(); }, name);
  }

  void add(const FlashFrame& frame, VkExtent2D extent, const std::function<std::vector<std::uint32_t>()>& transitions,
           const std::string& name) {
    const std::size_t number = analysis.frames.size();
    if (number == 0) analysis.extent = extent;
    analysis.frames.push_back(frame);
    analysis.names.push_back(name);
    if (frame.verdict > analysis.verdict) {
      analysis.verdict = frame.verdict;
      analysis.first_frame = number;
    }
    if (number == 0 || badness(frame) > badness(analysis.frames[analysis.worst_frame])) {
      analysis.worst_frame = number;
      analysis.transitions = transitions();
    }
  }

  Analysis analysis;
  Lights lights;
  std::unique_ptr<Rules> rules;
};

Analyser::Analyser(const Options& options) : impl_(std::make_unique<Impl>(options)) {}
Analyser::~Analyser() = default;

void Analyser::add(CodeImage image, const std::string& name) {
  impl_->add(item_of(std::move(image), name, impl_->analysis.options, impl_->lights), name);
}

void Analyser::add(const photopic::FlashStatistics& counted, VkExtent2D extent, std::span<const std::uint32_t> cells,
                   const std::string& name) {
  const reference::FlashRule rule = rule_of(impl_->analysis.options);
  impl_->add(
      frame_of(counted), extent,
      [&] { return most_transitions(cells, [&](FlashKind kind) { return counts(rule, kind); }); }, name);
}

const Analysis& Analyser::analysis() const { return impl_->analysis; }

Analysis analyse(Source& source, const Options& options, const std::function<void()>& step) {
  if (source.count() < 2) {
    throw arguments::UsageError(source.file(0).string() + ": is one frame; flashes are between two and more");
  }
  Lights lights(options.display);
  const std::size_t threads = std::max(std::thread::hardware_concurrency(), 1u);
  compare::Prefetch<Item> loading(
      source.count(), threads, threads + 2,
      [&](std::size_t i) { return item_of(source.load(i), source.file(i), options, lights); }, bytes_of,
      image_io::read_limits().memory_bytes);
  Analyser::Impl analyser(options);
  for (std::size_t i = 0; i < source.count(); ++i) {
    Item item = loading.next();
    const VkExtent2D extent = i == 0 ? item.extent : analyser.analysis.extent;
    if (item.extent.width != extent.width || item.extent.height != extent.height) {
      throw files::Error(source.file(i),
                         "is " + size_text(item.extent) + " texels, the frames before it are " + size_text(extent));
    }
    analyser.add(std::move(item), source.name(i));
    step();
  }
  return std::move(analyser.analysis);
}

}  // namespace flashes
