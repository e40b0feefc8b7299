// Lines as JSON and as CSV, and what they take from a population.
#include "history/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evodoku/io/grid_text.hpp"
#include "io/csv.hpp"

namespace evodoku::history {
namespace {

/// The columns of CSV. These have their places; a field that the description has besides comes behind them.
std::vector<std::string> csv_names() {
    std::vector<std::string> names = {
        "kind",       "event",        "seed",   "puzzle",    "island",      "generation", "evaluations", "trials",
        "redraws",    "seconds",      "size",   "best",      "best_so_far", "mean",       "deviation",   "q10",
        "q25",        "median",       "q75",    "q90",       "worst",       "distinct",   "entropy",     "cell_entropy",
        "migrations", "restarts",     "status", "stopped",   "fingerprint", "givens",     "board",       "file",
        "line",       "work_seconds", "rank",   "log_weight"};
    for (const LineKind kind : all_kinds)
        for (const std::string& name : fields_of(kind).names())
            if (std::ranges::count(names, name) == 0) names.push_back(name);
    return names;
}

LineRecord record_of(const Line& line) {
    LineRecord fields;
    fields("kind", kind_names[line.kind]);
    describe(fields, line);
    return fields;
}

}  // namespace

void Line::add(const PopulationProgress& population) {
    numbers = population.numbers();
    board = io::to_line(kind == event_line ? population.best_board_so_far : population.best_board);
    if (population.log_weight) log_weight = std::ldexp(static_cast<double>(*population.log_weight), -32);
    if (population.entropy.empty()) return;
    // The highest is the logarithm of the number of digits; it also has the digit 9.
    const auto cells = static_cast<double>(population.entropy.size());
    const double highest = std::log2(std::sqrt(cells));
    double sum = 0;
    for (const double bits : population.entropy) {
        sum += bits;
        cell_entropy += static_cast<char>('0' + std::min(9, int(bits / highest * 10)));
    }
    entropy = sum / cells;
}

void Line::add(const Outcome& outcome) {
    status = to_text(outcome.status), stopped = outcome.stopped, fingerprint = outcome.fingerprint;
    seconds = outcome.seconds, work_seconds = outcome.work_seconds, board = io::to_line(outcome.board);
    island.generation = outcome.generations, island.restarts = outcome.restarts;
    island.evaluations = outcome.evaluations, numbers.effort = outcome.effort, numbers.cost_so_far = outcome.cost;
}

std::string Line::json() const { return record_of(*this).on_one_line(); }

std::string Line::csv() const {
    static const std::vector<std::string> names = csv_names();
    const LineRecord fields = record_of(*this);
    std::vector<std::string> cells(names.size());
    for (std::size_t k = 0; k < fields.size(); ++k) {
        const auto [name, value, is_text] = fields.field(k);
        const auto place = std::ranges::find(names, name);
        cells[static_cast<std::size_t>(place - names.begin())] = io::csv_field(std::string(value));
    }
    return fmt::format("{}", fmt::join(cells, ","));
}

LineRecord fields_of(LineKind kind, bool with_optional) {
    const Line line{.kind = kind};
    LineRecord fields{io::Record(with_optional)};
    describe(fields, line);
    return fields;
}

std::string csv_columns() { return fmt::format("{}", fmt::join(csv_names(), ",")); }

}  // namespace evodoku::history
