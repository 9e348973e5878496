// SPDX-License-Identifier: MIT
// Tests of photopic accept and photopic serve as a user runs them.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

namespace fs = std::filesystem;
using cli_test::kInputError;

class RegressAccept : public RigTest {
 protected:
  /// Goldens of a and tone/b, of which tone/b's picture has changed since, a new case, and the results in out.
  RegressAccept() {
    write_suite({test_case("a"), test_case("tone/b")});
    accept_all();
    write_changed_suite();
    expect(kNoGolden, {"-o", "out"});
    before_ = files_in("goldens");
  }
  void write_changed_suite() {
    write_suite({test_case("a"), test_case("tone/b", {{"source", "b.exr"}}), test_case("c")});
  }
  ProcessResult accept(const Arguments& arguments = {}, const std::optional<std::string>& ci = std::nullopt) {
    Arguments all = {"accept", "out/results.json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all, {.environment = {{"CI", ci}}});
  }
  std::string accepted(const Arguments& arguments) {
    const ProcessResult result = accept(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    return result.out;
  }
  void expect_refused(const ProcessResult& result, std::initializer_list<std::string> words) {
    expect_error(result, kInputError, words);
    EXPECT_EQ(files_in("goldens"), before_);
  }
  Files before_;
};

TEST_F(RegressAccept, MakesJudgedPicturesGoldens) {
  EXPECT_EQ(accepted({}),
            "accepted  tone/b -> goldens/tone/b.png\n"
            "accepted  c -> goldens/c.png\n"
            "2 of 3 cases accepted\n");
  EXPECT_EQ(cli_test::read_file(*this / "goldens/c.png"), cli_test::read_file(*this / "out/pictures/c.actual.png"));
  EXPECT_EQ(files_in("goldens").at("goldens/a.png"), before_.at("goldens/a.png"));
  expect(kPass, {"--rules", "exact"});
  EXPECT_EQ(names_in("goldens"), (std::vector<std::string>{"a.png", "c.png", "tone"}));
}

TEST_F(RegressAccept, SaysWhyTheRestWasNotTaken) {
  write_suite({test_case("a", {{"source", "none.exr"}}), test_case("tone/b", {{"source", "b.exr"}}), test_case("c")});
  expect(kError, {"-o", "out"});
  EXPECT_EQ(accepted({"--case", "tone/b"}), "accepted  tone/b -> goldens/tone/b.png\n1 of 3 cases accepted\n");
  const std::string text = accepted({});
  EXPECT_NE(text.find("not taken a: it ended with an error: suite.json:"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("2 of 3 cases accepted\n")) << text;
}

TEST_F(RegressAccept, CasesAreChosenByNameAndPattern) {
  EXPECT_EQ(accepted({"--case", "tone/*"}), "accepted  tone/b -> goldens/tone/b.png\n1 of 3 cases accepted\n");
  EXPECT_EQ(accepted({"--case", "c", "--case", "tone/b"}).back(), '\n');
  expect(kPass, {"-o", "out"});
  EXPECT_EQ(accepted({}), "0 of 3 cases accepted\n");
}

TEST_F(RegressAccept, AnUnusableGoldenNeedsItsNameAndAnOption) {
  cli_test::write_file(*this / "goldens/a.png", std::string("version https://git-lfs.github.com/spec/v1\n"));
  expect(kNoGolden, {"-o", "out"});
  before_ = files_in("goldens");
  expect_refused(accept({"--case", "a"}), {"--case: a: can't be accepted: goldens/a.png: is a Git LFS pointer",
                                           "git lfs pull", "--replace-unreadable"});
  expect_refused(accept({"--replace-unreadable"}), {"--replace-unreadable replaces goldens by name: give --case NAME"});
  EXPECT_EQ(accepted({"--case", "c", "--case", "?", "--replace-unreadable"}).find("accepted  a"), std::string::npos);
  EXPECT_EQ(files_in("goldens").at("goldens/a.png"), before_.at("goldens/a.png")) << "no pattern takes it";
  EXPECT_EQ(accepted({"--case", "a", "--replace-unreadable"}), "accepted  a -> goldens/a.png\n1 of 3 cases accepted\n");
  expect(kDifferences, {"-o", "out"}, {"pass  a\n"});
}

TEST_F(RegressAccept, UnusedGoldensAreRemovedAndNothingElse) {
  write_suite({test_case("a"), test_case("tone/b", {{"source", "b.exr"}})});
  std::filesystem::copy_file(*this / "goldens/a.png", *this / "goldens/old.png");
  std::filesystem::create_directory(*this / "goldens/deep");
  std::filesystem::copy_file(*this / "goldens/a.png", *this / "goldens/deep/older.png");
  expect(kNoGolden, {"-o", "out"}, {"FAIL  old.png: no case has this golden"});
  EXPECT_EQ(accepted({"--remove-unused"}),
            "removed  goldens/deep/older.png\nremoved  goldens/old.png\n2 unused goldens removed\n");
  EXPECT_EQ(names_in("goldens"), (std::vector<std::string>{"a.png", "deep", "tone"}));
  EXPECT_EQ(files_in("goldens").at("goldens/tone/b.png"), before_.at("goldens/tone/b.png")) << "nobody accepted it";
  before_ = files_in("goldens");
  expect_refused(accept({"--remove-unused"}), {"goldens/deep/older.png: there is no such golden"});
  expect(kDifferences, {"-o", "out"});
  EXPECT_EQ(accepted({"--remove-unused", "--case", "tone/b"}),
            "accepted  tone/b -> goldens/tone/b.png\n1 of 2 cases accepted\n0 unused goldens removed\n");
  expect(kPass, {});
  expect_error(accept({"--remove-unused"}, "true"), kInputError, {"CI"});
}

TEST_F(RegressAccept, WhatCannotBeIsOneLineAndNothingIsWritten) {
  expect_refused(accept({"--case", "none", "--case", "c"}), {"--case: none: no case has such a name"});
  expect_refused(accept({"--case", "c", "--case", "a"}), {"--case: a: can't be accepted: it passes"});
  expect_refused(accept({"--device-class", "A B"}), {"--device-class: 'A B'"});
  expect_refused(run({"accept"}), {"RESULTS is missing"});
  expect_refused(run({"accept", "out/none.json"}), {"out/none.json: No such file or directory"});
  expect_refused(run({"accept", "suite.json"}), {"suite.json: ", "schema"});
  cli_test::write_file(*this / "out/pictures/c.actual.png", std::string("another"));
  expect_refused(accept(), {"out/pictures/c.actual.png: has changed since it was judged"});
}

TEST_F(RegressAccept, CiNeedsForce) {
  expect_refused(accept({}, "true"), {"accept: the variable CI is 'true'", "--force"});
  EXPECT_EQ(accept({"--force"}, "true").exit_code, 0);
  expect(kPass, {});
}

TEST_F(RegressAccept, OfAnotherMachineWithGoldensElsewhere) {
  fs::create_directories(*this / "project/goldens");
  fs::rename(*this / "out", *this / "download");
  fs::rename(*this / "goldens", *this / "project/kept");
  const cli_test::ProcessOptions in_project = {.folder = path("project")};
  expect_error(run({"accept", "../download/results.json"}, in_project), kInputError,
               {"../download/results.json: its goldens are outside of the working directory", "--goldens"});
  EXPECT_FALSE(fs::exists(*this / "goldens"));
  const ProcessResult result = run({"accept", "../download/results.json", "--goldens", "kept"}, in_project);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("accepted  c -> kept/c.png\n"), std::string::npos) << result.out;
  EXPECT_EQ(run({"accept", "../download/results.json", "--allow-outside"}, in_project).exit_code, 0);
  EXPECT_TRUE(fs::exists(*this / "goldens/c.png"));
}

TEST_F(RegressAccept, OfADeviceClassAlone) {
  EXPECT_EQ(accepted({"--case", "tone/b", "--device-class", "llvmpipe"}),
            "accepted  tone/b -> goldens/tone/b@llvmpipe.png\n1 of 3 cases accepted\n");
  expect(kNoGolden, {"-o", "out"}, {"pass  tone/b\n"});
  // What was compared with is what is replaced.
  write_suite({test_case("a"), test_case("tone/b"), test_case("c")});
  expect(kNoGolden, {"-o", "out"}, {"FAIL  tone/b: differences"});
  write_suite({test_case("a"), test_case("tone/b", {{"source", "large.exr"}}), test_case("c")});
  expect(kMismatch, {"-o", "out"});
  EXPECT_EQ(accepted({"--case", "tone/b"}), "accepted  tone/b -> goldens/tone/b@llvmpipe.png\n1 of 3 cases accepted\n");
  expect(kNoGolden, {}, {"pass  tone/b\n"});
}

TEST_F(RegressAccept, OfMergedResults) {
  expect(kDifferences, {"-o", "one", "--shard", "2/2"});
  expect(kNoGolden, {"-o", "two", "--shard", "1/2"});
  EXPECT_EQ(run({"regress", "--merge", "one/results.json", "two/results.json", "-o", "merged/all"}).exit_code,
            kNoGolden);
  fs::remove_all(*this / "one");
  fs::remove_all(*this / "two");
  const ProcessResult result = run({"accept", "merged/all/results.json"});
  EXPECT_EQ(result.out,
            "accepted  tone/b -> goldens/tone/b.png\naccepted  c -> goldens/c.png\n2 of 3 cases accepted\n");
  expect(kPass, {});
}

TEST_F(RegressAccept, OfFoldersOfPictures) {
  fs::create_directories(*this / "shots/ui");
  fs::copy_file(*this / "out/pictures/c.actual.png", *this / "shots/ui/new one.png");
  const ProcessResult shots =
      run({"regress", "--shots", "shots", "--goldens", "kept", "--device", "llvmpipe", "-o", "out"});
  EXPECT_EQ(shots.exit_code, kNoGolden) << shots.err;
  EXPECT_EQ(accepted({"--case", "ui/new one.png"}),
            "accepted  ui/new one.png -> kept/ui/new one.png\n1 of 1 case accepted\n");
  EXPECT_EQ(cli_test::read_file(*this / "shots/ui/new one.png"), cli_test::read_file(*this / "kept/ui/new one.png"));
}

// ---- the server -----------------------------------------------------------------------------------------------------

/// What the server prints first, as it runs.
class RegressServe : public RegressAccept {
 protected:
  /// photopic serve with `arguments`, while `meanwhile` has its address; it is ended by `signal`.
  ProcessResult serve(const Arguments& arguments, int signal,
                      const std::function<void(const std::string&)>& meanwhile) {
    cli_test::write_file(*this / "address", std::string());
    Arguments all = {"serve"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all, {.stdout_file = path("address"), .meanwhile = [&](pid_t child) {
                       std::string address;
                       for (int i = 0; i < 60000 && !address.ends_with('\n'); ++i) {
                         ::usleep(1000);
                         const cli_test::Bytes bytes = cli_test::read_file(*this / "address");
                         address.assign(bytes.begin(), bytes.end());
                       }
                       if (!address.empty()) address.pop_back();
                       meanwhile(address);
                       ::kill(child, signal);
                     }});
  }
  static std::uint16_t port_of(const std::string& address) {
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  }
  static std::string path_of(const std::string& address) { return address.substr(address.find('/', 8)); }

  /// All that comes back for these bytes until the server closes.
  static std::string answer_to(const std::string& address, const std::string& bytes) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in server = {};
    server.sin_family = AF_INET;
    server.sin_port = htons(port_of(address));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&server), sizeof server), 0) << address;
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t size = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) break;
      sent += std::size_t(size);
    }
    std::string answer;
    char part[4096];
    for (ssize_t size = 0; (size = ::recv(socket, part, sizeof part, 0)) > 0;) answer.append(part, std::size_t(size));
    ::close(socket);
    return answer;
  }
  static std::string head(const std::string& address, const std::string& method, const std::string& path) {
    return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_of(address)) + "\r\n";
  }
  static std::string status(const std::string& answer) { return answer.substr(0, answer.find("\r\n")); }
};

TEST_F(RegressServe, ShowsTheReportAndAcceptsUntilItIsInterrupted) {
  const ProcessResult result = serve({"out"}, SIGINT, [&](const std::string& address) {
    ASSERT_TRUE(address.starts_with("http://127.0.0.1:") && address.ends_with("/report.html")) << address;
    const std::string report = path_of(address), site = report.substr(0, report.rfind('/') + 1);
    const std::string page = answer_to(address, head(address, "GET", report) + "\r\n");
    EXPECT_EQ(status(page), "HTTP/1.1 200 OK");
    const cli_test::Bytes bytes = cli_test::read_file(*this / "out/report.html");
    EXPECT_TRUE(page.ends_with("\r\n\r\n" + std::string(bytes.begin(), bytes.end())));
    EXPECT_EQ(status(answer_to(address, head(address, "GET", "/report.html") + "\r\n")), "HTTP/1.1 404 Not Found");
    const std::string body = R"({"cases": [{"name": "c", "picture": ")" + results().cases[2].picture_hash + "\"}]}";
    const std::string answer = answer_to(
        address,
        head(address, "POST", site + "accept") + "Origin: http://127.0.0.1:" + std::to_string(port_of(address)) +
            "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    EXPECT_TRUE(answer.ends_with("\r\n\r\n{\"accepted\":[\"c\"]}\n")) << answer;
  });
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(cli_test::read_file(*this / "goldens/c.png"), cli_test::read_file(*this / "out/pictures/c.actual.png"));
  const cli_test::Bytes printed = cli_test::read_file(*this / "address");
  EXPECT_TRUE(std::string(printed.begin(), printed.end()).ends_with("/report.html\naccepted  c -> goldens/c.png\n"));
}

TEST_F(RegressServe, EndsWithoutAPlaceForItsAddress) {
  const auto expect_refused = [](const ProcessResult& result, const std::string& reason) {
    EXPECT_EQ(result.exit_code, kInputError);
    EXPECT_EQ(result.err, "photopic: standard output: " + reason + ": nobody learns the page's address\n");
  };
  expect_refused(run({"serve", "out"}, {.stdout_file = "/dev/full"}), "No space left on device");
  expect_refused(run({"serve", "out"}, {.has_no_stdout = true}), "Bad file descriptor");
}

TEST_F(RegressServe, WhatIsTooLargeOrNoRequestIsDropped) {
  const ProcessResult result = serve({"out"}, SIGTERM, [&](const std::string& address) {
    const std::string start = head(address, "GET", path_of(address));
    EXPECT_EQ(answer_to(address, start + "A: " + std::string(1 << 20, 'a')), "") << "its head never ends";
    EXPECT_EQ(status(answer_to(address, start + "Content-Length: 99999999\r\n\r\n")), "HTTP/1.1 400 Bad Request");
    EXPECT_EQ(status(answer_to(address, "none\r\n\r\n")), "HTTP/1.1 400 Bad Request");
    // Who connects and says nothing, as browsers do, keeps nobody waiting.
    std::vector<int> silent;
    for (int i = 0; i < 8; ++i) {
      silent.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      sockaddr_in server = {};
      server.sin_family = AF_INET;
      server.sin_port = htons(port_of(address));
      server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      EXPECT_EQ(::connect(silent.back(), reinterpret_cast<const sockaddr*>(&server), sizeof server), 0);
    }
    EXPECT_EQ(status(answer_to(address, start + "\r\n")), "HTTP/1.1 200 OK");
    for (const int socket : silent) ::close(socket);
  });
  EXPECT_EQ(result.exit_code, 143);
  EXPECT_EQ(result.err, "");
}

TEST_F(RegressServe, APortThatIsTakenAndAFolderWithoutResultsAreErrors) {
  serve({"out"}, SIGTERM, [&](const std::string& address) {
    const std::string port = std::to_string(port_of(address));
    expect_error(kInputError, {"serve", "out", "--port", port}, {"--port: " + port + ": Address already in use"});
  });
  expect_error(kInputError, {"serve", "goldens"}, {"goldens/results.json: No such file or directory"});
  expect_error(kInputError, {"serve"}, {"OUT is missing"});
  expect_error(kInputError, {"serve", "out", "--port", "80"}, {"--port", "1024 to 65535"});
  fs::remove(*this / "out/report.html");
  expect_error(kInputError, {"serve", "out"}, {"out/report.html: No such file or directory"});
}

}  // namespace
}  // namespace regress_runner_test
