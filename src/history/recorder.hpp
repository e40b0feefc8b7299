// Records an evolution from outside: reads the backend after every generation and writes lines. It changes nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "evodoku/engine/config.hpp"
#include "history/history_file.hpp"

namespace evodoku::history {

/// `every` = 0: every generation, and the diversity so seldom that it costs little of a large population's time.
Schedule schedule_of(const Config& config, std::uint32_t every);

class Recorder {
public:
    Recorder(const Config& config, const Schedule& schedule, std::function<void(const Line&)> write)
        : config_(config), schedule_(schedule), write_(std::move(write)) {}

    /// A run over all puzzles begins: from now on lines have this seed.
    void begin_run(std::uint64_t seed);
    /// Before it is tried.
    void begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file, std::size_t line);
    /// After every generation: between two calls no island may make more than one.
    void sample(const Backend& backend);
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
        Detail detail() const { return diversity ? Detail::diversity : row ? Detail::costs : Detail::boards; }
    };

    News news_of(const IslandProgress& island, Track& track) const;
    void write(const News& news, const PopulationProgress& population) const;
    Source source(std::uint32_t puzzle_index) const;

    Config config_;
    Schedule schedule_;
    std::function<void(const Line&)> write_;
    std::uint64_t seed_ = 0;
    bool several_ranks_ = false;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::map<std::pair<std::uint32_t, std::uint32_t>, Track> tracks_;  ///< by puzzle and island
};

/// A recorder that writes a file.
class Recording : public Recorder {
public:
    /// Opens the file and writes the header, to which the schedule and the time are added. `every`: see schedule_of().
    /// `resumed`: the file goes on after its last complete line. Throws FileError.
    Recording(std::string name, FileFormat format, const Config& config, std::uint32_t every, Header header,
              bool resumed = false);
    Recording(const Recording&) = delete;  // the recorder holds a pointer to it
    Recording& operator=(const Recording&) = delete;

    HistoryFile& file() { return file_; }

private:
    HistoryFile file_;
};

}  // namespace evodoku::history
