// A backend over islands of each puzzle on all ranks.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/boards.hpp"
#include "backend/evolution_backend.hpp"
#include "backend/islands_of.hpp"
#include "spread/shared_islands.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {
namespace {

template <class Board>
class IslandsOverRanks final : public IslandsOf<Board> {
public:
    IslandsOverRanks(Ranks& ranks, const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots)
        : shared_(ranks, machine, config, max_puzzle_slots), islands_(config.islands) {}

    std::string name() const override { return shared_.name(); }
    std::uint32_t ranks() const override { return shared_.ranks(); }
    std::uint32_t rank_of(std::uint32_t k) const override { return shared_.rank_of(k); }
    bool may_pause(std::uint32_t /* islands */) const override { return false; }  // each pause is a message
    std::uint64_t children_per_check() const override { return shared_.children_per_check(); }
    void stop_when(const std::function<bool()>& should_stop) override { shared_.stop_when(should_stop); }

    std::uint32_t puzzle_slots() const override { return shared_.puzzle_slots(); }
    std::span<Island> islands() override { return shared_.islands(); }
    void forget_jobs() override { jobs_.clear(); }
    void send() override { shared_.send(); }
    void prepare() override {
        shared_.prepare(jobs_);
        jobs_.clear();
    }
    void run(std::uint32_t generations, bool islands_apart) override { shared_.run(generations, islands_apart); }
    void fetch() override { shared_.fetch(); }
    void wait() override { shared_.wait(); }

    std::vector<Island> read_islands() override { return shared_.read_islands(); }
    std::uint64_t saved_bytes() const override { return shared_.saved_bytes(); }
    std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) override {
        return shared_.load_puzzle(puzzle_slot, from);
    }

private:
    void write_board_job(std::uint32_t puzzle_slot, const typename Board::Job& job) override {
        jobs_.push_back({puzzle_slot, job});
    }
    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) override {
        readings_ = shared_.read_of_each<Reading<Board>>(listed, [&](Packer& request) {
            request.put(Step::read);
            request.put(wanted);
        });
        return readings_;
    }
    std::vector<Diversity<Board>> read_diversity(std::span<const std::uint32_t> listed) override {
        return shared_.read_of_each<Diversity<Board>>(listed, [](Packer& request) { request.put(Step::diversity); });
    }
    void save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                     std::span<const Reading<Board>> readings, const ByteSink& to) override {
        shared_.save_shape(to);
        for (std::uint32_t k = 0; k < islands_; ++k) {  // one after the other: no more memory than an island needs
            const std::uint32_t number = puzzle_slot * islands_ + k;
            shared_.save_island(
                number, islands[number], [&](Packer& request) { request.put(readings[number]); }, to);
        }
    }

    SharedIslands shared_;
    std::uint32_t islands_;  ///< of a puzzle
    std::vector<NewPuzzle<Board>> jobs_;
    std::vector<Reading<Board>> readings_;
};

}  // namespace

std::unique_ptr<Backend> make_islands_over(Ranks& ranks, const Machine& machine, const Config& config,
                                           std::uint32_t puzzle_slots) {
    std::unique_ptr<Backend> made;
    with_board(config, [&]<class Board>() {
        made = evodoku::make_backend_over(
            std::make_unique<IslandsOverRanks<Board>>(ranks, machine, config, puzzle_slots), config);
    });
    return made;
}

}  // namespace evodoku::spread
