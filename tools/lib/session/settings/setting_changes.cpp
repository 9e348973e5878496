// SPDX-License-Identifier: MIT
// Comparison of values by the kind of setting.
#include "session/settings/setting_changes.h"

#include <algorithm>

namespace session {
namespace {

/// Places of `settings`, that are read alone.
SettingRef ref_of(const SettingField& field, const Settings& settings) {
  return field.ref(const_cast<Settings&>(settings));
}

bool equal(const Choice& a, const Choice& b) { return a.index == b.index; }
bool equal(Weights a, Weights b) { return *a.bits == *b.bits; }
bool equal(const photopic::Curve* a, const photopic::Curve* b) {
  return a->count == b->count && std::equal(a->points, a->points + a->count, b->points,
                                            [](const auto& p, const auto& q) { return p.x == q.x && p.y == q.y; });
}
template <class Value>
bool equal(const Value* a, const Value* b) {
  return *a == *b;
}

struct ValueCopy {
  Settings& settings;
  SettingRef to;

  void operator()(const Choice& choice) const { choice.set(settings, choice.index); }
  void operator()(Weights weights) const { *std::get<Weights>(to).bits = *weights.bits; }
  template <class Value>
  void operator()(Value* value) const {
    *std::get<Value*>(to) = *value;
  }
};

}  // namespace

bool is_same(const SettingField& field, const Settings& a, const Settings& b) {
  const SettingRef other = ref_of(field, b);
  return std::visit([&](const auto& value) { return equal(value, std::get<std::decay_t<decltype(value)>>(other)); },
                    ref_of(field, a));
}

bool is_same(const Settings& a, const Settings& b) {
  const auto fields = setting_fields();
  return std::all_of(fields.begin(), fields.end(), [&](const SettingField& field) { return is_same(field, a, b); });
}

void copy_setting(const SettingField& field, const Settings& from, Settings& settings) {
  std::visit(ValueCopy{settings, field.ref(settings)}, ref_of(field, from));
}

}  // namespace session
