// One run on several ranks gives the answers of one process. What rank 0 sees of the others: their progress, their
// failures, their end. How the program was started, by the variables of launchers.
#include <algorithm>
#include <atomic>
#include <set>
#include <sstream>

#include "evodoku/engine/errors.hpp"
#include "ranks/several_ranks.hpp"
#include "support/refusal.hpp"
#include "support/resuming.hpp"

namespace evodoku {
namespace {

/// One run on several ranks, divided by islands or by whole puzzles.
struct Divided : test::NamedConfiguration {
    bool on_islands;

    std::uint64_t digest_of_one_process() const { return test::digest(test::evolve(*test::one_process(*this), *this)); }
};

void PrintTo(const Divided& run, std::ostream* out) { *out << run.name; }

/// Every configuration with islands, and others on islands; every configuration with several puzzles.
std::vector<Divided> divided_runs(bool by_operator = true) {
    std::vector<Divided> all;
    for (test::NamedConfiguration named : test::configurations()) {
        if (named.of_one_operator && !by_operator) continue;
        if (named.puzzles > 1) all.push_back({named, false}), all.back().name += ", whole puzzles";
        if (named.config.population > 4000) continue;
        if (named.config.islands == 1) {
            if (named.config.population % 3 != 0 || named.config.population < 60) continue;
            named.name += ", on three islands";
            named.config.islands = 3;
            named.config.sync_every = 5, named.config.migrate_every = 5;
            named.config.migrants = 2;
            named.config.elite = std::min(named.config.elite.of(named.config.island_size()), 5u) == 0
                                     ? CountOrShare{0, false}
                                     : CountOrShare{5, false};
            if (named.config.immigrants.of(named.config.island_size()) > 10) named.config.immigrants = {10, false};
            try {
                validate(named.config);
            } catch (const std::invalid_argument&) {
                continue;
            }
        }
        all.push_back({named, true});
        all.back().name += ", islands";
    }
    return all;
}

class OnRanks : public testing::TestWithParam<Divided> {};
INSTANTIATE_TEST_SUITE_P(Configurations, OnRanks, testing::ValuesIn(divided_runs()), test::TestName{});

/// An operator alone changes no message between ranks, and none of its order.
class MessagesOfRanks : public OnRanks {};
INSTANTIATE_TEST_SUITE_P(Configurations, MessagesOfRanks, testing::ValuesIn(divided_runs(false)), test::TestName{});

TEST(DividedRuns, AreTwentyConfigurationsOnIslands) {
    EXPECT_GE(std::ranges::count(divided_runs(), true, &Divided::on_islands), 20);
}

TEST_P(OnRanks, AnyNumberOfRanksGivesTheSameBytes) {
    const Divided& run = GetParam();
    const std::uint64_t digest = run.digest_of_one_process();
    for (const std::uint32_t size : {1u, 2u, 3u, 8u})
        EXPECT_EQ(test::digest(test::evolve(*test::on_ranks(size, run, run.on_islands), run)), digest)
            << size << " ranks";
}

/// Saved on one number of ranks, resumed on another, and now and then in one process. Where messages are late, answers
/// that came by themselves are still under way when rank 0 asks for the next epoch, for a save, for the end.
TEST_P(MessagesOfRanks, MayComeLateAndTogetherWhereARunGoesOnWithAnyNumberOfRanks) {
    const Divided& run = GetParam();
    const std::uint64_t digest = run.digest_of_one_process();
    for (const std::uint32_t max_looks : {0u, 2u, 12u}) {
        const auto machine = [&](int number, const test::NamedConfiguration& of) -> std::shared_ptr<Backend> {
            if (number % 3 == 0 && max_looks == 0) return test::one_process(of);
            return test::on_ranks(number % 4 + 1, of, run.on_islands, max_looks);
        };
        EXPECT_EQ(test::digest(test::evolve_in_parts(run, 2, 3, machine)), digest) << max_looks << " looks";
    }
}

/// Epochs that are watched and epochs that are not, one after the other.
TEST_P(MessagesOfRanks, AreTheSameWatchedNowAndThen) {
    const Divided& run = GetParam();
    const auto backend = test::on_ranks(3, run, run.on_islands, 5);
    for (std::uint32_t index = 0; index < run.puzzles; ++index) backend->submit(test::job_of(run, index));
    std::map<std::uint32_t, Outcome> answers;
    for (int epoch = 0; backend->busy(); ++epoch) {
        const auto watch = epoch % 3 == 1 ? std::function<bool()>([] { return true; }) : std::function<bool()>();
        for (const Outcome& answer : backend->advance_epoch(watch))
            EXPECT_TRUE(answers.emplace(answer.puzzle_index, answer).second) << "two answers of one puzzle";
        test::saved_by(*backend);
    }
    std::vector<Outcome> in_order;
    for (const auto& [index, answer] : answers) in_order.push_back(answer);
    EXPECT_EQ(test::digest(in_order), run.digest_of_one_process());
}

/// What the live view and histories ask for after each generation, as text. `ranks`: those of the islands.
std::vector<std::string> watched(Backend& backend, const test::NamedConfiguration& named,
                                 std::set<std::uint32_t>& ranks) {
    std::vector<std::string> seen;
    ranks.clear();
    backend.submit(test::job_of(named, 0));
    while (backend.busy())
        backend.advance_epoch([&] {
            std::ostringstream text;
            for (const Progress& at : backend.progress())
                text << at.generation << ' ' << at.best_cost << ' ' << at.mean;
            std::vector<std::uint32_t> listed;
            for (const IslandProgress& island : backend.islands()) {
                text << ' ' << island.island_of_puzzle << ' ' << island.best_cost << ' ' << island.evaluations;
                listed.push_back(island.island_index);
                ranks.insert(island.rank);
            }
            for (const auto& at : backend.populations(listed, Detail::diversity)) {
                text << ' ' << at.cost << ' ' << at.q25 << ' ' << at.worst << ' ' << at.deviation << ' ' << at.distinct
                     << ' ' << at.effort.redraws << ' ' << at.entropy[40];
                for (const std::uint8_t digit : at.best_board.cells()) text << ' ' << int{digit};
            }
            seen.push_back(text.str());
            return true;
        });
    return seen;
}

TEST(Progress, IsThatOfOneProcess) {
    test::NamedConfiguration six{"islands", test::small_config(), 1, 1, PresolveLevel::none};
    six.config.islands = 6, six.config.migrate_every = 10;
    for (const auto& named : {six, test::configuration("box-board-16 with everything")}) {
        SCOPED_TRACE(named.name);
        std::set<std::uint32_t> ranks;
        const auto here = watched(*test::one_process(named), named, ranks);
        ASSERT_GT(here.size(), 3u);
        EXPECT_EQ(ranks, std::set<std::uint32_t>({0}));
        for (const bool on_islands : {true, false}) {
            const auto there = test::on_ranks(3, named, on_islands);
            const std::uint32_t sharing = on_islands ? std::min(3u, named.config.islands) : 3u;
            EXPECT_EQ(there->ranks(), sharing);
            EXPECT_EQ(watched(*there, named, ranks), here) << (on_islands ? "islands" : "whole puzzles");
            EXPECT_EQ(ranks.size(), on_islands ? sharing : 1u) << "one puzzle is on one rank";
        }
    }
}

TEST(Stop, WorkersEndTheirWorkEarly) {
    test::NamedConfiguration named{"long", test::small_config(), 2, 6, PresolveLevel::none};
    named.config.generations = 1'000'000'000, named.config.population = 60;
    const auto backend = test::on_ranks(3, named, false);
    std::atomic<bool> stop{false};
    backend->stop_when([&] { return stop.load(); });
    for (std::uint32_t k = 0; k < 6; ++k) backend->submit({test::hard_puzzle, PresolveLevel::none, k, 42});
    backend->advance_epoch();
    stop = true;
    backend->advance_epoch();
    const std::size_t answers = backend->abandon().size();
    EXPECT_GE(answers, 2u) << "those of rank 0 have begun";
    EXPECT_LE(answers, 6u);
    EXPECT_FALSE(backend->busy());
}

TEST(Stop, APuzzleSavedInTheMiddleOfAnEpochDoesNotHoldItUp) {
    test::NamedConfiguration named{"long", test::small_config(), 1, 1, PresolveLevel::none};
    named.config.generations = 1'000'000, named.config.islands = 2;
    named.config.sync_every = 10, named.config.migrate_every = 10;
    const PuzzleJob job{test::hard_puzzle, PresolveLevel::none, 0, 42};
    const auto first = test::one_process(named);
    first->submit(job);
    int made = 0;
    first->advance_epoch([&] { return ++made < 3; });
    const auto second = test::one_process(named);
    second->stop_when([] { return true; });
    second->resume({job, test::saved_by(*first).at(0)});
    EXPECT_TRUE(second->advance_epoch().empty());
    EXPECT_EQ(second->abandon().size(), 1u);
}

/// A reply to an earlier request is not taken for the reply to the next request.
TEST(Failure, OfOneRankLeavesNoReplyToTheNextBackend) {
    const test::NamedConfiguration named{"small", test::small_config(), 1, 1, PresolveLevel::none};
    auto ranks = test::make_late_ranks(3, 20);
    int failures = 2;
    std::vector<std::jthread> serving;
    for (const std::uint32_t rank : {1u, 2u})
        serving.emplace_back([&, rank] {
            const RankDevice device = test::device_of(rank);
            serve(*ranks[rank], [&, rank](const Config& config, std::uint32_t puzzle_slots, SharingRanks* sharing) {
                if (rank == 1 && failures-- > 0) throw DeviceError("not yet");
                return device(config, puzzle_slots, sharing);
            });
        });
    const RankDevice here = test::device_of(0);
    for (int times = 0; times < 2; ++times)
        EXPECT_THROW(make_backend_over(*ranks[0], here, named.config, 1, false), DeviceError);
    const auto backend = make_backend_over(*ranks[0], here, named.config, 1, false);
    EXPECT_EQ(test::digest(test::evolve(*backend, named)),
              test::digest(test::evolve(*test::one_process(named), named)));
    end_all(*ranks[0]);
}

TEST(Failure, OfAnotherRankNamesIt) {
    Config config = test::with_settings({}, "islands=2");
    const RankDevice device = test::device_of(0);
    auto ranks = make_thread_ranks(2);
    std::jthread failing(
        [&] { serve(*ranks[1], [](auto&&...) -> std::unique_ptr<Backend> { throw DeviceError("no such device"); }); });
    for (const bool on_islands : {true, false})
        EXPECT_EQ(test::refusal<DeviceError>([&] { make_backend_over(*ranks[0], device, config, 1, on_islands); }),
                  "rank 1 (thread 1): no such device");
    end_all(*ranks[0]);
}

TEST(Shares, EveryIslandHasOneRank) {
    for (const std::uint32_t islands : {1u, 2u, 3u, 7u, 8u, 100u}) {
        for (std::uint32_t ranks = 1; ranks <= islands; ++ranks) {
            std::uint32_t next = 0;
            for (std::uint32_t rank = 0; rank < ranks; ++rank) {
                const auto share = IslandShare::of(rank, ranks, islands);
                EXPECT_EQ(share.first, next);
                EXPECT_GE(share.count, islands / ranks);
                EXPECT_LE(share.count, islands / ranks + 1);
                next += share.count;
            }
            EXPECT_EQ(next, islands);
        }
    }
}

TEST(Launcher, IsReadFromItsVariables) {
    struct Case {
        std::map<std::string, std::string> variables;
        std::string name = {};  ///< empty: none
        std::uint32_t rank = 0, size = 1;
        std::string without_mpi = {};  ///< a part of the message
    };
    const Case cases[] = {
        {{{"HOME", "/root"}}, ""},
        {{{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}}, "mpirun of Open MPI", 2, 3},
        {{{"PMIX_RANK", "1"}, {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}},
         "srun",
         1,
         4},
        {{{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}}, "", 0, 1, "--mpi=pmix"},
        {{{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_JOB_ID", "7"}}, ""},  // a batch script of Slurm
        {{{"PMI_RANK", "x"}, {"PMI_SIZE", "4"}}, ""},
        {{{"PMI_RANK", ""}, {"PMI_SIZE", "4"}}, ""},
    };
    for (const Case& expected : cases) {
        SCOPED_TRACE(expected.variables.begin()->first);
        const Launcher started = read_launcher([&](const char* name) -> const char* {
            const auto found = expected.variables.find(name);
            return found == expected.variables.end() ? nullptr : found->second.c_str();
        });
        EXPECT_EQ(started.name, expected.name);
        EXPECT_EQ(started.rank, expected.rank);
        EXPECT_EQ(started.size, expected.size);
        EXPECT_EQ(started.without_mpi.empty(), expected.without_mpi.empty());
        EXPECT_NE(started.without_mpi.find(expected.without_mpi), std::string::npos);
    }
}

}  // namespace
}  // namespace evodoku
