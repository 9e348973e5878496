// SPDX-License-Identifier: MIT
// Lines of JSON about frames, written and read.
#include "photopic/shot/shot_file.h"

#include <optional>
#include <utility>

#include "files/error.h"
#include "files/hash.h"
#include "files/text_file.h"
#include "json/text.h"
#include "json/values.h"

namespace cli {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr std::uint64_t kMaxFrames = 10'000'000;  // of a shot: a state of each is 320 bytes
constexpr std::uint32_t kMaxSide = 65535;

json::Json json_of(const ShotHead& head) {
  json::Json json = {{"photopic", head.kind},      {"version", kVersion},         {"program", head.program},
                     {"device", head.device},      {"first", head.first},         {"last", head.last},
                     {"width", head.extent.width}, {"height", head.extent.height}};
  if (head.fps != 0.0) json["fps"] = head.fps;
  json["has_light"] = head.has_light;
  json["has_receptors"] = head.has_receptors;
  json["settings"] = head.settings;
  return json;
}

ShotHead head_of(const json::Node& node, const std::string& kind) {
  const std::string found = node.at("photopic").text();
  if (found != kind) node.refuse("has " + found + ", not " + kind);
  node.at("version").require_version(kVersion);
  ShotHead head;
  head.kind = found;
  head.program = node.at("program").text();
  head.device = node.at("device").text();
  head.first = node.at("first").whole(0, UINT64_MAX);
  head.last = node.at("last").whole(head.first, UINT64_MAX);
  if (head.last - head.first >= kMaxFrames) node.refuse("has more than " + std::to_string(kMaxFrames) + " frames");
  head.extent = {node.at("width").whole32(1, kMaxSide), node.at("height").whole32(1, kMaxSide)};
  if (const auto fps = node.find("fps")) head.fps = fps->number(0.001, 100000.0);
  head.has_light = node.at("has_light").flag();
  head.has_receptors = node.at("has_receptors").flag();
  head.settings = node.at("settings").json();
  if (!head.settings.is_object()) node.at("settings").fail("not an object");
  if (node.at("settings_hash").text() != head.hash()) node.refuse("the hash of its settings is another's");
  return head;
}

json::Json parse(std::string_view line) {
  std::optional<json::Json> json = json::parsed(line);
  if (!json) throw json::Error(0, 0, "is no JSON: damaged, or cut short");
  if (!json->is_object()) throw json::Error(0, 0, "is no JSON object");
  return *std::move(json);
}

/// Reads the fields of one line.
class LineFields {
 public:
  explicit LineFields(const json::Json& line) : line_(line) {}

  void operator()(std::span<const WordField> fields, void* record) const {
    for (const WordField& field : fields) {
      const auto found = line_.find(field.name);
      if (found == line_.end()) throw json::Error(0, 0, std::string(field.name) + " is missing");
      set_word(field, record, bits_of(field, *found));
    }
  }

 private:
  const json::Json& line_;
};

}  // namespace

std::string ShotHead::hash() const {
  ShotHead head = *this;
  head.device.clear();
  files::Fnv1a hash;
  hash.add(json::to_text(json_of(head)));
  return hash.hex();
}

ShotFileWriter::ShotFileWriter(const std::filesystem::path& file, const ShotHead& head)
    : file_(file), hash_(head.hash()) {
  json::Json json = json_of(head);
  json["settings_hash"] = hash_;
  text_ = json::to_text(json) + "\n";
}

void ShotFileWriter::add(std::uint64_t frame, const std::string& file, std::span<const WordField> fields,
                         const void* record) {
  text_ += "{\"frame\":" + std::to_string(frame) + ",\"file\":" + json::to_text(file) + ",\"settings_hash\":\"" +
           hash_ + "\"";
  for (const WordField& field : fields) {
    text_ += ",\"";
    text_ += field.name;
    text_ += "\":";
    append_value(field, word_of(field, record), text_);
  }
  text_ += "}\n";
  constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
  if (text_.size() >= kChunkBytes) flush();
}

void ShotFileWriter::flush() {
  file_.write(text_);
  text_.clear();
}

void ShotFileWriter::finish() {
  flush();
  file_.commit();
}

void read_shot_file(const std::filesystem::path& file, const std::string& kind, ShotFileTaker& taker) {
  files::LineReader reader(file, kMaxLineBytes);
  std::optional<ShotHead> head;
  std::string hash;
  while (const auto line = reader.next()) {
    try {
      const json::Json json = parse(*line);
      const json::Node node(json);
      if (json.contains("photopic")) {
        head = head_of(node, kind);
        hash = head->hash();
        taker.take_head(*head, {file, reader.number()});
        continue;
      }
      if (!head) node.refuse("stands before a head, which says what " + kind + " these are");
      const ShotLine frame = {.frame = node.at("frame").whole(head->first, head->last),
                              .file = node.at("file").text(),
                              .place = {file, reader.number()}};
      if (node.at("settings_hash").text() != hash) {
        node.refuse("frame " + std::to_string(frame.frame) + " is of other settings than the head before it");
      }
      taker.take_line(frame, LineFields(json));
    } catch (const json::Error& error) {
      reader.fail(reader.number(), error.what());
    }
  }
  if (!head) throw files::Error(file, "is empty: no " + kind);
}

std::string missing_frames(const ShotHead& head, const std::vector<bool>& has) {
  constexpr std::size_t kNamed = 3;
  std::string names;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (has[i]) continue;
    if (++missing <= kNamed) names += (missing == 1 ? "" : ", ") + std::to_string(head.first + i);
  }
  if (missing == 0) return "";
  if (missing == 1) return "frame " + names + " is missing";
  if (missing > kNamed) names += " and " + std::to_string(missing - kNamed) + " more";
  return "frames " + names + " are missing";
}

}  // namespace cli
