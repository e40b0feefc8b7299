// Islands of each puzzle on all ranks, led by rank 0: what it wants done is collected and goes out as one message.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "backend/boards.hpp"
#include "backend/evolution_backend.hpp"
#include "backend/islands.hpp"
#include "spread/island_part.hpp"
#include "spread/message.hpp"
#include "spread/spread.hpp"
#include "spread/worker_link.hpp"

namespace evodoku::spread {
namespace {

template <class Board>
class IslandsOverRanks final : public Islands<Board> {
public:
    IslandsOverRanks(Ranks& ranks, const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots)
        : used_(std::min(ranks.size(), config.islands)),
          islands_(config.islands),
          migrate_(config.migrants != 0),
          wanted_(used_) {
        for (std::uint32_t rank = 1; rank < used_; ++rank) others_.emplace_back(ranks, rank);
        open(machine, config, max_puzzle_slots);
        states_.resize(std::size_t{puzzle_slots_} * islands_);
    }
    ~IslandsOverRanks() override {
        for (WorkerLink& other : others_) other.ask(Kind::close);
    }

    std::string name() const override { return name_; }
    std::uint32_t ranks() const override { return used_; }
    std::uint32_t rank_of(std::uint32_t k) const override {
        std::uint32_t rank = 0;
        while (share_of(rank).first + share_of(rank).count <= k) ++rank;
        return rank;
    }
    bool may_pause(std::uint32_t /* islands */) const override { return false; }  // each pause is a message
    std::uint64_t children_per_check() const override { return part_->children_per_check() * used_; }
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        part_->stop_when(should_stop);
    }

    std::uint32_t puzzle_slots() const override { return puzzle_slots_; }
    std::span<Island> islands() override { return states_; }
    void write_job(std::uint32_t puzzle_slot, const typename Board::Job& job) override {
        jobs_.push_back({puzzle_slot, job});
    }
    void forget_jobs() override { jobs_.clear(); }

    void send() override {
        for (std::uint32_t rank = 0; rank < used_; ++rank) {
            const Share share = share_of(rank);
            std::vector<Island> states;
            for (std::uint32_t slot = 0; slot < puzzle_slots_; ++slot) {
                const auto first = states_.begin() + slot * islands_ + share.first;
                states.insert(states.end(), first, first + share.count);
            }
            wanted_[rank].put(Step::set_islands);
            wanted_[rank].put_all(states);
        }
    }

    void prepare() override {
        for (Packer& wanted : wanted_) {
            wanted.put(Step::set_jobs);
            wanted.put_all(jobs_);
            wanted.put(Step::prepare);
        }
        jobs_.clear();
    }

    void run(std::uint32_t generations, bool islands_apart) override {
        if (!islands_apart && used_ > 1) bring_migrants();
        for (Packer& wanted : wanted_) {
            wanted.put(Step::run);
            wanted.put(generations);
            wanted.put(islands_apart);
        }
    }

    void fetch() override { fetches_ = true; }

    void wait() override {
        if (std::exchange(fetches_, false)) {
            std::vector<Island> now = read_islands();
            for (std::size_t number = 0; number < now.size(); ++number) {
                now[number].source = states_[number].source;  // parts count otherwise
            }
            std::ranges::copy(now, states_.begin());
        } else {
            ask();
        }
    }

    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) override {
        readings_ = read_of_each<Reading<Board>>(listed, [&](Packer& request) {
            request.put(Step::read);
            request.put(wanted);
        });
        return readings_;
    }
    std::vector<Diversity<Board>> read_diversity(std::span<const std::uint32_t> listed) override {
        return read_of_each<Diversity<Board>>(listed, [](Packer& request) { request.put(Step::diversity); });
    }
    std::vector<Island> read_islands() override {
        for (Packer& wanted : wanted_) wanted.put(Step::get_islands);
        std::vector<Unpacker> replies = ask();
        std::vector<Island> all(states_.size());
        for (std::uint32_t rank = 0; rank < used_; ++rank) {
            const Share share = share_of(rank);
            const std::vector<Island> states = replies[rank].get_all<Island>();
            for (std::uint32_t number = 0; number < states.size(); ++number) {
                all[number / share.count * islands_ + share.first + number % share.count] = states[number];
            }
        }
        return all;
    }

    void save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                     std::span<const Reading<Board>> readings, const ByteSink& to) override {
        part_->save_shape(to);
        for (std::uint32_t k = 0; k < islands_; ++k) {  // one after the other: no more memory than an island needs
            const std::uint32_t number = puzzle_slot * islands_ + k, rank = rank_of(k);
            wanted_[rank].put(Step::save);
            wanted_[rank].put(in_share(number));
            wanted_[rank].put(islands[number]);
            wanted_[rank].put(readings[number]);
            const std::string bytes = ask()[rank].get_text();
            to(bytes.data(), bytes.size());
        }
    }
    std::uint64_t saved_bytes() const override { return part_->saved_bytes(); }
    std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) override {
        std::string island((part_->saved_bytes() - bytes_of_shape()) / islands_, '\0');
        part_->load_shape(from);
        std::vector<std::uint64_t> fingerprints;
        for (std::uint32_t k = 0; k < islands_; ++k) {
            from(island.data(), island.size());
            const std::uint32_t number = puzzle_slot * islands_ + k, rank = rank_of(k);
            wanted_[rank].put(Step::load);
            wanted_[rank].put(in_share(number));
            wanted_[rank].put(island);
            Unpacker reply = std::move(ask()[rank]);
            fingerprints.push_back(reply.get<std::uint64_t>());
            const std::uint32_t source = states_[number].source;
            states_[number] = reply.get<Island>();
            states_[number].source = source;
        }
        return fingerprints;
    }

private:
    Share share_of(std::uint32_t rank) const { return Share::of(rank, used_, islands_); }
    /// An island's number in its share.
    std::uint32_t in_share(std::uint32_t number) const {
        const Share share = share_of(rank_of(number % islands_));
        return number / islands_ * share.count + number % islands_ - share.first;
    }
    std::uint64_t bytes_of_shape() const {
        std::uint64_t count = 0;
        part_->save_shape([&](const void*, std::size_t more) { count += more; });
        return count;
    }

    void open(const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots) {
        std::unique_ptr<Executor> executor = machine.make_executor();
        puzzle_slots_ = slots_that_fit(*executor, config, share_of(0), max_puzzle_slots);
        std::vector<std::uint64_t> opening;
        for (WorkerLink& other : others_) {
            Packer request;
            request.put(text_of(config));
            request.put(share_of(other.rank()));
            request.put(puzzle_slots_);
            opening.push_back(other.ask(Kind::open_islands, std::move(request)));
        }
        name_ = fmt::format("{}, islands on {} ranks", executor->name(), used_);
        part_ = make_island_part(std::move(executor), config, share_of(0), puzzle_slots_);
        for (std::size_t k = 0; k < others_.size(); ++k) reply_to(others_[k], opening[k]);
    }

    Unpacker reply_to(WorkerLink& other, std::uint64_t request) {
        return other.reply_to(request, [this] { stop_all_if_wanted(); });
    }

    void stop_all_if_wanted() {
        if (stops_ || !should_stop_ || !should_stop_()) return;
        stops_ = true;
        for (WorkerLink& other : others_) other.ask_to_stop();
    }

    /// Has all ranks make what was collected; returns their replies. Its own part is made meanwhile.
    std::vector<Unpacker> ask() {
        std::vector<std::optional<std::uint64_t>> asked(others_.size());
        for (std::size_t k = 0; k < others_.size(); ++k) {
            Packer steps = std::exchange(wanted_[k + 1], {});
            if (!steps.empty()) asked[k] = others_[k].ask(Kind::steps, std::move(steps));
        }
        Unpacker own(std::exchange(wanted_[0], {}).take());
        Packer own_reply;
        part_->make(own, own_reply);
        std::vector<Unpacker> replies;
        replies.emplace_back(own_reply.take());
        stop_all_if_wanted();
        for (std::size_t k = 0; k < others_.size(); ++k) {
            replies.push_back(asked[k] ? reply_to(others_[k], *asked[k]) : Unpacker(""));
        }
        return replies;
    }

    /// Passes on copies of the best boards of the last island of each share whose next island receives.
    void bring_migrants() {
        if (!migrate_) return;
        std::vector<std::vector<std::uint32_t>> slots(used_);  // by the rank that sends
        for (std::uint32_t rank = 0; rank < used_; ++rank) {
            const Share share = share_of(rank);
            const std::uint32_t last = share.first + share.count - 1, next = (last + 1) % islands_;
            std::vector<std::uint32_t> listed;
            for (std::uint32_t slot = 0; slot < puzzle_slots_; ++slot) {
                if (!states_[slot * islands_ + next].receives) continue;
                slots[rank].push_back(slot);
                listed.push_back(in_share(slot * islands_ + last));
            }
            if (listed.empty()) continue;
            wanted_[rank].put(Step::get_migrants);
            wanted_[rank].put_all(listed);
        }
        std::vector<Unpacker> replies = ask();
        for (std::uint32_t rank = 0; rank < used_; ++rank) {
            if (slots[rank].empty()) continue;
            Packer& to = wanted_[(rank + 1) % used_];
            to.put(Step::set_migrants);
            to.put_all(slots[rank]);
            for (std::size_t k = 0; k < slots[rank].size(); ++k) to.put(replies[rank].get_text());
        }
    }

    /// A value for each listed island, in the order of the list.
    template <class T>
    std::vector<T> read_of_each(std::span<const std::uint32_t> listed, const std::function<void(Packer&)>& begin) {
        std::vector<std::vector<std::uint32_t>> of_rank(used_);
        for (const std::uint32_t number : listed) of_rank[rank_of(number % islands_)].push_back(in_share(number));
        for (std::uint32_t rank = 0; rank < used_; ++rank) {
            if (of_rank[rank].empty()) continue;
            begin(wanted_[rank]);
            wanted_[rank].put_all(of_rank[rank]);
        }
        std::vector<Unpacker> replies = ask();
        std::vector<std::vector<T>> values(used_);
        for (std::uint32_t rank = 0; rank < used_; ++rank) {
            if (!of_rank[rank].empty()) values[rank] = replies[rank].template get_all<T>();
        }
        std::vector<std::size_t> next(used_);
        std::vector<T> all;
        for (const std::uint32_t number : listed) {
            const std::uint32_t rank = rank_of(number % islands_);
            all.push_back(values[rank][next[rank]++]);
        }
        return all;
    }

    std::uint32_t used_, islands_;  ///< ranks; islands of a puzzle
    bool migrate_;
    std::uint32_t puzzle_slots_ = 0;
    std::string name_;
    std::unique_ptr<IslandPart> part_;  ///< of rank 0
    std::vector<WorkerLink> others_;    ///< rank 1, 2, ...
    std::vector<Packer> wanted_;        ///< by rank: steps that are to be made
    std::vector<Island> states_;        ///< those of the last fetch(), and the next send()
    std::vector<NewPuzzle<Board>> jobs_;
    std::vector<Reading<Board>> readings_;
    std::function<bool()> should_stop_;
    bool fetches_ = false, stops_ = false;
};

}  // namespace

template <class GridType>
std::unique_ptr<BackendOf<GridType>> make_islands_over(Ranks& ranks, const Machine& machine, const Config& config,
                                                       std::uint32_t puzzle_slots) {
    std::unique_ptr<BackendOf<GridType>> made;
    with_board<GridType>(config, [&]<class Board>() {
        made = evodoku::make_backend_over<Board>(
            std::make_unique<IslandsOverRanks<Board>>(ranks, machine, config, puzzle_slots), config);
    });
    return made;
}
template std::unique_ptr<Backend> make_islands_over<Grid>(Ranks&, const Machine&, const Config&, std::uint32_t);
template std::unique_ptr<BackendOf<LargeGrid>> make_islands_over<LargeGrid>(Ranks&, const Machine&, const Config&,
                                                                            std::uint32_t);

}  // namespace evodoku::spread
