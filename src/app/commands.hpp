// The subcommands, their options, their errors, and the program's exit codes.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "files/written_file.hpp"

namespace evodoku::app {

struct Command {
    std::string_view name, words, summary;
    /// Without name, words and summary, which info_of() adds.
    CommandInfo (*info)();
    /// `program`: as it was called, for the command that replays a run. Returns an exit code.
    int (*run)(const std::string& program, const CommandLine& line);
};

std::span<const Command> all_commands();
CommandInfo info_of(const Command& command);
/// Throws UsageError for a missing command, or a word that names none.
[[noreturn]] void refuse_command(const std::string& word);

inline constexpr std::string_view purpose =
    "a genetic algorithm for Sudoku: whole populations on a CPU or a GPU, the same bytes on both";

/// evodoku --help: the commands, one per line.
std::string overview();

/// For the scripts of evodoku help --completion: what the last of the words after `evodoku` may become, one per line
/// with a tab and its help; or <files> for any file.
std::string completions(std::vector<std::string> words);

// Each command has two functions: its options, and its action. src/app/commands.cpp lists them with their names.

CommandInfo solve_info();
int run_solve(const std::string& program, const CommandLine& line);
CommandInfo check_info();
int run_check(const std::string& program, const CommandLine& line);
CommandInfo convert_info();
int run_convert(const std::string& program, const CommandLine& line);
CommandInfo generate_info();
int run_generate(const std::string& program, const CommandLine& line);
CommandInfo experiment_info();
int run_experiment(const std::string& program, const CommandLine& line);
CommandInfo presets_info();
int run_presets(const std::string& program, const CommandLine& line);
CommandInfo operators_info();
int run_operators(const std::string& program, const CommandLine& line);
CommandInfo bench_info();
int run_bench(const std::string& program, const CommandLine& line);
CommandInfo compare_info();
int run_compare(const std::string& program, const CommandLine& line);
CommandInfo report_info();
int run_report(const std::string& program, const CommandLine& line);
CommandInfo info_info();
int run_info(const std::string& program, const CommandLine& line);
CommandInfo help_info();
int run_help(const std::string& program, const CommandLine& line);

enum ExitCode : int {
    all_solved = 0,
    some_not_solved = 1,  // within the budget, or there is no solution
    some_slower = 1,      // of `evodoku compare`
    usage_error = 2,
    bad_puzzle = 3,  // malformed, or givens that conflict
    no_usable_device = 4,
    input_output_error = 5,
    defect = 70,        // an error in this program, such as a wrong solution rejected by the verifier
    interrupted = 128,  // plus the number of the signal: 129, 130, 143
};

/// An invalid command line.
class UsageError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// A file that can't be read or written.
using InputOutputError = FileError;

/// Standard output is a pipe without a reader, as with `| head`: the program ends quietly.
class ClosedOutput : public std::exception {};

}  // namespace evodoku::app
