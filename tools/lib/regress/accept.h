// SPDX-License-Identifier: MIT
// Judged pictures that become goldens.
#ifndef PHOTOPIC_TOOLS_REGRESS_ACCEPT_H
#define PHOTOPIC_TOOLS_REGRESS_ACCEPT_H

#include <filesystem>
#include <string>
#include <vector>

#include "regress/results/results.h"

namespace regress {

struct AcceptOptions {
  std::filesystem::path goldens = {};  ///< folder, in place of the one that the results name; empty: that one
  std::string device_class = {};       ///< for this one alone; empty: for whom the golden was that was compared with
  bool allow_outside = false;          ///< the results may name a folder outside of the working directory
};

struct Accepted {
  std::string name;  ///< the case's
  std::filesystem::path golden;
};

/// Which cases `patterns` mean, as indices: that of a name is the case alone, of others all that match it and can be
/// accepted. No pattern: all that can. Cases whose goldens are no usable pictures are taken by their names only, and
/// with `replaces_unusable`. Throws std::invalid_argument for a pattern that means none, and for a name whose case
/// can't be accepted.
std::vector<std::size_t> cases_to_accept(const SuiteResult& result, const std::vector<std::string>& patterns,
                                         bool replaces_unusable = false);

/// Cases that fail and that the patterns mean but that aren't among `chosen`, which are rising: accept_problem() says
/// why.
std::vector<std::size_t> left_out(const SuiteResult& result, const std::vector<std::string>& patterns,
                                  const std::vector<std::size_t>& chosen);

/// Makes the pictures of these cases, which can be accepted, goldens: byte for byte those that were judged.
/// Results may be somebody else's: what they name is a picture in their own folder, as it was when it was judged, and
/// the golden a picture below the goldens' folder. All of it is checked before the first is replaced. Throws
/// files::Error and std::invalid_argument.
std::vector<Accepted> accept(const SuiteResult& result, const std::filesystem::path& results_file,
                             const std::vector<std::size_t>& cases, const AcceptOptions& options);

/// Removes these of the goldens that the results found unused, as they were then; gives their files. All of it is
/// checked before the first is removed. Throws files::Error and std::invalid_argument.
std::vector<std::filesystem::path> remove_unused(const SuiteResult& result, const std::filesystem::path& results_file,
                                                 const std::vector<std::string>& goldens, const AcceptOptions& options);

}  // namespace regress

#endif
