// `evodoku evaluate`: scores boards of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>

#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "io/json.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::app {
namespace {

struct EvaluateSettings {
    std::string puzzle, cost = "row-column", operators, device = "auto";
    std::uint32_t threads = 0;
    bool json = false, conflicts = false;
    int order = 0;
};

SettingTable<EvaluateSettings> evaluate_settings() {
    using S = EvaluateSettings;
    std::vector<std::string> costs;
    for (const OperatorInfo& info : catalogue(OperatorKind::cost)) costs.emplace_back(info.name);
    return {text_row<S>({"puzzle", "", "the givens that a solution keeps: a puzzle, or a file with one", 'p'}, "PUZZLE",
                        &S::puzzle),
            operators_row<S>("", &S::operators),
            text_row<S>({"cost", "", "how boards are scored; see evodoku operators cost"}, "OP", &S::cost, costs),
            choice_row<S>({"format", "", "csv or jsonl"}, "FORMAT", &S::json, {{"csv", false}, {"jsonl", true}}),
            flag_row<S>({"conflicts", "", "also the conflicts of each cell"}, &S::conflicts),
            text_row<S>({"device", "", "auto, cpu, cuda or cuda:N; auto = a GPU if there is one", 'd'}, "DEVICE",
                        &S::device, {"auto", "cpu", "cuda"}),
            count_row<S>({"threads", "", "CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024),
            order_row<S>(&S::order)};
}

/// A puzzle, or a file with one. `order`: 0 = as it shows.
Grid read_puzzle(const std::string& word, int order) {
    const bool is_text = is_puzzle_text(word);
    const std::string name = is_text ? "--puzzle" : word;
    const io::ReadPuzzle job{io::parse_puzzle(is_text ? word : read_text_file(word), name, order), name, 1};
    refuse_conflict(job);
    return job.grid;
}

/// True for one grid with blanks, as a text or a small file: no board has blanks.
bool is_puzzle(const std::string& word, int order) {
    constexpr std::uintmax_t largest_file = 65536;
    const bool is_text = is_puzzle_text(word);
    std::error_code error;
    if (!is_text &&
        (!std::filesystem::is_regular_file(word, error) || std::filesystem::file_size(word, error) > largest_file)) {
        return false;
    }
    try {
        const Grid grid = io::parse_puzzle(is_text ? word : read_text_file(word), word, order);
        return std::ranges::count(grid.cells(), 0) != 0;
    } catch (const io::ParseError&) {
        return false;
    }
}

class BoardScores {
public:
    explicit BoardScores(const EvaluateSettings& settings) : settings_(settings), order_(settings.order) {
        if (!settings.puzzle.empty()) {
            puzzle_ = read_puzzle(settings.puzzle, order_);
            order_ = puzzle_->order();
        }
        if (!settings.json) std::cout << (settings.conflicts ? "file,line,cost,conflicts\n" : "file,line,cost\n");
    }

    void read(const InputSource& source) {
        tell_if_waiting(source);
        const std::unique_ptr<std::istream> stream = open_once(source);
        io::PuzzleReader reader(*stream, name_of(source), order_);
        if (order_ == 0) order_ = is_terminal_input(source) ? 3 : reader.order().order;
        io::visit(
            reader, [&](const io::ReadPuzzle& job) { add(job.source, job.line, job.grid.cells()); },
            [&](const io::ParseError& error) { bad_.add(error); });
        score();
    }

    int finish() {
        flush_results();
        bad_.sum_up("");
        return bad_.count() != 0 ? bad_puzzle : all_solved;
    }

private:
    static constexpr std::size_t at_once = 4096;

    void add(std::string_view source, std::size_t line, std::span<const std::uint8_t> board) {
        if (const std::optional<int> cell = find_non_digit(board, order_)) {
            const unsigned value = board[static_cast<std::size_t>(*cell)];
            const std::string what = value == 0 ? "a blank" : std::to_string(value);
            throw io::ParseError(source, line, cell_name(*cell, order_ * order_),
                                 fmt::format("{}; every cell needs a digit 1-{}", what, order_ * order_));
        }
        if (lines_.size() == at_once || source != source_) score();
        source_ = source;
        lines_.push_back(line);
        boards_.insert(boards_.end(), board.begin(), board.end());
    }

    /// Writes the rows of the boards since the last call.
    void score() {
        if (lines_.empty()) return;
        if (!evaluator_) {
            const DeviceChoice chosen = choose_device(device_for_order(settings_.device, order_));
            if (settings_.device != "auto" && !chosen.note.empty()) say(chosen.note);
            Evaluation wanted{parse_operator<Cost>("--cost", settings_.cost), order_, puzzle_};
            evaluator_ = make_evaluator(chosen.device, wanted, settings_.threads);
        }
        const BoardArray boards{boards_.data(), lines_.size()};
        std::vector<std::uint32_t> costs(lines_.size());
        evaluator_->costs(boards, costs.data());
        std::vector<std::uint8_t> conflicts(settings_.conflicts ? boards_.size() : 0);
        if (settings_.conflicts) evaluator_->conflicts(boards, conflicts.data());
        const std::size_t cells = conflicts.size() / lines_.size();
        std::string rows;
        for (std::size_t k = 0; k < lines_.size(); ++k) {
            const std::span of_board(conflicts.data() + k * cells, cells);
            io::Record row;
            row.put("file", source_);
            row.put("line", lines_[k]);
            row.put("cost", costs[k]);
            if (settings_.conflicts && settings_.json) row.put("conflicts", of_board);
            if (settings_.conflicts && !settings_.json)
                row.put("conflicts", fmt::format("{}", fmt::join(of_board, " ")));
            rows += (settings_.json ? row.on_one_line() : row.csv()) + '\n';
        }
        if (!(std::cout << rows)) flush_results();
        lines_.clear(), boards_.clear();
    }

    const EvaluateSettings& settings_;
    int order_;  ///< 0: the first input shows it
    std::optional<Grid> puzzle_;
    std::unique_ptr<Evaluator> evaluator_;
    std::string source_;  ///< of the boards
    std::vector<std::size_t> lines_;
    std::vector<std::uint8_t> boards_;
    BadPuzzles bad_;
};

}  // namespace

CommandInfo evaluate_info() {
    return {.options = options_of(evaluate_settings()), .notes = std::string(evaluate_notes)};
}

int run_evaluate(const std::string&, const CommandLine& line) {
    EvaluateSettings settings = read_settings(evaluate_settings(), line);
    std::vector<Assignment> words = line.arguments;
    std::erase_if(words, [](const Assignment& argument) { return !argument.name.empty(); });
    if (settings.puzzle.empty() && words.size() > 1 && is_puzzle(words.front().text, settings.order)) {
        settings.puzzle = words.front().text;
        words.erase(words.begin());
    }
    BoardScores scores(settings);
    for (const InputSource& source : filter_sources(words)) scores.read(source);
    return scores.finish();
}

}  // namespace evodoku::app
