// Operators that are functions, one of each kind, for boards of any order.
#pragma once

#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "core/draws.hpp"
#include "core/geometry.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {

/// Copies from the boards' memory to that of this program.
using Copy = std::function<void(void* to, const void* from, std::size_t bytes)>;
/// A result from values in this program's memory.
using Give = std::function<FunctionResult(const void* values, std::size_t bytes)>;

inline void copy_on_host(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
inline FunctionResult give_on_host(const void* values, std::size_t bytes) {
    const std::shared_ptr<std::uint8_t[]> kept(new std::uint8_t[bytes]);
    copy_on_host(kept.get(), values, bytes);
    return {kept};
}

class FunctionBoardsOfTest {
public:
    FunctionBoardsOfTest(const FunctionCall& call, const Copy& copy, const Give& give = give_on_host)
        : call_(call),
          give_(give),
          size_(call.order * call.order),
          cells_(call.fixed.size()),
          boards_(call.count * cells_) {
        if (call.boards != nullptr) copy(boards_.data(), call.boards, boards_.size());
        if (call.mates != nullptr) mates_.resize(boards_.size()), copy(mates_.data(), call.mates, mates_.size());
    }

    /// Exchanges two free cells of a box of each board.
    FunctionResult mutated() {
        for (std::size_t k = 0; k < call_.count; ++k) {
            Draws draws = this->draws(k);
            const std::vector<int> free = free_cells(static_cast<int>(draws.below(static_cast<std::uint32_t>(size_))));
            if (free.size() < 2) continue;
            const auto pick = [&] { return free[draws.below(static_cast<std::uint32_t>(free.size()))]; };
            std::swap(cell(k, pick()), cell(k, pick()));
        }
        return result(boards_);
    }
    /// Every second box is the mate's.
    FunctionResult crossed() {
        for (std::size_t k = 0; k < boards_.size(); ++k)
            if (box_of(static_cast<int>(k % cells_)) % 2 != 0) boards_[k] = mates_[k];
        return result(boards_);
    }
    FunctionResult fresh() {
        for (std::size_t k = 0; k < call_.count; ++k) {
            Draws draws = this->draws(k);
            for (int box = 0; box < size_; ++box) {
                std::vector<std::uint8_t> missing;
                for (int digit = 1; digit <= size_; ++digit) missing.push_back(static_cast<std::uint8_t>(digit));
                for (int at = 0; at < static_cast<int>(cells_); ++at) {
                    if (box_of(at) != box || fixed(at) == 0) continue;
                    cell(k, at) = fixed(at);
                    std::erase(missing, fixed(at));
                }
                for (const int at : free_cells(box)) {
                    const auto digit = missing.begin() + draws.below(static_cast<std::uint32_t>(missing.size()));
                    cell(k, at) = *digit;
                    missing.erase(digit);
                }
            }
        }
        return result(boards_);
    }
    /// The digits that rows and columns lack.
    FunctionResult costs() {
        std::vector<std::uint32_t> costs;
        for (std::size_t k = 0; k < call_.count; ++k) {
            std::uint32_t missing = 0;
            for (int line = 0; line < size_; ++line) {
                std::uint64_t row = 0, column = 0;
                for (int j = 0; j < size_; ++j) {
                    row |= std::uint64_t{1} << cell(k, line * size_ + j);
                    column |= std::uint64_t{1} << cell(k, j * size_ + line);
                }
                missing += static_cast<std::uint32_t>(2 * size_ - std::popcount(row) - std::popcount(column));
            }
            costs.push_back(missing);
        }
        return result(costs);
    }

private:
    Draws draws(std::size_t k) const {
        return Draws({call_.seed, call_.puzzle_index, static_cast<std::uint32_t>(k), call_.generation},
                     static_cast<Purpose>(call_.purpose % 251));
    }
    std::uint8_t& cell(std::size_t board, int at) { return boards_[board * cells_ + static_cast<std::size_t>(at)]; }
    std::uint8_t fixed(int at) const { return call_.fixed[static_cast<std::size_t>(at)]; }
    int box_of(int at) const {
        const int order = call_.order;
        return at / size_ / order * order + at % size_ / order;
    }
    std::vector<int> free_cells(int box) const {
        std::vector<int> free;
        for (int at = 0; at < static_cast<int>(cells_); ++at)
            if (box_of(at) == box && fixed(at) == 0) free.push_back(at);
        return free;
    }
    FunctionResult result(const auto& values) const { return give_(values.data(), values.size() * sizeof values[0]); }

    const FunctionCall& call_;
    const Give& give_;
    int size_;
    std::size_t cells_;
    std::vector<std::uint8_t> boards_, mates_;
};

/// Adds the operators test-fresh, test-cost, test-crossover and test-mutation.
inline void add_functions(std::uint32_t highest_cost = 4095, const Copy& copy = copy_on_host,
                          const Give& give = give_on_host) {
    const auto add = [&](OperatorKind kind, const char* name, FunctionResult (FunctionBoardsOfTest::*make)()) {
        add_function_operator(
            {kind, name, "for tests", percent(60), every_board, highest_cost, [=](const FunctionCall& call) {
                 FunctionBoardsOfTest boards(call, copy, give);
                 return (boards.*make)();
             }});
    };
    add(OperatorKind::initialisation, "test-fresh", &FunctionBoardsOfTest::fresh);
    add(OperatorKind::cost, "test-cost", &FunctionBoardsOfTest::costs);
    add(OperatorKind::crossover, "test-crossover", &FunctionBoardsOfTest::crossed);
    add(OperatorKind::mutation, "test-mutation", &FunctionBoardsOfTest::mutated);
}

/// The four functions on boards of any kind.
inline Config functions_on(Boards boards, const std::string& settings = "") {
    const Config config = boards == box_board    ? small_config()
                          : boards == cell_board ? small_cell_config()
                                                 : large_config(order_of(boards));
    return with_settings(config,
                         "population=200 generations=12 initialisation=test-fresh cost=test-cost "
                         "crossover=test-crossover mutation=test-mutation " +
                             settings);
}

/// With all of them, and most of what a generation can have.
inline std::vector<NamedConfiguration> configurations_of_functions() {
    std::vector<NamedConfiguration> made;
    const auto add = [&](const char* name, const std::string& settings, std::uint32_t slots = 1,
                         Boards boards = box_board) {
        made.push_back({name, functions_on(boards, settings), slots, slots + std::size_t{slots > 1}});
    };
    add("functions", "");
    add("functions on islands", "population=201 islands=3 migrate-every=10 immigrants=2");
    add("functions in a batch", "islands=2", 3);
    add("functions in two tries", "tries=2 duplicates=reject seen=800");
    add("functions with parents", "replacement=plus tries=3 duplicates=drop");
    add("functions in waves", "selection=filling-pool elite=20");
    const std::string beside = "mutation=test-mutation@2,swap@1 crossover=uniform@1,test-crossover@1 ";
    add("functions beside others", beside);
    add("functions on cells", "islands=2 duplicates=reject seen=400", 2, cell_board);
    for (const Boards boards : {box_board_4, box_board_16, box_board_25})
        add("functions on larger boards", beside + "islands=2 replacement=plus generations=6", 2, boards);
    return made;
}

}  // namespace evodoku::test
