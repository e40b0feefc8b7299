// Records an evolution from outside: looks at the backend after every generation and writes lines. It changes nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/config.hpp"
#include "history/line.hpp"

namespace evodoku::history {

/// The generations that have a row: those divisible by `every`, and an island's last. The same for the rows with
/// distinct boards and entropy, which read every board.
struct Schedule {
    std::uint32_t every = 1, diversity_every = 1;
};

/// `every` = 0: every generation, and the diversity so seldom that it costs little of a large population's time.
Schedule schedule_of(const Config& config, std::uint32_t every);

struct Header {
    std::string version, commit;
    std::string started;  ///< 2026-01-31T12:00:00Z
    std::vector<std::string> devices;
    std::uint64_t seed = 0;
    std::uint64_t run_seed = 0;  ///< of an experiment's run itself; 0: none
    std::uint32_t runs = 1;      ///< with the seeds seed, seed + 1, ...
    std::string name;            ///< of the configuration, in an experiment; else empty
    std::vector<std::pair<std::string, std::string>> configuration;
    Schedule schedule;
};
Line to_line(const Header& header);

class Recorder {
public:
    Recorder(const Config& config, const Schedule& schedule, std::function<void(const Line&)> write)
        : config_(config), schedule_(schedule), write_(std::move(write)) {}

    /// A run over all puzzles begins: from now on lines have this seed.
    void begin_run(std::uint64_t seed);
    /// Before it is tried.
    void begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file, std::size_t line);
    /// After every generation: between two calls no island may make more than one.
    void look(const Backend& backend);
    void end_puzzle(const Outcome& outcome);

private:
    /// What is known about an island.
    struct Track {
        bool begun = false;
        std::uint32_t generation = 0, best = ~0u, restarts = 0, migrations = 0;
    };
    /// An island with something to write.
    struct News {
        IslandProgress island;
        bool migrated = false, improved = false, restarts = false;
        bool row = false, diversity = false;
        std::uint32_t migrations = 0;

        bool any() const { return migrated || improved || restarts || row; }
    };

    News news_of(const IslandProgress& island, Track& track) const;
    void write(const News& news, const PopulationProgress& population) const;
    Line line_of(std::string_view kind, const IslandProgress& island) const;
    Line event(const char* name, const News& news) const;
    Line event(const char* name, const News& news, const PopulationProgress& population) const;
    double seconds() const;

    Config config_;
    Schedule schedule_;
    std::function<void(const Line&)> write_;
    std::uint64_t seed_ = 0;
    bool names_rank_ = false;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::map<std::pair<std::uint32_t, std::uint32_t>, Track> tracks_;  ///< by puzzle and island
};

}  // namespace evodoku::history
