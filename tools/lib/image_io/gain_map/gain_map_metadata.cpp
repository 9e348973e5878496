// SPDX-License-Identifier: MIT
// Parsing of gain map metadata: XMP by Expat.
#include "image_io/gain_map/gain_map_metadata.h"

#include <expat.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <system_error>
#include <vector>

namespace image_io::internal {
namespace {

[[noreturn]] void fail_of_numbers() { throw GainMapError("has numbers that can't be"); }

void check(const GainMap& map) {
  constexpr double kMostLog2 = 64.0, kMostOffset = 1024.0;
  const auto all = [](const GainMap::Channels& values, const auto& is_good) {
    return std::all_of(values.begin(), values.end(), is_good);
  };
  const auto is_gain = [](double value) { return std::abs(value) <= kMostLog2; };
  const auto is_offset = [](double value) { return std::abs(value) <= kMostOffset; };
  const bool is_good = all(map.min_log2, is_gain) && all(map.max_log2, is_gain) && all(map.base_offset, is_offset) &&
                       all(map.alternate_offset, is_offset) && is_gain(map.base_headroom_log2) &&
                       is_gain(map.alternate_headroom_log2) &&
                       all(map.gamma, [](double value) { return value >= 1e-3 && value <= 1e3; });
  if (!is_good) fail_of_numbers();
}

// ---- XMP ----

/// Properties of the namespace hdrgm: attributes, elements, and elements with a list.
class HdrgmParser {
 public:
  /// False for what isn't XML, and for document types: what makes a small document large comes with them.
  bool parse(std::string_view xmp) {
    const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreateNS(nullptr, kMark),
                                                                         XML_ParserFree);
    if (!parser) return false;
    parser_ = parser.get();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(
        parser_,
        [](void* self, const char* name, const char** attributes) {
          static_cast<HdrgmParser*>(self)->begin_element(name, attributes);
        },
        [](void* self, const char* name) { static_cast<HdrgmParser*>(self)->end_element(name); });
    XML_SetCharacterDataHandler(parser_, [](void* self, const char* text, int size) {
      static_cast<HdrgmParser*>(self)->text_.append(text, static_cast<std::size_t>(size));
    });
    XML_SetStartDoctypeDeclHandler(parser_, [](void* self, const char*, const char*, const char*, int) {
      XML_StopParser(static_cast<HdrgmParser*>(self)->parser_, XML_FALSE);
    });
    return XML_Parse(parser_, xmp.data(), static_cast<int>(xmp.size()), XML_TRUE) == XML_STATUS_OK;
  }

  bool has(const char* name) const { return values_.contains(name); }
  std::string text(const char* name) const {
    const auto found = values_.find(name);
    return found == values_.end() || found->second.empty() ? "" : found->second.front();
  }
  GainMap::Channels channels(const char* name, double usual) const {
    const auto found = values_.find(name);
    if (found == values_.end() || found->second.empty()) return {usual, usual, usual};
    const std::vector<std::string>& texts = found->second;
    if (texts.size() != 1 && texts.size() != 3) fail_of_numbers();
    GainMap::Channels numbers;
    for (std::size_t c = 0; c < 3; ++c) numbers[c] = number_of(texts[texts.size() == 1 ? 0 : c]);
    return numbers;
  }

 private:
  static constexpr char kMark = '|';  // between namespace and name
  static constexpr std::string_view kNamespace = "http://ns.adobe.com/hdr-gain-map/1.0/|";
  static constexpr std::string_view kItem = "http://www.w3.org/1999/02/22-rdf-syntax-ns#|li";

  static std::string trimmed(std::string_view text) {
    constexpr const char* kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(kSpace) + 1 - first));
  }

  static double number_of(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) fail_of_numbers();
    return number;
  }

  void begin_element(std::string_view name, const char** attributes) {
    for (; *attributes != nullptr; attributes += 2) {
      const std::string_view attribute = attributes[0];
      if (attribute.starts_with(kNamespace)) {
        values_[std::string(attribute.substr(kNamespace.size()))] = {trimmed(attributes[1])};
      }
    }
    if (name.starts_with(kNamespace)) {
      property_ = name.substr(kNamespace.size());
      values_[property_].clear();
    }
    text_.clear();
  }

  void end_element(std::string_view name) {
    if (property_.empty()) return;
    const bool is_property = name.starts_with(kNamespace);
    std::vector<std::string>& values = values_[property_];
    if (name == kItem || (is_property && values.empty())) values.push_back(trimmed(text_));
    if (is_property) property_.clear();
    text_.clear();
  }

  XML_Parser parser_ = nullptr;
  std::map<std::string, std::vector<std::string>> values_;
  std::string property_;  ///< whose element is open
  std::string text_;
};

// ---- ISO 21496-1 ----

class IsoParser {
 public:
  explicit IsoParser(std::span<const unsigned char> body) : body_(body) {}

  GainMap parse() {
    constexpr std::uint32_t kThreeChannels = 128, kColorsOfBase = 64, kCommonDenominator = 8;
    const std::uint32_t minimum_version = number(2);
    number(2);  // the writer's
    if (minimum_version != 0) throw GainMapError("is of a later version of ISO 21496-1");
    const std::uint32_t flags = number(1);
    if ((flags & kColorsOfBase) == 0) throw GainMapError("is of other primaries than the picture");
    if ((flags & kCommonDenominator) != 0) denominator_ = double(number(4));
    GainMap map;
    map.base_headroom_log2 = fraction(/*is_signed=*/false);
    map.alternate_headroom_log2 = fraction(/*is_signed=*/false);
    const std::size_t channels = (flags & kThreeChannels) != 0 ? 3 : 1;
    for (std::size_t c = 0; c < 3; ++c) {
      if (c < channels) read_channel(map, c);
      if (c >= channels) repeat_channel(map, c);
    }
    check(map);
    return map;
  }

 private:
  std::uint32_t number(std::size_t bytes) {
    if (bytes > body_.size()) throw GainMapError("has metadata that end early");
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | body_[i];
    body_ = body_.subspan(bytes);
    return value;
  }

  double fraction(bool is_signed) {
    const std::uint32_t numerator = number(4);
    const double denominator = denominator_ ? *denominator_ : double(number(4));
    if (denominator == 0.0) fail_of_numbers();
    return (is_signed ? double(static_cast<std::int32_t>(numerator)) : double(numerator)) / denominator;
  }

  void read_channel(GainMap& map, std::size_t c) {
    map.min_log2[c] = fraction(/*is_signed=*/true);
    map.max_log2[c] = fraction(/*is_signed=*/true);
    map.gamma[c] = fraction(/*is_signed=*/false);
    map.base_offset[c] = fraction(/*is_signed=*/true);
    map.alternate_offset[c] = fraction(/*is_signed=*/true);
  }

  static void repeat_channel(GainMap& map, std::size_t c) {
    for (GainMap::Channels* const values :
         {&map.min_log2, &map.max_log2, &map.gamma, &map.base_offset, &map.alternate_offset}) {
      (*values)[c] = (*values)[0];
    }
  }

  std::span<const unsigned char> body_;
  std::optional<double> denominator_;  ///< of all fractions
};

}  // namespace

Hdrgm hdrgm_of(std::string_view xmp) {
  HdrgmParser parser;
  if (!parser.parse(xmp) || !parser.has("Version")) return Hdrgm::none;
  return parser.has("GainMapMax") ? Hdrgm::is_one : Hdrgm::names_one;
}

GainMap parse_hdrgm(std::string_view xmp) {
  constexpr double kOffset = 1.0 / 64.0;
  HdrgmParser parser;
  if (!parser.parse(xmp)) throw GainMapError("has XMP that is damaged");
  if (!parser.text("Version").starts_with("1.")) throw GainMapError("is of a later version of hdrgm");
  const std::string is_hdr = parser.text("BaseRenditionIsHDR");
  if (is_hdr == "True" || is_hdr == "true") throw GainMapError("makes an SDR rendition of an HDR one");
  if (!parser.has("GainMapMax") || !parser.has("HDRCapacityMax")) throw GainMapError("lacks its range");
  GainMap map;
  map.min_log2 = parser.channels("GainMapMin", 0.0);
  map.max_log2 = parser.channels("GainMapMax", 1.0);
  map.gamma = parser.channels("Gamma", 1.0);
  map.base_offset = parser.channels("OffsetSDR", kOffset);
  map.alternate_offset = parser.channels("OffsetHDR", kOffset);
  map.base_headroom_log2 = parser.channels("HDRCapacityMin", 0.0)[0];
  map.alternate_headroom_log2 = parser.channels("HDRCapacityMax", 1.0)[0];
  check(map);
  return map;
}

GainMap parse_iso_gain_map(std::span<const unsigned char> body) { return IsoParser(body).parse(); }

}  // namespace image_io::internal
