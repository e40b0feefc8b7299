// `evodoku evaluate`: scores boards of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "devices/internal.hpp"
#include "io/json.hpp"
#include "puzzle_input.hpp"
#include "settings/puzzle_settings.hpp"
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

/// Throws ParseError for a board that is not full.
void refuse_blank(const io::ReadPuzzle& job) {
    const auto cells = job.grid.cells();
    const auto blank = std::ranges::find(cells, 0) - cells.begin();
    if (blank == job.grid.cell_count()) return;
    throw io::ParseError(job.source, job.line, cell_name(static_cast<int>(blank), job.grid.size()),
                         fmt::format("a blank; every cell needs a digit 1-{} (a puzzle: --puzzle)", job.grid.size()));
}

std::unique_ptr<Evaluator> open_evaluator(const EvaluateSettings& settings, int order, std::optional<Grid> puzzle) {
    const Evaluation wanted{parse_operator<Cost>("--cost", settings.cost), order, std::move(puzzle)};
    DeviceChoice choice = choose_quietly(settings.device, order);
    return open_or_fall_back(choice, say,
                             [&](const Device& device) { return make_evaluator(device, wanted, settings.threads); });
}

void write_scores(Evaluator& evaluator, const EvaluateSettings& settings, const std::vector<io::ReadPuzzle>& boards) {
    std::vector<std::uint8_t> cells;
    for (const io::ReadPuzzle& board : boards)
        cells.insert(cells.end(), board.grid.cells().begin(), board.grid.cells().end());
    const BoardArray all{cells.data(), boards.size()};
    std::vector<std::uint32_t> costs(boards.size());
    evaluator.costs(all, costs.data());
    std::vector<std::uint8_t> conflicts(settings.conflicts ? cells.size() : 0);
    if (settings.conflicts) evaluator.conflicts(all, conflicts.data());
    const std::size_t per_board = conflicts.size() / boards.size();
    std::string rows;
    for (std::size_t k = 0; k < boards.size(); ++k) {
        const std::span of_board = std::span(conflicts).subspan(k * per_board, per_board);
        io::Record row;
        row("file", boards[k].source), row("line", boards[k].line), row("cost", costs[k]);
        if (settings.conflicts && settings.json) row("conflicts", of_board);
        if (settings.conflicts && !settings.json) row("conflicts", fmt::format("{}", fmt::join(of_board, " ")));
        rows += (settings.json ? row.on_one_line() : row.csv()) + '\n';
    }
    write_result(rows);
}

}  // namespace

std::vector<Option> evaluate_options() { return options_of(evaluate_settings()); }

int run_evaluate(const std::string&, const CommandLine& line) {
    const EvaluateSettings settings = read_settings(evaluate_settings(), line);
    std::optional<Grid> puzzle;
    if (!settings.puzzle.empty()) puzzle = read_puzzle(settings.puzzle, settings.order);
    if (!settings.json) write_result(settings.conflicts ? "file,line,cost,conflicts\n" : "file,line,cost\n");
    std::vector<Assignment> words = line.arguments;
    std::erase_if(words, [](const Assignment& argument) { return argument.name == "puzzle"; });  // none of the boards
    std::vector<InputSource> sources = filter_sources(words);
    const int order = puzzle ? puzzle->order() : order_of_input(sources, settings.order);
    constexpr std::size_t at_once = 4096;
    std::unique_ptr<Evaluator> evaluator;
    std::vector<io::ReadPuzzle> boards;  // of one source
    const auto write = [&] {
        if (!evaluator && !boards.empty()) evaluator = open_evaluator(settings, order, puzzle);
        if (!boards.empty()) write_scores(*evaluator, settings, boards);
        boards.clear();
    };
    BadPuzzles bad;
    for (const InputSource& source : sources) {
        tell_if_waiting(source);
        PuzzleStream stream({source}, order);
        const auto add = [&](const io::ReadPuzzle& board) {
            refuse_blank(board);
            boards.push_back(board);
            if (boards.size() == at_once) write();
        };
        io::visit([&](io::ReadPuzzle& board) { return stream.next(board); }, add,
                  [&](const io::ParseError& error) { bad.add(error); });
        write();
    }
    flush_results();
    return bad.sum_up();
}

}  // namespace evodoku::app
