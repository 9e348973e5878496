// SPDX-License-Identifier: MIT
// Choice of cases, checks of what their results name, and staging of their pictures.
#include "regress/accept.h"

#include <algorithm>
#include <stdexcept>

#include "files/error.h"
#include "files/hash.h"
#include "files/output_guard.h"
#include "files/path.h"
#include "image_io/image_file.h"
#include "regress/golden_store.h"
#include "regress/suite/pattern.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

/// The folder that the results name may be anyone's choice.
fs::path goldens_of(const SuiteResult& result, const fs::path& results_file, const AcceptOptions& options) {
  if (!options.goldens.empty()) return options.goldens;
  if (result.goldens.empty()) throw files::Error(results_file, "names no folder of goldens; --goldens does");
  if (!options.allow_outside && !files::is_within(result.goldens, ".")) {
    throw files::Error(results_file, "its goldens are outside of the working directory, in " + result.goldens +
                                         "; --allow-outside writes there, --goldens elsewhere");
  }
  return fs::path(result.goldens).lexically_proximate(files::resolved("."));
}

class Acceptance {
 public:
  Acceptance(const SuiteResult& result, const fs::path& results_file, const AcceptOptions& options)
      : results_file_(results_file), options_(options), store_(goldens_of(result, results_file, options)) {}

  std::vector<Accepted> run(const SuiteResult& result, const std::vector<std::size_t>& cases) {
    files::OutputGuard inputs;
    inputs.add_input(results_file_);
    for (const std::size_t index : cases) inputs.add_input(path_of(result.cases[index].picture, results_file_));
    for (const std::size_t index : cases) stage(result.cases[index]);
    for (const Accepted& one : accepted_) inputs.check_output(one.golden);
    store_.commit();
    return std::move(accepted_);
  }

 private:
  void stage(const CaseResult& one) {
    const fs::path picture = path_of(one.picture, results_file_);
    const std::string& device_class = options_.device_class.empty() ? one.accept_class : options_.device_class;
    const fs::path golden = store_.place_of(one.accept_as, device_class);
    if (!image_io::is_picture_name(golden)) throw files::Error(golden, "isn't named as a picture");
    if (files::lower_extension(golden) != files::lower_extension(picture)) {
      throw files::Error(picture, "is of another kind than its golden, " + golden.string());
    }
    store_.find(one.accept_as, device_class);  // throws where no file can stand
    if (files::hash_of_file(store_.stage_file(one.accept_as, device_class, picture)) != one.picture_hash) {
      throw files::Error(picture, "has changed since it was judged");
    }
    accepted_.push_back({one.name, golden});
  }

  const fs::path& results_file_;
  const AcceptOptions& options_;
  GoldenStore store_;
  std::vector<Accepted> accepted_;
};

}  // namespace

std::vector<std::size_t> cases_to_accept(const SuiteResult& result, const std::vector<std::string>& patterns,
                                         bool replaces_unusable) {
  std::vector<bool> is_chosen(result.cases.size(), false);
  const auto choose = [&](const std::string& pattern) {
    const auto named = std::find_if(result.cases.begin(), result.cases.end(),
                                    [&](const CaseResult& one) { return one.name == pattern; });
    if (named != result.cases.end()) {
      const std::string problem = accept_problem(*named, replaces_unusable);
      if (!problem.empty()) throw std::invalid_argument(pattern + ": can't be accepted: " + problem);
      is_chosen[std::size_t(named - result.cases.begin())] = true;
      return;
    }
    std::size_t matching = 0, acceptable = 0;
    for (std::size_t i = 0; i < result.cases.size(); ++i) {
      if (!matches(pattern, result.cases[i].name)) continue;
      ++matching;
      if (!accept_problem(result.cases[i]).empty()) continue;
      ++acceptable;
      is_chosen[i] = true;
    }
    if (matching == 0) throw std::invalid_argument(pattern + ": no case has such a name");
    if (acceptable == 0) {
      throw std::invalid_argument(pattern + ": of the cases that match, " + std::to_string(matching) +
                                  ", none can be accepted");
    }
  };
  for (const std::string& pattern : patterns) choose(pattern);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    if (patterns.empty() ? accept_problem(result.cases[i]).empty() : is_chosen[i]) chosen.push_back(i);
  }
  return chosen;
}

std::vector<std::size_t> left_out(const SuiteResult& result, const std::vector<std::string>& patterns,
                                  const std::vector<std::size_t>& chosen) {
  std::vector<std::size_t> cases;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const std::string& name = result.cases[i].name;
    const bool is_meant = patterns.empty() || std::any_of(patterns.begin(), patterns.end(),
                                                          [&](const auto& pattern) { return matches(pattern, name); });
    const bool is_left =
        is_meant && is_failure(result.cases[i]) && !std::binary_search(chosen.begin(), chosen.end(), i);
    if (is_left) cases.push_back(i);
  }
  return cases;
}

std::vector<fs::path> remove_unused(const SuiteResult& result, const fs::path& results_file,
                                    const std::vector<std::string>& goldens, const AcceptOptions& options) {
  const fs::path folder = goldens_of(result, results_file, options);
  const GoldenStore store(folder);
  const auto hash_of = [&](const std::string& golden) {
    const auto hash = result.unused_hashes.find(golden);
    return hash == result.unused_hashes.end() ? "" : hash->second;
  };
  for (const std::string& golden : goldens) {
    const auto& unused = result.unused_goldens;
    if (std::find(unused.begin(), unused.end(), golden) == unused.end()) {
      throw std::invalid_argument(golden + ": isn't unused");
    }
    if (hash_of(golden).empty()) {
      throw files::Error(results_file, "doesn't say what is in the golden " + golden + "; run regress again");
    }
    store.check_removal(golden, hash_of(golden));
  }
  std::vector<fs::path> removed;
  for (const std::string& golden : goldens) {
    store.remove(golden, hash_of(golden));
    removed.push_back(folder / golden);
  }
  return removed;
}

std::vector<Accepted> accept(const SuiteResult& result, const fs::path& results_file,
                             const std::vector<std::size_t>& cases, const AcceptOptions& options) {
  return Acceptance(result, results_file, options).run(result, cases);
}

}  // namespace regress
