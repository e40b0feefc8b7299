// A history as TensorBoard reads it: a folder per run, with a file of scalars.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>

#include "history/line.hpp"

namespace evodoku::history {

/// Takes the lines of a history; those of generations and results become scalars. The run "seed7/puzzle1" is the folder
/// of that name; of several islands each has its own, "seed7/puzzle1/island2".
class TensorBoard {
public:
    /// With all folders above it, unless it is there. Throws HistoryFileError if it cannot be one.
    static void make_folder(const std::string& folder);

    /// Makes the folder. Throws HistoryFileError if that fails, or if it holds files: they would be mixed with the new
    /// ones. With `append`, for a run that is resumed, it may.
    TensorBoard(std::string folder, bool several_islands, bool append);
    /// For a single run, which is the folder itself. Scalars of an earlier attempt are removed.
    static TensorBoard of_one_run(const std::string& folder, bool several_islands);

    /// After a failure nothing more is written. Scalars reach the operating system within a second.
    void add(const Line& line);
    void flush();
    /// Why writing failed, or empty.
    const std::string& failure() const { return failure_; }

private:
    std::string folder_;
    bool one_run_ = false;
    bool several_islands_;
    std::string file_name_;                       ///< in every folder
    std::map<std::string, std::string> pending_;  ///< bytes to append, by folder; files are not kept open
    std::set<std::string> begun_;                 ///< folders of runs under way that have the file
    std::string failure_;
    std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::history
