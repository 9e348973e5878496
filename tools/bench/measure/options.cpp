// SPDX-License-Identifier: MIT
// Parsing of the bench's command line.
#include "bench/measure/options.h"

#include <photopic/post_process.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "arguments/version.h"

namespace bench {
namespace {

constexpr VkExtent2D kSizes[] = {{1280, 720},  {1920, 1080}, {2560, 1440}, {3840, 2160},
                                 {7680, 4320}, {1366, 768},  {1023, 1023}};

/// As given, before anything is looked up.
struct Texts {
  std::vector<std::string> methods;
  std::vector<std::string> split;
  std::vector<std::string> sizes;
  std::vector<std::string> formats;
  std::vector<std::string> caches;
  std::string repetitions;
  bool is_quick = false;
  bool is_all = false;
};

template <class Item>
std::string names_of(std::span<const Item> items) {
  std::string names;
  for (const Item& item : items) names += (names.empty() ? "" : ", ") + std::string(item.name);
  return names;
}

/// Those of `items` that are named, in their order.
template <class Item>
std::vector<Item> chosen(const char* option, const std::vector<std::string>& names, std::span<const Item> items) {
  const auto is_name_of = [](const Item& item) {
    return [&item](const std::string& name) { return name == item.name; };
  };
  for (const std::string& name : names) {
    if (std::none_of(items.begin(), items.end(), [&](const Item& item) { return is_name_of(item)(name); })) {
      throw arguments::UsageError(std::string(option) + ": '" + name + "' is none of " + names_of(items));
    }
  }
  std::vector<Item> result;
  std::copy_if(items.begin(), items.end(), std::back_inserter(result),
               [&](const Item& item) { return std::any_of(names.begin(), names.end(), is_name_of(item)); });
  return result;
}

/// The same; without names, all or the first `usual`.
template <class Item>
std::vector<Item> chosen_or(const char* option, const std::vector<std::string>& names, std::span<const Item> items,
                            bool is_all, std::size_t usual) {
  if (!names.empty()) return chosen(option, names, items);
  return {items.begin(), is_all ? items.end() : items.begin() + std::ptrdiff_t(usual)};
}

std::vector<VkExtent2D> parse_sizes(const std::vector<std::string>& texts) {
  if (texts.empty()) return {std::begin(kSizes), std::end(kSizes)};
  std::vector<VkExtent2D> sizes;
  for (const std::string& text : texts) {
    const VkExtent2D size = arguments::parse_size(text, "--size");
    const bool is_new = std::none_of(sizes.begin(), sizes.end(), [&](VkExtent2D other) {
      return other.width == size.width && other.height == size.height;
    });
    if (is_new) sizes.push_back(size);
  }
  return sizes;
}

std::vector<MethodInfo> choose_methods(const std::vector<std::string>& names) {
  const auto all = all_methods();
  if (names.empty()) return {all.begin(), all.end()};
  std::vector<std::string> wanted = names;
  for (const MethodInfo& method : all) {
    if (method.is_always_run) wanted.push_back(method.name);
  }
  return chosen("--method", wanted, all);
}

void look_up(const Texts& texts, Options& options) {
  chosen("--split", texts.split, all_methods());
  options.split = texts.split;
  std::vector<std::string> methods = texts.methods;
  methods.insert(methods.end(), texts.split.begin(), texts.split.end());
  options.methods = choose_methods(methods);
  options.sizes = parse_sizes(texts.sizes);
  options.formats = chosen_or<HdrFormat>("--format", texts.formats, kHdrFormats, texts.is_all, 1);
  options.caches = chosen_or<CacheInfo>("--cache", texts.caches, kCacheStates, texts.is_all, kUsualCacheStates);
  if (texts.is_quick) {
    options.repetitions = 20;
    options.warm_up = 3;
  }
  if (!texts.repetitions.empty()) {
    options.repetitions = arguments::parse_number<std::uint32_t>(texts.repetitions, "--repetitions", {1.0, 1e6});
    options.warm_up = std::min(options.warm_up, options.repetitions);
  }
}

void add_options(CLI::App& app, Options& options, Texts& texts) {
  // One value for each time an option is given.
  const auto add_list = [&](const char* name, std::vector<std::string>& list, const std::string& help) {
    return app.add_option(name, list, help)->expected(1)->take_all()->allow_extra_args(false);
  };
  add_list("--method", texts.methods,
           "repeatable; default all: " + names_of(all_methods()) + ". empty and read_everything always run")
      ->type_name("NAME");
  add_list("--split", texts.split,
           "repeatable: also time each dispatch of this method by itself, between barriers; without --method, no other "
           "methods run")
      ->type_name("NAME");
  app.add_option(
         "--against", options.against,
         "folder of files NAME.spv: each method with a pass NAME whose code differs runs a second time with the "
         "folder's code, as METHOD_against, and the two pictures are compared")
      ->type_name("FOLDER");
  std::string sizes;
  for (const VkExtent2D size : kSizes) sizes += (sizes.empty() ? "" : ", ") + size_name(size);
  add_list("--size", texts.sizes, "repeatable; default " + sizes)->type_name("WIDTHxHEIGHT");
  add_list("--format", texts.formats,
           "repeatable: " + names_of<HdrFormat>(kHdrFormats) + "; default " + kHdrFormats[0].name)
      ->type_name("NAME");
  add_list("--cache", texts.caches,
           "what the caches hold before, repeatable: " + names_of<CacheInfo>(kCacheStates) + "; default " +
               names_of<CacheInfo>(std::span(kCacheStates).first(kUsualCacheStates)))
      ->type_name("NAME");
  app.add_flag("--all", texts.is_all, "every format and cache state, unless --format or --cache say which");
  arguments::add_value(app, "--repetitions", texts.repetitions, "NUMBER",
                       "how often each is timed; default 200, after 20 that don't count, or as few");
  app.add_flag("--quick", texts.is_quick, "20 repetitions after 3 that don't count");
  arguments::add_value(app, "--json", options.json, "FILE", "write the results there too");
  arguments::add_device_options(app, options.context.device, "--validation", options.context.validation);
  app.footer(
      "Example: photopic-bench --quick --size 1920x1080 --cache hot --cache dirty --json bench.json\n"
      "Exit codes: 0 done; 4 output or usage; 5 no Vulkan device, or a device error.");
}

}  // namespace

std::string size_name(VkExtent2D extent) { return std::to_string(extent.width) + "x" + std::to_string(extent.height); }

std::optional<Options> parse_options(int argc, char** argv) {
  CLI::App app("GPU times of metering and tone mapping, beside the time of reading every texel.", "photopic-bench");
  app.get_formatter()->column_width(28);
  app.set_version_flag("--version", "photopic-bench " + arguments::version(), "print the version and exit");
  Options options;
  Texts texts;
  add_options(app, options, texts);
  if (!arguments::parse(app, argc, argv)) return std::nullopt;
  if (app.count("--against") != 0 && options.against.empty()) {
    throw arguments::UsageError("--against: the folder name is empty");
  }
  if (app.count("--json") != 0 && options.json.empty()) throw arguments::UsageError("--json: the file name is empty");
  look_up(texts, options);
  options.context.pipeline_statistics = true;
  return options;
}

}  // namespace bench
