// SPDX-License-Identifier: MIT
// Tests of photopic gpgpu. Of times, only their presence is tested.
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "photopic/gpgpu/accuracy.h"
#include "photopic/gpgpu/cpu.h"

namespace cli_test {
namespace {

using nlohmann::json;

const Arguments kOperations = {"add", "convolve", "reduce"};

class Gpgpu : public CliTest {
 protected:
  json rows_of(const Arguments& arguments) {
    Arguments all = {"gpgpu"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return json::parse(output_of(all));
  }
  void expect_refused(const Arguments& arguments, std::initializer_list<std::string> words) {
    expect_error(kInputError, arguments, words);
    EXPECT_EQ(names_in(), Arguments{}) << ::testing::PrintToString(arguments);
  }
};

TEST_F(Gpgpu, EveryOperationKeepsItsBound) {
  const Arguments sizes = {"1", "7", "1000", "1x33", "37x29", "131x67"};
  for (const std::string& operation : kOperations) {
    Arguments arguments = {operation, "--json", "--size"};
    arguments.insert(arguments.end(), sizes.begin(), sizes.end());
    const json rows = rows_of(arguments);
    ASSERT_EQ(rows.size(), sizes.size());
    const std::size_t expected[] = {1, 7, 1000, 33, 37 * 29, 131 * 67};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].at("operation"), operation);
      EXPECT_EQ(rows[i].at("elements"), expected[i]);
      EXPECT_EQ(rows[i].at("width").get<std::size_t>() * rows[i].at("height").get<std::size_t>(), expected[i]);
      EXPECT_LE(rows[i].at("error").get<double>(), rows[i].at("bound").get<double>()) << rows[i];
      EXPECT_GT(rows[i].at("bound").get<double>(), 0.0);
      EXPECT_TRUE(rows[i].at("is_within"));
      EXPECT_FALSE(rows[i].at("device").get<std::string>().empty());
      EXPECT_FALSE(rows[i].contains("compute_us"));
    }
  }
}

TEST_F(Gpgpu, KernelsAndStridesKeepTheirBound) {
  const std::pair<std::string, std::string> cases[] = {
      {"1x1", "1x1"}, {"9x7", "1x1"}, {"5x3", "2x3"}, {"3x3", "40x40"}};
  for (const auto& [kernel, stride] : cases) {
    const json rows = rows_of({"convolve", "--size", "37x29", "--kernel", kernel, "--stride", stride, "--json"});
    EXPECT_TRUE(rows[0].at("is_within")) << rows;
    EXPECT_EQ(std::to_string(rows[0].at("kernel_width").get<int>()) + "x" +
                  std::to_string(rows[0].at("kernel_height").get<int>()),
              kernel);
    EXPECT_EQ(
        std::to_string(rows[0].at("stride_x").get<int>()) + "x" + std::to_string(rows[0].at("stride_y").get<int>()),
        stride);
  }
}

TEST_F(Gpgpu, TextHasARowForEachSize) {
  const std::string text = output_of({"gpgpu", "convolve", "--kernel", "3x1", "--size", "1000", "8x4", "33"});
  EXPECT_TRUE(text.starts_with("convolve 3x1; ")) << text;
  const std::size_t first = text.find(" 1000 "), second = text.find(" 8x4 "), third = text.find(" 33 ");
  EXPECT_LT(first, second) << text;
  EXPECT_LT(second, third) << text;
  EXPECT_LT(third, text.size()) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << text;
}

TEST_F(Gpgpu, BenchWritesPlotAndNumbers) {
  for (const std::string& operation : kOperations) {
    SCOPED_TRACE(operation);
    const Arguments arguments = {"gpgpu", operation,       "--bench", "--size", "300", "5x5",
                                 "17x9",  "--repetitions", "2",       "-o",     "out", "--json"};
    const std::string printed = output_of(arguments);
    EXPECT_EQ(read_file(folder_ / "out" / ("gpgpu-" + operation + ".json")), Bytes(printed.begin(), printed.end()));
    const json rows = json::parse(printed);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].at("elements"), 300);
    EXPECT_EQ(rows[1].at("elements"), 25);
    EXPECT_EQ(rows[2].at("elements"), 153);
    for (const json& row : rows) {
      EXPECT_EQ(row.at("repetitions"), 2);
      for (const char* key :
           {"upload_us", "compute_us", "download_us", "cpu_straightforward_us", "cpu_vectorised_us"}) {
        EXPECT_GT(row.at(key).get<double>(), 0.0) << key;
      }
      EXPECT_GE(row.at("cpu_straightforward_error").get<double>(), 0.0);
      EXPECT_GE(row.at("cpu_vectorised_error").get<double>(), 0.0);
    }
    const std::vector<Code> codes = read_codes(folder_ / "out" / ("gpgpu-" + operation + ".png"));
    const auto is_ink = [](Code code) { return difference(code, {255, 255, 255}) > 100; };
    EXPECT_GT(std::count_if(codes.begin(), codes.end(), is_ink), std::ptrdiff_t(codes.size() / 200));
    EXPECT_LT(std::count_if(codes.begin(), codes.end(), is_ink), std::ptrdiff_t(codes.size() / 4));
  }
  EXPECT_EQ(names_in("out").size(), 6u);
}

TEST_F(Gpgpu, BenchPrintsATable) {
  const std::string text = output_of({"gpgpu", "reduce", "--bench", "--size", "9x9", "--repetitions", "1"});
  for (const char* word : {"upload", "compute", "download", "straightforward", "vectorised", "in us", "9x9"}) {
    EXPECT_NE(text.find(word), text.npos) << word;
  }
  EXPECT_EQ(names_in(), Arguments{});
}

TEST_F(Gpgpu, DebugMessagesHaveNothingToSay) {
  for (const std::string& operation : kOperations) {
    const ProcessResult result = run({"gpgpu", operation, "--size", "131x67", "--validate"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "validation: no messages\n");
  }
}

TEST_F(Gpgpu, WhatCannotBeIsNamed) {
  expect_refused({"gpgpu"}, {"OPERATION is missing", "gpgpu --help"});
  expect_refused({"gpgpu", "nosuch"}, {"'nosuch'", "add, convolve, reduce"});
  for (const char* size : {"0", "-5", "1.5", "x", "16777217", "0x5", "5x0", "nosuch", "40000x2", ""}) {
    expect_refused({"gpgpu", "add", "--size", size}, {"--size"});
  }
  expect_refused({"gpgpu", "add", "--size", "32768x32768"}, {"--size", "'32768x32768'", "67108864 elements"});
  expect_refused({"gpgpu", "add", "--size", "64", "0"}, {"--size", "'0'"});
  for (const char* kernel : {"2x3", "3x4", "0x1", "257x1", "3", "nosuch"}) {
    expect_refused({"gpgpu", "convolve", "--kernel", kernel}, {"--kernel"});
  }
  for (const char* stride : {"0x1", "1x0", "1"}) {
    expect_refused({"gpgpu", "convolve", "--stride", stride}, {"--stride"});
  }
  for (const char* operation : {"add", "reduce"}) {
    expect_refused({"gpgpu", operation, "--kernel", "3x3"}, {"--kernel", operation});
    expect_refused({"gpgpu", operation, "--stride", "2x2"}, {"--stride", operation});
  }
  expect_refused({"gpgpu", "add", "--bench", "--repetitions", "0"}, {"--repetitions", "1 to 10000"});
  expect_refused({"gpgpu", "add", "--repetitions", "5"}, {"--repetitions", "--bench"});
  expect_refused({"gpgpu", "add", "-o", "out"}, {"-o", "--bench"});
}

TEST_F(Gpgpu, WithoutEglThereIsNoDevice) {
  const ProcessOptions options = {.environment = {{"__EGL_VENDOR_LIBRARY_FILENAMES", "/nosuch.json"}}};
  for (const std::string& operation : kOperations) {
    const ProcessResult result = run({"gpgpu", operation, "--bench", "--size", "5", "-o", "out"}, options);
    expect_error(result, kDeviceError, {"EGL: no display without a window system"});
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(names_in(), Arguments{});
}

TEST_F(Gpgpu, AFolderThatCannotBeMadeIsNamed) {
  write_file(folder_ / "file", Bytes(1));
  expect_error(kInputError, {"gpgpu", "add", "--bench", "--size", "5", "-o", "file"}, {"file"});
}

// ---- its parts ----

TEST_F(Gpgpu, CpuVersionsKeepTheirBounds) {
  using gpgpu::Operation;
  const gpgpu::Problem problems[] = {
      {Operation::add, {1, 1}, {}, {}},
      {Operation::add, {103, 3}, {}, {}},
      {Operation::reduce, {1, 1}, {}, {}},
      {Operation::reduce, {15, 1}, {}, {}},
      {Operation::reduce, {333, 31}, {}, {}},
      {Operation::convolve, {1, 1}, {5, 3}, {1, 1}},
      {Operation::convolve, {3, 2}, {7, 9}, {1, 1}},
      {Operation::convolve, {1, 40}, {1, 11}, {1, 1}},
      {Operation::convolve, {67, 29}, {3, 3}, {1, 1}},
      {Operation::convolve, {67, 29}, {13, 21}, {2, 2}},
      {Operation::convolve, {67, 29}, {5, 3}, {3, 5}},
      {Operation::convolve, {33, 17}, {3, 3}, {40, 40}},
  };
  for (const gpgpu::Problem& problem : problems) {
    SCOPED_TRACE(gpgpu::name_of(problem) + ", " + gpgpu::size_text(problem.size));
    const gpgpu::Inputs inputs = make_inputs(problem);
    const gpgpu::Reference reference = reference_of(problem, inputs);
    // NaN: every element is written.
    std::vector<float> one(gpgpu::elements(problem.output_size()), NAN), other = one;
    run_straightforward(problem, inputs, one.data());
    run_vectorised(problem, inputs, other.data());
    EXPECT_TRUE(accuracy_of(one, reference, straightforward_roundings(problem)).is_within());
    EXPECT_TRUE(accuracy_of(other, reference, vectorised_roundings(problem)).is_within());
  }
}

TEST_F(Gpgpu, BrokenBoundsAreSeen) {
  const gpgpu::Reference reference = {{1.0, 2.0, 0.0}, {1.0, 2.0, 0.0}};
  const auto is_within = [&](std::vector<float> results) { return accuracy_of(results, reference, 2.0).is_within(); };
  EXPECT_TRUE(is_within({1.0f, 2.0f, 0.0f}));
  EXPECT_TRUE(is_within({1.0f + 0x1p-23f, 2.0f - 0x1p-23f, -0.0f}));
  EXPECT_FALSE(is_within({1.0f, 2.0f, 1e-30f}));
  EXPECT_FALSE(is_within({1.0f + 0x1p-22f, 2.0f, 0.0f}));
  EXPECT_FALSE(is_within({1.0f, NAN, 0.0f}));
  EXPECT_FALSE(is_within({NAN, 2.0f, 1e-30f}));
  EXPECT_FALSE(is_within({1.0f, INFINITY, 0.0f}));
}

}  // namespace
}  // namespace cli_test
