// SPDX-License-Identifier: MIT
// Tables, JSON and plots of gpgpu results.
#include "photopic/gpgpu/output.h"

#include <algorithm>
#include <cstdio>

#include "files/atomic_file.h"
#include "json/document.h"
#include "json/text.h"
#include "plot/log_plot.h"
#include "session/output/frame_writer.h"

namespace gpgpu {
namespace {

json::Json json_row(const Result& result, const std::string& device) {
  const Problem& problem = result.problem;
  json::Json row = {{"operation", kOperationNames[static_cast<std::size_t>(problem.operation)]},
                    {"device", device},
                    {"width", problem.size.width},
                    {"height", problem.size.height},
                    {"elements", elements(problem.size)}};
  if (problem.operation == Operation::convolve) {
    row["kernel_width"] = problem.kernel.width;
    row["kernel_height"] = problem.kernel.height;
    row["stride_x"] = problem.stride.width;
    row["stride_y"] = problem.stride.height;
  }
  row["error"] = result.device.error;
  row["bound"] = result.device.bound;
  row["is_within"] = result.is_within();
  if (!result.times) return row;
  const Times& times = *result.times;
  row["repetitions"] = times.repetitions;
  row["upload_us"] = times.upload_us;
  row["compute_us"] = times.compute_us;
  row["download_us"] = times.download_us;
  row["cpu_straightforward_us"] = times.straightforward_us;
  row["cpu_vectorised_us"] = times.vectorised_us;
  row["cpu_straightforward_error"] = result.straightforward.error;
  row["cpu_vectorised_error"] = result.vectorised.error;
  return row;
}

plot::LogCurve curve_of(const char* label, std::span<const Result> results, double (*time_us)(const Times&)) {
  plot::LogCurve curve = {label, {}};
  for (const Result& result : results) {
    if (result.times)
      curve.points.push_back({static_cast<double>(elements(result.problem.size)), time_us(*result.times)});
  }
  std::stable_sort(curve.points.begin(), curve.points.end(), [](auto a, auto b) { return a.x < b.x; });
  return curve;
}

plot::Picture draw(std::span<const Result> results, const std::string& device) {
  const plot::LogCurve curves[] = {
      curve_of("device, compute", results, [](const Times& times) { return times.compute_us; }),
      curve_of("device, with transfers", results, [](const Times& times) { return times.with_transfers_us(); }),
      curve_of("CPU, straightforward", results, [](const Times& times) { return times.straightforward_us; }),
      curve_of("CPU, vectorised", results, [](const Times& times) { return times.vectorised_us; })};
  return plot::draw_log_plot({.title = name_of(results.front().problem) + " on OpenGL ES 2: " + device,
                              .x_name = "elements of the input",
                              .y_name = "time / \u00b5s",
                              .curves = curves});
}

std::string formatted(const char* format, auto... values) {
  char text[256];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

}  // namespace

std::string heading_of(const Options& options, const std::string& device) {
  const std::string name = name_of({options.operation, {1, 1}, options.kernel, options.stride});
  const std::string errors = formatted("%13s %10s %11s %11s", "size", "elements", "error", "bound");
  if (!options.is_bench) return name + "; " + device + "\n" + errors + "\n";
  return name + "; " + device + "; times in us, CPU on one thread\n" + errors +
         formatted(" %10s %10s %10s %15s %10s", "upload", "compute", "download", "straightforward", "vectorised") +
         "\n";
}

std::string row_of(const Result& result) {
  std::string row = formatted("%13s %10zu %11.4g %11.4g", size_text(result.problem.size).c_str(),
                              elements(result.problem.size), result.device.error, result.device.bound);
  if (result.times) {
    const Times& times = *result.times;
    row += formatted(" %10.4g %10.4g %10.4g %15.4g %10.4g", times.upload_us, times.compute_us, times.download_us,
                     times.straightforward_us, times.vectorised_us);
  }
  return row + "\n";
}

std::string json_of(std::span<const Result> results, const std::string& device) {
  json::Json rows = json::Json::array();
  for (const Result& result : results) rows.push_back(json_row(result, device));
  return json::to_text(rows, 2) + "\n";
}

void write_files(const std::filesystem::path& folder, std::span<const Result> results, const std::string& device) {
  const std::string name =
      std::string("gpgpu-") + kOperationNames[static_cast<std::size_t>(results.front().problem.operation)];
  session::write_picture(folder / (name + ".png"), draw(results, device));
  files::write_text(folder / (name + ".json"), json_of(results, device));
}

}  // namespace gpgpu
