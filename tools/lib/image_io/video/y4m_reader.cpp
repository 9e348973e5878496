// SPDX-License-Identifier: MIT
// YUV4MPEG2 video, after the manual page yuv4mpeg(5) of mjpegtools and the files of libvmaf and FFmpeg.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "files/error.h"
#include "files/path.h"
#include "image_io/video/planar_reader.h"

namespace image_io {
namespace internal {
namespace {

constexpr std::string_view kMagic = "YUV4MPEG2 ";

// Bytes of the file within a message.
std::string in_quotes(std::string_view bytes) {
  std::string text(bytes);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7e; }, '?');
  return "\"" + text + "\"";
}

bool is_ratio(std::string_view text) {
  const auto is_number = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  return is_number(text.substr(0, colon)) && is_number(text.substr(colon + 1));
}

struct ChromaFamily {
  std::string_view name;  ///< in tag C, before bits and siting
  VideoFormat::Chroma chroma;
  std::string_view before_bits;
};
constexpr ChromaFamily kFamilies[] = {{"420", VideoFormat::Chroma::c420, "p"},
                                      {"411", VideoFormat::Chroma::c411, "no such"},
                                      {"422", VideoFormat::Chroma::c422, "p"},
                                      {"444", VideoFormat::Chroma::c444, "p"},
                                      {"mono", VideoFormat::Chroma::none, ""}};

constexpr std::pair<std::string_view, const char*> kSitings[] = {
    {"jpeg", "centre (jpeg)"}, {"mpeg2", "left (mpeg2)"}, {"paldv", "top left (paldv)"}};
constexpr std::pair<std::string_view, const char*> kInterlacing[] = {
    {"p", "progressive"}, {"t", "top field first"}, {"b", "bottom field first"}, {"m", "mixed"}, {"?", ""}};

// The word that a table has for `key`; null: none.
template <std::size_t count>
const char* word_of(const std::pair<std::string_view, const char*> (&table)[count], std::string_view key) {
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& row) { return row.first == key; });
  return found == std::end(table) ? nullptr : found->second;
}

// Bits of a sample by what follows a family's name in tag C; 0 for the unknown.
std::uint32_t chroma_bits(const ChromaFamily& family, std::string_view rest) {
  if (rest.empty()) return 8;
  if (family.chroma == VideoFormat::Chroma::c420 && word_of(kSitings, rest) != nullptr) return 8;
  for (std::uint32_t bits = 9; bits <= 16; ++bits) {
    if (rest == std::string(family.before_bits) + std::to_string(bits)) return bits;
  }
  return 0;
}

// "30000/1001", in lowest terms, and without a denominator of 1; empty if it isn't known, which 0 says.
std::string ratio_text(const std::optional<FrameRate>& ratio) {
  if (!ratio) return "";
  const std::uint32_t divisor = std::gcd(ratio->numerator, ratio->denominator);
  const std::string whole = std::to_string(ratio->numerator / divisor);
  return ratio->denominator == divisor ? whole : whole + "/" + std::to_string(ratio->denominator / divisor);
}

class TagParser {
 public:
  explicit TagParser(const std::filesystem::path& file) : file_(file) {}

  // `tags`: the header line after its first word.
  VideoFormat parse(std::string_view tags) {
    while (!tags.empty()) {
      const std::string_view tag = tags.substr(0, tags.find(' '));
      tags.remove_prefix(std::min(tag.size() + 1, tags.size()));
      if (!tag.empty()) take(tag);
    }
    VideoFormat format;
    format.width = side('W', "width");
    format.height = side('H', "height");
    for (const char tag : {'F', 'A'}) {
      if (values_.contains(tag) && !is_ratio(values_[tag])) fail_tag(tag, "is no ratio");
    }
    if (values_.contains('I') && word_of(kInterlacing, values_['I']) == nullptr) fail_tag('I', "is not known");
    set_chroma(format);
    format.is_full_range = range_ == "full";
    check_format(file_, format);
    return format;
  }

  // After parse().
  std::optional<FrameRate> frame_rate() const { return ratio('F'); }

  // After parse().
  Tags tags() const {
    Tags tags;
    const auto put = [&](const char* name, const std::string& value) {
      if (!value.empty()) tags[name] = value;
    };
    put("frame rate", ratio_text(ratio('F')));
    if (const auto interlacing = values_.find('I'); interlacing != values_.end()) {
      put("interlacing", word_of(kInterlacing, interlacing->second));
    }
    put("range", range_);
    const std::string& chroma = values_.at('C');
    const char* const siting =
        chroma.starts_with("420") ? word_of(kSitings, std::string_view(chroma).substr(3)) : nullptr;
    put("chroma siting", siting == nullptr ? "" : siting);
    if (const std::string aspect = ratio_text(ratio('A')); aspect != "1") put(kTagPixelAspect, aspect);
    return tags;
  }

 private:
  std::optional<FrameRate> ratio(char tag) const {
    const auto found = values_.find(tag);
    if (found == values_.end()) return std::nullopt;
    const std::string_view text = found->second;
    const std::size_t colon = text.find(':');
    FrameRate rate;
    std::from_chars(text.data(), text.data() + colon, rate.numerator);
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), rate.denominator);
    if (rate.numerator == 0 || rate.denominator == 0) return std::nullopt;
    return rate;
  }

  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, "YUV4MPEG2 header: " + reason); }
  [[noreturn]] void fail_tag(char tag, const std::string& reason) const {
    fail(std::string("tag ") + tag + " " + in_quotes(values_.at(tag)) + " " + reason);
  }

  void take(std::string_view tag) {
    constexpr std::string_view kKnown = "WHFIAC";
    constexpr std::string_view kFfmpegChroma = "XYSCSS=", kFfmpegRange = "XCOLORRANGE=";
    if (tag.starts_with(kFfmpegChroma)) ffmpeg_chroma_ = files::lower_case(tag.substr(kFfmpegChroma.size()));
    if (tag.starts_with(kFfmpegRange)) {
      const std::string range = files::lower_case(tag.substr(kFfmpegRange.size()));
      if (range == "full" || range == "limited") range_ = range;
    }
    if (kKnown.find(tag[0]) == std::string_view::npos) return;
    if (!values_.emplace(tag[0], tag.substr(1)).second) fail(std::string("tag ") + tag[0] + " comes twice");
  }

  std::uint32_t side(char tag, const std::string& name) const {
    const auto found = values_.find(tag);
    if (found == values_.end()) fail("no " + name + ", tag " + tag);
    const std::string& text = found->second;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) fail_tag(tag, "is no " + name);
    return value;
  }

  void set_chroma(VideoFormat& format) {
    if (!values_.contains('C')) values_['C'] = ffmpeg_chroma_.empty() ? "420jpeg" : ffmpeg_chroma_;
    const std::string& text = values_['C'];
    if (text == "444alpha") fail_tag('C', "is not supported: its alpha would go uncompared");
    const auto* const family = std::find_if(std::begin(kFamilies), std::end(kFamilies),
                                            [&](const ChromaFamily& one) { return text.starts_with(one.name); });
    if (family == std::end(kFamilies)) fail_tag('C', "is not supported");
    format.chroma = family->chroma;
    format.bits = chroma_bits(*family, std::string_view(text).substr(family->name.size()));
    if (format.bits == 0) fail_tag('C', "is not supported");
  }

  const std::filesystem::path& file_;
  std::map<char, std::string> values_;
  std::string ffmpeg_chroma_;
  std::string range_;  ///< "full" or "limited"; empty: the file doesn't say
};

class Y4mReader : public PlanarReader {
 public:
  Y4mReader(const std::filesystem::path& file, InputStream input) : PlanarReader(file, std::move(input)) {
    read_header();
    if (input_.size_bytes) count_frames(*input_.size_bytes);
  }

 private:
  enum class LineEnd { complete, cut, too_long };

  // Without its end of line.
  LineEnd read_line(std::string& line) {
    constexpr std::size_t kLongestLine = 1024;  // with its end
    line.clear();
    for (int byte = next_byte(); byte != '\n'; byte = next_byte()) {
      if (byte == EOF) return LineEnd::cut;
      if (line.size() + 1 == kLongestLine) return LineEnd::too_long;
      line += static_cast<char>(byte);
    }
    position_ += line.size() + 1;
    return LineEnd::complete;
  }

  void read_header() {
    std::string line;
    const LineEnd end = read_line(line);
    const bool cut = end == LineEnd::cut;
    if (cut && line.empty()) throw files::Error(file_, "the file is empty");
    if (!line.starts_with(kMagic) && !(cut && kMagic.starts_with(line)))
      throw files::Error(file_, "not a YUV4MPEG2 file");
    if (cut) throw files::Error(file_, "truncated in the YUV4MPEG2 header");
    if (end == LineEnd::too_long) throw files::Error(file_, "YUV4MPEG2 header: longer than 1024 bytes");
    TagParser parser(file_);
    format_ = parser.parse(std::string_view(line).substr(kMagic.size()));
    frame_rate_ = parser.frame_rate();
    tags_ = parser.tags();
  }

  // False at the end of the file.
  bool read_frame_line(std::uint64_t frame) {
    constexpr std::string_view kFrame = "FRAME";
    std::string line;
    const LineEnd end = read_line(line);
    if (end == LineEnd::cut && line.empty()) return false;
    const bool whole = line == kFrame || (line.starts_with(kFrame) && line[kFrame.size()] == ' ');
    const bool begun = end == LineEnd::cut && kFrame.starts_with(line);
    if (!whole && !begun)
      throw files::Error(file_, "no FRAME line where frame " + std::to_string(frame) + " should start");
    if (end == LineEnd::cut) fail_cut_short(frame, 0);
    if (end == LineEnd::too_long) {
      throw files::Error(file_, "the FRAME line of frame " + std::to_string(frame) + " is longer than 1024 bytes");
    }
    return true;
  }

  bool begin_frame() override { return read_frame_line(frame_); }

  // The lines differ in length, so each is read.
  void count_frames(std::uint64_t size_bytes) {
    const std::uint64_t first_frame = position_;
    const std::uint64_t samples = frame_bytes(format_);
    std::uint64_t count = 0;
    for (; read_frame_line(count); ++count) {
      const std::uint64_t left = size_bytes - std::min(position_, size_bytes);
      if (left < samples) fail_cut_short(count, left);
      seek(position_ + samples);
    }
    if (count == 0) fail_without_frames();
    frames_ = count;
    seek(first_frame);
  }

  void seek(std::uint64_t position) {
    if (::fseeko(input_.stream.get(), static_cast<off_t>(position), SEEK_SET) != 0) {
      throw files::ReadFailure(file_, errno);
    }
    position_ = position;
  }

  std::uint64_t position_ = 0;  ///< while frames are counted: bytes from the start
};

}  // namespace
}  // namespace internal

std::unique_ptr<VideoReader> open_y4m(const std::filesystem::path& file) {
  return std::make_unique<internal::Y4mReader>(file, internal::open_stream(file));
}

VideoKind video_kind(const std::filesystem::path& file) {
  const bool is_named_raw = files::lower_extension(file) == ".yuv";
  const VideoKind by_name = is_named_raw ? VideoKind::yuv : VideoKind::none;
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return by_name;
  if (S_ISFIFO(status.st_mode)) return is_named_raw ? VideoKind::yuv : VideoKind::y4m;
  if (!S_ISREG(status.st_mode)) return by_name;
  const internal::FilePtr stream(std::fopen(file.c_str(), "rbe"));
  if (!stream) return by_name;
  std::array<char, internal::kMagic.size()> start{};
  const std::size_t count = std::fread(start.data(), 1, start.size(), stream.get());
  return std::string_view(start.data(), count) == internal::kMagic ? VideoKind::y4m : by_name;
}

}  // namespace image_io
