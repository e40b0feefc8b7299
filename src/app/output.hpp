// Output for people: messages on standard error, tables, terminals; files that a command writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text.hpp"
#include "io/characters.hpp"
#include "io/csv.hpp"

namespace evodoku::app {

/// `evodoku: TEXT` with the end of a line; control characters are made visible.
std::string message_line(std::string_view text);

/// Writes message_line() on standard error. A failure is ignored: messages are not results.
void say(std::string_view text);
inline void say_unless(bool quiet, std::string_view text) {
    if (!quiet) say(text);
}

/// Writes on standard output. Throws as flush_results() does.
void write_result(std::string_view text);

/// Flushes standard output. Throws FileError if that fails, or an earlier write failed.
void flush_results();

using io::aligned;
using io::counted;
using io::printable;

/// Quoted as one word of a shell; the name of a file is then none of an option.
std::string quoted(const std::string& word);
std::string quoted_file(const std::string& name);

/// A variable of the environment; empty if it is not set.
std::string_view environment(const char* name);

/// A terminal that supports control codes: TERM names one, and it is not "dumb".
bool is_terminal(int descriptor);

/// No terminal shows what is written there: a plain file, or /dev/null. A pipe may end at a terminal.
bool is_apart_from_terminals(int descriptor);

/// Whether something is wanted: where the terminal can show it, always, or never.
enum class When { automatic, always, never };

/// A file and what names it: "--history", or "an input".
struct FileUse {
    std::string label, path;
};

/// Throws SettingError if one of the written files is another, or one that is read: the same path, or the same file by
/// a link. Empty paths, - and devices such as /dev/null don't count.
void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read);

}  // namespace evodoku::app
