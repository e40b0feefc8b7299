// A report: reads histories, results of experiments and benchmarks, each known by its content; and makes one page of
// HTML that needs no network: texts, tables, and the data that its script draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/result.hpp"
#include "experiment/experiment.hpp"
#include "history/history.hpp"

namespace evodoku::report {

/// A sequence of any length in bounded memory: all values up to `limit`; beyond it every second, then every fourth, and
/// so on. Always the first and the last.
template <class Value>
class Thinned {
public:
    explicit Thinned(std::size_t limit) : limit_(limit) {}

    void add(Value value) {
        if (count_++ % step_ == 0) kept_.push_back(value);
        last_ = std::move(value);
        if (kept_.size() <= limit_) return;
        std::size_t index = 0;
        std::erase_if(kept_, [&](const Value&) { return index++ % 2 != 0; });
        step_ *= 2;
    }

    std::vector<Value> values() const {
        std::vector<Value> all = kept_;
        if (count_ != 0 && (count_ - 1) % step_ != 0) all.push_back(*last_);
        return all;
    }
    /// Values given, kept or not.
    std::size_t count() const { return count_; }

private:
    std::size_t limit_, count_ = 0, step_ = 1;
    std::vector<Value> kept_;
    std::optional<Value> last_;
};

struct IslandTrace {
    static constexpr std::size_t max_rows = 400;

    std::vector<experiment::Spent> steps;                 ///< better boards; what was spent is not known
    Thinned<experiment::Spent> spent{max_rows};           ///< by generation
    Thinned<history::Line> rows{max_rows};                ///< empty if the run is not shown by itself
    std::optional<history::Line> best;                    ///< of all rows: the last of lowest cost
    std::map<std::string, Thinned<std::uint32_t>> marks;  ///< generations of migrations and restarts, by event
    std::optional<std::uint32_t> last_generation;
    double last_seconds = 0;
};

/// One run of a history: a puzzle with a seed.
struct RunTrace {
    experiment::Record record;  ///< all that identifies it; status "running" without a result, else also "not begun"
    std::uint32_t puzzle_index = 0;  ///< in the input, by which two runs of one puzzle differ
    double begin_seconds = 0;
    bool shown = false;  ///< its rows are kept
    std::map<std::uint32_t, IslandTrace> islands;
};

struct Benchmark {
    std::string name;  ///< of its file, without folder and ending
    bench::Result result;
};

struct FileFacts {
    std::string name, kind;
    std::vector<std::pair<std::string, std::string>> facts;
};

struct Material {
    std::vector<FileFacts> files;
    std::vector<RunTrace> traces;
    /// Every run, from histories and from results of experiments, each once. A configuration's name is unique here.
    std::vector<experiment::Record> runs;
    std::vector<Benchmark> benchmarks;
    std::vector<std::string> notes;  ///< what was left out, a sentence each
};

class Lines;

class Reader {
public:
    /// Generations and boards are kept of the first `runs_shown` runs of each configuration on each of four puzzles.
    explicit Reader(std::size_t runs_shown) : runs_shown_(runs_shown) {}

    /// Adds a file. Throws FileError, with the line and the remedy, for one that a report is not made of; the material
    /// is then incomplete.
    void add(const std::string& name, std::istream& input);
    /// Everything read, in the order of configurations, puzzles and seeds: that of the plan where the files tell it,
    /// else by name, as text with numbers. The configuration `first` comes before all others. Call it once, at the end.
    /// Throws std::invalid_argument if `first` is not empty and not the name of a configuration.
    Material take(const std::string& first = "");

private:
    /// A configuration by its name, its settings, or both; an empty one is not known.
    struct Label {
        std::string name, identity, label;
    };

    void add_history(const std::string& name, Lines& lines);
    void add_results(const std::string& name, Lines& lines);
    void add_benchmark(const std::string& name, Lines& lines);
    void leave_out(const std::string& name, const Lines& lines, const std::string& expected);
    void begin_file(const std::string& name, const history::Header& header);
    void add_line(const history::Line& line);
    RunTrace& trace_of(const history::Line& line);
    std::string label_of(const std::string& name, const std::string& identity, const std::string& wanted);

    Material material_;
    std::size_t runs_shown_;
    history::Header header_;  ///< of the history that is read
    std::string label_;       ///< of its configuration
    std::vector<Label> labels_;
    std::map<std::pair<std::string, std::string>, std::size_t> shown_;       ///< runs, by label and puzzle
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> traces_;  ///< of the file, by seed and puzzle
};

/// One page; its script shows the sections that the material has. `made_by`: the program, its version and commit.
/// Texts may hold anything: they are escaped.
std::string to_html(const Material& material, std::string_view title, std::string_view made_by);

}  // namespace evodoku::report
