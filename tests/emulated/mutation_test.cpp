// Defects put into the CUDA half on purpose, one at a time: each must be noticed by the check that
// docs/notes/emulated-device.md names. They change the PTX before it is parsed, the interpreter, or one call.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <regex>

#include "cuda_device.hpp"
#include "emulator/control.hpp"
#include "emulator/emulator.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

using Rewrite = std::function<std::string(const std::string& ptx)>;

/// Applies `change` to each kernel whose mangled name contains `part`; the text between .entry and the closing brace.
Rewrite in_kernels(const std::string& part, const std::function<std::string(std::string)>& change) {
    return [=](const std::string& ptx) {
        std::string out;
        std::size_t at = 0;
        for (;;) {
            const std::size_t entry = ptx.find(".entry ", at);
            if (entry == std::string::npos) return out + ptx.substr(at);
            const std::size_t end = ptx.find("\n}", entry);
            const std::string kernel = ptx.substr(entry, end - entry);
            out += ptx.substr(at, entry - at);
            out += kernel.substr(0, kernel.find('(')).find(part) == std::string::npos ? kernel : change(kernel);
            at = end;
        }
    };
}

/// Replaces the first match of a pattern in them.
Rewrite replace_in(const std::string& part, const std::string& pattern, const std::string& by) {
    return in_kernels(part, [=](const std::string& kernel) {
        return std::regex_replace(kernel, std::regex(pattern), by, std::regex_constants::format_first_only);
    });
}

/// Whole islands in shared memory: two warps, and more generations than one.
test::NamedConfiguration in_shared_memory() {
    return {"in shared memory", test::with_settings({}, "population=64 generations=20"), 2, 2};
}

/// Puzzles whose table is complete use another kernel. They are solved in a few generations, and a later
/// launch is to load a population.
test::NamedConfiguration by_tables() {
    test::NamedConfiguration named = in_shared_memory();
    named.name = "by tables", named.config.sync_every = 2, named.presolve = PresolveLevel::givens;
    return named;
}

/// Phase by phase, with more than one block per island.
test::NamedConfiguration by_phases() {
    return {"by phases", test::small_config("islands=2 migrate-every=5 sync-every=5 generations=10")};
}

test::NamedConfiguration without_duplicates() {
    return {"without duplicates", test::small_config("duplicates=reject generations=6")};
}

struct Checks {
    bool races = false, lazy = false;
};

std::string verdict(const test::NamedConfiguration& named) {
    std::string by = "an error";
    try {
        const std::vector<Outcome> expected =
            test::evolve(*test::evolution_backend(named.config, named.puzzle_slots), named);
        const std::vector<Outcome> answers =
            test::evolve(*make_evolution_backend(cuda::make_executor(0), named.config, named.puzzle_slots), named);
        by = test::digest(answers) == test::digest(expected) ? "nothing" : "other results";
    } catch (const std::exception&) {  // as after a fault of a kernel
    }
    const std::vector<std::string> faults = emulator::faults();
    if (faults.empty()) return by;
    const auto names = [&](const char* part) { return faults.front().find(part) != std::string::npos; };
    if (names("race") || names("without a barrier")) return "the race check";
    if (names("mask")) return "the check of warps";
    if (names("deadlock")) return "the check for deadlock";
    return "the memory check";
}

/// What notices a mutation: one of the above, or that the process crashes. In a child process, since it may.
std::string noticed(const test::NamedConfiguration& named, const Checks& checks, const std::function<void()>& mutate) {
    int ends[2] = {};
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        const rlimit seconds{60, 60};  // garbage may keep it busy
        setrlimit(RLIMIT_CPU, &seconds);
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
        emulator::Settings::current().check_races = checks.races;
        emulator::device_settings().lazy_streams = checks.lazy;
        mutate();
        const std::string by = verdict(named);
        _exit(write(ends[1], by.data(), by.size()) == static_cast<ssize_t>(by.size()) ? 0 : 1);
    }
    close(ends[1]);
    char by[100] = {};  // a verdict is shorter
    if (read(ends[0], by, sizeof by - 1) < 0) throw std::runtime_error("the child's verdict is lost");
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? "a crash" : by;
}

int count_of(const std::string& word, const std::string& text) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++count;
    return count;
}

// Integers alone give the same bytes on every device. Thrust's sort is left out.
TEST(Kernels, HoldNoFloatingPoint) {
    int of_the_engine = 0;
    for (const std::string& ptx : emulator::embedded_ptx()) {
        if (count_of("DeviceRadixSort", ptx) != 0) continue;
        of_the_engine += count_of(".entry ", ptx) >= 2;
        for (const char* type : {".f16", ".bf16", ".f32", ".f64"})
            EXPECT_EQ(count_of(type, ptx), 0) << ptx.substr(0, 1000);
    }
    EXPECT_GE(of_the_engine, 6);  // its units, at least for one architecture
}

TEST(Mutations, NoneIsNoticedWhereThereIsNone) {
    for (const bool races : {false, true}) {
        for (const auto& named : {in_shared_memory(), by_tables(), by_phases(), without_duplicates()}) {
            EXPECT_EQ(noticed(named, {.races = races}, [] {}), "nothing") << named.name;
            EXPECT_EQ(noticed(named, {.races = races, .lazy = true}, [] {}), "nothing");
        }
    }
}

void expect_each_barrier_needed(const std::string& kernel, const test::NamedConfiguration& named, int expected) {
    int barriers = 0;
    emulator::reload_modules(in_kernels(kernel, [&](std::string text) {
        barriers += count_of("bar.sync", text);
        return text;
    }));
    test::evolve(*make_evolution_backend(cuda::make_executor(0), named.config, 1), named);  // looks the kernel up
    emulator::reload_modules();
    EXPECT_EQ(barriers, expected);
    for (int number = 0; number < barriers; ++number) {
        const std::string by = noticed(named, {.races = true}, [&] {
            emulator::Settings::current().drop_barrier = number;
            emulator::Settings::current().drop_barrier_kernel = kernel;
            emulator::reload_modules();  // decoded before
        });
        // Without the barrier behind the boards, threads may read addresses that are garbage yet.
        EXPECT_TRUE(by == "the race check" || by == "the memory check")
            << named.name << ", barrier " << number << " of " << barriers << ": " << by;
    }
}

// Parts of the mangled names; 8 and 16 are lengths. Three barriers per generation, and two before the first.
TEST(Mutations, EachBarrierIsNeeded) {
    expect_each_barrier_needed("PhasesINS_8HeatBathE", in_shared_memory(), 5);
    expect_each_barrier_needed("PhasesINS_16HeatBathByTablesE", by_tables(), 5);
    expect_each_barrier_needed("FusedPhasesINS_11RandomBoxesE", by_phases(),
                               3);  // around the list of mutating children
}

/// A thread's place in its block: taken for its place in the warp, several threads do the work of one individual.
TEST(Mutations, AWrongIndexIsNoticed) {
    const auto wrong = replace_in("children_of_blocks", "%tid\\.x", "%laneid");
    const auto mutate = [&] { emulator::reload_modules(wrong); };
    EXPECT_EQ(noticed(by_phases(), {}, mutate), "other results");
    EXPECT_EQ(noticed(by_phases(), {.races = true}, mutate), "the race check");
}

/// All threads of an island's last block: the last island's write behind its end.
TEST(Mutations, AnIndexBeyondTheEndIsNoticed) {
    const auto beyond = in_kernels("children_of_blocks", [](const std::string& kernel) {
        return std::regex_replace(kernel, std::regex("min\\.u32"), "max.u32");  // all of them: their order may change
    });
    EXPECT_EQ(noticed(by_phases(), {}, [&] { emulator::reload_modules(beyond); }), "the memory check");
}

TEST(Mutations, AShuffleWithAWrongMaskIsNoticed) {
    const auto mutate = [] {
        emulator::Settings::current().wrong_mask_kernel = "sum_individuals";
        emulator::reload_modules();
    };
    EXPECT_EQ(noticed(by_phases(), {}, mutate), "the check of warps");
}

TEST(Mutations, AShuffleInTheWrongDirectionIsNoticed) {
    const auto wrong = replace_in("sum_individuals", "shfl\\.sync\\.down", "shfl.sync.up");
    EXPECT_EQ(noticed(by_phases(), {}, [&] { emulator::reload_modules(wrong); }), "other results");
}

TEST(Mutations, ASumThatIsNotAtomicIsNoticed) {
    const auto wrong =
        replace_in("sum_individuals", "atom\\.global\\.add\\.u64[ \t]+%[a-z0-9]+, (\\[[^\\]]+\\]), (%[a-z0-9]+)",
                   "st.global.u64 $1, $2");
    const auto mutate = [&] { emulator::reload_modules(wrong); };
    EXPECT_EQ(noticed(by_phases(), {}, mutate), "other results");
    EXPECT_EQ(noticed(by_phases(), {.races = true}, mutate), "the race check");
}

/// Calls of `call` while a backend is made, and until its puzzles are answered.
std::pair<std::uint64_t, std::uint64_t> calls_of(const std::string& call, const test::NamedConfiguration& named) {
    const std::uint64_t before = emulator::runtime_calls()[call];
    const auto backend = make_evolution_backend(cuda::make_executor(0), named.config, named.puzzle_slots);
    const std::uint64_t made = emulator::runtime_calls()[call];
    test::evolve(*backend, named);
    return {made - before, emulator::runtime_calls()[call] - before};
}

/// Leaves out one call, counted from those that making the backend needs.
std::string noticed_without(const std::string& call, std::uint64_t number, const test::NamedConfiguration& named) {
    return noticed(named, {.lazy = true}, [&] {
        emulator::device_settings().skip_call = call;
        emulator::device_settings().skip_at = emulator::runtime_calls()[call] + number;
    });
}

/// A stream that nothing has waited for has done nothing: a host that then reads or writes where a copy is on its way
/// crashes.
TEST(Mutations, EachMissingWaitIsNoticed) {
    for (const auto& named : {in_shared_memory(), by_phases()}) {
        const auto [making, all] = calls_of("cudaStreamSynchronize", named);
        ASSERT_GT(all, making);
        for (std::uint64_t number = making + 1; number <= all; ++number)
            EXPECT_EQ(noticed_without("cudaStreamSynchronize", number, named), "a crash")
                << named.name << ": wait " << number - making << " of " << all - making;
    }
}

TEST(Mutations, AMissingCopyOrLaunchIsNoticed) {
    for (const char* const call : {"cudaMemcpyAsync", "cudaLaunchKernel"}) {
        for (const auto& named : {in_shared_memory(), by_phases()}) {
            const std::uint64_t first = calls_of(call, named).first + 1;
            EXPECT_NE(noticed_without(call, first, named), "nothing") << call << ", " << named.name;
        }
    }
}

}  // namespace
}  // namespace evodoku
