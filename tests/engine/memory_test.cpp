// Machines of a certain size: how many puzzles they work on side by side, and what they refuse.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <new>

#include "backend/evolution_on.hpp"
#include "engine/needs.hpp"
#include "evodoku/engine/errors.hpp"
#include "representation/box_board.hpp"
#include "support/refusal.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

/// A machine with little memory, whose epochs are soon long.
template <std::uint64_t bytes>
struct MachineWith : cpu::Executor {
    using cpu::Executor::Executor;
    std::uint64_t children_per_check() const override { return 10'000; }
    std::uint64_t available_bytes() const override { return bytes; }
};

std::unique_ptr<cpu::Workers> serial_workers() { return cpu::make_serial_workers(cpu::Order::forwards); }

/// The error of too little memory.
template <class Machine>
MemoryError error_of(const Config& config, std::uint32_t puzzle_slots = 1) {
    Machine machine(serial_workers());
    return test::thrown<MemoryError>([&] { EvolutionOn<BoxBoard>(test::borrowed(machine), config, puzzle_slots); });
}

TEST(Memory, WhereNoPopulationFitsSomethingElseIsAdvised) {
    const auto advice = [&](std::uint32_t puzzle_slots) -> std::string {
        const MemoryError error = error_of<MachineWith<100'000>>({}, puzzle_slots);
        EXPECT_EQ(error.largest_population, 0u);
        EXPECT_EQ(error.remedy_in_words.find("--"), std::string::npos);
        EXPECT_EQ(error.what(), error.cause + "; " + error.remedy);
        return error.what();
    };
    const std::string alone = advice(1), many = advice(9);  // alleles take 0.16 MB per puzzle
    EXPECT_TRUE(alone.ends_with("end other programs, or use a smaller --seen or fewer --islands")) << alone;
    EXPECT_TRUE(many.ends_with("; 9 puzzles side by side are too many for any population")) << many;
}

TEST(Memory, AsManyPuzzlesSideBySideAsThereIsMemoryFor) {
    const auto puzzle_slots = [](std::unique_ptr<Executor> machine, std::uint32_t max_slots) {
        return make_evolution_backend(std::move(machine), Config{}, max_slots)->puzzle_slots();
    };
    EXPECT_EQ(puzzle_slots(std::make_unique<MachineWith<10'000'000>>(serial_workers()), 5), 5u);
    EXPECT_EQ(puzzle_slots(std::make_unique<MachineWith<10'000'000>>(serial_workers()), 100), 47u)
        << "0.18 MB each, an eighth left to others";
    EXPECT_EQ(puzzle_slots(std::make_unique<MachineWith<250'000>>(serial_workers()), 100), 1u);
    EXPECT_THROW(puzzle_slots(std::make_unique<MachineWith<150'000>>(serial_workers()), 100), MemoryError);
}

TEST(Epochs, TheExecutorSaysWhatALongEpochIs) {
    const auto is_long = [](Config config, std::uint32_t sync_every) {
        config.sync_every = sync_every;
        return make_evolution_backend(std::make_unique<MachineWith<100'000'000>>(serial_workers()), config, 4)
            ->has_long_epochs();
    };
    Config config = test::with_settings(plain_config(), "population=100");
    EXPECT_FALSE(is_long(config, 25));
    EXPECT_TRUE(is_long(config, 26));
    EXPECT_FALSE(is_long(large_config(2), 10));
    EXPECT_TRUE(is_long(large_config(5), 10)) << "those of larger boards are long with few children";
}

/// A small GPU by name and by what a ranking takes there.
template <std::uint64_t bytes>
struct GpuWith : MachineWith<bytes> {
    using MachineWith<bytes>::MachineWith;
    std::string name() const override { return "cuda:3 (Small)"; }
    std::uint64_t rank_bytes_per_individual(const RankRequest&) const override { return 16; }
};

TEST(Memory, TheMessageNamesTheDevice) {
    Config config = plain_config();
    const MemoryError on_gpu = error_of<GpuWith<10'000'000>>(config);
    EXPECT_TRUE(std::string(on_gpu.what()).starts_with("cuda:3 (Small): the population needs 0.02 GiB of memory and "))
        << on_gpu.what();
    EXPECT_TRUE(on_gpu.on_gpu);
    const MemoryError on_cpu = error_of<MachineWith<10'000'000>>(config);
    EXPECT_TRUE(std::string(on_cpu.what()).starts_with("cpu (serial): the ")) << on_cpu.what();
    EXPECT_FALSE(on_cpu.on_gpu);
    const std::string largest = "population " + std::to_string(on_cpu.largest_population);
    EXPECT_EQ(on_cpu.remedy, "the largest that fits is --" + largest);
    EXPECT_EQ(on_cpu.remedy_in_words, "the largest that fits is " + largest);
    EXPECT_TRUE(on_cpu.cause.ends_with(" are free")) << on_cpu.cause;
}

TEST(Memory, AWorkbenchRanksTwice) {
    using Machine = GpuWith<10'000'000>;
    const auto machine = [] { return std::make_unique<Machine>(serial_workers()); };
    const PuzzleJob job{test::impossible_puzzle, PresolveLevel::none, 0, 1};
    Config config = plain_config();
    config.population = 55'000;  // of 148 + 16 bytes and 16 for diversity, or 148 + 32 and 16
    EXPECT_NO_THROW(EvolutionOn<BoxBoard>(machine(), config, 1));
    const auto error = test::thrown<MemoryError>([&] { Workbench<BoxBoard>(machine(), config, job); });
    EXPECT_LT(error.largest_population, 55'000u) << error.what();
    EXPECT_GT(error.largest_population, 45'000u) << error.what();
    config.population = static_cast<std::uint32_t>(error.largest_population);
    EXPECT_NO_THROW(Workbench<BoxBoard>(machine(), config, job));
}

/// What a child process with so much more memory than this one has ends with.
int code_of_child_with(std::uint64_t bytes, const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        std::uint64_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const rlim_t limit = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + bytes;
        const rlimit both{limit, limit};
        setrlimit(RLIMIT_AS, &both);
        try {
            work();
        } catch (const std::exception& error) {
            _exit(dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? 2 : 3);
        }
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Memory, ThePopulationThatFitsAlsoFitsWithAHistoryAndWithAsk) {
    if (*EVODOKU_SANITIZE != '\0') return;  // sanitizers take more memory than any limit
    constexpr std::uint64_t bytes = 60'000'000, others = 1'500'000;
    for (const char* settings :
         {"", "selection=roulette replacement=plus duplicates=reject", "islands=3",
          "stagnation=grow largest=6000000 restart-after=1 replacement=plus", "mutation=heat-bath"}) {
        const auto with = [&](std::uint64_t population, const std::string& more) {
            return test::with_settings(
                plain_config(), "generations=9 population=" + std::to_string(population) + " " + more + settings);
        };
        const auto evolve = [](const Config& config) {
            const auto evolution =
                make_stepped_evolution(std::make_unique<MachineWith<bytes>>(serial_workers()), config,
                                       {{test::impossible_puzzle, PresolveLevel::none, 0, 1}, {}});
            evolution->step(2);
            evolution->populations(Detail::diversity);
            evolution->tell(evolution->ask());
            std::vector<std::uint8_t> some = evolution->ask();
            evolution->tell(some);
            some.resize(81 * 10);
            evolution->write(0, 0, some);
            evolution->outcome();
        };
        const auto error = test::thrown<MemoryError>([&] { evolve(with(3'000'000, "")); });
        const std::string told = error.what(), growth = told.substr(std::min(told.size(), told.find(" --largest ")));
        Config fits = with(error.largest_population, "");
        if (!growth.empty()) fits.max_population = static_cast<std::uint32_t>(std::stoul(growth.substr(11)));
        EXPECT_GT(error.largest_population, 30'000u) << told;
        EXPECT_EQ(code_of_child_with(bytes + others, [&] { evolve(fits); }), 0) << settings << ": " << told;
    }
}

/// Like a GPU: operations are queued, and done at the next wait. Here they are only counted.
struct Queueing : cpu::Executor {
    using cpu::Executor::Executor;
    std::uint32_t queued = 0, done = 0;
    void wait() override { done = queued; }

protected:
    void queue(std::function<void()> work) override {
        work();
        ++queued;
    }
};

TEST(Epochs, WhoLooksAtEachGenerationSeesItMade) {
    auto executor = std::make_unique<Queueing>(serial_workers());
    const Queueing& queue = *executor;
    Config config = test::with_settings(plain_config(), "population=100 sync-every=8");
    const auto backend = make_evolution_backend(std::move(executor), config, 1);
    backend->submit({test::impossible_puzzle, PresolveLevel::none, 0, 1});
    std::uint32_t looks = 0;
    std::uint32_t before = 0;
    backend->advance_epoch([&] {
        ++looks;
        EXPECT_GT(queue.queued, before) << "a generation more";
        before = queue.queued;
        EXPECT_EQ(queue.done, queue.queued);
        return looks < 5;
    });
    EXPECT_EQ(looks, 5u);
}

}  // namespace
}  // namespace evodoku
