// The table of errors as text and as a page.
#include <fmt/format.h>

#include "errors/errors.hpp"

namespace evodoku::app {
namespace {

constexpr const char* page_head =
    R"(# Errors

Every error message with its cause and a remedy. The program prints this page itself (`evodoku help --errors`). It also
looks up a message that you paste:

```sh
evodoku help errors "unknown option '--sed'"
```

Words in braces stand for names and numbers, which differ from case to case. An error is one line on standard error. Bad
puzzles have a line each, after `FILE:LINE:`. Symptoms without an error message, and messages of `./run`, are in
[troubleshooting.md](troubleshooting.md).

| exit code | meaning |
|---|---|
)";

/// In a cell of a table.
std::string cell(std::string_view text, bool is_code) {
    std::string safe;
    for (const char letter : text) {
        if (letter == '|' || (!is_code && (letter == '*' || letter == '_' || letter == '<'))) safe += '\\';
        safe += letter;
    }
    return safe;
}

std::string as_text(const ErrorEntry& entry) {
    return fmt::format("{} (exit code {})\n  message: {}\n  cause:   {}\n  remedy:  {}\n", entry.name,
                       static_cast<int>(entry.code), entry.message, entry.cause, entry.remedy);
}

}  // namespace

std::span<const ExitCodeMeaning> exit_code_meanings() {
    static constexpr ExitCodeMeaning meanings[] = {
        {"0", "all puzzles solved"},
        {"1", "some puzzles not solved; for compare, something is slower"},
        {"2", "wrong usage, an invalid setting, a checkpoint that can't be used, or not enough memory"},
        {"3", "a malformed puzzle, or givens that conflict"},
        {"4", "no usable device, or a device failed"},
        {"5", "input or output failed; or the last checkpoint could not be written"},
        {"70", "internal error, please report; or bench found that devices disagree"},
        {"129, 130, 143", "ended by SIGHUP, Ctrl-C or SIGTERM; results so far are written"},
        {"141", "the reader of standard output closed it, as head does"},
    };
    return meanings;
}

std::string errors_text(std::string_view question) {
    std::string text;
    if (question.empty()) {
        for (const ErrorChapter& chapter : error_chapters()) {
            text += fmt::format("{}{}\n\n", text.empty() ? "" : "\n", chapter.title);
            for (const ErrorEntry& entry : chapter.entries) text += as_text(entry);
        }
        return text;
    }
    const std::vector<const ErrorEntry*> found = search_errors(question);
    if (found.empty()) {
        throw UsageError(
            fmt::format("no error has the message or the words '{}'; evodoku help errors lists all", question));
    }
    for (const ErrorEntry* entry : found) text += as_text(*entry);
    return text;
}

std::string errors_page() {
    std::string text = page_head;
    for (const ExitCodeMeaning& each : exit_code_meanings()) {
        text += fmt::format("| {} | {} |\n", each.codes, each.meaning);
    }
    for (const ErrorChapter& chapter : error_chapters()) {
        text += fmt::format("\n## {}\n\n| message | cause | remedy | exit code | name |\n|---|---|---|---|---|\n",
                            chapter.title);
        for (const ErrorEntry& entry : chapter.entries) {
            text += fmt::format("| `{}` | {} | {} | {} | {} |\n", cell(entry.message, true), cell(entry.cause, false),
                                cell(entry.remedy, false), static_cast<int>(entry.code), entry.name);
        }
    }
    return text;
}

}  // namespace evodoku::app
