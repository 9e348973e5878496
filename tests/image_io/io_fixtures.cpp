// SPDX-License-Identifier: MIT
// Sample values and reasons for refusal, for tests of photopic_io.
#include "image_io/io_fixtures.h"

namespace io_test {

namespace fs = std::filesystem;

std::string reason_of(const fs::path& file, const std::function<void()>& function) {
  try {
    function();
  } catch (const files::Error& error) {
    return test_files::reason_in(error.what(), file);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an files::Error: " << error.what();
    return "";
  }
  ADD_FAILURE() << "nothing was thrown for " << file;
  return "";
}

std::string open_reason(const fs::path& file) {
  return reason_of(file, [&] { image_io::read_image(file); });
}

float sample(int x, int y, int channel) {
  return 0.25f + static_cast<float>((x * 7 + y * 29 + channel * 101) % 512) / 256.0f;
}

}  // namespace io_test
