// An evolution: the memory of a population on an executor, its generations, and access to its state. The algorithm
// itself is in generation.hpp. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/executor.hpp"
#include "engine/host_side.hpp"
#include "engine/island.hpp"
#include "engine/phase_time.hpp"
#include "engine/rank_request.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

class FieldReader;
class FieldWriter;

/// The costs of a population.
struct CostSummary {
    std::uint64_t sum = 0;
    std::uint32_t worst = 0;
};

template <class Board>
class DiversityReader;

template <class Board>
class Evolution {
public:
    using Stored = typename Board::Stored;

    /// Allocates all memory for `puzzle_slots` puzzles at once. Throws MemoryError if there is too little, and
    /// std::invalid_argument if puzzle_slots x population exceeds max_individuals.
    Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots);

    ~Evolution();
    Evolution(const Evolution&) = delete;  // the steps point into the arrays
    Evolution& operator=(const Evolution&) = delete;

    /// Presolves and prepares the puzzles that write_job() has assigned since the last call. Call it after their
    /// islands were written.
    void prepare();
    /// Makes `generations` generations of every running island. `islands_apart`: no island receives migrants.
    void run(std::uint32_t generations, bool islands_apart) { steps_->run(generations, islands_apart); }
    /// The same generations one phase at a time, which takes longer; returns the time of each phase.
    std::vector<PhaseTime> time_phases(std::uint32_t generations) { return steps_->time_phases(generations); }

    /// Reads and writes for a host that runs many puzzles.
    HostSide<Board>& host() { return host_; }
    /// The state of each listed island's population. Valid until the next call.
    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) const;
    /// The diversity of each listed island's population. Takes memory in the first call.
    std::vector<Diversity<Board>> read_diversity(std::span<const std::uint32_t> listed) const;

    std::vector<Island> read_islands() const;
    void write_islands(const std::vector<Island>& islands);
    /// Assigns a puzzle to a slot, once before prepare(). Call it before its islands are written.
    void write_job(std::uint32_t puzzle_slot, const typename Board::Job& job) { host_.write_job(puzzle_slot, job); }

    // For the islands first .. first + count - 1:
    std::vector<Champion<Board>> read_champions(std::uint32_t first, std::uint32_t count) const;
    /// One number per island that depends on every board of its population and its index.
    std::vector<std::uint64_t> fingerprints(std::uint32_t first, std::uint32_t count) const;
    /// The work of each island's mutations since its puzzle began.
    std::vector<Effort> efforts(std::uint32_t first, std::uint32_t count) const;
    /// A summary of the costs of each island's population.
    std::vector<CostSummary> cost_summaries(std::uint32_t first, std::uint32_t count) const;

    /// Writes a puzzle in the middle of its evolution. `islands`, `readings`: of all islands, as read_islands() and
    /// read() return them.
    void save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                     std::span<const Reading<Board>> readings, const ByteSink& to) const;
    /// The bytes that it writes, the same number for every puzzle.
    std::uint64_t saved_bytes() const;
    /// Takes such a puzzle, of any evolution with the same configuration, into a slot that prepare() has prepared for
    /// it. Its islands are in host() and not sent yet. Returns the fingerprint that each must have then. Throws
    /// CheckpointError for bytes that do not fit.
    std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from);
    // The parts of these three, for islands of one puzzle in several evolutions:
    void save_shape(std::uint32_t islands_of_puzzle, const ByteSink& to) const;
    void load_shape(std::uint32_t islands_of_puzzle, const ByteSource& from) const;
    void save_island(std::uint32_t island_index, const Island& island, const Reading<Board>& reading,
                     const ByteSink& to) const;
    std::uint64_t load_island(std::uint32_t island_index, const ByteSource& from);
    std::uint64_t saved_bytes(std::uint32_t islands_of_puzzle) const;

    /// The best boards of an island's population as bytes, in order, with their costs.
    std::string read_migrants(std::uint32_t island_index, std::uint32_t front, std::uint32_t count) const;
    /// Makes such boards the first ones of an idle island, from which others receive migrants.
    void write_migrants(std::uint32_t island_index, const std::string& migrants);

    /// The population itself, in the buffers of running islands: for benchmarks and tests.
    std::vector<Stored> read_boards(std::uint32_t island_index) const;
    std::vector<std::uint32_t> read_costs(std::uint32_t island_index) const;
    /// Rank -> index within the island.
    std::vector<std::uint32_t> read_order(std::uint32_t island_index) const;

    const Pool<Board>& pool() const { return pool_; }
    /// The request for ranking populations of this configuration.
    RankRequest rank_request(const Config& config);

private:
    /// What a saved puzzle and an evolution must have in common.
    struct Shape {
        std::uint32_t islands, island_size, board_bytes;
        std::uint64_t seen_words;
        bool operator==(const Shape&) const = default;
    };

    void make_pool(const Config& config);
    Shape shape(std::uint32_t islands_of_puzzle) const;
    template <class T>
    void save_array(const T* from, std::size_t count, FieldWriter& to) const;
    /// take(index, element) may change the element. Throws CheckpointError, which names `what`, where it is false.
    template <class T, class Take>
    void load_array(T* to, std::size_t count, FieldReader& from, const char* what, Take take);

    Executor& executor_;
    std::uint32_t puzzle_slots_, island_count_;
    std::size_t individuals_;
    mutable HostSide<Board> host_;  // const readers use its buffers
    Array<Stored> boards_[2];
    Array<std::uint32_t> costs_[2];
    Array<std::uint32_t> order_;
    Array<Plan> plans_;
    Array<Effort> efforts_;
    Array<typename Board::Presolved> presolved_;
    Array<typename Board::Puzzle> puzzles_;
    Array<Alleles> alleles_;
    Array<Champion<Board>> champions_;
    Array<Stored> spare_;
    Array<std::uint32_t> spare_costs_;
    Array<std::uint64_t> wheel_, keys_, buckets_, seen_;
    Array<std::uint32_t> rejected_;
    Genes genes_ = Genes::free_cells;
    Pool<Board> pool_{};
    std::unique_ptr<Steps<Board>> steps_;
    mutable std::unique_ptr<DiversityReader<Board>> diversity_;
};

}  // namespace evodoku
