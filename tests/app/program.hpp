// Runs the real program as a child process, with pipes or a terminal for its standard streams.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "evodoku/io/grid_text.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

using Words = std::vector<std::string>;

/// One call of the program. A call that takes longer than five minutes is killed.
struct Call {
    Words arguments = {};
    std::string input = {};  ///< for its standard input
    Words environment =
        {};  ///< NAME=VALUE, besides what this process has; NO_COLOR, TERM and EVODOKU_... come only from here
    std::string input_file = {};    ///< is its standard input in place of the pipe
    std::string output_file = {};   ///< takes its standard output in place of the pipe
    std::string error_file = {};    ///< takes its standard error in place of the pipe
    bool closed_output = false;     ///< its standard output has no reader
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
    int code = 0;     ///< exit code; -n if signal n killed it
    std::string out;  ///< standard output
    std::string err;  ///< standard error
};

Finished run(const Call& call);

/// With a terminal of 24 x 100 for all its streams: `input` is typed, output and errors are both in `out`.
Finished run_on_terminal(const Call& call);

inline Finished run(const Words& arguments, const std::string& input = "") {
    return run(Call{.arguments = arguments, .input = input});
}

/// Starts the program without output and kills it as soon as `is_time`. True if it ended before.
bool kill_when(const Words& arguments, const std::function<bool()>& is_time);

/// `evodoku solve` on the CPU with a fixed seed, and `more`.
inline Words solve(const Words& more) {
    Words words = {"solve", "--device", "cpu", "--seed", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// The plain genetic algorithm, independent of the defaults.
inline Words plain_solve(const Words& more) {
    Words words = solve({"--presolve", "singles", "--population", "100000", "--selection", "tournament", "--crossover",
                         "uniform", "--mutation", "swap", "--elite", "5%", "--restart-after", "25"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// A search that is over in milliseconds, and too small to solve a hard puzzle.
inline Words small_solve(const Words& more) {
    Words words = plain_solve({"-p", "300", "-g", "12"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// The same on boards of single cells.
inline Words small_cell_solve(const Words& more) {
    Words words =
        small_solve({"--representation", "cell-board", "--crossover", "uniform:segment=row", "--mutation", "swap-row"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// The fingerprint that ends a run's report; empty if there is none.
inline std::string fingerprint_in(const std::string& text) {
    const std::string before = "fingerprint ";
    const std::size_t at = text.rfind(before);
    return at == text.npos ? "" : text.substr(at + before.size(), 16);
}

inline Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// True if a terminal would take some of it for more than text.
bool has_control_codes(const std::string& text);

std::vector<std::string> lines_of(const std::string& text);

inline const std::string easy = io::to_line(easy_puzzle);
inline const std::string easy_answer = io::to_line(easy_solution);
inline const std::string hard = io::to_line(hard_puzzle);
inline const std::string impossible = io::to_line(impossible_puzzle);

}  // namespace evodoku::test
