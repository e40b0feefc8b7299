// Puzzles and other text from files, standard input and the command line; puzzles one at a time, so that a million need
// no more memory than ten. PuzzleStream reads them; PuzzleInput checks all of them before a search begins, and
// visit_puzzles() goes on behind errors, for filters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "saved_solve.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/setting.hpp"

namespace evodoku::app {

/// The name of a source in messages.
std::string name_of(const InputSource& source);

/// True if the word is a puzzle and not a file's name.
bool is_puzzle_text(const std::string& word);

/// The input for a word of the command line: - is standard input; otherwise a puzzle or a file.
InputSource input_source(const std::string& word);

/// The sources of a command line, in its order: words and --puzzle. Throws SettingError.
std::vector<InputSource> input_sources(const std::vector<Assignment>& arguments);

/// input_sources(), or standard input if there are none.
std::vector<InputSource> filter_sources(const std::vector<Assignment>& arguments);

/// How the sources are read.
void read_as(std::vector<InputSource>& sources, const io::ReadOptions& options);

/// A whole file as text, of at most 16 MB. Throws FileError, also for a pipe that has not ended by `until`.
std::string read_text_file(const std::string& name, Clock::time_point until = Clock::time_point::max());

/// Opens a source for one pass. Throws FileError, here or where it is read: "cannot read a.txt: Input/output error".
std::unique_ptr<std::istream> open_once(const InputSource& source);

/// The values of --part. Throws SettingError.
InputPart read_part(std::string_view label, std::string_view text);
std::string part_text(const InputPart& part);
/// Throws SettingError with `fault` where the part has none of so many things.
void require_some(const InputPart& part, std::uint64_t count, const std::string& fault);

/// If standard input is a terminal: prints that the program waits for puzzles.
void tell_if_waiting(const InputSource& source);

/// The errors of bad puzzles: the first are printed, the others counted.
class BadPuzzles {
public:
    void add(const io::ParseError& error);
    std::size_t count() const { return count_; }
    /// Prints how many others there are, and the last of them. Returns the exit code.
    int sum_up(const char* hint = " (evodoku check lists all)") const;

private:
    std::size_t count_ = 0;
    std::string last_;
};

/// The puzzles of sources one after another, for one pass. While some are taken, a thread reads the next ones of files.
class PuzzleStream {
public:
    PuzzleStream(std::vector<InputSource> sources, int order);

    /// Writes the next puzzle; false after the last. Throws FileError; ParseError for a bad puzzle, behind which it
    /// goes on.
    bool next(io::ReadPuzzle& job);
    /// Of the last source that was read.
    io::Remarks remarks() const;

private:
    struct Batch {
        std::vector<io::ReadPuzzle> puzzles = {};
        std::exception_ptr fault = {};  ///< behind them
        bool is_last = false;
    };
    bool read(io::ReadPuzzle& job);
    Batch read_some();

    std::vector<InputSource> sources_;
    int order_;
    bool are_files_;
    std::vector<std::shared_ptr<SourceReader>> readers_;  ///< kept for the names in puzzles
    Batch batch_;
    std::size_t taken_ = 0;  ///< of the batch
    std::future<Batch> ahead_;
};

/// The puzzles of an input, all of which are checked before the first one is taken. Files are read again each time.
class PuzzleInput {
public:
    /// Reads and checks everything, and prints the errors. `order`: of all puzzles. Throws FileError for a
    /// file that can't be read. `part`: only these puzzles are kept. Throws SettingError where there is none of them.
    explicit PuzzleInput(std::vector<InputSource> sources, int order = 3, InputPart part = {});

    /// Puzzles that are kept.
    std::size_t good() const { return good_; }
    const InputPart& part() const { return part_; }
    /// The checksum of all good puzzles in their order.
    std::uint64_t checksum() const { return checksum_.value(); }
    /// Puzzles that are malformed, or whose givens conflict.
    const BadPuzzles& bad() const { return bad_; }

    /// The columns that the rows of jobs have, where fields are kept.
    const KeptColumns& columns() const { return columns_; }

    /// Writes the next good puzzle, with its row as CSV in place of its fields; false after the last. Throws FileError
    /// if the input has changed.
    bool next(io::ReadPuzzle& job);
    void rewind();

private:
    static void check(const io::ReadPuzzle& job, const InputSource& source);

    int order_;
    InputPart part_;
    KeptColumns columns_;
    std::vector<InputSource> sources_;  ///< with names
    std::vector<std::uint64_t> ends_;   ///< good puzzles of all parts up to the end of each source
    std::size_t good_ = 0;
    Checksum checksum_;
    BadPuzzles bad_;
    std::unique_ptr<PuzzleStream> reader_;  ///< of the source that is read again
    std::size_t at_ = 0, given_ = 0;
    std::uint64_t read_ = 0;  ///< good puzzles of all parts
    std::optional<Checksum> checksum_again_;
};

using io::OnError;
using io::OnPuzzle;

/// Calls one of the two for everything in the sources, in order. Where a source has only errors, and many, the rest of
/// it is not read, which the last error says. On a terminal it prints that it waits for puzzles. Throws FileError.
void visit_puzzles(const std::vector<InputSource>& sources, int order, const OnPuzzle& on_puzzle,
                   const OnError& on_error);

/// Throws SettingError for an option that needs canonical forms of other boards.
void require_9x9(const char* option, int order);

/// The option --order; 0 stands for auto.
template <class Settings>
Setting<Settings> order_row(int Settings::*field, std::string group = "") {
    const auto read = [](std::string_view label, std::string_view text) {
        return text == "auto" ? 0 : read_order(label, text);
    };
    const auto write = [](int order) { return order == 0 ? "auto" : std::to_string(order); };
    return field_row<Settings>(
        {"order", std::move(group),
         "2 for 4 x 4, 4 for 16 x 16, 5 for 25 x 25, up to 7; auto = as the first input shows, else 3 (9 x 9)"},
        "N", field, read, write);
}

template <class Settings>
Setting<Settings> column_row(std::string Settings::*field, std::string group = "") {
    return text_row<Settings>(
        {"column", std::move(group), "the column of tables with the puzzles (default: by its name)"}, "NAME", field);
}
template <class Settings>
Setting<Settings> strict_row(bool Settings::*field, std::string group = "") {
    return flag_row<Settings>({"strict", std::move(group), "lines of text around puzzles are errors"}, field);
}

/// The order of all puzzles of an input: `wanted`, or if that is 0 what the first source shows. That source is then
/// open, so that a pipe need not be read again. A terminal shows none: 3. Throws FileError.
int order_of_input(std::vector<InputSource>& sources, int wanted);

/// The one puzzle of a word, which is it or the name of a file. `order`: 0 = as it shows.
Grid read_puzzle(const std::string& word, int order);

}  // namespace evodoku::app
