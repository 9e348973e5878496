// SPDX-License-Identifier: MIT
// Reading of colour decisions from XML by Expat.
#include "looks/cdl_file.h"

#include <expat.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include "files/error.h"
#include "files/text_file.h"
#include "looks/numbers.h"

namespace looks {
namespace {

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxNumbersBytes = 1024;  ///< of the text of an element

/// Expat is C: nothing is thrown across it. What its callbacks throw is kept, and thrown where it has returned.
class CdlParser {
 public:
  explicit CdlParser(const std::filesystem::path& file) : file_(file), parser_(XML_ParserCreate(nullptr)) {
    if (!parser_) throw files::Error(file_, "out of memory");
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const char* name, const char** attributes) {
          guarded(self, [&](CdlParser& parser) { parser.begin_element(name, attributes); });
        },
        [](void* self, const char*) { guarded(self, [](CdlParser& parser) { parser.end_element(); }); });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const char* text, int size) {
      guarded(self, [&](CdlParser& parser) { parser.take_text({text, static_cast<std::size_t>(size)}); });
    });
    // Entities come with document types alone, and so does all that makes a small file large.
    XML_SetStartDoctypeDeclHandler(parser_.get(), [](void* self, const char*, const char*, const char*, int) {
      guarded(self, [](CdlParser& parser) { parser.fail("a document type, which such files don't have"); });
    });
  }

  std::vector<Cdl> parse(const std::string& text) {
    const XML_Status status = XML_Parse(parser_.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (thrown_) std::rethrow_exception(thrown_);
    if (status != XML_STATUS_OK) fail(XML_ErrorString(XML_GetErrorCode(parser_.get())));
    if (corrections_.empty()) throw files::Error(file_, "has no ColorCorrection");
    return std::move(corrections_);
  }

 private:
  template <class Do>
  static void guarded(void* self, const Do& todo) {
    auto& parser = *static_cast<CdlParser*>(self);
    if (parser.thrown_) return;  // Expat may call on after it was told to stop
    try {
      todo(parser);
    } catch (...) {
      parser.thrown_ = std::current_exception();
      XML_StopParser(parser.parser_.get(), XML_FALSE);
    }
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw files::Error(file_, "line " + std::to_string(XML_GetCurrentLineNumber(parser_.get())) + ": " + reason);
  }

  void begin_element(std::string_view name, const char** attributes) {
    name.remove_prefix(name.rfind(':') + 1);  // a namespace's prefix
    if (path_.empty() && name != "ColorCorrection" && name != "ColorCorrectionCollection" &&
        name != "ColorDecisionList") {
      fail("'" + std::string(name.substr(0, 40)) +
           "' is not ColorCorrection, ColorCorrectionCollection or ColorDecisionList");
    }
    if (path_.size() == kMaxDepth) fail("elements nest deeper than " + std::to_string(kMaxDepth));
    if (name == "SopNode") name = "SOPNode";
    if (name == "SATNode") name = "SatNode";
    const std::string parent = path_.empty() ? "" : path_.back();
    path_.emplace_back(name);
    if (name == "ColorCorrection") return begin_correction(attributes);
    is_number_ = (parent == "SOPNode" && (name == "Slope" || name == "Offset" || name == "Power")) ||
                 (parent == "SatNode" && name == "Saturation");
    if (!is_number_ && name != "SOPNode" && name != "SatNode") return;
    if (!is_correction_open_) fail(path_.back() + " outside a ColorCorrection");
    if (!seen_.insert(path_.back()).second) fail("a second " + path_.back() + " of a ColorCorrection");
    text_.clear();
  }

  void begin_correction(const char** attributes) {
    if (is_correction_open_) fail("a ColorCorrection within another");
    is_correction_open_ = true;
    seen_.clear();
    Cdl correction;
    for (; attributes[0] != nullptr; attributes += 2) {
      if (std::string_view(attributes[0]) == "id") correction.id = attributes[1];
    }
    if (!correction.id.empty() && !ids_.insert(correction.id).second) {
      fail("a second ColorCorrection with the id '" + correction.id + "'");
    }
    corrections_.push_back(std::move(correction));
  }

  void take_text(std::string_view text) {
    if (!is_number_) return;
    if (text_.size() + text.size() > kMaxNumbersBytes) fail(path_.back() + ": its text is too long for numbers");
    text_ += text;
  }

  void end_element() {
    const std::string name = std::move(path_.back());
    path_.pop_back();
    if (is_number_) take_numbers(name, corrections_.back());
    is_number_ = false;
    if (name == "ColorCorrection") is_correction_open_ = false;
    if (name == "SOPNode") {
      for (const char* part : {"Slope", "Offset", "Power"}) require(name, part);
    }
    if (name == "SatNode") require(name, "Saturation");
  }

  void require(const std::string& node, const char* part) const {
    if (!seen_.contains(part)) fail(node + " without " + part);
  }

  void take_numbers(const std::string& name, Cdl& correction) const {
    if (name == "Slope") correction.slope = numbers<3>(name, Least::zero);
    if (name == "Offset") correction.offset = numbers<3>(name, Least::none);
    if (name == "Power") correction.power = numbers<3>(name, Least::above_zero);
    if (name == "Saturation") correction.saturation = numbers<1>(name, Least::zero)[0];
  }

  enum class Least { none, zero, above_zero };

  template <std::size_t count>
  std::array<float, count> numbers(const std::string& name, Least least) const {
    std::vector<std::string_view> words;
    split(text_, words);
    if (words.size() != count) {
      fail(name + ": " + std::to_string(words.size()) + (words.size() == 1 ? " number" : " numbers") + ", not " +
           std::to_string(count));
    }
    std::array<float, count> values;
    for (std::size_t i = 0; i < count; ++i) {
      try {
        values[i] = parse_float(words[i]);
      } catch (const NumberError& error) {
        fail(name + ": " + error.what());
      }
      if (least != Least::none && values[i] < 0.0f) fail(name + ": is negative");
      if (least == Least::above_zero && values[i] == 0.0f) fail(name + ": is 0");
    }
    return values;
  }

  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  const std::filesystem::path& file_;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, Free> parser_;
  std::exception_ptr thrown_;
  std::vector<std::string> path_;  ///< names of the open elements, those of SOP and Sat in one spelling
  bool is_correction_open_ = false;
  std::set<std::string, std::less<>> seen_;  ///< elements of the open correction that count
  bool is_number_ = false;                   ///< the open element has numbers
  std::string text_;                         ///< of it
  std::set<std::string> ids_;
  std::vector<Cdl> corrections_;
};

struct Name {
  std::filesystem::path file;
  std::optional<std::string> id;
};

Name name_of(const std::string& name) {
  const std::size_t mark = name.rfind('#');
  std::error_code unknown;
  if (mark == name.npos || std::filesystem::exists(name, unknown)) return {name, std::nullopt};
  return {name.substr(0, mark), name.substr(mark + 1)};
}

/// "'day', 'night'", of many the first ones; of those without an id the number.
std::string ids_of(const std::vector<Cdl>& corrections) {
  constexpr std::size_t kMostShown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(corrections.size(), kMostShown); ++i) {
    const std::string& id = corrections[i].id;
    text += (i == 0 ? "" : ", ") + (id.empty() ? std::to_string(i + 1) : "'" + id + "'");
  }
  return text + (corrections.size() > kMostShown ? ", ..." : "");
}

const Cdl* find(const std::vector<Cdl>& corrections, const std::string& id) {
  const auto has_id = [&](const Cdl& correction) { return !id.empty() && correction.id == id; };
  const auto found = std::find_if(corrections.begin(), corrections.end(), has_id);
  if (found != corrections.end()) return &*found;
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (error != std::errc() || stop != id.data() + id.size()) return nullptr;
  return number >= 1 && number <= corrections.size() ? &corrections[number - 1] : nullptr;
}

}  // namespace

std::vector<Cdl> read_cdls(const std::filesystem::path& file) {
  const std::string text = files::read_text(file);
  return CdlParser(file).parse(text);
}

std::filesystem::path file_of_cdl(const std::string& name) { return name_of(name).file; }

Cdl read_cdl(const std::string& name) {
  const auto [file, id] = name_of(name);
  const std::vector<Cdl> corrections = read_cdls(file);
  if (!id) {
    if (corrections.size() == 1) return corrections.front();
    throw files::Error(file, "has " + std::to_string(corrections.size()) +
                                 " ColorCorrections; FILE#ID names one: " + ids_of(corrections));
  }
  if (const Cdl* const found = find(corrections, *id)) return *found;
  throw files::Error(file, "has no ColorCorrection '" + *id + "'; there are " + ids_of(corrections));
}

}  // namespace looks
