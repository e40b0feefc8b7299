// What a host reads of islands, as grids.
#include "backend/islands_of.hpp"

#include <numeric>

#include "backend/answer_of.hpp"
#include "backend/population_progress.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

template <class Board>
void IslandsOf<Board>::write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) {
    write_board_job(puzzle_slot, device_job<Board::order>(job));
}

template <class Board>
std::vector<ReadingNumbers> IslandsOf<Board>::read_numbers(const WantedSums& wanted,
                                                           std::span<const std::uint32_t> listed) {
    const auto readings = read(wanted, listed);
    return {readings.begin(), readings.end()};
}

template <class Board>
std::vector<PopulationProgress> IslandsOf<Board>::read_populations(std::span<const std::uint32_t> listed,
                                                                   Detail detail) {
    const bool costs = detail != Detail::boards;
    std::vector<PopulationProgress> all;
    for (const auto& reading : read({.costs = costs, .effort = costs}, listed)) all.push_back(population_of(reading));
    if (detail == Detail::diversity) add_diversity(all, listed, [&](auto some) { return read_diversity(some); });
    return all;
}

template <class Board>
std::vector<Answer> IslandsOf<Board>::read_answers(std::span<const std::uint32_t> slots) {
    const std::uint32_t count = islands_per_puzzle();
    const auto readings = read({.fingerprint = true, .effort = true}, islands_of_puzzles(slots, count));
    std::vector<Answer> answers;
    for (std::size_t position = 0; position < slots.size(); ++position) {
        answers.push_back(answer_of<Board>(this->islands().subspan(std::size_t{slots[position]} * count, count),
                                           readings.subspan(position * count, count)));
    }
    return answers;
}

template <class Board>
void IslandsOf<Board>::save_puzzles(std::span<const std::uint32_t> slots,
                                    const std::function<void(std::uint32_t)>& begin, const ByteSink& to) {
    const std::vector<Island> islands = this->read_islands();
    std::vector<std::uint32_t> all(this->puzzle_slots());
    std::iota(all.begin(), all.end(), 0u);
    const auto readings = read({.fingerprint = true, .effort = true}, islands_of_puzzles(all, islands_per_puzzle()));
    for (const std::uint32_t slot : slots) {
        begin(slot);
        save_puzzle(slot, islands, readings, to);
    }
}

#define EVODOKU_ISLANDS_OF(Board) template class IslandsOf<Board>;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_ISLANDS_OF)

}  // namespace evodoku
