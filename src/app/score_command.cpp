// `evodoku score`: boards of other programs compared with their puzzles.
#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "io/json.hpp"
#include "puzzle_input.hpp"
#include "scoring/leaks.hpp"
#include "scoring/score.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

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

std::vector<Option> score_options() { return options_of(score_settings()); }

int run_score(const std::string&, const CommandLine& line) {
    const ScoreSettings settings = read_settings(score_settings(), line);
    const bool has_leaks = !settings.leak.empty();
    if (settings.against.empty()) throw SettingError("--against is missing: name the file with the puzzles");
    if (settings.by == "leak" && !has_leaks) throw SettingError("--by leak needs --leak TRAIN");
    if (settings.each && settings.worst != 0)
        throw SettingError("--each and --worst exclude each other; leave one of them out");
    const auto read = [&](Sources sources, const std::string& column, bool is_list = true) {
        read_as(sources,
                {.column = column, .keeps_fields = is_list, .refuses_text = is_list, .has_tokens = settings.tokens});
        return sources;
    };
    const auto one = [](const std::string& word) { return word.empty() ? Sources{} : Sources{input_source(word)}; };
    Sources words = input_sources(line.arguments);
    if (words.empty() && !has_leaks) words = one("-");
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
        boards(read(words, settings.board_column), order);
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
