// The islands of each puzzle on all ranks: messages, states and migrants.
#include "spread/shared_islands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace evodoku::spread {

SharedIslands::SharedIslands(Ranks& ranks, const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots)
    : used_(std::min(ranks.size(), config.islands)),
      islands_(config.islands),
      migrate_(config.migrants != 0),
      wanted_(used_) {
    for (std::uint32_t rank = 1; rank < used_; ++rank) others_.emplace_back(ranks, rank);
    open(machine, config, max_puzzle_slots);
    states_.resize(std::size_t{puzzle_slots_} * islands_);
}

SharedIslands::~SharedIslands() {
    for (WorkerLink& other : others_) other.ask(Kind::close);
}

std::uint32_t SharedIslands::rank_of(std::uint32_t k) const {
    std::uint32_t rank = 0;
    while (share_of(rank).first + share_of(rank).count <= k) ++rank;
    return rank;
}

void SharedIslands::stop_when(const std::function<bool()>& should_stop) {
    should_stop_ = should_stop;
    part_->stop_when(should_stop);
}

void SharedIslands::send() {
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

void SharedIslands::run(std::uint32_t generations, bool islands_apart) {
    if (!islands_apart && used_ > 1) bring_migrants();
    for (Packer& wanted : wanted_) {
        wanted.put(Step::run);
        wanted.put(generations);
        wanted.put(islands_apart);
    }
}

void SharedIslands::wait() {
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

std::vector<Island> SharedIslands::read_islands() {
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

void SharedIslands::save_island(std::uint32_t number, const Island& island,
                                const std::function<void(Packer&)>& put_reading, const ByteSink& to) {
    const std::uint32_t rank = rank_of(number % islands_);
    wanted_[rank].put(Step::save);
    wanted_[rank].put(in_share(number));
    wanted_[rank].put(island);
    put_reading(wanted_[rank]);
    const std::string bytes = ask()[rank].get_text();
    to(bytes.data(), bytes.size());
}

std::vector<std::uint64_t> SharedIslands::load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) {
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

std::uint32_t SharedIslands::in_share(std::uint32_t number) const {
    const Share share = share_of(rank_of(number % islands_));
    return number / islands_ * share.count + number % islands_ - share.first;
}

std::uint64_t SharedIslands::bytes_of_shape() const {
    std::uint64_t count = 0;
    part_->save_shape([&](const void*, std::size_t more) { count += more; });
    return count;
}

void SharedIslands::open(const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots) {
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

Unpacker SharedIslands::reply_to(WorkerLink& other, std::uint64_t request) {
    return other.reply_to(request, [this] { stop_all_if_wanted(); });
}

void SharedIslands::stop_all_if_wanted() {
    if (stops_ || !should_stop_ || !should_stop_()) return;
    stops_ = true;
    for (WorkerLink& other : others_) other.ask_to_stop();
}

std::vector<Unpacker> SharedIslands::ask() {
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

void SharedIslands::read_bytes_of_each(std::span<const std::uint32_t> listed, const std::function<void(Packer&)>& begin,
                                       void* to, std::size_t bytes_of_one) {
    std::vector<std::vector<std::uint32_t>> of_rank(used_);
    for (const std::uint32_t number : listed) of_rank[rank_of(number % islands_)].push_back(in_share(number));
    for (std::uint32_t rank = 0; rank < used_; ++rank) {
        if (of_rank[rank].empty()) continue;
        begin(wanted_[rank]);
        wanted_[rank].put_all(of_rank[rank]);
    }
    std::vector<Unpacker> replies = ask();
    for (std::uint32_t rank = 0; rank < used_; ++rank) {
        if (!of_rank[rank].empty()) replies[rank].get<std::uint64_t>();  // how many there are
    }
    char* at = static_cast<char*>(to);
    for (const std::uint32_t number : listed) {
        replies[rank_of(number % islands_)].get_bytes(at, bytes_of_one);
        at += bytes_of_one;
    }
}

void SharedIslands::bring_migrants() {
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

}  // namespace evodoku::spread
