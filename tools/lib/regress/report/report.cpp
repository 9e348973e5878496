// SPDX-License-Identifier: MIT
// The HTML report, filled with data and pictures.
#include "regress/report/report.h"

#include <text/report_page.h>
#include <text/report_script.h>
#include <text/report_style.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "files/atomic_file.h"
#include "files/error.h"
#include "files/input.h"
#include "json/text.h"
#include "json/values.h"
#include "regress/results/json_values.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPngSignature("\x89PNG\r\n\x1a\n", 8);

/// A picture of a case: "expected", "actual" or a map's name, and its file.
using NamedFile = std::pair<std::string, std::string>;

std::vector<NamedFile> pictures_of(const CaseResult& result) {
  std::vector<NamedFile> pictures;
  if (!result.expected.empty()) pictures.emplace_back("expected", result.expected);
  if (!result.actual.empty()) pictures.emplace_back("actual", result.actual);
  for (const NamedFile& map : result.maps) {
    if (!map.second.empty()) pictures.push_back(map);
  }
  return pictures;
}

/// Opens a picture and reads its signature. Returns why that failed, else nothing.
std::string open_png(const fs::path& file, std::ifstream& stream) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return "no such file";
  if (!fs::is_regular_file(status)) return "not a regular file";
  errno = 0;
  stream.open(file, std::ios::binary);
  if (!stream) return errno != 0 ? std::generic_category().message(errno) : "can't be opened";
  std::array<char, kPngSignature.size()> signature{};
  stream.read(signature.data(), signature.size());
  if (std::string_view(signature.data(), std::size_t(stream.gcount())) != kPngSignature) return "not a PNG file";
  stream.seekg(0);
  return "";
}

/// JSON that can't end the script element in which it stands. Strings are the only place where these letters occur.
std::string in_script(const json::Json& json) {
  const std::string text = json::to_ascii(json);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '<':
        escaped += "\\u003c";
        break;
      case '>':
        escaped += "\\u003e";
        break;
      case '&':
        escaped += "\\u0026";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

/// Fewer digits than there are: more than the page shows; results.json has all.
json::Json short_number(double number, int digits = 7) {
  if (!std::isfinite(number) || number == std::trunc(number)) return json::json_of(number);
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  return json::json_of(std::strtod(text, nullptr));
}

/// Texts that many cases share, by number.
class Texts {
 public:
  std::size_t index_of(const std::string& text) {
    const auto [known, is_new] = indices_.emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return known->second;
  }
  const json::Json& json() const { return texts_; }

 private:
  std::unordered_map<std::string, std::size_t> indices_;
  json::Json texts_ = json::Json::array();
};

/// File and hash; of one that wasn't read, the file.
json::Json unused_json(const SuiteResult& result) {
  json::Json goldens = json::Json::array();
  for (const std::string& file : result.unused_goldens) {
    const auto hash = result.unused_hashes.find(file);
    goldens.push_back(hash == result.unused_hashes.end() ? json::Json::array({file})
                                                         : json::Json::array({file, hash->second}));
  }
  return goldens;
}

json::Json head_json(const SuiteResult& result, const fs::path& results_folder, Pictures pictures) {
  return {{"suite", result.suite},
          {"results", (results_folder / kResultsName).generic_string()},
          {"embedded", pictures == Pictures::embedded},
          {"photopic_version", result.photopic_version},
          {"started", result.started},
          {"shard", result.shard},
          {"shards", result.shards},
          {"duration_s", json::json_of(result.duration_s)},
          {"missing", missing_text(result)},
          {"unused_goldens", unused_json(result)},
          {"devices", json::json_array(result.devices)}};
}

/// Counts from code 0 on; a negative number is as many empty bins.
json::Json histogram_json(const CaseResult& result) {
  json::Json histogram = json::Json::array();
  std::int64_t empty = 0;
  for (const std::uint64_t count : result.histogram) {
    if (count == 0) {
      ++empty;
      continue;
    }
    if (empty != 0) histogram.push_back(-empty);
    histogram.push_back(count);
    empty = 0;
  }
  return histogram;
}

json::Json pictures_json(const CaseResult& result, const fs::path& results_folder) {
  json::Json pictures = json::Json::array();
  for (const auto& [name, file] : pictures_of(result)) {
    std::ifstream stream;
    const std::string problem = open_png(results_folder / file, stream);
    json::Json& picture = pictures.emplace_back(json::Json::array({name, file}));
    if (!problem.empty()) picture.push_back(problem);
  }
  return pictures;
}

/// Outcome, message, checks that don't hold, picture, output.
json::Json attempts_json(const CaseResult& result, Texts& texts) {
  json::Json attempts = json::Json::array();
  for (const Attempt& one : result.attempts) {
    json::Json checks = json::Json::array();
    for (const compare::Check& check : one.checks) {
      if (!check.holds) checks.push_back(texts.index_of(check.text));
    }
    attempts.push_back(
        json::Json::array({compare::name_of(one.outcome), one.message, std::move(checks), one.actual, one.output}));
  }
  return attempts;
}

/// A digit for each run: the outcome's number, '.' where the case wasn't run; and the margins.
void add_trend(const CaseResult& result, const std::deque<PastRun>& past, json::Json& json) {
  std::string outcomes;
  json::Json margins = json::Json::array();
  bool has_changed = false;
  const std::optional<double> now = least_margin(result);
  for (const PastRun& run : past) {
    const auto found = run.cases.find(result.name);
    const bool was_run = found != run.cases.end();
    outcomes += was_run ? char('0' + int(found->second.verdict)) : '.';
    const std::optional<double> margin = was_run ? found->second.margin : now;
    has_changed = has_changed || margin != now;
    margins.push_back(margin ? short_number(*margin, 4) : json::Json(nullptr));
  }
  if (outcomes.find_first_not_of('.') == std::string::npos) return;
  json["trend"] = outcomes;
  if (has_changed) json["margins"] = std::move(margins);  // else all are what it is now
}

/// Members that say nothing are left out: there may be ten thousand cases. data.js has what they stand for.
json::Json case_json(const CaseResult& result, const fs::path& results_folder, const std::deque<PastRun>& past,
                     Texts& texts) {
  json::Json json = {{"name", result.name}};
  const auto add = [&](const char* name, bool says_something, json::Json value) {
    if (says_something) json[name] = std::move(value);
  };
  add("outcome", result.outcome != compare::Outcome::pass, compare::name_of(result.outcome));
  add("failed", is_failure(result), true);
  add("must_fail", result.must_fail, true);
  add("accept", accept_problem(result).empty(), result.picture_hash);
  add("message", !result.message.empty(), result.message);
  add("judged", is_unchanged(result), result.judged);
  add("size", result.width != 0, json::Json::array({result.width, result.height}));
  add("golden_size", result.golden_width != 0, json::Json::array({result.golden_width, result.golden_height}));
  add("golden", !result.golden.empty(), result.golden);
  add("golden_key", !result.golden_key.empty(), texts.index_of(result.golden_key));
  add("rules", !result.rules.empty(), texts.index_of(result.rules));
  add("time", true, short_number(std::round(1000.0 * result.duration_s)));  // ms
  add("hash", !result.difference_hash.empty(), result.difference_hash);
  json::Json scores = json::Json::array(), checks = json::Json::array(), tiles = json::Json::array();
  for (const auto& [name, value] : result.scores) {
    scores.push_back(texts.index_of(name));
    scores.push_back(short_number(value));
  }
  for (const compare::Check& check : result.checks) {
    checks.push_back(
        json::Json::array({texts.index_of(check.text), short_number(check.value), short_number(check.threshold),
                           short_number(check.margin), check.holds ? 1 : 0}));
  }
  for (const Tile& tile : result.worst_tiles) {
    tiles.push_back(
        json::Json::array({tile.x, tile.y, tile.width, tile.height, short_number(tile.mean_squared_error)}));
  }
  for (const auto& [name, array] : {std::pair<const char*, json::Json>("scores", std::move(scores)),
                                    {"checks", std::move(checks)},
                                    {"tiles", std::move(tiles)},
                                    {"histogram", histogram_json(result)},
                                    {"attempts", attempts_json(result, texts)},
                                    {"pictures", pictures_json(result, results_folder)}}) {
    add(name, !array.empty(), array);
  }
  add("output", !result.output.empty(), result.output);
  add_trend(result, past, json);
  return json;
}

void write_data(const SuiteResult& result, const fs::path& results_folder, Pictures pictures,
                const std::deque<PastRun>& past, files::AtomicFile& out) {
  json::Json head_values = head_json(result, results_folder, pictures);
  json::Json& runs = head_values["past"] = json::Json::array();
  for (const PastRun& run : past) runs.push_back(run.started);
  std::string head = in_script(head_values);
  head.back() = ',';  // the object's end: the cases follow, one at a time
  out.write(head);
  out.write("\"cases\":[");
  Texts texts;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    if (i > 0) out.write(",\n");
    out.write(in_script(case_json(result.cases[i], results_folder, past, texts)));
  }
  out.write("],\"texts\":" + in_script(texts.json()) + "}");
}

void write_base64(std::ifstream& stream, files::AtomicFile& out) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<char, 3 * 16384> bytes{};
  std::array<char, 4 * 16384> letters{};
  while (stream) {
    stream.read(bytes.data(), bytes.size());
    const auto size = std::size_t(stream.gcount());
    std::size_t used = 0;
    for (std::size_t i = 0; i < size; i += 3) {
      const auto byte = [&](std::size_t at) { return at < size ? static_cast<unsigned char>(bytes[at]) : 0U; };
      const unsigned bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
      letters[used++] = kAlphabet[bits >> 18];
      letters[used++] = kAlphabet[bits >> 12 & 63];
      letters[used++] = i + 1 < size ? kAlphabet[bits >> 6 & 63] : '=';
      letters[used++] = i + 2 < size ? kAlphabet[bits & 63] : '=';
    }
    out.write(letters.data(), used);
  }
}

/// Scripts of a type that isn't run: text that the browser keeps and doesn't decode before it is looked at.
/// picture-3-0 is the first one of case 3.
void write_pictures(const SuiteResult& result, const fs::path& results_folder, files::AtomicFile& out) {
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const std::vector<NamedFile> pictures = pictures_of(result.cases[i]);
    for (std::size_t j = 0; j < pictures.size(); ++j) {
      std::ifstream stream;
      if (!open_png(results_folder / pictures[j].second, stream).empty()) continue;
      out.write("<script type=\"text/plain\" id=\"picture-" + std::to_string(i) + "-" + std::to_string(j) +
                "\">data:image/png;base64,");
      write_base64(stream, out);
      out.write("</script>\n");
    }
  }
}

}  // namespace

std::string page_policy() {
  return std::string("default-src 'none'; img-src 'self' data:; connect-src 'self'; style-src '") +
         std::string(photopic::text::report_style_hash) + "'; script-src '" +
         std::string(photopic::text::report_script_hash) +
         "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

void check_page(const fs::path& file) {
  files::check_input(file);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw files::Error(file, files::system_reason(errno));
  std::string head(4096, '\0');
  stream.read(head.data(), std::streamsize(head.size()));
  if (head.find(photopic::text::report_script_hash) == std::string::npos) {
    throw files::Error(file, "is no report of this version of photopic; regress writes it anew");
  }
}

void write_report(const SuiteResult& result, const fs::path& results_folder, const fs::path& file, Pictures pictures,
                  const std::deque<PastRun>& past) {
  files::AtomicFile out(file);
  std::string_view rest = photopic::text::report_page;
  while (true) {
    const std::size_t begin = rest.find("{{");
    out.write(rest.substr(0, begin));
    if (begin == std::string_view::npos) break;
    const std::size_t end = rest.find("}}", begin);
    const std::string_view mark = rest.substr(begin + 2, end - begin - 2);
    if (mark == "style hash")
      out.write(photopic::text::report_style_hash);
    else if (mark == "script hash")
      out.write(photopic::text::report_script_hash);
    else if (mark == "style")
      out.write(photopic::text::report_style);
    else if (mark == "script")
      out.write(photopic::text::report_script);
    else if (mark == "data")
      write_data(result, results_folder, pictures, past, out);
    else if (mark == "picture sources")  // browsers differ in what 'self' is of a page that is a file
      out.write(pictures == Pictures::embedded ? "data:" : "'self' file:");
    else if (mark == "pictures") {
      if (pictures == Pictures::embedded) write_pictures(result, results_folder, out);
    } else
      throw std::logic_error("write_report: unknown mark in the page");
    rest.remove_prefix(end + 2);
  }
  out.commit();
}

}  // namespace regress
