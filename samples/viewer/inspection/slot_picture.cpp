// SPDX-License-Identifier: MIT
// Picture of another slot: the frame at hand, developed by a second session with that slot's settings.
#include "viewer/inspection/slot_picture.h"

#include "engine/transfer/image_transfer.h"
#include "session/settings/setting_changes.h"

namespace viewer {
namespace {

/// What another session has rendered just now.
class RenderedSource : public session::Source {
 public:
  explicit RenderedSource(const session::Session& shown) : shown_(shown) { facts_ = shown.source().facts(); }
  session::SourceKind kind() const override { return shown_.source().kind(); }
  void record(VkCommandBuffer, const session::View&, VkBuffer) override {}
  const engine::Image& hdr() const override { return shown_.source().hdr(); }
  float pre_exposure() const override { return shown_.source().pre_exposure(); }
  void resize(VkExtent2D) override {}

 private:
  const session::Session& shown_;
};

}  // namespace

void SlotPicture::record(engine::Context& context, VkCommandBuffer command_buffer, const session::Session& shown,
                         const session::Settings& settings, double delta_time_s, bool is_cut) {
  try {
    context_ = &context;
    if (!own_ || file_ != shown.file()) {
      own_ = std::make_unique<session::Session>(context, shown.extent(), session::Depth::any);
      own_->show(std::make_unique<RenderedSource>(shown), shown.file());
      file_ = shown.file();
    }
    own_->resize(shown.extent());
    own_->controls = shown.controls;
    own_->controls.settings = settings;
    own_->controls.overlay.views = 0;  // which is no part of what is compared
    if (is_cut) own_->reset_exposure();
    own_->record(command_buffer, delta_time_s);
  } catch (...) {
    clear();
    throw;
  }
}

void SlotPicture::clear() {
  if (!own_) return;
  context_->wait();
  own_.reset();
}

bool SlotPicture::is_of(const session::Settings& settings) const {
  return own_ != nullptr && session::is_same(own_->controls.settings, settings);
}

std::vector<std::byte> SlotPicture::read() const { return engine::read_back(*context_, own_->ldr()); }

}  // namespace viewer
