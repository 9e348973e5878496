// SPDX-License-Identifier: MIT
// Reading of a look's files.
#include "session/settings/look_files.h"

#include <photopic/settings_table.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "arguments/errors.h"
#include "arguments/words.h"
#include "engine/transfer/uploads.h"
#include "looks/cube_file.h"

namespace session {
namespace {

// In the order of TableCurve, from linear on.
constexpr const char* kCurveWords[] = {"linear", "acescct", "logc3", "linlog-sdr", "linlog-hdr"};

/// Those that have a name: neither the file's nor numbers of the user's.
std::span<const char* const> primaries_words() {
  const photopic::SettingInfo& row = *photopic::find_setting("input", "primaries");
  return std::span(row.words, row.word_count - 1).subspan(1);
}

std::span<const char* const> encoding_words() {
  const photopic::SettingInfo& row = *photopic::find_setting("display", "encoding");
  return std::span(row.words, row.word_count);
}

constexpr const char* kTitleStart = "photopic ";
constexpr const char* kTitleMiddle = " to ";

/// Of what buffers hold: every file that is read gets another.
std::uint64_t next_content() {
  static std::atomic<std::uint64_t> content = 0;
  return ++content;
}

constexpr std::uint32_t kFloatsPerNode = 4;

void append(const looks::Table& table, std::vector<float>& nodes) {
  for (const std::array<float, 3>& node : table.nodes) nodes.insert(nodes.end(), {node[0], node[1], node[2], 0.0f});
}

photopic::LookTable append(const looks::Lut& lut, std::vector<float>& nodes) {
  photopic::LookTable table = {.first_node = static_cast<std::uint32_t>(nodes.size() / kFloatsPerNode)};
  if (lut.curves) {
    table.curve_size = lut.curves->size;
    std::copy(lut.curves->domain.min.begin(), lut.curves->domain.min.end(), table.curve_min);
    std::copy(lut.curves->domain.max.begin(), lut.curves->domain.max.end(), table.curve_max);
    append(*lut.curves, nodes);
  }
  if (lut.cube) {
    table.cube_size = lut.cube->size;
    std::copy(lut.cube->domain.min.begin(), lut.cube->domain.min.end(), table.cube_min);
    std::copy(lut.cube->domain.max.begin(), lut.cube->domain.max.end(), table.cube_max);
    append(*lut.cube, nodes);
  }
  return table;
}

}  // namespace

LutSpace parse_lut_space(std::string_view text, const std::string& what) {
  const std::vector<std::string> words = arguments::list_items(text);
  if (words.size() != 2) {
    throw arguments::UsageError(what + ": '" + std::string(text) + "' is not CURVE,PRIMARIES, as in acescct,ap1");
  }
  return {photopic::TableCurve(arguments::word_index(kCurveWords, words[0], what) + 1),
          photopic::Primaries(arguments::word_index(primaries_words(), words[1], what) + 1)};
}

std::string lut_space_text(LutSpace space) {
  return std::string(kCurveWords[std::size_t(space.curve) - 1]) + "," +
         primaries_words()[std::size_t(space.primaries) - 1];
}

std::string tone_mapper_title(const ToneMapperLut& lut) {
  return kTitleStart + lut_space_text(lut.space) + kTitleMiddle + encoding_words()[std::size_t(lut.encoding)];
}

ToneMapperLut tone_mapper_of_title(const std::string& title) {
  const std::size_t middle = title.find(kTitleMiddle);
  if (!title.starts_with(kTitleStart) || middle == std::string::npos) return {};
  const std::size_t start = std::string_view(kTitleStart).size();
  const std::string encoding = title.substr(middle + std::string_view(kTitleMiddle).size());
  try {
    return {parse_lut_space(title.substr(start, middle - start), "TITLE"),
            photopic::OutputEncoding(arguments::word_index(encoding_words(), encoding, "TITLE"))};
  } catch (const arguments::UsageError&) {
    return {};  // somebody else's, that begins alike
  }
}

LoadedLook::LoadedLook(const engine::Context& context, const LookFiles& files) {
  if (!files.has_files()) return;
  std::vector<float> nodes;
  if (!files.scene_lut.empty()) {
    tables_.scene = append(looks::read_cube(files.scene_lut), nodes);
    tables_.scene_curve = files.scene_lut_space.curve;
    tables_.scene_primaries = files.scene_lut_space.primaries;
  }
  if (!files.tone_mapper_lut.empty()) {
    const looks::Lut lut = looks::read_cube(files.tone_mapper_lut);
    const ToneMapperLut of_title = tone_mapper_of_title(lut.title);
    tables_.tone_mapper = append(lut, nodes);
    tables_.tone_mapper_curve = of_title.space.curve;
    tables_.tone_mapper_primaries = of_title.space.primaries;
    tables_.tone_mapper_encoding = of_title.encoding;
  }
  if (!files.lut.empty()) tables_.display = append(looks::read_cube(files.lut), nodes);
  nodes_ = engine::upload_buffer(context, std::as_bytes(std::span(nodes)), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, "the lookup tables");
  tables_.nodes = nodes_.handle();
  tables_.floats_per_node = kFloatsPerNode;
  tables_.content = next_content();
  has_operator_ = !files.tone_mapper_lut.empty();
  operator_ = tables_;
  operator_.scene = {};
  operator_.display = {};
}

}  // namespace session
