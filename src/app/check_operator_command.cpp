// `evodoku check-operator`: what this project asks of its own operators, asked of those of a shared object.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <utility>

#include "bench/operator_check.hpp"
#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "operators/loaded.hpp"

namespace evodoku::app {
namespace {

// What the process prints when an operator ends it. Both are set before anything is tried.
std::string tried, late;

extern "C" void report_end(int signal) {
    static std::atomic_flag has_ended;
    while (has_ended.test_and_set()) pause();  // another thread prints it
    constexpr std::pair<int, const char*> crashes[] = {{SIGSEGV, "crashed (Segmentation fault)"},
                                                       {SIGBUS, "crashed (Bus error)"},
                                                       {SIGFPE, "crashed (Floating point exception)"},
                                                       {SIGILL, "crashed (Illegal instruction)"},
                                                       {SIGABRT, "crashed (Aborted)"}};
    const char* how = signal == SIGALRM ? late.c_str() : "ended the process";
    for (const auto& [number, text] : crashes) how = signal == number ? text : how;
    for (const char* part : {"  FAILED  ", tried.c_str(), ": ", how, "\n"})
        if (::write(STDOUT_FILENO, part, std::strlen(part)) < 0) break;
    _exit(some_failed);
}

/// From now on an operator that crashes, ends the process or never ends is a fault with a message.
void report_ends(std::chrono::seconds limit) {
    late = fmt::format("did not end within {} s", limit.count());
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, report_end);
    std::atexit([] {
        if (!tried.empty()) report_end(0);
    });
}

/// True if it keeps everything; prints what it finds, up to the first kind of board with a fault.
bool check(const OperatorInfo& info) {
    const std::vector<Device> devices = usable_devices().devices;
    std::cout << fmt::format("{} {} of {}\n", to_text(info.kind), info.name, info.loaded->object);
    for (const KindOfBoard& kind : kinds_of_board) {
        if (!info.supports(kind.flag)) continue;
        const bool has_gpu_code =
            !has_steps(info.kind) || info.loaded->step_for(StepDevice::cuda, kind.flag) != nullptr;
        const std::optional<Device> gpu = has_gpu_code && devices.size() > 1 ? std::optional(devices[1]) : std::nullopt;
        const std::vector<ParameterValues> all = values_to_try(info, kind.flag);
        bool is_right = true;
        for (const ParameterValues& values : all) {
            const AnyOperator op{&info, values};
            std::cout << std::flush;
            tried = fmt::format("{} ({})", to_text(op), kind.name);
            const std::string fault = bench::fault_of(op, kind, gpu);
            tried.clear();
            if (fault.empty()) continue;
            std::cout << fmt::format("  FAILED  {}: {}\n", to_text(op), fault);
            is_right = false;
        }
        if (!is_right) return false;
        std::cout << fmt::format("  ok      {}: {} of parameters, the same bytes in 7 orders of work{}\n", kind.name,
                                 io::counted(all.size(), "choice"),
                                 gpu ? fmt::format(" and on {}", to_text(*gpu)) : "");
    }
    return true;
}

}  // namespace

std::vector<Option> check_operator_options() {
    return {{{"timeout", "", "time for the checks of one operator (default: 5m)"}, "TIME"}};
}

int run_check_operator(const std::string&, const CommandLine& line) {
    if (line.words.empty())
        throw SettingError("check-operator: the shared object is missing; see evodoku check-operator --help");
    if (line.words.size() > 2)
        throw SettingError(fmt::format("check-operator: unexpected '{}'; it takes a file and a name", line.words[2]));
    const Assignment* const limit = last(line.arguments, "timeout");
    const auto time = limit == nullptr ? std::chrono::minutes(5)
                                       : std::chrono::ceil<std::chrono::seconds>(read_time(limit->label, limit->text));
    const std::string object = load_operators("check-operator", line.words[0]);
    const std::string file = object.substr(0, object.rfind('#')), name = line.words.size() == 2 ? line.words[1] : "";
    std::vector<std::string> names;
    std::size_t checked = 0, failed = 0;
    report_ends(time);
    for (const OperatorKind kind : every_operator_kind) {
        for (const OperatorInfo& info : catalogue(kind)) {
            if (info.loaded == nullptr || info.loaded->object != file) continue;
            names.emplace_back(info.name);
            if (!name.empty() && info.name != name) continue;
            ++checked;
            alarm(static_cast<unsigned>(time.count()));
            failed += !check(info);
        }
    }
    if (checked == 0)
        throw SettingError(fmt::format("check-operator: '{}' is not an operator of {}{}; it has: {}", name, file,
                                       suggestion(name, names), fmt::join(names, ", ")));
    return failed == 0 ? all_solved : some_failed;
}

}  // namespace evodoku::app
