// Two backends in turn: one evolves on its device while the caller processes the other's answers. Host code.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backend/async_backend.hpp"

namespace evodoku {

/// The answers equal those of one backend with all the slots; each call makes an epoch of one half.
///
///   advance_epoch   prepares one half  ->  ends the epoch of the other  ->  begins that of the first  ->  returns the
///                   answers of the other
///
/// One half ends before the other begins, because kernels read its answers and would queue behind all kernels of the
/// other half. At the end of a batch, when the remaining puzzles would fit into one half, both begin and end together.
class AlternatingBackend final : public Backend {
public:
    AlternatingBackend(std::unique_ptr<AsyncBackend> first, std::unique_ptr<AsyncBackend> second);

    std::string name() const override;
    std::uint32_t puzzle_slots() const override;
    bool has_long_epochs() const override;
    void stop_when(const std::function<bool()>& should_stop) override;
    void submit(const PuzzleJob& job) override;
    void resume(SavedPuzzle puzzle) override;
    void save(const ByteSink& to) const override;
    std::uint64_t longest_state() const override { return halves_[0].backend->longest_state(); }
    bool busy() const override;
    /// With `each_generation` the halves make their epochs one after the other, and nothing is left under way. A
    /// failure after a half has answered is thrown by the next call of advance_epoch() or abandon(), so no answer is
    /// lost.
    std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation = {}) override;
    std::vector<Progress> progress() const override;
    std::vector<IslandProgress> islands() const override;
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override;
    std::vector<Answer> abandon() override;

private:
    struct Half {
        std::unique_ptr<AsyncBackend> backend;
        std::uint32_t on_their_way = 0;  ///< puzzles given to it and not yet answered
        bool underway = false;           ///< its epoch has begun and not yet ended
    };

    bool feed(Half& half);
    bool few_are_left() const;
    void begin();
    std::exception_ptr prepare();
    void finish(std::vector<Answer>& answers);
    static void take(Half& half, const std::vector<Answer>& more, std::vector<Answer>& answers);
    std::vector<Answer> handing_out(const std::function<void(std::vector<Answer>& answers)>& work);

    Half halves_[2];
    int next_ = 0;                   ///< the half to serve next
    std::deque<SavedPuzzle> queue_;  ///< for the half that has room first
    std::exception_ptr failure_;     ///< still to be thrown
};

}  // namespace evodoku
