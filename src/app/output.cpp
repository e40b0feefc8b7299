// Lines on standard error with control bytes made visible; terminals and names of files; signals, noted by handlers
// that use only atomics.
#include "output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "commands.hpp"

namespace evodoku::app {
namespace {

namespace fs = std::filesystem;

std::string message_line(std::string_view text) { return "evodoku: " + printable(text) + "\n"; }

bool is_same(const std::string& one, const std::string& other) {
    if (one.empty() || other.empty() || one == "-" || other == "-") return false;
    std::error_code error;
    if (fs::exists(one, error) && fs::exists(other, error)) {
        return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
    }
    return fs::weakly_canonical(fs::absolute(one, error), error) ==
           fs::weakly_canonical(fs::absolute(other, error), error);
}

void check_apart(const FileUse& written, const FileUse& other) {
    if (!is_same(written.path, other.path)) return;
    throw SettingError(fmt::format("{} and {} are one file, {}, which would be overwritten; name another one",
                                   written.label, other.label, written.path));
}

// All data of the signal handlers, which do nothing but note a signal and write the notice.
std::atomic<int> received{0};
std::atomic<long> received_ms{0};
std::atomic<View> view{View::none};
std::atomic<bool> notice_written{false}, checkpoint_requested{false};
std::string notice_line;  ///< set before the handler is
static_assert(std::atomic<long>::is_always_lock_free && std::atomic<View>::is_always_lock_free);

long clock_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// On a line of its own: a view stays where it is, above.
void write_notice() {
    if (notice_written.exchange(true)) return;
    const int error = errno;
    const std::size_t begin = view == View::shown ? 0 : 1;  // its first letter ends the last line of the view
    [[maybe_unused]] const ssize_t written =
        notice_line.empty() ? 0 : ::write(STDERR_FILENO, notice_line.data() + begin, notice_line.size() - begin);
    errno = error;
}

extern "C" void note_signal(int signal) {
    constexpr long same = 100;  // ms; timeout(1) sends every signal twice at once: both count as the first
    if (received == 0) {
        received_ms = clock_ms();
        received = signal;
        if (view != View::changing) write_notice();
    } else if (clock_ms() - received_ms > same) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

extern "C" void note_checkpoint_request(int) { checkpoint_requested = true; }

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

}  // namespace

void say(std::string_view text) { std::fputs(message_line(text).c_str(), stderr); }

void write_result(std::string_view text) {
    if (!(std::cout << text)) flush_results();
}

void flush_results() {
    if (std::cout) errno = 0;  // otherwise errno is the reason
    std::cout.flush();
    if (std::cout) return;
    if (errno == EPIPE) throw ClosedOutput();
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    throw FileError("cannot write to standard output" + reason);
}

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_terminal(int descriptor) {
    const std::string_view kind = environment("TERM");
    return isatty(descriptor) != 0 && !kind.empty() && kind != "dumb";
}

bool is_apart_from_terminals(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return false;
    return S_ISREG(status.st_mode) || (S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0);
}

void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read) {
    for (std::size_t k = 0; k < written.size(); ++k) {
        for (std::size_t other = 0; other < k; ++other) check_apart(written[other], written[k]);
        for (const FileUse& input : read) check_apart(written[k], input);
    }
}

std::string quoted(const std::string& word) {
    static constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

std::string quoted_file(const std::string& name) { return quoted(name.starts_with('-') ? "./" + name : name); }

void watch_for_interrupt(bool quiet, const std::string& checkpoint) {
    if (!quiet) {
        notice_line =
            "\n" + message_line(checkpoint.empty()
                                    ? "interrupted: ends with the results so far; a second signal ends it at once"
                                    : fmt::format("interrupted: ends with a checkpoint in {}; a second signal ends it "
                                                  "at once, without one",
                                                  checkpoint));
    }
    handle(SIGINT, note_signal);
    handle(SIGTERM, note_signal);
    std::signal(SIGUSR1, SIG_IGN);
    // nohup ignores it, and so it stays ignored.
    struct sigaction hangup {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) handle(SIGHUP, note_signal);
}

void watch_for_checkpoint_request() { handle(SIGUSR1, note_checkpoint_request); }

bool take_checkpoint_request() { return checkpoint_requested && checkpoint_requested.exchange(false); }

int interrupt_signal() { return received; }

bool note_view(View now) {
    view = now;
    if (received == 0) return true;
    if (now != View::changing) write_notice();
    return false;
}

}  // namespace evodoku::app
