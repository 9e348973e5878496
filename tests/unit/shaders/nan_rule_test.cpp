// SPDX-License-Identifier: MIT
// Test of the module's shaders against the rule of shaders/meter/numbers.glsl, and of the search for what breaks it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program/process.h"
#include "gpu/passes/pass_desc.h"
#include "photopic/effects.h"
#include "photopic/interface.h"
#include "test_files.h"
#include "unit/shaders/nan_flow.h"

namespace {

using Words = std::vector<std::uint32_t>;
using Reasons = std::map<std::string, std::string>;
using test::NanUse;

/// Images that hold finite numbers, and why.
const Reasons kFiniteImages = {
    {"glare_level", "glare's levels begin with what counted() leaves"},
    {"ldr", "the picture is the module's own; overlays replace NaN of others"},
    {"level", "the pyramid begins with logarithms of limited luminances"},
    {"levels", "acuity/down.comp limits what it averages"},
    {"local_curves", "local_exposure/solve.comp writes sums of finite ones"},
    {"mean_level", "the pyramid begins with logarithms of limited luminances"},
    {"signal_image", "tone_map.comp writes codes"},
    {"ui_image", "UI is of 8 bits"},
    {"veil", "glare's levels begin with what counted() leaves"},
};

/// Functions that return and store finite numbers, by branches that nan_uses() doesn't look at.
const Reasons kFiniteFunctions = {
    {"add_four", "replaces luminances that aren't valid after clamp()"},
    {"add_valid_four", "returns before clamp() where a luminance isn't valid"},
    {"add_weighted", "returns before clamp() where the luminance isn't valid"},
    {"as_halves", "tests a channel before it rounds it"},
    {"averaged_of_four", "tests its sum, and adds up valid luminances otherwise"},
    {"bin_of", "see() has tested both pixels"},
    {"counted", "returns 0 for a luminance that isn't finite: then a channel isn't"},
    {"locus_weight", "add_color() has tested the channels"},
    {"luma_of", "sets bits below those of 2^23"},
    {"reference_compressed", "in_scene_primaries() has limited the colour, since it converts colours first"},
    {"take_sample", "adds up valid luminances"},
};

std::set<std::string> names_of(const Reasons& reasons) {
  std::set<std::string> names;
  for (const auto& [name, reason] : reasons) names.insert(name);
  return names;
}

test::FiniteNames finite_names() { return {names_of(kFiniteImages), names_of(kFiniteFunctions)}; }

Words read_words(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  EXPECT_TRUE(file) << path;
  Words words(std::size_t(file.tellg()) / sizeof(std::uint32_t));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(words.data()), std::streamsize(words.size() * sizeof(std::uint32_t)));
  return words;
}

bool has_name(const Words& words, const std::string& name) {
  const std::string_view bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t));
  return bytes.find(name) != bytes.npos;
}

/// With looks and without, whose colours take ways of their own, and so with all effects and without.
std::set<NanUse> uses_in(const Words& words, const test::FiniteNames& finite) {
  const std::uint32_t looks = has_name(words, "kLook") ? 2 : 1;
  const std::uint32_t effect_sets = has_name(words, "kEffects") ? 2 : 1;
  std::set<NanUse> uses;
  for (std::uint32_t i = 0; i < effect_sets * looks; ++i) {
    const photopic::Specialization fixed[] = {{PHOTOPIC_SPEC_LOOK, i % looks},
                                              {PHOTOPIC_SPEC_EFFECTS, i / looks * photopic::kAllEffects}};
    uses.merge(nan_uses(words, finite, fixed));
  }
  return uses;
}

std::vector<Words> all_modules() {
  std::vector<Words> modules;
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    modules.push_back(read_words(std::string(PHOTOPIC_TEST_SPIRV_DIR) + "/" + pass->name + ".spv"));
  }
  return modules;
}

TEST(NanRule, HoldsInEveryPass) {
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    const Words words = read_words(std::string(PHOTOPIC_TEST_SPIRV_DIR) + "/" + pass->name + ".spv");
    for (const NanUse& use : uses_in(words, finite_names())) {
      ADD_FAILURE() << pass->name << ": " << use.function << "() has " << use.instruction
                    << " of what may be NaN: take nmin(), nmax(), nclamp() or is_nan() of meter/numbers.glsl, or name "
                       "the function or the image above with its reason";
    }
  }
}

/// A name that no pass needs would hide the next fault.
TEST(NanRule, EveryNameIsNeeded) {
  const std::vector<Words> modules = all_modules();
  const auto is_needed = [&](const std::string& name, const test::FiniteNames& others) {
    for (const Words& words : modules) {
      if (has_name(words, name) && !uses_in(words, others).empty()) return true;
    }
    return false;
  };
  for (const std::string& name : names_of(kFiniteImages)) {
    test::FiniteNames others = finite_names();
    others.images.erase(name);
    EXPECT_TRUE(is_needed(name, others)) << name;
  }
  for (const std::string& name : names_of(kFiniteFunctions)) {
    test::FiniteNames others = finite_names();
    others.functions.erase(name);
    EXPECT_TRUE(is_needed(name, others)) << name;
  }
}

// ---- the search ----

/// Of a compute shader with an image `source`, a buffer `results`, a constant kIsOn (id 3), and these functions.
std::set<NanUse> uses_of(const std::string& functions, const test::FiniteNames& finite = {},
                         photopic::Specialization fixed = {3, 0}) {
  const test_files::TempFolder folder;
  const std::string source = (folder / "shader.comp").string(), spirv = (folder / "shader.spv").string();
  std::ofstream(source) << "#version 450\n"
                           "#extension GL_GOOGLE_include_directive : require\n"
                           "#include \"meter/numbers.glsl\"\n"
                           "layout(local_size_x = 64) in;\n"
                           "layout(constant_id = 3) const uint kIsOn = 0;\n"
                           "layout(set = 0, binding = 0) uniform sampler2D source;\n"
                           "layout(set = 0, binding = 1) buffer Results { float results[]; };\n"
                           "vec4 texel() { return texelFetch(source, ivec2(gl_GlobalInvocationID.xy), 0); }\n"
                        << functions;
  const std::vector<std::string> arguments = {PHOTOPIC_TEST_GLSLANG,
                                              "-V",
                                              "--target-env",
                                              "vulkan1.2",
                                              "--quiet",
                                              "-I" PHOTOPIC_TEST_PROJECT_DIR "/shaders",
                                              "-o",
                                              spirv,
                                              source};
  EXPECT_EQ(cli_test::run_process(arguments, {}).exit_code, 0) << functions;
  return nan_uses(read_words(spirv), finite, {&fixed, 1});
}

const std::set<NanUse> kNone;

TEST(NanFlow, PlainInstructionsOfTexelsAreFound) {
  EXPECT_EQ(uses_of("void main() { results[0] = min(texel().r, 1.0); }"), (std::set<NanUse>{{"main", "FMin"}}));
  EXPECT_EQ(uses_of("float low(float x) { return max(x * 2.0, 0.0); } void main() { results[0] = low(texel().g); }"),
            (std::set<NanUse>{{"low", "FMax"}}));
  EXPECT_EQ(uses_of("void main() { vec4 c = sqrt(texel()); c.a = 1.0; results[0] = dot(clamp(c, 0.0, 1.0), c); }"),
            (std::set<NanUse>{{"main", "FClamp"}}));
  EXPECT_EQ(uses_of("void main() { results[0] = isnan(results[1]) || isinf(results[2]) ? 1.0 : 0.0; }"),
            (std::set<NanUse>{{"main", "IsInf"}, {"main", "IsNan"}}));
}

TEST(NanFlow, OtherNumbersAreFinite) {
  EXPECT_EQ(uses_of("void main() { results[0] = min(results[1], float(int(texel().r))); }"), kNone);
  EXPECT_EQ(uses_of("void main() { results[0] = max(texel().r > 1.0 ? 2.0 : results[1], 0.0); }"), kNone);
  EXPECT_EQ(uses_of("void main() { results[0] = min(nclamp(texel().r, 0.0, 2.0) * 3.0, nmax(texel().g, 1.0)); }"),
            kNone);
  EXPECT_EQ(uses_of("void main() { results[0] = min(nmax(texel().r, texel().g), 1.0); }"),
            (std::set<NanUse>{{"main", "FMin"}}));
}

TEST(NanFlow, VariablesHoldWhatWasStoredLast) {
  EXPECT_EQ(uses_of("void main() { float x = texel().r; x = nmin(x, 1.0); results[0] = max(x, 0.0); }"), kNone);
  EXPECT_EQ(uses_of("void main() { float x = 1.0; if (results[1] > 0.0) x = texel().r; results[0] = max(x, 0.0); }"),
            (std::set<NanUse>{{"main", "FMax"}}));
  EXPECT_EQ(uses_of("void main() { vec3 c = texel().rgb; c.r = 1.0; results[0] = max(c.r, 0.0); }"),
            (std::set<NanUse>{{"main", "FMax"}}));
  EXPECT_EQ(uses_of("struct Both { float x, y; };\n"
                    "void main() { Both b = Both(texel().r, 1.0); b.y *= 2.0; results[0] = max(b.y, 0.0); }"),
            kNone);
  EXPECT_EQ(uses_of("struct Both { float x, y; };\n"
                    "void main() { Both b = Both(texel().r, 1.0); b.y *= b.x; results[0] = max(b.y, 0.0); }"),
            (std::set<NanUse>{{"main", "FMax"}}));
}

TEST(NanFlow, LoopsAndCallsAreFollowed) {
  // What a turn leaves is there in the next one.
  EXPECT_EQ(uses_of("void main() { float x = 0.0;\n"
                    "for (int i = 0; i < 9; ++i) { results[i] = max(x, 0.0); x = texel().r; } }"),
            (std::set<NanUse>{{"main", "FMax"}}));
  EXPECT_EQ(uses_of("void main() { vec4 c[4]; for (int i = 0; i < 4; ++i) c[i] = texel();\n"
                    "for (int i = 0; i < 4; ++i) c[i] = vec4(nmax(c[i].rgb, vec3(0.0)), 1.0);\n"
                    "for (int i = 0; i < 4; ++i) results[i] = min(c[i].r, 1.0); }"),
            kNone);
  // Once with a texel, once without.
  EXPECT_EQ(uses_of("float twice(float x) { return 2.0 * x; }\n"
                    "void main() { results[0] = twice(texel().r); results[1] = max(twice(float(kIsOn)), 0.0); }"),
            kNone);
  EXPECT_EQ(uses_of("void fill(out float x) { x = texel().r; }\n"
                    "void main() { float x; fill(x); results[1] = max(x, 0.0); }"),
            (std::set<NanUse>{{"main", "FMax"}}));
}

TEST(NanFlow, SharedMemoryIsFollowed) {
  EXPECT_EQ(uses_of("shared float one; void main() { results[0] = max(one, 0.0); barrier(); one = texel().r; }"),
            (std::set<NanUse>{{"main", "FMax"}}));
}

TEST(NanFlow, NamesAndConstantsAreTakenAtTheirWord) {
  const std::string code =
      "float limited(float x) { return kIsOn != 0u ? min(x, 1.0) : nmin(x, 1.0); }\n"
      "void main() { results[0] = limited(texel().r); }";
  EXPECT_EQ(uses_of(code), kNone);
  EXPECT_EQ(uses_of(code, {}, {3, 1}), (std::set<NanUse>{{"limited", "FMin"}}));
  EXPECT_EQ(uses_of(code, {{"source"}, {}}, {3, 1}), kNone);
  EXPECT_EQ(uses_of(code, {{}, {"limited"}}, {3, 1}), kNone);
}

}  // namespace
