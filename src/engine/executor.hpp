// An executor: a device's memory, and the steps of an evolution on it. The engine uses only these interfaces;
// steps_on.hpp, src/cpu and kernels compile the phases and run them on a device.
//
//   host                                    queue of the device                  memory of the device: make()
//   islands, new puzzles, listed islands    -- queue_upload() ->                 arrays, to which a Pool points
//   generations to make                     -- Steps::run() ->                   boards, costs, plans, order
//   states, readings, boards                <- queue_download() --               states, readings, boards
//
// Work is done in the order in which it is queued. The host may read what it has downloaded after wait().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "engine/phases/bytes.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

/// What is done anew with a population.
enum class Redo { score, rank, score_and_rank };

/// The list of steps of a generation, and the work between generations: for the population of one Pool, on some device.
template <class Board>
class Steps {
public:
    virtual ~Steps() = default;

    /// Queues `generations` times all steps. `islands_apart`: no island reads individuals of another.
    virtual void run(std::uint32_t generations, bool islands_apart) = 0;
    /// Makes generations one phase at a time, with a clock; waits for them.
    virtual std::vector<PhaseTime> time_phases(std::uint32_t generations) = 0;

    /// A generation in two halves: makes children, and returns those that are to be scored, a byte per cell; then takes
    /// as many boards in their places, and ends the generation. Both wait. Throws FunctionError.
    virtual std::vector<std::uint8_t> ask() = 0;
    virtual void tell(std::span<const std::uint8_t> cells) = 0;
    /// Scores an island's population as if all its boards were new, or ranks it, so many times. Waits.
    virtual void redo(std::uint32_t island_index, Redo what, std::uint32_t times) = 0;
    /// Writes boards over those of an island, from `first` on; scores and ranks its population. Waits. Where it throws,
    /// as FunctionError does, nothing is changed.
    virtual void write(std::uint32_t island_index, std::uint32_t first, std::span<const std::uint8_t> cells) = 0;
    /// True once a function has failed: no more generations.
    virtual bool is_broken() const = 0;

    // Queued, for `count` new puzzles, readings or islands at once:
    /// Logic, and data that operators need of a puzzle.
    virtual void prepare(std::uint32_t islands_per_puzzle, Genes genes, std::uint32_t count) = 0;
    virtual void read(const Readings<Board>& readings, const WantedSums& wanted, std::uint32_t count) = 0;
    virtual void measure_diversity(const DiversityRequest<Board>& request, std::uint32_t count) = 0;

    // For boards of other programs, up to the size of an island; not for the box board of 9 x 9. Waits for the results.
    virtual void evaluate(const BoardBytes& bytes, std::uint32_t* costs) = 0;
    virtual void count_conflicts(const BoardBytes& bytes, std::uint8_t* conflicts) = 0;
};

class Executor {
public:
    virtual ~Executor() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)".
    virtual std::string name() const = 0;
    /// The number of the GPU whose memory it takes; -1: it takes memory of the host.
    virtual int gpu() const { return -1; }
    virtual std::uint64_t available_bytes() const = 0;
    virtual std::uint64_t rank_bytes_per_individual(const RankRequest& request) const = 0;
    /// Memory that the device takes for the stacks of its threads, once a kernel of the configuration needs them.
    virtual std::uint64_t stack_bytes(const Config& /* config */) const { return 0; }
    /// An epoch of more children of 9 x 9 than this is a long one: see Backend::has_long_epochs().
    virtual std::uint64_t children_per_check() const = 0;
    /// True if a pause after each generation costs nothing, with so many islands.
    virtual bool may_pause(std::uint32_t /* islands */) const { return false; }
    /// Generations end early when `should_stop` is true: see Backend::stop_when().
    virtual void stop_when(const std::function<bool()>& /* should_stop */) {}

    /// A fixed number of zeroed T, in memory available to phases.
    template <class T>
    std::shared_ptr<T> make(std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        return std::static_pointer_cast<T>(take(count * sizeof(T)));
    }
    /// A staging buffer of the host, for the copy of such an array.
    virtual std::shared_ptr<void> take_staging(std::size_t bytes) = 0;

    /// Stream-ordered. `from` is a staging buffer; do not change it until the copy is done.
    template <class T>
    void queue_upload(T* to, const T* from, std::size_t count) {
        queue_copy(to, from, count * sizeof(T), Way::to_device);
    }
    /// Stream-ordered. `to` is a staging buffer; the data are there after wait().
    template <class T>
    void queue_download(T* to, const T* from, std::size_t count) {
        queue_copy(to, from, count * sizeof(T), Way::to_host);
    }
    /// With any host memory; waits for the copy.
    void upload(auto* to, const auto* from, std::size_t count) { queue_upload(to, from, count), wait(); }
    void download(auto* to, const auto* from, std::size_t count) { queue_download(to, from, count), wait(); }
    template <class T>
    std::vector<T> download(const T* from, std::size_t count) {
        std::vector<T> copy(count);
        download(copy.data(), from, count);
        return copy;
    }
    /// Waits for everything that is queued.
    virtual void wait() = 0;
    /// Waits for the work of the whole process on its device, so that phases may read what other libraries wrote.
    virtual void wait_for_others() {}

    /// The steps of a configuration over a population. The arrays of the pool, and this executor, must outlive them.
#define EVODOKU_MAKE_STEPS(Board) \
    virtual std::unique_ptr<Steps<Board>> make_steps(const Pool<Board>& pool, const Config& config) = 0;
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_MAKE_STEPS)
#undef EVODOKU_MAKE_STEPS

protected:
    virtual std::shared_ptr<void> take(std::size_t bytes) = 0;
    enum class Way { to_device, to_host };
    virtual void queue_copy(void* to, const void* from, std::size_t bytes, Way way) = 0;
};

/// Allocates the arrays that it visits: see Arrays.
struct Taking {
    Executor& executor;
    std::vector<std::shared_ptr<void>>& memory;  ///< owns those of the device

    template <class T>
    void operator()(T*& array, std::size_t count) const {
        array = static_cast<T*>(memory.emplace_back(executor.template make<T>(count)).get());
    }
    template <class T>
    void operator()(std::shared_ptr<T>& array, std::size_t count) const {
        static_assert(std::is_trivially_copyable_v<T>);
        array = std::static_pointer_cast<T>(executor.take_staging(count * sizeof(T)));
    }
    template <class T>
    void operator()(std::vector<T>&, std::size_t) const {}  // when it is filled
};

/// The peaks of a device, measured by kernels without other work. Every call returns when the device has finished.
class Peaks {
public:
    virtual ~Peaks() = default;
    /// Copies memory, far more than any cache holds, `times` times; returns the bytes read and written.
    virtual std::uint64_t copy(std::uint32_t times) = 0;
    /// True if the last copy equals its source.
    virtual bool copied() const = 0;
    /// Additions and exclusive ors of independent 32-bit integers in registers; returns how many.
    virtual std::uint64_t compute(std::uint32_t times) = 0;
};

}  // namespace evodoku
