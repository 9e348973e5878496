// SPDX-License-Identifier: MIT
// Tests of the report's server: requests, what it shows, whom it believes.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <thread>

#include "files/hash.h"
#include "regress/fixtures.h"
#include "regress/report/report.h"
#include "regress/serve/listener.h"
#include "regress/serve/results_site.h"

namespace regress_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using regress::Request;
using regress::Response;

// ---- connections ----------------------------------------------------------------------------------------------------

int connect_to(const regress::Listener& listener) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(listener.port());
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return socket;
}

void send_to(int socket, std::string_view bytes) {
  EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL), ssize_t(bytes.size()));
}

/// All until the server closes.
std::string answer_of(int socket) {
  std::string answer;
  char bytes[4096];
  for (ssize_t size = 0; (size = ::recv(socket, bytes, sizeof bytes, 0)) > 0;) answer.append(bytes, std::size_t(size));
  ::close(socket);
  return answer;
}

/// Never destroyed: it serves until the process ends. Answers "got BODY".
const regress::Listener& serving(const regress::Patience& patience) {
  auto* const listener = new regress::Listener(0, patience);
  std::thread([listener] {
    listener->run([](const Request& request) { return Response{.body = "got " + request.body}; });
  }).detach();
  return *listener;
}

/// The time for a head is short, that for the rest of a request long: neither ends before the test unless it should.
TEST(Listener, SlowHeadsAreDroppedAndSlowBodiesNot) {
  static const regress::Listener* const listener =
      &serving({.head = std::chrono::milliseconds(500), .request = std::chrono::hours(1)});
  const int slow_body = connect_to(*listener);
  send_to(slow_body, "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n");
  const int slow_head = connect_to(*listener), silent = connect_to(*listener);
  send_to(slow_head, "GET / HTTP/1.1\r\nA: ");
  EXPECT_EQ(answer_of(slow_head), "");
  EXPECT_EQ(answer_of(silent), "");
  send_to(slow_body, "ok");
  EXPECT_TRUE(answer_of(slow_body).ends_with("\r\n\r\ngot ok"));
  EXPECT_EQ(regress::Patience().head, std::chrono::seconds(5));
}

/// Each byte comes in time; the head as a whole doesn't. A limit per read would keep the connection for ever.
TEST(Listener, HeadsThatDripAreDropped) {
  static const regress::Listener* const listener =
      &serving({.head = std::chrono::milliseconds(500), .request = std::chrono::hours(1)});
  const int dripping = connect_to(*listener);
  send_to(dripping, "GET / HTTP/1.1\r\nA: ");
  bool is_open = true;
  // A hundred times the head's time: enough for a machine that is slow.
  for (int i = 0; i < 5000 && is_open; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    is_open = ::send(dripping, "a", 1, MSG_NOSIGNAL) == 1;
  }
  EXPECT_FALSE(is_open);
  ::close(dripping);
}

TEST(Listener, LongHeadsAreDropped) {
  static const regress::Listener* const listener =
      &serving({.head = std::chrono::hours(1), .request = std::chrono::hours(1)});
  const int within = connect_to(*listener), beyond = connect_to(*listener);
  const std::string start = "GET / HTTP/1.1\r\nA: ";
  send_to(within, start + std::string(regress::kMaxHeadBytes - start.size(), 'a') + "\r\n\r\n");
  EXPECT_TRUE(answer_of(within).ends_with("got "));
  send_to(beyond, start + std::string(regress::kMaxHeadBytes + 1 - start.size(), 'a'));
  EXPECT_EQ(answer_of(beyond), "");
}

/// As many slow ones as are served at once, and one after them.
TEST(Listener, SlowClientsDontKeepOthersOut) {
  static const regress::Listener* const listener =
      &serving({.head = std::chrono::milliseconds(500), .request = std::chrono::hours(1)});
  std::vector<int> slow;
  for (int i = 0; i < 64; ++i) {
    slow.push_back(connect_to(*listener));
    send_to(slow.back(), "GET / HTTP/1.1\r\nA: ");
  }
  const int quick = connect_to(*listener);
  send_to(quick, "GET / HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(answer_of(quick).ends_with("got "));
  for (const int socket : slow) EXPECT_EQ(answer_of(socket), "");
}

TEST(Listener, OnlyThisMachineReachesIt) {
  const regress::Listener listener(0);
  const int other = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(listener.port());
  ASSERT_EQ(::inet_pton(AF_INET, "127.0.0.2", &address.sin_addr), 1);  // a listener on all addresses would answer
  EXPECT_NE(::connect(other, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(other);
}

// ---- requests -------------------------------------------------------------------------------------------------------

TEST(Http, RequestsAreRead) {
  const auto request =
      regress::parse_head("POST /a%20b/%C3%A9?c=%20d HTTP/1.1\r\nHost: 127.0.0.1:80\r\ncontent-LENGTH:\t12 \r\nEmpty:");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->method, "POST");
  EXPECT_EQ(request->path, "/a b/\u00e9");
  EXPECT_EQ(request->header("host"), "127.0.0.1:80");
  EXPECT_EQ(request->header("empty"), "");
  EXPECT_EQ(request->header("none"), "");
  EXPECT_EQ(request->body_bytes, 12u);
  EXPECT_TRUE(regress::parse_head("GET / HTTP/1.0"));
}

TEST(Http, WhatIsNoRequestOrMeansTwoThingsIsRefused) {
  const std::string start = "GET / HTTP/1.1\r\n";
  for (const std::string& head : {std::string(),
                                  std::string("GET"),
                                  std::string("GET /"),
                                  std::string("GET / HTTP/2"),
                                  std::string("GET  / HTTP/1.1"),
                                  std::string("GET http://a/ HTTP/1.1"),
                                  std::string("GET /%2 HTTP/1.1"),
                                  std::string("GET /%zz HTTP/1.1"),
                                  start + "Host",
                                  start + ": a",
                                  start + "Host : a",
                                  start + " Host: a",
                                  start + "Host: a\r\nhost: b",
                                  start + "Content-Length: -1",
                                  start + "Content-Length: 1x",
                                  start + "Content-Length: ",
                                  start + "Content-Length: 4194305",
                                  start + "Content-Length: 99999999999999999999999",
                                  start + "Transfer-Encoding: chunked",
                                  start + "Content-Length: 1\r\nContent-Length: 1",
                                  start + "\r\n"}) {
    EXPECT_FALSE(regress::parse_head(head)) << head;
  }
}

// ---- the site -------------------------------------------------------------------------------------------------------

class Serve : public FolderTest {
 protected:
  static constexpr std::uint16_t kPort = 8123;

  Serve() {
    fs::create_directories(out() / "pictures");
    regress::SuiteResult result = suite_result(2);
    for (std::size_t i = 0; i < 2; ++i) {
      regress::CaseResult& one = result.cases[i];
      one.name = i == 0 ? "a" : "b";
      one.outcome = compare::Outcome::differences;
      one.must_fail = false;
      one.accept_as = one.name + ".png";
      one.accept_class = "";
      one.picture = "pictures/" + one.name + ".png";
      test_files::write_file(out() / one.picture, "picture of " + one.name);
      one.picture_hash = files::hash_of_file(out() / one.picture);
    }
    regress::write_json(result, out() / "results.json");
    regress::write_report(result, out(), out() / "report.html");
    regress::AcceptOptions options;
    options.goldens = folder_ / "goldens";
    site_.emplace(
        out(), kPort, options, [this](const regress::Accepted& one) { told_.push_back(one.name); },
        [this](const fs::path& golden) { told_.push_back(golden.string()); });
    const std::string start = "http://127.0.0.1:8123";
    const std::string url = site_->url();
    EXPECT_TRUE(url.starts_with(start) && url.ends_with("/report.html")) << url;
    token_ = url.substr(start.size() + 1, url.size() - start.size() - std::string("//report.html").size());
  }
  fs::path out() const { return folder_ / "out"; }

  static Request request(const std::string& method, const std::string& path) {
    Request made;
    made.method = method;
    made.path = path;
    made.headers["host"] = "127.0.0.1:8123";
    return made;
  }
  Response get(const std::string& file) { return site_->answer(request("GET", "/" + token_ + "/" + file)); }
  Request accepting(const std::string& body) const {
    Request made = request("POST", "/" + token_ + "/accept");
    made.headers["origin"] = "http://127.0.0.1:8123";
    made.headers["content-type"] = "application/json";
    made.body = body;
    return made;
  }
  std::string asked(const std::vector<std::string>& names) const {
    Json cases = Json::array();
    for (const std::string& name : names) {
      cases.push_back({{"name", name}, {"picture", files::hash_of_file(out() / ("pictures/" + name + ".png"))}});
    }
    return Json{{"cases", cases}}.dump();
  }
  /// Refused with this status and, as JSON, this reason; and nothing is written.
  void expect_refused(const Request& request, int status, const std::string& reason) {
    const Response response = site_->answer(request);
    EXPECT_EQ(response.status, status) << response.body;
    EXPECT_EQ(response.type, "application/json");
    EXPECT_EQ(Json::parse(response.body).at("error"), reason);
    EXPECT_FALSE(fs::exists(folder_ / "goldens"));
  }
  static std::string content(const Response& response) {
    if (!response.file) return response.body;
    return {std::istreambuf_iterator<char>(*response.file), {}};
  }

  std::vector<std::string> told_;
  std::optional<regress::ResultsSite> site_;
  std::string token_;
};

TEST_F(Serve, EachSiteHasATokenOfItsOwn) {
  std::set<std::string> urls;
  for (int i = 0; i < 20; ++i) {
    urls.insert(regress::ResultsSite(out(), kPort, {}, [](const regress::Accepted&) {}).url());
  }
  EXPECT_EQ(urls.size(), 20u);
  EXPECT_EQ(token_.size(), 32u);
  EXPECT_EQ(token_.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST_F(Serve, ShowsFilesOfTheFolder) {
  const Response page = get("report.html");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.type, "text/html; charset=utf-8");
  EXPECT_EQ(content(page), text_of(out() / "report.html"));
  EXPECT_EQ(content(get("pictures/a.png")), "picture of a");
  EXPECT_EQ(get("pictures/a.png").type, "image/png");
  EXPECT_EQ(get("results.json").type, "application/json");
  test_files::write_file(out() / "page.svg", std::string("<svg/>"));
  EXPECT_EQ(get("page.svg").type, "application/octet-stream");
  const std::string head = regress::head_of(get("pictures/a.png"));
  for (const char* line : {"HTTP/1.1 200 OK\r\n", "Content-Length: 12\r\n", "X-Content-Type-Options: nosniff\r\n",
                           "Cache-Control: no-store\r\n", "Content-Security-Policy: default-src 'none'; "}) {
    EXPECT_NE(head.find(line), std::string::npos) << head;
  }
}

TEST_F(Serve, ShowsNothingElse) {
  test_files::write_file(folder_ / "secret", std::string("x"));
  test_files::write_file(out() / ".hidden", std::string("x"));
  fs::create_symlink("../secret", out() / "link");
  fs::create_symlink("pictures/a.png", out() / "inside");
  fs::create_directory_symlink("..", out() / "up");
  for (const char* file : {"", "pictures", "pictures/", "none", "../secret", "pictures/../../secret", "link",
                           "up/secret", ".hidden", "/etc/passwd", "a\nb"}) {
    const Response response = get(file);
    EXPECT_EQ(response.status, 404) << file;
    EXPECT_EQ(content(response), "Not found\n") << file;
  }
  EXPECT_EQ(get("inside").status, 200);
}

TEST_F(Serve, WithoutTheTokenOrTheNameNothingIsThere) {
  const std::string file = "/report.html";
  std::string wrong = token_;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& path : {file, "/" + wrong + file, "/" + token_, token_ + file, "//" + token_ + file,
                                  "/" + token_.substr(1) + file, "/" + token_ + "0" + file, std::string("/")}) {
    EXPECT_EQ(site_->answer(request("GET", path)).status, 404) << path;
  }
  for (const char* host :
       {"", "127.0.0.1", "127.0.0.1:8124", "evil.example:8123", "localhost", "127.0.0.1:8123.evil"}) {
    Request named = request("GET", "/" + token_ + file);
    named.headers["host"] = host;
    EXPECT_EQ(site_->answer(named).status, 404) << host;
    Request post = accepting(asked({"a"}));
    post.headers["host"] = host;
    EXPECT_EQ(site_->answer(post).status, 404) << host;
  }
  Request local = request("GET", "/" + token_ + file);
  local.headers["host"] = "localhost:8123";
  EXPECT_EQ(site_->answer(local).status, 200);
  for (const char* method : {"HEAD", "PUT", "DELETE", "OPTIONS", "POST"}) {
    EXPECT_EQ(site_->answer(request(method, "/" + token_ + file)).status, 404) << method;
  }
}

TEST_F(Serve, AcceptsThePicturesThatThePageShows) {
  const Response response = site_->answer(accepting(asked({"b"})));
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(Json::parse(response.body), Json::parse(R"({"accepted": ["b"]})"));
  EXPECT_EQ(text_of(folder_ / "goldens/b.png"), "picture of b");
  EXPECT_FALSE(fs::exists(folder_ / "goldens/a.png"));
  EXPECT_EQ(told_, std::vector<std::string>{"b"});
  const std::string hash = files::hash_of_file(out() / "pictures/b.png");
  EXPECT_EQ(Json::parse(get("serve.json").body), (Json{{"accepted", {{"b", hash}}}}));
  Request local = accepting(asked({"a", "b"}));
  local.headers["host"] = "localhost:8123";
  local.headers["origin"] = "http://localhost:8123";
  EXPECT_EQ(site_->answer(local).status, 200);
  EXPECT_TRUE(fs::exists(folder_ / "goldens/a.png"));
}

TEST_F(Serve, RemovesTheUnusedGoldensThatThePageShows) {
  fs::create_directories(folder_ / "goldens/old");
  regress::SuiteResult result = regress::read_json(out() / "results.json");
  for (const std::string& golden : result.unused_goldens) {
    test_files::write_file(folder_ / "goldens" / golden, "picture of " + golden);
    result.unused_hashes[golden] = files::hash_of_file(folder_ / "goldens" / golden);
  }
  regress::write_json(result, out() / "results.json");
  const auto removing = [&](const std::string& golden, const std::string& hash) {
    Request made = accepting(Json{{"goldens", {{{"golden", golden}, {"hash", hash}}}}}.dump());
    made.path = "/" + token_ + "/remove";
    return made;
  };
  const std::string golden = "old/a.png", hash = result.unused_hashes.at(golden);
  Request foreign = removing(golden, hash);
  foreign.headers["origin"] = "http://evil.example";
  EXPECT_EQ(site_->answer(foreign).status, 403);
  EXPECT_EQ(Json::parse(site_->answer(removing(golden, "0")).body)["error"],
            "old/a.png: there is another one by now; load the page again");
  EXPECT_EQ(site_->answer(removing("a.png", "0")).status, 409);
  EXPECT_TRUE(fs::exists(folder_ / "goldens/old/a.png"));
  const Response response = site_->answer(removing(golden, hash));
  EXPECT_EQ(Json::parse(response.body), Json::parse(R"({"removed": ["old/a.png"]})")) << response.body;
  EXPECT_FALSE(fs::exists(folder_ / "goldens/old/a.png"));
  EXPECT_TRUE(fs::exists(folder_ / "goldens/old/b@nvidia.png"));
  EXPECT_EQ(told_, std::vector<std::string>{(folder_ / "goldens/old/a.png").string()});
  EXPECT_EQ(Json::parse(get("serve.json").body)["removed"], Json::parse(R"(["old/a.png"])"));
}

TEST_F(Serve, BelievesNoOtherSite) {
  for (const char* origin : {"", "null", "http://evil.example", "http://localhost:8123", "https://127.0.0.1:8123"}) {
    Request made = accepting(asked({"a"}));
    made.headers["origin"] = origin;
    expect_refused(made, 403, "another site asks");
  }
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded"}) {  // what forms can send
    Request made = accepting(asked({"a"}));
    made.headers["content-type"] = type;
    expect_refused(made, 415, "the request is no JSON");
  }
}

TEST_F(Serve, SaysWhyNothingIsAccepted) {
  expect_refused(accepting("{}"), 400, "has no cases");
  expect_refused(accepting(R"({"cases": [{"name": "a"}]})"), 400, "cases[0]: has no picture");
  expect_refused(accepting(R"({"cases": [{"name": "a", "picture": "0"}]})"), 409,
                 "a: there is another picture by now; load the page again");
  expect_refused(accepting(R"({"cases": [{"name": "none", "picture": ""}]})"), 409,
                 "none: there is another picture by now; load the page again");
  const Request both = accepting(asked({"a", "b"}));
  test_files::write_file(out() / "pictures/b.png", std::string("another"));
  expect_refused(both, 409, (out() / "pictures/b.png").string() + ": has changed since it was judged");
  EXPECT_EQ(Json::parse(get("serve.json").body), (Json{{"accepted", Json::object()}}));
  EXPECT_TRUE(told_.empty());
  fs::remove(out() / "results.json");
  expect_refused(both, 409, (out() / "results.json").string() + ": No such file or directory");
}

TEST_F(Serve, APageOfAnotherVersionIsNamed) {
  test_files::write_file(out() / "report.html", std::string("<!DOCTYPE html><script>steal()</script>"));
  const std::string reason = (out() / "report.html").string() + ": is no report of this version of photopic; ";
  const Response response = get("report.html");
  EXPECT_EQ(response.status, 409);
  EXPECT_TRUE(response.body.starts_with(reason)) << response.body;
  const auto open = [&] { regress::ResultsSite(out(), kPort, {}, nullptr); };
  EXPECT_TRUE(error_of<files::Error>(open).starts_with(reason));
  fs::remove(out() / "results.json");
  EXPECT_EQ(error_of<files::Error>(open), (out() / "results.json").string() + ": No such file or directory");
}

}  // namespace
}  // namespace regress_test
