// SPDX-License-Identifier: MIT
// XML text of messages and file names.
#ifndef PHOTOPIC_TOOLS_FILES_XML_TEXT_H
#define PHOTOPIC_TOOLS_FILES_XML_TEXT_H

#include <string>
#include <string_view>

namespace files {

/// `text`, UTF-8, for the inside of an element or a quoted attribute of XML 1.0: what is markup is escaped, and so are
/// line breaks and tabs, which attributes would lose. What XML forbids and what isn't UTF-8 is dropped.
std::string xml_text(std::string_view text);

}  // namespace files

#endif
