// `evodoku score`: boards of other programs compared with their puzzles.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "io/csv.hpp"
#include "io/json.hpp"
#include "io/npy.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "scoring/leaks.hpp"
#include "scoring/score.hpp"
#include "settings/puzzle_settings.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

using scoring::Leaks, scoring::ScoredBoard, scoring::ScoreOptions, scoring::Scorer, scoring::Scores, scoring::TextCells;

struct ScoreSettings : ScoreOptions {
    std::string against, solutions, leak, column, board_column;
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

class Scoring {
public:
    Scoring(const ScoreSettings& settings, const CommandLine& line)
        : settings_(settings), boards_(input_sources(line.arguments)), scorer_(settings) {
        if (settings.against.empty()) throw SettingError("--against is missing: name the file with the puzzles");
        if (settings.by == "leak" && !has_leaks_) throw SettingError("--by leak needs --leak TRAIN");
        if (boards_.empty() && !has_leaks_) boards_.push_back(input_source("-"));
        if (settings.each && settings.worst != 0)
            throw SettingError("--each and --worst exclude each other; leave one of them out");
        if (!settings.solutions.empty()) answers_.push_back(input_source(settings.solutions));
        if (has_leaks_) train_.push_back(input_source(settings.leak));
        read_as(boards_, settings.board_column, true);
        read_as(puzzles_, settings.column, true);
        read_as(answers_, "", true);
        read_as(train_, settings.column, false);
        for (std::vector<InputSource>* sources : {&boards_, &puzzles_, &answers_, &train_})
            for (InputSource& source : *sources) source.has_tokens = settings.tokens;
        for (const InputSource& source : boards_) check_samples(source);
        if (has_leaks_) puzzles_[0].copy = std::make_shared<InputCopy>();  // it is read twice
        order_ = order_of_input(puzzles_, settings.order);
        if (has_leaks_) require_9x9("--leak", order_);
    }

    int run() {
        if (has_leaks_) find_leaks();
        PuzzleStream puzzles(puzzles_, order_), boards(boards_, order_), answers(answers_, order_);
        const auto next_board = [&](io::ReadPuzzle& board) {
            const bool is_there = boards.next(board);
            if (is_there && std::exchange(is_first_, false)) check_column(board);
            return is_there;
        };
        const auto next_answer = [&](io::ReadPuzzle& answer) { return answers.next(answer); };
        const auto write_board = [&](const ScoredBoard& board) { write_row(board); };
        std::map<std::string, std::uint64_t> by_leak;
        for (io::ReadPuzzle job; puzzles.next(job);) {
            refuse_conflict(job);
            const Leaks::Leak leak = has_leaks_ ? leaks_.of(job.grid) : Leaks::Leak{};
            ++by_leak[leak.kind];
            if (!boards_.empty())
                scorer_.score(job, next_board, answers_.empty() ? Scorer::Next{} : next_answer,
                              settings_.by == "leak" ? leak.kind : "",
                              settings_.each ? write_board : Scorer::OnBoard{});
            else if (leak.line != 0)
                write(fmt::format("{}:{}: {} to {}:{}\n", printable(job.source), job.line, leak.kind,
                                  printable(settings_.leak), leak.line));
        }
        for (PuzzleStream* stream : {&boards, &answers})
            if (io::ReadPuzzle job; stream->next(job))
                throw io::ParseError(job.source, job.line, "",
                                     fmt::format("no puzzle is left for this board; each has {}", settings_.samples));
        if (!boards_.empty()) finish();
        flush_results();
        if (has_leaks_)
            say(fmt::format("{} of {} in {}, and {} more up to symmetry", by_leak["equal"],
                            counted(by_leak["equal"] + by_leak["symmetric"] + by_leak["none"], "puzzle"),
                            settings_.leak, by_leak["symmetric"]));
        bad_.sum_up("");
        return bad_.count() != 0 ? bad_puzzle : all_solved;
    }

private:
    /// Boards of a puzzle may be a dimension of an array: its length has to be that of --samples.
    void check_samples(const InputSource& source) const {
        std::error_code ignored;
        if (source.kind != InputSource::Kind::file || !std::filesystem::is_regular_file(source.text, ignored)) return;
        std::ifstream file(source.text, std::ios::binary);
        if (!io::is_npy(file)) return;
        const std::uint64_t inner = io::read_npy_header(file, source.text).inner;
        if (inner == 1 || inner == settings_.samples) return;
        throw SettingError(fmt::format(
            "{0}: an array with {1} boards per puzzle; write --samples {1}, or numpy.swapaxes(boards, 0, 1)",
            source.text, inner));
    }

    /// Of a table with several columns of boards, the right one may be any of them.
    void check_column(const io::ReadPuzzle& board) const {
        std::vector<std::string> columns;
        for (std::size_t k = 0; k < board.fields.size(); ++k)
            if (board.fields[k].size() == board.grid.cells().size()) columns.push_back(board.table->columns[k]);
        if (settings_.board_column.empty() && columns.size() > 1)
            throw SettingError(fmt::format("{}: several columns have boards: {}; choose one with --board-column",
                                           board.source, fmt::join(columns, ", ")));
        if (!settings_.board_column.empty() && board.table == nullptr)
            throw SettingError(fmt::format("--board-column: {} is no table", board.source));
    }

    void find_leaks() {
        PuzzleStream tests(puzzles_, order_);
        for (io::ReadPuzzle test; tests.next(test);) refuse_conflict(test), leaks_.add_test(test.grid);
        puzzles_[0].opened.reset();
        visit_puzzles(
            train_, order_,
            [&](const io::ReadPuzzle& job) { refuse_conflict(job), leaks_.look_for(job.grid, job.line); },
            [&](const io::ParseError& error) { bad_.add(error); });
    }

    void finish() {
        const bool is_text = settings_.format == Format::automatic;
        std::vector<std::vector<std::string>> table;
        for (const Scores& row : settings_.each ? std::vector<Scores>{} : scorer_.rows()) {
            TextCells cells;
            describe(cells, row);
            if (table.empty()) table.push_back(cells.heads);
            table.push_back(cells.texts);
            if (!is_text && settings_.worst == 0) write_row(row);
        }
        if (is_text) write(aligned(table));
        for (const ScoredBoard& each : scorer_.worst()) is_text ? write(to_text(each)) : write_row(each);
    }

    /// Of JSON, or of CSV below its head.
    void write_row(const auto& record) {
        io::Record row;
        describe(row, record);
        if (settings_.format == Format::jsonl) return write(row.on_one_line() + '\n');
        write((std::exchange(has_head_, true) ? "" : io::csv_row(row.names())) + row.csv() + '\n');
    }
    static void write(const std::string& text) {
        if (!(std::cout << text)) flush_results();
    }

    const ScoreSettings& settings_;
    const bool has_leaks_ = !settings_.leak.empty();
    std::vector<InputSource> boards_, puzzles_{input_source(settings_.against)}, answers_, train_;
    int order_ = 3;
    Scorer scorer_;
    Leaks leaks_;
    BadPuzzles bad_;
    bool has_head_ = false, is_first_ = true;
};

}  // namespace

CommandInfo score_info() { return {.options = options_of(score_settings()), .notes = std::string(score_notes)}; }

int run_score(const std::string&, const CommandLine& line) {
    const ScoreSettings settings = read_settings(score_settings(), line);
    return Scoring(settings, line).run();
}

}  // namespace evodoku::app
