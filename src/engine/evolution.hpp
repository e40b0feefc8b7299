// An evolution: the memory of a population on an executor, its generations, and access to its state. The algorithm
// itself is in generation.hpp. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/needs.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

class FieldReader;
class FieldWriter;

template <class Board>
class Evolution {
public:
    using Stored = typename Board::Stored;

    /// Allocates all memory for `puzzle_slots` puzzles at once, except what diversity, functions and ask() take with
    /// their first use. Throws MemoryError if there is too little for all of that (`asks`: also for ask() and write()),
    /// and std::invalid_argument if puzzle_slots x population exceeds max_individuals.
    Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots, bool asks = false);
    Evolution(const Evolution&) = delete;  // the steps point into the arrays

    // The host's side of a synchronisation: few copies for any number of puzzles, through memory that is allocated
    // once.

    /// The islands on the host: the result of the last fetch(), and the content of the next send(). Do not change them
    /// between send() and the end of a queued fetch().
    std::span<Island> islands() { return {arrays_.host_islands.get(), pool_.island_count}; }
    /// Assigns a puzzle to a slot, once before prepare(). Call it before its islands are sent.
    void write_job(std::uint32_t puzzle_slot, const DeviceJob<Board::order>& job) {
        arrays_.host_new_puzzles.get()[written_++] = {puzzle_slot, job};
    }
    /// Begins another list of new puzzles. Returns the number of those that were sent.
    std::uint32_t forget_jobs();
    /// Queued: later operations see the islands and the new puzzles.
    void send();
    /// Queued: the islands are on the host when all queued operations are done.
    void fetch() { executor_.queue_download(arrays_.host_islands.get(), pool_.islands, pool_.island_count); }

    /// Presolves and prepares the puzzles that write_job() has assigned since the last call. Call it after their
    /// islands were sent.
    void prepare() { steps_->prepare(pool_.island_count / puzzle_slots_, genes_, forget_jobs()); }
    /// Makes `generations` generations of every running island. `islands_apart`: no island receives migrants.
    void run(std::uint32_t generations, bool islands_apart) { steps_->run(generations, islands_apart); }
    /// A generation in two halves: see Steps.
    std::vector<std::uint8_t> ask() { return steps_->ask(); }
    void tell(std::span<const std::uint8_t> cells) { steps_->tell(cells); }
    bool is_broken() const { return steps_->is_broken(); }
    /// Writes boards over those of an island, from `first` on, scores and ranks its population. Their number counts as
    /// evaluations. Islands on the host are up to date before and after. Throws FunctionError, which begins with "write".
    void write(std::uint32_t island_index, std::uint32_t first, std::span<const std::uint8_t> cells);
    /// Annealing: sets the coldness of a generation that is not made yet.
    void cool(std::uint32_t generation, std::uint32_t coldness);
    /// Annealing: the family of each individual. Requires that islands on the host are up to date.
    std::vector<std::uint32_t> read_families(std::uint32_t island_index) const {
        return part_of(pool_.families[arrays_.host_islands.get()[island_index].front], island_index);
    }
    /// Makes generations one phase at a time, which takes longer than run(); returns the time of each phase.
    std::vector<PhaseTime> time_phases(std::uint32_t generations) { return steps_->time_phases(generations); }

    /// The state of each listed island's population. Valid until the next call.
    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) const;
    /// Passes on the diversity of each listed island's population, in this order. Takes memory in the first call.
    void read_diversity(std::span<const std::uint32_t> listed,
                        const std::function<void(const Diversity<Board>&)>& take) const;

    /// The islands as they are now, without those of the host.
    std::vector<Island> read_islands() const;
    void write_islands(const std::vector<Island>& islands);

    // A puzzle in the middle of its evolution as bytes: a head, then its islands. The head says what the configurations
    // of the writer and the reader must have in common. Each load throws CheckpointError for bytes that do not fit.
    void save_head(std::uint32_t islands_of_puzzle, const StateWriter& to) const;
    void load_head(std::uint32_t islands_of_puzzle, const StateReader& from) const;
    /// `island`, `reading`: as read_islands() and read() return them.
    void save_island(std::uint32_t island_index, const Island& island, const Reading<Board>& reading,
                     const StateWriter& to) const;
    /// Into a slot that prepare() has prepared for its puzzle. The island is in islands() and not sent yet. Returns the
    /// fingerprint that it must have then.
    std::uint64_t load_island(std::uint32_t island_index, const StateReader& from);
    /// The bytes of an island.
    std::uint64_t saved_bytes() const;
    static constexpr std::uint64_t bytes_of_head = 3 * sizeof(std::uint32_t) + sizeof(std::uint64_t);

    static constexpr std::size_t migrant_bytes = sizeof(std::uint32_t) + sizeof(Stored);
    /// The best of an island's population as bytes, in order: of each its cost, then its board.
    std::string read_migrants(std::uint32_t island_index, std::uint32_t front, std::uint32_t count) const;
    /// Makes such boards the first ones of an idle island, from which others receive migrants.
    void write_migrants(std::uint32_t island_index, const std::string& migrants);

    // The population itself, in the buffers of running islands: for benchmarks and tests.
    std::vector<Stored> read_boards(std::uint32_t island_index) const {
        return part_of(pool_.boards[read_islands()[island_index].front], island_index);
    }
    std::vector<std::uint32_t> read_costs(std::uint32_t island_index) const {
        return part_of(pool_.costs[read_islands()[island_index].front], island_index);
    }
    /// Rank -> index within the island.
    std::vector<std::uint32_t> read_order(std::uint32_t island_index) const {
        return part_of(pool_.order, island_index);
    }

    const Pool<Board>& pool() const { return pool_; }

private:
    template <class T>
    std::vector<T> part_of(const T* array, std::uint32_t island_index) const {
        std::vector<T> part(pool_.island_size);
        executor_.download(part.data(), array + pool_.first_individual(island_index), part.size());
        return part;
    }

    /// The words of the filters of an island.
    std::uint64_t seen_words() const { return pool_.distinct.seen != nullptr ? 2 * pool_.distinct.seen_words : 0; }
    template <class T>
    void save_array(const T* from, std::size_t count, FieldWriter& to) const;
    /// take(index, element) may change the element. Throws CheckpointError, which names `what`, where it is false.
    template <class T, class Take>
    void load_array(T* to, std::size_t count, FieldReader& from, const char* what, Take take);

    Executor& executor_;
    std::uint32_t puzzle_slots_;
    Genes genes_;
    OperatorSpec<OperatorKind::cost> cost_;
    mutable std::vector<std::shared_ptr<void>> memory_;  ///< of the arrays
    mutable Arrays<Board> arrays_;
    Pool<Board>& pool_ = arrays_.pool;
    std::uint32_t written_ = 0, sent_ = 0;  ///< new puzzles
    std::unique_ptr<Steps<Board>> steps_;
};

}  // namespace evodoku
