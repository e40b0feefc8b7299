// Evolutions and whole runs that are saved and go on elsewhere, again and again: the answers and totals are those
// without an interruption.
#include <cstring>
#include <limits>
#include <span>
#include <tuple>

#include "evodoku/backend/solve.hpp"
#include "support/refusal.hpp"
#include "support/resuming.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

/// A different machine every time: threads, and puzzles side by side.
std::unique_ptr<Backend> machine(int number, const test::NamedConfiguration& named) {
    const auto backend = [&](std::unique_ptr<cpu::Workers> workers, std::uint32_t slots) {
        return cpu::make_backend(std::move(workers), named.config, slots);
    };
    switch (number % 4) {
        case 0:
            return backend(cpu::make_serial_workers(cpu::Order::backwards), named.puzzle_slots);
        case 1:
            return backend(cpu::make_tbb_workers(2), 1);
        case 2:
            return backend(cpu::make_serial_workers(cpu::Order::shuffled), 3);
        default:
            return backend(cpu::make_serial_workers(cpu::Order::forwards), named.puzzle_slots + 2);
    }
}

TEST(Resume, EveryConfigurationGoesOnToTheSameAnswers) {
    for (const test::NamedConfiguration& named : test::configurations()) {
        SCOPED_TRACE(named.name);
        const std::uint64_t expected = test::digest_of(named);
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 0, machine)), expected) << "saved after every epoch";
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 0, 4, machine)), expected)
            << "saved in the middle of epochs";
    }
}

TEST(Resume, IslandsThatEndInTheMiddleOfAnEpochLeaveTheOthersTheirGenerations) {
    const Config config = test::with_settings({}, "islands=4 sync-every=20 migrate-every=20 max-work=300k");
    const test::NamedConfiguration named{"islands", config, 2, 5, PresolveLevel::givens};
    const std::vector<Outcome> whole = test::evolve(*test::evolution_backend(named.config, named.puzzle_slots), named);
    EXPECT_GT(std::ranges::count(whole, Status::solved, &Outcome::status), 0) << "some are solved between two ends";
    for (const std::uint32_t generations : {1u, 7u, 19u})
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 0, generations, machine)), test::digest(whole))
            << generations;
}

/// The state of one puzzle after an epoch.
const PuzzleJob hard{test::hard_puzzle, PresolveLevel::none, 0, 1};

std::string state_of(const test::NamedConfiguration& named, const PuzzleJob& job = hard) {
    const auto backend = machine(0, named);
    backend->submit(job);
    backend->advance_epoch();
    return test::saved_by(*backend).at(0);
}

std::string error_of(const test::NamedConfiguration& named, const std::string& state, const PuzzleJob& job = hard) {
    const auto backend = machine(0, named);
    backend->resume({job, state});
    return test::refusal<CheckpointError>([&] { backend->advance_epoch(); });
}

constexpr const char* no_error = "(no error)";

TEST(Resume, AStateThatDoesNotFitIsRefused) {
    test::NamedConfiguration named{"small", test::small_config()};
    const std::string state = state_of(named);
    EXPECT_EQ(error_of(named, state), no_error);
    EXPECT_EQ(error_of(named, state.substr(0, state.size() / 2)),
              "the checkpoint does not fit these settings: too short");
    const std::size_t size = state.size(), arrays = size - 72 * named.config.reserved();  // boards, costs and ranks
    const std::tuple<std::size_t, char, const char*> changes[] = {
        {size / 2, '\x01', "these settings: a board"},
        {arrays + 6, '\x40', "this program: a population has another fingerprint"},       // a note of a board
        {arrays - 24 - sizeof(BoxBoard::Stored) - 12, '\x01', "these settings: a cost"},  // of the best board
        {size - 1, '\x7f', "these settings: a rank"},
        {size - 4 * named.config.reserved() - 1, '\x7f', "these settings: a cost"}};
    for (const auto& [at, flip, fault] : changes) {
        std::string changed = state;
        changed[at] ^= flip;
        EXPECT_EQ(error_of(named, changed), std::string("the checkpoint does not fit ") + fault);
    }
    named.config.population = 500;
    EXPECT_EQ(error_of(named, state), "the checkpoint does not fit these settings: the size of a population");
}

TEST(Resume, ARankOfAnUnusedIndividualIsRefused) {
    const test::NamedConfiguration named{
        "grows", test::small_config("population=30 largest=60 restart-after=1000 stagnation=grow:max-growth=60")};
    const std::string state = state_of(named);
    EXPECT_EQ(error_of(named, state), no_error);
    std::string changed = state;
    changed[state.size() - 4 * named.config.reserved()] = 31;  // the best: 30 are used, 60 are there
    EXPECT_EQ(error_of(named, changed), "the checkpoint does not fit these settings: a rank");
}

TEST(Resume, AnIslandThatIsEpochsBehindIsRefused) {
    const test::NamedConfiguration named{"islands", test::small_config("population=60 islands=2 generations=5000")};
    const std::string state = state_of(named);
    EXPECT_EQ(error_of(named, state), no_error);
    constexpr std::size_t at = 20 + 8;  // behind the shape and the boards scored: the next generation of the first
    std::uint32_t next = 0;
    std::memcpy(&next, state.data() + at, sizeof next);
    EXPECT_EQ(next, named.config.sync_every);
    const auto error_with = [&](std::uint32_t generation) {
        std::string changed = state;
        std::memcpy(changed.data() + at, &generation, sizeof generation);
        return error_of(named, changed);
    };
    EXPECT_EQ(error_with(4000), "the checkpoint does not fit these settings: the generations of islands");
    EXPECT_EQ(error_with(6000), "the checkpoint does not fit these settings: the generation of an island");
}

TEST(Resume, APopulationOfAPuzzleThatLogicSettlesIsRefused) {
    const test::NamedConfiguration named{"small", test::small_config()};
    EXPECT_EQ(error_of(named, state_of(named), {test::easy_puzzle, PresolveLevel::singles, 0, 1}),
              "the checkpoint does not fit these settings: a puzzle that logic settles has a population");
}

TEST(Resume, NoBytesOfAStateAreACrash) {
    const test::NamedConfiguration named{"small", test::small_config("population=30 duplicates=reject seen=40")};
    const std::string state = state_of(named);
    for (std::size_t at = 0; at < state.size(); at += at < 200 ? 1 : 37) {  // the fields, then of boards and numbers
        for (const char value : {'\x00', '\x01', '\xff'}) {
            std::string changed = state;
            changed[at] = value;
            error_of(named, changed);  // an error or another evolution
        }
    }
}

TEST(Resume, LargerBoardsWithOtherGivensAndPuzzlesOfAnotherOrderAreRefused) {
    test::NamedConfiguration named{"", large_config(4)};
    named.config.population = 20, named.config.generations = 50;
    PuzzleJob job = test::job_of(named, 0);
    const std::string state = state_of(named, job);
    EXPECT_EQ(error_of(named, state, job), no_error);
    for (std::uint8_t& digit : job.givens.cells())
        if (digit != 0) digit = static_cast<std::uint8_t>(digit % 16 + 1);
    EXPECT_EQ(error_of(named, state, job), "the checkpoint does not fit these settings: a board");
    const auto backend = machine(0, named);
    backend->submit(test::job_of({"", large_config(7)}, 0));
    EXPECT_EQ(test::refusal([&] { backend->advance_epoch(); }), "the puzzle is of order 7, the boards of order 4");
}

std::vector<Grid> puzzles() {
    std::vector<Grid> all;
    for (int times = 0; times < 3; ++times) {
        const std::vector<Grid> kinds = test::batch_puzzles();
        all.insert(all.end(), kinds.begin(), kinds.end());
    }
    return all;
}

std::unique_ptr<Backend> small_backend(std::uint32_t slots) {
    return test::evolution_backend(test::small_config("population=80"), slots);
}

/// A run in parts: what was reported so far, and the state of the last part.
struct Parts {
    std::vector<Outcome> outcomes;
    std::string state;
    std::size_t taken = 0, taken_when_saved = 0, reported_when_saved = 0;
    bool can_save = true;

    /// Goes on, and stops when should_stop() was called `asked` times.
    Summary go_on(std::uint32_t slots, int asked) {
        const std::vector<Grid> given = puzzles();
        SolveOptions options{.presolve = PresolveLevel::singles};
        options.should_stop = [&] { return --asked < 0; };
        options.checkpoints.due = [] { return true; };
        options.checkpoints.save = [&](const std::function<void(const StateWriter&)>& write) {
            if (!can_save) return false;
            state.clear();
            write(sink_to(state));
            taken_when_saved = taken, reported_when_saved = outcomes.size();
            return true;
        };
        const std::string before = state;
        if (!before.empty()) options.checkpoints.resume = source_of(before);
        const auto backend = small_backend(slots);
        return solve(*backend, options, test::one_by_one(given, taken),
                     [&](const Outcome& outcome) { outcomes.push_back(outcome); });
    }
    /// What is left after a power failure: the last state, and the results that it counts.
    void fail() {
        taken = taken_when_saved;
        outcomes.resize(reported_when_saved);
    }
};

struct Anything {
    template <class T>
    operator T() const;
};

/// The members of an aggregate: as many values as it can be made from.
template <class T, class... Values>
constexpr std::size_t members() {
    if constexpr (requires { T{Values{}..., Anything{}}; }) {
        return members<T, Values..., Anything>();
    } else {
        return sizeof...(Values);
    }
}

template <class Record>
void expect_bytes_of_every_member() {
    std::size_t listed = 0;
    const auto count = [&](const auto&... fields) { listed = sizeof...(fields); };
    const Record record{};
    list_fields(count, record);
    EXPECT_EQ(listed, members<Record>());
}

TEST(Records, HaveBytesForEveryMember) {
    expect_bytes_of_every_member<Outcome>();
    expect_bytes_of_every_member<Summary>();
    expect_bytes_of_every_member<SearchWork>();
    expect_bytes_of_every_member<AnnealedPopulation>();
}

constexpr int never = 1 << 30;

/// All fields but the times.
template <class T>
std::string fields_of(T value) {
    value.seconds = 0;
    if constexpr (std::same_as<T, Outcome>) value.work_seconds = 0;
    std::string bytes;
    const StateWriter sink = sink_to(bytes);
    FieldWriter fields(sink);
    fields(value);
    return bytes;
}

void expect_same(const Summary& one, const Summary& other) { EXPECT_EQ(fields_of(one), fields_of(other)); }

void expect_same(const std::vector<Outcome>& some, const std::vector<Outcome>& others) {
    ASSERT_EQ(some.size(), others.size());
    for (std::size_t k = 0; k < some.size(); ++k) {
        EXPECT_EQ(some[k].puzzle_index, k);
        EXPECT_EQ(some[k].stopped, false) << "puzzle " << k;
        EXPECT_EQ(fields_of(some[k]), fields_of(others[k])) << "puzzle " << k;
    }
}

TEST(SolveCheckpoint, StoppedAgainAndAgainItGivesEveryOutcomeOnce) {
    Parts whole;
    const Summary expected = whole.go_on(4, never);
    EXPECT_FALSE(expected.stopped);
    for (const int asked : {1, 5, 9, 23}) {
        Parts parts;
        Summary last;
        int count = 0;
        do {
            last = parts.go_on(1 + static_cast<std::uint32_t>(count % 5), asked + count);
            ASSERT_LT(++count, 500);
        } while (last.stopped);
        EXPECT_GT(count, 1);
        expect_same(last, expected);
        expect_same(parts.outcomes, whole.outcomes);
    }
}

TEST(SolveCheckpoint, ResultsAfterTheLastStateAreMadeAgain) {
    Parts whole;
    const Summary expected = whole.go_on(4, never);
    for (int asked = 5; asked < 45; asked += 4) {
        Parts parts;
        EXPECT_TRUE(parts.go_on(3, asked).stopped);
        parts.can_save = false;  // from here on nothing is kept
        parts.go_on(2, 40);
        parts.fail();
        parts.can_save = true;
        expect_same(parts.go_on(5, never), expected);
        expect_same(parts.outcomes, whole.outcomes);
    }
}

TEST(SolveCheckpoint, AStateOfACompleteRunGivesItsTotals) {
    Parts parts;
    const Summary expected = parts.go_on(4, never);
    const std::size_t reported = parts.outcomes.size();
    const Summary again = parts.go_on(2, never);
    expect_same(again, expected);
    EXPECT_GE(again.seconds, expected.seconds);
    EXPECT_EQ(parts.outcomes.size(), reported);
}

TEST(SolveCheckpoint, TotalsSoFarCountThePuzzlesBeforeIt) {
    const std::vector<Grid> given = puzzles();
    Parts parts;
    int asked = 1;
    while (parts.outcomes.empty()) parts.go_on(3, asked++);
    ASSERT_LT(parts.outcomes.size(), given.size());
    std::uint64_t boards = 0;
    for (const Outcome& outcome : parts.outcomes) boards += outcome.evaluations;

    const auto backend = small_backend(3);
    SolveOptions options{.presolve = PresolveLevel::singles};
    options.checkpoints.resume = source_of(parts.state);
    std::size_t looks = 0, reported = parts.outcomes.size();
    std::optional<Solver> solver;
    options.on_progress = [&](const Backend&) {
        const Summary so_far = solver->so_far();
        EXPECT_GE(so_far.puzzles, reported) << "those that wait for an earlier one count, too";
        EXPECT_GE(so_far.evaluations, boards);
        ++looks;
    };
    solver.emplace(*backend, options, test::one_by_one(given, parts.taken), [&](std::span<const Outcome> outcomes) {
        reported += outcomes.size();
        for (const Outcome& outcome : outcomes) boards += outcome.evaluations;
    });
    while (solver->advance()) {
    }
    EXPECT_GT(looks, 0u);
    const Summary so_far = solver->so_far(), last = solver->finish();
    EXPECT_EQ(so_far.puzzles, given.size());
    EXPECT_EQ(last.evaluations, boards);
    EXPECT_EQ(so_far.evaluations, boards);
}

TEST(SolveCheckpoint, WhereNoneCanBeWrittenTheRunEndsAsWithoutOne) {
    Parts parts;
    parts.can_save = false;
    const Summary stopped = parts.go_on(3, 12);
    EXPECT_TRUE(stopped.stopped);
    EXPECT_EQ(parts.outcomes.size(), puzzles().size()) << "every puzzle is reported";
    EXPECT_GT(stopped.untried, 0u);
}

TEST(SolveCheckpoint, AStateOfNonsenseIsRefused) {
    Parts parts;
    parts.go_on(3, 12);
    const std::string good = parts.state;
    for (std::size_t length = 0; length < good.size(); length += length < 200 ? 1 : 997) {
        parts.state = good.substr(0, length);
        if (length == 0) continue;  // no state: a new run
        EXPECT_THROW(parts.go_on(2, never), CheckpointError) << length;
        parts.fail();
    }
}

/// A new run goes on from a state, for an epoch.
void resume(const StateReader& from, SolveOptions options = {}) {
    const auto backend = small_backend(2);
    options.checkpoints.resume = from;
    const auto no_more = []() -> std::optional<Grid> { return std::nullopt; };
    Solver(*backend, options, no_more, {}).advance();
}

TEST(SolveCheckpoint, APuzzleOrASolutionThatBreaksTheRulesIsRefused) {
    struct RunState {
        std::uint32_t puzzles_taken = 0;
        Summary summary;
        std::vector<Outcome> waiting, underway;
    } good;
    good.puzzles_taken = 3;
    good.underway.resize(1);
    good.underway[0].puzzle_index = 0, good.underway[0].puzzle = test::hard_puzzle;
    good.waiting.resize(2);
    good.waiting[0].puzzle_index = 1, good.waiting[0].puzzle = test::easy_puzzle;
    good.waiting[0].status = Status::solved, good.waiting[0].board = test::easy_solution;
    good.waiting[1].puzzle_index = 2, good.waiting[1].puzzle = test::impossible_puzzle;
    good.waiting[1].status = Status::unsatisfiable, good.waiting[1].reason = "digit 1 has no place in row 1";
    const auto resume_with = [&](const std::function<void(RunState&)>& change, const SolveOptions& options = {}) {
        RunState state = good;
        change(state);
        std::string bytes;
        const StateWriter sink = sink_to(bytes);
        FieldWriter fields(sink);
        fields(state.puzzles_taken, state.summary, state.waiting, std::uint64_t{1});
        const Outcome& of = state.underway[0];
        fields(of.puzzle_index, of.seconds, of.work_seconds, of.puzzle, false);
        resume(source_of(bytes), options);
    };
    EXPECT_NO_THROW(resume_with([](RunState&) {}));
    const std::pair<const char*, std::function<void(RunState&)>> changes[] = {
        {"a digit", [](auto& state) { state.underway[0].puzzle[80] = 10; }},
        {"givens under way", [](auto& state) { state.underway[0].puzzle[0] = state.underway[0].puzzle[1] = 5; }},
        {"givens of an answer", [](auto& state) { state.waiting[1].puzzle[0] = state.waiting[1].puzzle[1] = 5; }},
        {"no solution", [](auto& state) { std::swap(state.waiting[0].board[0], state.waiting[0].board[80]); }},
        {"of another puzzle", [](auto& state) { state.waiting[0].puzzle = test::hard_puzzle; }},
        {"a status", [](auto& state) { state.waiting[0].status = Status{9}; }},
        {"an escape code", [](auto& state) { state.waiting[1].reason = "\x1b[2J"; }},
        {"no time", [](auto& state) { state.underway[0].seconds = -std::numeric_limits<double>::infinity(); }},
        {"an endless run", [](auto& state) { state.summary.seconds = std::numeric_limits<double>::quiet_NaN(); }},
        {"an index", [](auto& state) { state.waiting[1].puzzle_index = 1; }},
        {"an index of both", [](auto& state) { state.underway[0].puzzle_index = 2; }},
    };
    for (const auto& [what, change] : changes) EXPECT_THROW(resume_with(change), CheckpointError) << what;
    SolveOptions options;  // as the caller knows
    options.checkpoints.taken = 3;
    EXPECT_NO_THROW(resume_with([](auto&) {}, options));
    for (const std::uint64_t taken : {2, 4}) {
        options.checkpoints.taken = taken;
        EXPECT_THROW(resume_with([](auto&) {}, options), CheckpointError) << taken;
    }
}

/// The bytes, then zeros without an end. Counts what is taken.
StateReader endless_after(const std::string& bytes, std::uint64_t& taken) {
    return [&](void* to, std::size_t count) {
        std::memset(to, 0, count);
        if (taken < bytes.size()) std::memcpy(to, bytes.data() + taken, std::min(count, bytes.size() - taken));
        taken += count;
    };
}

TEST(SolveCheckpoint, WhatUnpacksWithoutEndIsRefusedEarly) {
    static constexpr std::uint64_t many = std::uint64_t{1} << 40;
    const auto taken_of = [&](const std::function<void(FieldWriter&)>& write) {
        std::string bytes;
        const StateWriter sink = sink_to(bytes);
        FieldWriter fields(sink);
        fields(std::uint32_t{2});
        const Summary nothing;
        fields(nothing);
        write(fields);
        std::uint64_t taken = 0;
        EXPECT_THROW(resume(endless_after(bytes, taken)), CheckpointError);
        return taken;
    };
    const auto outcomes = [](FieldWriter& fields) { fields(many); };
    const auto underway = [](FieldWriter& fields) { fields(std::uint64_t{0}, many); };
    const auto population = [](FieldWriter& fields) {
        fields(std::uint64_t{0}, std::uint64_t{2});
        for (const std::uint32_t index : {0u, 1u}) {
            fields(index, 0.0, 0.0);
            fields(3);
            fields.bytes(Grid().cells().data(), 81);
        }
        fields(true, std::uint32_t{1}, many);
    };
    EXPECT_LT(taken_of(outcomes), 2000u);
    EXPECT_LT(taken_of(underway), 2000u);
    EXPECT_LT(taken_of(population), 2000u);
}

}  // namespace
}  // namespace evodoku
