// Populations that are annealed: options, plans, batches and estimates of a count; from random boards to solved grids,
// one of each family, and the puzzles that `generate` makes of such grids or others.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "counting/generating.hpp"
#include "devices/internal.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/counting/count.hpp"
#include "evodoku/counting/sample.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/characters.hpp"
#include "logic/logic.hpp"
#include "operators/temperature.hpp"
#include "statistics/statistics.hpp"

namespace evodoku {
namespace {

constexpr std::uint32_t max_pilot = 4'000;  ///< boards of a pilot run; its sums of squares stay below 2^63
constexpr std::uint32_t max_trials = 1'000'000;
constexpr std::uint32_t max_sweeps = 640;     ///< that a pilot run tries
constexpr std::size_t least_populations = 8;  ///< for an interval
constexpr double widest_spread = 0.3;         ///< of populations about their mean: beyond it, intervals hold less often

std::vector<int> blanks_of_boxes(const Grid& grid) {
    std::vector<int> blanks(static_cast<std::size_t>(grid.size()));
    const int order = grid.order(), size = grid.size();
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
        const int box = cell / size / order * order + cell % size / order;
        blanks[static_cast<std::size_t>(box)] += grid[cell] == 0;
    }
    return blanks;
}

/// Boards of a population by cost.
using Histogram = std::map<std::uint32_t, std::uint32_t>;

/// True if 80 % of a population are left in effect when it gets colder by so much: (sum w)^2 / sum w^2.
bool keeps_sample(const Histogram& costs, std::uint32_t colder) {
    const std::uint32_t lowest = costs.begin()->first;
    std::uint64_t all = 0, sum = 0, squares = 0;
    for (const auto& [cost, boards] : costs) {
        const std::uint64_t weight = boltzmann_weight(colder, cost - lowest) >> 16;
        all += boards, sum += boards * weight, squares += boards * weight * weight;
    }
    return 5 * sum * sum >= 4 * all * squares;
}

/// The next coldness of a schedule. The last is the highest: where half of the boards are solutions, or at 20 bits.
std::uint32_t next_coldness(const Histogram& costs, std::uint32_t now) {
    constexpr std::uint32_t latest = 20u << 16;
    const auto boards = [](std::uint64_t sum, const auto& entry) { return sum + entry.second; };
    const std::uint64_t all = std::accumulate(costs.begin(), costs.end(), std::uint64_t{0}, boards);
    const auto solved = costs.find(0);
    if (now >= latest || (solved != costs.end() && 2 * std::uint64_t{solved->second} >= all)) return max_coldness;
    const auto keeps = [&](std::uint32_t colder) { return keeps_sample(costs, colder); };
    return std::min(now + largest_that_fits(1, latest + 1, keeps), latest);
}

/// One population on the way to the highest coldness.
struct Pilot {
    struct Temperature {
        std::uint32_t coldness;
        AnnealedPopulation end;
    };
    std::vector<std::uint32_t> schedule;  ///< coldness by generation
    std::vector<Temperature> temperatures;
};

/// `slow`: from each of these coldnesses on, a temperature has twice the generations.
std::optional<Pilot> run_pilot(const Grid& puzzle, const CountOptions& options, Config config,
                               std::span<const std::uint32_t> slow, unsigned threads) {
    const bool is_free = options.schedule.empty();
    config.population = std::min(options.population, max_pilot), config.islands = 1;
    config.schedule.assign(is_free ? max_schedule : options.schedule.size(), max_coldness);
    config.generations = static_cast<std::uint32_t>(config.schedule.size());
    const PuzzleJob job{puzzle, options.presolve, 0, mix(options.seed ^ 0x70696C6F74u)};
    const auto evolution = make_puzzle_evolution({}, config, {job, {}}, threads);
    evolution->stop_when(options.should_stop);
    Pilot pilot;
    for (std::uint32_t now = 0; now != max_coldness && !evolution->ended();) {
        Histogram costs;
        const IslandBoards boards = evolution->boards(0);
        for (std::uint32_t k = 0; k < boards.count; ++k) ++costs[boards.costs[k]];
        now = is_free ? next_coldness(costs, now) : options.schedule[pilot.schedule.size()];
        const auto doubled = std::ranges::count_if(slow, [&](std::uint32_t from) { return from <= now; });
        for (std::uint32_t left = now == max_coldness ? 1 : 1u << doubled; left > 0; --left) {
            evolution->cool(now);
            evolution->step(1);
            if (options.should_stop && options.should_stop()) return std::nullopt;
            pilot.schedule.push_back(now);
        }
        pilot.temperatures.push_back({now, evolution->outcome().annealed.front()});
    }
    return pilot;
}

/// A board that forgets its start at each step adds so much to families when 80 % of the population are left in effect.
constexpr double least_growth = 0.25;

/// The coldness from which on boards change too slowly, if any: families grow four times as fast as they must.
std::optional<std::uint32_t> first_slow(std::span<const Pilot::Temperature> all) {
    const std::size_t span = 1 + all.size() / 12;
    for (std::size_t k = 0; k + span + 1 < all.size(); ++k) {  // the last has solutions alone, and no changes
        const double growth = all[k + span].end.family - all[k].end.family;
        if (growth > 4 * least_growth * static_cast<double>(span)) return all[k + 1].coldness;
    }
    return std::nullopt;
}

/// Changes per free cell of a board on its way.
double work_of(const CountPlan& plan) { return static_cast<double>(plan.sweeps * plan.config.schedule.size()); }

/// The mutation of the options, for every board and so many sweeps.
Mutation mutation_of(const CountOptions& options, std::uint32_t sweeps, std::uint64_t free_cells) {
    Mutation chosen = options.mutation;
    const bool is_swap = chosen.is("metropolis-swap");
    if (is_swap) chosen.set("directed", 0);
    const std::uint64_t trials = sweeps * free_cells / (is_swap ? 1 : chosen.value("cells"));
    chosen.set("rate", share_one);
    chosen.set("trials", static_cast<std::uint32_t>(std::clamp<std::uint64_t>(trials, 1, max_trials)));
    return chosen;
}

/// By order, from 2 on. Larger boards need more changes, and longer, to be solved at all.
constexpr struct {
    std::uint32_t population, sweeps;
} usual[] = {{256, 5}, {512, 5}, {128, 10}, {32, 20}, {16, 20}, {16, 40}};

/// In random order; none unless all boards are solved. The last mutation may solve some where none had a solution
/// before.
std::vector<Grid> one_of_each_family(const PuzzleEvolution& evolution, const Grid& empty, std::uint64_t seed) {
    if (evolution.outcome().annealed.front().cost != 0) return {};
    std::vector<std::uint32_t> families = evolution.families(0);
    std::vector<Grid> boards = evolution.grids(0, 0, static_cast<std::uint32_t>(families.size()));
    std::vector<bool> is_taken(families.size());
    std::vector<Grid> chosen;
    Draws draws({seed, 0, 0, 0}, Purpose::generate);
    for (std::size_t left = boards.size(); left != 0; --left) {
        const std::uint32_t pick = draws.below(static_cast<std::uint32_t>(left));
        std::swap(boards[pick], boards[left - 1]), std::swap(families[pick], families[left - 1]);
        if (!logic::verify(empty, boards[left - 1]).valid) return {};
        if (is_taken[families[left - 1]]) continue;
        is_taken[families[left - 1]] = true;
        chosen.push_back(std::move(boards[left - 1]));
    }
    return chosen;
}

}  // namespace

void validate(const CountOptions& options) {
    const Mutation &mutation = options.mutation, usual(mutation.info());
    if (!mutation.is("metropolis-swap") && !mutation.is("heat-bath-cells"))
        throw SettingError(fmt::format(
            "mutation '{}' does not keep Boltzmann's distribution; allowed: metropolis-swap, heat-bath-cells",
            mutation.info().name));
    if (mutation.value("trials") != usual.value("trials"))
        throw SettingError("a count sets the trials of its mutation by sweeps; leave trials out");
    if (mutation.value("rate") != usual.value("rate") && mutation.value("rate") != share_one)
        throw SettingError("a count changes every board in each generation; leave rate out");
    if (!options.schedule.empty() && options.schedule.back() != max_coldness)
        throw SettingError("the schedule of a count must end with 64, where only solutions have a weight");
    if (options.populations == 0 || options.population < 2 || !(options.error >= 0) || options.batches == 0)
        throw SettingError(
            fmt::format("populations is {}, population {}, error {} and batches {}; allowed: 1, 2, 0 and 1 or more",
                        options.populations, options.population, options.error, options.batches));
    if (std::uint64_t{options.populations} * options.population > max_individuals)
        throw SettingError(fmt::format("{} populations of {} are more boards than {}; use fewer at a time",
                                       options.populations, options.population, max_individuals));
}

std::uint64_t seed_of_batch(std::uint64_t seed, std::uint32_t batch) { return mix(seed ^ 0x636F756E74u) + batch; }

std::optional<Count> count_exactly(const Grid& puzzle, const CountOptions& options) {
    const Logic logic = logic::apply_logic(puzzle, options.presolve);
    if (logic.contradiction || logic::first_conflict(puzzle)) return Count{0, "logic"};
    if (std::ranges::count(logic.grid.cells(), 0) == 0) return Count{1, "logic"};
    if (options.positions == 0) return std::nullopt;
    const logic::ExactResult found =
        logic::solve_exactly(logic.grid, ~std::uint64_t{0}, options.positions, options.should_stop);
    return found.complete ? std::optional(Count{found.solutions, "exact solver"}) : std::nullopt;
}

ListedSolutions list_solutions(const Grid& puzzle, std::uint64_t most, const CountOptions& options,
                               const std::function<void(const Grid&)>& on_solution) {
    ListedSolutions solutions;
    const Logic logic = logic::apply_logic(puzzle, options.presolve);
    if (logic.contradiction) return solutions;
    const auto list = [&](const Grid& solution) {
        solutions.has_more = solutions.listed == most;
        if (!solutions.has_more) ++solutions.listed, on_solution(solution);
    };
    const std::uint64_t wanted = most + (most != ~std::uint64_t{0});  // one more shows that there are more
    const logic::ExactResult found =
        logic::solve_exactly(logic.grid, wanted, options.positions, options.should_stop, list);
    solutions.is_complete = found.complete;
    return solutions;
}

std::optional<CountPlan> plan_count(const Grid& puzzle, const CountOptions& options, unsigned threads) {
    const std::vector<int> blanks = blanks_of_boxes(logic::apply_logic(puzzle, options.presolve).grid);
    CountPlan plan;
    plan.seed = options.seed;
    for (const int blank : blanks) plan.log2_boards += std::lgamma(blank + 1.0) / std::log(2.0);  // of its factorial
    const auto free_cells = static_cast<std::uint64_t>(std::accumulate(blanks.begin(), blanks.end(), 0));
    if (free_cells == 0) throw SettingError("logic fills the board: there are no boards to count");
    if (options.sweeps > std::max<std::uint64_t>(1, max_trials / free_cells))
        throw SettingError(fmt::format("sweeps is {}; allowed with {} blank cells: 0..{}", options.sweeps, free_cells,
                                       max_trials / free_cells));

    Config& config = plan.config;  // `plan` is assigned to below, and keeps its place
    config = default_config(box_board_of(puzzle.order()));
    config.population = options.populations * options.population, config.islands = options.populations;
    config.migrants = 0, config.elite = {}, config.immigrants = {};
    config.selection = "boltzmann", config.crossover = {};
    config.schedule = options.schedule;
    config.sync_every = 1;

    const auto most = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(max_trials / free_cells, 1, max_sweeps));
    CountPlan before;
    std::vector<std::uint32_t> slow;
    plan.sweeps = options.sweeps != 0 ? options.sweeps : std::min(5u, most);
    if (options.tell && (options.sweeps == 0 || options.schedule.empty()))
        options.tell(fmt::format("seed {}: pilot runs choose the temperatures", options.seed));
    while (true) {
        config.mutation = Mix<Mutation>{{mutation_of(options, plan.sweeps, free_cells)}};
        if (options.sweeps != 0 && !options.schedule.empty()) break;
        const std::optional<Pilot> pilot = run_pilot(puzzle, options, config, slow, threads);
        if (!pilot) return std::nullopt;
        if (options.schedule.empty()) config.schedule = pilot->schedule;
        const std::uint32_t cost = pilot->temperatures.back().end.cost;
        plan.family = pilot->temperatures.back().end.family;
        if (options.tell)
            options.tell(
                fmt::format("pilot run, {}{}", to_text(plan),
                            cost != 0 ? ": no solution" : fmt::format(": families of {:.0f} boards", plan.family)));
        const double least = 1 + least_growth * static_cast<double>(pilot->temperatures.size());
        const double boards = std::min(options.population, max_pilot);
        const double largest = std::min(options.population / 100.0, boards / 10);
        const bool is_enough = plan.family <= std::max(1.5 * least, largest) && cost == 0;
        if (is_enough || options.sweeps != 0 || plan.sweeps << slow.size() >= most) break;
        // Where nearly all boards are of few families, the number of families says nothing.
        const double more = work_of(plan) / work_of(before) - 1;
        const bool has_helped =
            before.sweeps == 0 || cost != 0 || plan.family > boards / 4 || plan.family < (1 - more / 4) * before.family;
        if (!has_helped) {  // twice the time for less than a quarter: only for families that would be in doubt
            if (before.family <= options.population / 100.0) plan = before;
            break;
        }
        before = plan;
        const bool may_repeat = options.schedule.empty() && 3 * pilot->schedule.size() < max_schedule;
        const std::optional<std::uint32_t> from = may_repeat ? first_slow(pilot->temperatures) : std::nullopt;
        if (from)
            slow.push_back(*from);
        else
            plan.sweeps = std::min(2 * plan.sweeps, most);
    }
    config.generations = static_cast<std::uint32_t>(config.schedule.size());
    validate(config);
    return plan;
}

CountEstimate estimate_count(std::span<const AnnealedPopulation> populations, double log2_boards,
                             std::uint32_t individuals) {
    CountEstimate estimate;
    estimate.populations = populations.size();
    const double count = static_cast<double>(populations.size());
    double highest = -std::numeric_limits<double>::infinity();
    std::vector<double>& logs = estimate.log2_values;
    for (const AnnealedPopulation& population : populations) {
        const double log = log2_boards + std::ldexp(static_cast<double>(population.log_weight), -32);
        logs.push_back(population.cost == 0 ? log : -std::numeric_limits<double>::infinity());
        highest = std::max(highest, logs.back());
        estimate.family = std::max(estimate.family, population.family);
    }
    if (std::isinf(highest)) {
        estimate.log10 = estimate.log10_low = estimate.log10_high = highest;
        estimate.doubt = "no population has a solution; use more sweeps, or evodoku check says whether there is one";
        return estimate;
    }
    std::vector<double> values;  // in units of the highest
    for (const double log : logs) values.push_back(std::exp2(log - highest));
    const auto mean_of = [](std::span<const double> numbers) {
        return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
    };
    const auto variance_of_mean = [&](std::span<const double> numbers) {
        const double mean = mean_of(numbers);
        double sum = 0;
        for (const double value : numbers) sum += (value - mean) * (value - mean);
        const auto size = static_cast<double>(numbers.size());
        return size < 2 ? std::numeric_limits<double>::infinity() : sum / (size - 1) / size;
    };
    const double mean = mean_of(values), deviation = std::sqrt(variance_of_mean(values));
    const double log10_of_two = std::log10(2.0);
    const auto log10_of = [&](double value) { return value > 0 ? highest * log10_of_two + std::log10(value) : 0.0; };
    estimate.log10 = log10_of(mean);
    estimate.error = deviation / mean;
    const double half = populations.size() < 2 ? mean : statistics::t_95(populations.size() - 1) * deviation;
    estimate.log10_low = log10_of(mean - half), estimate.log10_high = log10_of(mean + half);

    const std::span<const double> all = values;
    const auto first = all.first(all.size() / 2), second = all.subspan(all.size() / 2);
    const double apart = first.empty() ? 0 : std::abs(mean_of(first) - mean_of(second));
    const double expected = std::sqrt(variance_of_mean(first) + variance_of_mean(second));
    if (populations.size() < least_populations) {
        estimate.doubt =
            fmt::format("{} give{} no interval; use {} or more", io::counted(populations.size(), "population"),
                        populations.size() == 1 ? "s" : "", least_populations);
    } else if (estimate.family > individuals / 50.0) {
        estimate.doubt = fmt::format(
            "families have {:.0f} boards of {}, more than a fiftieth: few boards of the start have descendants, and "
            "the estimate may be far too low; use a larger population or more sweeps",
            estimate.family, individuals);
        estimate.is_hopeless = true;  // it is the largest of all populations
    } else if (estimate.error * std::sqrt(count) > widest_spread) {
        estimate.doubt =
            fmt::format("populations differ by {:.0f} % of their mean, more than {:.0f} %; use larger ones",
                        100 * estimate.error * std::sqrt(count), 100 * widest_spread);
    } else if (apart > 4 * expected) {
        estimate.doubt = "the first half of the populations does not agree with the second; use larger ones";
    }
    return estimate;
}

std::uint32_t Count::judge(std::span<const AnnealedPopulation> all, const CountOptions& options) {
    estimate = estimate_count(all, plan.log2_boards, options.population);
    if (options.error > 0 && options.batches > 1) estimate.level = 94;
    batches = static_cast<std::uint32_t>(all.size() / options.populations);
    stopped = all.size() < least_populations || estimate.error > options.error;
    if (!stopped || estimate.is_hopeless) return batches;
    const double least = std::ceil(static_cast<double>(least_populations) / options.populations);
    const double for_error = batches * std::pow(estimate.error / options.error, 2);  // it falls with the square root
    const double needed = std::isfinite(estimate.error) ? std::ceil(std::max(least, for_error)) : least;
    return std::max(batches + 1, static_cast<std::uint32_t>(std::min<double>(needed, options.batches)));
}

void Count::add(const Summary& batch) {
    evaluations += batch.evaluations, effort.add(batch.effort);
    fingerprint = mix(fingerprint ^ batch.fingerprint);
}

std::size_t batches_needed(Count& count, std::span<const AnnealedPopulation> all, const CountOptions& options) {
    if (all.empty()) return options.batches;
    const std::uint32_t needed = count.judge(all, options);
    const std::string& doubt = count.estimate.doubt;
    if (needed > count.batches && options.tell)
        options.tell(fmt::format("{}: {}{}", io::counted(all.size(), "population"), to_text(count.estimate),
                                 doubt.empty() ? "" : "; no interval: " + doubt));
    return std::min(needed, options.batches);
}

Count count_solutions(const Grid& puzzle, const CountOptions& options, const Device& device, unsigned threads,
                      const std::function<std::unique_ptr<Backend>(const Config& config)>& open) {
    validate(options);
    if (std::optional<Count> exact = count_exactly(puzzle, options)) return *exact;
    const std::optional<CountPlan> plan = plan_count(puzzle, options, threads);
    if (!plan) return {.stopped = true};
    const auto backend = open ? open(plan->config) : make_backend(device, plan->config, threads);
    Count count{.plan = *plan, .stopped = true};
    std::vector<AnnealedPopulation> all;
    for (std::size_t batch = 0, needed = 1; batch < needed; ++batch) {
        SolveOptions run;
        run.seed = seed_of_batch(options.seed, static_cast<std::uint32_t>(batch));
        run.presolve = options.presolve, run.should_stop = options.should_stop;
        const Outcome outcome = solve(*backend, run, puzzle);
        if (outcome.stopped) break;
        all.insert(all.end(), outcome.annealed.begin(), outcome.annealed.end());
        Summary summary;
        summary.add(outcome), count.add(summary);
        needed = batches_needed(count, all, options);
        if (options.should_stop && options.should_stop()) break;
    }
    return count;
}

std::string to_text(const CountPlan& plan) {
    return fmt::format("{}, {} per free cell and step", io::counted(plan.config.schedule.size(), "step"),
                       io::counted(plan.sweeps, "change"));
}

std::string to_text(const Count& count, double seconds) {
    if (count.exact) return fmt::format("{} ({})", io::counted(*count.exact, "solution"), count.method);
    if (count.estimate.populations == 0) return "not counted: stopped";
    return fmt::format("{}, {} of {} ({:.1f} s)", to_text(count.estimate),
                       io::counted(count.estimate.populations, "population"),
                       count.plan.config.population / count.plan.config.islands, seconds);
}

std::string to_text(const ListedSolutions& solutions, const CountOptions& options) {
    const std::string listed = io::counted(solutions.listed, "solution");
    if (solutions.has_more) return listed + " listed; there are more";
    if (solutions.is_complete) return listed + ", all listed";
    if (options.should_stop && options.should_stop()) return listed + " listed before it was stopped";
    return fmt::format("{} listed in {} positions; there may be more, which a larger --positions finds", listed,
                       options.positions);
}

std::vector<std::string> remarks_on(const Count& count, const CountOptions& options) {
    std::vector<std::string> remarks;
    const CountEstimate& estimate = count.estimate;
    if (!count.exact && estimate.populations == 0) return remarks;
    if (!estimate.doubt.empty()) remarks.push_back("no interval: " + estimate.doubt);
    if (count.stopped && !estimate.is_hopeless)
        remarks.push_back(fmt::format(
            "{} before the error was {:.2g} %",
            options.should_stop && options.should_stop() ? "stopped" : "--batches was reached", 100 * options.error));
    return remarks;
}

std::string to_text(const CountEstimate& estimate) {
    if (std::isinf(estimate.log10)) return "0";
    const int digits = estimate.error >= 0.001 || estimate.error == 0 ? 2 : estimate.error >= 0.0001 ? 3 : 4;
    const double of_error = -estimate.log10 - std::log10(estimate.error);  // decimals that its first digit takes
    const int decimals =
        std::clamp(std::isfinite(of_error) ? static_cast<int>(std::ceil(of_error)) : 0, estimate.log10 < 3 ? 1 : 0, 6);
    const auto number = [&](double log10) {
        if (log10 >= 300) return fmt::format("10^{:.{}f}", log10, digits + 1);
        const double exponent = std::floor(log10 - std::log10(1 - 0.05 * std::pow(10, -digits)));  // 9.995 is 1.00e1
        return log10 < 6 ? fmt::format("{:.{}f}", std::pow(10, log10), decimals)
                         : fmt::format("{:.{}f}e{:.0f}", std::pow(10, log10 - exponent), digits, exponent);
    };
    const std::string text = number(estimate.log10);
    if (!estimate.doubt.empty()) return text;
    return fmt::format("{} +- {:.2g} % ({} %: {} to {})", text, 100 * estimate.error, estimate.level,
                       number(estimate.log10_low), number(estimate.log10_high));
}

SettingTable<CountOptions> count_options() {
    using S = CountOptions;
    const char *exact = "Exact", *estimate = "Estimate";
    return {count_row<S>({"population", estimate, "boards of each population, as in 10k or 1M", 'p', basic},
                         &S::population, 2, max_individuals),
            count_row<S>({"populations", estimate, "independent populations of a batch", '\0', basic}, &S::populations,
                         1, max_individuals),
            share_row<S>({"error", estimate, "batches are made until the relative standard error is no larger", '\0',
                          basic | may_differ},
                         &S::error),
            count_row<S>({"batches", estimate, "batches, at most", '\0', may_differ}, &S::batches, 1, 1'000'000),
            count_row<S>({"positions", exact, "positions that the exact solver examines first; 0 = none", '\0', basic},
                         &S::positions, 0, ~std::uint64_t{0} >> 1),
            count_row<S>({"sweeps", estimate, "changes proposed per free cell and generation; 0 = a pilot run chooses"},
                         &S::sweeps, 0, 1'000'000),
            field_row<S>({"mutation", estimate,
                          "how boards change: metropolis-swap or heat-bath-cells:cells=N; --sweeps sets its trials"},
                         "OP", &S::mutation, parse_operator<Mutation>, [](const Mutation& op) { return to_text(op); })};
}

GridSampler::GridSampler(int order, SampleOptions options, Device device, unsigned threads)
    : empty_(order), options_(std::move(options)), device_(device), threads_(threads) {
    if (options_.population == 1 || options_.population > max_individuals)
        throw SettingError(
            fmt::format("population is {}; allowed: 2 to {}, or 0", options_.population, max_individuals));
    const auto& [population, sweeps] = usual[order - smallest_order];
    if (options_.population == 0) options_.population = population;
    if (options_.sweeps == 0) options_.sweeps = sweeps;
}

std::optional<Grid> GridSampler::next() {
    while (found_.empty()) {
        if (!anneal()) return std::nullopt;
    }
    Grid grid = std::move(found_.back());
    found_.pop_back();
    return grid;
}

/// Another population. Returns false if it was stopped.
bool GridSampler::anneal() {
    if (!plan_) {
        CountOptions options;
        options.seed = options_.seed, options.should_stop = options_.should_stop;
        options.populations = 1, options.population = options_.population, options.sweeps = options_.sweeps;
        plan_ = plan_count(empty_, options, threads_);
        if (!plan_) return false;
    }
    const std::uint64_t seed = seed_of_batch(options_.seed, populations_);
    const auto evolution =
        make_puzzle_evolution(device_, plan_->config, {{empty_, PresolveLevel::none, 0, seed}, {}}, threads_);
    evolution->stop_when(options_.should_stop);
    while (!evolution->ended()) {
        evolution->step(1);
        if (options_.should_stop && options_.should_stop()) return false;
    }
    ++populations_;
    found_ = one_of_each_family(*evolution, empty_, seed);
    in_vain_ = found_.empty() ? in_vain_ + 1 : 0;
    if (in_vain_ >= 20) {
        throw SettingError(
            fmt::format("20 populations of {} boards of {} x {}, with {} changes per cell and temperature, have no "
                        "solved grid; use a larger population",
                        options_.population, empty_.size(), empty_.size(), options_.sweeps));
    }
    return true;
}

std::function<std::optional<logic::Digging>()> make_puzzles(const GenerateSettings& settings,
                                                            const std::function<bool()>& should_stop,
                                                            const std::function<void(const std::string&)>& tell) {
    logic::PuzzleRequest request = settings.request();
    if (settings.grids != 0) {
        if (!settings.filled.empty() || settings.holes || settings.wants_proper()) {
            throw SettingError(
                "--grids prints solved grids, which have no blanks; leave out --filled, --holes, --clues, --symmetry "
                "and --rating");
        }
        if (settings.count != 1) throw SettingError("--grids is the number of solved grids; leave out --count");
        request.filled = percent(100);
    }
    const GenerateSettings standard;
    const bool is_for_samples = settings.population != 0 || settings.threads != 0 || settings.device != standard.device;
    if (is_for_samples && !settings.is_sampled())
        throw SettingError(
            "--population, --device and --threads are of sampled grids, and --filled and --holes shuffle one; leave "
            "them out, or give --grid sampled");
    std::optional<logic::ProperRequest> proper;
    if (settings.is_proper()) proper = settings.proper_request();
    if (!proper && settings.tries != standard.tries)
        throw SettingError("--tries is of puzzles with one solution; leave it out, or give --clues");
    std::optional<GridSampler> sampler;
    DeviceChoice choice;
    if (settings.is_sampled()) {
        choice = choose_quietly(settings.device, request.order);
        const SampleOptions options{*settings.seed, settings.population, 0, should_stop};
        sampler.emplace(request.order, options, choice.device, settings.threads);
    }
    return [=, wanted = settings.wanted()]() mutable -> std::optional<logic::Digging> {
        if (request.index == wanted || should_stop()) return std::nullopt;
        const auto draw = [&](const Device& device) { return sampler->move_to(device), sampler->next(); };
        const std::optional<Grid> solution = sampler ? open_or_fall_back(choice, tell, draw) : std::nullopt;
        if (sampler && !solution) return std::nullopt;
        logic::Digging digging{logic::generate_puzzle(request, solution)};
        if (proper) {
            proper->index = request.index;
            digging = logic::dig_puzzle(digging.found->solution, *proper, should_stop);
            if (should_stop()) return std::nullopt;
        }
        ++request.index;
        return digging;
    };
}

}  // namespace evodoku
