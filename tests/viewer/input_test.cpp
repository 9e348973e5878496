// SPDX-License-Identifier: MIT
// Tests of input and rest: what a frame is given of the events before it, and when pictures stay as they are.
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <limits>
#include <string>

#include "viewer/model/stillness.h"
#include "viewer/window/input_queue.h"

namespace {

using viewer::InputEvent;
using viewer::InputQueue;
using What = viewer::InputEvent::What;

class Input : public testing::Test {
 protected:
  Input() { ImGui::CreateContext(); }
  ~Input() override { ImGui::DestroyContext(); }

  void key(int key, bool is_down) { queue_.push({.what = What::key, .is_down = is_down, .press = {.key = key}}); }
  void tap(int which) {
    key(which, true);
    key(which, false);
  }
  void move(float x, float y) { queue_.push({.what = What::cursor, .x = x, .y = y}); }
  void button(bool is_down) { queue_.push({.what = What::button, .is_down = is_down, .button = 0}); }
  void letter(char c) { queue_.push({.what = What::character, .character = static_cast<unsigned>(c)}); }
  ImGuiIO& frame(bool is_text = false) {
    ImGui::GetIO().ClearInputCharacters();
    queue_.deliver(ImGui::GetIO(), is_text);
    return ImGui::GetIO();
  }

  InputQueue queue_;
};

/// A tap between two frames is down in one and up in the next, and so is each of several.
TEST_F(Input, TapsOfKeysAreSeen) {
  tap(GLFW_KEY_W);
  tap(GLFW_KEY_W);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(frame().KeysDown[GLFW_KEY_W]);
    EXPECT_EQ(queue_.take_pressed().size(), 1u);
    // The second tap's press comes with the first one's release, a frame later.
    if (i == 1) {
      EXPECT_FALSE(frame().KeysDown[GLFW_KEY_W]);
      EXPECT_TRUE(queue_.is_empty());
    } else {
      EXPECT_FALSE(frame().KeysDown[GLFW_KEY_W]);
      EXPECT_FALSE(queue_.is_empty());
    }
  }
}

/// A click is where the mouse was, not where it went then.
TEST_F(Input, ClicksStayInTheirPlace) {
  move(10, 10);
  move(20, 30);
  button(true);
  button(false);
  move(500, 500);
  const ImGuiIO& io = frame();
  EXPECT_EQ(io.MousePos.x, 20.0f);
  EXPECT_TRUE(io.MouseDown[0]);
  frame();
  EXPECT_EQ(io.MousePos.x, 20.0f);
  EXPECT_FALSE(io.MouseDown[0]);
  frame();
  EXPECT_EQ(io.MousePos.x, 500.0f);
  EXPECT_TRUE(queue_.is_empty());
}

/// What is dragged is let go a frame after it has moved.
TEST_F(Input, DragsAreSeen) {
  move(20, 30);
  button(true);
  move(60, 30);
  button(false);
  EXPECT_TRUE(frame().MouseDown[0]);
  const ImGuiIO& io = frame();
  EXPECT_EQ(io.MousePos.x, 60.0f);
  EXPECT_TRUE(io.MouseDown[0]);
  frame();
  EXPECT_FALSE(io.MouseDown[0]);
  EXPECT_TRUE(queue_.is_empty());
}

/// Words come in one frame; what edits them keeps its place among them.
TEST_F(Input, TypingKeepsItsOrder) {
  for (const char c : std::string("ab")) {
    key(c - 'a' + GLFW_KEY_A, true);
    letter(c);
    key(c - 'a' + GLFW_KEY_A, false);
  }
  tap(GLFW_KEY_BACKSPACE);
  key(GLFW_KEY_C, true);
  letter('c');
  key(GLFW_KEY_C, false);
  const ImGuiIO& io = frame(true);
  EXPECT_EQ(io.InputQueueCharacters.Size, 2);
  EXPECT_FALSE(io.KeysDown[GLFW_KEY_BACKSPACE]);
  frame(true);
  EXPECT_EQ(io.InputQueueCharacters.Size, 0);
  EXPECT_TRUE(io.KeysDown[GLFW_KEY_BACKSPACE]);
  frame(true);
  EXPECT_FALSE(io.KeysDown[GLFW_KEY_BACKSPACE]);
  ASSERT_EQ(io.InputQueueCharacters.Size, 1);
  EXPECT_EQ(io.InputQueueCharacters[0], 'c');
  EXPECT_TRUE(queue_.is_empty());
}

TEST_F(Input, LosingTheFocusLetsGo) {
  key(GLFW_KEY_LEFT_CONTROL, true);
  button(true);
  EXPECT_TRUE(frame().KeyCtrl);
  queue_.push({.what = What::focus, .is_down = false});
  frame();
  EXPECT_FALSE(ImGui::GetIO().MouseDown[0]);
}

class Still : public testing::Test {
 protected:
  /// A frame of 0.1 s whose state is there at once.
  void frame(float adapted_ev100, bool is_changed = false) {
    stillness_.note_picture(0.1, is_changed);
    state_.adapted_ev100 = adapted_ev100;
    state_.exposure = 1.0f;
    ++state_.serial;
    stillness_.observe(state_);
  }
  bool is_still() const { return stillness_.is_still(settings_); }

  viewer::Stillness stillness_;
  photopic::gpu::ExposureState state_ = {};
  photopic::Settings settings_;
};

TEST_F(Still, OnceAdapted) {
  EXPECT_FALSE(is_still());
  for (int i = 0; i < 20; ++i) {
    frame(float(i) * 0.01f);
    EXPECT_FALSE(is_still()) << i;
  }
  for (int i = 0; i < 4; ++i) frame(0.2f);
  EXPECT_TRUE(is_still());
  frame(0.2f, /*is_changed=*/true);
  EXPECT_FALSE(is_still());  // what the change does isn't known before its state has come
  for (int i = 0; i < 4; ++i) frame(0.2f);
  EXPECT_TRUE(is_still());
}

/// The same state once more says nothing; a history of local exposure isn't in it.
TEST_F(Still, NotBeforeStatesHaveCome) {
  frame(1.0f);
  for (int i = 0; i < 9; ++i) {
    stillness_.note_picture(0.1, false);
    stillness_.observe(state_);
  }
  EXPECT_FALSE(is_still());
  settings_.local_exposure.local_time_constant_s = 1.0f;
  for (int i = 0; i < 9; ++i) frame(1.0f);
  EXPECT_FALSE(is_still());
  for (int i = 0; i < 60; ++i) frame(1.0f);
  EXPECT_TRUE(is_still());
}

}  // namespace
