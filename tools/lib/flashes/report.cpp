// SPDX-License-Identifier: MIT
// Text, JSON, JUnit XML and figures of an analysis.
#include "flashes/report.h"

#include <algorithm>
#include <cstdio>

#include "arguments/version.h"
#include "files/atomic_file.h"
#include "files/error.h"
#include "files/xml_text.h"
#include "image_io/image_file.h"
#include "json/text.h"
#include "json/values.h"
#include "plot/flash_plot.h"

namespace flashes {
namespace {

using reference::FlashFrame;
using reference::FlashKind;
using reference::FlashVerdict;

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[200];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

double seconds_of(const Analysis& analysis, std::size_t frame) { return double(analysis.time_us(frame)) * 1e-6; }

std::string frame_text(const Analysis& analysis, std::size_t frame) {
  return analysis.names[frame] + formatted(" (%.3f s)", seconds_of(analysis, frame));
}

double fps_of(const Analysis& analysis) { return analysis.options.rate.numerator / analysis.options.rate.denominator; }

/// Frames that have one verdict, and follow each other.
struct VerdictRun {
  std::size_t first, last;
  FlashVerdict verdict;
};

std::vector<VerdictRun> runs_of(const Analysis& analysis) {
  std::vector<VerdictRun> runs;
  for (std::size_t i = 0; i < analysis.frames.size(); ++i) {
    const FlashVerdict verdict = analysis.frames[i].verdict;
    if (!runs.empty() && runs.back().verdict == verdict) {
      runs.back().last = i;
    } else {
      runs.push_back({i, i, verdict});
    }
  }
  return runs;
}

/// A device counts up to as many.
std::string transitions_text(std::uint32_t count, const ReportOf& of) {
  constexpr std::uint32_t kMost = 8;
  return formatted("%2u", count) + (of.device != "CPU" && count >= kMost ? " or more" : "");
}

bool is_counted(const Analysis& analysis, FlashKind kind) {
  const Profile profile = analysis.options.profile;
  if (kind == FlashKind::red_measure) return profile != Profile::wcag;
  return kind != FlashKind::red_chromaticity || profile == Profile::strict || profile == Profile::wcag;
}

json::Json json_of(const reference::FlashCount& count, Profile profile) {
  json::Json json = {{"verdict", name_of(count.verdict)}, {"screen_transitions", count.screen_transitions}};
  if (profile == Profile::iris) return json;
  json["cell_transitions"] = count.cell_transitions;
  json["risk_share"] = json::json_of(count.risk_share);
  json["window_share"] = json::json_of(count.window_share);
  return json;
}

std::string key_of(FlashKind kind) {
  std::string key = name_of(kind);
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

std::string junit_of(const Analysis& analysis, const ReportOf& of) {
  const bool fails = analysis.verdict > of.max_verdict;
  const auto attribute = [](const char* name, const std::string& value) {
    return std::string(" ") + name + "=\"" + files::xml_text(value) + "\"";
  };
  const std::string time = formatted("%.3f", 0.0);
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite" +
                    attribute("name", "flashes") + attribute("tests", "1") + attribute("failures", fails ? "1" : "0") +
                    attribute("errors", "0") + attribute("skipped", "0") + attribute("time", time) + ">\n";
  xml += "    <properties>\n      <property" + attribute("name", "photopic_version") +
         attribute("value", arguments::version()) + "/>\n      <property" + attribute("name", "profile") +
         attribute("value", name_of(analysis.options.profile)) + "/>\n      <property" + attribute("name", "note") +
         attribute("value", kNoCertification) + "/>\n    </properties>\n";
  xml += "    <testcase" + attribute("classname", "flashes") + attribute("name", of.input) + attribute("time", time);
  if (fails) {
    xml += ">\n      <failure" + attribute("type", name_of(analysis.verdict)) +
           attribute("message", summary_of(analysis, of)) + ">" + files::xml_text(text_of(analysis, of)) +
           "</failure>\n    </testcase>\n";
  } else {
    xml += "/>\n";
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

plot::Picture plot_of(const Analysis& analysis, const ReportOf& of) {
  std::vector<plot::FlashSample> samples;
  for (std::size_t i = 0; i < analysis.frames.size(); ++i) {
    const FlashFrame& frame = analysis.frames[i];
    plot::FlashSample sample = {.time_s = seconds_of(analysis, i), .verdict = std::uint32_t(frame.verdict)};
    for (std::size_t k = 0; k < frame.kinds.size(); ++k) {
      if (!is_counted(analysis, FlashKind(k))) continue;
      const reference::FlashCount& count = frame.kinds[k];
      double& screen = k == 0 ? sample.screen_transitions : sample.red_transitions;
      screen = std::max(screen, double(count.screen_transitions));
      sample.cell_transitions = std::max(sample.cell_transitions, double(count.cell_transitions));
      sample.window_share = std::max(sample.window_share, count.window_share);
    }
    samples.push_back(sample);
  }
  return plot::draw_flash_plot(samples, of.input + ": " + name_of(analysis.verdict) + ", profile " +
                                            name_of(analysis.options.profile) + " (no certification)");
}

void write_picture(const std::filesystem::path& file, const plot::Picture& picture) {
  image_io::write_png(file, picture.width, picture.height, picture.rgba.data());
}

}  // namespace

std::string summary_of(const Analysis& analysis, const ReportOf& of) {
  const std::string verdict = std::string("verdict ") + name_of(analysis.verdict);
  const std::string place =
      analysis.verdict == FlashVerdict::pass ? "" : ", first in " + frame_text(analysis, analysis.first_frame);
  const char* const judged = analysis.verdict > of.max_verdict ? "worse than " : "no worse than ";
  return verdict + place + "; " + judged + name_of(of.max_verdict);
}

std::string text_of(const Analysis& analysis, const ReportOf& of) {
  std::string text = files::printable(of.input) + ": " + std::to_string(analysis.frames.size()) + " frames of " +
                     std::to_string(analysis.extent.width) + "x" + std::to_string(analysis.extent.height) +
                     formatted(" at %.6g fps", fps_of(analysis)) + ", profile " + name_of(analysis.options.profile) +
                     ", on the " + of.device + "\n  " + summary_of(analysis, of) + "\n";
  text += "\n  frames                    verdict\n";
  for (const VerdictRun& run : runs_of(analysis)) {
    text += formatted("  %6zu to %-6zu %8.3f s  ", run.first, run.last, seconds_of(analysis, run.first)) +
            name_of(run.verdict) + "\n";
  }
  const FlashFrame& worst = analysis.frames[analysis.worst_frame];
  text += "\n  worst: " + frame_text(analysis, analysis.worst_frame) + "\n";
  for (std::size_t i = 0; i < worst.kinds.size(); ++i) {
    const auto kind = FlashKind(i);
    if (!is_counted(analysis, kind)) continue;
    const reference::FlashCount& count = worst.kinds[i];
    text += formatted("    %-17s %-9s %s transitions of the screen", name_of(kind), name_of(count.verdict),
                      transitions_text(count.screen_transitions, of).c_str());
    if (analysis.options.profile != Profile::iris) {
      text += formatted(", %s of the busiest cell; at risk %5.1f %% of the screen, %5.1f %% of the worst window",
                        transitions_text(count.cell_transitions, of).c_str(), 100.0 * count.risk_share,
                        100.0 * count.window_share);
    }
    text += "\n";
  }
  return text + "\n  " + kNoCertification + "\n";
}

json::Json json_of(const Analysis& analysis, const ReportOf& of) {
  const Options& options = analysis.options;
  json::Json json = {{"schema", "photopic-flashes"},
                     {"version", 1},
                     {"photopic", arguments::version()},
                     {"note", kNoCertification},
                     {"input", of.input},
                     {"device", of.device},
                     {"profile", name_of(options.profile)},
                     {"width", analysis.extent.width},
                     {"height", analysis.extent.height},
                     {"fps", json::json_of(fps_of(analysis))},
                     {"white_cd_m2", json::json_of(options.display.white_cd_m2)},
                     {"verdict", name_of(analysis.verdict)},
                     {"first_frame", analysis.first_frame},
                     {"worst_frame", analysis.worst_frame},
                     {"max_verdict", name_of(of.max_verdict)},
                     {"passes", analysis.verdict <= of.max_verdict}};
  json["frames"] = json::Json::array();
  for (std::size_t i = 0; i < analysis.frames.size(); ++i) {
    const FlashFrame& frame = analysis.frames[i];
    json::Json row = {
        {"name", analysis.names[i]}, {"time_us", analysis.time_us(i)}, {"verdict", name_of(frame.verdict)}};
    for (std::size_t k = 0; k < frame.kinds.size(); ++k) {
      const auto kind = FlashKind(k);
      if (options.profile == Profile::iris && !is_counted(analysis, kind)) continue;
      row[key_of(kind)] = json_of(frame.kinds[k], options.profile);
    }
    json["frames"].push_back(std::move(row));
  }
  return json;
}

std::vector<std::string> report_files() { return {"flashes.json", "flashes.png", "risk_map.png", "junit.xml"}; }

void write_report(const Analysis& analysis, const ReportOf& of, const std::filesystem::path& folder) {
  files::write_text(folder / "flashes.json", json::to_text(json_of(analysis, of), 2) + "\n");
  write_picture(folder / "flashes.png", plot_of(analysis, of));
  if (!analysis.transitions.empty()) {
    const double aspect = double(analysis.extent.width) / double(analysis.extent.height);
    write_picture(folder / "risk_map.png",
                  plot::draw_flash_map(analysis.transitions, kColumns, kRows, aspect,
                                       of.input + ": " + frame_text(analysis, analysis.worst_frame)));
  }
  files::write_text(folder / "junit.xml", junit_of(analysis, of));
}

}  // namespace flashes
