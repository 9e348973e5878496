// SPDX-License-Identifier: MIT
// Reading and merging of measurements.
#include "photopic/shot/measurements.h"

#include <cstdio>
#include <optional>

#include "files/error.h"
#include "photopic/shot/shot_settings.h"

namespace cli {
namespace {

class Merge : public ShotFileTaker {
 public:
  void take_head(const ShotHead& head, const LinePlace& place) override {
    if (places_.empty()) {
      merged_.head = head;
      first_ = place;
      places_.resize(head.frame_count());
      merged_.frames.resize(places_.size());
      merged_.files.resize(places_.size());
    } else if (head.hash() != merged_.head.hash()) {
      refuse(head);
    }
    if (head.device != merged_.head.device) other_device_ = head.device;
  }

  void take_line(const ShotLine& line, const ReadFields& read) override {
    const std::size_t index = line.frame - merged_.head.first;
    if (places_[index].line != 0) {
      throw json::Error(0, 0, "frame " + std::to_string(line.frame) + " is in " + places_[index].text() + " already");
    }
    photopic::gpu::FrameMeasurement& measurement = merged_.frames[index];
    read(measurement_fields(), &measurement);
    if (merged_.head.has_light) read(measured_light_fields(), &measurement);
    places_[index] = line.place;
    merged_.files[index] = line.file;
  }

  Measurements finish() {
    std::vector<bool> has;
    for (const LinePlace& place : places_) has.push_back(place.line != 0);
    const std::string missing = missing_frames(merged_.head, has);
    if (!missing.empty()) {
      throw files::Error(first_.file, "and the files with it have frames of " + std::to_string(merged_.head.first) +
                                          " to " + std::to_string(merged_.head.last) + ", but " + missing);
    }
    if (other_device_) {
      std::fprintf(stderr, "photopic: measured on several devices: %s and %s\n",
                   files::printable(merged_.head.device).c_str(), files::printable(*other_device_).c_str());
    }
    return std::move(merged_);
  }

 private:
  [[noreturn]] void refuse(const ShotHead& head) const {
    const ShotHead& first = merged_.head;
    const auto frames_of = [](const ShotHead& of) {
      return "of frames " + std::to_string(of.first) + " to " + std::to_string(of.last);
    };
    std::string reason = "they differ";
    if (const auto other = difference(head.settings, first.settings)) reason = *other;
    if (head.extent.width != first.extent.width || head.extent.height != first.extent.height) {
      reason = "the frames have another size";
    }
    if (frames_of(head) != frames_of(first)) reason = "that is " + frames_of(first) + ", this " + frames_of(head);
    if (head.program != first.program) reason = "that is of photopic " + first.program + ", this of " + head.program;
    throw json::Error(0, 0, "doesn't go with " + first_.file.string() + ": " + reason);
  }

  Measurements merged_;
  LinePlace first_;  // of a head
  std::vector<LinePlace> places_;
  std::optional<std::string> other_device_;
};

}  // namespace

Measurements read_measurements(const std::vector<std::filesystem::path>& files) {
  Merge merge;
  for (const std::filesystem::path& file : files) read_shot_file(file, "measurements", merge);
  return merge.finish();
}

}  // namespace cli
