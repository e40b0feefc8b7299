// What a GPU does in a way of its own, done so on the CPU, gives the same bytes: children by the blocks of a kernel,
// one sort of all islands, and whole islands in shared memory.
#include <barrier>
#include <numeric>
#include <random>
#include <thread>

#include "backend/evolution_on.hpp"
#include "engine/fast_paths.hpp"
#include "representation/box_board.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

// Blocks that a CPU has: one thread in several orders, and several threads. Code written against a Block must not
// notice.
enum class Order { forwards, backwards, shuffled };

class SerialBlock {
public:
    explicit SerialBlock(Order order) : order_(order) {}

    template <class Body>
    void for_each(std::uint32_t count, const Body& body) {
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), 0u);
        if (order_ == Order::backwards) std::ranges::reverse(all);
        if (order_ == Order::shuffled) std::shuffle(all.begin(), all.end(), random_);
        for (const std::uint32_t k : all) body(k);
    }
    template <class Body>
    void for_each_and_wait(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }
    template <class Body>
    void for_each_individual(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }
    template <class Body>
    void for_each_individual_and_wait(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }

private:
    Order order_;
    std::mt19937 random_{1};
};

/// One of several threads that do the same.
class ThreadBlock {
public:
    ThreadBlock(std::uint32_t thread, std::uint32_t threads, std::barrier<>& barrier)
        : thread_(thread), threads_(threads), barrier_(barrier) {}

    template <class Body>
    void for_each(std::uint32_t count, const Body& body) {
        for (std::uint32_t k = thread_; k < count; k += threads_) body(k);
    }
    template <class Body>
    void for_each_and_wait(std::uint32_t count, const Body& body) {
        for_each(count, body);
        barrier_.arrive_and_wait();
    }
    template <class Body>
    void for_each_individual(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }
    template <class Body>
    void for_each_individual_and_wait(std::uint32_t count, const Body& body) {
        for_each_and_wait(count, body);
    }

    /// Calls run(block) on every thread of a block.
    template <class Run>
    static void on_threads(std::uint32_t threads, const Run& run) {
        std::barrier<> barrier(threads);
        std::vector<std::jthread> all;
        for (std::uint32_t thread = 0; thread < threads; ++thread)
            all.emplace_back([&, thread] {
                ThreadBlock block(thread, threads, barrier);
                run(block);
            });
    }

private:
    std::uint32_t thread_, threads_;
    std::barrier<>& barrier_;
};

/// Ranks an island as the sort of all islands does, whether it runs or not.
struct RankOfAll {
    static constexpr const char* name = "rank";
    RankRequest request;
    void operator()(std::uint32_t island_index) const {
        std::uint32_t* const order = request.order + std::size_t{island_index} * request.island_size;
        std::iota(order, order + request.island_size, 0u);
        std::stable_sort(order, order + request.island_size, [&](std::uint32_t one, std::uint32_t other) {
            const Island& island = request.islands[island_index];
            return request.key(island, island_index, one) < request.key(island, island_index, other);
        });
    }
};

/// Makes the children of an island as the blocks of a kernel do, one block after the other.
template <class Phases, class OnBlock>
struct ChildrenInBlocks {
    static constexpr const char* name = "make";
    Phases phases;
    std::uint32_t island_size;
    OnBlock on_block;  ///< calls its argument with a block, on all threads of it

    void operator()(std::uint32_t island_index) const {
        constexpr std::uint32_t threads = 48;  // the last block has fewer children
        for (std::uint32_t first = 0; first < island_size; first += threads) {
            const std::uint32_t count = std::min(threads, island_size - first);
            MutatingChildren<threads> mutating{0xA5A5A5A5u, {}};  // what is in shared memory before
            on_block([&](auto& block) { make_children_of_block(block, phases, island_index, first, count, mutating); });
        }
    }
};

struct FusingExecutor : cpu::Executor {
    using cpu::Executor::Executor;
    unsigned threads = 1;  ///< of a block
    Order order = Order::forwards;

    void fuse_children(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) override {
        const auto on_block = [this](const auto& run) {
            SerialBlock block(order);
            threads == 1 ? run(block) : ThreadBlock::on_threads(threads, run);
        };
        with_fused_phases(config, pool, [&](const auto& phases) {
            pipeline.steps.clear();
            add_single(pipeline, ChildrenInBlocks{phases, pool.island_size, on_block}, pool.island_count);
            pipeline.islands = pool.island_count, pipeline.island_size = pool.island_size;
        });
    }
    void add_rank(Pipeline& pipeline, const RankRequest& request) override {
        Pipeline replaced;
        cpu::Executor::add_rank(replaced, request);
        add_single(pipeline, RankOfAll{request}, request.island_count);
    }
};

std::vector<test::NamedConfiguration> of_boxes() {
    auto all = test::configurations();
    std::erase_if(all, [](const auto& named) { return named.config.representation != box_board; });
    return all;
}

class GpuPipeline : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(GpuPipeline, GivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t expected = test::digest_of(named);
    for (const Order order : {Order::forwards, Order::backwards, Order::shuffled}) {
        auto executor = std::make_unique<FusingExecutor>(cpu::make_serial_workers(cpu::Order::shuffled));
        executor->order = order;
        EXPECT_EQ(test::digest_on(std::move(executor), named), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuPipeline, testing::ValuesIn(of_boxes()), test::TestName{});

TEST(GpuPipeline, GivesTheSameBytesOnTheThreadsOfABlock) {
    test::NamedConfiguration named = of_boxes().front();
    named.config = test::small_config(), named.puzzle_slots = 2;
    named.config.population = 130, named.config.generations = 12;
    ASSERT_TRUE(FusedPlainPhases::of(named.config, Pool<BoxBoard>{}));
    const std::uint64_t expected = test::digest_of(named);
    for (const unsigned threads : {2u, 5u}) {
        auto executor = std::make_unique<FusingExecutor>(cpu::make_serial_workers(cpu::Order::forwards));
        executor->threads = threads;
        EXPECT_EQ(test::digest_on(std::move(executor), named), expected);
    }
}

TEST(GpuPipeline, KeysOfAnIslandAreApartFromThoseOfTheNext) {
    const std::uint32_t costs[2][4] = {{7, 0, 3, 9}, {2, 9, 1, ~0u}};  // an island of two, and another
    Island running, ended;
    running.state = IslandState::running, ended.state = IslandState::exhausted;  // front 0, back 1
    const RankRequest request{{costs[0], costs[1]}, nullptr, nullptr, 2, 2, 9};
    EXPECT_EQ(request.key(running, 0, 0), 2u);
    EXPECT_EQ(request.key(running, 0, 1), 9u);
    EXPECT_EQ(request.key(ended, 0, 0), 7u) << "by the population that it has";
    EXPECT_EQ(request.key(running, 1, 0), 11u);
    EXPECT_EQ(request.key(running, 1, 1), 19u) << "what is no cost stays within its island";
}

TEST(GpuPipeline, FusesTheOperatorsOfPlainAndOfGuidedAlone) {
    const auto fuses = [](auto change) {
        Config config = test::small_config();
        change(config);
        FusingExecutor executor(cpu::make_serial_workers(cpu::Order::forwards));
        EvolutionOn<BoxBoard> evolution(test::borrowed(executor), config, 1);
        bool fused = false, apart = false;
        for (const PhaseTime& phase : evolution.steps().time_phases(1)) {
            fused = fused || phase.name == "make";
            apart = apart || phase.name == "plan";
        }
        EXPECT_NE(fused, apart);
        return fused;
    };
    EXPECT_TRUE(fuses([](Config&) {}));
    EXPECT_TRUE(fuses([](Config& c) { c.selection = "tournament:size=7", c.islands = 3, c.distinct = true; }));
    EXPECT_TRUE(fuses([](Config& c) { c.brood_size = 3, c.paired_children = true, c.replacement = "plus"; }));
    EXPECT_TRUE(fuses([](Config& c) {
        c.initialisation = "random-alleles", c.crossover = "fitting-boxes", c.mutation = "min-conflicts-swap";
    }));
    EXPECT_FALSE(fuses([](Config& c) { c.initialisation = "random-alleles"; }));
    EXPECT_FALSE(fuses([](Config& c) { c.selection = "uniform"; }));
    EXPECT_FALSE(fuses([](Config& c) { c.crossover.clear(); }));
    EXPECT_FALSE(fuses([](Config& c) { c.crossover.push_back({"one-point"}); }));
    EXPECT_FALSE(fuses([](Config& c) { c.mutation = "heat-bath"; }));
    EXPECT_FALSE(fuses([](Config& c) { c.cost = "units"; }));
}

/// Puzzles side by side, each with the islands of the configuration.
struct Running {
    explicit Running(const Config& config)
        : grids(test::batch_puzzles()),
          executor(cpu::make_serial_workers(cpu::Order::forwards)),
          evolution(test::borrowed(executor), config, static_cast<std::uint32_t>(grids.size())),
          phases(shared_memory_phases(config, evolution.pool())) {
        NewPuzzles begun;
        for (std::uint32_t slot = 0; slot < grids.size(); ++slot) {
            begun.push_back({slot, {{grids[slot], PresolveLevel::givens, slot, 11}, {}}});
            const auto islands = evolution.islands().subspan(slot * config.islands, config.islands);
            begin_islands(islands, begun.back().second.job, slot, config.generations);
        }
        evolution.send();
        evolution.prepare(begun);
        // A CPU makes no tables by itself.
        for (std::uint32_t slot = 0; slot < grids.size(); ++slot)
            for (std::uint32_t pair = 0; pair < 36; ++pair)
                evolution.pool().alleles[slot].make(MakeRows{}, evolution.pool().puzzles[slot], pair, 36);
        by_tables = split_by_tables(*phases);
    }

    std::uint32_t islands() const { return evolution.pool().island_count; }

    /// In memory that holds anything but zeros.
    template <class Block>
    void run_in_shared_memory(Block& block, std::uint32_t island, std::uint32_t generations,
                              std::vector<std::uint64_t>& memory) {
        auto* bytes = reinterpret_cast<unsigned char*>(memory.data());
        bytes += (64 - reinterpret_cast<std::uintptr_t>(bytes) % 64) % 64;
        if (by_tables) run_island_in_shared_memory(block, *by_tables, island, generations, bytes);
        block.for_each_and_wait(0, [](std::uint32_t) {});  // each is a launch of its own on a device
        run_island_in_shared_memory(block, *phases, island, generations, bytes);
    }
    std::vector<std::uint64_t> poisoned_memory() const {
        const std::size_t bytes = SharedMemoryPhases<HeatBath>::bytes(evolution.pool().island_size) + 64;
        return std::vector<std::uint64_t>(bytes / 8 + 1, 0xA5A5A5A5A5A5A5A5u);
    }

    std::vector<Grid> grids;
    cpu::Executor executor;
    EvolutionOn<BoxBoard> evolution;
    std::optional<SharedMemoryPhases<HeatBath>> phases;
    std::optional<SharedMemoryPhases<HeatBathByTables>> by_tables;
};

void expect_same(Running& a, Running& b) {
    const auto readings_of = [](Running& running) {
        std::vector<std::uint32_t> all(running.islands());
        std::iota(all.begin(), all.end(), 0u);
        const auto readings = running.evolution.read({.fingerprint = true, .effort = true}, all);
        return std::vector(readings.begin(), readings.end());
    };
    const auto readings_a = readings_of(a), readings_b = readings_of(b);
    const auto islands_a = a.evolution.read_islands(), islands_b = b.evolution.read_islands();
    for (std::uint32_t island = 0; island < a.islands(); ++island) {
        SCOPED_TRACE(island);
        const auto &reading = readings_a[island], &other = readings_b[island];
        EXPECT_EQ(reading.fingerprint, other.fingerprint);
        EXPECT_EQ(a.evolution.read_costs(island), b.evolution.read_costs(island));
        EXPECT_EQ(a.evolution.read_order(island), b.evolution.read_order(island));
        EXPECT_EQ(reading.effort.redraws, other.effort.redraws);
        EXPECT_EQ(reading.effort.trials, other.effort.trials);
        EXPECT_EQ(reading.champion.cost, other.champion.cost);
        EXPECT_EQ(reading.champion.generation, other.champion.generation);
        EXPECT_EQ(reading.champion.index, other.champion.index);
        EXPECT_EQ(islands_a[island].state, islands_b[island].state);
        EXPECT_EQ(islands_a[island].next_generation, islands_b[island].next_generation);
        EXPECT_EQ(islands_a[island].evaluations, islands_b[island].evaluations);
        EXPECT_EQ(islands_a[island].puzzle_slot, islands_b[island].puzzle_slot);
    }
}

std::vector<Config> shared_memory_configurations() {
    Config by_default, parameters, tiny;
    by_default.generations = 30;
    parameters.population = 3 * 50, parameters.islands = 3, parameters.elite = {3, false},
    parameters.immigrants = {2, false};
    parameters.restart_after = 2, parameters.generations = 9;
    parameters.mutation = "heat-bath:rate=0.7,redraws=5,shift=2,pick=conflict";
    parameters.crossover.clear();
    tiny.population = 1, tiny.generations = 12;
    return {by_default, parameters, tiny};
}

TEST(IslandInSharedMemory, MakesTheSameBytesInEveryKindOfBlock) {
    using Launch = std::function<void(Running&, std::uint32_t island)>;
    std::vector<Launch> blocks;
    for (const Order order : {Order::forwards, Order::backwards, Order::shuffled})
        blocks.push_back([order](Running& running, std::uint32_t island) {
            auto memory = running.poisoned_memory();
            SerialBlock block(order);
            running.run_in_shared_memory(block, island, 4, memory);
        });
    for (const std::uint32_t threads : {2u, 5u})
        blocks.push_back([threads](Running& running, std::uint32_t island) {
            auto memory = running.poisoned_memory();
            ThreadBlock::on_threads(
                threads, [&](ThreadBlock& block) { running.run_in_shared_memory(block, island, 4, memory); });
        });
    for (const Config& config : shared_memory_configurations()) {
        Running in_memory(config);
        ASSERT_TRUE(in_memory.phases);
        for (int launch = 0; launch < 3; ++launch) in_memory.evolution.run(4, false);
        for (const Launch& on_block : blocks) {
            Running in_shared_memory(config);
            for (int launch = 0; launch < 3; ++launch)
                for (std::uint32_t island = 0; island < in_shared_memory.islands(); ++island)
                    on_block(in_shared_memory, island);
            expect_same(in_memory, in_shared_memory);
        }
    }
}

TEST(IslandInSharedMemory, IslandsArePartedByTheirTables) {
    Running running{Config{}};
    ASSERT_TRUE(running.by_tables);
    int complete = 0, other = 0;
    for (const Island& island : running.evolution.read_islands()) {
        EXPECT_EQ(running.phases->serves(island) + running.by_tables->serves(island), island.running());
        complete += running.by_tables->serves(island), other += running.phases->serves(island);
    }
    EXPECT_GE(complete, 2);
    EXPECT_GE(other, 1) << "the empty grid has no lists";
    EXPECT_FALSE(Running(test::with_settings({}, "mutation=heat-bath:shift=5")).by_tables);
}

TEST(IslandInSharedMemory, IsForTheDefaultOperatorsAndSmallIslands) {
    const auto fits = [](const Config& config) {
        cpu::Executor executor(cpu::make_serial_workers(cpu::Order::forwards));
        const EvolutionOn<BoxBoard> evolution(test::borrowed(executor), config, 1);
        return shared_memory_phases(config, evolution.pool()).has_value();
    };
    Config config;
    EXPECT_TRUE(fits(config));
    config.population = max_shared_memory_island + 1;
    EXPECT_FALSE(fits(config));
    config = Config{};
    config.mutation = "swap";
    EXPECT_FALSE(fits(config));
    EXPECT_FALSE(fits(plain_config()));
    const std::vector<std::function<void(Config&)>> changes = {
        [](Config& c) { c.replacement = "replace-worst"; },
        [](Config& c) { c.replacement = "plus"; },
        [](Config& c) { c.restart_after = 9, c.stagnation = "grow"; },
        [](Config& c) { c.restart_after = 9, c.stagnation = "restart:limit=2"; },
        [](Config& c) { c.restart_after = 9, c.stagnation = "grow", c.max_population = 99; },
        [](Config& c) { c.paired_children = true; },
        [](Config& c) { c.either = true; },
        [](Config& c) { c.brood_size = 2; },
        [](Config& c) { c.distinct = true; },
        [](Config& c) { c.distinct = true, c.duplicate_memory = 99; }};
    for (const auto& change : changes) {
        config = Config{};
        change(config);
        EXPECT_FALSE(fits(config)) << &change - changes.data();
    }
}

}  // namespace
}  // namespace evodoku
