// SPDX-License-Identifier: MIT
// Tests of files beside the scene, refused ones, and the scene file itself.
#include <sys/stat.h>
#include <unistd.h>

#include "scene/gltf_fixture.h"
#include "scene/texture_files.h"

namespace scene_test {
namespace {

namespace fs = std::filesystem;

class GltfUri : public GltfTest {
 protected:
  GltfUri() { fs::create_directories(folder_ / "scene/data"); }

  // The scene lies in scene/, so that there is an outside.
  std::string uri_reason(const std::string& uri) {
    Gltf gltf = one_triangle();
    gltf.root["buffers"][0] = {{"byteLength", gltf.buffer.size()}, {"uri", uri}};
    test_files::write_file(folder_ / "scene/a.gltf", gltf.text());
    return reason_of(folder_ / "scene/a.gltf");
  }

  bool loads(const std::string& uri, const std::string& file) {
    Gltf gltf = one_triangle();
    gltf.root["buffers"][0] = {{"byteLength", gltf.buffer.size()}, {"uri", uri}};
    test_files::write_file(folder_ / "scene/a.gltf", gltf.text());
    test_files::write_file(folder_ / file, gltf.buffer);
    return load_file(folder_ / "scene/a.gltf").instances.size() == 1;
  }
};

TEST_F(GltfUri, FilesInTheFolderAndBelow) {
  EXPECT_TRUE(loads("b.bin", "scene/b.bin"));
  EXPECT_TRUE(loads("data/b.bin", "scene/data/b.bin"));
  EXPECT_TRUE(loads("./data/../c.bin", "scene/c.bin"));
  EXPECT_TRUE(loads("a%20file%2B.bin", "scene/a file+.bin"));
  EXPECT_TRUE(loads("1+1.bin", "scene/1+1.bin"));
  EXPECT_TRUE(loads("%E2%82%AC.bin", "scene/\xe2\x82\xac.bin"));
}

TEST_F(GltfUri, TheFolderIsWhereTheSceneIsFromAnywhere) {
  ASSERT_TRUE(loads("b.bin", "scene/b.bin"));
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "scene");
  EXPECT_EQ(load_file("a.gltf").instances.size(), 1u);
  fs::current_path(folder_ / "scene/data");
  EXPECT_EQ(load_file("../a.gltf").instances.size(), 1u);
  fs::rename(folder_ / "scene/b.bin", folder_ / "scene/data/b.bin");
  EXPECT_EQ(reason_of(fs::path("../a.gltf")), "buffer 0: \"b.bin\": No such file or directory")
      << "not looked for in the working folder";
  fs::current_path(before);
}

TEST_F(GltfUri, FilesOutsideTheFolderAreRefused) {
  test_files::write_file(folder_ / "b.bin", Bytes(1000));
  const std::string absolute = (folder_ / "b.bin").string();
  std::string encoded = absolute;
  for (std::size_t at = encoded.find('/'); at != std::string::npos; at = encoded.find('/'))
    encoded.replace(at, 1, "%2F");
  for (const std::string& uri : {std::string("../b.bin"), std::string("data/../../b.bin"), std::string("%2e%2e/b.bin"),
                                 std::string("..%2fb.bin"), std::string(".%2E/b.bin"), absolute, encoded,
                                 "file://" + absolute, std::string("http://example.org/b.bin"),
                                 std::string("HTTPS:b.bin"), std::string("c:/b.bin"), std::string("..")}) {
    const std::string reason = uri_reason(uri);
    EXPECT_TRUE(reason.starts_with("buffer 0: \"")) << reason;
    EXPECT_TRUE(reason.ends_with("\" is not a file in the scene's folder")) << reason;
  }
}

TEST_F(GltfUri, LinksThatLeaveTheFolderAreRefused) {
  test_files::write_file(folder_ / "b.bin", Bytes(1000));
  fs::create_symlink("../b.bin", folder_ / "scene/file");
  fs::create_directory_symlink("..", folder_ / "scene/up");
  EXPECT_EQ(uri_reason("file"), "buffer 0: \"file\" is not a file in the scene's folder");
  EXPECT_EQ(uri_reason("up/b.bin"), "buffer 0: \"up/b.bin\" is not a file in the scene's folder");
  fs::create_directory(folder_ / "scene-2");
  test_files::write_file(folder_ / "scene-2/b.bin", Bytes(1000));
  fs::create_symlink("../scene-2/b.bin", folder_ / "scene/sibling");
  EXPECT_EQ(uri_reason("sibling"), "buffer 0: \"sibling\" is not a file in the scene's folder");
}

TEST_F(GltfUri, LinksWithinTheFolderAreFollowed) {
  fs::create_symlink("data/b.bin", folder_ / "scene/link.bin");
  EXPECT_TRUE(loads("link.bin", "scene/data/b.bin"));
  fs::create_directory_symlink(folder_ / "scene", folder_ / "other");
  EXPECT_EQ(load_file(folder_ / "other/a.gltf").instances.size(), 1u);
}

TEST_F(GltfUri, MalformedOnesAreRefused) {
  EXPECT_EQ(uri_reason("a%2"), "buffer 0: malformed % in the URI \"a%2\"");
  EXPECT_EQ(uri_reason("%zz.bin"), "buffer 0: malformed % in the URI \"%zz.bin\"");
  EXPECT_EQ(uri_reason("a%00.bin"), "buffer 0: malformed URI \"a%00.bin\"");
  EXPECT_EQ(uri_reason("..\\b.bin"), "buffer 0: malformed URI \"..\\b.bin\"");
  EXPECT_EQ(uri_reason(std::string("a\nb\x1b[31m") + std::string(200, 'x')),
            "buffer 0: \"a b [31m" + std::string(92, 'x') + "...\": No such file or directory");
}

TEST_F(GltfUri, WhatIsNoFileIsRefused) {
  EXPECT_EQ(uri_reason("missing.bin"), "buffer 0: \"missing.bin\": No such file or directory");
  EXPECT_EQ(uri_reason("data"), "buffer 0: \"data\": is a folder");
  EXPECT_EQ(uri_reason("."), "buffer 0: \".\": is a folder");
  ASSERT_EQ(mkfifo((folder_ / "scene/pipe").c_str(), 0600), 0);
  EXPECT_EQ(uri_reason("pipe"), "buffer 0: \"pipe\": is not a regular file");
  test_files::write_file(folder_ / "scene/empty.bin", test_files::Bytes());
  EXPECT_EQ(uri_reason("empty.bin"), "buffer 0: \"empty.bin\": is empty");
}

TEST_F(GltfUri, AFileMayBeLongerThanItsBufferNotShorter) {
  test_files::write_file(folder_ / "scene/short.bin", Bytes(7));
  EXPECT_EQ(uri_reason("short.bin"), "buffer 0: \"short.bin\": has 7 bytes, 78 are asked for");
  Gltf gltf = one_triangle();
  gltf.root["buffers"][0] = {{"byteLength", gltf.buffer.size()}, {"uri", "long.bin"}};
  gltf.buffer.resize(gltf.buffer.size() + 100);
  test_files::write_file(folder_ / "scene/long.bin", gltf.buffer);
  test_files::write_file(folder_ / "scene/a.gltf", gltf.text());
  EXPECT_EQ(load_file(folder_ / "scene/a.gltf").instances.size(), 1u);
}

TEST_F(GltfUri, ImagesFollowTheSameRules) {
  Gltf gltf = one_triangle();
  gltf.add("textures", {{"source", 0}});
  gltf.add("materials", {{"emissiveTexture", {{"index", 0}}}});
  gltf.add("images", {{"uri", "b%20c.png"}});
  test_files::write_file(folder_ / "b c.png", make_png({.width = 7}));
  EXPECT_EQ(load(gltf).images.at(0).width, 7u);
  gltf.root["images"][0]["uri"] = "../b.png";
  EXPECT_EQ(reason_of(gltf), "material 0: image 0: \"../b.png\" is not a file in the scene's folder");
  test_files::write_file(folder_ / "empty.png", test_files::Bytes());
  gltf.root["images"][0]["uri"] = "empty.png";
  EXPECT_EQ(reason_of(gltf), "material 0: image 0: \"empty.png\": is empty");
  test_files::write_file(folder_ / "other.png", test_files::Bytes{'G', 'I', 'F'});
  gltf.root["images"][0]["uri"] = "other.png";
  EXPECT_EQ(reason_of(gltf), "material 0: image 0: \"other.png\": neither PNG nor JPEG");
}

TEST_F(GltfUri, DataUris) {
  const auto reason = [&](const std::string& uri) { return uri_reason(uri); };
  EXPECT_EQ(reason("data:application/octet-stream;base64,AAAA"),
            "buffer 0: its data URI has 3 bytes, 78 are asked for");
  EXPECT_EQ(reason("data:application/octet-stream;base64,"), "buffer 0: is empty");
  EXPECT_EQ(reason("data:application/octet-stream;base64,AA*A"), "buffer 0: malformed base64 data");
  EXPECT_EQ(reason("data:application/octet-stream;base64,A"), "buffer 0: malformed base64 data");
  EXPECT_EQ(reason("data:text/plain,AAAA"), "buffer 0: a data URI that isn't base64: \"data:text/plain,AAAA\"");
  EXPECT_EQ(reason("data:"), "buffer 0: a data URI that isn't base64: \"data:\"");
  const Gltf gltf = one_triangle();
  for (const std::string start : {"data:;base64,", "data:application/gltf-buffer;charset=x;base64,", "DATA:;base64,"}) {
    Gltf other = one_triangle();
    other.root["buffers"][0] = {{"byteLength", gltf.buffer.size()}, {"uri", start + base64(gltf.buffer)}};
    EXPECT_EQ(load(other).instances.size(), 1u) << start;
  }
}

// ---- the scene file -------------------------------------------------------------------------------------------------
TEST_F(GltfUri, ASceneThatIsNoFileIsRefused) {
  EXPECT_EQ(reason_of(folder_ / "missing.gltf"), "No such file or directory");
  EXPECT_EQ(reason_of(folder_ / "scene"), "is a folder");
  EXPECT_EQ(reason_of(Bytes{}), "is empty");
  ASSERT_EQ(mkfifo((folder_ / "pipe.gltf").c_str(), 0600), 0);
  EXPECT_EQ(reason_of(folder_ / "pipe.gltf"), "is not a regular file");
  fs::create_symlink("round.gltf", folder_ / "round.gltf");
  EXPECT_EQ(reason_of(folder_ / "round.gltf"), "Too many levels of symbolic links");
  EXPECT_EQ(reason_of(folder_ / "scene/a.gltf/b.gltf"), "No such file or directory");
}

TEST_F(GltfUri, ASceneThatCantBeReadIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  test_files::write_file(folder_ / "secret.gltf", one_triangle().text());
  fs::permissions(folder_ / "secret.gltf", fs::perms::none);
  EXPECT_EQ(reason_of(folder_ / "secret.gltf"), "Permission denied");
}

}  // namespace
}  // namespace scene_test
