// SPDX-License-Identifier: MIT
// List of an object's parts that have the size of pictures: a resize replaces all of them or none.
#ifndef PHOTOPIC_SRC_GPU_MEMORY_SIZED_PARTS_H
#define PHOTOPIC_SRC_GPU_MEMORY_SIZED_PARTS_H

#include <photopic/device.h>

namespace photopic {

/// A part has content in use. While a resize runs, it may have new content beside that.
class SizedPart {
 protected:
  ~SizedPart() = default;

 private:
  friend class SizedParts;
  /// Uses the new content if all parts have theirs, else drops it.
  virtual void end_resize(bool is_made) noexcept = 0;

  SizedPart* next_ = nullptr;
};

/// Parts enter and leave the list by themselves.
class SizedParts {
 public:
  void add(SizedPart& part) noexcept {
    part.next_ = first_;
    first_ = &part;
  }
  void remove(const SizedPart& part) noexcept {
    SizedPart** link = &first_;
    while (*link != &part) link = &(*link)->next_;
    *link = part.next_;
  }
  /// Ends a resize. `made`: whether each part could be made; if not, all go on with what they had. Returns `made`.
  Status end_resize(Status made) noexcept {
    for (SizedPart* part = first_; part != nullptr; part = part->next_) part->end_resize(made == Status::ok);
    return made;
  }

 private:
  SizedPart* first_ = nullptr;
};

}  // namespace photopic

#endif
