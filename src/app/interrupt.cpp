// Signals, noted in a handler that touches atomics alone.
#include "interrupt.hpp"

#include <atomic>
#include <csignal>
#include <ctime>

namespace evodoku::app {
namespace {

// All that a signal handler may touch.
std::atomic<int> received{0};
std::atomic<long> received_ms{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free);

long clock_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void note_signal(int signal) {
    if (received == 0) {
        received_ms = clock_ms();
        received = signal;
    } else if (clock_ms() - received_ms >
               500) {  // timeout(1) sends every signal twice at once: that is still the first
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace

void watch_for_interrupt() {
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

int interrupt_signal() { return received; }

}  // namespace evodoku::app
