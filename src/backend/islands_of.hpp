// Islands of one kind of board: what a host reads of them becomes grids. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "backend/islands.hpp"
#include "engine/reading.hpp"

namespace evodoku {

/// Makes grids of boards. A derived class has the boards.
template <class Board>
class IslandsOf : public Islands {
public:
    void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) final;
    std::vector<ReadingNumbers> read_numbers(const WantedSums& wanted, std::span<const std::uint32_t> listed) final;
    std::vector<PopulationProgress> read_populations(std::span<const std::uint32_t> listed, Detail detail) final;
    std::vector<Answer> read_answers(std::span<const std::uint32_t> slots) final;
    void save_puzzles(std::span<const std::uint32_t> slots, const std::function<void(std::uint32_t)>& begin,
                      const ByteSink& to) final;

protected:
    // As in Evolution.
    virtual void write_board_job(std::uint32_t puzzle_slot, const typename Board::Job& job) = 0;
    virtual std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) = 0;
    virtual std::vector<Diversity<Board>> read_diversity(std::span<const std::uint32_t> listed) = 0;
    virtual void save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                             std::span<const Reading<Board>> readings, const ByteSink& to) = 0;

private:
    std::uint32_t islands_per_puzzle() {
        return static_cast<std::uint32_t>(this->islands().size()) / this->puzzle_slots();
    }
};

}  // namespace evodoku
