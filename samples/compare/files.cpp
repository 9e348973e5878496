// SPDX-License-Identifier: MIT
#include "compare/files.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <thread>

#include "cli/errors.h"
#include "compare/map_picture.h"
#include "compare/mask.h"
#include "compare/prefetch.h"
#include "compare/scores.h"
#include "io/image_file.h"

namespace compare {
namespace {

namespace fs = std::filesystem;
using regress::Outcome;

bool is_comparable(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return char(std::tolower(c)); });
  static constexpr const char* kExtensions[] = {".png", ".jpg", ".jpeg", ".exr", ".hdr", ".y4m", ".yuv"};
  return std::find(std::begin(kExtensions), std::end(kExtensions), extension) != std::end(kExtensions);
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  if (error) throw io::Error(folder, error.message());
  for (const fs::directory_entry& entry : entries) {
    if (entry.is_regular_file(error) && is_comparable(entry.path())) {
      names.insert(entry.path().lexically_relative(folder).generic_string());
    }
  }
  return names;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw io::Error(path, error ? error.message() : "there is no such file or folder");
  return fs::is_directory(status);
}

// ---- one pair ----

Frame load(const fs::path& file) {
  Frame frame = frame_of(io::read_code_image(file));
  check_finite(frame, file);
  return frame;
}

struct Loaded {
  Frame reference, test;
};

/// Runs `compare` for a row, and puts what it throws there. Errors of the device are passed on.
template <class Compare>
void attempt(Row& row, const Compare& compare) {
  try {
    compare();
  } catch (const engine::Error&) {
    throw;
  } catch (const Mismatch& mismatch) {
    row.outcome = Outcome::mismatch;
    row.message = mismatch.what();
  } catch (const std::exception& error) {
    row.outcome = Outcome::error;
    row.message = error.what();
  }
}

class FileComparison {
 public:
  FileComparison(engine::Context& context, const FileOptions& options, const std::function<void(const Row&)>& take)
      : comparer_(context), options_(options), take_(take) {}

  void compare_pictures(const std::string& name, Prefetch<Loaded>& loading) {
    Row row;
    row.name = name;
    attempt(row, [&] {
      const Loaded loaded = loading.next();
      compare(loaded.reference, loaded.test, name, row);
    });
    take_(row);
  }

  void compare_videos(const FilePair& pair) {
    Row whole;
    whole.name = pair.name;
    attempt(whole, [&] { compare_frames(pair, whole); });
    take_(whole);
  }

  void report_missing(const FilePair& pair) {
    Row row;
    row.name = pair.name;
    row.outcome = Outcome::no_golden;
    row.message = pair.reference.empty() ? "there is no reference of this name" : "there is no test of this name";
    take_(row);
  }

 private:
  void compare(const Frame& reference, const Frame& test, const std::string& map_name, Row& row) {
    check_alike(reference, test);
    row.description = description_of(reference);
    const std::vector<std::uint8_t> mask = make_mask(reference.extent, options_.mask, options_.ignored);
    const Comparison comparison = comparer_.compare(reference, test, options_.compare, mask);
    const regress::Measured measured = measured_of(comparison.result, reference.is_rgb());
    row.scores = measured.scores;
    const double peak = reference.is_float() ? 1.0 : double((1u << reference.bits) - 1u);
    for (const auto& [map, values] : comparison.maps) write_map(map, values, peak, reference.extent, map_name);
    if (comparison.result.errors.pixels == 0) throw std::runtime_error("no pixel is left to be compared");
    if (!options_.has_rule) return;
    const regress::Verdict verdict = regress::evaluate(options_.rule, measured);
    row.checks = verdict.checks;
    if (!verdict.holds) row.outcome = Outcome::differences;
  }

  void write_map(photopic::MetricMap map, const std::vector<float>& values, double peak, VkExtent2D extent,
                 const std::string& name) const {
    const fs::path file = options_.map_folder / (name + "." + name_of(map) + ".png");
    fs::create_directories(file.parent_path());
    const std::vector<std::byte> rgba = map_picture(map, values, peak);
    const auto png = io::create_png(file, extent.width, extent.height);
    png->write_rows(extent.height, rgba.data());
    png->finish();
  }

  std::unique_ptr<io::VideoReader> open(const fs::path& file) const {
    switch (io::video_kind(file)) {
      case io::VideoKind::y4m:
        return io::open_y4m(file);
      case io::VideoKind::yuv:
        if (!options_.raw_format) throw cli::UsageError("--raw is missing: " + file.string() + " has no header");
        return io::open_yuv(file, *options_.raw_format);
      case io::VideoKind::none:
        break;
    }
    throw Mismatch(file.string() + ": is no video, and the other is");
  }

  void compare_frames(const FilePair& pair, Row& whole) {
    const auto reference = open(pair.reference), test = open(pair.test);
    Pool pool;
    io::VideoFrame one, other;
    for (std::uint64_t index = 0; !options_.max_frames || index < *options_.max_frames; ++index) {
      const bool has_one = reference->read_frame(one), has_other = test->read_frame(other);
      if (has_one != has_other) {
        throw Mismatch(std::string(has_one ? "the test" : "the reference") + " ends after " + std::to_string(index) +
                       " frames, and the other doesn't");
      }
      if (!has_one) break;
      Row row;
      row.name = pair.name;
      row.frame = index;
      const Frame a = frame_of(reference->format(), one), b = frame_of(test->format(), other);
      attempt(row, [&] { compare(a, b, pair.name + "." + std::to_string(index), row); });
      pool.add(row, a);
      whole.description = row.description;
      whole.outcome = std::max(whole.outcome, row.outcome);
      take_(row);
    }
    whole.scores = pool.scores();
    if (whole.outcome == Outcome::pass) return;
    whole.message = std::to_string(pool.failed()) + " of " + std::to_string(pool.frames()) + " frames failed";
  }

  /// Over the frames of a video.
  class Pool {
   public:
    void add(const Row& row, const Frame& frame) {
      ++frames_;
      if (row.outcome != Outcome::pass) ++failed_;
      peak_ = double((1u << frame.bits) - 1u);
      for (const auto& [name, value] : row.scores) {
        if (!sums_.contains(name)) names_.push_back(name);
        sums_[name] += value;
      }
      for (std::size_t plane = 0; plane < 3; ++plane) {
        samples_[plane] += double(frame.planes[plane].size()) / (frame.bits == 8 ? 1.0 : 2.0);
      }
    }
    std::uint64_t frames() const { return frames_; }
    std::uint64_t failed() const { return failed_; }

    regress::Scores scores() const {
      regress::Scores scores;
      for (const std::string& name : names_) scores.emplace_back(name, sums_.at(name) / double(frames_));
      constexpr const char* kPlanes[] = {"y", "cb", "cr"};
      for (std::size_t plane = 0; plane < 3; ++plane) {
        const auto sse = sums_.find(std::string("sse_") + kPlanes[plane]);
        if (sse != sums_.end())
          scores.emplace_back(std::string("apsnr_") + kPlanes[plane], apsnr(sse->second, samples_[plane]));
      }
      return scores;
    }

   private:
    /// PSNR of all frames' errors together, as libvmaf's enable_apsnr.
    double apsnr(double squared_error, double samples) const {
      const double cap = std::ceil(10.0 * std::log10(peak_ * peak_ * samples * 2.0));
      if (squared_error == 0.0) return cap;
      return std::min(10.0 * std::log10(peak_ * peak_ * samples / squared_error), cap);
    }

    std::uint64_t frames_ = 0, failed_ = 0;
    double peak_ = 255.0;
    std::array<double, 3> samples_ = {};
    std::vector<std::string> names_;
    std::map<std::string, double> sums_;
  };

  Comparer comparer_;
  const FileOptions& options_;
  const std::function<void(const Row&)>& take_;
};

}  // namespace

std::vector<FilePair> pair_files(const fs::path& reference, const fs::path& test) {
  const bool is_reference_folder = is_folder(reference), is_test_folder = is_folder(test);
  if (is_reference_folder != is_test_folder) {
    const fs::path& folder = is_reference_folder ? reference : test;
    throw cli::UsageError(folder.string() + " is a folder, and the other isn't");
  }
  if (!is_reference_folder) return {{test.filename().string(), reference, test}};
  const std::set<std::string> references = names_in(reference), tests = names_in(test);
  std::set<std::string> names = references;
  names.insert(tests.begin(), tests.end());
  if (names.empty()) throw io::Error(reference, "has no pictures, nor has " + test.string());
  std::vector<FilePair> pairs;
  for (const std::string& name : names) {
    pairs.push_back({name, references.contains(name) ? reference / name : fs::path(),
                     tests.contains(name) ? test / name : fs::path()});
  }
  return pairs;
}

void compare_files(engine::Context& context, const std::vector<FilePair>& pairs, const FileOptions& options,
                   const std::function<void(const Row&)>& take) {
  const auto is_whole = [](const FilePair& pair) { return !pair.reference.empty() && !pair.test.empty(); };
  const auto is_video = [](const FilePair& pair) { return io::is_video(pair.reference) || io::is_video(pair.test); };
  std::vector<const FilePair*> pictures;
  for (const FilePair& pair : pairs) {
    if (is_whole(pair) && !is_video(pair)) pictures.push_back(&pair);
  }
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  Prefetch<Loaded> loading(pictures.size(), threads, threads + 1, [&](std::size_t i) {
    return Loaded{load(pictures[i]->reference), load(pictures[i]->test)};
  });
  FileComparison comparison(context, options, take);
  for (const FilePair& pair : pairs) {
    if (!is_whole(pair)) {
      comparison.report_missing(pair);
    } else if (is_video(pair)) {
      comparison.compare_videos(pair);
    } else {
      comparison.compare_pictures(pair.name, loading);
    }
  }
}

}  // namespace compare
