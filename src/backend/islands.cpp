// Islands on the device of this process: all of them, or the share of a rank.
#include "backend/islands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>
#include <type_traits>
#include <utility>

#include "checkpoint/fields.hpp"
#include "core/bits.hpp"
#include "engine/evolution.hpp"
#include "engine/needs.hpp"
#include "logic/logic.hpp"
#include "representation/every_board.hpp"

namespace evodoku {
namespace {

/// The fingerprint of a puzzle that logic settled before the search.
std::uint64_t hash_of(const Grid& grid) {
    std::uint64_t sum = 0;
    for (const std::uint8_t digit : grid.cells()) sum = mix(sum ^ digit);
    return sum;
}

/// The solution of the earliest generation, then the lowest island, then the lowest index; or the lowest cost.
template <class Board>
Outcome outcome_of(std::span<const Island> islands, std::span<const Reading<Board>> readings) {
    Outcome outcome;
    outcome.puzzle_index = islands.front().puzzle_index;
    const Logic logic = logic_of(readings.front().logic);
    outcome.filled = logic.filled, outcome.struck = logic.struck;
    if (islands.front().state == IslandState::settled) {
        outcome.status = logic.contradiction ? Status::unsatisfiable : Status::solved;
        if (logic.contradiction) outcome.reason = logic::describe_contradiction(logic);
        outcome.board = logic.grid;
        outcome.fingerprint = hash_of(logic.grid);
        return outcome;
    }
    Champion<Board> best;
    for (std::size_t k = 0; k < islands.size(); ++k) {
        const Island& island = islands[k];
        if (island.next_generation == 0) continue;  // stopped before its first generation was complete
        const Champion<Board>& champion = readings[k].champion;
        if (std::pair(champion.cost, champion.generation) < std::pair(best.cost, best.generation)) best = champion;
        outcome.evaluations += island.evaluations;
        outcome.effort.add(readings[k].effort);
        // A restart that comes with the next generation is counted already: a run that ends here never gets to it.
        outcome.restarts += island.restarts - (island.running() && island.fresh ? 1 : 0);
        outcome.generations = std::max(outcome.generations, island.next_generation - 1);
        outcome.fingerprint = mix(outcome.fingerprint ^ readings[k].fingerprint);
    }
    outcome.cost = best.cost;
    outcome.board = Board::to_grid(best.board);
    if (best.cost != 0) return outcome;
    outcome.status = Status::solved;
    outcome.generations = best.generation;
    return outcome;
}

template <class Board>
PopulationProgress population_of(const Reading<Board>& reading) {
    PopulationProgress population;
    population.best_so_far = Board::to_grid(reading.champion.board);
    population.cost_so_far = reading.champion.cost;
    population.best = Board::to_grid(reading.best);
    const CostRanks& costs = reading.costs;
    population.cost = costs.best, population.worst = costs.worst;
    population.q10 = costs.q10, population.q25 = costs.q25, population.median = costs.median;
    population.q75 = costs.q75, population.q90 = costs.q90;
    const double count = reading.size, sum = static_cast<double>(reading.cost_sum);
    population.mean = sum / count;
    const double variance = static_cast<double>(reading.cost_squares) / count - population.mean * population.mean;
    population.deviation = std::sqrt(std::max(0.0, variance));
    population.effort = reading.effort;
    return population;
}

/// The configuration of a share by itself, with its guest.
Config config_of_share(Config config, const IslandShare& share) {
    const std::uint32_t islands = share.count + share.has_guest();
    config.population = config.population / config.islands * islands;
    config.max_population = config.max_population / config.islands * islands;
    config.islands = islands;
    return config;
}

template <class T>
std::string bytes_of(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// A share has an evolution of its own. There, number slot x count + k is island first + k of the puzzle in the slot.
/// Where migrants come from another rank, each slot has an idle island besides: the guest, which holds them.
template <class Board>
class IslandsOn final : public Islands {
public:
    IslandsOn(std::unique_ptr<Executor> executor, const Config& config, std::uint32_t max_puzzle_slots,
              SharingRanks* ranks, bool asks)
        : executor_(std::move(executor)),
          ranks_(ranks),
          share_(ranks == nullptr ? IslandShare{0, config.islands, config.islands}
                                  : IslandShare::of(ranks->rank(), ranks->size(), config.islands)),
          per_slot_(share_.count + share_.has_guest()),
          migrants_(config.migrants),
          puzzle_slots_(slots_that_fit(config, max_puzzle_slots)),
          evolution_(*executor_, config_of_share(config, share_), puzzle_slots_, asks),
          states_(ranks == nullptr ? 0 : std::size_t{puzzle_slots_} * config.islands) {}
    /// Waits, because work that was not waited for may still use the memory to be released.
    ~IslandsOn() override {
        try {
            executor_->wait();
        } catch (const std::exception&) {  // a lost device uses none
        }
    }

    std::string name() const override {
        return is_alone() ? executor_->name() : fmt::format("{}, islands on {} ranks", executor_->name(), ranks());
    }
    std::uint32_t ranks() const override { return is_alone() ? 1 : ranks_->size(); }
    std::uint32_t rank_of(std::uint32_t k) const override {
        std::uint32_t rank = 0;
        while (share_of(rank).first + share_of(rank).count <= k) ++rank;
        return rank;
    }
    bool has_long_epochs(std::uint64_t children) const override {
        if (is_alone() && executor_->may_pause(puzzle_slots_ * per_slot_)) return true;  // else a pause is a message
        return children > executor_->children_per_check() * ranks();
    }
    Executor& executor() override { return *executor_; }

    std::span<Island> islands() override { return is_alone() ? evolution_.islands() : std::span(states_); }
    void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) override {
        evolution_.write_job(puzzle_slot, device_job<Board::order>(job));
    }
    void forget_jobs() override { evolution_.forget_jobs(); }
    void send() override {
        if (!is_alone()) write_share();
        evolution_.send();
    }
    void prepare() override { evolution_.prepare(); }
    void run(std::uint32_t generations, bool islands_apart) override {
        if (!islands_apart && !is_alone() && ranks() > 1 && migrants_ != 0) bring_migrants();
        evolution_.run(generations, islands_apart);
    }
    void fetch() override {
        evolution_.fetch();
        executor_->wait();
        if (!is_alone()) take_states(islands_of_all(evolution_.islands()));
    }

    std::vector<Island> read_islands() override {
        const std::vector<Island> here = evolution_.read_islands();
        return is_alone() ? here : islands_of_all(here);
    }
    std::vector<ReadingNumbers> read_numbers(const WantedSums& wanted, std::span<const std::uint32_t> listed) override {
        const auto readings = read(wanted, listed);
        return {readings.begin(), readings.end()};
    }
    std::vector<PopulationProgress> read_populations(std::span<const std::uint32_t> listed, Detail detail) override {
        const bool costs = detail != Detail::boards;
        std::vector<PopulationProgress> all;
        for (const auto& reading : read({.costs = costs, .effort = costs}, listed))
            all.push_back(population_of(reading));
        if (evolution_.pool().schedule != nullptr) {
            const std::vector<Island> now = read_islands();
            for (std::size_t k = 0; k < listed.size(); ++k) all[k].log_weight = now[listed[k]].log_weight;
        }
        if (detail != Detail::diversity) return all;
        auto population = all.begin();
        for (const DiversityNumbers& measured : read_diversity(listed)) {
            population->distinct = measured.distinct;
            population->entropy.assign(std::begin(measured.entropy), std::end(measured.entropy));
            ++population;
        }
        return all;
    }
    std::vector<Outcome> read_outcomes(std::span<const std::uint32_t> slots) override {
        const std::uint32_t count = share_.all;
        const std::vector<std::uint32_t> listed = islands_of_puzzles(slots, count);
        const auto readings = read({.fingerprint = true, .effort = true}, listed);
        const std::vector<double> families = read_families(listed);
        std::vector<Outcome> outcomes;
        outcomes.reserve(slots.size());
        for (std::size_t position = 0; position < slots.size(); ++position) {
            outcomes.push_back(outcome_of<Board>(islands().subspan(std::size_t{slots[position]} * count, count),
                                                 readings.subspan(position * count, count)));
            if (!families.empty()) add_annealed(outcomes.back(), slots[position], families.data() + position * count);
        }
        return outcomes;
    }

    void save_puzzles(std::span<const std::uint32_t> slots, const std::function<void(std::uint32_t)>& begin,
                      const StateWriter& to) override {
        const std::vector<Island> islands = read_islands();
        std::vector<std::uint32_t> all(puzzle_slots_);
        std::iota(all.begin(), all.end(), 0u);
        const auto readings = read({.fingerprint = true, .effort = true}, islands_of_puzzles(all, share_.all));
        for (const std::uint32_t slot : slots) {
            if (begin) begin(slot);
            evolution_.save_head(share_.all, to);
            for (std::uint32_t k = 0; k < share_.all; ++k) {  // one by one: no more memory than an island needs
                const std::uint32_t number = slot * share_.all + k;
                if (is_alone()) {
                    evolution_.save_island(number, islands[number], readings[number], to);
                    continue;
                }
                std::string bytes;
                if (is_here(number))
                    evolution_.save_island(here(number), islands[number], readings[number], sink_to(bytes));
                for (const std::string& of_rank : ranks_->gather_on_first(bytes)) to(of_rank.data(), of_rank.size());
            }
        }
    }
    std::uint64_t saved_bytes() const override {
        return evolution_.bytes_of_head + share_.all * evolution_.saved_bytes();
    }
    std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const StateReader& from) override {
        evolution_.load_head(share_.all, from);
        std::string skipped(evolution_.saved_bytes(), '\0');
        std::vector<std::uint64_t> fingerprints;
        for (const std::uint32_t number : islands_of_puzzles({{puzzle_slot}}, share_.all)) {
            if (is_here(number)) {
                fingerprints.push_back(evolution_.load_island(here(number), from));
            } else {
                from(skipped.data(), skipped.size());
            }
        }
        if (is_alone()) return fingerprints;
        take_states(islands_of_all(evolution_.islands()));
        return gather<std::uint64_t>(fingerprints);
    }

    std::vector<std::uint8_t> ask() override { return evolution_.ask(); }
    void tell(std::span<const std::uint8_t> cells) override { evolution_.tell(cells); }
    bool is_broken() const override { return evolution_.is_broken(); }
    void write(std::uint32_t number, std::uint32_t first, std::span<const std::uint8_t> cells) override {
        evolution_.write(number, first, cells);
    }

    void cool(std::uint32_t generation, std::uint32_t coldness) override { evolution_.cool(generation, coldness); }
    std::vector<std::uint32_t> families(std::uint32_t number) override { return evolution_.read_families(number); }

    IslandBoards boards(std::uint32_t number) override {
        const Pool<Board>& pool = evolution_.pool();
        const Island& at = islands()[number];
        const std::uint32_t first = pool.first_individual(number);
        IslandBoards boards;
        boards.boards = pool.boards[at.front] + first, boards.costs = pool.costs[at.front] + first;
        boards.count = at.state == IslandState::settled ? 0 : at.extent;
        boards.words = Board::words;
        boards.bits_per_word = 8 * sizeof(std::remove_all_extents_t<decltype(Board::Stored::word)>);
        boards.highest_cost = pool.highest_cost;
        boards.gpu = executor_->gpu();
        return boards;
    }
    std::vector<Grid> grids(std::uint32_t number, std::uint32_t first, std::uint32_t count) override {
        const Pool<Board>& pool = evolution_.pool();
        std::vector<typename Board::Stored> boards(count);
        executor_->download(boards.data(), pool.boards[islands()[number].front] + pool.first_individual(number) + first,
                            count);
        std::vector<Grid> grids;
        grids.reserve(count);
        for (const auto& board : boards) grids.push_back(Board::to_grid(board));
        return grids;
    }

private:
    bool is_alone() const { return ranks_ == nullptr; }
    IslandShare share_of(std::uint32_t rank) const { return IslandShare::of(rank, ranks(), share_.all); }
    bool is_here(std::uint32_t number) const { return number % share_.all - share_.first < share_.count; }
    /// The number of an island of this share in its evolution.
    std::uint32_t here(std::uint32_t number) const {
        return number / share_.all * per_slot_ + number % share_.all - share_.first;
    }
    std::uint32_t guest_of(std::uint32_t slot) const { return slot * per_slot_ + share_.count; }

    /// All ranks have the same number.
    std::uint32_t slots_that_fit(const Config& config, std::uint32_t max_puzzle_slots) {
        const Config own = config_of_share(config, share_);
        const std::uint32_t fit = Footprint<Board>(*executor_, own, max_puzzle_slots).puzzle_slots_that_fit();
        return is_alone() ? fit : std::ranges::min(gather<std::uint32_t>({{fit}}));
    }

    /// The values of all ranks, by rank.
    template <class T>
    std::vector<T> gather(std::span<const T> mine) const {
        std::string bytes;
        for (const std::string& of_rank : ranks_->gather(bytes_of(mine))) bytes += of_rank;
        std::vector<T> all(bytes.size() / sizeof(T));
        std::memcpy(all.data(), bytes.data(), bytes.size());
        return all;
    }

    /// The mean size of the families of each listed island; empty without annealing.
    std::vector<double> read_families(std::span<const std::uint32_t> listed) {
        if (evolution_.pool().schedule == nullptr) return {};
        std::vector<double> sizes;
        for (const std::uint32_t number : is_alone() ? std::vector(listed.begin(), listed.end()) : listed_here(listed)) {
            const std::vector<std::uint32_t> families = evolution_.read_families(number);
            std::vector<std::uint32_t> members(families.size());
            for (const std::uint32_t family : families) ++members[family];
            std::uint64_t squares = 0;
            for (const std::uint64_t count : members) squares += count * count;
            sizes.push_back(static_cast<double>(squares) / static_cast<double>(families.size()));
        }
        return is_alone() ? sizes : in_order<double>(listed, sizes);
    }
    /// `families`: the mean sizes of those of the islands of the slot.
    void add_annealed(Outcome& outcome, std::uint32_t slot, const double* families) {
        for (const Island& island : islands().subspan(std::size_t{slot} * share_.all, share_.all)) {
            if (island.state == IslandState::settled || island.next_generation == 0) continue;
            outcome.annealed.push_back({island.log_weight, island.best, families[island.island_of_puzzle]});
            outcome.fingerprint = mix(outcome.fingerprint ^ static_cast<std::uint64_t>(island.log_weight));
        }
    }

    /// Passes the states of this share to its evolution.
    void write_share() {
        const std::span<Island> to = evolution_.islands();
        for (std::uint32_t number = 0; number < states_.size(); ++number) {
            if (!is_here(number)) continue;
            const std::uint32_t at = here(number);
            to[at] = states_[number];
            const bool is_first = number % share_.all == share_.first;
            const std::uint32_t before = is_first ? at + share_.count - 1 : at - 1;  // without a guest the ring is here
            to[at].source = is_first && share_.has_guest() ? guest_of(number / share_.all) : before;
        }
    }
    void take_states(const std::vector<Island>& now) {
        for (std::size_t number = 0; number < now.size(); ++number) {
            const std::uint32_t source = states_[number].source;  // shares count otherwise
            states_[number] = now[number];
            states_[number].source = source;
        }
    }
    /// From those of this evolution, and those of the others.
    std::vector<Island> islands_of_all(std::span<const Island> of_this) const {
        std::vector<Island> mine;
        for (std::uint32_t at = 0; at < of_this.size(); ++at) {
            if (at % per_slot_ < share_.count) mine.push_back(of_this[at]);
        }
        std::vector<std::uint32_t> all(states_.size());
        std::iota(all.begin(), all.end(), 0u);
        return in_order<Island>(all, mine);
    }

    /// A value for each listed island: `mine` are those of this share, in the order of the list.
    template <class T>
    std::vector<T> in_order(std::span<const std::uint32_t> listed, std::span<const T> mine) const {
        const std::vector<std::string> of_ranks = ranks_->gather(bytes_of(mine));
        std::vector<std::size_t> taken(of_ranks.size());
        std::vector<T> all(listed.size());
        for (std::size_t k = 0; k < listed.size(); ++k) {
            const std::uint32_t rank = rank_of(listed[k] % share_.all);
            std::memcpy(static_cast<void*>(&all[k]), of_ranks.at(rank).data() + taken[rank], sizeof(T));
            taken[rank] += sizeof(T);
        }
        return all;
    }
    std::vector<std::uint32_t> listed_here(std::span<const std::uint32_t> listed) const {
        std::vector<std::uint32_t> mine;
        for (const std::uint32_t number : listed) {
            if (is_here(number)) mine.push_back(here(number));
        }
        return mine;
    }

    /// Valid until the next call.
    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) {
        if (is_alone()) return evolution_.read(wanted, listed);
        const std::vector<std::uint32_t> mine = listed_here(listed);
        readings_ = in_order(listed, mine.empty() ? std::span<const Reading<Board>>() : evolution_.read(wanted, mine));
        return readings_;
    }
    /// Far shorter than the counts: those of all islands may be in memory at a time.
    struct DiversityNumbers {
        std::uint64_t distinct = 0;
        double entropy[Geometry<Board::order>::cells] = {};
    };
    std::vector<DiversityNumbers> read_diversity(std::span<const std::uint32_t> listed) {
        std::vector<DiversityNumbers> measured;
        evolution_.read_diversity(listed_here(listed), [&](const Diversity<Board>& counted) {
            DiversityNumbers& numbers = measured.emplace_back();
            numbers.distinct = counted.distinct;
            std::ranges::transform(counted.digits, numbers.entropy, [](const auto& cell) { return entropy_of(cell); });
        });
        return is_alone() ? measured : in_order<DiversityNumbers>(listed, measured);
    }

    /// Passes on copies of the best boards of the last island of each share whose next island receives.
    void bring_migrants() {
        const std::uint32_t last = share_.first + share_.count - 1, next = (last + 1) % share_.all;
        std::string sent;
        for (std::uint32_t slot = 0; slot < puzzle_slots_; ++slot) {
            if (!states_[slot * share_.all + next].receives) continue;
            const std::uint32_t at = here(slot * share_.all + last);
            sent += evolution_.read_migrants(at, evolution_.islands()[at].front, migrants_);
        }
        const std::string received = ranks_->pass_on(sent);
        const std::size_t bytes = migrants_ * evolution_.migrant_bytes;
        std::size_t taken = 0;
        for (std::uint32_t slot = 0; slot < puzzle_slots_; ++slot) {
            if (!states_[slot * share_.all + share_.first].receives) continue;
            evolution_.write_migrants(guest_of(slot), received.substr(taken, bytes));
            taken += bytes;
        }
    }

    std::unique_ptr<Executor> executor_;
    SharingRanks* ranks_;  ///< null: this device has all islands
    IslandShare share_;
    std::uint32_t per_slot_;  ///< islands in the evolution
    std::uint32_t migrants_, puzzle_slots_;
    Evolution<Board> evolution_;
    std::vector<Island> states_;  ///< of the islands of all ranks
    std::vector<Reading<Board>> readings_;
};

}  // namespace

std::unique_ptr<Islands> make_islands(std::unique_ptr<Executor> executor, const Config& config,
                                      std::uint32_t max_puzzle_slots, SharingRanks* ranks, bool asks) {
#define EVODOKU_ISLANDS_ON(Board)             \
    if (config.representation == Board::flag) \
        return std::make_unique<IslandsOn<Board>>(std::move(executor), config, max_puzzle_slots, ranks, asks);
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_ISLANDS_ON)
#undef EVODOKU_ISLANDS_ON
    return nullptr;
}

}  // namespace evodoku
