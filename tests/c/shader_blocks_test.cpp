// SPDX-License-Identifier: MIT
// Tests of the numbers that C gives for shaders of hosts: those of C++.
#include <photopic/host_tone_map.h>
#include <photopic/photopic.h>

#include <cstring>
#include <memory>
#include <string>

#include "gpu/fixture.h"

namespace {

TEST(CShaderBlocks, AreThoseOfCpp) {
  photopic_settings* made = nullptr;
  ASSERT_EQ(photopic_settings_create(&made), PHOTOPIC_OK);
  const std::unique_ptr<photopic_settings, void (*)(photopic_settings*)> c_settings(made, photopic_settings_destroy);
  EXPECT_EQ(photopic_settings_set_word(c_settings.get(), "display.encoding", "hdr10"), PHOTOPIC_OK)
      << photopic_last_error();
  EXPECT_EQ(photopic_settings_set_number(c_settings.get(), "grade.contrast", 1.2), PHOTOPIC_OK)
      << photopic_last_error();
  photopic::Settings settings;
  settings.display.encoding = photopic::OutputEncoding::hdr10;
  settings.grade.contrast = 1.2f;
  const photopic::Device lent = test::context().lend();
  photopic::gpu::Aces2Tables rows, c_rows;
  test::context().check(photopic::aces2_tables(lent, settings, &rows));
  EXPECT_EQ(photopic_aces2_tables(c_settings.get(), &c_rows, PHOTOPIC_ACES2_TABLES_BYTES), PHOTOPIC_OK)
      << photopic_last_error();
  EXPECT_EQ(std::memcmp(&rows, &c_rows, sizeof rows), 0);

  photopic_look_tables c_tables = {};
  c_tables.size = sizeof c_tables;
  c_tables.version = PHOTOPIC_INTERFACE_VERSION;
  c_tables.tone_mapper.curve_size = 5;
  photopic::LookTables tables;
  tables.tone_mapper.curve_size = 5;
  photopic::gpu::LookParams look, c_look;
  test::context().check(photopic::look_params(lent, settings, &tables, &look));
  EXPECT_EQ(photopic_look_params(c_settings.get(), &c_tables, &c_look, PHOTOPIC_LOOK_PARAMS_BYTES), PHOTOPIC_OK)
      << photopic_last_error();
  EXPECT_EQ(std::memcmp(&look, &c_look, sizeof look), 0);
  test::context().check(photopic::look_params(lent, settings, nullptr, &look));
  EXPECT_EQ(photopic_look_params(c_settings.get(), nullptr, &c_look, PHOTOPIC_LOOK_PARAMS_BYTES), PHOTOPIC_OK)
      << photopic_last_error();
  EXPECT_EQ(std::memcmp(&look, &c_look, sizeof look), 0);

  const auto refused = [](photopic_result result, const char* words) {
    EXPECT_EQ(result, PHOTOPIC_INVALID_ARGUMENT);
    EXPECT_NE(std::string(photopic_last_error()).find(words), std::string::npos) << photopic_last_error();
  };
  refused(photopic_aces2_tables(c_settings.get(), &c_rows, 4), "size_bytes = 4: must be PHOTOPIC_ACES2_TABLES_BYTES");
  c_tables.tone_mapper.curve_size = 1;
  refused(photopic_look_params(c_settings.get(), &c_tables, &c_look, sizeof c_look), "curve_size must be 0 or from 2");
  c_tables.tone_mapper.curve_size = 5;
  c_tables.tone_mapper_encoding = photopic::OutputEncoding(photopic::kOutputEncodingCount);
  refused(photopic_look_params(c_settings.get(), &c_tables, &c_look, sizeof c_look),
          "tables.tone_mapper_encoding: must be that of the table");
}

}  // namespace
