// An evolution that its caller makes generation by generation ends as that of solve() does, and shows its population.
#include "evodoku/backend/puzzle_evolution.hpp"

#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

std::unique_ptr<PuzzleEvolution> begin(const test::NamedConfiguration& named, std::uint32_t puzzle_index = 0,
                                       const std::string& state = "") {
    return make_stepped_evolution(test::serial_executor(), named.config, {test::job_of(named, puzzle_index), state});
}

std::string saved(const PuzzleEvolution& evolution) {
    std::string bytes;
    evolution.save([&](const void* from, std::size_t count) { bytes.append(static_cast<const char*>(from), count); });
    return bytes;
}

TEST(PuzzleEvolution, EndsAsTheBackendDoes) {
    for (const test::NamedConfiguration& named : test::configurations()) {
        SCOPED_TRACE(named.name);
        const std::uint64_t expected = test::digest_of(named);
        for (const std::uint32_t generations : {1u, 13u, 1'000'000u}) {
            std::vector<Outcome> answers;
            for (std::uint32_t puzzle_index = 0; puzzle_index < named.puzzles; ++puzzle_index) {
                const auto evolution = begin(named, puzzle_index);
                while (!evolution->ended()) evolution->step(generations);
                answers.push_back(evolution->outcome());
            }
            EXPECT_EQ(test::digest(answers), expected) << generations << " at a time";
        }
    }
}

TEST(PuzzleEvolution, GoesOnFromItsState) {
    for (const char* name : {"islands", "batch of islands", "seen before", "growth", "default on islands",
                             "reheats on islands", "box-board-16 with everything"}) {
        SCOPED_TRACE(name);
        const test::NamedConfiguration named = test::configuration(name);
        const auto whole = begin(named);
        whole->step(1'000'000);
        auto evolution = begin(named);
        for (int part = 0; !evolution->ended(); ++part) {
            ASSERT_LT(part, 1000);
            evolution->step(part % 3 == 0 ? 7 : 1);
            const std::string state = saved(*evolution);
            const Outcome before = evolution->outcome();
            evolution = begin(named, 0, state);
            EXPECT_EQ(test::digest({evolution->outcome()}), test::digest({before}));
        }
        EXPECT_EQ(test::digest({evolution->outcome()}), test::digest({whole->outcome()}));
    }
}

TEST(PuzzleEvolution, AForeignStateIsRefused) {
    test::NamedConfiguration named{"small", test::small_config()};
    const std::string state = saved(*begin(named));
    named.config.population = 300;
    EXPECT_THROW(begin(named, 0, state), CheckpointError);
    named.config.population = 600;
    std::string damaged = state;
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    EXPECT_THROW(begin(named, 0, damaged), CheckpointError);
    EXPECT_THROW(begin(named, 0, state.substr(0, 100)), CheckpointError);
    EXPECT_EQ(begin(named, 0, state)->progress().generation, 0u);
}

template <class Representation>
void expect_boards(const Config& config) {
    const auto evolution = begin({"", config});
    for (int generation = 0; generation < 3; ++generation) {
        std::uint64_t cost_sum = 0, boards_seen = 0;
        std::uint32_t best = ~0u;
        for (std::uint32_t island = 0; island < config.islands; ++island) {
            const IslandBoards at = evolution->boards(island);
            ASSERT_EQ(at.count, config.island_size());
            ASSERT_EQ(at.words * at.bits_per_word, 8 * sizeof(typename Representation::Stored));
            EXPECT_EQ(at.gpu, -1);
            const auto* boards = static_cast<const typename Representation::Stored*>(at.boards);
            const std::vector<Grid> grids = evolution->grids(island, 1, at.count - 1);
            for (std::uint32_t k = 0; k < at.count; ++k) {
                EXPECT_LE(at.costs[k], at.highest_cost);
                cost_sum += at.costs[k], ++boards_seen, best = std::min(best, at.costs[k]);
                EXPECT_TRUE(k == 0 || grids[k - 1] == Representation::to_grid(boards[k]));
            }
        }
        const Progress progress = evolution->progress();
        EXPECT_EQ(progress.generation, static_cast<std::uint32_t>(generation));
        EXPECT_EQ(boards_seen, progress.size);
        EXPECT_EQ(progress.best_cost, best);
        EXPECT_DOUBLE_EQ(progress.mean, static_cast<double>(cost_sum) / static_cast<double>(boards_seen));
        EXPECT_EQ(evolution->populations(Detail::diversity).size(), config.islands);
        evolution->step(1);
    }
}

TEST(PuzzleEvolution, ShowsItsBoards) {
    Config config = test::small_config();
    expect_boards<BoxBoard>(config);
    config.islands = 3, config.migrate_every = 10;
    expect_boards<BoxBoard>(config);
    expect_boards<CellBoard>(test::small_cell_config());
    config = large_config(4);
    config.population = 9, config.islands = 3, config.mutation = "assignment:redraws=1";
    expect_boards<LargeBoard<4>>(config);
}

TEST(PuzzleEvolution, OfAPuzzleThatLogicSettles) {
    test::NamedConfiguration named{"small", test::small_config(), 1, 1, PresolveLevel::full};
    const auto evolution = begin(named);
    EXPECT_TRUE(evolution->ended());
    evolution->step(5);
    const Outcome answer = evolution->outcome();
    EXPECT_EQ(answer.evaluations, 0u);
    EXPECT_EQ(answer.status, Status::solved);
    EXPECT_EQ(std::ranges::count(answer.board.cells(), 0), 0);
    EXPECT_EQ(evolution->boards(0).count, 0u);
}

}  // namespace
}  // namespace evodoku
