// SPDX-License-Identifier: MIT
// Pairing, decoding and comparison of files.
#include "compare/files.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <thread>
#include <utility>

#include "arguments/errors.h"
#include "compare/file_name.h"
#include "compare/pictures/canvas.h"
#include "compare/pictures/channels.h"
#include "compare/pictures/map_picture.h"
#include "compare/pictures/mask.h"
#include "compare/pictures/reference.h"
#include "compare/prefetch.h"
#include "compare/rules/limits.h"
#include "compare/rules/pool.h"
#include "compare/rules/scores.h"
#include "compare/work_queue.h"
#include "files/output_guard.h"
#include "image_io/image_file.h"

namespace compare {
namespace {

namespace fs = std::filesystem;

fs::path map_file(const fs::path& folder, const std::string& name, photopic::MetricMap map) {
  return folder / (short_name(name) + "." + name_of(map) + ".png");
}

std::vector<photopic::MetricMap> all_maps() {
  std::vector<photopic::MetricMap> maps;
  for (std::uint32_t bit = 1; (bit & photopic::kAllMaps) != 0; bit <<= 1) maps.push_back(photopic::MetricMap(bit));
  return maps;
}

/// A video's maps have a frame's number: NAME.12.MAP.png. Looks at those that are there already.
void check_video_maps(const files::OutputGuard& inputs, const fs::path& folder, const std::string& name) {
  constexpr std::size_t kNeverShortened = kMaxNameLength / 2;
  const fs::path start = folder / name;
  std::error_code error;  // without the folder there is nothing to overwrite
  for (const auto& entry : fs::directory_iterator(start.parent_path(), error)) {
    const std::string file = entry.path().filename().string();
    if (!file.starts_with(start.filename().string().substr(0, kNeverShortened))) continue;
    for (const photopic::MetricMap map : all_maps()) {
      if (file.ends_with("." + name_of(map) + ".png")) inputs.check_output(entry.path());
    }
  }
}

// ---- what goes wrong ----

void note(Row& row, const std::string& message) {
  row.message += (row.message.empty() || message.empty() ? "" : "; ") + message;
}

void fail(Row& row, Outcome outcome, const std::string& message) {
  row.outcome = std::max(row.outcome, outcome);
  note(row, message);
}

/// Does `todo` for a row; what it throws becomes the row's, errors of files as `input_error`. False then. A file that
/// is there but couldn't be read is an error of the run, whichever it is.
template <class Do>
bool attempt(Row& row, Outcome input_error, const Do& todo) {
  try {
    todo();
    return true;
  } catch (const Mismatch& mismatch) {
    fail(row, Outcome::mismatch, mismatch.what());
  } catch (const engine::Error& error) {
    fail(row, Outcome::device_error, error.what());
  } catch (const std::bad_alloc&) {
    fail(row, Outcome::device_error, "out of memory");
  } catch (const arguments::UsageError& error) {
    fail(row, Outcome::error, error.what());
  } catch (const files::ReadFailure& error) {
    fail(row, error.is_missing() ? input_error : Outcome::error, error.what());
  } catch (const std::exception& error) {
    fail(row, input_error, error.what());
  }
  return false;
}

// ---- one pair ----

Frame load(const fs::path& file, const FileOptions& options) {
  return read_reference(file, [&] {
    Frame frame = frame_of(image_io::read_code_image(file));
    apply_alpha(options.alpha, frame);
    if (!options.nan_is_equal) check_finite(frame, file);
    return frame;
  });
}

/// What decoding made, or why it couldn't.
struct Loaded {
  Frame frame;
  std::exception_ptr error;

  Frame take() {
    if (error) std::rethrow_exception(error);
    return std::move(frame);
  }
};

Loaded next_of(Prefetch<Frame>& loading) {
  try {
    return {loading.next(), {}};
  } catch (...) {
    return {{}, std::current_exception()};
  }
}

struct LoadedPair {
  Loaded reference, test;
};

using Take = std::function<void(const Row&)>;

class FileComparison {
 public:
  FileComparison(Comparer& comparer, const FileOptions& options, Take take)
      : comparer_(comparer), options_(options), take_(std::move(take)) {
    options_.compare.metrics |= photopic::kMetricErrors;
  }

  void compare_pictures(const FilePair& pair, LoadedPair loaded) {
    Row row;
    row.name = pair.name;
    Frame reference, test;
    const bool has_reference = attempt(row, Outcome::no_golden, [&] { reference = loaded.reference.take(); });
    const bool has_test = attempt(row, Outcome::error, [&] { test = loaded.test.take(); });
    if (has_reference && has_test) {
      attempt(row, Outcome::error, [&] {
        if (!options_.ignores_encoding) {
          check_encodings(reference, pair.reference.string(), test, pair.test.string());
        }
        compare_loaded(reference, test, pair.name, row);
      });
    }
    take_(row);
  }

  void compare_channels(const FilePair& pair) {
    Row row;
    row.name = pair.name;
    std::vector<std::string> channels, of_test;
    const bool has_reference =
        attempt(row, Outcome::no_golden, [&] { channels = named_channels(pair.reference, options_.channels); });
    const bool has_test = attempt(row, Outcome::error, [&] { of_test = named_channels(pair.test, options_.channels); });
    if (has_reference && has_test && channels != of_test) {
      fail(row, Outcome::mismatch,
           "the reference has the channels " + list_text(channels) + ", the test " + list_text(of_test));
    }
    if (row.outcome != Outcome::pass) return take_(row);
    for (const std::vector<std::string>& group : groups_of(channels)) {
      row.channels = group;
      compare_group(pair, row);
      take_(row);
      row = {};
      row.name = pair.name;
    }
  }

  void compare_videos(const FilePair& pair) {
    Row whole;
    whole.name = pair.name;
    std::unique_ptr<image_io::VideoReader> reference, test;
    const bool has_reference = attempt(whole, Outcome::no_golden, [&] { reference = open(pair.reference); });
    const bool has_test = attempt(whole, Outcome::error, [&] { test = open(pair.test); });
    if (has_reference && has_test) {
      attempt(whole, Outcome::error, [&] { compare_frames(*reference, *test, whole); });
    }
    take_(whole);
  }

  void report_problem(const FilePair& pair) {
    Row row;
    row.name = pair.name;
    fail(row, Outcome::error, pair.problem);
    take_(row);
  }

  void report_missing(const FilePair& pair) {
    Row row;
    row.name = pair.name;
    fail(row, Outcome::no_golden,
         std::string("there is no ") + (pair.reference.empty() ? "reference" : "test") + " of this name");
    take_(row);
  }

 private:
  void compare_group(const FilePair& pair, Row& row) {
    Frame reference, test;
    const auto read = [&](const fs::path& file) {
      return read_reference(file, [&] {
        Frame frame = frame_of(image_io::read_exr_channels(file, row.channels));
        if (!options_.nan_is_equal) check_finite(frame, file);
        return frame;
      });
    };
    const bool has_reference = attempt(row, Outcome::no_golden, [&] { reference = read(pair.reference); });
    const bool has_test = attempt(row, Outcome::error, [&] { test = read(pair.test); });
    if (!has_reference || !has_test) return;
    attempt(row, Outcome::error, [&] { compare_loaded(reference, test, pair.name + "." + row.channels[0], row); });
  }

  /// Both are changed.
  void compare_loaded(Frame& reference, Frame& test, const std::string& map_name, Row& row) {
    if (!are_as_large(reference, test)) show_sizes(reference, test, map_name, row);
    note(row, make_alike(reference, test));
    if (options_.nan_is_equal) note(row, level_not_finite(reference, test));
    check(reference);
    compare(reference, test, map_name, row);
  }

  /// What would be wrong with every frame of a video. Makes what compare() needs.
  void check(const Frame& reference) {
    require_metrics(reference, options_.compare.required);
    if (!reference.is_rgb() && options_.has_rule) {
      require_metrics(reference, metrics_for(rule_for(options_.rule, reference, /*are_equal=*/false).rule));
    }
    const bool is_masked = !options_.mask.empty() || !options_.ignored.empty();
    const bool is_same = masked_.width == reference.extent.width && masked_.height == reference.extent.height;
    if (!is_masked || is_same) return;
    masked_ = {};
    mask_ = make_mask(reference.extent, options_.mask, options_.ignored);
    masked_ = reference.extent;
  }

  /// After check().
  void compare(const Frame& reference, const Frame& test, const std::string& map_name, Row& row) {
    row.description = description_of(reference);
    row.extent = reference.extent;
    const bool is_equal = are_equal(reference, test, mask_);
    Options options = options_.compare;
    FittedRule fitted;
    if (options_.has_rule) {
      fitted = rule_for(options_.rule, reference, is_equal);
      note(row, fitted.note);
      if (!is_equal) options.required |= metrics_for(fitted.rule);
      options.distances = distances_of(fitted.rule);
    }
    const Comparison comparison = comparer_.compare(reference, test, options, mask_);
    if (comparison.result.errors.pixels == 0) throw arguments::UsageError("no pixel is left to be compared");
    const Measured measured = measured_of(comparison, reference.is_rgb(), is_equal);
    row.scores = measured.scores;
    note(row, comparison.note);
    const std::size_t worst =
        std::size_t{comparison.result.errors.max_y} * row.extent.width + comparison.result.errors.max_x;
    row.worst_channel = worst_channel(row.channels, reference, test, worst);
    judge(fitted.rule, measured, row);
    for (const auto& [map, values] : comparison.maps) {
      write_map_picture(map_target(map, map_name), map, reference.extent, values, reference.peak());
    }
  }

  void judge(const Rule& rule, const Measured& measured, Row& row) const {
    if (options_.has_rule) {
      const Verdict verdict = evaluate(rule, measured);
      row.checks = verdict.checks;
      if (!verdict.holds) row.outcome = Outcome::differences;
    }
    // Never a pass; that pictures differ is the better reason.
    const Outcome outcome = row.outcome == Outcome::pass ? Outcome::error : row.outcome;
    for (const auto& [name, value] : measured.scores) {
      if (std::isnan(value) && !measured.are_equal) fail(row, outcome, name + " is not a number");
    }
  }

  /// Before such pictures are refused.
  void show_sizes(const Frame& reference, const Frame& test, const std::string& map_name, Row& row) const {
    row.extents = {reference.extent, test.extent};
    if ((options_.compare.maps & photopic::kMapAbsolute) == 0) return;
    if (const std::optional<Canvas> canvas = canvas_of(reference, test)) {
      const VkExtent2D extent = canvas->extent;
      image_io::write_png(map_target(photopic::kMapAbsolute, map_name), extent.width, extent.height,
                          canvas->rgba.data());
    }
  }

  /// In a folder that is there.
  fs::path map_target(photopic::MetricMap map, const std::string& name) const {
    const fs::path file = map_file(options_.map_folder, name, map);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) throw files::Error(file.parent_path(), error.message());
    return file;
  }

  std::unique_ptr<image_io::VideoReader> open(const fs::path& file) const {
    switch (image_io::video_kind(file)) {
      case image_io::VideoKind::y4m:
        return image_io::open_y4m(file);
      case image_io::VideoKind::yuv:
        if (!options_.raw_format) throw arguments::UsageError(file.string() + ": has no header; --raw is missing");
        return image_io::open_yuv(file, *options_.raw_format);
      case image_io::VideoKind::none:
        break;
    }
    image_io::read_code_image(file);  // tells what is wrong with it, or it is a picture
    throw Mismatch(file.string() + ": is a picture, and the other a video");
  }

  void compare_frames(image_io::VideoReader& reference, image_io::VideoReader& test, Row& whole) {
    image_io::VideoFrame one, other;
    const Frame like = frame_of(reference.format(), one);
    check_alike(like, frame_of(test.format(), other));
    note(whole, differing_tags(reference.tags(), test.tags()));
    check(like);
    whole.description = description_of(like);
    whole.extent = like.extent;
    Pool pool(like);
    std::uint64_t failed = 0, index = 0;
    for (; !options_.max_frames || index < *options_.max_frames; ++index) {
      if (!read_frames(reference, one, test, other, index, whole)) break;
      Row row;
      row.name = whole.name;
      row.frame = index;
      const Frame a = frame_of(reference.format(), one), b = frame_of(test.format(), other);
      attempt(row, Outcome::error, [&] { compare(a, b, whole.name + "." + std::to_string(index), row); });
      pool.add(row.scores);
      whole.outcome = std::max(whole.outcome, row.outcome);
      if (row.outcome != Outcome::pass) ++failed;
      take_(row);
    }
    whole.scores = pool.scores();
    if (failed == 0) return;
    fail(whole, whole.outcome, std::to_string(failed) + " of " + std::to_string(index) + " frames failed");
  }

  /// False unless both videos have one more frame.
  static bool read_frames(image_io::VideoReader& reference, image_io::VideoFrame& one, image_io::VideoReader& test,
                          image_io::VideoFrame& other, std::uint64_t index, Row& whole) {
    bool has_one = false, has_other = false;
    const bool is_one_read = attempt(whole, Outcome::no_golden, [&] { has_one = reference.read_frame(one); });
    const bool is_other_read = attempt(whole, Outcome::error, [&] { has_other = test.read_frame(other); });
    if (is_one_read && is_other_read && has_one != has_other) {
      fail(whole, Outcome::mismatch,
           std::string(has_one ? "the test" : "the reference") + " ends after " + std::to_string(index) +
               " frames, and the other doesn't");
    }
    return has_one && has_other;
  }

  Comparer& comparer_;
  FileOptions options_;
  Take take_;
  VkExtent2D masked_ = {};
  std::vector<std::uint8_t> mask_;  ///< of pictures of that size
};

}  // namespace

void check_maps(const std::vector<FilePair>& pairs, const FileOptions& options) {
  if (options.map_folder.empty()) return;
  files::OutputGuard inputs;
  inputs.add_input(options.mask);
  for (const FilePair& pair : pairs) {
    inputs.add_input(pair.reference);
    inputs.add_input(pair.test);
  }
  for (const FilePair& pair : pairs) {
    for (const photopic::MetricMap map : all_maps()) inputs.check_output(map_file(options.map_folder, pair.name, map));
    if (!pair.test.empty() && image_io::is_video(pair.test)) check_video_maps(inputs, options.map_folder, pair.name);
  }
}

void compare_files(std::span<Comparer> comparers, const std::vector<FilePair>& pairs, const FileOptions& options,
                   const std::function<void(const Row&)>& take) {
  enum class Todo { report_problem, report_missing, compare_pictures, compare_channels, compare_videos };
  std::vector<Todo> todo;
  std::vector<fs::path> pictures;  // references and tests in turn
  todo.reserve(pairs.size());
  for (const FilePair& pair : pairs) {
    if (!pair.problem.empty()) {
      todo.push_back(Todo::report_problem);
    } else if (pair.reference.empty() || pair.test.empty()) {
      todo.push_back(Todo::report_missing);
    } else if (image_io::is_video(pair.reference) || image_io::is_video(pair.test)) {
      todo.push_back(Todo::compare_videos);
    } else if (!options.channels.empty()) {
      todo.push_back(Todo::compare_channels);
    } else {
      todo.push_back(Todo::compare_pictures);
      pictures.insert(pictures.end(), {pair.reference, pair.test});
    }
  }
  // More threads would outrun the devices, and each picture that waits for them takes memory.
  const std::size_t most = 8 * comparers.size();
  const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most);
  Prefetch<Frame> loading(
      pictures.size(), threads, threads + 2, [&](std::size_t i) { return load(pictures[i], options); }, bytes_of,
      image_io::read_limits().memory_bytes);
  std::size_t loaded_pairs = 0;
  const auto load_pair = [&]() -> LoadedPair {
    if (todo[loaded_pairs++] != Todo::compare_pictures) return {};
    Loaded reference = next_of(loading);
    return {std::move(reference), next_of(loading)};
  };
  // One comparer's rows are told as they come, frames of videos too; those of several wait for their turn.
  std::vector<std::vector<Row>> waiting(comparers.size());
  std::vector<FileComparison> comparisons;
  for (std::size_t worker = 0; worker < comparers.size(); ++worker) {
    const Take keep = [&waiting, worker](const Row& row) { waiting[worker].push_back(row); };
    comparisons.emplace_back(comparers[worker], options, comparers.size() == 1 ? take : keep);
  }
  const auto compare = [&](std::size_t worker, std::size_t i, LoadedPair loaded) {
    switch (todo[i]) {
      case Todo::report_problem:
        comparisons[worker].report_problem(pairs[i]);
        break;
      case Todo::report_missing:
        comparisons[worker].report_missing(pairs[i]);
        break;
      case Todo::compare_pictures:
        comparisons[worker].compare_pictures(pairs[i], std::move(loaded));
        break;
      case Todo::compare_channels:
        comparisons[worker].compare_channels(pairs[i]);
        break;
      case Todo::compare_videos:
        comparisons[worker].compare_videos(pairs[i]);
        break;
    }
    return std::exchange(waiting[worker], {});
  };
  WorkQueue<LoadedPair, std::vector<Row>> queue(comparers.size(), pairs.size(), load_pair, compare);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const Row& row : queue.next()) take(row);
  }
}

}  // namespace compare
