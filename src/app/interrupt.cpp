#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace evodoku::app {
namespace {

std::atomic<int> received{0};
static_assert(std::atomic<int>::is_always_lock_free);  // all that a signal handler may touch

extern "C" void note_signal(int signal) {
    received = signal;
    std::signal(signal, SIG_DFL);
}

}  // namespace

void watch_for_interrupt() {
    std::signal(SIGINT, note_signal);
    std::signal(SIGTERM, note_signal);
}

int interrupt_signal() { return received; }

}  // namespace evodoku::app
