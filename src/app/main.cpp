// The program: chooses the subcommand; turns whatever goes wrong into one line and an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <new>
#include <string>

#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/memory_error.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/solve.hpp"
#include "evodoku/io/parse_error.hpp"
#include "exit_codes.hpp"
#include "version.hpp"

namespace {

using namespace evodoku;
using namespace evodoku::app;

constexpr const char* overview =
    "evodoku - a genetic algorithm for Sudoku: whole populations on a CPU or a GPU, the same bytes on both\n"
    "\n"
    "  evodoku solve [FILE ...] [-]   solve puzzles from files, standard input or --puzzle\n"
    "  evodoku operators              the operators of the algorithm, with their knobs\n"
    "  evodoku info                   this build and the devices it finds\n"
    "\n"
    "  evodoku COMMAND --help         the options of a command\n"
    "  evodoku --version\n";

int dispatch(int argc, const char* const* argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "solve") return solve_command(argc - 1, argv + 1);
    if (command == "operators") return operators_command(argc - 1, argv + 1);
    if (command == "info") return info_command(argc - 1, argv + 1);
    if (command == "--version") {
        std::cout << "evodoku " << version << '\n';
        return all_solved;
    }
    if (command == "--help" || command == "-h" || command == "help") {
        std::cout << overview;
        return all_solved;
    }
    if (command.empty()) throw UsageError("a command is missing: solve, operators or info; see evodoku --help");
    throw UsageError(fmt::format("unknown command '{}'{}; see evodoku --help", command,
                                 suggestion(command, {"solve", "operators", "info", "--help", "--version"})));
}

int fail(const std::exception& error, ExitCode code) {
    std::fflush(stdout);
    fmt::print(stderr, "evodoku: {}\n", error.what());
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int code = dispatch(argc, argv);
        std::cout.flush();
        if (!std::cout) throw InputOutputError("cannot write to standard output");
        return code;
    } catch (const io::ParseError& error) {
        return fail(error, bad_puzzle);
    } catch (const DeviceError& error) {
        return fail(error, no_usable_device);
    } catch (const InputOutputError& error) {
        return fail(error, input_output_error);
    } catch (const MemoryError& error) {
        return fail(error, usage_error);
    } catch (const std::bad_alloc&) {
        return fail(std::runtime_error("out of memory; use a smaller --population"), usage_error);
    } catch (const VerificationError& error) {
        return fail(error, wrong_solution);
    } catch (const std::invalid_argument& error) {  // UsageError, SettingError
        return fail(error, usage_error);
    } catch (const std::runtime_error& error) {     // what is left comes from a device
        return fail(error, no_usable_device);
    }
}
