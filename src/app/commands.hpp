// The subcommands, their options, their errors, and the exit codes: with what it includes, the header of a command.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "command_line.hpp"
#include "evodoku/engine/errors.hpp"
#include "files/written_file.hpp"

namespace evodoku::app {

std::span<const Command> all_commands();
/// Throws SettingError for a missing command, or a word that names none.
[[noreturn]] void refuse_command(const std::string& word);

/// evodoku --help: the commands, one per line.
std::string overview();

/// The text of src/app/help/NAME.txt: notes of a command, beginnings and ends of pages.
std::string help_file(std::string_view name);

enum ExitCode : int {
    all_solved = 0,
    some_not_solved = 1,   // within the budget, or there is no solution
    some_slower = 1,       // of `evodoku compare`
    nothing_measured = 1,  // of `evodoku bench`
    some_failed = 1,       // of `evodoku check-operator`
    some_in_doubt = 1,     // of `evodoku count`
    some_not_made = 1,     // of `evodoku generate`
    usage_error = 2,
    bad_puzzle = 3,  // malformed, or givens that conflict
    no_usable_device = 4,
    input_output_error = 5,
    wrong_answer = 6,   // of `evodoku check`: in the input
    defect = 70,        // an error in this program, such as a wrong solution rejected by the verifier
    interrupted = 128,  // plus the number of the signal: 129, 130, 143
};

/// Standard output is a pipe without a reader, as with `| head`: the program ends quietly.
class ClosedOutput : public std::exception {};

}  // namespace evodoku::app
