// The program: chooses the subcommand; turns whatever goes wrong into one line and an exit code.
#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>

#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/memory_error.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/io/parse_error.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "version.hpp"

namespace {

using namespace evodoku;
using namespace evodoku::app;

constexpr const char* overview =
    "evodoku - a genetic algorithm for Sudoku: whole populations on a CPU or a GPU, the same bytes on both\n"
    "\n"
    "  evodoku solve [FILE ...] [-]   solve puzzles from files, standard input or --puzzle\n"
    "  evodoku experiment PLAN.toml   puzzles x configurations x seeds, with a table of statistics\n"
    "  evodoku presets [show NAME]    the configurations that come with the program\n"
    "  evodoku operators              the operators of the algorithm, with their knobs\n"
    "  evodoku bench                  how fast the devices of this machine are, verified first\n"
    "  evodoku compare A.json B.json  two results of the benchmark: faster, slower or the same\n"
    "  evodoku info                   this build and the devices it finds\n"
    "\n"
    "  evodoku COMMAND --help         the options of a command\n"
    "  evodoku --version\n";

[[noreturn]] void refuse(const std::string& command) {
    if (command.empty())
        throw UsageError(
            "a command is missing: solve, experiment, presets, operators, bench, compare or info; see evodoku --help");
    std::string advice = suggestion(
        command, {"solve", "experiment", "presets", "operators", "bench", "compare", "info", "--help", "--version"});
    std::error_code ignored;
    if (command == "-" || std::filesystem::exists(command, ignored)) {
        advice = fmt::format(" (did you mean evodoku solve {}?)", command);
    }
    throw UsageError(fmt::format("unknown command '{}'{}; see evodoku --help", command, advice));
}

int dispatch(int argc, const char* const* argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "solve") return solve_command(argv[0], argc - 1, argv + 1);
    if (command == "experiment") return experiment_command(argc - 1, argv + 1);
    if (command == "presets") return presets_command(argc - 1, argv + 1);
    if (command == "operators") return operators_command(argc - 1, argv + 1);
    if (command == "bench") return bench_command(argc - 1, argv + 1);
    if (command == "compare") return compare_command(argc - 1, argv + 1);
    if (command == "info") return info_command(argc - 1, argv + 1);
    if (command == "help" && argc > 2) {
        const char* const question[] = {argv[0], argv[2], "--help"};
        return dispatch(3, question);
    }
    if (command != "--version" && command != "--help" && command != "-h" && command != "help") refuse(command);
    std::cout << (command == "--version" ? fmt::format("evodoku {}\n", version) : overview);
    return all_solved;
}

int fail(const std::string& error, ExitCode code) {
    std::cout.flush();  // the results so far, before the reason why there are no more
    say(error);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // whoever stops reading is an error of output like any other
    try {
        const int code = dispatch(argc, argv);
        flush_results();
        return code;
    } catch (const io::ParseError& error) {
        return fail(error.what(), bad_puzzle);
    } catch (const DeviceError& error) {
        return fail(error.what(), no_usable_device);
    } catch (const InputOutputError& error) {
        return fail(error.what(), input_output_error);
    } catch (const MemoryError& error) {
        return fail(error.what(), error.on_gpu ? no_usable_device : usage_error);
    } catch (const std::bad_alloc&) {
        return fail("out of memory; use a smaller --population", usage_error);
    } catch (const std::invalid_argument& error) {  // UsageError, SettingError
        return fail(error.what(), usage_error);
    } catch (const std::exception& error) {  // VerificationError, and what nobody thought of
        return fail(fmt::format("a defect of this program: {}", error.what()), defect);
    }
}
