// Signals, noted by handlers that use only atomics.
#include "process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "output.hpp"

namespace evodoku::app {
namespace {

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
