// SPDX-License-Identifier: MIT
// Slider over two pictures of equal size: <div class="before-after"> with two <img>, before and after. Without this
// script the pictures are side by side. The mouse, a finger, and arrow keys move the divider; Home and End show one picture.
"use strict";

/** Moves the divider of a box to `percent` of its width. */
function moveDivider(box, range, percent) {
  range.value = percent;
  range.setAttribute("aria-valuetext", `${range.value} % before`);
  box.style.setProperty("--divider", `${range.value}%`);
}

/** Puts a range over the two pictures of a box. */
function addSlider(box) {
  const [before, after] = box.querySelectorAll("img");
  if (!after) return;
  const range = document.createElement("input");
  range.type = "range";
  range.setAttribute("aria-label", `Divider. Left: ${before.alt}. Right: ${after.alt}`);
  range.addEventListener("input", () => moveDivider(box, range, range.value));
  box.append(range);
  box.classList.add("is-slider");
  moveDivider(box, range, 50);
}

document.querySelectorAll(".before-after").forEach(addSlider);
