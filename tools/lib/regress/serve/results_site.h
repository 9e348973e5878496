// SPDX-License-Identifier: MIT
// Results as a site on the same machine, which accepts pictures.
#ifndef PHOTOPIC_TOOLS_REGRESS_SERVE_RESULTS_SITE_H
#define PHOTOPIC_TOOLS_REGRESS_SERVE_RESULTS_SITE_H

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "json/document.h"
#include "regress/accept.h"
#include "regress/serve/http.h"

namespace regress {

/// What requests get that name the site as its address does, with a random token that no other page or user knows:
///   GET /TOKEN/FILE        a file of the folder: no link that leads out of it, nothing hidden
///   GET /TOKEN/serve.json  {"accepted": {NAME: HASH, ...}}: so far; with "removed": [GOLDEN, ...] if there are any
///   POST /TOKEN/accept     {"cases": [{"name": NAME, "picture": HASH}, ...]}, from a page of the site: accepts these
///                          pictures, all or none; {"accepted": [NAME, ...]} or {"error": REASON}
///   POST /TOKEN/remove     {"goldens": [{"golden": GOLDEN, "hash": HASH}, ...]}: removes these, which are unused
/// HASH is the picture's or golden's in results.json: what is accepted or removed is what the page has shown, whatever
/// was run since.
class ResultsSite {
 public:
  /// `folder` has results.json and report.html. Throws files::Error.
  ResultsSite(
      std::filesystem::path folder, std::uint16_t port, AcceptOptions options,
      std::function<void(const Accepted&)> on_accepted,
      std::function<void(const std::filesystem::path&)> on_removed = [](const auto&) {});

  /// Of the report: "http://127.0.0.1:PORT/TOKEN/report.html".
  std::string url() const;
  /// For any number of threads.
  Response answer(const Request& request);

 private:
  bool is_for_this_site(const Request& request) const;
  Response answer_within(const std::string& path, const Request& request);
  Response file(const std::string& path) const;
  Response done_so_far();
  Response do_as_asked(const Request& request, json::Json (ResultsSite::*todo)(const std::string& body));
  json::Json accept_cases(const std::string& body);
  json::Json remove_goldens(const std::string& body);
  std::vector<std::size_t> asked_cases(const SuiteResult& result, const std::string& body) const;
  std::filesystem::path results_file() const { return folder_ / kResultsName; }

  std::filesystem::path folder_;
  std::string port_;
  AcceptOptions options_;
  std::function<void(const Accepted&)> on_accepted_;
  std::function<void(const std::filesystem::path&)> on_removed_;
  std::string token_;
  std::mutex mutex_;                             ///< one accepts at a time
  std::map<std::string, std::string> accepted_;  ///< hashes by name
  std::set<std::string> removed_;
};

}  // namespace regress

#endif
