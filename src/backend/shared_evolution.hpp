// The evolution of one kind of board where ranks share the islands of each puzzle: that of one device over a share, and
// what the ranks exchange. Host code.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "backend/evolution_backend.hpp"
#include "backend/evolution_on.hpp"
#include "backend/records.hpp"

namespace evodoku {

/// The configuration of a share by itself, with its guest.
inline Config config_of_share(Config config, const IslandShare& share) {
    const std::uint32_t islands = share.count + share.has_guest();
    config.population = config.population / config.islands * islands;
    config.max_population = config.max_population / config.islands * islands;
    config.max_evaluations = config.island_evaluations() * islands;
    config.islands = islands;
    return config;
}

// As they are in memory, for ranks that run one program.
void list_fields(auto& fields, Is<Island> auto& island) { fields.bytes(&island, sizeof island); }
template <class Board>
void list_fields(FieldWriter& fields, const Reading<Board>& reading) {
    fields.bytes(&reading, sizeof reading);
}
template <class Board>
void list_fields(FieldReader& fields, Reading<Board>& reading) {
    fields.bytes(&reading, sizeof reading);
}

/// In its own memory, number slot x count + k is island first + k of the puzzle in the slot. Where migrants come from
/// another rank, each slot has an idle island besides: the guest, which holds them.
template <class Board>
class SharedEvolution final : public EvolutionOn<Board> {
    using Base = EvolutionOn<Board>;
    using Stored = typename Board::Stored;

public:
    SharedEvolution(std::shared_ptr<Executor> executor, const Config& config, std::uint32_t puzzle_slots,
                    const IslandShare& share, SharingRanks& ranks)
        : Base(std::move(executor), config_of_share(config, share), puzzle_slots),
          ranks_(ranks),
          share_(share),
          states_(std::size_t{puzzle_slots} * config.islands) {
        this->per_puzzle_ = share.all;
        this->islands_ = states_;
    }

    std::string name() const override { return fmt::format("{}, islands on {} ranks", Base::name(), ranks()); }
    std::uint32_t ranks() const override { return ranks_.size(); }
    std::uint32_t rank_of(std::uint32_t k) const override {
        std::uint32_t rank = 0;
        while (share_of(rank).first + share_of(rank).count <= k) ++rank;
        return rank;
    }

    /// Passes the states of this share to its memory first.
    void send() override {
        for (std::uint32_t number = 0; number < states_.size(); ++number) {
            if (!is_here(number)) continue;
            const std::uint32_t local_number = here(number);
            Island& island = Base::here()[local_number];
            island = states_[number];
            const bool is_first = number % share_.all == share_.first;
            island.source =
                is_first ? local_number + per_slot() - 1 : local_number - 1;  // the guest; without one the ring is here
        }
        Base::send();
    }
    void fetch() override {
        Base::fetch();
        take_states();
    }
    std::vector<Island> read_islands() override { return islands_of_all(Base::read_islands()); }
    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) override {
        const std::vector<std::uint32_t> mine = listed_here(listed);
        const auto readings = mine.empty() ? std::span<const Reading<Board>>() : Base::read(wanted, mine);
        readings_ = in_order<Reading<Board>>(listed, {readings.begin(), readings.end()});
        return readings_;
    }
    std::vector<PopulationProgress> read_populations(std::span<const std::uint32_t> listed, Detail detail) override {
        return in_order(listed, Base::read_populations(listed_here(listed), detail));
    }
    std::vector<std::uint64_t> load_islands(std::span<const std::uint32_t> listed, const StateReader& from) override {
        std::string skipped(this->island_bytes(), '\0');
        std::vector<std::uint64_t> fingerprints;
        for (const std::uint32_t number : listed) {
            is_here(number) ? fingerprints.push_back(this->load_island(here(number), from))
                            : from(skipped.data(), skipped.size());
        }
        take_states();
        return in_order(listed, fingerprints);
    }

private:
    std::vector<double> family_sizes(std::span<const std::uint32_t> listed) override {
        return in_order(listed, Base::family_sizes(listed_here(listed)));
    }
    void save_island(std::uint32_t number, const Island& island, const Reading<Board>& reading,
                     const StateWriter& to) override {
        std::string bytes;
        if (is_here(number)) Base::save_island(here(number), island, reading, sink_to(bytes));
        for (const std::string& of_rank : ranks_.gather_on_first(bytes)) to(of_rank.data(), of_rank.size());
    }

    IslandShare share_of(std::uint32_t rank) const { return IslandShare::of(rank, ranks(), share_.all); }
    bool is_here(std::uint32_t number) const { return number % share_.all - share_.first < share_.count; }
    std::uint32_t per_slot() const { return share_.count + share_.has_guest(); }
    /// The number of an island of this share in its memory.
    std::uint32_t here(std::uint32_t number) const {
        return number / share_.all * per_slot() + number % share_.all - share_.first;
    }
    std::vector<std::uint32_t> listed_here(std::span<const std::uint32_t> listed) const {
        std::vector<std::uint32_t> mine;
        for (const std::uint32_t number : listed)
            if (is_here(number)) mine.push_back(here(number));
        return mine;
    }

    void take_states() { std::ranges::copy(islands_of_all(Base::here()), states_.begin()); }
    /// From those of this share, and those of the others.
    std::vector<Island> islands_of_all(std::span<const Island> of_this) const {
        std::vector<Island> mine;
        for (std::uint32_t k = 0; k < of_this.size(); ++k)
            if (k % per_slot() < share_.count) mine.push_back(of_this[k]);
        std::vector<std::uint32_t> all(states_.size());
        std::iota(all.begin(), all.end(), 0u);
        return in_order(all, mine);
    }
    /// A value for each listed island: `mine` are those of this share, in the order of the list.
    template <class T>
    std::vector<T> in_order(std::span<const std::uint32_t> listed, const std::vector<T>& mine) const {
        std::string bytes;
        const StateWriter sink = sink_to(bytes);
        FieldWriter{sink}(mine);
        std::vector<std::vector<T>> of_ranks;
        for (const std::string& of_rank : ranks_.gather(bytes))
            of_ranks.push_back(FieldReader(source_of(of_rank)).template next<std::vector<T>>());
        std::vector<std::size_t> taken(of_ranks.size());
        std::vector<T> all;
        for (const std::uint32_t number : listed) {
            const std::uint32_t rank = rank_of(number % share_.all);
            all.push_back(std::move(of_ranks.at(rank).at(taken[rank]++)));
        }
        return all;
    }

    /// Passes on copies of the best boards of the last island of each share whose next island receives.
    void bring_migrants() override {
        if (ranks() == 1) return;
        const std::uint32_t last = share_.first + share_.count - 1, next = (last + 1) % share_.all;
        std::string sent;
        for (std::uint32_t slot = 0; slot < this->puzzle_slots_; ++slot) {
            if (states_[slot * share_.all + next].receives) read_migrants(here(slot * share_.all + last), sent);
        }
        const std::string received = ranks_.pass_on(sent);
        const StateReader from = source_of(received);
        for (std::uint32_t slot = 0; slot < this->puzzle_slots_; ++slot) {
            if (states_[slot * share_.all + share_.first].receives)
                write_migrants(slot * per_slot() + share_.count, from);
        }
    }
    /// The best of an island's population, in order: of each its cost, then its board.
    void read_migrants(std::uint32_t local_number, std::string& to) const {
        const std::uint32_t first = this->pool_.first_individual(local_number),
                            front = Base::here()[local_number].front;
        for (const std::uint32_t index : this->executor_->download(this->pool_.order + first, this->pool_.migrants)) {
            std::uint32_t cost = 0;
            Stored board;
            this->executor_->download(&cost, this->pool_.costs[front] + first + index, 1);
            this->executor_->download(&board, this->pool_.boards[front] + first + index, 1);
            sink_to(to)(&cost, sizeof cost), sink_to(to)(&board, sizeof board);
        }
    }
    /// Makes such boards the first ones of a guest.
    void write_migrants(std::uint32_t guest, const StateReader& from) {
        const std::uint32_t first = this->pool_.first_individual(guest);
        for (std::uint32_t rank = 0; rank < this->pool_.migrants; ++rank) {
            std::uint32_t cost = 0;
            Stored board;
            from(&cost, sizeof cost), from(&board, sizeof board);
            this->executor_->upload(this->pool_.boards[0] + first + rank, &board, 1);  // an idle island's `front` is 0
            this->executor_->upload(this->pool_.costs[0] + first + rank, &cost, 1);
            this->executor_->upload(this->pool_.order + first + rank, &rank, 1);
        }
    }

    SharingRanks& ranks_;
    IslandShare share_;
    std::vector<Island> states_;  ///< of the islands of all ranks
    std::vector<Reading<Board>> readings_;
};

}  // namespace evodoku
