// SPDX-License-Identifier: MIT
// Tests of differences between slots of settings, without a window.
#include <gtest/gtest.h>

#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "session/source/hdr_source.h"
#include "viewer/model/model.h"

namespace {

/// Settings A may be of 10 bits while a picture of 8 is shown: that is said, and no map is made of other codes.
TEST(SlotDifference, IsOfPicturesOf8Bits) {
  engine::ContextOptions options;
  options.validation = true;
  engine::Context context(options);
  {
    session::Session session(context, {16, 16}, session::Depth::any);
    session.show(session::no_source(context), "none");
    viewer::Loading loading;
    viewer::Model model(context, session, loading);
    photopic::OutputEncoding& encoding = session.controls.settings.display.encoding;
    encoding = photopic::OutputEncoding::hdr10;
    viewer::go_to_slot(model, 1);  // a copy, of which A stays as it is
    encoding = photopic::OutputEncoding::srgb;
    model.shown_difference.to = viewer::Difference::To::slot_a;
    const auto make = [&] {
      engine::submit_and_wait(context, [&](VkCommandBuffer commands) {
        session.record(commands, 0.0);
        model.slot_picture.record(context, commands, session, *viewer::compared_settings(model), 0.0, true);
      });
      viewer::make_difference(model);
    };
    make();
    EXPECT_NE(model.messages.hint_text().find("8 bits"), std::string::npos) << model.messages.hint_text();
    EXPECT_EQ(model.shown_difference.picture(), nullptr);
    viewer::go_to_slot(model, 0);
    encoding = photopic::OutputEncoding::power22;
    viewer::go_to_slot(model, 1);
    make();
    EXPECT_NE(model.shown_difference.picture(), nullptr);
    EXPECT_TRUE(model.messages.shown().empty());
  }
  EXPECT_EQ(context.take_validation_messages(), std::vector<std::string>());
}

}  // namespace
