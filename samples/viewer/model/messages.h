// SPDX-License-Identifier: MIT
// Messages over the picture.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_MESSAGES_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_MESSAGES_H

#include <deque>
#include <string>
#include <utility>

namespace viewer {

/// Messages of the viewer. Errors stay until they are closed, until a file has opened, or until kMost others have
/// come; the rest goes by itself.
class Messages {
 public:
  struct Message {
    std::string text;
    bool is_error;
    double age_s;
  };
  static constexpr std::size_t kMost = 4;
  static constexpr double kShown_s = 5.0;

  /// Also on stderr, unless it is shown already.
  void error(const std::string& text);
  void note(const std::string& text);
  /// Why something just touched can't have that value: one at a time.
  void hint(const std::string& text);
  void advance(double delta_time_s);
  /// Until the next one goes by itself; infinite if none does.
  double next_change_s() const;
  /// Whether something was said since the last call: frames that lay it out are due.
  bool take_news() { return std::exchange(has_news_, false); }
  /// The newest error; false if there is none.
  bool close_error();
  void close_errors() {
    while (close_error()) {
    }
  }
  void close(std::size_t index) { shown_.erase(shown_.begin() + std::ptrdiff_t(index)); }

  const std::deque<Message>& shown() const { return shown_; }
  const std::string& hint_text() const { return hint_; }

 private:
  void add(const std::string& text, bool is_error);

  std::deque<Message> shown_;
  std::string hint_;
  double hint_age_s_ = 0.0;
  bool has_news_ = false;
};

}  // namespace viewer

#endif
