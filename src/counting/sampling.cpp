// Populations that are annealed from random boards to solved grids, and a grid of each family; and the puzzles that
// `generate` makes, of such grids or others.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/draws.hpp"
#include "counting/generating.hpp"
#include "devices/internal.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/counting/sample.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku {
namespace {

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

GridSampler::GridSampler(int order, SampleOptions options, Device device, unsigned threads)
    : empty_(order), options_(std::move(options)), device_(device), threads_(threads) {
    if (options_.population == 1 || options_.population > max_individuals) {
        throw SettingError(
            fmt::format("population is {}; allowed: 2 to {}, or 0", options_.population, max_individuals));
    }
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
    if (in_vain_ == 20) {
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
    std::optional<logic::ProperRequest> proper;
    if (settings.is_proper()) proper = settings.proper_request();
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
