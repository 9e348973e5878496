// SPDX-License-Identifier: MIT
// Reading of references, where a wrong picture is told from one that the system didn't give.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_REFERENCE_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_REFERENCE_H

#include <filesystem>
#include <stdexcept>
#include <string>

#include "files/error.h"
#include "files/hash.h"
#include "image_io/stand_in.h"

namespace compare {

/// A reference that was read whole and is no picture to compare with. A new one may take its place.
class Unusable : public std::runtime_error {
 public:
  Unusable(const std::string& reason, bool is_stand_in) : std::runtime_error(reason), is_stand_in_(is_stand_in) {}

  /// It is no picture at all, but image_io::StandIn: the reference exists elsewhere.
  bool is_stand_in() const { return is_stand_in_; }

 private:
  bool is_stand_in_;
};

/// What `read` makes of a regular file. Throws Unusable for a wrong picture, and files::ReadFailure where the system,
/// memory or a limit may be the cause: such a file may be the best of references. Other errors pass.
template <class Read>
auto read_reference(const std::filesystem::path& file, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const files::ReadFailure&) {
    throw;
  } catch (const files::Error&) {
    files::hash_of_file(file);  // decoders may not say that the system refused: all bytes must be there
  }
  try {
    return read();
  } catch (const files::ReadFailure&) {
    throw;
  } catch (const image_io::StandIn& error) {
    throw Unusable(error.what(), true);
  } catch (const files::Error& error) {
    throw Unusable(error.what(), false);
  }
}

}  // namespace compare

#endif
