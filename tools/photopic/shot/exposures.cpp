// SPDX-License-Identifier: MIT
// Writing and reading of exposure states.
#include "photopic/shot/exposures.h"

#include <unordered_set>
#include <utility>

#include "files/error.h"

namespace cli {
namespace {

std::vector<WordField> fields_of(const ShotHead& head) {
  std::vector<WordField> fields(exposure_fields().begin(), exposure_fields().end());
  if (head.has_light) fields.insert(fields.end(), white_balance_fields().begin(), white_balance_fields().end());
  if (head.has_receptors) fields.insert(fields.end(), receptor_fields().begin(), receptor_fields().end());
  return fields;
}

class Reader : public ShotFileTaker {
 public:
  explicit Reader(const std::vector<SequenceFrame>& frames) {
    for (const SequenceFrame& frame : frames) wanted_.insert(frame.number);
  }

  void take_head(const ShotHead& head, const LinePlace&) override {
    if (!fields_.empty()) throw json::Error(0, 0, "has a second head");
    exposures.head = head;
    fields_ = fields_of(head);
  }

  void take_line(const ShotLine& line, const ReadFields& read) override {
    if (!wanted_.contains(line.frame)) return;
    photopic::gpu::ExposureState state = {};
    read(fields_, &state);
    if (exposures.states.emplace(line.frame, state).second) return;
    throw json::Error(0, 0, "frame " + std::to_string(line.frame) + " is there twice");
  }

  Exposures exposures;

 private:
  std::unordered_set<std::uint64_t> wanted_;
  std::vector<WordField> fields_;
};

}  // namespace

void write_exposures(const std::filesystem::path& file, const ShotHead& head, const std::vector<std::string>& files,
                     const std::vector<photopic::gpu::ExposureState>& states) {
  const std::vector<WordField> fields = fields_of(head);
  ShotFileWriter writer(file, head);
  for (std::size_t i = 0; i < states.size(); ++i) {
    writer.add(head.first + i, files[i], fields, &states[i]);
  }
  writer.finish();
}

Exposures read_exposures(const std::filesystem::path& file, const std::vector<SequenceFrame>& frames) {
  Reader reader(frames);
  read_shot_file(file, "exposures", reader);
  for (const SequenceFrame& frame : frames) {
    if (reader.exposures.states.contains(frame.number)) continue;
    throw files::Error(file, "has no exposure of frame " + std::to_string(frame.number));
  }
  return std::move(reader.exposures);
}

}  // namespace cli
