// An island of boards that come from outside: packed, scored, and replaced by the next ones.
#include "evodoku/backend/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "engine/needs.hpp"
#include "evodoku/logic/verifier.hpp"
#include "operators/catalogue.hpp"

namespace evodoku {
namespace {

template <class Board>
class EvaluatorOn final : public Evaluator {
public:
    static constexpr int cells = Geometry<Board::order>::cells;

    EvaluatorOn(std::unique_ptr<Executor> executor, const Evaluation& wanted, Config config)
        : executor_(std::move(executor)), should_stop_(wanted.should_stop) {
        // On a CPU few enough for its caches; on a GPU enough for all its threads.
        const std::size_t bytes = std::size_t{gpu() < 0 ? 2u : 32u} << 20;
        at_once_ = std::min(wanted.boards_at_once, 1u << 20);
        if (at_once_ == 0) at_once_ = static_cast<std::uint32_t>(bytes / sizeof(typename Board::Stored));
        config.population = at_once_;
        static_cast<PopulationArrays&>(pool_) = population_of(config, 1);
        const Taking take{*executor_, memory_};
        typename Board::Stored* boards = nullptr;
        take(boards, at_once_), take(pool_.islands, 1), take(pool_.puzzles, 1), take(fault_, 1);
        pool_.boards.set(boards, 0);
        if (gpu() >= 0) take(staged_, std::size_t{at_once_} * cells);
        if (gpu() >= 0) take(results_, std::size_t{at_once_} * std::max<std::size_t>(cells, 4));

        Island island;
        island.state = IslandState::running;
        executor_->upload(pool_.islands, &island, 1);
        const auto presolved = std::make_unique<Presolved<Board::order>>();
        const auto puzzle = std::make_unique<typename Board::Puzzle>();
        presolve_into(*presolved, device_job<Board::order>(
                                      {wanted.puzzle.value_or(Grid(Board::order)), PresolveLevel::none, 0, 0}));
        make_puzzle_into(*puzzle, *presolved);
        if (wanted.puzzle) choose_genes(*puzzle, Genes::all_cells);  // givens may be changed
        executor_->upload(pool_.puzzles, puzzle.get(), 1);
        steps_ = executor_->make_steps(pool_, config);
    }

    std::string device() const override { return executor_->name(); }
    int gpu() const override { return executor_->gpu(); }
    std::shared_ptr<void> take(std::size_t bytes) override { return executor_->make<std::uint8_t>(bytes); }

    void costs(const BoardArray& boards, std::uint32_t* costs) override {
        for_all(boards, costs, 1, [&](const BoardBytes& bytes, std::uint32_t* to) { steps_->evaluate(bytes, to); });
    }
    void conflicts(const BoardArray& boards, std::uint8_t* conflicts) override {
        const auto count = [&](const BoardBytes& bytes, std::uint8_t* to) { steps_->count_conflicts(bytes, to); };
        for_all(boards, conflicts, cells, count);
    }

private:
    /// work(bytes, results) for some boards after the other, with `per_board` results each.
    template <class Result>
    void for_all(const BoardArray& boards, Result* results, std::size_t per_board, const auto& work) {
        const bool is_staged = gpu() >= 0 && !boards.on_device;
        if (boards.on_device) executor_->wait_for_others();
        for (std::uint64_t first = 0; first < boards.count; first += at_once_) {
            if (should_stop_ && should_stop_()) return;
            const std::uint8_t* from = boards.cells + first * cells;
            const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(at_once_, boards.count - first));
            if (is_staged) executor_->upload(staged_, from, std::size_t{count} * cells);
            auto* staged_results = reinterpret_cast<Result*>(results_);
            Result* to = results + first * per_board;
            work(BoardBytes{is_staged ? staged_ : from, count, fault_}, is_staged ? staged_results : to);
            refuse_fault(boards, first);
            if (is_staged) executor_->download(to, staged_results, count * per_board);
        }
    }

    void refuse_fault(const BoardArray& boards, std::uint64_t first) {
        std::uint64_t fault = 0;
        executor_->download(&fault, fault_, 1);
        if (fault == 0) return;
        const std::uint64_t none = 0, index = first + ~fault;
        executor_->upload(fault_, &none, 1);
        const std::uint8_t* from = boards.cells + index * cells;
        const std::vector<std::uint8_t> board =
            boards.on_device ? executor_->download(from, cells) : std::vector(from, from + cells);
        const auto is_none = [](unsigned value) { return value - 1 >= unsigned(Board::order * Board::order); };
        const auto found = std::ranges::find_if(board, is_none) - board.begin();
        const std::size_t cell = static_cast<std::size_t>(found) % cells;  // 0 if the board has changed meanwhile
        throw BoardError(index, static_cast<int>(cell), board[cell], Board::order);
    }

    std::unique_ptr<Executor> executor_;
    std::function<bool()> should_stop_;
    std::uint32_t at_once_ = 0;
    std::vector<std::shared_ptr<void>> memory_;
    Pool<Board> pool_{};
    std::uint64_t* fault_ = nullptr;
    std::uint8_t *staged_ = nullptr, *results_ = nullptr;  ///< of boards in host memory, on a GPU
    std::unique_ptr<Steps<Board>> steps_;
};

/// Only for its cost, and to refuse one that the boards do not support.
Config config_of(const Evaluation& wanted) {
    Config config = wanted.order == 3 ? Config{} : large_config(wanted.order);
    if (wanted.order == 3) config.representation = cell_board;
    const Boards boards = config.representation;
    config.initialisation = default_for<Initialisation>(boards);
    config.crossover = {}, config.mutation = {};
    config.cost = boards == cell_board && wanted.cost.is("row-column") ? "duplicates:boxes=0,broken=0" : wanted.cost;
    config.population = 1, config.elite = {};
    validate(config);
    if (is_function(config.cost.info()))
        throw SettingError(fmt::format("cost '{}' is a function: call it with the boards", config.cost.info().name));
    return config;
}

}  // namespace

BoardError::BoardError(std::uint64_t board, int cell_index, unsigned value, int order)
    : std::invalid_argument(fmt::format("boards[{}]: {} is {}{}; allowed in every cell: 1..{}", board,
                                        cell_name(cell_index, order * order), value, value == 0 ? ", a blank" : "",
                                        order * order)),
      index(board),
      cell(cell_index) {}

void find_distinct(std::span<const std::uint8_t> cells, std::size_t cells_per_board, bool* distinct,
                   const std::function<bool()>& should_stop) {
    const std::string_view all(reinterpret_cast<const char*>(cells.data()), cells.size());
    std::unordered_set<std::string_view> seen;
    for (std::size_t first = 0; first < all.size() && !(should_stop && should_stop()); first += cells_per_board)
        *distinct++ = seen.insert(all.substr(first, cells_per_board)).second;
}

std::unique_ptr<Evaluator> make_evaluator_on(std::unique_ptr<Executor> executor, const Evaluation& wanted) {
    if (wanted.order < smallest_order || wanted.order > largest_order)
        throw SettingError(fmt::format("order is {}; allowed: {}..{}", wanted.order, smallest_order, largest_order));
    if (wanted.puzzle && wanted.puzzle->order() != wanted.order) {
        throw SettingError(fmt::format("the puzzle is {0} x {0}, and the boards are {1} x {1}", wanted.puzzle->size(),
                                       wanted.order * wanted.order));
    }
    const auto conflict = wanted.puzzle ? logic::first_conflict(*wanted.puzzle) : std::nullopt;
    if (conflict) throw SettingError("the puzzle's givens conflict: " + logic::describe(*conflict));
    const Config config = config_of(wanted);
    std::unique_ptr<Evaluator> evaluator;
    with_order(wanted.order, [&]<int order>() {
        using Board = std::conditional_t<order == 3, CellBoard, LargeBoard<order>>;
        evaluator = std::make_unique<EvaluatorOn<Board>>(std::move(executor), wanted, config);
    });
    return evaluator;
}

}  // namespace evodoku
