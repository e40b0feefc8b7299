// What is built in: `evodoku presets` and `operators`, and `check-operator`, which asks of the operators of a shared
// object what this project asks of its own; `info`: how the program was built, and the devices of this machine.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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
#include "commit.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "io/json.hpp"
#include "operators/catalogue.hpp"
#include "ranks/ranks.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// When to use each operator of a kind, below its name. The measurements are in docs/notes/heat-bath.md and
/// docs/notes/reproductions.md.
std::string advice_on(const std::string& kind) {
    const std::string advice = help_file("advice");
    const std::size_t begin = advice.find(kind + "\n  ");
    return advice.substr(begin, advice.find("\n\n", begin) + 2 - begin);
}

/// All, or those that the words of the command name.
std::vector<OperatorInfo> chosen_operators(const std::vector<std::string>& words) {
    if (words.size() > 1) throw SettingError(fmt::format("operators: unexpected '{}'; it takes one name", words[1]));
    std::vector<OperatorInfo> chosen;
    std::vector<std::string> names;
    for (const OperatorKind kind : every_operator_kind) {
        for (const OperatorInfo& op : catalogue(kind)) {
            names.insert(names.end(), {to_text(kind), std::string(op.name)});
            if (words.empty() || words.front() == op.name || words.front() == to_text(kind)) chosen.push_back(op);
        }
    }
    if (!chosen.empty()) return chosen;
    throw SettingError(
        fmt::format("operators: '{}' is neither an operator nor a kind of operators{}; evodoku operators lists all",
                    words.front(), suggestion(words.front(), names)));
}

bool has_cuda() { return cuda_build != std::string_view("no"); }

std::string json_info() {
    io::Record info;
    info.put("version", version);
    info.put("commit", commit);
    info.put("compiler", compiler);
    info.put("build_type", build_type);
    info.put("instruction_set", instruction_set);
    info.put("sanitizers", sanitizers);
    info.put("cuda", has_cuda());
    info.put("cuda_build", has_cuda() ? std::optional<std::string>(cuda_build) : std::nullopt);
    info.put("mpi", has_mpi());
    info.put("mpi_version", has_mpi() ? std::optional(mpi_version()) : std::nullopt);
    const UsableDevices usable = usable_devices();
    std::vector<std::string> devices, notes;
    for (const Device& device : usable.devices) {
        io::Record item;
        item.put("device", to_text(device));
        for (const DeviceFact& fact : facts_of(device)) item.put(fact.key, fact.value);
        devices.push_back(item.on_one_line());
    }
    for (const std::string& note : usable.notes) notes.push_back(io::json_of(note));
    info.put_json("devices", io::json_list(devices, "  "));
    info.put_json("notes", io::json_list(notes, "  "));
    return info.on_lines("") + "\n";
}

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

std::vector<Option> presets_options() { return {}; }

int run_presets(const std::string&, const CommandLine& line) {
    const std::vector<std::string>& words = line.words;
    if (!words.empty() && words.front() != "show") {
        throw SettingError(fmt::format("presets: unexpected '{0}'; presets show {0} prints one", words.front()));
    }
    if (words.size() == 1)
        throw SettingError("presets show: the name of a preset is missing; evodoku presets lists them");
    if (words.size() > 2) throw SettingError(fmt::format("presets show: unexpected '{}'; it takes one name", words[2]));
    if (words.size() == 2) {
        std::cout << find_preset("presets show", words[1]).text;
        return all_solved;
    }
    const std::size_t width = std::ranges::max(preset_names(), {}, &std::string::size).size();
    for (const Preset& preset : presets()) {
        std::cout << fmt::format("{:<{}}  {}\n", preset.name, width, preset.summary());
    }
    return all_solved;
}

std::vector<Option> operators_options() {
    return {{{"json", "", "print JSON"}}, {{"operators", "", "also those of your own, from FILE.so"}, "FILE"}};
}

int run_operators(const std::string&, const CommandLine& line) {
    std::vector<std::string> objects;
    std::string kind, text;
    for (const OperatorInfo& op : chosen_operators(line.words)) {
        objects.push_back(to_json(op));
        if (to_text(op.kind) != kind)
            text += fmt::format("{}{}", kind.empty() ? "" : "\n", advice_on(to_text(op.kind)));
        kind = to_text(op.kind);
        // The list names boards only if an operator does not support all of them.
        const std::vector<std::string> boards = boards_of(op);
        text += fmt::format("  {:<26}{}{}\n", op.name, op.help, boards.size() == 1 ? " [" + boards.front() + "]" : "");
        for (std::size_t position = 0; const ParameterInfo& parameter : op.parameters()) {
            text += fmt::format("    {:<24}{} ({}; default {})\n", parameter.name, parameter.help, range_of(parameter),
                                value_to_text(parameter, op.defaults[position++]));
        }
    }
    if (line.is_on("json"))
        text = io::json_list(objects, "") + "\n";
    else
        text += help_file("operators-end");
    std::cout << text;  // at once, so that a write that fails is the last
    return all_solved;
}

std::vector<Option> info_options() { return {{{"json", "", "print JSON"}}}; }

int run_info(const std::string&, const CommandLine& line) {
    if (line.is_on("json")) {
        std::cout << json_info();
        return all_solved;
    }
    std::cout << fmt::format("evodoku {}\n", version)
              << fmt::format("built: {}, {}, instruction set {}{}{}\n", compiler, build_type, instruction_set,
                             *sanitizers != '\0' ? ", sanitizers " : "", sanitizers)
              << fmt::format("CUDA: {}\n", cuda_build);
    if (has_cuda()) {
        std::cout << "CUDA code: executed on an emulator in every CI run; never yet on a GPU\n";
    }
    std::cout << fmt::format("MPI: {}\n", mpi_version());
    const DeviceList devices = describe_devices();
    for (const std::string& text : devices.lines) std::cout << text << '\n';
    return devices.all_usable ? all_solved : no_usable_device;
}

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
