// SPDX-License-Identifier: MIT
// The devices of a run.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_BENCHES_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_BENCHES_H

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparer.h"
#include "regress/runner/renderer.h"
#include "regress/runner/runner.h"

namespace regress {

/// One way to render cases and compare them.
struct Bench {
  explicit Bench(std::unique_ptr<Renderer> of) : renderer(std::move(of)), comparer(renderer->context()) {}
  std::unique_ptr<Renderer> renderer;
  compare::Comparer comparer;
};

/// Benches of variants, each made at its first use; variants on the same device share one. A lost device loses all that
/// was made on it, so that after an engine::Error the benches are made anew.
class Benches {
 public:
  /// The options must outlive it.
  explicit Benches(const RunOptions& options);

  /// Throws engine::Error; once a device can't be made, at every later call too.
  Bench& of(std::size_t variant);
  Shot render(const Suite& suite, const Case& one, std::size_t variant);
  DeviceInfo device_info(std::size_t variant);

  /// After an engine::Error.
  void reset();
  /// What the validation layer said since the last call, in one line; empty: nothing.
  std::string take_validation();

 private:
  void take_messages();

  const RunOptions& options_;
  std::vector<std::unique_ptr<Bench>> benches_;  ///< by the first variant on that device
  std::vector<std::string> messages_;
  std::optional<std::string> lost_;  ///< why a device can't be made
};

}  // namespace regress

#endif
