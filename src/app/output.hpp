// Output for people: messages on standard error, tables, terminals; files that a command writes; and the signals that
// end the program, with their notice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text.hpp"
#include "io/characters.hpp"
#include "io/csv.hpp"

namespace evodoku::app {

/// Writes `evodoku: TEXT` as a line on standard error, control characters made visible. A failure is ignored: messages
/// are not results.
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

/// From now on SIGINT, SIGTERM and SIGHUP are recorded. The run ends at its next synchronisation, with its results so
/// far or with a checkpoint in that file; a second signal ends the program at once, from 0.1 s after the first. SIGUSR1
/// is ignored: there is no checkpoint to write. The first signal says all that on standard error, unless `quiet`.
void watch_for_interrupt(bool quiet, const std::string& checkpoint = "");

/// From now on SIGUSR1 requests a checkpoint.
void watch_for_checkpoint_request();

/// True once for each request.
bool take_checkpoint_request();

/// The signal that came, or 0.
int interrupt_signal();

/// A live view on the terminal, which the thread that calls note_view() draws and erases.
enum class View { none, changing, shown };

/// Says what there is now. The notice of a signal never comes while the view is changing, and goes below it. Returns
/// false if a signal has come: nothing is drawn after its notice.
bool note_view(View now);

}  // namespace evodoku::app
