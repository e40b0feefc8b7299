// Runs the real program as a child process, with pipes or a terminal for its standard streams.
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <source_location>
#include <sstream>
#include <string>
#include <vector>

#include "app/temporary_files.hpp"
#include "evodoku/io/grid_text.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

using Words = std::vector<std::string>;

/// One call of the program. A call that takes longer than five minutes is killed.
struct Call {
    Words arguments = {};
    std::string input = {};  ///< for its standard input
    /// NAME=VALUE, besides what this process has; NO_COLOR, TERM and EVODOKU_... come only from here.
    Words environment = {};
    std::string error_file = {};    ///< takes its standard error in place of the pipe
    std::string signal_at = {};     ///< `signal` is sent once this is in its output,
    std::string signal_after = {};  ///< and this in what it says on standard error
    int signal = 0;
    std::string signal_again = {};  ///< and sent again, later, once this is there; until then no output is read
    std::string typed = {};         ///< typed on the terminal then, in place of a signal
    std::uint64_t file_size = 0;    ///< bytes that a file may grow to; 0 = any
    Words launcher = {};            ///< in front of the program: mpirun by its path, and its options
    std::uint64_t memory = 0;       ///< bytes of address space it may use; 0 = any
};

struct Finished {
    int code = 0;           ///< exit code; -n if signal n killed it
    std::string out;        ///< standard output
    std::string err;        ///< standard error
    std::string call = {};  ///< the program's arguments
};

Finished run(const Call& call);

/// With a terminal of 24 x 100 for all its streams: `input` is typed, output and errors are both in `out`.
Finished run_on_terminal(const Call& call);

inline Finished run(const Words& arguments, const std::string& input = "") {
    return run(Call{.arguments = arguments, .input = input});
}

/// The words of a text, separated by spaces.
inline Words split(const std::string& text) {
    std::istringstream words(text);
    return Words(std::istream_iterator<std::string>(words), {});
}

inline Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Starts the program without output and kills it as soon as `is_time`. True if it ended before.
bool kill_when(const Words& arguments, const std::function<bool()>& is_time);

/// `evodoku solve` on the CPU with a fixed seed, and `more`.
inline Words solve(const Words& more) { return with({"solve", "--device", "cpu", "--seed", "2"}, more); }

/// The plain genetic algorithm, independent of the defaults.
inline Words plain_solve(const Words& more) {
    return with(solve(split("--presolve singles --population 100000 --selection tournament --crossover uniform "
                            "--mutation swap --elite 5% --restart-after 25")),
                more);
}

/// A search that is over in milliseconds, and too small to solve a hard puzzle.
inline Words small_solve(const Words& more) { return with(plain_solve({"-p", "300", "-g", "12"}), more); }

/// A small search on boards of single cells.
inline Words small_cell_solve(const Words& more) {
    return with(
        small_solve({"--representation", "cell-board", "--crossover", "uniform:segment=row", "--mutation", "swap-row"}),
        more);
}

/// The fingerprint that ends a run's report; empty if there is none.
inline std::string fingerprint_in(const std::string& text) {
    const std::string before = "fingerprint ";
    const std::size_t at = text.rfind(before);
    return at == text.npos ? "" : text.substr(at + before.size(), 16);
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// True if a terminal would take some of it for more than text.
bool has_control_codes(const std::string& text);

std::vector<std::string> lines_of(const std::string& text);

/// Lines that are JSON.
inline std::vector<nlohmann::json> json_lines(const std::string& text) {
    std::vector<nlohmann::json> all;
    for (const std::string& line : lines_of(text)) all.push_back(nlohmann::json::parse(line));
    return all;
}

/// The fingerprints in results that are lines of JSON.
inline Words fingerprints_of(const Finished& finished) {
    Words fingerprints;
    for (const nlohmann::json& result : json_lines(finished.out)) fingerprints.push_back(result.at("fingerprint"));
    return fingerprints;
}

/// Results of `solve` or `experiment` with every time replaced: all else is the same in each run.
inline std::string without_times(const std::string& text) {
    const std::string json =
        std::regex_replace(text, std::regex(R"re("([a-z]+_)?seconds":[0-9.e+-]+)re"), "\"seconds\":?");
    return std::regex_replace(json, std::regex(R"(\([0-9.]+ s,)"), "(? s,");
}

/// The exit code of a finished call, and what is in its standard output and in its standard error.
Finished expect_ends(const Finished& finished, int code, const Words& in_out = {}, const Words& in_err = {},
                     const std::source_location& place = std::source_location::current());

/// A refused call: its exit code, nothing on standard output, and one line on standard error that contains `message`.
void expect_refused(const Call& call, int code, const std::string& message,
                    const std::source_location& place = std::source_location::current());

inline void expect_refused(const Words& words, int code, const std::string& message,
                           const std::source_location& place = std::source_location::current()) {
    expect_refused(Call{words}, code, message, place);
}

inline const std::string easy = io::to_line(easy_puzzle);
inline const std::string easy_answer = io::to_line(easy_solution);
inline const std::string hard = io::to_line(hard_puzzle);
inline const std::string impossible = io::to_line(impossible_puzzle);

}  // namespace evodoku::test
