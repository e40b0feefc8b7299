// Memory, generations and readings of an evolution, for every board.
#include "engine/evolution.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "engine/deduplication_table.hpp"
#include "engine/diversity_reader.hpp"
#include "engine/footprint.hpp"
#include "engine/generation_pipeline.hpp"
#include "engine/needs.hpp"

namespace evodoku {
namespace {

/// Checks before any memory is allocated.
template <class Board>
Executor& checked(Executor& executor, const Config& config, std::uint32_t puzzle_slots) {
    if (std::uint64_t{puzzle_slots} * config.reserved() > max_individuals) {
        throw std::invalid_argument("puzzles side by side (" + std::to_string(puzzle_slots) + ") x population (" +
                                    std::to_string(config.reserved()) + ") are too many individuals; allowed: " +
                                    std::to_string(max_individuals) + " together");
    }
    Footprint<Board>(executor, config, puzzle_slots).check();
    return executor;
}

std::vector<std::uint32_t> numbers(std::uint32_t first, std::uint32_t count) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

}  // namespace

template <class Board>
Evolution<Board>::Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots)
    : executor_(executor),
      puzzle_slots_(puzzle_slots),
      island_count_(puzzle_slots * config.islands),
      individuals_(std::size_t{puzzle_slots} * config.reserved()),
      host_(checked<Board>(executor, config, puzzle_slots), island_count_, puzzle_slots) {
    boards_[0] = executor.make<Stored>(individuals_);
    boards_[1] = executor.make<Stored>(individuals_);
    costs_[0] = executor.make<std::uint32_t>(individuals_);
    costs_[1] = executor.make<std::uint32_t>(individuals_);
    order_ = executor.make<std::uint32_t>(individuals_);
    plans_ = executor.make<Plan>(individuals_);
    presolved_ = executor.make<typename Board::Presolved>(puzzle_slots);
    puzzles_ = executor.make<typename Board::Puzzle>(puzzle_slots);
    champions_ = executor.make<Champion<Board>>(island_count_);
    const Needs needs(config);
    if (needs.efforts) efforts_ = executor.make<Effort>(individuals_);
    if (needs.alleles) alleles_ = executor.make<Alleles>(puzzle_slots);
    if (needs.spare) {
        spare_ = executor.make<Stored>(individuals_);
        spare_costs_ = executor.make<std::uint32_t>(individuals_);
    }
    if (needs.wheel) wheel_ = executor.make<std::uint64_t>(individuals_);
    if (needs.entries != 0) {
        keys_ = executor.make<std::uint64_t>(individuals_ * needs.entries);
        buckets_ = executor.make<std::uint64_t>(individuals_ * needs.entries * DeduplicationTable::buckets_per_entry);
        rejected_ = executor.make<std::uint32_t>(island_count_);
    }
    if (needs.seen_words != 0) seen_ = executor.make<std::uint64_t>(island_count_ * 2 * needs.seen_words);
    make_pool(config);
    genes_ = config.initialisation.info().genes;
    steps_ = executor.make_steps(pool_);
    const RankRequest request = rank_request(config);
    make_generation(GenerationPipeline<Board>(*steps_, config, request));
    steps_->use_shared_memory(config);
}

template <class Board>
Evolution<Board>::~Evolution() = default;

template <class Board>
void Evolution<Board>::make_pool(const Config& config) {
    const std::uint32_t size = config.reserved() / config.islands;
    const Needs needs(config);
    pool_.boards.set(boards_[0].data(), boards_[1].data());
    pool_.costs.set(costs_[0].data(), costs_[1].data());
    pool_.order = order_.data();
    pool_.plans = plans_.data();
    pool_.islands = host_.states();
    if (needs.efforts) pool_.efforts = efforts_.data();
    pool_.new_puzzles = host_.new_puzzles(), pool_.presolved = presolved_.data(), pool_.puzzles = puzzles_.data();
    if (needs.alleles) pool_.alleles = alleles_.data();
    pool_.champions = champions_.data();
    pool_.island_count = island_count_, pool_.island_size = size, pool_.first_size = config.island_size();
    pool_.highest_cost = highest_cost(config);
    pool_.elite = config.elite, pool_.immigrants = config.immigrants;
    pool_.migrants = config.islands > 1 ? config.migrants : 0;
    pool_.restart_after = config.restart_after;
    pool_.replacement = replacement_rule(config);
    pool_.stagnation = stagnation_rule(config);
    pool_.in_waves = config.selection.info().needs.waves;
    pool_.pairs = config.pairs, pool_.either = config.either, pool_.tries = config.tries;
    pool_.mates = config.different ? max_mates : 1;
    if (needs.spare) pool_.spare = spare_.data(), pool_.spare_costs = spare_costs_.data();
    if (needs.wheel) pool_.wheel = wheel_.data();
    if (needs.entries == 0) return;
    const auto entries = static_cast<std::uint32_t>(size * needs.entries);
    pool_.distinct = {keys_.data(),
                      buckets_.data(),
                      rejected_.data(),
                      needs.seen_words != 0 ? seen_.data() : nullptr,
                      entries,
                      entries * DeduplicationTable::buckets_per_entry,
                      static_cast<std::uint32_t>(needs.seen_words),
                      config.seen,
                      config.drops};
}

template <class Board>
RankRequest Evolution<Board>::rank_request(const Config& config) {
    RankRequest request = rank_sizes(config, puzzle_slots_);
    request.costs[0] = costs_[0].data(), request.costs[1] = costs_[1].data();
    request.order = order_.data();
    request.islands = host_.states();
    return request;
}

template <class Board>
void Evolution<Board>::prepare() {
    const std::uint32_t islands_per_puzzle = island_count_ / puzzle_slots_;
    const std::uint32_t count = host_.take_new_puzzles();
    steps_->presolve(islands_per_puzzle, genes_, count);
    if (pool_.alleles != nullptr) steps_->list_alleles(islands_per_puzzle, count);
}

template <class Board>
std::span<const Reading<Board>> Evolution<Board>::read(const WantedSums& wanted,
                                                       std::span<const std::uint32_t> listed) const {
    return host_.read(*steps_, {wanted.fingerprint, wanted.costs, wanted.effort && pool_.efforts != nullptr}, listed);
}

template <class Board>
std::vector<Diversity<Board>> Evolution<Board>::read_diversity(std::span<const std::uint32_t> listed) const {
    if (!diversity_) diversity_ = std::make_unique<DiversityReader<Board>>(executor_, *steps_, pool_);
    return diversity_->read(listed);
}

template <class Board>
std::vector<Island> Evolution<Board>::read_islands() const {
    std::vector<Island> islands(island_count_);
    executor_.download(islands.data(), pool_.islands, islands.size());
    return islands;
}

template <class Board>
void Evolution<Board>::write_islands(const std::vector<Island>& islands) {
    std::ranges::copy(islands, host_.islands().begin());
    host_.send();
    executor_.wait();
}

template <class Board>
std::vector<Champion<Board>> Evolution<Board>::read_champions(std::uint32_t first, std::uint32_t count) const {
    std::vector<Champion<Board>> champions;
    for (const auto& reading : read({}, numbers(first, count))) champions.push_back(reading.champion);
    return champions;
}

template <class Board>
std::vector<std::uint64_t> Evolution<Board>::fingerprints(std::uint32_t first, std::uint32_t count) const {
    std::vector<std::uint64_t> fingerprints;
    const WantedSums wanted{.fingerprint = true};
    for (const auto& reading : read(wanted, numbers(first, count))) fingerprints.push_back(reading.fingerprint);
    return fingerprints;
}

template <class Board>
std::vector<Effort> Evolution<Board>::efforts(std::uint32_t first, std::uint32_t count) const {
    std::vector<Effort> efforts;
    for (const auto& reading : read({.effort = true}, numbers(first, count))) efforts.push_back(reading.effort);
    return efforts;
}

template <class Board>
std::vector<CostSummary> Evolution<Board>::cost_summaries(std::uint32_t first, std::uint32_t count) const {
    std::vector<CostSummary> costs;
    for (const auto& reading : read({.costs = true}, numbers(first, count))) {
        costs.push_back({reading.cost_sum, reading.costs.worst});
    }
    return costs;
}

template <class Board>
std::vector<typename Board::Stored> Evolution<Board>::read_boards(std::uint32_t island_index) const {
    std::vector<Stored> boards(pool_.island_size);
    const std::uint32_t front = read_islands()[island_index].front;
    executor_.download(boards.data(), pool_.boards[front] + pool_.first_individual(island_index), boards.size());
    return boards;
}

template <class Board>
std::vector<std::uint32_t> Evolution<Board>::read_costs(std::uint32_t island_index) const {
    std::vector<std::uint32_t> costs(pool_.island_size);
    const std::uint32_t front = read_islands()[island_index].front;
    executor_.download(costs.data(), pool_.costs[front] + pool_.first_individual(island_index), costs.size());
    return costs;
}

template <class Board>
std::vector<std::uint32_t> Evolution<Board>::read_order(std::uint32_t island_index) const {
    std::vector<std::uint32_t> order(pool_.island_size);
    executor_.download(order.data(), pool_.order + pool_.first_individual(island_index), order.size());
    return order;
}

#define EVODOKU_EVOLUTION_OF(Board) template class Evolution<Board>;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_EVOLUTION_OF)

}  // namespace evodoku
