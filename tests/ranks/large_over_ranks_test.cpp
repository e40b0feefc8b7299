// Larger boards on several ranks give the answers of one process.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "backend/state_fields.hpp"
#include "checkpoint/fields.hpp"
#include "evodoku/engine/errors.hpp"
#include "ranks/crewed.hpp"
#include "support/large_configurations.hpp"

namespace evodoku {
namespace {

using test::large_configurations;
using test::LargeConfiguration;

constexpr std::uint32_t large_batch = 5, large_slots = 2;

std::unique_ptr<Backend> on_ranks(std::uint32_t size, const LargeConfiguration& named, bool on_islands,
                                  std::uint32_t max_looks = 0) {
    if (size == 0) return cpu::make_backend(test::workers_of(0), named.config, large_slots);
    return std::make_unique<test::Crewed>(size, named.config, large_slots, on_islands, max_looks);
}

/// In the order of the puzzles: ranks answer as they finish.
std::uint64_t digest_of(std::vector<Outcome> answers) {
    std::ranges::sort(answers, {}, &Outcome::puzzle_index);
    return test::large_digest(answers);
}

std::uint64_t digest_on(std::uint32_t size, const LargeConfiguration& named, bool on_islands,
                        std::uint32_t max_looks = 0) {
    return digest_of(test::evolve(*on_ranks(size, named, on_islands, max_looks), named, large_batch));
}

/// The islands of each puzzle, or whole puzzles.
class LargeOnRanks : public testing::TestWithParam<LargeConfiguration> {
protected:
    static std::vector<bool> ways() {
        return GetParam().config.islands > 1 ? std::vector{true, false} : std::vector{false};
    }
};

TEST_P(LargeOnRanks, AnyNumberGivesTheSameBytes) {
    const std::uint64_t expected = digest_on(0, GetParam(), false);
    for (const bool on_islands : ways()) {
        for (const std::uint32_t size : {1u, 2u, 3u, 8u}) {
            EXPECT_EQ(digest_on(size, GetParam(), on_islands), expected) << size << " ranks, islands: " << on_islands;
        }
        EXPECT_EQ(digest_on(3, GetParam(), on_islands, 12), expected) << "late messages, islands: " << on_islands;
    }
}

TEST_P(LargeOnRanks, ASavedStateGoesOnWithAnotherNumber) {
    const LargeConfiguration& named = GetParam();
    const std::uint64_t expected = digest_on(0, named, false);
    for (const bool on_islands : ways()) {
        for (const std::pair<std::uint32_t, std::uint32_t>& sizes : {std::pair{3u, 2u}, {2u, 0u}, {0u, 3u}}) {
            const auto first = on_ranks(sizes.first, named, on_islands);
            for (std::uint32_t index = 0; index < large_batch; ++index) first->submit(test::job_of(named, index));
            std::vector<Outcome> answers = first->advance_epoch();
            std::string bytes;
            first->save([&](const void* from, std::size_t count) {  //
                bytes.append(static_cast<const char*>(from), count);
            });
            const bool end = false;
            bytes.append(reinterpret_cast<const char*>(&end), sizeof end);
            const ByteSource source = source_of(bytes);
            FieldReader fields(source);
            std::map<std::uint32_t, std::string> states;
            for (std::uint32_t index = 0; index < large_batch; ++index) states[index];
            while (fields.next<bool>()) {
                const auto index = fields.next<std::uint32_t>();
                fields.text(states[index], first->longest_state());
            }
            for (const Outcome& answer : answers) states.erase(answer.puzzle_index);
            const bool may_be_solved = order_of(named.config.representation) == 2;  // in the first epoch
            EXPECT_TRUE(may_be_solved || !states.empty());
            const auto second = on_ranks(sizes.second, named, on_islands);
            for (const auto& [index, state] : states) second->resume({test::job_of(named, index), state});
            while (second->busy()) {
                for (Outcome& answer : second->advance_epoch()) answers.push_back(std::move(answer));
            }
            EXPECT_EQ(digest_of(answers), expected) << sizes.first << " ranks, then " << sizes.second;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, LargeOnRanks, testing::ValuesIn(large_configurations()),
                         test::LargeTestName{});

TEST(LargeOnRanks, ProgressIsThatOfOneProcess) {
    const LargeConfiguration named = large_configurations()[3];
    ASSERT_GT(named.config.islands, 1u);
    const auto watched = [&](Backend& backend) {
        std::vector<std::string> seen;
        backend.submit(test::job_of(named, 0));
        while (backend.busy()) {
            backend.advance_epoch([&] {
                std::ostringstream text;
                for (const Progress& at : backend.progress()) text << at.generation << ' ' << at.best << ' ' << at.mean;
                std::vector<std::uint32_t> listed;
                for (const IslandProgress& island : backend.islands()) listed.push_back(island.island_index);
                for (const auto& at : backend.populations(listed, Detail::diversity)) {
                    text << ' ' << at.cost << ' ' << at.q25 << ' ' << at.worst << ' ' << at.distinct << ' '
                         << at.effort.redraws;
                    for (const std::uint8_t digit : at.best.cells()) text << ' ' << int{digit};
                }
                seen.push_back(text.str());
                return true;
            });
        }
        return seen;
    };
    const auto here = watched(*on_ranks(0, named, false));
    ASSERT_GT(here.size(), 3u);
    for (const bool on_islands : {true, false}) EXPECT_EQ(watched(*on_ranks(3, named, on_islands)), here);
}

TEST(LargeOnRanks, AFailureNamesTheRank) {
    const LargeConfiguration named = large_configurations()[3];
    auto ranks = make_thread_ranks(2);
    std::jthread failing([&] {
        RankDevice broken = test::device_of(1);
        broken.make_backend = [](const Config&, std::uint32_t) -> std::unique_ptr<Backend> {
            throw DeviceError("no such device");
        };
        broken.make_executor = []() -> std::unique_ptr<Executor> { throw DeviceError("no such device"); };
        serve(*ranks[1], broken);
    });
    for (const auto make : {make_islands_over, make_backend_over}) {
        try {
            make(*ranks[0], test::device_of(0), named.config, 1);
            ADD_FAILURE() << "it was opened";
        } catch (const DeviceError& error) {
            EXPECT_STREQ(error.what(), "rank 1 (thread 1): no such device");
        }
    }
    end_all(*ranks[0]);
}

}  // namespace
}  // namespace evodoku
