// What a test may ask of the emulated device, and what it may read afterwards. From the environment, or set by the
// test.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace evodoku::emulator {

/// Each can be set in the environment: EVODOKU_EMULATOR_LAZY=1, EVODOKU_EMULATOR_FAIL=... Settings of the interpreter
/// are in settings.hpp.
struct DeviceSettings {
    int devices = 1;              ///< DEVICES
    int compute_capability = 75;  ///< CAPABILITY: chooses among the PTX of a fat binary
    int multiprocessors = 1;      ///< MULTIPROCESSORS
    bool lazy_streams = false;    ///< LAZY: a stream does nothing until something waits for it
    std::string fail_call;        ///< FAIL=CALL:N:CODE: call number N of CALL, from 1, returns CODE
    std::uint64_t fail_at = 0;
    int fail_code = 0;
    std::string skip_call;  ///< SKIP=CALL:N: call number N of CALL says that it succeeded, and does nothing
    std::uint64_t skip_at = 0;
    std::string ptx_folder;   ///< PTX=FOLDER: kernels of its files *.ptx take the place of those in the program
    std::string calls_file;   ///< CALLS=FILE: written at the end of the process, "NAME COUNT" per line
    std::string counts_file;  ///< COUNTS=FILE: written at the end of the process: what every kernel executed
};

/// Read from the environment at first use. Changes hold from the next call on.
DeviceSettings& device_settings();

/// Forgets all modules, and parses them again at the next launch, each PTX text as `rewrite` returns it. Nothing may be
/// queued. For tests that put a defect into a kernel and see that it is noticed.
void reload_modules(std::function<std::string(const std::string& ptx)> rewrite = {});

/// The PTX of each object with kernels and of each architecture, as nvcc embedded it.
std::vector<std::string> embedded_ptx();

/// What kernels did wrong so far, one line each. The first also ends all that is done on the device.
std::vector<std::string> faults();

/// Calls of each entry point so far.
std::map<std::string, std::uint64_t> runtime_calls();

/// What was created or allocated and not given back, one line per kind; empty where nothing was.
std::string leaks();

/// Exit code of a process that ends with leaks on an emulated device; the report is on its standard error.
inline constexpr int leak_exit_code = 86;

}  // namespace evodoku::emulator
