// SPDX-License-Identifier: MIT
// Buildings, trees, lamps and passage in their places.
#include "panorama/town.h"

#include <array>

#include "panorama/noise.h"

namespace panorama {
namespace {

constexpr std::array<Color, 8> kPlasters{
    Color{0.62F, 0.45F, 0.26F}, Color{0.70F, 0.62F, 0.48F}, Color{0.60F, 0.36F, 0.27F}, Color{0.72F, 0.66F, 0.56F},
    Color{0.64F, 0.52F, 0.30F}, Color{0.52F, 0.54F, 0.50F}, Color{0.66F, 0.50F, 0.42F}, Color{0.58F, 0.56F, 0.46F}};
constexpr Color kBrick{0.34F, 0.155F, 0.10F};
constexpr Color kTile{0.42F, 0.19F, 0.11F};
constexpr Color kSlate{0.16F, 0.165F, 0.18F};
constexpr Color kStone{0.56F, 0.52F, 0.45F};
constexpr Color kIron{0.045F, 0.05F, 0.05F};

class Builder {
 public:
  Town finish() {
    build_plaza();
    build_plaza_things();
    build_street();
    build_lamps();
    build_neon();
    return std::move(town_);
  }

 private:
  int object(Kind kind, Color color) {
    town_.objects.push_back({kind, color});
    return static_cast<int>(town_.objects.size()) - 1;
  }

  void add_house(Geometry& side, const House& house, Color roof, bool ridge_along_z) {
    const int body = object(Kind::house, house.wall);
    town_.objects.back().house = house;
    side.add(Box{house.low, house.high, body});
    const float eave = house.high.y;
    const Vec3 out{0.35F, 0, 0.0F};
    const Vec3 along{0, 0, 0.35F};
    const Vec3 overhang = ridge_along_z ? out : along;
    side.add(Box{house.low + Vec3{0, eave - 0.45F, 0} - overhang, house.high + overhang, object(Kind::stone, kStone)});
    const Vec3 size = house.high - house.low;
    const float slope = 0.62F, rise = slope * 0.5F * ((ridge_along_z ? size.x : size.z) + 1.0F);
    const Vec3 low = Vec3{house.low.x, eave, house.low.z} - overhang * 1.4F;
    const Vec3 high = Vec3{house.high.x, eave + rise, house.high.z} + overhang * 1.4F;
    side.add(Roof{{low, high, object(Kind::roof, roof)}, ridge_along_z ? slope : 0.0F, ridge_along_z ? 0.0F : slope});
  }

  House house_of(Vec3 low, Vec3 high, float lit, bool brick, bool shutters) {
    const std::uint32_t seed = ++seed_;
    const Color plaster = kPlasters[static_cast<std::size_t>(hash(1, 1, seed) * 7.999F)];
    return {low,
            high,
            brick ? kBrick : plaster,
            mix(2.5F, 3.1F, hash(2, 1, seed)),
            mix(3.0F, 3.4F, hash(3, 1, seed)),
            lit,
            brick,
            shutters,
            seed};
  }

  void build_plaza() {
    constexpr std::array<float, 6> kLeft{3.0F, 13.5F, 23.0F, 34.5F, 45.0F, 57.0F};
    constexpr std::array<float, 5> kLeftHeight{13.2F, 15.4F, 12.4F, 14.3F, 16.0F};
    for (std::size_t i = 0; i + 1 < kLeft.size(); ++i) {
      add_house(town_.day, house_of({-28, 0, kLeft[i]}, {-15, kLeftHeight[i], kLeft[i + 1]}, 0, false, i % 2 == 0),
                kTile, true);
    }
    constexpr std::array<float, 5> kRight{3.0F, 14.0F, 26.0F, 36.5F, 50.0F};
    constexpr std::array<float, 4> kRightHeight{9.4F, 10.6F, 9.2F, 11.5F};
    for (std::size_t i = 0; i + 1 < kRight.size(); ++i) {
      add_house(town_.day, house_of({18, 0, kRight[i]}, {27, kRightHeight[i], kRight[i + 1]}, 0, false, i % 2 == 1),
                kTile, true);
    }
    constexpr std::array<float, 7> kFar{-60.0F, -38.0F, -21.0F, -7.0F, 8.0F, 24.0F, 60.0F};
    constexpr std::array<float, 6> kFarHeight{13.0F, 15.5F, 12.6F, 16.8F, 13.4F, 15.0F};
    for (std::size_t i = 0; i + 1 < kFar.size(); ++i) {
      add_house(town_.day, house_of({kFar[i], 0, 64}, {kFar[i + 1], kFarHeight[i], 75}, 0, i == 3, i % 2 == 0), kTile,
                false);
    }
    // The bell tower.
    const int stone = object(Kind::stone, {0.60F, 0.50F, 0.36F});
    town_.day.add(Box{{-9.5F, 0, 60}, {-3.5F, 25, 66}, stone});
    town_.day.add(Box{{-9.9F, 19.2F, 59.6F}, {-3.1F, 19.8F, 66.4F}, stone});
    town_.day.add(Box{{-10.0F, 25, 59.5F}, {-3.0F, 25.7F, 66.5F}, stone});
    town_.day.add(Roof{{{-9.8F, 25.7F, 59.7F}, {-3.2F, 33.5F, 66.3F}, object(Kind::roof, kTile)}, 2.36F, 2.36F});
  }

  void build_plaza_things() {
    const int stone = object(Kind::stone, kStone), water = object(Kind::water, {0.03F, 0.06F, 0.06F});
    const int iron = object(Kind::metal, kIron);
    const Vec3 fountain{-3.2F, 0, 18};
    town_.day.add(Cylinder{fountain, 3.1F, 0.18F, stone});
    town_.day.add(Cylinder{fountain, 2.7F, 0.62F, stone});
    town_.day.add(Cylinder{fountain, 2.4F, 0.625F, water});
    town_.day.add(Cylinder{fountain, 0.28F, 2.1F, stone});
    town_.day.add(Cylinder{fountain + Vec3{0, 1.75F, 0}, 1.05F, 0.2F, stone});
    town_.day.add(Sphere{fountain + Vec3{0, 2.45F, 0}, 0.38F, stone});
    for (const float x : {-7.2F, -4.8F, -2.4F, 0.0F, 2.4F, 4.8F, 7.2F}) {
      town_.day.add(Cylinder{{x, 0, 8.5F}, 0.10F, 0.85F, iron});
      town_.day.add(Sphere{{x, 0.92F, 8.5F}, 0.14F, iron});
    }
    const int leaves = object(Kind::foliage, {0.075F, 0.13F, 0.035F});
    for (const float z : {15.0F, 22.0F, 29.0F, 36.0F}) {
      for (const float x : {-11.0F, 13.0F}) {
        town_.day.add(Cylinder{{x, 0, z}, 0.55F, 0.6F, stone});
        town_.day.add(Cylinder{{x, 0.6F, z}, 0.09F, 1.2F, iron});
        town_.day.add(Sphere{{x, 2.55F, z}, 1.15F, leaves});
      }
    }
    constexpr std::array<Color, 3> kCloths{Color{0.55F, 0.09F, 0.06F}, Color{0.10F, 0.22F, 0.36F},
                                           Color{0.52F, 0.36F, 0.08F}};
    constexpr std::array<float, 6> kAwnings{9.0F, 12.6F, 15.4F, 20.6F, 26.0F, 31.5F};
    for (std::size_t i = 0; i < kCloths.size(); ++i) {
      const Box bounds{
          {-16.9F, 2.55F, kAwnings[2 * i]}, {-13.1F, 3.45F, kAwnings[2 * i + 1]}, object(Kind::awning, kCloths[i])};
      town_.day.add(Roof{bounds, 0.40F, 0.0F});
    }
  }

  void build_street() {
    constexpr std::array<float, 9> kLeft{-5.0F, -15.5F, -26.0F, -37.5F, -47.0F, -58.5F, -68.0F, -79.0F, -90.0F};
    constexpr std::array<float, 9> kRight{-5.0F, -13.0F, -24.5F, -34.0F, -45.5F, -55.0F, -66.5F, -77.0F, -90.0F};
    for (std::size_t i = 0; i + 1 < kLeft.size(); ++i) {
      const float left = mix(9.0F, 13.5F, hash(static_cast<int>(i), 1, 77)),
                  right = mix(9.0F, 13.5F, hash(static_cast<int>(i), 2, 77));
      const Vec3 left_low{-19, 0, kLeft[i + 1]}, left_high{-kStreetHalfWidth_m, left, kLeft[i]};
      const Vec3 right_low{kStreetHalfWidth_m, 0, kRight[i + 1]}, right_high{19, right, kRight[i]};
      add_house(town_.night, house_of(left_low, left_high, 0.30F, i % 2 == 1, i % 3 == 0), kSlate, true);
      add_house(town_.night, house_of(right_low, right_high, 0.27F, i % 2 == 0, i % 3 == 1), kSlate, true);
    }
    add_house(town_.night, house_of({-24, 0, -112}, {-3, 15, -101}, 0.4F, false, false), kSlate, false);
    add_house(town_.night, house_of({-3, 0, -112}, {24, 18, -101}, 0.45F, true, false), kSlate, false);
    const int kerb = object(Kind::stone, {0.24F, 0.235F, 0.22F});
    for (const float side : {-1.0F, 1.0F}) {
      const float near = side * kKerb_m, far = side * (kStreetHalfWidth_m + 0.1F);
      town_.night.add(Box{{std::min(near, far), -0.2F, -95}, {std::max(near, far), 0.13F, kNightEnd_m}, kerb});
    }
  }

  void build_lamps() {
    const int iron = object(Kind::metal, {0.06F, 0.065F, 0.065F});
    constexpr Color kSodium = tint(1.0F, 0.50F, 0.10F), kLed = tint(0.98F, 1.0F, 1.02F);
    // Two lanterns on the passage's walls.
    for (const float side : {-1.0F, 1.0F}) {
      const Color intensity = tint(1.0F, 0.66F, 0.30F) * 26.0F;
      const Vec3 place{side * 4.28F, 2.3F, -3.0F};
      town_.passage.add(Sphere{place, 0.1F, object(Kind::lamp, intensity * (1.0F / (kPi * 0.01F)))});
      town_.passage.add(Cylinder{place + Vec3{0, 0.09F, 0}, 0.11F, 0.03F, iron});
      town_.passage.add(
          Box{{std::min(side * 4.5F, place.x), 2.40F, -3.02F}, {std::max(side * 4.5F, place.x), 2.44F, -2.98F}, iron});
      town_.lights.push_back({place, intensity, 0.0F});
    }
    for (int i = 0; i < 8; ++i) {
      const float side = i % 2 == 0 ? -1.0F : 1.0F, z = -12.0F - 11.0F * static_cast<float>(i);
      const Vec3 head{side * 3.55F, 6.05F, z};
      town_.night.add(Cylinder{{side * 4.6F, 0.13F, z}, 0.12F, 0.9F, iron});
      town_.night.add(Cylinder{{side * 4.6F, 0.13F, z}, 0.065F, 6.2F, iron});
      town_.night.add(Box{{std::min(side * 4.6F, head.x), 6.22F, z - 0.035F},
                          {std::max(side * 4.6F, head.x), 6.29F, z + 0.035F},
                          iron});
      town_.night.add(Box{head + Vec3{-0.24F, 0.10F, -0.2F}, head + Vec3{0.24F, 0.24F, 0.2F}, iron});
      const Color intensity = (i % 2 == 0 ? kSodium : kLed) * 1100.0F;
      constexpr float kBulb_m = 0.15F;
      const Color bulb_nits = intensity * (1.0F / (kPi * kBulb_m * kBulb_m));
      town_.night.add(Sphere{head, kBulb_m, object(Kind::lamp, bulb_nits)});
      town_.lights.push_back({head - Vec3{0, kBulb_m, 0}, intensity, 0.93F});
    }
  }

  void build_neon() {
    constexpr Color kRed = tint(1.0F, 0.08F, 0.10F), kCyan = tint(0.10F, 0.85F, 1.0F);
    town_.night.add(Box{{5.55F, 4.1F, -18.1F}, {6.85F, 10.0F, -17.9F}, object(Kind::neon_hotel, kRed * 480.0F)});
    town_.lights.push_back({{6.2F, 7.0F, -17.2F}, kRed * 55.0F, 0.0F});
    town_.night.add(Box{{-6.9F, 3.6F, -9.58F}, {-4.9F, 4.6F, -9.42F}, object(Kind::neon_bar, kCyan * 520.0F)});
    town_.lights.push_back({{-5.9F, 4.0F, -8.9F}, kCyan * 32.0F, 0.0F});
  }

  Town town_;
  std::uint32_t seed_ = 500;
};

}  // namespace

const Town& town() {
  static const Town kTown = Builder().finish();
  return kTown;
}

}  // namespace panorama
