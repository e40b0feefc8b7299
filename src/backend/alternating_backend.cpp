// Chooses the half to serve next and the half for each puzzle, and handles failures.
#include "backend/alternating_backend.hpp"

#include <utility>

#include "backend/saved_puzzle.hpp"

namespace evodoku {
namespace {

constexpr std::uint32_t second_half = 1u << 31;  ///< in an island_index: the second half has the island

}  // namespace

AlternatingBackend::AlternatingBackend(std::unique_ptr<AsyncBackend> first, std::unique_ptr<AsyncBackend> second)
    : halves_{{std::move(first)}, {std::move(second)}} {}

std::string AlternatingBackend::name() const { return halves_[0].backend->name(); }

std::uint32_t AlternatingBackend::puzzle_slots() const {
    return halves_[0].backend->puzzle_slots() + halves_[1].backend->puzzle_slots();
}

bool AlternatingBackend::has_long_epochs() const {
    return halves_[0].backend->has_long_epochs() || halves_[1].backend->has_long_epochs();
}

void AlternatingBackend::stop_when(const std::function<bool()>& should_stop) {
    for (const Half& half : halves_) half.backend->stop_when(should_stop);
}

void AlternatingBackend::submit(const PuzzleJob& job) { queue_.push_back({job, {}}); }
void AlternatingBackend::resume(SavedPuzzle puzzle) { queue_.push_back(std::move(puzzle)); }

void AlternatingBackend::save(const ByteSink& to) const {
    for (const Half& half : halves_) half.backend->save(to);
    for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
}

bool AlternatingBackend::busy() const {
    return failure_ || !queue_.empty() || halves_[0].on_their_way != 0 || halves_[1].on_their_way != 0;
}

std::vector<Answer> AlternatingBackend::advance_epoch(const std::function<bool()>& each_generation) {
    return handing_out([&](std::vector<Answer>& answers) {
        if (!each_generation) {
            if (!halves_[0].underway && !halves_[1].underway) begin();
            const std::exception_ptr failure = prepare();
            finish(answers);
            if (failure) std::rethrow_exception(failure);
            begin();
            return;
        }
        finish(answers);
        bool goes_on = true;
        const auto watched = [&] { return goes_on = each_generation(); };
        for (Half& half : halves_) {
            if (goes_on && feed(half)) take(half, half.backend->advance_epoch(watched), answers);
        }
    });
}

std::vector<Progress> AlternatingBackend::progress() const {
    std::vector<Progress> all = halves_[0].backend->progress();
    const std::vector<Progress> more = halves_[1].backend->progress();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::vector<IslandProgress> AlternatingBackend::islands() const {
    std::vector<IslandProgress> all = halves_[0].backend->islands();
    for (IslandProgress island : halves_[1].backend->islands()) {
        island.island_index |= second_half;
        all.push_back(island);
    }
    return all;
}

std::vector<PopulationProgress> AlternatingBackend::populations(std::span<const std::uint32_t> island_indices,
                                                                Detail detail) const {
    std::vector<PopulationProgress> all;
    while (!island_indices.empty()) {  // part by part of one half
        const std::uint32_t half = island_indices.front() & second_half;
        std::vector<std::uint32_t> part;
        for (; !island_indices.empty() && (island_indices.front() & second_half) == half;
             island_indices = island_indices.subspan(1)) {
            part.push_back(island_indices.front() & ~second_half);
        }
        const auto more = halves_[half == 0 ? 0 : 1].backend->populations(part, detail);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

std::vector<Answer> AlternatingBackend::abandon() {
    queue_.clear();
    return handing_out([&](std::vector<Answer>& answers) {
        for (Half& half : halves_) {
            half.underway = false;
            take(half, half.backend->abandon(), answers);
            half.on_their_way = 0;  // puzzles that had not begun have no answer
        }
    });
}

/// Fills it from the queue; true if it has work.
bool AlternatingBackend::feed(Half& half) {
    for (; !queue_.empty() && half.on_their_way < half.backend->puzzle_slots(); ++half.on_their_way) {
        half.backend->resume(std::move(queue_.front()));
        queue_.pop_front();
    }
    return half.on_their_way != 0;
}

/// True if the remaining puzzles would leave much of a device idle with halves in turn.
bool AlternatingBackend::few_are_left() const {
    return queue_.empty() && 2 * (halves_[0].on_their_way + halves_[1].on_their_way) <= puzzle_slots();
}

/// Begins an epoch of the next half, of the other if the next has no work, or of both if few puzzles are left.
void AlternatingBackend::begin() {
    bool begun = false;
    for (const int number : {next_, 1 - next_}) {
        Half& half = halves_[number];
        if ((begun && !few_are_left()) || !feed(half)) continue;
        next_ = 1 - number;
        half.backend->begin_epoch();
        half.underway = begun = true;
    }
}

/// The half to serve next presolves its new puzzles while the other evolves. A failure comes after the other's answers.
std::exception_ptr AlternatingBackend::prepare() {
    Half& half = halves_[next_];
    try {
        if (!half.underway && feed(half)) half.backend->prepare_epoch();
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

void AlternatingBackend::finish(std::vector<Answer>& answers) {
    for (Half& half : halves_) {
        if (std::exchange(half.underway, false)) take(half, half.backend->end_epoch(), answers);
    }
}

void AlternatingBackend::take(Half& half, const std::vector<Answer>& more, std::vector<Answer>& answers) {
    half.on_their_way -= static_cast<std::uint32_t>(more.size());
    answers.insert(answers.end(), more.begin(), more.end());
}

/// The answers of `work`; if it failed after some answers, those come first.
std::vector<Answer> AlternatingBackend::handing_out(const std::function<void(std::vector<Answer>&)>& work) {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    std::vector<Answer> answers;
    try {
        work(answers);
    } catch (...) {
        if (answers.empty()) throw;
        failure_ = std::current_exception();
    }
    return answers;
}

}  // namespace evodoku
