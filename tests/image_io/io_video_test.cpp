// SPDX-License-Identifier: MIT
// Tests of YUV4MPEG2 and raw video: every layout and depth, every refusal. Damaged files: io_video_damage_test.cpp.
#include <sys/stat.h>

#include <string>
#include <vector>

#include "image_io/fixtures/io_video_fixtures.h"

namespace io_test {
namespace {

class VideoFile : public FolderTest {
 protected:
  std::unique_ptr<image_io::VideoReader> open_y4m(const Bytes& bytes) {
    write_file(folder_ / "a.y4m", bytes);
    return image_io::open_y4m(folder_ / "a.y4m");
  }
  std::unique_ptr<image_io::VideoReader> open_yuv(const Bytes& bytes, const VideoFormat& format) {
    write_file(folder_ / "a.yuv", bytes);
    return image_io::open_yuv(folder_ / "a.yuv", format);
  }
  std::string y4m_reason(const Bytes& bytes) {
    return reason_of(folder_ / "a.y4m", [&] { open_y4m(bytes); });
  }
  // Of a header line; one frame of anything follows.
  std::string header_reason(const std::string& tags) {
    const std::string reason = y4m_reason(bytes_of("YUV4MPEG2 " + tags + "\nFRAME\n" + std::string(4096, 'x')));
    const std::string start = "YUV4MPEG2 header: ";
    return reason.starts_with(start) ? reason.substr(start.size()) : "without its start: " + reason;
  }
  std::string yuv_reason(const Bytes& bytes, const VideoFormat& format) {
    return reason_of(folder_ / "a.yuv", [&] { open_yuv(bytes, format); });
  }
  std::string frame_reason(image_io::VideoReader& reader, const std::filesystem::path& file) {
    image_io::VideoFrame frame;
    return reason_of(file, [&] { reader.read_frame(frame); });
  }
};

using VideoFileY4m = VideoFile;
using VideoFileYuv = VideoFile;

std::vector<VideoFormat> all_formats() {
  std::vector<VideoFormat> formats;
  for (const Chroma chroma : {Chroma::c420, Chroma::c422, Chroma::c444, Chroma::none}) {
    for (std::uint32_t bits = 8; bits <= 16; ++bits) formats.push_back({14, 6, bits, chroma});
  }
  formats.push_back({14, 6, 8, Chroma::c411});
  return formats;
}

void expect_format(const VideoFormat& format, const VideoFormat& expected) {
  EXPECT_EQ(format.width, expected.width);
  EXPECT_EQ(format.height, expected.height);
  EXPECT_EQ(format.bits, expected.bits);
  EXPECT_EQ(format.chroma, expected.chroma);
}

// All frames of make_y4m() or make_yuv(), then the end, which stays.
void expect_frames(image_io::VideoReader& reader, const VideoFormat& format, unsigned frames) {
  expect_format(reader.format(), format);
  image_io::VideoFrame frame;
  for (unsigned i = 0; i < frames; ++i) {
    ASSERT_TRUE(reader.read_frame(frame)) << i;
    ASSERT_NO_FATAL_FAILURE(expect_frame(format, frame, i));
  }
  EXPECT_FALSE(reader.read_frame(frame));
  EXPECT_FALSE(reader.read_frame(frame));
  expect_frame(format, frame, frames - 1);
}

TEST_F(VideoFileY4m, EveryChromaAndDepthIsExact) {
  for (const VideoFormat& format : all_formats()) {
    SCOPED_TRACE(format_text(format));
    const auto reader = open_y4m(make_y4m(format, 3));
    EXPECT_EQ(reader->frames(), 3u);
    ASSERT_NO_FATAL_FAILURE(expect_frames(*reader, format, 3));
  }
}

TEST_F(VideoFileYuv, EveryChromaAndDepthIsExact) {
  for (const VideoFormat& format : all_formats()) {
    SCOPED_TRACE(format_text(format));
    const auto reader = open_yuv(make_yuv(format, 3), format);
    EXPECT_EQ(reader->frames(), 3u);
    ASSERT_NO_FATAL_FAILURE(expect_frames(*reader, format, 3));
  }
}

TEST_F(VideoFile, SizesOfPlanes) {
  std::uint32_t width = 14, height = 6;
  const auto size = [&](Chroma chroma, int plane) {
    const image_io::PlaneSize found = image_io::plane_size({width, height, 8, chroma}, plane);
    return std::pair{found.width, found.height};
  };
  for (const Chroma chroma : {Chroma::c420, Chroma::c422, Chroma::c444, Chroma::c411, Chroma::none}) {
    EXPECT_EQ(size(chroma, 0), std::pair(14u, 6u));
  }
  for (const int plane : {1, 2}) {
    EXPECT_EQ(size(Chroma::c420, plane), std::pair(7u, 3u));
    EXPECT_EQ(size(Chroma::c422, plane), std::pair(7u, 6u));
    EXPECT_EQ(size(Chroma::c444, plane), std::pair(14u, 6u));
    EXPECT_EQ(size(Chroma::c411, plane), std::pair(4u, 6u));
    EXPECT_EQ(size(Chroma::none, plane), std::pair(0u, 0u));
  }
  width = 853;
  height = 479;
  EXPECT_EQ(size(Chroma::c420, 1), std::pair(427u, 240u));
  EXPECT_EQ(size(Chroma::c422, 1), std::pair(427u, 479u));
  EXPECT_EQ(size(Chroma::c411, 1), std::pair(214u, 479u));
}

TEST_F(VideoFileY4m, ChromaTags) {
  const VideoFormat plain{4, 2, 8, Chroma::c420};
  const VideoFormat deep{4, 2, 10, Chroma::c422};
  const std::string size = "W4 H2 F25:1";
  for (const char* tag : {"", " C420", " C420jpeg", " C420mpeg2", " C420paldv", " XYSCSS=420JPEG", " XYSCSS=420MPEG2",
                          " C420 XYSCSS=444", " XYSCSS=444 C420", " Xsome words"}) {
    SCOPED_TRACE(tag);
    expect_frames(*open_y4m(make_y4m(plain, 1, size + tag)), plain, 1);
  }
  const VideoFormat quarter{6, 2, 8, Chroma::c411};
  for (const char* tag : {"C411", "XYSCSS=411"}) {
    expect_frames(*open_y4m(make_y4m(quarter, 1, std::string("W6 H2 ") + tag)), quarter, 1);
  }
  for (const char* tag : {" C422p10", " C422p10 XYSCSS=422P10", " XYSCSS=422P10"}) {
    SCOPED_TRACE(tag);
    expect_frames(*open_y4m(make_y4m(deep, 2, size + tag)), deep, 2);
  }
}

TEST_F(VideoFileY4m, OtherTagsAndParametersArePassedOver) {
  const VideoFormat format{6, 4, 8, Chroma::c444};
  for (const char* tags : {"W6 H4 C444", "C444 H4 W6", "H4  W6   C444 ", " W6 H4 C444",
                           "W6 H4 F30000:1001 A0:0 C444 Ip", "W6 H4 F0:0 I? C444", "W6 H4 It C444", "W6 H4 Ib C444",
                           "W6 H4 Im A128:117 C444", "W6 H4 C444 X X XCOLORRANGE=LIMITED Z9 q"}) {
    SCOPED_TRACE(tags);
    for (const char* parameters : {"", " ", " Ipp", " It X=FRAME Xother"}) {
      const auto reader = open_y4m(make_y4m(format, 2, tags, parameters));
      EXPECT_EQ(reader->frames(), 2u);
      expect_frames(*reader, format, 2);
    }
  }
}

TEST_F(VideoFileY4m, HeadersThatAreRefused) {
  EXPECT_EQ(header_reason("H2 F25:1"), "no width, tag W");
  EXPECT_EQ(header_reason("W4 F25:1"), "no height, tag H");
  EXPECT_EQ(header_reason(""), "no width, tag W");
  EXPECT_EQ(header_reason("W4 H2 W6"), "tag W comes twice");
  EXPECT_EQ(header_reason("W4 H2 C420 C444"), "tag C comes twice");
  for (const std::string text : {"", "x", "-4", "+4", "4x", "4.0", "0x4", "4294967296", "99999999999999999999"}) {
    EXPECT_EQ(header_reason("W" + text + " H2"), "tag W \"" + text + "\" is no width");
    EXPECT_EQ(header_reason("W4 H" + text), "tag H \"" + text + "\" is no height");
  }
  for (const std::string text : {"", "25", "25:", ":1", "a:b", "25:1:1", "-25:1", "25/1"}) {
    EXPECT_EQ(header_reason("W4 H2 F" + text), "tag F \"" + text + "\" is no ratio");
    EXPECT_EQ(header_reason("W4 H2 A" + text), "tag A \"" + text + "\" is no ratio");
  }
  for (const std::string text : {"", "x", "pp", "P"}) {
    EXPECT_EQ(header_reason("W4 H2 I" + text), "tag I \"" + text + "\" is not known");
  }
  for (const std::string text :
       {"", "4", "42", "411p10", "410", "440", "420p", "420p8", "420p17", "420p010", "420p10x", "422jpeg", "444mpeg2",
        "420JPEG", "444p10alpha", "4200", "monop10", "mono8", "mono17"}) {
    EXPECT_EQ(header_reason("W4 H2 C" + text), "tag C \"" + text + "\" is not supported");
  }
  EXPECT_EQ(header_reason("W4 H2 C444alpha"), "tag C \"444alpha\" is not supported: its alpha would go uncompared");
  EXPECT_EQ(header_reason("W4 H2 XYSCSS=410"), "tag C \"410\" is not supported");
  EXPECT_EQ(header_reason("W4 H2 C4\xff\x01\r"), "tag C \"4???\" is not supported");
}

TEST_F(VideoFileY4m, SizesThatAreRefused) {
  const auto reason = [&](const std::string& tags) {
    return y4m_reason(bytes_of("YUV4MPEG2 " + tags + "\nFRAME\n" + std::string(999, 'x')));
  };
  EXPECT_EQ(reason("W0 H2"), "the picture is empty (0 x 2 texels)");
  EXPECT_EQ(reason("W2 H0"), "the picture is empty (2 x 0 texels)");
  EXPECT_EQ(reason("W65538 H2"), "the picture is too large (65538 x 2 texels; the limit is 65535 a side)");
  EXPECT_EQ(reason("W2 H4294967295"), "the picture is too large (2 x 4294967295 texels; the limit is 65535 a side)");
  // 6 GiB a frame: refused for what the file lacks.
  EXPECT_EQ(reason("W32768 H32768 C444p16"), "truncated in frame 0: 6442450944 bytes wanted, 999 found");
}

TEST_F(VideoFile, SidesOfChromaAreRoundedUp) {
  for (const VideoFormat& format : {VideoFormat{5, 3, 8, Chroma::c444},
                                    {5, 3, 12, Chroma::c444},
                                    {4, 3, 8, Chroma::c422},
                                    {5, 3, 10, Chroma::c422},
                                    {853, 5, 8, Chroma::c420},
                                    {5, 3, 10, Chroma::c420},
                                    {1, 1, 8, Chroma::c420},
                                    {5, 3, 8, Chroma::c411},
                                    {7, 2, 8, Chroma::c411},
                                    {5, 3, 12, Chroma::none},
                                    {1, 1, 10, Chroma::c444},
                                    {2, 1, 16, Chroma::c422}}) {
    SCOPED_TRACE(format_text(format));
    expect_frames(*open_yuv(make_yuv(format, 2), format), format, 2);
    expect_frames(*open_y4m(make_y4m(format, 2)), format, 2);
  }
}

TEST_F(VideoFileYuv, FormatsThatAreRefused) {
  const Bytes bytes(96, 0);
  EXPECT_EQ(yuv_reason(bytes, {0, 4, 8, Chroma::c420}), "the picture is empty (0 x 4 texels)");
  EXPECT_EQ(yuv_reason(bytes, {4, 0, 8, Chroma::c420}), "the picture is empty (4 x 0 texels)");
  EXPECT_EQ(yuv_reason(bytes, {4, 65536, 8, Chroma::c444}),
            "the picture is too large (4 x 65536 texels; the limit is 65535 a side)");
  EXPECT_EQ(yuv_reason(bytes, {4, 4, 7, Chroma::c420}), "samples of 7 bits; 8 to 16 are supported");
  EXPECT_EQ(yuv_reason(bytes, {4, 4, 17, Chroma::c420}), "samples of 17 bits; 8 to 16 are supported");
}

TEST_F(VideoFileY4m, WhatAHeaderSaysIsInTags) {
  const VideoFormat format{4, 2, 8, Chroma::c420};
  const auto tags = [&](const std::string& more) { return open_y4m(make_y4m(format, 1, "W4 H2 " + more))->tags(); };
  EXPECT_EQ(tags(""), (image_io::Tags{{"chroma siting", "centre (jpeg)"}}));
  EXPECT_EQ(tags("C420 F0:0 A0:0 I?"), image_io::Tags());
  EXPECT_EQ(tags("C420mpeg2 F30000:1001 A10:11 It XCOLORRANGE=FULL"),
            (image_io::Tags{{"chroma siting", "left (mpeg2)"},
                            {"frame rate", "30000/1001"},
                            {"pixel aspect ratio", "10/11"},
                            {"interlacing", "top field first"},
                            {"range", "full"}}));
  EXPECT_EQ(tags("C420paldv F50:2 A4:4 Ip XCOLORRANGE=LIMITED"), (image_io::Tags{{"chroma siting", "top left (paldv)"},
                                                                                 {"frame rate", "25"},
                                                                                 {"interlacing", "progressive"},
                                                                                 {"range", "limited"}}));
  EXPECT_TRUE(open_y4m(make_y4m(format, 1, "W4 H2 XCOLORRANGE=FULL"))->format().is_full_range);
  EXPECT_FALSE(open_y4m(make_y4m(format, 1, "W4 H2 XCOLORRANGE=LIMITED"))->format().is_full_range);
  EXPECT_EQ(open_yuv(make_yuv(format, 1), format)->tags(), image_io::Tags());
}

TEST_F(VideoFile, FilesThatCannotBeOpened) {
  const VideoFormat format{4, 2, 8, Chroma::c420};
  for (const auto& [file, reason] :
       {std::pair{folder_ / "none.yuv", "No such file or directory"}, {folder_.path(), "Is a directory"}}) {
    EXPECT_EQ(reason_of(file, [&] { image_io::open_y4m(file); }), reason);
    EXPECT_EQ(reason_of(file, [&] { image_io::open_yuv(file, format); }), reason);
  }
  EXPECT_EQ(y4m_reason({}), "the file is empty");
  EXPECT_EQ(yuv_reason({}, format), "the file is empty");
  EXPECT_EQ(reason_of("/dev/null", [] { image_io::open_y4m("/dev/null"); }), "is a device, not a file");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(reason_of(folder_ / "pipe", [&] { image_io::open_y4m(folder_ / "pipe"); }), "is a named pipe, not a file");
}

TEST_F(VideoFileY4m, OtherContentAndBrokenFramingAreRefused) {
  const VideoFormat format{4, 2, 8, Chroma::c420};
  for (const char* text : {"YUV4MPEG W4 H2\n", "YUV4MPEG2\n", "YUV4MPEG2W4 H2\n", "RIFF", "\n"}) {
    EXPECT_EQ(y4m_reason(bytes_of(text)), "not a YUV4MPEG2 file") << text;
  }
  EXPECT_EQ(y4m_reason(Bytes(5000, 'x')), "not a YUV4MPEG2 file");
  for (const char* text : {"Y", "YUV4MPEG2", "YUV4MPEG2 W4 H2"}) {
    EXPECT_EQ(y4m_reason(bytes_of(text)), "truncated in the YUV4MPEG2 header") << text;
  }
  EXPECT_EQ(y4m_reason(bytes_of("YUV4MPEG2 W4 H2\n")), "the video has no frames");
  for (const char* junk : {"x", "\n", "FRAMES\n", "frame\n", "FRAMEX", "FRIME", " FRAME\n"}) {
    Bytes bytes = make_y4m(format, 2);
    const Bytes more = bytes_of(junk);
    bytes.insert(bytes.end(), more.begin(), more.end());
    EXPECT_EQ(y4m_reason(bytes), "no FRAME line where frame 2 should start") << junk;
  }
}

TEST_F(VideoFileY4m, LinesOverOneKibibyteAreRefused) {
  const VideoFormat format{4, 2, 8, Chroma::c420};
  const std::string start = "YUV4MPEG2 ";
  std::string tags = "W4 H2 X";
  tags.append(1023 - start.size() - tags.size(), 'x');
  EXPECT_EQ(open_y4m(make_y4m(format, 2, tags))->frames(), 2u);
  EXPECT_EQ(y4m_reason(make_y4m(format, 2, tags + "x")), "YUV4MPEG2 header: longer than 1024 bytes");
  const std::string parameters = " X" + std::string(1023 - 7, 'x');
  const auto reader = open_y4m(make_y4m(format, 2, "W4 H2", parameters));
  expect_frames(*reader, format, 2);
  EXPECT_EQ(y4m_reason(make_y4m(format, 2, "W4 H2", parameters + "x")),
            "the FRAME line of frame 0 is longer than 1024 bytes");
}

TEST_F(VideoFile, SamplesOverTheDepthAreRefusedByPlace) {
  const VideoFormat format{6, 4, 10, Chroma::c420};
  // Bytes of Y: 48, of Cb: 12. The high byte of sample (4, 2) of Y, (2, 1) of Cb, (0, 0) of Cr.
  const std::vector<std::pair<std::size_t, std::string>> places = {{2 * (2 * 6 + 4) + 1, "plane Y, x 4, y 2"},
                                                                   {48 + 2 * (3 + 2) + 1, "plane Cb, x 2, y 1"},
                                                                   {60 + 1, "plane Cr, x 0, y 0"}};
  for (const auto& [offset, place] : places) {
    Bytes bytes = make_yuv(format, 3);
    const std::size_t at = 2 * 72 + offset;
    bytes[at - 1] = 0;
    bytes[at] = 4;
    const auto reader = open_yuv(bytes, format);
    image_io::VideoFrame frame;
    ASSERT_TRUE(reader->read_frame(frame));
    ASSERT_TRUE(reader->read_frame(frame));
    const auto file = folder_ / "a.yuv";
    EXPECT_EQ(frame_reason(*reader, file),
              "frame 2, " + place + ": sample 1024 is over 1023, the most that 10 bits hold");
    EXPECT_EQ(frame_reason(*reader, file), "an earlier read of this video failed");
  }
  for (std::uint32_t bits = 9; bits <= 15; ++bits) {
    const VideoFormat flat{2, 2, bits, Chroma::c444};
    const unsigned max = (1u << bits) - 1;
    Bytes bytes;
    for (int i = 0; i < 12; ++i) {
      bytes.push_back(static_cast<unsigned char>(max & 0xff));
      bytes.push_back(static_cast<unsigned char>(max >> 8));
    }
    image_io::VideoFrame frame;
    EXPECT_TRUE(open_yuv(bytes, flat)->read_frame(frame)) << bits;
    bytes[22] = bytes[23] = 0xff;
    EXPECT_EQ(frame_reason(*open_yuv(bytes, flat), folder_ / "a.yuv"),
              "frame 0, plane Cr, x 1, y 1: sample 65535 is over " + std::to_string(max) + ", the most that " +
                  std::to_string(bits) + " bits hold");
  }
}

TEST_F(VideoFile, FilesThatEndWithinAFrameAreRefusedOnOpening) {
  const VideoFormat format{4, 2, 8, Chroma::c422};
  Bytes bytes = make_yuv(format, 3);
  bytes.resize(bytes.size() - 5);
  EXPECT_EQ(yuv_reason(bytes, format), "truncated in frame 2: 16 bytes wanted, 11 found");
  bytes.resize(7);
  EXPECT_EQ(yuv_reason(bytes, format), "truncated in frame 0: 16 bytes wanted, 7 found");
  bytes = make_y4m(format, 3);
  bytes.resize(bytes.size() - 5);
  EXPECT_EQ(y4m_reason(bytes), "truncated in frame 2: 16 bytes wanted, 11 found");
  bytes.resize(bytes.size() - 11 - 3);
  EXPECT_EQ(y4m_reason(bytes), "truncated in frame 2: 16 bytes wanted, 0 found");
}

TEST_F(VideoFile, PipesAreReadToTheirEnd) {
  const VideoFormat format{8, 4, 12, Chroma::c420};
  const Pipe y4m(make_y4m(format, 3, "W8 H4 C420p12", " Ip"));
  const auto reader = image_io::open_y4m(y4m.path());
  EXPECT_EQ(reader->frames(), std::nullopt);
  expect_frames(*reader, format, 3);
  const Pipe yuv(make_yuv(format, 2));
  const auto raw = image_io::open_yuv(yuv.path(), format);
  EXPECT_EQ(raw->frames(), std::nullopt);
  expect_frames(*raw, format, 2);
}

TEST_F(VideoFile, PipesThatEndEarlyAreRefusedThere) {
  const VideoFormat format{4, 2, 8, Chroma::c422};
  Bytes bytes = make_y4m(format, 2);
  bytes.resize(bytes.size() - 5);
  const Pipe cut(bytes);
  const auto reader = image_io::open_y4m(cut.path());
  image_io::VideoFrame frame;
  ASSERT_TRUE(reader->read_frame(frame));
  expect_frame(format, frame, 0);
  EXPECT_EQ(frame_reason(*reader, cut.path()), "truncated in frame 1: 16 bytes wanted, 11 found");
  EXPECT_EQ(frame_reason(*reader, cut.path()), "an earlier read of this video failed");
  const Pipe frameless(bytes_of("YUV4MPEG2 W4 H2\n"));
  EXPECT_EQ(frame_reason(*image_io::open_y4m(frameless.path()), frameless.path()), "the video has no frames");
  const Pipe empty({});
  EXPECT_EQ(reason_of(empty.path(), [&] { image_io::open_y4m(empty.path()); }), "the file is empty");
  const Pipe empty_raw({});
  EXPECT_EQ(frame_reason(*image_io::open_yuv(empty_raw.path(), format), empty_raw.path()), "the video has no frames");
}

TEST_F(VideoFile, MemoryOfAFrameIsUsedAgain) {
  const VideoFormat format{64, 32, 10, Chroma::c420};
  const auto reader = open_y4m(make_y4m(format, 3));
  image_io::VideoFrame frame;
  frame.planes[0].resize(100000);
  ASSERT_TRUE(reader->read_frame(frame));
  expect_frame(format, frame, 0);
  const std::byte* const planes[] = {frame.planes[0].data(), frame.planes[1].data(), frame.planes[2].data()};
  ASSERT_TRUE(reader->read_frame(frame));
  expect_frame(format, frame, 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(frame.planes[i].data(), planes[i]);
}

TEST_F(VideoFile, KindComesFromContentThenFromName) {
  using image_io::VideoKind;
  const auto kind = [&](const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    EXPECT_EQ(image_io::is_video(folder_ / name), image_io::video_kind(folder_ / name) != VideoKind::none);
    return image_io::video_kind(folder_ / name);
  };
  EXPECT_EQ(kind("a.png", "YUV4MPEG2 W4 H2\n"), VideoKind::y4m);
  EXPECT_EQ(kind("a.yuv", "YUV4MPEG2 W4 H2\n"), VideoKind::y4m);
  EXPECT_EQ(kind("b.yuv", "anything"), VideoKind::yuv);
  EXPECT_EQ(kind("b.YUV", ""), VideoKind::yuv);
  EXPECT_EQ(kind("c.y4m", "YUV4MPEG3 W4 H2\n"), VideoKind::none);
  EXPECT_EQ(kind("d.y4m", "YUV4MPEG2"), VideoKind::none);
  EXPECT_EQ(kind("e.png", "\x89PNG\r\n\x1a\n"), VideoKind::none);
  EXPECT_EQ(kind("yuv", "anything"), VideoKind::none);
  EXPECT_EQ(image_io::video_kind(folder_ / "none.y4m"), VideoKind::none);
  EXPECT_EQ(image_io::video_kind(folder_ / "none.yuv"), VideoKind::yuv);
  EXPECT_EQ(image_io::video_kind(folder_.path()), VideoKind::none);
  EXPECT_EQ(image_io::video_kind("/dev/null"), VideoKind::none);
  const VideoFormat format{4, 2, 8, Chroma::c420};
  const Pipe pipe(make_y4m(format, 1));
  EXPECT_EQ(image_io::video_kind(pipe.path()), VideoKind::y4m);
  expect_frames(*image_io::open_y4m(pipe.path()), format, 1);
}

}  // namespace
}  // namespace io_test
