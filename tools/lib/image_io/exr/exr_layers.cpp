// SPDX-License-Identifier: MIT
// Layers of OpenEXR files: what their channels' names mean, and which layer is preferred.
#include "image_io/exr/exr_layers.h"

#include <ImfChannelList.h>
#include <ImfHeader.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "files/path.h"
#include "image_io/exr/exr_file.h"

namespace image_io {

std::string label_of(const Layer& layer) {
  if (!layer.part_name.empty() && !layer.name.empty()) return layer.part_name + "/" + layer.name;
  if (!layer.part_name.empty() || !layer.name.empty()) return layer.part_name + layer.name;
  std::string label = layer.channels[0];
  if (layer.kind != Layer::Kind::grey) label += ", " + layer.channels[1] + ", " + layer.channels[2];
  return label;
}

LayerChoice choice_of(const Layer& layer) { return {std::to_string(layer.part), layer.name, {}}; }

namespace internal {
namespace {

using Kind = Layer::Kind;

/// "Z, R, and 12 more"
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 32;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMost) text += ", and " + std::to_string(names.size() - kMost) + " more";
  return text.empty() ? "none" : text;
}

// ---- layers of a part ----

/// Names of red, green, blue and alpha.
constexpr std::array<std::array<const char*, 4>, 5> kSpellings = {{{"R", "G", "B", "A"},
                                                                   {"r", "g", "b", "a"},
                                                                   {"red", "green", "blue", "alpha"},
                                                                   {"Red", "Green", "Blue", "Alpha"},
                                                                   {"RED", "GREEN", "BLUE", "ALPHA"}}};

bool is_alpha(const std::string& name) {
  return std::any_of(kSpellings.begin(), kSpellings.end(), [&](const auto& spelling) { return name == spelling[3]; });
}

/// Channels whose names begin alike, up to the last dot.
class Group {
 public:
  Group(const Imf::ChannelList& channels, std::string prefix, std::vector<std::string> names)
      : channels_(channels), prefix_(std::move(prefix)), names_(std::move(names)) {}

  /// The picture that these channels make; nothing if that isn't clear.
  std::optional<Layer> layer() const {
    for (const auto& [red, green, blue, alpha] : kSpellings) {
      if (has(red) && has(green) && has(blue)) return make(Kind::rgb, {red, green, blue, has(alpha) ? alpha : ""});
    }
    const bool is_dotted = prefix_ == ".";  // which the reader of luminance and chroma can't name
    if (!is_dotted && has("Y") && has("RY") && has("BY"))
      return make(Kind::luma_chroma, {"Y", "RY", "BY", has("A") ? "A" : ""});
    const auto alpha = std::find_if(names_.begin(), names_.end(), is_alpha);
    if (const auto grey = grey_channel()) {
      return make(Kind::grey, {*grey, "", "", alpha == names_.end() || *alpha == *grey ? "" : *alpha});
    }
    return std::nullopt;
  }

  std::vector<std::string> full_names() const {
    std::vector<std::string> names;
    for (const std::string& name : names_) names.push_back(prefix_ + name);
    return names;
  }
  std::size_t size() const { return names_.size(); }
  std::string name() const { return prefix_.substr(0, prefix_.size() - (prefix_.empty() ? 0 : 1)); }

 private:
  bool has(const std::string& name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }

  std::optional<std::string> grey_channel() const {
    std::vector<std::string> numbers;  // integers beside them are names of objects
    for (const std::string& name : names_) {
      if (!is_alpha(name) && channels_[prefix_ + name].type != Imf::UINT) numbers.push_back(name);
    }
    if (numbers.size() == 1) return numbers.front();
    if (has("Y") && !has("X")) return "Y";
    if (names_.size() == 1) return names_.front();
    return std::nullopt;
  }

  Layer make(Kind kind, std::array<std::string, 4> names) const {
    for (std::string& name : names) {
      if (!name.empty()) name = prefix_ + name;
    }
    return {.name = name(), .kind = kind, .channels = std::move(names)};
  }

  const Imf::ChannelList& channels_;
  std::string prefix_;
  std::vector<std::string> names_;  ///< after the prefix
};

std::vector<Group> groups_of(const Imf::Header& header) {
  std::map<std::string, std::vector<std::string>> names;
  for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
    const std::string name = channel.name();
    const std::size_t prefix = name.rfind('.') + 1;
    names[name.substr(0, prefix)].push_back(name.substr(prefix));
  }
  std::vector<Group> groups;
  for (auto& [prefix, of_prefix] : names) groups.emplace_back(header.channels(), prefix, std::move(of_prefix));
  return groups;
}

// ---- preference ----

enum class Worth {
  color,
  only_grey,   ///< taken where there is no colour
  unreadable,  ///< of integers, or subsampled: whoever reads it says so
  other_grey,  ///< taken only by name
};

Worth worth_of(const Layer& layer, const Imf::Header& header, std::size_t channel_count) {
  std::size_t own = 0;
  for (const std::string& name : layer.channels) {
    if (name.empty()) continue;
    const Imf::Channel& channel = header.channels()[name];
    const bool is_subsampled = channel.xSampling != 1 || channel.ySampling != 1;
    if (channel.type == Imf::UINT || (is_subsampled && layer.kind != Kind::luma_chroma)) return Worth::unreadable;
    ++own;
  }
  if (layer.kind != Kind::grey) return Worth::color;
  return layer.name.empty() || own == channel_count ? Worth::only_grey : Worth::other_grey;
}

/// Distance of a layer's or part's name from the words that programs give to the finished picture. If two names differ
/// only in case, the one in lower case is nearer.
std::size_t distance_from_beauty(const std::string& name) {
  constexpr std::array<const char*, 3> kWords = {"beauty", "rgba", "combined"};
  const std::string lower = files::lower_case(name), dotted = "." + lower + ".";
  std::size_t nearest = 3 * kWords.size();
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    const std::string word = std::string(".") + kWords[i] + ".";
    if (dotted.find(word) == std::string::npos) continue;
    const std::size_t place = dotted == word ? 0 : dotted.ends_with(word) ? 1 : 2;
    nearest = std::min(nearest, place * kWords.size() + i);
  }
  return 2 * nearest + (name != lower && nearest < 3 * kWords.size() ? 1 : 0);
}

struct RankedLayer {
  Layer layer;
  Worth worth;
};

/// Layers of all flat parts, the best first.
std::vector<RankedLayer> ranked_layers(const Imf::MultiPartInputFile& input) {
  std::vector<RankedLayer> layers;
  for (int part = 0; part < input.parts(); ++part) {
    const Imf::Header& header = input.header(part);
    if (is_deep(header)) continue;
    const std::vector<Group> groups = groups_of(header);
    std::size_t channel_count = 0;
    for (const Group& group : groups) channel_count += group.size();
    for (const Group& group : groups) {
      std::optional<Layer> layer = group.layer();
      if (!layer) continue;
      layer->part = part;
      if (input.parts() > 1 && header.hasName()) layer->part_name = header.name();
      const Worth worth = worth_of(*layer, header, channel_count);
      layers.push_back({std::move(*layer), worth});
    }
  }
  const auto rank = [](const RankedLayer& one) {
    const bool has_prefix = !one.layer.name.empty();
    return std::tuple(one.worth, has_prefix, distance_from_beauty(has_prefix ? one.layer.name : one.layer.part_name));
  };
  std::stable_sort(layers.begin(), layers.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return layers;
}

// ---- choice ----

class Chooser {
 public:
  Chooser(const std::filesystem::path& file, const Imf::MultiPartInputFile& input, const LayerChoice& choice)
      : file_(file), input_(input), choice_(choice), layers_(ranked_layers(input)) {
    if (choice.part) part_ = part_named(*choice.part);
  }

  ChosenLayer choose() const {
    ChosenLayer chosen;
    for (const RankedLayer& one : layers_) chosen.facts.layers.push_back(one.layer);
    if (!choice_.channels.empty()) {
      chosen.layer = of_channels();
    } else {
      const std::size_t index = choice_.layer ? named(*choice_.layer) : preferred(chosen.facts.note);
      chosen.layer = layers_[index].layer;
      chosen.facts.layer = index;
      if (!chosen.layer.name.empty() || !chosen.layer.part_name.empty()) {
        chosen.facts.tags[kTagLayer] = label_of(chosen.layer);
      }
    }
    return chosen;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }

  bool is_considered(int part) const { return !is_deep(input_.header(part)) && (!part_ || *part_ == part); }

  int part_named(const std::string& text) const {
    std::vector<std::string> all;
    std::optional<int> by_number;
    for (int part = 0; part < input_.parts(); ++part) {
      const Imf::Header& header = input_.header(part);
      const std::string number = std::to_string(part), name = header.hasName() ? header.name() : "";
      if (name == text) return flat(part, text);
      if (number == text) by_number = part;
      all.push_back(name.empty() ? number : number + " (" + name + ")");
    }
    if (by_number) return flat(*by_number, text);
    fail("has no part '" + text + "'; there are " + listed(all));
  }
  int flat(int part, const std::string& text) const {
    if (is_deep(input_.header(part))) fail("part '" + text + "' is deep, and deep OpenEXR pictures are not supported");
    return part;
  }

  /// The wanted channels, in the first part that has them all.
  Layer of_channels() const {
    const std::vector<std::string>& wanted = choice_.channels;
    for (int part = 0; part < input_.parts(); ++part) {
      if (!is_considered(part)) continue;
      const Imf::ChannelList& of_part = input_.header(part).channels();
      const auto has = [&](const std::string& name) { return of_part.findChannel(name) != nullptr; };
      if (!std::all_of(wanted.begin(), wanted.end(), has)) continue;
      if (wanted.size() == 1) return {.part = part, .kind = Kind::grey, .channels = {wanted[0], "", "", ""}};
      return {.part = part, .kind = Kind::rgb, .channels = {wanted.at(0), wanted.at(1), wanted.at(2), ""}};
    }
    fail("no part has " + listed(wanted) + " among its channels; there are " + listed(channel_names(input_, part_)));
  }

  std::size_t named(const std::string& name) const {
    const auto is_meant = [&](const RankedLayer& one) {
      const Layer& layer = one.layer;
      const bool is_name = name == layer.name || (layer.name.empty() && name == layer.part_name);
      return is_considered(layer.part) && (is_name || name == label_of(layer));
    };
    const auto found = std::find_if(layers_.begin(), layers_.end(), is_meant);
    if (found != layers_.end()) return std::size_t(found - layers_.begin());
    std::vector<std::string> labels;
    for (const RankedLayer& one : layers_) {
      if (is_considered(one.layer.part)) labels.push_back(label_of(one.layer));
    }
    for (int part = 0; part < input_.parts(); ++part) {
      if (!is_considered(part)) continue;
      for (const Group& group : groups_of(input_.header(part))) {
        if (group.name() == name) {
          fail("no colour among the channels " + listed(group.full_names()) + kOtherChannels);
        }
      }
    }
    fail("has no layer '" + name + "'; there are " + listed(labels));
  }

  std::size_t preferred(std::string& note) const {
    std::optional<std::size_t> best;
    std::vector<std::string> others;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const auto& [layer, worth] = layers_[i];
      if (!is_considered(layer.part)) continue;
      if (!best && worth != Worth::other_grey) {
        best = i;
      } else if (worth == Worth::color || worth == Worth::only_grey) {
        others.push_back(label_of(layer));
      }
    }
    if (!best) fail_without_color();
    const auto& [layer, worth] = layers_[*best];
    if (worth == Worth::only_grey) note = "takes channel " + layer.channels[0] + " as grey";
    if (worth == Worth::color && !others.empty()) note = "takes " + label_of(layer);
    if (!note.empty() && !others.empty()) note += "; --layer takes another: " + listed(others);
    return *best;
  }

  [[noreturn]] void fail_without_color() const {
    const std::vector<std::string> names = channel_names(input_, part_);
    if (names.empty()) fail("deep OpenEXR pictures are not supported");
    fail("no colour among the channels " + listed(names) + kOtherChannels);
  }

  static constexpr const char* kOtherChannels =
      "; --rgb, or compare's --channels, takes one as grey or three as R, G, B";

  const std::filesystem::path& file_;
  const Imf::MultiPartInputFile& input_;
  const LayerChoice& choice_;
  std::vector<RankedLayer> layers_;
  std::optional<int> part_;
};

}  // namespace

ChosenLayer choose_layer(const std::filesystem::path& file, const Imf::MultiPartInputFile& input,
                         const LayerChoice& choice) {
  return Chooser(file, input, choice).choose();
}

std::vector<std::string> channel_names(const Imf::MultiPartInputFile& input, std::optional<int> only) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (int part = 0; part < input.parts(); ++part) {
    if (is_deep(input.header(part)) || (only && *only != part)) continue;
    const Imf::ChannelList& channels = input.header(part).channels();
    for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
      if (seen.insert(channel.name()).second) names.emplace_back(channel.name());
    }
  }
  return names;
}

}  // namespace internal
}  // namespace image_io
