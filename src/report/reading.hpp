// Reads the files of a report. A file is known by its content, whatever its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "report/lines.hpp"
#include "report/material.hpp"

namespace evodoku::report {

/// A file that is not what a report is made of. The message names the file, the line, the fault and the remedy.
class ContentError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

class Reader {
public:
    /// Generations and boards are kept of the first `runs_shown` runs of each configuration.
    explicit Reader(std::size_t runs_shown) : runs_shown_(runs_shown) {}

    /// Adds a file. Throws ContentError; the material is then incomplete.
    void add(const std::string& name, std::istream& input);
    /// Everything read, in the order of configurations, puzzles and seeds: names are compared as text with numbers, and
    /// the configuration `first` comes before all others. Call it once, at the end. Throws std::invalid_argument if
    /// `first` is not empty and not the name of a configuration.
    Material take(const std::string& first = "");

private:
    /// A configuration by its name, its settings, or both; an empty one is not known.
    struct Label {
        std::string name, identity, label;
    };

    void add_history(const std::string& name, Lines& lines, history::FileFormat format);
    void add_results(const std::string& name, Lines& lines);
    void add_benchmark(const std::string& name, Lines& lines);
    void begin_file(const std::string& name, const history::Header& header);
    void take_line(const history::PuzzleLine& puzzle);
    void take_line(const history::GenerationLine& row);
    void take_line(const history::EventLine& event);
    void take_line(const history::ResultLine& result);
    RunTrace& run_of(const history::RunKey& key);
    std::string label_of(const std::string& name, const std::string& identity, const std::string& wanted);
    bool is_new(const experiment::Record& record);

    Material material_;
    std::size_t runs_shown_;
    history::Header header_;  ///< of the history that is read
    std::string label_;       ///< of its configuration
    std::vector<Label> labels_;
    std::map<std::string, std::size_t> shown_;                             ///< runs, by label
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> runs_;  ///< of the file, by seed and puzzle
    std::set<std::tuple<std::string, std::string, std::uint64_t>> seen_;   ///< label, puzzle, seed of a run
    std::size_t twice_ = 0;
};

}  // namespace evodoku::report
