// SPDX-License-Identifier: MIT
// Detection of Git LFS pointers and HTML pages by their first bytes.
#include "image_io/stand_in.h"

#include "files/path.h"

namespace image_io {
namespace {

/// Git LFS and what it was called before: a pointer's first line is "version URL".
constexpr std::string_view kPointers[] = {"version https://git-lfs.github.com/spec/",
                                          "version https://hawser.github.com/spec/", "version http://git-media.io/v/"};
constexpr std::string_view kPages[] = {"<!doctype html", "<html", "<head", "<script"};

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

}  // namespace

void check_stand_in(const std::filesystem::path& file, std::string_view start) {
  for (const std::string_view pointer : kPointers) {
    if (start.starts_with(pointer))
      throw StandIn(file, "is a Git LFS pointer, not the picture; get it with: git lfs pull");
  }
  const std::string text = files::lower_case(without_blanks(start));
  for (const std::string_view page : kPages) {
    if (text.starts_with(page)) throw StandIn(file, "is an HTML page, not a picture; download the picture again");
  }
}

}  // namespace image_io
