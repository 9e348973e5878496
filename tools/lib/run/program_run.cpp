// SPDX-License-Identifier: MIT
#include "run/program_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <system_error>

#include "arguments/errors.h"
#include "files/child_process.h"
#include "files/error.h"
#include "files/temporary.h"
#include "json/values.h"
#include "layer/protocol.h"
#include "run/checks.h"
#include "run/environment.h"

namespace run {
namespace {

using Clock = std::chrono::steady_clock;
using layer::Answer;
using layer::Problem;
using layer::Report;

constexpr double kHintS = 5.0;            // without a window, what is missing is said
constexpr double kTermS = 2.0;            // from SIGTERM to SIGKILL
constexpr std::size_t kMaxThings = 1000;  // windows and devices of a run: more are a fault

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string words_of(const Report& report) {
  switch (report.problem) {
    case Problem::none:
      return "";
    case Problem::format:
      return "its format " + format_name(report.format) + " isn't one that frames are taken of";
    case Problem::no_transfer:
      return "its images can't be copied from (the surface has no TRANSFER_SRC)";
    case Problem::no_drawing:
      return "its images can't be drawn over (the surface has no TRANSFER_DST)";
    case Problem::layers:
      return "its images have several layers";
    case Problem::shared_refresh:
      return "it shares one image with the display (shared refresh)";
    case Problem::is_protected:
      return "its images are protected";
    case Problem::queue:
      return "it presents from a queue that can't copy";
    case Problem::device_group:
      return "several devices present to it";
    case Problem::size:
      return "it is larger than " + std::to_string(layer::kMaxSide) + " texels a side";
    case Problem::changed:
      return "its format, colour space or queue changed, which --overlay and measuring on the device don't follow: use "
             "--measure-on cpu";
    case Problem::no_overlay:
      return std::string("there is no overlay: ") + report.name.data();
    case Problem::memory:
      return "there is no memory for a copy of its frames";
    case Problem::device_lost:
      return "the device was lost";
    case Problem::module:
      return std::string("the module failed: ") + report.name.data();
    case Problem::call:
      return std::string(report.name.data()) + " failed with VkResult " + std::to_string(report.result);
  }
  return "problem " + std::to_string(std::uint32_t(report.problem));
}

// ---- the socket -----------------------------------------------------------------------------------------------------

class Listener {
 public:
  Listener() : folder_(files::Temporary::Kind::folder, temporary_folder(), "run"), path_(folder_.path() / "socket") {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path_.string().size() >= sizeof address.sun_path) {
      throw files::Error(path_, "is too long for a socket: set TMPDIR to a shorter folder");
    }
    std::strcpy(address.sun_path, path_.c_str());
    socket_ = files::Descriptor(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    if (!socket_ || ::bind(socket_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(socket_.number(), 64) != 0) {
      throw files::Error(path_, files::system_reason(errno));
    }
  }

  int number() const { return socket_.number(); }
  const std::filesystem::path& path() const { return path_; }

  /// A process of this user; -1: it was none.
  files::Descriptor accept() const {
    files::Descriptor connection(::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    ucred peer = {};
    socklen_t size = sizeof peer;
    const bool is_ours = connection && ::getsockopt(connection.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
                         peer.uid == ::getuid();
    return is_ours ? std::move(connection) : files::Descriptor();
  }

 private:
  static std::filesystem::path temporary_folder() {
    const char* const variable = std::getenv("TMPDIR");
    return variable != nullptr && *variable != '\0' ? variable : "/tmp";
  }

  files::Temporary folder_;
  std::filesystem::path path_;
  files::Descriptor socket_;
};

/// One packet, with the file that comes with it. False: the process has gone, or it speaks otherwise.
bool receive(int socket, Report& report, files::Descriptor& file) {
  iovec data = {&report, sizeof report};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); size >= 0 && one != nullptr; one = CMSG_NXTHDR(&message, one)) {
    int number = -1;
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
    std::memcpy(&number, CMSG_DATA(one), sizeof number);
    file = files::Descriptor(number);
  }
  report.name.back() = '\0';
  return size == ssize_t(sizeof report) && report.version == layer::kProtocolVersion;
}

/// Texels of a frame in the memory of another process, which can't change them any more.
class SharedTexels {
 public:
  /// Throws files::Error for a file that isn't as the layer makes them.
  SharedTexels(int file, std::size_t size) : size_(size) {
    constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_WRITE;
    struct stat status {};
    const bool is_sealed = (::fcntl(file, F_GET_SEALS) & kSeals) == kSeals;
    if (!is_sealed || ::fstat(file, &status) != 0 || std::size_t(status.st_size) != size) {
      throw files::Error("the program", "sent a frame that the layer doesn't make");
    }
    data_ = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data_ == MAP_FAILED) fail("mmap");
  }
  ~SharedTexels() { ::munmap(data_, size_); }
  SharedTexels(const SharedTexels&) = delete;
  SharedTexels& operator=(const SharedTexels&) = delete;

  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  std::size_t size_;
  void* data_ = nullptr;
};

/// SIGUSR1, while the object lives; one at a time.
class FrameSignal {
 public:
  FrameSignal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    number = event_.number();
    struct sigaction action {};
    action.sa_handler = [](int) {
      const std::uint64_t one = 1;
      (void)!::write(number, &one, sizeof one);
    };
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &action, &before_);
  }
  ~FrameSignal() { ::sigaction(SIGUSR1, &before_, nullptr); }
  FrameSignal(const FrameSignal&) = delete;
  FrameSignal& operator=(const FrameSignal&) = delete;

  int descriptor() const { return event_.number(); }
  void clear() const {
    std::uint64_t count = 0;
    (void)!::read(event_.number(), &count, sizeof count);
  }

 private:
  static inline int number = -1;
  files::Descriptor event_;
  struct sigaction before_ {};
};

// ---- the run --------------------------------------------------------------------------------------------------------

class Run {
 public:
  Run(const RunOptions& options, const std::function<void(const Frame&)>& take) : options_(options), take_(take) {
    configuration_.frame_count = std::uint32_t(options.frames.size());
    std::copy(options.frames.begin(), options.frames.end(), configuration_.frames.begin());
    if (options.place != MeasuringPlace::cpu) {
      configuration_.tools = (options.flashes != nullptr ? layer::kFlashTool : 0u) |  //
                             (options.measure ? layer::kLightTool : 0u);
    }
    configuration_.every = options.sees_all() && configuration_.tools == 0 ? 1 : options.every;
    configuration_.last = options.end().value_or(layer::kNone);
    configuration_.takes_requests = options.on_signal ? 1 : 0;
    configuration_.sends_presents = options.needs_window() ? 1 : 0;
    configuration_.measures_on_cpu_devices = options.place == MeasuringPlace::device ? 1 : 0;
    if (options.flashes != nullptr) configuration_.flashes = options.flashes->tool();
    if (options.overlay_views != 0) configuration_.tools |= layer::kOverlayTool;
    configuration_.overlay_views = options.overlay_views;
    configuration_.overlay_scale = options.overlay_scale;
    // Only half floats are linear: their 1 is the same light as on the CPU, see display_of().
    const bool is_linear = options.display.encoding == photopic::OutputEncoding::linear;
    configuration_.display.paper_white_nits = float(is_linear ? kScrgbNits : options.display.white_cd_m2);
    configuration_.display.scrgb_reference_nits = float(kScrgbNits);
  }

  RunResult run() {
    check_program(options_.program.front(), options_.folder.empty() ? "." : options_.folder);
    std::optional<Screen> screen;
    if (options_.screen) screen.emplace(*options_.screen);
    program_ = std::make_unique<files::ChildProcess>(
        files::ProgramStart{.arguments = options_.program,
                            .folder = options_.folder,
                            .environment = environment_of(options_, listener_.path(), screen ? screen->display() : ""),
                            .output = options_.output,
                            .error_output = options_.error_output});
    begin_ = Clock::now();
    while (!is_over()) wait();
    end();
    if (result_.problem.empty() && options_.flashes != nullptr && options_.flashes->frames() < 2) {
      result_.problem = options_.flashes->frames() == 0 ? "presented no frame" : "presented one frame";
      result_.problem += "; flashes are between two and more";
    }
    return std::move(result_);
  }

 private:
  bool is_over() {
    if (is_done_ || !result_.problem.empty()) return true;
    // A process that the program began may present on, or be about to.
    if (has_ended_ && connections_.empty() &&
        !(options_.needs_window() && result_.windows.empty() && program_->has_others())) {
      return true;
    }
    if (options_.time_limit_s && seconds_since(begin_) > *options_.time_limit_s) {
      result_.problem = "took longer than " + json::number_text(*options_.time_limit_s) + " s" + missing() +
                        "; --time-limit gives it more";
      return true;
    }
    return false;
  }

  /// ": frame 120 wasn't presented, of 57 that were", or why there are none.
  std::string missing() const {
    if (!options_.needs_window()) return "";
    if (!is_connected_) return ": it made no Vulkan instance (not Vulkan, 32 bits, or in a sandbox)";
    if (result_.devices.empty()) return ": it made no Vulkan device";
    if (result_.windows.empty()) return ": it made a Vulkan device, but presented to no window";
    const std::uint32_t number = options_.window.value_or(0);
    if (number >= result_.windows.size()) {
      return ": it has no window " + std::to_string(number) + ", but " + std::to_string(result_.windows.size());
    }
    const std::optional<std::uint64_t> last = options_.end();
    return last ? " before frame " + std::to_string(*last) + ": it presented " +
                      std::to_string(result_.windows[number].frames)
                : "";
  }

  void wait() {
    std::vector<pollfd> waiting = {{has_ended_ ? -1 : program_->descriptor(), POLLIN, 0},
                                   {listener_.number(), POLLIN, 0},
                                   {signal_ ? signal_->descriptor() : -1, POLLIN, 0}};
    for (const files::Descriptor& one : connections_) waiting.push_back({one.number(), POLLIN, 0});
    constexpr int kTickMs = 100;
    if (::poll(waiting.data(), waiting.size(), kTickMs) < 0 && errno != EINTR) fail("poll");
    hint();
    for (std::size_t i = waiting.size(); i-- > 3;) {
      if (waiting[i].revents != 0 && !take_packet(i - 3))
        connections_.erase(connections_.begin() + std::ptrdiff_t(i - 3));
    }
    if ((waiting[2].revents & POLLIN) != 0) {
      signal_->clear();
      for (const files::Descriptor& one : connections_) answer(one, {.kind = Answer::Kind::take});
    }
    if ((waiting[1].revents & POLLIN) != 0) connect();
    if ((waiting[0].revents & POLLIN) != 0) has_ended_ = true;
  }

  void hint() {
    if (has_hinted_ || !options_.needs_window() || !result_.windows.empty() || seconds_since(begin_) < kHintS) return;
    has_hinted_ = true;
    arguments::print_error("photopic", options_.program.front() + missing() + " so far");
  }

  void connect() {
    files::Descriptor socket = listener_.accept();
    if (!socket) return;
    is_connected_ = true;
    (void)!::send(socket.number(), &configuration_, sizeof configuration_, MSG_NOSIGNAL);
    connections_.push_back(std::move(socket));
  }

  static void answer(const files::Descriptor& connection, const Answer& answer) {
    (void)!::send(connection.number(), &answer, sizeof answer, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  /// False: the process has gone.
  bool take_packet(std::size_t index) {
    Report report;
    report.version = 0;
    files::Descriptor file;
    if (!receive(connections_[index].number(), report, file)) return false;
    if (report.version == 0) return true;  // nothing was there
    const bool has_window = report.kind != Report::Kind::hello && report.kind != Report::Kind::device;
    if (has_window && report.kind != Report::Kind::window && report.window >= result_.windows.size()) return false;
    result_.clock = std::max(result_.clock, report.clock);
    WindowSeen* const window =
        has_window && report.kind != Report::Kind::window ? &result_.windows[report.window] : nullptr;
    switch (report.kind) {
      case Report::Kind::hello:
        break;
      case Report::Kind::device:
        if (result_.devices.size() >= kMaxThings) return false;
        result_.devices.emplace_back(report.name.data());
        break;
      case Report::Kind::window:
        if (result_.windows.size() >= kMaxThings) return false;
        answer(connections_[index], answer_to(report));
        result_.windows.push_back({.process = report.process});
        break;
      case Report::Kind::swapchain:
        *window = {.process = report.process,
                   .width = report.width,
                   .height = report.height,
                   .format = report.format,
                   .color_space = report.color_space,
                   .frames = window->frames,
                   .light = window->light,
                   .tools = report.tools,
                   .tools_words = report.name.data()};
        refuse(report, *window);
        break;
      case Report::Kind::counted:
        take_counts(report, file);
        break;
      case Report::Kind::lit:
        if (options_.take_light && is_wanted(report.window)) options_.take_light(report);
        break;
      case Report::Kind::problem:
        refuse(report, *window);
        break;
      case Report::Kind::metadata:
        window->light = report.light;
        break;
      case Report::Kind::picture:
        take_picture(report, file);
        answer(connections_[index], {.kind = Answer::Kind::written});
        break;
      case Report::Kind::present:
        window->frames = std::max(window->frames, report.frame + 1);
        is_done_ = is_done_ || have_all_ended();
        break;
    }
    return true;
  }

  /// To a window that is the next.
  Answer answer_to(const Report& report) const {
    Answer answer = {.kind = Answer::Kind::window, .window = std::uint32_t(result_.windows.size())};
    answer.is_wanted = is_wanted(answer.window) ? 1 : 0;
    const bool is_known = report.texels > layer::Texels::none && report.texels <= layer::Texels::rgba16f;
    if (configuration_.tools != 0 && answer.is_wanted != 0 && is_known)
      answer.encoding = encoding_of(report, options_.display);
    return answer;
  }

  bool have_all_ended() const {
    const std::optional<std::uint64_t> last = options_.end();
    for (std::uint32_t i = 0; last && i < result_.windows.size(); ++i) {
      if (is_wanted(i) && result_.windows[i].frames <= *last) return false;
    }
    return last.has_value();
  }

  bool is_wanted(std::uint32_t window) const { return !options_.window || *options_.window == window; }
  bool reaches_windows() const {
    return !options_.frames.empty() || options_.every != 0 || options_.on_signal || options_.sees_all() ||
           options_.overlay_views != 0;
  }

  /// As a picture.
  bool is_asked_for(std::uint64_t frame) const {
    return !options_.sees_all() || (options_.every != 0 && frame % options_.every == 0) ||
           std::binary_search(options_.frames.begin(), options_.frames.end(), frame);
  }

  void refuse(const Report& report, WindowSeen& window) {
    window.problem = words_of(report);
    if (window.problem.empty() || !is_wanted(report.window) || !reaches_windows()) return;
    result_.problem = "window " + std::to_string(report.window) + ": " + window.problem;
    result_.is_device_problem = report.problem == Problem::device_lost || report.problem == Problem::call ||
                                report.problem == Problem::memory || report.problem == Problem::no_overlay ||
                                report.problem == Problem::module;
  }

  void take_picture(const Report& report, const files::Descriptor& file) {
    const bool is_sound = report.width >= 1 && report.width <= layer::kMaxSide && report.height >= 1 &&
                          report.height <= layer::kMaxSide && report.texels > layer::Texels::none &&
                          report.texels <= layer::Texels::rgba16f && file;
    if (!is_sound) throw files::Error(options_.program.front(), "sent a frame that the layer doesn't make");
    const SharedTexels texels(file.number(),
                              std::size_t(report.width) * report.height * layer::texel_bytes(report.texels));
    const Frame frame = {.window = report.window,
                         .number = report.frame,
                         .width = report.width,
                         .height = report.height,
                         .texels = report.texels,
                         .color_space = report.color_space,
                         .is_opaque = report.is_opaque != 0,
                         .data = texels.bytes()};
    const std::uint32_t tools = result_.windows[report.window].tools;
    if (options_.measure && (tools & layer::kLightTool) == 0) options_.measure(frame);
    if (options_.flashes != nullptr && (tools & layer::kFlashTool) == 0) options_.flashes->add(frame);
    if (!is_asked_for(frame.number)) return;
    take_(frame);
    ++result_.frames_taken;
  }

  void take_counts(const Report& report, const files::Descriptor& file) {
    if (options_.flashes == nullptr || !is_wanted(report.window)) return;
    constexpr photopic::FlashCreateInfo kOfLayer;
    static_assert(kOfLayer.columns == flashes::kColumns && kOfLayer.rows == flashes::kRows);
    constexpr std::size_t kBytes = sizeof(std::uint32_t) * flashes::kColumns * flashes::kRows;
    const std::optional<SharedTexels> cells =
        file ? std::optional<SharedTexels>(std::in_place, file.number(), kBytes) : std::nullopt;
    options_.flashes->add(report, cells ? cells->bytes() : std::span<const std::byte>());
  }

  /// Ends what is left of the program, which may want to say goodbye.
  void end() {
    connections_.clear();  // no present waits for an answer any more
    if (!has_ended_) {
      program_->signal(SIGTERM);
      pollfd ended = {program_->descriptor(), POLLIN, 0};
      ::poll(&ended, 1, int(kTermS * 1000.0));
      program_->end();
    } else {
      result_.status = program_->end();
      if (result_.problem.empty() && !is_done_) judge_end();
    }
  }

  /// Of a program that ended by itself.
  void judge_end() {
    const std::string own = files::problem_of_status(*result_.status);
    const bool has_window = result_.windows.size() > options_.window.value_or(0);
    const bool waited = options_.end().has_value() || (options_.needs_window() && !has_window);
    const bool crashed = options_.asks() && WIFSIGNALED(*result_.status);
    if (waited || crashed) result_.problem = (own.empty() ? "ended" : own) + missing();
  }

  const RunOptions& options_;
  const std::function<void(const Frame&)>& take_;
  layer::Configuration configuration_;
  Listener listener_;
  std::optional<FrameSignal> signal_ = options_.on_signal ? std::optional<FrameSignal>(std::in_place) : std::nullopt;
  std::unique_ptr<files::ChildProcess> program_;
  std::vector<files::Descriptor> connections_;
  Clock::time_point begin_;
  bool is_connected_ = false, is_done_ = false, has_ended_ = false, has_hinted_ = false;
  RunResult result_;
};

}  // namespace

RunResult run_program(const RunOptions& options, const std::function<void(const Frame&)>& take) {
  return Run(options, take).run();
}

}  // namespace run
