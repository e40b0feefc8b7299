// The islands of each puzzle on all ranks, led by rank 0, whatever their boards: what rank 0 wants done is collected
// and goes out as one message. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/island.hpp"
#include "spread/island_part.hpp"
#include "spread/machine.hpp"
#include "spread/message.hpp"
#include "spread/worker_link.hpp"

namespace evodoku::spread {

/// The members are those of Islands with the same names.
class SharedIslands {
public:
    SharedIslands(Ranks& ranks, const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots);
    ~SharedIslands();
    SharedIslands(const SharedIslands&) = delete;
    SharedIslands& operator=(const SharedIslands&) = delete;

    const std::string& name() const { return name_; }
    std::uint32_t ranks() const { return used_; }
    std::uint32_t rank_of(std::uint32_t k) const;
    std::uint64_t children_per_check() const { return part_->children_per_check() * used_; }
    void stop_when(const std::function<bool()>& should_stop);

    std::uint32_t puzzle_slots() const { return puzzle_slots_; }
    std::span<Island> islands() { return states_; }
    void send();
    /// `jobs`: plain data, as the parts expect them.
    template <class Job>
    void prepare(const std::vector<Job>& jobs) {
        for (Packer& wanted : wanted_) {
            wanted.put(Step::set_jobs);
            wanted.put_all(jobs);
            wanted.put(Step::prepare);
        }
    }
    void run(std::uint32_t generations, bool islands_apart);
    void fetch() { fetches_ = true; }
    void wait();
    std::vector<Island> read_islands();

    /// A value for each listed island, in the order of the list. `begin` writes the step and its fields.
    template <Plain T>
    std::vector<T> read_of_each(std::span<const std::uint32_t> listed, const std::function<void(Packer&)>& begin) {
        std::vector<T> all(listed.size());
        read_bytes_of_each(listed, begin, all.data(), sizeof(T));
        return all;
    }

    void save_shape(const ByteSink& to) const { part_->save_shape(to); }
    /// `put_reading` adds what the island's rank can't know.
    void save_island(std::uint32_t number, const Island& island, const std::function<void(Packer&)>& put_reading,
                     const ByteSink& to);
    std::uint64_t saved_bytes() const { return part_->saved_bytes(); }
    std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from);

private:
    Share share_of(std::uint32_t rank) const { return Share::of(rank, used_, islands_); }
    /// An island's number in its share.
    std::uint32_t in_share(std::uint32_t number) const;
    std::uint64_t bytes_of_shape() const;
    void open(const Machine& machine, const Config& config, std::uint32_t max_puzzle_slots);
    Unpacker reply_to(WorkerLink& other, std::uint64_t request);
    void stop_all_if_wanted();
    /// Has all ranks make what was collected; returns their replies. Its own part is made meanwhile.
    std::vector<Unpacker> ask();
    void read_bytes_of_each(std::span<const std::uint32_t> listed, const std::function<void(Packer&)>& begin, void* to,
                            std::size_t bytes_of_one);
    /// Passes on copies of the best boards of the last island of each share whose next island receives.
    void bring_migrants();

    std::uint32_t used_, islands_;  ///< ranks; islands of a puzzle
    bool migrate_;
    std::uint32_t puzzle_slots_ = 0;
    std::string name_;
    std::unique_ptr<IslandPart> part_;  ///< of rank 0
    std::vector<WorkerLink> others_;    ///< rank 1, 2, ...
    std::vector<Packer> wanted_;        ///< by rank: steps that are to be made
    std::vector<Island> states_;        ///< those of the last fetch(), and the next send()
    std::function<bool()> should_stop_;
    bool fetches_ = false, stops_ = false;
};

}  // namespace evodoku::spread
