// What the operators of each kind must keep, tried on made-up boards: `evodoku check-operator` runs it for operators of
// a shared object, the tests for those of this program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/geometry.hpp"
#include "core/presolver.hpp"
#include "core/puzzle.hpp"
#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/alleles.hpp"
#include "representation/every_board.hpp"

namespace evodoku::checks {

/// Puzzles of an order, from blank to full: givens of a solution in this many cells of twelve.
inline constexpr std::uint32_t givens_of_twelve[] = {0, 3, 6, 9, 12};
inline constexpr std::uint32_t puzzle_count = std::size(givens_of_twelve);

/// What operators may read of a puzzle besides it.
inline std::unique_ptr<Alleles> prepared_alleles(const Puzzle& puzzle) {
    auto alleles = std::make_unique<Alleles>();
    const auto make = [&](auto step, std::uint32_t tasks) {
        for (std::uint32_t task = 0; task < tasks; ++task) alleles->make(step, puzzle, task, tasks);
    };
    make(CountAlleles{}, 9), make(ListAlleles{}, 9), make(NumberHalves{}, 9), make(MakeSets{}, 1), make(MakeRows{}, 72);
    return alleles;
}

/// A random board of a puzzle with its genes.
template <class Board>
typename Board::Stored random_board(const typename Board::Puzzle& puzzle, Draws draws) {
    typename Board::Stored board;
    const ContextFor<typename Board::Puzzle> context{puzzle};
    if constexpr (Board::flag != cell_board) {
        RandomBoxes{}(Board::view(board), context, draws);
    } else if (puzzle.genes == Genes::all_cells) {
        AllCells{}(Board::view(board), context, draws);
    } else {
        FreeCells{}(Board::view(board), context, draws);
    }
    return board;
}

/// A made-up puzzle, with all that an operator may read of it.
template <class Board>
class Case {
public:
    using Puzzle = typename Board::Puzzle;
    using Context = ContextFor<Puzzle>;

    explicit Case(std::uint32_t number, Genes genes = Genes::free_cells)
        : number_(number), puzzle_(std::make_unique<Puzzle>()) {
        Grid givens(Board::order);
        Draws draws({17, number, 0, 0}, Purpose::generate);
        for (int cell = 0; cell < givens.cell_count(); ++cell) {
            if (draws.below(12) >= givens_of_twelve[number]) continue;
            const int digit = root_digit(Board::order, cell / givens.size(), cell % givens.size());
            givens[cell] = static_cast<std::uint8_t>(digit + 1);
        }
        const auto presolved = std::make_unique<Presolved<Board::order>>();
        presolve_into(*presolved, device_job<Board::order>({givens, PresolveLevel::givens, number, 17}));
        make_puzzle_into(*puzzle_, *presolved);
        choose_genes(*puzzle_, genes);
        if constexpr (is_9x9<Puzzle>) alleles_ = prepared_alleles(*puzzle_);
    }

    std::uint32_t number() const { return number_; }
    Context context(bool second = false) const { return {*puzzle_, alleles_.get(), second}; }

    typename Board::Stored board(std::uint32_t individual) const {
        return random_board<Board>(*puzzle_, Draws({99, number_, individual, 0}, Purpose::initialise));
    }
    Draws draws(std::uint32_t individual, Purpose purpose) const { return Draws({5, number_, individual, 1}, purpose); }

    std::string fault_of(const typename Board::Stored& board) const {
        const std::string fault = fault_in<Board>(Board::to_grid(board), *puzzle_);
        return !fault.empty() || Board::is_whole(board, *puzzle_) ? fault : "left a board whose parts do not agree";
    }

private:
    std::uint32_t number_;
    std::unique_ptr<Puzzle> puzzle_;
    std::unique_ptr<Alleles> alleles_;
};

/// visit(case, individual) returns a fault or an empty text; returns the first fault, with its example.
template <class Board, class Visit>
std::string first_fault(const Visit& visit, Genes genes = Genes::free_cells) {
    constexpr std::uint32_t boards_per_puzzle = Board::order <= 3 ? 100 : 5;
    for (std::uint32_t number = 0; number < puzzle_count; ++number) {
        const Case<Board> test_case(number, genes);
        for (std::uint32_t individual = 0; individual < boards_per_puzzle; ++individual) {
            const std::string fault = visit(test_case, individual);
            if (fault.empty()) continue;
            return fault + " (" + to_text(Board::flag) + ", puzzle " + std::to_string(number + 1) + " of " +
                   std::to_string(puzzle_count) + ", board " + std::to_string(individual + 1) + ")";
        }
    }
    return "";
}

/// make(to, draws) writes a board, in place of one or from one: the result must be fit, and the same again.
template <class Board, class Make>
std::string fault_of_made(const Case<Board>& test_case, std::uint32_t individual, Purpose purpose, bool over_others,
                          const Make& make) {
    typename Board::Stored boards[2] = {test_case.board(individual),
                                        test_case.board(over_others ? individual + 1 : individual)};
    for (auto& board : boards) {
        Draws draws = test_case.draws(individual, purpose);
        make(Board::view(board), draws);
    }
    const std::string fault = test_case.fault_of(boards[0]);
    if (!fault.empty()) return fault;
    if (std::ranges::equal(boards[0].word, boards[1].word)) return "";
    return over_others ? "made another board where another one was before"
                       : "made another board from the same board and random numbers";
}

/// An operator that makes boards. A crossover whose children have digits of neither parent says so: `static constexpr
/// bool makes_genes = true`.
template <OperatorKind kind, class Board, class Op>
std::string of_maker(const Op& op, Genes genes) {
    constexpr bool crosses = kind == OperatorKind::crossover, mutates = kind == OperatorKind::mutation;
    constexpr bool makes_genes = requires { requires Op::makes_genes; };
    constexpr Purpose purpose = crosses ? Purpose::cross : mutates ? Purpose::mutate : Purpose::initialise;
    return first_fault<Board>(
        [&](const Case<Board>& test_case, std::uint32_t individual) {
            const auto a = test_case.board(2 * individual), b = test_case.board(2 * individual + 1);
            const auto context = test_case.context(crosses && individual % 2 != 0);
            const auto make = [&](auto child, Draws& draws) {
                if constexpr (crosses) {
                    op(Board::view(a), Board::view(b), child, context, draws);
                } else if constexpr (mutates && is_large(Board::flag)) {
                    op(child, context, draws, Alone{});
                } else {
                    op(child, context, draws);
                }
            };
            const std::string fault = fault_of_made(test_case, individual, purpose, !mutates, make);
            if (!crosses || makes_genes || !fault.empty()) return fault;
            auto child = a;
            Draws draws = test_case.draws(individual, purpose);
            make(Board::view(child), draws);
            const Grid in_a = Board::to_grid(a), in_b = Board::to_grid(b), in_child = Board::to_grid(child);
            for (int cell = 0; cell < in_child.cell_count(); ++cell) {
                if (in_child[cell] == in_a[cell] || in_child[cell] == in_b[cell]) continue;
                return "gave " + cell_name(cell, in_child.size()) + " the digit " + std::to_string(in_child[cell]) +
                       ", which neither parent has there (an operator that means it states makes_genes)";
            }
            return std::string();
        },
        genes);
}

template <class Board, class Op>
std::string of_cost(const Op& op) {
    constexpr auto size = static_cast<std::uint32_t>(Board::order * Board::order);
    const std::uint32_t highest = is_large(Board::flag) ? 2 * size * (size - 1) : Op::highest;
    return first_fault<Board>([&](const Case<Board>& test_case, std::uint32_t individual) -> std::string {
        const auto board = test_case.board(individual);
        const std::uint32_t cost = op(Board::view(board), test_case.context());
        if (cost > highest) return "cost " + std::to_string(cost) + ", above the highest, " + std::to_string(highest);
        if (cost != op(Board::view(board), test_case.context())) return "gave another cost to the same board";
        const bool is_solution = givens_of_twelve[test_case.number()] == 12;  // the only board of a full puzzle
        return is_solution && cost != 0 ? "cost " + std::to_string(cost) + " for a solution, which must cost 0" : "";
    });
}

/// Islands of some sizes, with many equal costs.
template <class Op>
std::string of_selection(const Op& op) {
    for (const std::uint32_t size : {1u, 2u, 3u, 10u, 257u}) {
        std::vector<std::uint32_t> order(size), costs(size);
        Draws numbers({3, 0, size, 0}, Purpose::generate);
        for (std::uint32_t& cost : costs) cost = numbers.below(12);
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t index) { return costs[index]; });
        Ranking island{size, order.data(), costs.data()};
        island.highest = 12, island.kept = size / 4, island.filled = size;
        std::vector<std::uint64_t> wheel(size, 7);
        if constexpr (Op::needs.wheel) {
            for (std::uint32_t rank = 0; rank < size; ++rank) {
                wheel[rank] = (rank == 0 ? 7 : wheel[rank - 1]) + op.weight(island, rank);
            }
        }
        island.wheel = wheel.data();
        for (std::uint32_t child = 0; child < 1000; ++child) {
            island.stream = {5, 0, 0, child}, island.child = child % size, island.second = child % 2 != 0;
            const auto drawn = [&] {
                Draws draws({5, 0, child, 1}, Purpose::plan);
                return op(island, draws);
            };
            const std::uint32_t rank = drawn();
            const std::string example =
                " (island of " + std::to_string(size) + ", draw " + std::to_string(child + 1) + ")";
            if (rank >= size) return "chose rank " + std::to_string(rank) + example;
            if (rank != drawn()) return "chose another rank with the same random numbers" + example;
        }
    }
    return "";
}

std::string of_rules(const auto& op) {
    Rules rules;
    if constexpr (requires { op.change(rules); }) op.change(rules);
    for (const Share share : {rules.made, rules.grown_elite, rules.min_crossed, rules.max_crossed}) {
        if (share > share_one) return "set a share above 1 (" + std::to_string(share) + " of 65536)";
    }
    return "";
}

/// What an operator of a kind does not keep, with an example; empty where it keeps all.
template <OperatorKind kind, class Board, class Op>
std::string fault_of(const Op& op) {
    if constexpr (kind == OperatorKind::initialisation) return of_maker<kind, Board>(op, Op::genes);
    if constexpr (kind == OperatorKind::cost) return of_cost<Board>(op);
    std::string fault = of_rules(op);
    if (!fault.empty()) return fault;
    if constexpr (kind == OperatorKind::selection) return of_selection(op);
    if constexpr (kind == OperatorKind::crossover || kind == OperatorKind::mutation) {
        fault = of_maker<kind, Board>(op, Genes::free_cells);
        if (fault.empty() && Board::flag == cell_board) fault = of_maker<kind, Board>(op, Genes::all_cells);
    }
    return fault;
}

}  // namespace evodoku::checks
