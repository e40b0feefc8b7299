// A share of islands, step by step.
#include "spread/island_part.hpp"

#include <algorithm>
#include <utility>

#include "backend/boards.hpp"
#include "backend/saved_puzzle.hpp"
#include "engine/footprint.hpp"

namespace evodoku::spread {
namespace {

/// The configuration of a share by itself, with its guest.
Config config_of_share(Config config, const Share& share) {
    const std::uint32_t islands = share.count + share.has_guest();
    config.population = config.population / config.islands * islands;
    config.largest = config.largest / config.islands * islands;
    config.islands = islands;
    return config;
}

template <class Board>
class IslandPartOf final : public IslandPart {
public:
    IslandPartOf(std::unique_ptr<Executor> executor, const Config& config, const Share& share,
                 std::uint32_t puzzle_slots)
        : executor_(std::move(executor)),
          share_(share),
          migrants_(config.migrants),
          per_slot_(share.count + share.has_guest()),
          evolution_(*executor_, config_of_share(config, share), puzzle_slots) {}

    /// Waits, because a failed step may still use the memory to be released.
    ~IslandPartOf() override {
        try {
            executor_->wait();
        } catch (const std::exception&) {  // a lost device uses none
        }
    }

    std::string name() const override { return executor_->name(); }
    std::uint64_t children_per_check() const override { return executor_->children_per_check(); }
    void stop_when(const std::function<bool()>& should_stop) override { executor_->stop_when(should_stop); }

    void make(Unpacker& steps, Packer& reply) override {
        while (!steps.done()) make(steps.get<Step>(), steps, reply);
        executor_->wait();
    }

    std::uint64_t saved_bytes() const override { return evolution_.saved_bytes(share_.all); }
    void save_shape(const ByteSink& to) const override { evolution_.save_shape(share_.all, to); }
    void load_shape(const ByteSource& from) const override { evolution_.load_shape(share_.all, from); }

private:
    void make(Step step, Unpacker& fields, Packer& reply) {
        switch (step) {
            case Step::set_islands:
                return set_islands(fields.get_all<Island>());
            case Step::set_jobs:
                for (const NewPuzzle<Board>& job : fields.get_all<NewPuzzle<Board>>()) {
                    evolution_.write_job(job.slot, job.job);
                }
                return;
            case Step::prepare:
                evolution_.send();
                return evolution_.prepare();
            case Step::run: {
                const auto generations = fields.get<std::uint32_t>();
                return evolution_.run(generations, fields.get<bool>());
            }
            case Step::get_islands:
                return reply.put_all(islands());
            case Step::get_migrants:
                for (const std::uint32_t listed : fields.get_all<std::uint32_t>()) {
                    const std::uint32_t at = here(listed);
                    reply.put(evolution_.read_migrants(at, evolution_.islands()[at].front, migrants_));
                }
                return;
            case Step::set_migrants:
                for (const std::uint32_t slot : fields.get_all<std::uint32_t>()) {
                    evolution_.write_migrants(guest_of(slot), fields.get_text());
                }
                return;
            case Step::read: {
                const auto wanted = fields.get<WantedSums>();
                return reply.put_all(evolution_.read(wanted, all_here(fields.get_all<std::uint32_t>())));
            }
            case Step::diversity:
                return reply.put_all(evolution_.read_diversity(all_here(fields.get_all<std::uint32_t>())));
            case Step::save:
                return save(fields, reply);
            case Step::load: {
                const auto listed = fields.get<std::uint32_t>();
                const std::string bytes = fields.get_text();
                reply.put(evolution_.load_island(here(listed), source_of(bytes)));
                return reply.put(evolution_.islands()[here(listed)]);
            }
        }
    }

    std::uint32_t here(std::uint32_t number) const { return number / share_.count * per_slot_ + number % share_.count; }
    std::uint32_t guest_of(std::uint32_t slot) const { return slot * per_slot_ + share_.count; }
    std::vector<std::uint32_t> all_here(std::vector<std::uint32_t> numbers) const {
        for (std::uint32_t& number : numbers) number = here(number);
        return numbers;
    }

    void set_islands(const std::vector<Island>& states) {
        const std::span<Island> to = evolution_.islands();
        for (std::uint32_t number = 0; number < states.size(); ++number) {
            const std::uint32_t at = here(number), k = number % share_.count;
            to[at] = states[number];
            const std::uint32_t before = k != 0 ? at - 1 : at + share_.count - 1;  // without a guest the ring is here
            to[at].source = k == 0 && share_.has_guest() ? guest_of(number / share_.count) : before;
        }
        evolution_.send();
    }

    std::vector<Island> islands() {
        evolution_.fetch();
        executor_->wait();
        const std::span<const Island> all = evolution_.islands();
        std::vector<Island> states;
        for (std::uint32_t at = 0; at < all.size(); ++at) {
            if (at % per_slot_ < share_.count) states.push_back(all[at]);
        }
        return states;
    }

    void save(Unpacker& fields, Packer& reply) {
        const auto listed = fields.get<std::uint32_t>();
        const auto state = fields.get<Island>();
        const auto reading = fields.get<Reading<Board>>();
        std::string bytes;
        evolution_.save_island(here(listed), state, reading, [&](const void* from, std::size_t count) {
            bytes.append(static_cast<const char*>(from), count);
        });
        reply.put(bytes);
    }

    std::unique_ptr<Executor> executor_;
    Share share_;
    std::uint32_t migrants_, per_slot_;
    Evolution<Board> evolution_;
};

}  // namespace

std::unique_ptr<IslandPart> make_island_part(std::unique_ptr<Executor> executor, const Config& config,
                                             const Share& share, std::uint32_t puzzle_slots) {
    std::unique_ptr<IslandPart> made;
    with_board(config, [&]<class Board>() {
        made = std::make_unique<IslandPartOf<Board>>(std::move(executor), config, share, puzzle_slots);
    });
    return made;
}

std::uint32_t slots_that_fit(const Executor& executor, const Config& config, const Share& share,
                             std::uint32_t max_puzzle_slots) {
    const Config own = config_of_share(config, share);
    std::uint32_t fit = 0;
    with_board(config,
               [&]<class Board>() { fit = Footprint<Board>(executor, own, max_puzzle_slots).puzzle_slots_that_fit(); });
    return fit;
}

}  // namespace evodoku::spread
