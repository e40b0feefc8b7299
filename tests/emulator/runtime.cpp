// The emulated runtime's bookkeeping: settings, calls, injected failures, and what is left at the end.
#include "emulator/runtime.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <utility>

namespace evodoku::emulator {

thread_local cudaError_t last_error = cudaSuccess;

namespace {

const char* from_environment(const char* name) {
    const char* value = std::getenv((std::string("EVODOKU_EMULATOR_") + name).c_str());
    return value != nullptr && *value != '\0' ? value : nullptr;
}

/// "CALL:N" or "CALL:N:CODE"; a setting that can't be read would test nothing.
void read_call(const char* text, std::string& call, std::uint64_t& at, int* code) {
    const std::string all = text;
    const std::size_t first = all.find(':'), second = all.find(':', first + 1);
    if (first == std::string::npos || (code != nullptr) != (second != std::string::npos)) {
        unsupported("the setting '" + all + "': CALL:N[:CODE]");
    }
    call = all.substr(0, first);
    at = std::stoull(all.substr(first + 1));
    if (code != nullptr) *code = std::stoi(all.substr(second + 1));
}

DeviceSettings read_settings() {
    DeviceSettings settings;
    const auto number = [](const char* name, auto& into) {
        if (const char* value = from_environment(name))
            into = static_cast<std::decay_t<decltype(into)>>(std::stoull(value));
    };
    number("DEVICES", settings.devices);
    number("CAPABILITY", settings.compute_capability);
    number("MULTIPROCESSORS", settings.multiprocessors);
    number("LAZY", settings.lazy_streams);
    if (const char* value = from_environment("FAIL")) {
        read_call(value, settings.fail_call, settings.fail_at, &settings.fail_code);
    }
    if (const char* value = from_environment("SKIP")) read_call(value, settings.skip_call, settings.skip_at, nullptr);
    if (const char* value = from_environment("PTX")) settings.ptx_folder = value;
    if (const char* value = from_environment("CALLS")) settings.calls_file = value;
    if (const char* value = from_environment("COUNTS")) settings.counts_file = value;
    return settings;
}

/// Errors after which a device's context is of no more use.
bool breaks_the_device(cudaError_t code) {
    switch (code) {
        case cudaErrorIllegalAddress:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorIllegalInstruction:
        case cudaErrorHardwareStackError:
        case cudaErrorLaunchFailure:
        case cudaErrorLaunchTimeout:
        case cudaErrorAssert:
        case cudaErrorECCUncorrectable:
            return true;
        default:
            return false;
    }
}

/// At the end of the process: the calls, and what was not given back.
void report_at_exit() {
    if (const std::string& file = device_settings().calls_file; !file.empty()) {
        std::ofstream out(file);
        for (const auto& [name, count] : runtime_calls()) out << name << ' ' << count << '\n';
    }
    if (const std::string& file = device_settings().counts_file; !file.empty()) write_counts(file);
    if (const std::string left = leaks(); !left.empty()) {
        std::fprintf(stderr, "emulator: at the end of the process there are left: %s\n", left.c_str());
        std::fflush(nullptr);
        std::_Exit(leak_exit_code);
    }
}

}  // namespace

DeviceSettings& device_settings() {
    static DeviceSettings* const settings = new DeviceSettings(read_settings());  // wanted at the end of the process
    return *settings;
}

void unsupported(const std::string& what) {
    std::fprintf(stderr, "emulator: not supported: %s\n", what.c_str());
    std::abort();
}

Runtime& Runtime::the() {
    static Runtime* const runtime = [] {  // outlives all that may still give memory back
        std::atexit(report_at_exit);
        return new Runtime;
    }();
    return *runtime;
}

cudaError_t Runtime::result(cudaError_t code) {
    if (code != cudaSuccess) last_error = code;
    return code;
}

void Runtime::fail(cudaError_t code) {
    if (code != cudaSuccess && sticky == cudaSuccess) sticky = code;
}

void Runtime::fault(const Fault& fault) {
    if (fault.code == Fault::invalid_ptx) unsupported(fault.text);
    faults.push_back(fault.text);
    std::fprintf(stderr, "emulator: %s\n", fault.text.c_str());
    fail(static_cast<cudaError_t>(fault.code));
}

cudaError_t Runtime::injected(const char* name) {
    const std::uint64_t count = ++calls[name];
    const DeviceSettings& settings = device_settings();
    if (settings.fail_at != count || settings.fail_call != name) return cudaSuccess;
    const auto code = static_cast<cudaError_t>(settings.fail_code);
    if (breaks_the_device(code)) fail(code);
    return code;
}

bool Runtime::skipped(const char* name) const {
    const DeviceSettings& settings = device_settings();
    return settings.skip_call == name && calls.at(name) == settings.skip_at;
}

std::vector<std::string> faults() {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    return runtime.faults;
}

std::map<std::string, std::uint64_t> runtime_calls() {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    return runtime.calls;
}

std::string leaks() {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    std::string text;
    const auto add = [&](std::size_t count, const char* what) {
        if (count != 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
    };
    add(DeviceMemory::instance().allocations(), "allocations of device memory");
    add(runtime.pinned.size(), "allocations of pinned memory");
    add(runtime.streams.size(), "streams");
    add(runtime.events.size(), "events");
    add(runtime.graphs.size() + runtime.executable_graphs.size(), "graphs");
    return text;
}

}  // namespace evodoku::emulator

using evodoku::emulator::Runtime;

extern "C" {

cudaError_t CUDARTAPI cudaGetLastError() {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    if (const cudaError_t code = runtime.injected("cudaGetLastError"); code != cudaSuccess) return code;
    const cudaError_t code = std::exchange(evodoku::emulator::last_error, cudaSuccess);
    return runtime.sticky != cudaSuccess ? runtime.sticky : code;
}

cudaError_t CUDARTAPI cudaPeekAtLastError() {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    // An error that is seen here stays, and is seen again by the next call that looks.
    if (const cudaError_t code = runtime.injected("cudaPeekAtLastError"); code != cudaSuccess)
        return runtime.result(code);
    return runtime.sticky != cudaSuccess ? runtime.sticky : evodoku::emulator::last_error;
}

const char* CUDARTAPI cudaGetErrorName(cudaError_t code) {
    switch (code) {
#include "error_names.inc"  // of the toolkit that this was configured with
        default:
            return "unrecognized error code";
    }
}

// The real one's words are longer; "cudaErrorLaunchFailure" gives "LaunchFailure".
const char* CUDARTAPI cudaGetErrorString(cudaError_t code) {
    constexpr std::string_view prefix = "cudaError";
    const std::string_view name = cudaGetErrorName(code);
    return name.starts_with(prefix) ? name.data() + prefix.size() : name.data();
}

}  // extern "C"
