// Two backends in turn: one evolves on its device while the caller sees to what the other has answered. Host code.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/engine/backend.hpp"

namespace evodoku {

/// The answers are those of one backend with all the slots; an epoch is that of one half.
///
///   advance_epoch   ends an epoch of one half  ->  begins one of the other  ->  hands out the answers of the first
///
/// It is ended before the other begins, not after: answers are read by kernels, which would stand behind all that the
/// other half has queued on the device. At the end of a batch, where what is left has room beside each other, both
/// begin and end together.
class AlternatingBackend final : public Backend {
public:
    AlternatingBackend(std::unique_ptr<AsyncBackend> first, std::unique_ptr<AsyncBackend> second);

    std::string name() const override;
    std::uint32_t puzzle_slots() const override;
    bool has_long_epochs() const override;
    void submit(const PuzzleJob& job) override;
    bool busy() const override;
    /// With `each_generation` both halves make an epoch, one after the other, and nothing is left underway. What fails
    /// after a half has answered is thrown by the next call of advance_epoch() or abandon(): no answer is lost.
    std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation = {}) override;
    std::vector<Progress> progress() const override;
    std::vector<Answer> abandon() override;

private:
    struct Half {
        std::unique_ptr<AsyncBackend> backend;
        std::uint32_t on_their_way = 0;  ///< puzzles given to it and not answered
        bool underway = false;           ///< its epoch was begun and not ended
    };

    bool feed(Half& half);
    bool few_are_left() const;
    void begin();
    void finish(std::vector<Answer>& answers);
    static void take(Half& half, const std::vector<Answer>& more, std::vector<Answer>& answers);
    std::vector<Answer> handing_out(const std::function<void(std::vector<Answer>& answers)>& work);

    Half halves_[2];
    int next_ = 0;                 ///< whose turn it is
    std::deque<PuzzleJob> queue_;  ///< for whichever half has room first
    std::exception_ptr failure_;   ///< to be told
};

}  // namespace evodoku
