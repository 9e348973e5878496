// SPDX-License-Identifier: MIT
// Reading and appending of the history's lines.
#include "regress/results/history.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>

#include "files/descriptor.h"
#include "files/error.h"
#include "json/node.h"
#include "json/text.h"
#include "json/values.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRunSchema = "photopic-regress-run";
constexpr int kRunVersion = 1;
constexpr std::uintmax_t kMaxReadBytes = 32u << 20;

std::string name_of_suite(const std::string& suite) { return fs::path(suite).filename().string(); }

std::string class_of(const SuiteResult& result) {
  return result.devices.empty() ? "" : result.devices.back().device_class;
}

std::string run_line(const SuiteResult& result) {
  json::Json cases = json::Json::object();
  for (const CaseResult& one : result.cases) {
    const std::optional<double> margin = least_margin(one);
    cases[one.name] =
        json::Json::array({compare::name_of(verdict(one)), margin ? json::json_of(*margin) : json::Json(nullptr)});
  }
  const json::Json line = {{"schema", kRunSchema},
                           {"version", kRunVersion},
                           {"started", result.started},
                           {"suite", name_of_suite(result.suite)},
                           {"device_class", class_of(result)},
                           {"outcome", compare::name_of(worst(result))},
                           {"failed", std::count_if(result.cases.begin(), result.cases.end(), is_failure)},
                           {"cases", std::move(cases)}};
  return json::to_text(line) + "\n";
}

compare::Outcome outcome_in(const json::Node& node) {
  const std::string name = node.text();
  const auto* const found = std::find(std::begin(compare::kOutcomeNames), std::end(compare::kOutcomeNames), name);
  if (found == std::end(compare::kOutcomeNames)) node.fail("'" + name + "' is no outcome");
  return compare::Outcome(found - std::begin(compare::kOutcomeNames));
}

std::optional<double> margin_in(const json::Node& node) {
  if (node.json().is_null()) return std::nullopt;
  if (node.json() == "inf") return std::numeric_limits<double>::infinity();
  if (node.json() == "-inf") return -std::numeric_limits<double>::infinity();
  return node.number();
}

/// Puts the run of a line into the history if it is the suite's.
void read_line(const json::Node& node, const std::string& suite, History& history) {
  if (node.at("schema").text() != kRunSchema) node.at("schema").fail("not a run of a regression suite");
  node.at("version").require_version(kRunVersion);
  PastRun run;
  run.started = node.at("started").text();
  for (const auto& [name, one] : node.at("cases").members()) {
    const std::vector<json::Node> parts = one.elements();
    if (parts.size() != 2) one.fail("not an outcome and a margin");
    run.cases.emplace(name, PastRun::PastCase{outcome_in(parts[0]), margin_in(parts[1])});
  }
  const std::string device_class = node.at("device_class").text();
  if (node.at("suite").text() != name_of_suite(suite)) return;
  std::deque<PastRun>& runs = history[device_class];
  runs.push_back(std::move(run));
  if (runs.size() > kMaxPastRuns) runs.pop_front();
}

/// Skips to the first line that begins at `begin` or later, and gives its number from 1.
std::size_t skip_lines(std::ifstream& stream, std::uintmax_t begin) {
  std::size_t number = 1;
  std::array<char, 65536> block{};
  for (std::uintmax_t at = 0; at < begin && stream;) {
    stream.read(block.data(), static_cast<std::streamsize>(std::min<std::uintmax_t>(block.size(), begin - at)));
    number += std::size_t(std::count(block.begin(), block.begin() + stream.gcount(), '\n'));
    at += std::uintmax_t(stream.gcount());
  }
  if (begin == 0) return number;
  stream.ignore(std::numeric_limits<std::streamsize>::max(), '\n');  // the rest of a line
  return number + 1;
}

/// A file that is open, and locked against other processes.
class LockedFile {
 public:
  explicit LockedFile(const fs::path& file)
      : file_(file),
        open_(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)),
        descriptor_(open_.number()) {
    if (!open_) fail();
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0 || (S_ISREG(status.st_mode) && ::flock(descriptor_, LOCK_EX) != 0)) fail();
    // What another process wrote while this one waited counts too.
    if (::fstat(descriptor_, &status) != 0) fail();
    is_file_ = S_ISREG(status.st_mode);
    size_ = status.st_size;
  }

  void append(const std::string& line) {
    if (!is_file_) throw files::Error(file_, "is not a regular file");
    const std::string last = last_line();
    const bool is_torn = !last.empty() && !json::parsed(last);
    if (is_torn) cut_to(size_ - off_t(last.size()));
    const std::string text = last.empty() || is_torn ? line : "\n" + line;
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = ::write(descriptor_, text.data() + at, text.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        const int reason = errno;
        cut_to(size_);
        throw files::Error(file_, files::system_reason(reason));
      }
      at += std::size_t(written);
    }
  }

 private:
  [[noreturn]] void fail() const { throw files::Error(file_, files::system_reason(errno)); }
  void cut_to(off_t size) {
    if (::ftruncate(descriptor_, size) != 0) fail();
    size_ = size;
  }
  /// What comes after the last line feed.
  std::string last_line() const {
    std::string line;
    std::array<char, 65536> block{};
    for (off_t end = size_; end > 0 && line.size() <= kMaxReadBytes;) {
      const off_t begin = std::max<off_t>(end - off_t(block.size()), 0);
      const ssize_t count = ::pread(descriptor_, block.data(), std::size_t(end - begin), begin);
      if (count < 0 && errno == EINTR) continue;
      if (count != end - begin) fail();
      const std::string_view text(block.data(), std::size_t(count));
      const std::size_t feed = text.rfind('\n');
      if (feed != std::string_view::npos) return std::string(text.substr(feed + 1)) + line;
      line.insert(0, text);
      end = begin;
    }
    return line;
  }

  fs::path file_;
  files::Descriptor open_;
  int descriptor_;
  bool is_file_ = false;
  off_t size_ = 0;
};

}  // namespace

std::optional<double> least_margin(const CaseResult& result) {
  std::optional<double> least;
  for (const compare::Check& check : result.checks) {
    const double margin = std::isnan(check.margin) ? -std::numeric_limits<double>::infinity() : check.margin;
    least = std::min(least.value_or(margin), margin);
  }
  return least;
}

History read_history(const fs::path& file, const std::string& suite, std::string* torn) {
  History history;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) return history;
  if (error) throw files::Error(file, error.message());
  if (status.type() != fs::file_type::regular) throw files::Error(file, "is not a regular file");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw files::Error(file, files::system_reason(errno));
  const std::uintmax_t size = fs::file_size(file);
  std::size_t number = skip_lines(stream, size > kMaxReadBytes ? size - kMaxReadBytes : 0);
  for (std::string line; std::getline(stream, line); ++number) {
    const std::string place = file.string() + ":" + std::to_string(number);
    if (stream.eof() && !json::parsed(line)) {
      *torn = place + ": ends early, as of a run that was killed; it is skipped, and this run's line takes its place";
      break;
    }
    try {
      const json::Document document(line);
      read_line(json::Node(document), suite, history);
    } catch (const json::Error& bad) {
      throw files::Error(place, bad.what());
    }
  }
  return history;
}

void append_history(const SuiteResult& result, const fs::path& file) { LockedFile(file).append(run_line(result)); }

}  // namespace regress
