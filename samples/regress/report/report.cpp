// SPDX-License-Identifier: MIT
// The HTML report, filled with data and pictures.
#include "regress/report/report.h"

#include <text/report_page.h>
#include <text/report_script.h>
#include <text/report_style.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "files/atomic_file.h"
#include "json/values.h"
#include "regress/results/json_values.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPngSignature("\x89PNG\r\n\x1a\n", 8);

/// A picture of a case: "actual", "expected" or a map's name, and its file.
using NamedFile = std::pair<std::string, std::string>;

std::vector<NamedFile> pictures_of(const CaseResult& result) {
  std::vector<NamedFile> pictures;
  if (!result.actual.empty()) pictures.emplace_back("actual", result.actual);
  if (!result.expected.empty()) pictures.emplace_back("expected", result.expected);
  for (const NamedFile& map : result.maps) {
    if (!map.second.empty()) pictures.push_back(map);
  }
  return pictures;
}

/// Of the element that holds a picture's data.
std::string picture_id(std::size_t case_index, std::size_t picture_index) {
  return "picture-" + std::to_string(case_index) + "-" + std::to_string(picture_index);
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
  const std::string text = json.dump(-1, ' ', true, json::Json::error_handler_t::replace);
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

json::Json head_json(const SuiteResult& result) {
  return {{"suite", result.suite},
          {"photopic_version", result.photopic_version},
          {"started", result.started},
          {"shard", result.shard},
          {"shards", result.shards},
          {"duration_s", json::json_of(result.duration_s)},
          {"update_command", result.update_command},
          {"unused_goldens", result.unused_goldens},
          {"devices", json::json_array(result.devices)}};
}

json::Json histogram_json(const CaseResult& result) {
  std::size_t size = result.histogram.size();
  while (size > 0 && result.histogram[size - 1] == 0) --size;
  json::Json histogram = json::Json::array();
  for (std::size_t code = 0; code < size; ++code) histogram.push_back(result.histogram[code]);
  return histogram;
}

json::Json case_json(const CaseResult& result, std::size_t index, const fs::path& results_folder) {
  json::Json scores = json::Json::array();
  for (const auto& [name, value] : result.scores) scores.push_back({{"name", name}, {"value", json::json_of(value)}});
  json::Json pictures = json::Json::array();
  for (const auto& [name, file] : pictures_of(result)) {
    std::ifstream stream;
    pictures.push_back({{"name", name},
                        {"file", file},
                        {"id", picture_id(index, pictures.size())},
                        {"problem", open_png(results_folder / file, stream)}});
  }
  return {{"name", result.name},
          {"outcome", compare::name_of(result.outcome)},
          {"failed", is_failure(result)},
          {"must_fail", result.must_fail},
          {"updatable", result.updatable},
          {"message", result.message},
          {"width", result.width},
          {"height", result.height},
          {"golden", result.golden},
          {"golden_key", result.golden_key},
          {"rules", result.rules},
          {"duration_s", json::json_of(result.duration_s)},
          {"scores", std::move(scores)},
          {"checks", json::json_array(result.checks)},
          {"histogram", histogram_json(result)},
          {"worst_tiles", json::json_array(result.worst_tiles)},
          {"pictures", std::move(pictures)}};
}

void write_data(const SuiteResult& result, const fs::path& results_folder, files::AtomicFile& out) {
  std::string head = in_script(head_json(result));
  head.back() = ',';  // the object's end: the cases follow, one at a time
  out.write(head);
  out.write("\"cases\":[");
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    if (i > 0) out.write(",\n");
    out.write(in_script(case_json(result.cases[i], i, results_folder)));
  }
  out.write("]}");
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
void write_pictures(const SuiteResult& result, const fs::path& results_folder, files::AtomicFile& out) {
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const std::vector<NamedFile> pictures = pictures_of(result.cases[i]);
    for (std::size_t j = 0; j < pictures.size(); ++j) {
      std::ifstream stream;
      if (!open_png(results_folder / pictures[j].second, stream).empty()) continue;
      out.write("<script type=\"text/plain\" id=\"" + picture_id(i, j) + "\">data:image/png;base64,");
      write_base64(stream, out);
      out.write("</script>\n");
    }
  }
}

}  // namespace

void write_report(const SuiteResult& result, const fs::path& results_folder, const fs::path& file) {
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
      write_data(result, results_folder, out);
    else if (mark == "pictures")
      write_pictures(result, results_folder, out);
    else
      throw std::logic_error("write_report: unknown mark in the page");
    rest.remove_prefix(end + 2);
  }
  out.commit();
}

}  // namespace regress
