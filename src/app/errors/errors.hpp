// The table of errors: every message of the program with its cause and a remedy. docs/errors.md and `evodoku help
// errors` are made from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"

namespace evodoku::app {

struct ErrorEntry {
    std::string_view name;     ///< "unknown-option": unique, in lower case
    std::string_view message;  ///< "unknown option '{option}'": words in braces stand for any text
    ExitCode code;
    std::string_view cause, remedy;
};

struct ErrorChapter {
    std::string_view title;
    std::span<const ErrorEntry> entries;
};

/// In the order of the page.
std::span<const ErrorChapter> error_chapters();

/// True if the message has the texts of the entry in their order. Text before and after them does not matter.
bool matches(const ErrorEntry& entry, std::string_view message);

/// The entry that has most letters in common with a message, of those that match; null where none does.
const ErrorEntry* find_error(std::string_view message);

/// Entries for a question: the one with this name, else the one of this message, else all with these words.
std::vector<const ErrorEntry*> search_errors(std::string_view question);

/// `evodoku help errors [QUESTION]`. Throws UsageError where nothing is found.
std::string errors_text(std::string_view question);

/// docs/errors.md.
std::string errors_page();

struct ExitCodeMeaning {
    std::string_view codes, meaning;
};

/// What each exit code means, for the pages.
std::span<const ExitCodeMeaning> exit_code_meanings();

// The chapters, each in its own file.
std::span<const ErrorEntry> command_line_errors();
std::span<const ErrorEntry> setting_errors();
std::span<const ErrorEntry> operator_errors();
std::span<const ErrorEntry> puzzle_errors();
std::span<const ErrorEntry> puzzle_file_errors();
std::span<const ErrorEntry> file_errors();
std::span<const ErrorEntry> checkpoint_errors();
std::span<const ErrorEntry> experiment_errors();
std::span<const ErrorEntry> benchmark_errors();
std::span<const ErrorEntry> report_errors();
std::span<const ErrorEntry> device_errors();
std::span<const ErrorEntry> rank_errors();
std::span<const ErrorEntry> internal_errors();

}  // namespace evodoku::app
