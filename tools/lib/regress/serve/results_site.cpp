// SPDX-License-Identifier: MIT
// Checks of requests, files and what is accepted.
#include "regress/serve/results_site.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "compare/file_name.h"
#include "files/error.h"
#include "files/path.h"
#include "json/node.h"
#include "json/text.h"
#include "regress/report/report.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != ssize_t(bytes.size())) {
    throw std::runtime_error("the system has no random numbers");
  }
  std::string token;
  for (const unsigned char byte : bytes) {
    for (const int digit : {byte >> 4, byte & 15}) token += "0123456789abcdef"[digit];
  }
  return token;
}

/// In a time that doesn't tell where they differ.
bool are_equal(std::string_view a, std::string_view b) {
  int difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) difference |= a[i] ^ b[i];
  return difference == 0;
}

Response refused(int status, const std::string& words) { return {.status = status, .body = words + "\n"}; }
Response not_found() { return refused(404, "Not found"); }

Response json_response(int status, const json::Json& json) {
  return {.status = status, .type = "application/json", .body = json::to_ascii(json) + "\n"};
}

/// Nothing that could hold a script but pages, whose policy allows none.
const char* type_of(const fs::path& file) {
  const std::string extension = files::lower_extension(file);
  if (extension == ".html") return "text/html; charset=utf-8";
  if (extension == ".json") return "application/json";
  if (extension == ".xml") return "text/plain; charset=utf-8";
  if (extension == ".png") return "image/png";
  if (extension == ".jpg" || extension == ".jpeg") return "image/jpeg";
  return "application/octet-stream";
}

}  // namespace

ResultsSite::ResultsSite(fs::path folder, std::uint16_t port, AcceptOptions options,
                         std::function<void(const Accepted&)> on_accepted,
                         std::function<void(const fs::path&)> on_removed)
    : folder_(std::move(folder)),
      port_(std::to_string(port)),
      options_(std::move(options)),
      on_accepted_(std::move(on_accepted)),
      on_removed_(std::move(on_removed)),
      token_(random_token()) {
  read_json(results_file());
  check_page(folder_ / kReportName);
}

std::string ResultsSite::url() const { return "http://127.0.0.1:" + port_ + "/" + token_ + "/" + kReportName; }

/// By its name: another's, which leads to this machine, would be another site's page that reads this one.
bool ResultsSite::is_for_this_site(const Request& request) const {
  const std::string host = request.header("host");
  return host == "127.0.0.1:" + port_ || host == "localhost:" + port_;
}

Response ResultsSite::answer(const Request& request) {
  const std::string_view path = request.path;
  const std::size_t inner = 1 + token_.size();
  const bool has_token = are_equal(path.substr(0, inner + 1), "/" + token_ + "/");
  Response response = has_token && is_for_this_site(request)
                          ? answer_within(std::string(path.substr(inner + 1)), request)
                          : not_found();
  response.policy = page_policy();
  return response;
}

Response ResultsSite::answer_within(const std::string& path, const Request& request) {
  if (request.method == "POST" && path == "accept") return do_as_asked(request, &ResultsSite::accept_cases);
  if (request.method == "POST" && path == "remove") return do_as_asked(request, &ResultsSite::remove_goldens);
  if (request.method != "GET") return not_found();
  return path == "serve.json" ? done_so_far() : file(path);
}

Response ResultsSite::file(const std::string& path) const {
  const fs::path place = folder_ / path;
  try {
    if (!compare::file_problem(path).empty() || !files::is_within(place, folder_) || !fs::is_regular_file(place)) {
      return not_found();
    }
    if (path == kReportName) check_page(place);
  } catch (const files::Error& error) {
    return refused(409, error.what());
  }
  Response response;
  response.type = type_of(place);
  response.file = std::make_shared<std::ifstream>(place, std::ios::binary | std::ios::ate);
  if (!*response.file) return not_found();
  response.file_bytes = std::uint64_t(response.file->tellg());
  response.file->seekg(0);
  return response;
}

Response ResultsSite::done_so_far() {
  const std::lock_guard guard(mutex_);
  json::Json done = {{"accepted", json::Json(accepted_)}};
  if (!removed_.empty()) done["removed"] = removed_;
  return json_response(200, done);
}

std::vector<std::size_t> ResultsSite::asked_cases(const SuiteResult& result, const std::string& body) const {
  const json::Document document(body);
  std::vector<std::size_t> cases;
  for (const json::Node& asked : json::Node(document).at("cases").elements()) {
    const std::string name = asked.at("name").text(), picture = asked.at("picture").text();
    const auto found =
        std::find_if(result.cases.begin(), result.cases.end(), [&](const CaseResult& one) { return one.name == name; });
    if (found == result.cases.end() || found->picture_hash != picture) {
      throw std::invalid_argument(name + ": there is another picture by now; load the page again");
    }
    const std::string problem = accept_problem(*found);
    if (!problem.empty()) throw std::invalid_argument(name + ": can't be accepted: " + problem);
    cases.push_back(std::size_t(found - result.cases.begin()));
  }
  return cases;
}

Response ResultsSite::do_as_asked(const Request& request, json::Json (ResultsSite::*todo)(const std::string& body)) {
  const auto error = [](int status, const std::string& words) { return json_response(status, {{"error", words}}); };
  if (request.header("origin") != "http://" + request.header("host")) return error(403, "another site asks");
  if (request.header("content-type") != "application/json") return error(415, "the request is no JSON");
  const std::lock_guard guard(mutex_);
  try {
    return json_response(200, (this->*todo)(request.body));
  } catch (const json::Error& problem) {
    return error(400, problem.what());
  } catch (const std::exception& problem) {
    return error(409, problem.what());
  }
}

json::Json ResultsSite::accept_cases(const std::string& body) {
  const SuiteResult result = read_json(results_file());
  const std::vector<std::size_t> cases = asked_cases(result, body);
  json::Json names = json::Json::array();
  for (const Accepted& one : accept(result, results_file(), cases, options_)) {
    names.push_back(one.name);
    on_accepted_(one);
  }
  for (const std::size_t index : cases) accepted_[result.cases[index].name] = result.cases[index].picture_hash;
  return {{"accepted", std::move(names)}};
}

json::Json ResultsSite::remove_goldens(const std::string& body) {
  const SuiteResult result = read_json(results_file());
  const json::Document document(body);
  std::vector<std::string> goldens;
  for (const json::Node& asked : json::Node(document).at("goldens").elements()) {
    const std::string golden = asked.at("golden").text(), hash = asked.at("hash").text();
    const auto found = result.unused_hashes.find(golden);
    if (found == result.unused_hashes.end() || found->second != hash) {
      throw std::invalid_argument(golden + ": there is another one by now; load the page again");
    }
    goldens.push_back(golden);
  }
  for (const fs::path& golden : remove_unused(result, results_file(), goldens, options_)) on_removed_(golden);
  removed_.insert(goldens.begin(), goldens.end());
  return {{"removed", goldens}};
}

}  // namespace regress
