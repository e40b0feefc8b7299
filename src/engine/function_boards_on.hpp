// Boards on their way to functions of the host and back, for one kind of executor and board, compiled: listed on the
// host by the plans of the children, unpacked into bytes, checked and packed again. On a GPU the bytes stay there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/executor.hpp"
#include "engine/needs.hpp"
#include "engine/phase.hpp"
#include "engine/phases/score.hpp"
#include "evodoku/operators/function_operator.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

/// What a step scores: all children, only individuals whose plan is Plan::rejected, or further tries, of which it keeps
/// those that are better.
enum class Scored { children, rejected, further_tries };

/// One step: the function of an operator, and which boards it makes or scores. See the phases of that kind.
struct FunctionStep {
    OperatorKind kind;
    std::uint32_t planned = 0;  ///< what the plan of a board says: Plan::fresh, or the position in a mix
    std::uint32_t try_number = 0;
    std::uint32_t wave = 0;  ///< of children that are made in waves, from 1
    Scored scored = Scored::children;
    std::string name = {};
    std::shared_ptr<const OperatorFunction> function = {};
};

/// Calls a function for all boards that the step is for, puzzle by puzzle, and puts its results where the phase of that
/// kind puts its own. Waits for everything queued before. Throws FunctionError, and what the function throws.
using CallFunction = std::function<void(const FunctionStep&)>;

/// Prefetches the board that a CPU comes to some boards after board k of `count`. They are far apart.
EVODOKU_HD void prefetch_later(const auto* boards, const std::uint32_t* places, std::uint32_t k, std::uint32_t count) {
    constexpr std::uint32_t ahead = 16;
    if (!EVODOKU_ON_DEVICE && count - k > ahead) prefetch(boards + places[k + ahead]);
}

/// Boards as bytes. `at`: their places in `boards`.
template <class Board>
struct UnpackPhase {
    static constexpr const char* name = "unpack";
    const typename Board::Stored* boards;
    const std::uint32_t* at;
    std::uint8_t* to;
    std::uint32_t count;

    EVODOKU_HD void operator()(std::uint32_t k) const {
        prefetch_later(boards, at, k, count);
        Board::view(boards[at[k]]).get_digits(to + std::size_t{k} * Geometry<Board::order>::cells);
    }
};

/// The reverse. `fault` becomes the complement of the number of the first board that is not a chromosome of the puzzle.
/// A board has no notes then; but with `keeps_equal` one that is the same as before keeps its own.
template <class Board>
struct TakeBoardsPhase {
    static constexpr const char* name = "take boards";
    using Shape = Geometry<Board::order>;
    const std::uint8_t* from;
    const std::uint32_t* at;
    typename Board::Stored* boards;
    const typename Board::Puzzle* puzzle;
    bool keeps_equal, only_checks;
    std::uint64_t* fault;
    std::uint32_t count;

    EVODOKU_HD void operator()(std::uint32_t k) const {
        prefetch_later(boards, at, k, count);
        const std::uint8_t* cells = from + std::size_t{k} * Shape::cells;
        typename Board::Stored& board = boards[at[k]];
        bool fits = false;
        if constexpr (is_large(Board::flag)) {
            fits = Board::are_whole(cells, *puzzle);
            int same = 0;
            while (keeps_equal && same < Shape::cells && Board::view(board).digit(same) == cells[same]) ++same;
            if (fits && !only_checks && same != Shape::cells) Board::view(board).set_digits(cells);
        } else {
            const auto* fixed = fixed_cells_of(*puzzle);
            typename Board::Stored written{};
            fits = Board::view(written).set_digits(cells) &&
                   (fixed == nullptr || keeps_fixed<Board::order>(cells, fixed->digit));
            const bool stays = only_checks || (keeps_equal && same_boards<Board>(written, board));
            if (fits && !stays) board = written;
        }
        if (!fits) atomic_max(fault, ~std::uint64_t{k});
    }
};

/// Costs that a function gave. A solution costs 0, and nothing else does.
template <class Board>
struct TakeCostsPhase {
    static constexpr const char* name = "take costs";
    const std::uint32_t *from, *at;
    const typename Board::Stored* boards;
    std::uint32_t* costs;  ///< at the places of the boards
    const typename Board::Puzzle* puzzle;
    std::uint32_t highest;
    std::uint64_t* fault;

    EVODOKU_HD void operator()(std::uint32_t k) const {
        const std::uint32_t cost = from[k];
        if (cost > highest) atomic_max(fault, ~std::uint64_t{k});
        const bool is_solution = Board::is_solution(Board::view(boards[at[k]]), *puzzle);
        costs[at[k]] = is_solution ? 0 : cost == 0 ? 1 : cost;
    }
};

/// The boards of a step: where they are, and where those are that they are made from. A place counts from the first
/// buffer, or from the beginning of the spare boards in a further try.
struct Places {
    /// The boards of one puzzle among them.
    struct Group {
        Island island;  ///< the first that runs
        std::uint32_t begin, end;
    };
    std::vector<std::uint32_t> to, from, mates;
    std::vector<Group> groups;
    bool is_spare = false;

    std::uint32_t size() const { return static_cast<std::uint32_t>(to.size()); }
};

template <class E, class Board>
class FunctionBoardsOn {
public:
    using Stored = typename Board::Stored;
    static constexpr std::size_t cells = Geometry<Board::order>::cells;

    /// Takes memory with the first call.
    FunctionBoardsOn(E& executor, const Pool<Board>& pool, bool has_functions)
        : executor_(executor), pool_(pool), has_functions_(has_functions) {}

    /// The boards that a step makes or scores in a population of this pool, or of one like it.
    Places places_of(const FunctionStep& step, const Pool<Board>& pool) const {
        const std::vector<Island> islands = executor_.download(pool.islands, pool.island_count);
        const std::vector<Plan> plans =
            executor_.download(pool.plans, std::size_t{pool.island_count} * pool.island_size);
        Places places;
        places.is_spare = step.try_number != 0 || step.scored == Scored::further_tries;
        for (std::uint32_t number = 0; number < pool.island_count; ++number) {
            const Island& island = islands[number];
            if (!island.running()) continue;
            const bool is_new = places.groups.empty() || places.groups.back().island.puzzle_slot != island.puzzle_slot;
            if (is_new) places.groups.push_back({island, places.size(), places.size()});
            const std::uint32_t first = pool.first_individual(number);
            list_island(places, step, pool, island, plans.data() + first, first);
            places.groups.back().end = places.size();
            if (places.groups.back().begin == places.size()) places.groups.pop_back();
        }
        return places;
    }
    /// Those of an island's population, from `first` on, for so many bytes.
    Places places_in(std::uint32_t island_index, const Island& island, std::uint32_t first, std::size_t bytes) const {
        Places places;
        places.to.resize(bytes / cells);
        std::iota(places.to.begin(), places.to.end(),
                  island.front * pool_.boards.apart() + pool_.first_individual(island_index) + first);
        places.groups = {{island, 0, places.size()}};
        return places;
    }

    /// See CallFunction.
    void call(const FunctionStep& step, const Pool<Board>& pool) {
        const Places places = places_of(step, pool);
        if (places.to.empty()) return;
        take_memory();
        const bool reads = step.kind != OperatorKind::initialisation, reads_two = step.kind == OperatorKind::crossover;
        if (reads_two) unpack(places.from, arrays_.read_at, pool_.boards[0], arrays_.boards);
        if (reads_two) unpack(places.mates, arrays_.read_at, pool_.boards[0], arrays_.mates);
        if (reads && !reads_two) unpack(places.to, arrays_.at, boards_of(places), arrays_.boards);
        executor_.upload(arrays_.at, places.to.data(), places.to.size());
        for (const Places::Group& group : places.groups) {
            FunctionCall call;
            if (reads) call.boards = arrays_.boards + group.begin * cells;
            if (reads_two) call.mates = arrays_.mates + group.begin * cells;
            call.memory = memory_;
            call.count = group.end - group.begin, call.order = Board::order, call.gpu = executor_.gpu();
            const auto puzzle = puzzle_of(group);
            call.fixed = {&puzzle->fixed[0], cells};
            call.seed = group.island.seed, call.puzzle_index = group.island.puzzle_index;
            call.generation = group.island.next_generation, call.purpose = purpose_of(step);
            const FunctionResult result = (*step.function)(call);
            executor_.wait_for_others();  // that still read the boards, or write the result
            if (step.kind == OperatorKind::cost) {
                take_costs(step, places, group, result);
            } else {
                take_boards(places, group, result, step.kind == OperatorKind::mutation, false,
                            std::string(to_text(step.kind)) + " '" + step.name + "'");
            }
        }
    }
    std::vector<std::uint8_t> read(const Places& places) {
        if (places.to.empty()) return {};
        take_memory();
        unpack(places.to, arrays_.at, boards_of(places), arrays_.boards);
        return executor_.download(arrays_.boards, places.size() * cells);
    }
    /// All or none. Throws FunctionError, which begins with `what`.
    void write(const Places& places, std::span<const std::uint8_t> bytes, const std::string& what) {
        if (bytes.size() != places.size() * cells) {
            throw FunctionError(what + ": " + std::to_string(bytes.size() / cells) + " boards; " +
                                std::to_string(places.size()) + " are needed");
        }
        if (places.to.empty()) return;
        take_memory();
        executor_.upload(arrays_.at, places.to.data(), places.to.size());
        for (const bool only_checks : {true, false}) {
            for (const Places::Group& group : places.groups) {
                const FunctionResult result{
                    std::shared_ptr<const void>(std::shared_ptr<void>(), bytes.data() + group.begin * cells)};
                take_boards(places, group, result, true, only_checks, what);
            }
        }
    }

private:
    void take_memory() {
        if (arrays_.fault == nullptr) arrays_.list(pool_, has_functions_, false, Taking{executor_, *memory_});
    }

    static void list_island(Places& places, const FunctionStep& step, const Pool<Board>& pool, const Island& island,
                            const Plan* plans, std::uint32_t first) {
        const Layout layout = pool.layout_of(island);
        const std::uint32_t apart = pool.boards.apart(), back = places.is_spare ? 0 : island.back() * apart;
        const auto is_for = [&](std::uint32_t index) {
            if (step.kind == OperatorKind::mutation) return plans[index].mutation() == step.planned;
            if (step.kind != OperatorKind::cost) return plans[index].crossover() == step.planned;
            if (step.scored == Scored::rejected) {
                return !pool.distinct.drops && plans[index].crossover() == Plan::rejected;
            }
            if (step.scored == Scored::further_tries) return index >= layout.kept && index < layout.first_migrant;
            return cost_from(island, layout, plans, index) == CostFrom::board;
        };
        std::vector<std::uint32_t>& to = places.to;
        std::size_t count = to.size();
        to.resize(count + pool.island_size);
        for (std::uint32_t index = 0; index < pool.island_size; ++index) {
            to[count] = back + first + index;
            count += is_for(index);
        }
        to.resize(count);
        if (step.kind != OperatorKind::crossover) return;
        const std::uint32_t parents = (pool.rules.waves != 0 ? island.back() : island.front) * apart;
        for (std::size_t k = places.from.size(); k < to.size(); ++k) {
            const Plan& plan = plans[to[k] - back - first];
            places.from.push_back(parents + plan.parent_a()), places.mates.push_back(parents + plan.parent_b());
        }
    }

    static std::uint32_t purpose_of(const FunctionStep& step) {
        const Purpose purpose = step.kind == OperatorKind::crossover  ? Purpose::cross
                                : step.kind == OperatorKind::mutation ? Purpose::mutate
                                                                      : Purpose::initialise;
        const bool is_again = step.planned == Plan::rejected;
        const auto use = static_cast<std::uint32_t>(in_try(purpose, is_again ? 1 : step.try_number));
        return step.wave << 16 | use << 8 | step.planned;
    }

    Stored* boards_of(const Places& places) const { return places.is_spare ? pool_.spare : pool_.boards[0]; }
    void unpack(const std::vector<std::uint32_t>& places, std::uint32_t* at, const Stored* boards,
                std::uint8_t* bytes) {
        executor_.upload(at, places.data(), places.size());
        const auto count = static_cast<std::uint32_t>(places.size());
        executor_.for_each(UnpackPhase<Board>{boards, at, bytes, count}, count);
        executor_.wait();
    }

    std::unique_ptr<typename Board::Puzzle> puzzle_of(const Places::Group& group) {
        auto puzzle = std::make_unique<typename Board::Puzzle>();
        executor_.download(puzzle.get(), pool_.puzzles + group.island.puzzle_slot, 1);
        return puzzle;
    }

    /// The values of a result in memory available to phases: on a GPU `staged`, which the function no longer reads.
    template <class T>
    const T* values_of(const FunctionResult& result, T* staged, std::size_t count) {
        const auto* values = static_cast<const T*>(result.values.get());
        if (executor_.gpu() < 0 || result.on_gpu) return values;
        executor_.upload(staged, values, count);
        return staged;
    }

    /// See TakeBoardsPhase.
    void take_boards(const Places& places, const Places::Group& group, const FunctionResult& result, bool keeps_equal,
                     bool only_checks, const std::string& what) {
        const std::uint8_t* const values =
            values_of(result, arrays_.boards + group.begin * cells, (group.end - group.begin) * cells);
        const typename Board::Puzzle* puzzle = pool_.puzzles + group.island.puzzle_slot;
        const std::uint32_t count = group.end - group.begin;
        const TakeBoardsPhase<Board> take{
            values, arrays_.at + group.begin, boards_of(places), puzzle, keeps_equal, only_checks, arrays_.fault,
            count};
        executor_.for_each(take, count);
        const auto index = take_fault();
        if (!index) return;
        Grid grid(Board::order);
        executor_.download(grid.cells().data(), values + *index * cells, cells);
        throw FunctionError(what + ": board " + std::to_string(*index) + " of the result: " +
                            fault_in<Board>(grid, *puzzle_of(group)) + " (" + to_text(Board::flag) + ")");
    }

    void take_costs(const FunctionStep& step, const Places& places, const Places::Group& group,
                    const FunctionResult& result) {
        const std::uint32_t* const values = values_of(result, arrays_.read_at, group.end - group.begin);
        const typename Board::Puzzle* puzzle = pool_.puzzles + group.island.puzzle_slot;
        executor_.for_each(TakeCostsPhase<Board>{values, arrays_.at + group.begin, boards_of(places),
                                                 places.is_spare ? pool_.spare_costs : pool_.costs[0], puzzle,
                                                 pool_.highest_cost, arrays_.fault},
                           group.end - group.begin);
        const auto index = take_fault();
        if (!index) return;
        std::uint32_t cost = 0;
        executor_.download(&cost, values + *index, 1);
        throw FunctionError("cost '" + step.name + "': cost " + std::to_string(*index) + " of the result is " +
                            std::to_string(cost) + "; allowed: 0.." + std::to_string(pool_.highest_cost));
    }

    std::optional<std::uint64_t> take_fault() {
        std::uint64_t fault = 0;
        const std::uint64_t none = 0;
        executor_.download(&fault, arrays_.fault, 1);
        if (fault == 0) return {};
        executor_.upload(arrays_.fault, &none, 1);
        return ~fault;
    }

    E& executor_;
    Pool<Board> pool_;
    bool has_functions_;
    using Memory = std::vector<std::shared_ptr<void>>;
    std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();  ///< of the arrays; functions may keep it
    FunctionArrays<Board> arrays_;
};

}  // namespace evodoku
