// The result of one run, and its line of JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku::experiment {

/// What made a run: results of two versions are not mixed unawares.
struct Provenance {
    std::string version, commit;
    std::string machine;  ///< its processor, and the device that the run used
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// A better board than all before it in its run, and all that was spent until the end of that generation.
struct Improvement {
    std::uint32_t generation = 0;
    std::uint64_t evaluations = 0, trials = 0, redraws = 0;
    double seconds = 0;
    std::uint32_t cost = 0;

    std::uint64_t work() const { return evaluations + trials + redraws; }
};

struct Record {
    std::string puzzle;    ///< 81 digits and dots
    std::string file;      ///< as the plan names it
    std::size_t line = 0;  ///< where the puzzle begins in it
    std::string configuration;
    std::uint64_t config_hash = 0;
    std::uint64_t seed = 0;      ///< of the plan
    std::uint64_t run_seed = 0;  ///< of the run itself: what evodoku solve --seed repeats it with
    bool solved = false;
    std::string status;  ///< solved, unsolved, unsatisfiable
    std::uint32_t cost = 0;
    std::uint32_t generations = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t trials = 0, redraws = 0;  ///< effort beside evaluations: see Effort
    std::uint32_t restarts = 0;
    double seconds = 0;
    std::uint64_t fingerprint = 0;
    Provenance made_by;
    std::string settings;              ///< all of the configuration, as name=value
    std::vector<Improvement> history;  ///< only with `history` in the plan

    /// The unit of budget: boards scored, swaps judged and boxes redrawn.
    std::uint64_t work() const { return evaluations + trials + redraws; }
    /// Frees the texts that runs of a configuration share, most of a record's memory. No table needs them.
    void forget_shared_texts() {
        std::string().swap(settings);  // an assignment would keep the memory
        std::string().swap(made_by.machine);
    }
};

/// The beginning of every line; a line that begins otherwise is not a record.
inline constexpr std::string_view record_head = "{\"puzzle\":\"";

/// Without the end of the line.
std::string to_json(const Record& record);

/// Throws std::invalid_argument unless the line holds a complete record.
Record parse_record(std::string_view line);

}  // namespace evodoku::experiment
