// SPDX-License-Identifier: MIT
// Search for free places in a picture.
#include "overlay/placement.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

namespace photopic {
namespace {

constexpr std::int64_t kBorder = PHOTOPIC_OVERLAY_BORDER;
constexpr std::int64_t kMargin = 8;  // dots between panels and the picture's edges
constexpr std::int64_t kGap = PHOTOPIC_OVERLAY_GAP;
// Shares of a plot's height, tried in turn.
constexpr double kHeights[] = {1.0, 0.75, 0.5, 0.25};

struct Box {
  std::int64_t x, y, width, height;  ///< dots
};

bool is_apart(const Box& a, const Box& b) {
  return a.x + a.width + kMargin <= b.x || b.x + b.width + kMargin <= a.x || a.y + a.height + kMargin <= b.y ||
         b.y + b.height + kMargin <= a.y;
}

class Picture {
 public:
  Picture(std::int64_t width, std::int64_t height) : width_(width), height_(height) {}

  /// Gives `box` its place. False if there is none.
  bool place(Box& box, Corner corner) {
    const bool is_right = corner == Corner::top_right || corner == Corner::bottom_right;
    const bool is_bottom = corner == Corner::bottom_left || corner == Corner::bottom_right;
    const std::int64_t corner_x = is_right ? width_ - kMargin - box.width : kMargin;
    const std::int64_t corner_y = is_bottom ? height_ - kMargin - box.height : kMargin;
    std::int64_t least = -1;
    Box best = box;
    // A free place can be moved toward the corner until it meets edges: of the picture, or of panels.
    for (std::uint32_t i = 0; i <= 2 * count_; ++i) {
      for (std::uint32_t j = 0; j <= 2 * count_; ++j) {
        const Box tried = {i == 0 ? corner_x : beside(i - 1, box.width, true),
                           j == 0 ? corner_y : beside(j - 1, box.height, false), box.width, box.height};
        const std::int64_t distance = std::llabs(tried.x - corner_x) + std::llabs(tried.y - corner_y);
        if ((least >= 0 && distance >= least) || !is_free(tried)) continue;
        least = distance;
        best = tried;
      }
    }
    if (least < 0) return false;
    box = best;
    take(box);
    return true;
  }

  /// At the top-left, whether it fits or not.
  void take_anyway(Box& box) {
    box.x = box.y = kMargin;
    take(box);
  }

 private:
  std::int64_t beside(std::uint32_t edge, std::int64_t size, bool is_horizontal) const {
    const Box& box = taken_[edge / 2];
    const std::int64_t start = is_horizontal ? box.x : box.y, length = is_horizontal ? box.width : box.height;
    return edge % 2 == 0 ? start + length + kMargin : start - kMargin - size;
  }
  bool is_free(const Box& box) const {
    if (box.x < kMargin || box.y < kMargin || box.x + box.width + kMargin > width_ ||
        box.y + box.height + kMargin > height_) {
      return false;
    }
    return std::all_of(taken_, taken_ + count_, [&](const Box& other) { return is_apart(box, other); });
  }
  void take(const Box& box) { taken_[count_++] = box; }

  std::int64_t width_, height_;
  Box taken_[PHOTOPIC_OVERLAY_PANELS] = {};
  std::uint32_t count_ = 0;
};

std::uint32_t plot_height(const PanelRequest& request, double share) {
  const auto wanted = static_cast<std::uint32_t>(share * request.plot_height);
  return std::max(wanted, std::min(request.least_height, request.plot_height));
}

/// Orders in which panels take their places.
enum class Order : std::uint8_t { as_asked, tallest_first, widest_first };

/// Places in `requests`, in their order. The first one stays first.
void sort_panels(const PanelRequests& requests, Order order, std::uint32_t (&places)[PHOTOPIC_OVERLAY_PANELS]) {
  std::iota(places, places + requests.count, 0u);
  if (order == Order::as_asked) return;
  std::stable_sort(places + 1, places + requests.count, [&](std::uint32_t a, std::uint32_t b) {
    const PanelRequest &one = requests.panels[a], &other = requests.panels[b];
    return order == Order::tallest_first ? one.plot_height > other.plot_height : one.width > other.width;
  });
}

/// A way to place all panels.
struct Attempt {
  double share = 1.0;  ///< of plots' heights
  Order order = Order::as_asked;
};

/// Returns bits of those left out.
std::uint32_t place_all(VkExtent2D extent, std::uint32_t scale, const PanelRequests& requests, const Attempt& attempt,
                        gpu::OverlayParams* params) {
  Picture picture(extent.width / scale, extent.height / scale);
  std::uint32_t places[PHOTOPIC_OVERLAY_PANELS];
  sort_panels(requests, attempt.order, places);
  std::uint32_t left_out = 0;
  for (std::uint32_t i = 0; i < requests.count; ++i) {
    const PanelRequest& request = requests.panels[places[i]];
    gpu::OverlayPanel& panel = params->panels[request.index];
    const std::int64_t text = kBorder + panel.line_count * PHOTOPIC_OVERLAY_CELL_HEIGHT + kGap;
    const std::uint32_t plot = plot_height(request, attempt.share);
    const std::int64_t axis = request.axis_lines > 0 ? kGap + request.axis_lines * PHOTOPIC_OVERLAY_CELL_HEIGHT : 0;
    Box box = {0, 0, request.width + 2 * kBorder, text + plot + axis + kBorder};
    bool has_place = picture.place(box, request.corner);
    if (!has_place && i == 0) {
      picture.take_anyway(box);
      has_place = true;
    }
    if (!has_place) left_out |= 1u << request.index;
    panel.x = scale * static_cast<std::uint32_t>(box.x);
    panel.y = scale * static_cast<std::uint32_t>(box.y);
    panel.width = has_place ? scale * static_cast<std::uint32_t>(box.width) : 0;
    panel.height = has_place ? scale * static_cast<std::uint32_t>(box.height) : 0;
    panel.plot_y = scale * static_cast<std::uint32_t>(text);
    panel.plot_height = scale * plot;
  }
  return left_out;
}

}  // namespace

std::uint32_t place_panels(VkExtent2D extent, std::uint32_t scale, const PanelRequests& requests,
                           gpu::OverlayParams* params) noexcept {
  if (requests.count == 0) return 0;
  Attempt best;
  int least = PHOTOPIC_OVERLAY_PANELS + 1;
  for (const double share : kHeights) {
    for (const Order order : {Order::as_asked, Order::tallest_first, Order::widest_first}) {
      const int count = std::popcount(place_all(extent, scale, requests, {share, order}, params));
      if (count == 0) return 0;
      if (count >= least) continue;
      least = count;
      best = {share, order};
    }
  }
  return place_all(extent, scale, requests, best, params);
}

}  // namespace photopic
