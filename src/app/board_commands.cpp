// `evodoku evaluate` and `evodoku score`: boards of other programs, alone and compared with their puzzles.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "devices/internal.hpp"
#include "engine/text.hpp"
#include "io/json.hpp"
#include "puzzle_input.hpp"
#include "runs.hpp"
#include "scoring/score.hpp"
#include "settings/puzzle_settings.hpp"

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
    return {text_row<S>({"puzzle", "", "the givens that a solution keeps: a puzzle, or a file with one", 'p'}, "PUZZLE",
                        &S::puzzle),
            operators_row<S>("", &S::operators),
            text_row<S>({"cost", "", "how boards are scored; see evodoku operators cost"}, "OP", &S::cost,
                        names_of(OperatorKind::cost)),
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

using scoring::Leaks, scoring::ScoredBoard, scoring::ScoreOptions, scoring::Scorer, scoring::Scores, scoring::TextCells;
using Sources = std::vector<InputSource>;

struct ScoreSettings : ScoreOptions {
    std::string against, solutions, leak, column;
    Format format = Format::automatic;
    bool each = false, tokens = false;
    int order = 0;
};

SettingTable<ScoreSettings> score_settings() {
    using S = ScoreSettings;
    SettingTable<S> table = {
        text_row<S>({"against", "", "the puzzles, in the order of the boards"}, "PUZZLES", &S::against),
        text_row<S>({"solutions", "", "answers of the puzzles, in place of those in PUZZLES"}, "FILE", &S::solutions),
        text_row<S>({"leak", "", "find the puzzles that a training set has, also up to symmetry"}, "TRAIN", &S::leak),
        flag_row<S>({"each", "", "a row per board in place of the shares"}, &S::each),
        choice_row<S>({"format", "", "text, csv or jsonl"}, "FORMAT", &S::format,
                      {{"text", Format::automatic}, {"csv", Format::csv}, {"jsonl", Format::jsonl}}),
        flag_row<S>({"tokens", "", "numbers of .npy files are one above their digits: 1 = a blank"}, &S::tokens),
        text_row<S>({"board-column", "", "the column of tables with the boards"}, "NAME", &S::board_column),
        column_row<S>(&S::column),
        order_row<S>(&S::order)};
    append(table, scoring::score_options());
    return table;
}

void write_scores(const Scorer& scorer, const ScoreSettings& settings, io::RecordLines& lines) {
    const bool is_text = settings.format == Format::automatic;
    std::vector<std::vector<std::string>> table;
    for (const Scores& row : settings.each ? std::vector<Scores>{} : scorer.rows()) {
        TextCells cells;
        describe(cells, row);
        if (table.empty()) table.push_back(cells.heads);
        table.push_back(cells.texts);
        if (!is_text && settings.worst == 0) write_result(lines.line_of(row));
    }
    if (is_text) write_result(aligned(table));
    for (const ScoredBoard& board : scorer.worst()) write_result(is_text ? to_text(board) : lines.line_of(board));
}

}  // namespace

std::vector<Option> evaluate_options() { return options_of(evaluate_settings()); }

int run_evaluate(const std::string&, const CommandLine& line) {
    const EvaluateSettings settings = read_settings(evaluate_settings(), line);
    std::optional<Grid> puzzle;
    if (!settings.puzzle.empty()) puzzle = read_puzzle(settings.puzzle, settings.order);
    parse_operator<Cost>("--cost", settings.cost);  // before anything is written
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
    std::string name;
    const auto add = [&](const io::ReadPuzzle& board) {
        refuse_blank(board);
        boards.push_back(board), boards.back().source = name;  // its reader goes before it
        if (boards.size() == at_once) write();
    };
    for (const InputSource& source : sources) {
        name = name_of(source);
        visit_puzzles({source}, order, add, [&](const io::ParseError& error) { bad.add(error); });
        write();
    }
    flush_results();
    return bad.sum_up("");
}

std::vector<Option> score_options() { return options_of(score_settings()); }

int run_score(const std::string&, const CommandLine& line) {
    const ScoreSettings settings = read_settings(score_settings(), line);
    const bool has_leaks = !settings.leak.empty();
    if (settings.against.empty()) throw SettingError("--against is missing: name the file with the puzzles");
    if (settings.by == "leak" && !has_leaks) throw SettingError("--by leak needs --leak TRAIN");
    if (settings.by.empty() && line.has("groups")) throw SettingError("--groups needs --by NAME");
    if (settings.each && settings.format == Format::automatic && line.has("format"))
        throw SettingError("--each writes csv or jsonl; leave out --format text");
    if (settings.each && settings.worst != 0)
        throw SettingError("--each and --worst exclude each other; leave one of them out");
    const auto read = [&](Sources sources, const std::string& column, bool is_list = true, bool may_lack = false) {
        io::ReadOptions options{.has_tokens = settings.tokens, .may_lack = may_lack};
        options.column = column, options.keeps_fields = options.refuses_text = is_list;
        read_as(sources, options);
        return sources;
    };
    const auto one = [](const std::string& word) { return word.empty() ? Sources{} : Sources{input_source(word)}; };
    std::vector<Assignment> inputs = line.arguments;
    if (input_sources(inputs).empty() && !has_leaks) inputs.push_back({"", "-"});
    Sources words = input_sources(inputs);
    for (const std::string& name : {settings.against, settings.solutions, settings.leak})
        if (!name.empty()) inputs.push_back({"", name});
    input_sources(inputs);  // refuses a second -
    for (const char* name : {"format", "each", "worst", "samples", "by", "solutions", "board-column", "tokens"})
        if (words.empty() && line.has(name))
            throw SettingError(fmt::format("--{} is for boards, and there are none: name their file, or -", name));
    std::ranges::for_each(words, tell_if_waiting);
    Sources puzzles = read(one(settings.against), settings.column);
    if (has_leaks) puzzles[0].copy = std::make_shared<InputCopy>();  // it is read twice
    const int order = order_of_input(puzzles, settings.order);
    Leaks leaks;
    BadPuzzles bad;
    if (has_leaks) {
        require_9x9("--leak", order);
        PuzzleStream tests(puzzles, order);
        for (io::ReadPuzzle test; tests.next(test);) leaks.add_test(test);
        puzzles[0].opened.reset();
        visit_puzzles(
            read(one(settings.leak), settings.column, false), order,
            [&](const io::ReadPuzzle& job) { leaks.look_for(job); },
            [&](const io::ParseError& error) { bad.add(error); });
    }
    io::RecordLines lines(settings.format == Format::jsonl ? '\0' : ',');
    PuzzleStream all(puzzles, order), answers(read(one(settings.solutions), ""), order),
        boards(read(words, settings.board_column, true, true), order);
    const auto next_of = [](PuzzleStream& from) { return [&](io::ReadPuzzle& job) { return from.next(job); }; };
    Scorer::Streams streams{next_of(boards)};
    if (!settings.solutions.empty()) streams.answers = next_of(answers);
    if (settings.each) streams.on_board = [&](const ScoredBoard& board) { write_result(lines.line_of(board)); };
    Scorer scorer(settings, streams);
    for (io::ReadPuzzle job; all.next(job);) {
        const Leaks::Leak leak = has_leaks ? leaks.of(job.grid) : Leaks::Leak{};
        if (!words.empty())
            scorer.score(job, settings.by == "leak" ? leak.kind : "");
        else if (leak.line != 0)
            write_result(fmt::format("{}:{}: {} to {}:{}\n", printable(job.source), job.line, leak.kind,
                                     printable(settings.leak), leak.line));
    }
    if (!words.empty()) scorer.finish(), write_scores(scorer, settings, lines);
    flush_results();
    if (has_leaks) say(leaks.text(settings.leak));
    return bad.sum_up();
}

}  // namespace evodoku::app
