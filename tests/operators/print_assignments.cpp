// Prints assignments for check-assignments: a line of JSON per matrix, with its costs and the column of each row. First
// boxes as the mutation `assignment` redraws them, then random matrices of every size.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

#include "core/geometry.hpp"
#include "logic/generator.hpp"
#include "operators/initialisation/random_boxes.hpp"
#include "operators/mutation/assignment.hpp"

namespace evodoku {
namespace {

using Costs = std::vector<std::vector<std::int32_t>>;

constexpr int smallest = 7, largest = 49;

template <class Number>
void print_list(const std::vector<Number>& numbers) {
    std::cout << '[';
    for (std::size_t k = 0; k < numbers.size(); ++k) std::cout << (k == 0 ? "" : ",") << numbers[k];
    std::cout << ']';
}

void print(const char* kind, const Costs& costs, const std::vector<int>& column_of) {
    std::cout << R"({"kind":")" << kind << R"(","costs":[)";
    for (std::size_t row = 0; row < costs.size(); ++row) {
        if (row != 0) std::cout << ',';
        print_list(costs[row]);
    }
    std::cout << R"(],"columns":)";
    print_list(column_of);
    std::cout << "}\n";
}

/// The matrix of a box that is about to be redrawn, as the comment of Assignment states it. `draws`: a copy.
template <int order>
Costs costs_of_box(LargeWalk<order>& walk, const LargePuzzle<order>& puzzle, int box, std::uint32_t temperature,
                   Draws draws) {
    const int free = puzzle.free_count[box];
    const auto rows = static_cast<std::size_t>(free);
    Costs costs(rows, std::vector<std::int32_t>(rows, Assignment::excluded));
    walk.take_box(box);
    GumbelDraws<order * order, Alone> noise(Alone(), draws, temperature, puzzle.allowed[box], free);
    for (int k = 0; k < free; ++k) {
        noise.each_own(puzzle.allowed[box][k], [&](int j, std::int32_t number) {
            const std::int32_t clashes = walk.count(puzzle.free_cell[box][k], puzzle.missing[box][j]);
            costs[static_cast<std::size_t>(k)][static_cast<std::size_t>(j)] = clashes * 4096 + number;
        });
    }
    walk.put_box(box);
    return costs;
}

/// Every box of a puzzle with enough free cells, redrawn once.
template <int order>
void print_boxes(std::uint32_t hundredths, PresolveLevel level, std::uint32_t temperature) {
    using Board = LargeBoard<order>;
    const auto made = logic::generate_puzzle({order, percent(hundredths), logic::Holes::random, 1, 0});
    const auto job = std::make_unique<DeviceJob<order>>();
    job->givens = cells_of<order>(made.puzzle);
    job->presolve = level;
    const auto puzzle =
        std::make_unique<LargePuzzle<order>>(make_puzzle(*std::make_unique<Presolved<order>>(presolve(*job))));
    const ContextFor<LargePuzzle<order>> context{*puzzle};
    const auto board = std::make_unique<typename Board::Stored>();
    Draws fresh({1, 0, hundredths, 0}, Purpose::initialise), draws({1, 0, hundredths, 0}, Purpose::mutate);
    RandomBoxes{}(Board::view(*board), context, fresh);
    LargeWalk<order> walk(Board::view(*board), *puzzle);
    for (int box = 0; box < order * order; ++box) {
        const int free = puzzle->free_count[box];
        if (free < smallest) continue;
        const Costs costs = costs_of_box<order>(walk, *puzzle, box, temperature, draws);
        Assignment::redraw(walk, *puzzle, box, temperature, draws);
        std::vector<int> column_of;
        for (int k = 0; k < free; ++k) {
            const auto& missing = puzzle->missing[box];
            const int digit = walk.digit(puzzle->free_cell[box][k]);
            column_of.push_back(static_cast<int>(std::find(missing, missing + free, digit) - missing));
        }
        print("box", costs, column_of);
    }
}

template <int order>
void print_boxes_of_order() {
    for (const std::uint32_t temperature : {150u, 300u}) {  // thousandths of a clash: as in docs/large-boards.md
        print_boxes<order>(0, PresolveLevel::none, temperature);
        print_boxes<order>(30, PresolveLevel::givens, temperature);
        print_boxes<order>(45, PresolveLevel::full, temperature);
    }
}

/// Many ties or none, many excluded entries or few: often no assignment is without one.
void print_random(int size, std::mt19937& random) {
    const std::mt19937::result_type range = random() % 2 != 0 ? 5 : 3 << Assignment::unit_bits;
    const auto excluded_of_10 = random() % 10;
    const auto rows = static_cast<std::size_t>(size);
    Costs costs(rows, std::vector<std::int32_t>(rows));
    AssignmentSolver<largest> solver(size);
    for (int row = 0; row < size; ++row) {
        solver.fill(row, 0);
        for (int column = 0; column < size; ++column) {
            const bool excluded = random() % 10 < excluded_of_10;
            const auto cost = static_cast<std::int32_t>(random() % range);
            costs[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
                excluded ? Assignment::excluded / largest : cost;  // a sum stays below the solver's limit
            solver.set(row, column, costs[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
        }
    }
    solver.solve();
    std::vector<int> column_of;
    for (int row = 0; row < size; ++row) column_of.push_back(solver.column_of(row));
    print("random", costs, column_of);
}

}  // namespace
}  // namespace evodoku

int main() {
    using namespace evodoku;
    print_boxes_of_order<4>();
    print_boxes_of_order<5>();
    print_boxes_of_order<6>();
    print_boxes_of_order<7>();
    std::mt19937 random(1);
    for (int size = smallest; size <= largest; ++size) {
        for (int k = 0; k < 8; ++k) print_random(size, random);
    }
    return std::cout.flush() ? 0 : 1;
}
