// SPDX-License-Identifier: MIT
// Reading of files, data URIs and GLB containers.
#include "engine/scene/reader/resources.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace engine::gltf {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFileBytes = 0x7fffffff;                  // tinygltf and stb_image count in int
constexpr std::uint64_t kMaxResourceBytes = std::uint64_t{4} << 30;  // one file can be named any number of times

std::uint64_t regular_file_size(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) refuse(error ? error.message() : "no such file");
  if (fs::is_directory(status)) refuse("is a folder");
  if (!fs::is_regular_file(status)) refuse("is not a regular file");
  const std::uint64_t size = fs::file_size(file, error);
  if (error) refuse(error.message());
  return size;
}

ByteVector read_start(const fs::path& file, std::uint64_t size_bytes) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(std::generic_category().message(errno));
  ByteVector bytes(size_bytes);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::uint64_t>(stream.gcount()) != size_bytes) refuse("can't be read to its end");
  return bytes;
}

ByteVector read_checked(const fs::path& file, std::optional<std::size_t> size_bytes, std::uint64_t& left_bytes) {
  const std::uint64_t file_bytes = regular_file_size(file);
  if (file_bytes == 0) refuse("is empty");
  const std::uint64_t wanted = size_bytes.value_or(file_bytes);
  if (wanted > file_bytes) {
    refuse("has " + std::to_string(file_bytes) + " bytes, " + std::to_string(wanted) + " are asked for");
  }
  if (wanted > kMaxFileBytes) refuse("is larger than 2 GiB");
  if (wanted > left_bytes) refuse("all buffers and images together are larger than 4 GiB");
  left_bytes -= wanted;
  return read_start(file, wanted);
}

// As RFC 3986 has it: a letter, then letters, digits, + - . up to the first colon.
std::string scheme_of(const std::string& uri) {
  const auto in_scheme = [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.'; };
  const auto end = std::find_if_not(uri.begin(), uri.end(), in_scheme);
  if (end == uri.begin() || end == uri.end() || *end != ':') return "";
  if (std::isalpha(static_cast<unsigned char>(uri.front())) == 0) return "";
  std::string scheme(uri.begin(), end);
  for (char& c : scheme) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return scheme;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decode(const std::string& uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      text += uri[i];
      continue;
    }
    const int high = i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1;
    const int low = i + 2 < uri.size() ? hex_digit(uri[i + 2]) : -1;
    if (high < 0 || low < 0) refuse("malformed % in the URI " + in_quotes(uri));
    text += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return text;
}

std::array<std::int8_t, 256> base64_values() {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::int8_t, 256> values;
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}

ByteVector decode_base64(std::string_view text) {
  static const std::array<std::int8_t, 256> kValues = base64_values();
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  ByteVector bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (const char c : text) {
    const std::int8_t value = kValues[static_cast<unsigned char>(c)];
    if (value < 0) refuse("malformed base64 data");
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    bytes.push_back(static_cast<unsigned char>(bits >> bit_count & 0xff));
  }
  if (bit_count == 6) refuse("malformed base64 data");
  return bytes;
}

ByteVector decode_data_uri(std::string_view uri, std::optional<std::size_t> size_bytes) {
  constexpr std::string_view kEncoding = ";base64";
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(kEncoding)) {
    refuse("a data URI that isn't base64: " + in_quotes(uri));
  }
  ByteVector bytes = decode_base64(uri.substr(comma + 1));
  if (bytes.empty()) refuse("is empty");
  if (size_bytes.value_or(0) > bytes.size()) {
    refuse("its data URI has " + std::to_string(bytes.size()) + " bytes, " + std::to_string(*size_bytes) +
           " are asked for");
  }
  if (size_bytes) bytes.resize(*size_bytes);
  return bytes;
}

[[noreturn]] void refuse_outside(const std::string& uri) {
  refuse(in_quotes(uri) + " is not a file in the scene's folder");
}

std::uint32_t little_endian_32(Bytes bytes) {
  return std::uint32_t{bytes[3]} << 24 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[1]} << 8 | bytes[0];
}

std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

constexpr std::size_t kGlbHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;

Bytes glb_chunks(Bytes file) {
  if (file.size() < kGlbHeaderBytes) refuse("truncated: the GLB header ends early");
  const std::uint32_t version = little_endian_32(file.subspan(4));
  const std::uint32_t size = little_endian_32(file.subspan(8));
  if (version != 2) refuse("glTF " + std::to_string(version) + " is not supported, only 2");
  if (size > file.size()) refuse("truncated: the GLB file ends early");
  if (size < kGlbHeaderBytes) refuse("corrupt: the GLB header gives a size of " + std::to_string(size) + " bytes");
  return file.subspan(kGlbHeaderBytes, size - kGlbHeaderBytes);
}

Container open_glb(Bytes file) {
  constexpr std::uint32_t kJson = 0x4e4f534a;
  constexpr std::uint32_t kBinary = 0x004e4942;
  Container container;
  bool is_first = true;
  for (Bytes rest = glb_chunks(file); !rest.empty(); is_first = false) {
    if (rest.size() < kChunkHeaderBytes) refuse("truncated: a GLB chunk ends early");
    const std::uint32_t size = little_endian_32(rest);
    const std::uint32_t type = little_endian_32(rest.subspan(4));
    rest = rest.subspan(kChunkHeaderBytes);
    if (size > rest.size()) refuse("truncated: a GLB chunk ends early");
    if (is_first != (type == kJson)) refuse("corrupt: the JSON chunk isn't the first and only one of the GLB file");
    if (type == kJson) container.json = as_text(rest.first(size));
    if (type == kBinary && !container.binary) container.binary = rest.first(size);
    rest = rest.subspan(size);
  }
  if (is_first) refuse("corrupt: the GLB file has no JSON chunk");
  return container;
}

}  // namespace

ByteVector read_file(const fs::path& file) {
  std::uint64_t limit = kMaxFileBytes;
  return read_checked(file, std::nullopt, limit);
}

Resources::Resources(const fs::path& scene_file) : left_bytes_(kMaxResourceBytes) {
  const fs::path folder = scene_file.parent_path();
  folder_ = fs::canonical(folder.empty() ? fs::path(".") : folder);
}

/// Not looked up.
fs::path Resources::named(const std::string& uri) const {
  const fs::path relative = fs::path(percent_decode(uri)).lexically_normal();
  if (relative.native().find('\0') != std::string::npos || relative.native().find('\\') != std::string::npos) {
    refuse("malformed URI " + in_quotes(uri));
  }
  if (relative.empty()) refuse("an empty URI");
  if (!scheme_of(uri).empty() || relative.is_absolute() || *relative.begin() == "..") refuse_outside(uri);
  return folder_ / relative;
}

fs::path Resources::resolve(const std::string& uri) const {
  std::error_code error;
  const fs::path file = fs::canonical(named(uri), error);
  if (error) refuse(in_quotes(uri) + ": " + error.message());
  if (*file.lexically_relative(folder_).begin() == "..") refuse_outside(uri);
  return file;
}

bool Resources::is_missing(const std::string& uri) const {
  if (scheme_of(uri) == "data") return false;
  std::error_code error;
  (void)fs::canonical(named(uri), error);
  return error == std::errc::no_such_file_or_directory;
}

std::optional<fs::path> Resources::find(const std::string& uri) const {
  if (scheme_of(uri) == "data") return std::nullopt;  // which may be long
  try {
    return resolve(uri);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

ByteVector Resources::read(const std::string& uri, std::optional<std::size_t> size_bytes) {
  if (scheme_of(uri) == "data") return decode_data_uri(uri, size_bytes);
  const fs::path file = resolve(uri);
  return within(in_quotes(uri), [&] { return read_checked(file, size_bytes, left_bytes_); });
}

Container open_container(Bytes file) {
  if (as_text(file).starts_with("glTF")) return open_glb(file);
  return {as_text(file), std::nullopt};
}

}  // namespace engine::gltf
