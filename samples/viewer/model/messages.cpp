// SPDX-License-Identifier: MIT
// Coming and going of messages.
#include "viewer/model/messages.h"

#include <algorithm>
#include <limits>

#include "arguments/errors.h"

namespace viewer {
namespace {

constexpr double kHint_s = 2.5;

}  // namespace

void Messages::add(const std::string& text, bool is_error) {
  // Said again, it is young again.
  const std::size_t before = shown_.size();
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (shown_[i].text == text) close(i--);
  }
  has_news_ |= shown_.size() == before;
  shown_.push_back({text, is_error, 0.0});
  if (shown_.size() > kMost) shown_.pop_front();
}

void Messages::error(const std::string& text) {
  const bool is_shown = std::any_of(shown_.begin(), shown_.end(), [&](const Message& one) { return one.text == text; });
  if (!is_shown) arguments::print_error("photopic-viewer", text);
  add(text, true);
}

void Messages::note(const std::string& text) { add(text, false); }

void Messages::hint(const std::string& text) {
  has_news_ |= hint_ != text;
  hint_ = text;
  hint_age_s_ = 0.0;
}

bool Messages::close_error() {
  const auto newest = std::find_if(shown_.rbegin(), shown_.rend(), [](const Message& one) { return one.is_error; });
  if (newest == shown_.rend()) return false;
  close(std::size_t(shown_.rend() - newest) - 1);
  return true;
}

void Messages::advance(double delta_time_s) {
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    shown_[i].age_s += delta_time_s;
    if (!shown_[i].is_error && shown_[i].age_s > kShown_s) close(i--);
  }
  hint_age_s_ += delta_time_s;
  if (hint_age_s_ > kHint_s) hint_.clear();
}

double Messages::next_change_s() const {
  double next_s = hint_.empty() ? std::numeric_limits<double>::infinity() : kHint_s - hint_age_s_;
  for (const Message& message : shown_) {
    if (!message.is_error) next_s = std::min(next_s, kShown_s - message.age_s);
  }
  return std::max(next_s, 0.0);
}

}  // namespace viewer
