// Records into rows, and rows to CSV, JSON, Markdown and cells.
#include "experiment/experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "engine/text.hpp"
#include "io/json.hpp"

namespace evodoku::experiment {
namespace {

std::string group_of(const std::string& file, std::size_t line, Grouping grouping) {
    return grouping == Grouping::configuration ? "all"
           : grouping == Grouping::file        ? file
                                               : file + ":" + std::to_string(line);
}

/// The runs of one configuration in one group.
using Sample = std::vector<const Record*>;
using SamplesByPuzzle = std::map<std::string, Sample>;

std::vector<double> values(const Sample& sample, const auto& get, const std::function<bool(const Record&)>& only = {}) {
    std::vector<double> list;
    for (const Record* record : sample)
        if (!only || only(*record)) list.push_back(static_cast<double>(std::invoke(get, *record)));
    return list;
}

Ranged quartiles_of(const std::vector<double>& values) {
    if (values.empty()) return {};
    return {statistics::quantile(values, 0.5),
            statistics::Interval{*statistics::quantile(values, 0.25), *statistics::quantile(values, 0.75)}};
}

void add_runs(Row& row, const Sample& sample) {
    const std::vector<double> costs = values(sample, &Record::cost, &Record::has_cost);
    const std::vector<double> seconds = values(sample, &Record::seconds);
    const std::vector<double> work = values(sample, &Record::work, &Record::solved);
    std::vector<statistics::Spent> spent;
    for (const Record* record : sample) spent.push_back({static_cast<double>(record->work()), record->solved});
    // Resamples do not depend on the order of the file.
    std::ranges::sort(spent, {}, [](const statistics::Spent& run) { return std::pair(run.amount, run.solved); });
    row.runs = sample.size(), row.solved = work.size();
    const double share = static_cast<double>(row.solved) / static_cast<double>(row.runs);
    if (row.runs != 0) row.success = {share, statistics::wilson_interval(share, row.runs)};
    row.generations = quartiles_of(values(sample, &Record::generations, &Record::solved));
    row.evaluations = quartiles_of(values(sample, &Record::evaluations, &Record::solved));
    row.cost = quartiles_of(costs);
    if (!costs.empty()) row.cost_lowest = *std::ranges::min_element(costs);
    row.work = quartiles_of(work);
    row.work_median_range = statistics::median_interval(work);
    row.ert_work = {statistics::expected_running_time(spent), statistics::expected_running_time_interval(spent)};
    row.seconds_median = statistics::quantile(seconds, 0.5);
    row.seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const std::vector<double> processor = values(sample, &Record::processor_seconds);
    if (std::ranges::find(processor, 0.0) == processor.end())
        row.processor_seconds = std::accumulate(processor.begin(), processor.end(), 0.0);
}

/// Two samples of one puzzle as numbers in the order of all comparisons: runs that solved by their work, then the
/// others by their final cost. Where two operators counted these costs, the others tie.
statistics::Stratum ordered(const Sample& x, const Sample& y, bool by_cost) {
    std::uint64_t most = 0;
    for (const Sample* sample : {&x, &y}) {
        for (const Record* run : *sample) most = std::max(most, run->work());
    }
    const auto place = [&](const Record& run) { return run.solved ? run.work() : most + 1 + (by_cost ? run.cost : 0); };
    return {values(x, place), values(y, place)};
}

/// Compares with another configuration: puzzle by puzzle, then all together (see stratified_rank_sum). a12 is the
/// chance that a run of this configuration comes before one of the other. A puzzle is left out if no run solved it and
/// two operators counted the costs, or a run has none.
void add_comparison(Row& row, const SamplesByPuzzle& other, const SamplesByPuzzle& own) {
    std::vector<statistics::Stratum> strata;
    std::vector<statistics::Successes> successes;
    bool any_solved = false, any_by_cost = false;
    for (const auto& [puzzle, y] : own) {
        const auto other_sample = other.find(puzzle);
        if (other_sample == other.end()) continue;
        const Sample& x = other_sample->second;
        const auto solved = [](const Sample& of) { return std::uint64_t(std::ranges::count_if(of, &Record::solved)); };
        successes.push_back({solved(x), solved(y), x.size(), y.size()});
        const std::uint64_t both = solved(x) + solved(y);
        const auto have_cost = [](const Sample& sample) { return std::ranges::all_of(sample, &Record::has_cost); };
        const bool by_cost = have_cost(x) && have_cost(y) && x.front()->cost_operator() == y.front()->cost_operator();
        row.puzzles_not_comparable += both == 0 && !by_cost;
        if (both == 0 && !by_cost) continue;
        any_solved |= both != 0, any_by_cost |= by_cost && both < x.size() + y.size();
        // The chance that the other needs more is the chance that this one needs less.
        strata.push_back(ordered(x, y, by_cost));
    }
    if (successes.empty()) return;
    const statistics::SuccessTest success = statistics::mantel_haenszel(successes);
    row.odds_ratio = {success.odds_ratio, success.range}, row.success_p = success.p;
    row.puzzles_compared = strata.size();
    row.compared_by = "not comparable";
    if (strata.empty()) return;
    row.compared_by = !any_by_cost ? "work" : any_solved ? "work then cost" : "cost";
    const statistics::RankSum test = statistics::stratified_rank_sum(strata);
    row.a12 = {test.a12, statistics::a12_interval(test.a12, strata)};
    row.p = test.p, row.p_exact = test.exact;  // adjusted when all rows are known
    if (strata.size() == 1) return;            // its p says it
    for (const statistics::Stratum& stratum : strata) {
        const statistics::RankSum alone = statistics::rank_sum(stratum.x, stratum.y);
        row.puzzle_p.push_back(alone.p), row.puzzle_a12.push_back(alone.a12);
    }
}

/// Adjusts each kind of p for all comparisons of the table.
void adjust(std::vector<Row>& rows) {
    std::vector<double*> of_runs, of_success, of_puzzles;
    for (Row& row : rows) {
        row.p_holm = row.p, row.success_p_holm = row.success_p, row.puzzle_p_holm = row.puzzle_p;
        if (row.p_holm) of_runs.push_back(&*row.p_holm);
        if (row.success_p_holm) of_success.push_back(&*row.success_p_holm);
        for (double& p : row.puzzle_p_holm) of_puzzles.push_back(&p);
    }
    for (const std::vector<double*>& all : {of_runs, of_success, of_puzzles}) statistics::holm(all);
    for (Row& row : rows) {
        if (row.puzzle_p.empty()) continue;
        row.puzzles_better = row.puzzles_worse = 0;
        for (std::size_t k = 0; k < row.puzzle_p.size(); ++k)
            if (row.puzzle_p_holm[k] < 0.05) ++*(row.puzzle_a12[k] > 0.5 ? row.puzzles_better : row.puzzles_worse);
    }
}

std::string rounded_or_endless(double number) { return std::isinf(number) ? "-" : rounded(number); }

std::string three_places(double number) { return fmt::format("{:.3f}", number); }

/// "value [low, high]", or the value alone.
std::string to_text(const Ranged& of, std::string (*text)(double) = rounded_or_endless) {
    if (of.value && !of.range) return text(*of.value);
    return of.value ? fmt::format("{} [{}, {}]", text(*of.value), text(of.range->low), text(of.range->high)) : "-";
}

std::string runs_text(const Row& row) {
    return row.runs == row.planned ? std::to_string(row.runs) : fmt::format("{} of {}", row.runs, row.planned);
}

/// Median [quartiles], lowest; nothing of what was always solved.
std::string costs_text(const Row& row) {
    if (!row.cost.value) return "-";
    if (row.solved == row.runs) return "0";
    return fmt::format("{}, {}", to_text(row.cost), *row.cost_lowest);
}

std::string p_text(const std::optional<double>& p) {
    if (!p) return "";
    return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

/// "ratio [low, high]"; no interval of a ratio without a bound.
std::string odds_text(const Row& row) {
    if (!row.success_p) return "";
    const auto digits = [](double number) { return fmt::format("{:.3g}", number); };
    if (!row.odds_ratio.value || row.odds_ratio.range) return to_text(row.odds_ratio, digits);
    return std::isinf(*row.odds_ratio.value) ? "infinite" : "0";
}

std::string a12_text(const Row& row) {
    const std::string& by = row.compared_by;
    std::string text = row.a12.value ? to_text(row.a12, three_places) + (by == "cost" ? " by cost" : "") : by;
    if (row.a12.value && row.puzzles_not_comparable != 0) {
        text += fmt::format(", {} of {} puzzles not comparable", row.puzzles_not_comparable,
                            row.puzzles_compared + row.puzzles_not_comparable);
    }
    return text;
}

std::string in_markdown(const std::string& cell) {
    std::string text = "| ";
    for (const char letter : cell) text += letter == '|' ? "\\|" : std::string(1, letter);
    return text + " ";
}

}  // namespace

std::vector<TableColumn> table_columns(std::span<const Row> rows, Shown place) {
    using enum Shown;
    using enum TableColumn::Of;
    static const TableColumn columns[] = {
        {"puzzles", "", [](const Row& row) { return row.puzzles; }, on_terminal},
        {"configuration", "", [](const Row& row) { return row.configuration; }, on_terminal},
        {"against", "", [](const Row& row) { return row.against; }, on_terminal, pairs},
        {"runs", "runs made", runs_text, on_terminal},
        {"solved", "runs that solved", [](const Row& row) { return std::to_string(row.solved); }, on_terminal},
        {"% [95 %]", "share solved, with its Wilson interval",
         [](const Row& row) {
             const auto percentage = [](double share) { return fmt::format("{:.1f}", 100 * share); };
             return to_text(row.success, percentage);
         },
         on_terminal},
        {"best cost", "cost of the best board of all runs: median [quartiles], lowest; 0 where all solved", costs_text,
         on_page, runs},
        {"generations", "of the runs that solved: median [quartiles]",
         [](const Row& row) { return to_text(row.generations); }, in_files, runs},
        {"evaluations", "of the runs that solved: median [quartiles]",
         [](const Row& row) { return to_text(row.evaluations); }, in_files, runs},
        {"work", "evaluations + trials + redraws of the runs that solved: median [quartiles]",
         [](const Row& row) { return to_text(row.work); }, on_page, runs},
        {"work per solution [95 %]",
         "of all runs, per success: the expected running time (ERT) of one puzzle, or of a random one of several",
         [](const Row& row) { return to_text(row.ert_work); }, on_terminal, runs},
        {"s per run", "median of all runs",
         [](const Row& row) { return row.seconds_median ? three_places(*row.seconds_median) : "-"; }, in_files, runs},
        {"s", "all runs together, and their processor time where it is known",
         [](const Row& row) {
             return three_places(row.seconds) +
                    (row.processor_seconds ? fmt::format(" ({} CPU)", three_places(*row.processor_seconds)) : "");
         },
         in_files, runs},
        {"odds of success [95 %]",
         "odds ratio of success to the first configuration, on the same puzzles; above 1: it solves more", odds_text},
        {"p of success (Holm)", "the test of Cochran, Mantel and Haenszel, adjusted for the table",
         [](const Row& row) { return p_text(row.success_p_holm); }},
        {"A12 [95 %]",
         "probability that a run is better than one of the first configuration on the same puzzle; 0.5: no difference. "
         "Runs that solved are ordered by work, then the others by their final cost. By cost: no run solved",
         a12_text, on_terminal},
        {"p (Holm)", "rank-sum test of the same order, adjusted for all comparisons of the table",
         [](const Row& row) { return p_text(row.p_holm); }, on_terminal},
        {"better, worse",
         "puzzles on which it is significantly better, worse, adjusted for the table; empty for one puzzle",
         [](const Row& row) {
             return row.puzzles_better ? fmt::format("{}, {}", *row.puzzles_better, *row.puzzles_worse) : "";
         },
         on_terminal}};
    const bool is_of_pairs = !rows.empty() && !rows.front().against.empty();
    const bool is_grouped = std::ranges::any_of(rows, [](const Row& row) { return row.puzzles != "all"; });
    std::vector<TableColumn> shown;
    std::ranges::copy_if(columns, std::back_inserter(shown), [&](const TableColumn& column) {
        if (&column == columns && !is_grouped && place != in_files) return false;
        return column.shown >= place && (column.of == both || (column.of == pairs) == is_of_pairs);
    });
    return shown;
}

std::vector<std::string> warnings_of(const std::vector<Record>& records) {
    // What a configuration spent at most where it failed is its budget; one that never failed had enough.
    std::map<std::string, std::uint64_t> budgets;
    for (const Record& record : records) {
        if (record.status == "unsolved")
            budgets[record.configuration] = std::max(budgets[record.configuration], record.work());
    }
    if (budgets.empty()) return {};
    const auto by_budget = &decltype(budgets)::value_type::second;
    const auto& [smallest, low] = *std::ranges::min_element(budgets, {}, by_budget);
    const auto& [largest, high] = *std::ranges::max_element(budgets, {}, by_budget);
    if (high <= low + low / 10) return {};
    return {fmt::format(
        "budgets differ: '{}' gave up after at most {}, '{}' after at most {} (evaluations + trials + redraws). "
        "Shares solved and A12 depend on that; give equal budgets to compare",
        smallest, low, largest, high)};
}

Plan plan_of(const std::vector<Record>& records) {
    Plan plan;
    std::set<std::string_view> names;
    std::set<std::pair<std::string_view, std::size_t>> puzzles;
    std::set<std::uint64_t> seeds;
    for (const Record& record : records) {
        if (names.insert(record.configuration).second) plan.configurations.push_back({record.configuration, {}, 0});
        if (puzzles.emplace(record.file, record.line).second) plan.puzzles.push_back({{}, record.file, record.line});
        if (seeds.insert(record.seed).second) plan.seeds.push_back(record.seed);
    }
    return plan;
}

std::vector<std::string> names_of(const Plan& plan, const std::string& first) {
    std::vector<std::string> names;
    for (const Configuration& configuration : plan.configurations) names.push_back(configuration.name);
    if (first.empty()) return names;
    const auto first_name = std::ranges::find(names, first);
    if (first_name == names.end()) {
        throw SettingError(
            fmt::format("--first: '{}' is not a configuration; there are: '{}'", first, fmt::join(names, "', '")));
    }
    std::rotate(names.begin(), first_name, first_name + 1);
    return names;
}

std::vector<Row> summarise(const Plan& plan, const std::vector<Record>& records, Grouping grouping,
                           const Comparison& comparison) {
    const std::vector<std::string> names = names_of(plan, comparison.first);
    std::vector<std::string> groups;
    std::map<std::string, std::uint64_t> puzzles;  // of each group
    for (const PlannedPuzzle& puzzle : plan.puzzles) {
        const std::string group = group_of(puzzle.file, puzzle.line, grouping);
        if (puzzles[group]++ == 0) groups.push_back(group);
    }
    std::map<std::pair<std::string, std::string>, SamplesByPuzzle> samples;  // by group and configuration
    for (const Record& record : records) {
        SamplesByPuzzle& own = samples[{group_of(record.file, record.line, grouping), record.configuration}];
        own[group_of(record.file, record.line, Grouping::puzzle)].push_back(&record);
    }
    std::vector<Row> rows;
    const auto add = [&](const std::string& group, const std::string& name, const std::string* against) {
        const SamplesByPuzzle& own = samples[{group, name}];
        Sample all;
        for (const auto& [puzzle, runs] : own) all.insert(all.end(), runs.begin(), runs.end());
        Row& row = rows.emplace_back();
        row.puzzles = group, row.configuration = name;
        row.planned = puzzles[group] * plan.seeds.size();
        add_runs(row, all);
        if (against == nullptr) return;
        row.against = *against;
        add_comparison(row, samples[{group, *against}], own);
    };
    for (const std::string& group : groups) {
        for (auto name = names.begin(); name != names.end(); ++name) {
            if (!comparison.pairs) add(group, *name, name == names.begin() ? nullptr : &names.front());
            for (auto other = names.begin(); comparison.pairs && other != name; ++other) add(group, *name, &*other);
        }
    }
    adjust(rows);
    return rows;
}

std::string to_csv(const std::vector<Row>& rows) {
    std::string text;
    io::RecordLines lines(',');
    for (const Row& row : rows) text += lines.line_of(row);
    return text;
}

std::string to_json(const std::vector<Row>& rows) {
    std::vector<std::string> objects;
    for (const Row& row : rows) {
        io::Record columns;
        describe(columns, row);
        objects.push_back(columns.on_lines("  "));
    }
    return io::json_list(objects, "") + "\n";
}

std::string to_markdown(const std::vector<Row>& rows) {
    std::string text, line;
    const std::vector<TableColumn> columns = table_columns(rows);
    for (const TableColumn& column : columns) text += in_markdown(column.heading), line += "|---";
    text += "|\n" + line + "|\n";
    for (const Row& row : rows) {
        for (const TableColumn& column : columns) text += in_markdown(column.cell(row));
        text += "|\n";
    }
    return text;
}

}  // namespace evodoku::experiment
