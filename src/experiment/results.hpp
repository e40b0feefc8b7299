// The result of one run, its line of JSON, and a file of results that grows line by line and survives a crash.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "files/written_file.hpp"

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

/// A file with other contents; it stays unchanged.
class ForeignFileError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

class ResultFile {
public:
    /// Opens or creates the file and locks it against other experiments. Reads its contents and changes nothing. Throws
    /// FileError, ForeignFileError.
    explicit ResultFile(std::string name);
    ~ResultFile();

    const std::string& name() const { return file_.name(); }
    /// The complete lines already in the file; records()[k] is line k + 1.
    const std::vector<Record>& records() const { return records_; }
    /// Bytes of an incomplete last line; 0 if there is none.
    std::size_t torn_bytes() const { return torn_.size(); }

    /// Removes such a line. Call it before the first append.
    void drop_torn_line();
    /// Writes a whole line to the operating system, where it survives a crash of the program. Data are flushed to the
    /// disk if a second has passed since the last flush, and at the end. Throws FileError.
    void append(const Record& record);

private:
    AppendedFile file_;
    std::vector<Record> records_;
    std::size_t complete_bytes_ = 0;
    std::string torn_;
    std::chrono::steady_clock::time_point on_disk_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::experiment
