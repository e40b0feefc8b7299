// `evodoku compare`: two results of `evodoku bench`.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "bench/result.hpp"
#include "commands.hpp"
#include "puzzle_input.hpp"

namespace evodoku::app {
namespace {

struct CompareSettings {
    double tolerance = 0.05;
};

SettingTable<CompareSettings> compare_settings() {
    return {share_row<CompareSettings>({"tolerance", "", "ignore differences up to this share"},
                                       &CompareSettings::tolerance)};
}

bench::Result read_result(const std::string& file) {
    const std::string text = read_text_file(file);
    if (text.empty()) throw FileError(fmt::format("{}: the file is empty; repeat evodoku bench --json FILE", file));
    try {
        return bench::from_json(text);
    } catch (const std::invalid_argument& error) {
        throw FileError(
            fmt::format("{}: {}; expected: a file that evodoku bench --json FILE wrote", file, error.what()));
    }
}

/// What makes the files hard to compare. Two machines, or one with other threads: ratios then compare machines, not
/// versions of the program.
void tell_differences(const std::vector<std::string>& files, const bench::Result (&results)[2]) {
    for (const bench::Agreement& agreement : disagreements(results[0], results[1])) {
        say(fmt::format("fingerprints differ: the two builds evolve differently: configuration {}, population {}",
                        agreement.configuration, agreement.population));
    }
    for (const bench::Subject& subject : results[0].subjects) {
        const bench::Subject* other = results[1].find_subject(subject.id);
        if (other == nullptr || other->name == subject.name) continue;
        say(fmt::format("{} is {} in A, {} in B", subject.id, subject.name, other->name));
    }
    for (std::size_t k : {0, 1}) {
        if (!results[k].stopped.empty()) say(fmt::format("{} is not complete: {}", files[k], results[k].stopped));
    }
    for (std::size_t k : {0, 1}) {
        const std::vector<std::string> lacks = missing(results[1 - k], results[k]);
        if (lacks.empty()) continue;
        const std::size_t shown = std::min<std::size_t>(lacks.size(), 3);
        say(fmt::format("{} lacks {}{}", files[k], fmt::join(lacks.begin(), lacks.begin() + shown, "; "),
                        lacks.size() > shown ? fmt::format(" and {} more", lacks.size() - shown) : ""));
    }
}

}  // namespace

CommandInfo compare_info() { return {options_of(compare_settings()), std::string(compare_notes)}; }

int run_compare(const std::string&, const CommandLine& line) {
    const CompareSettings settings = read_settings(compare_settings(), line);
    const std::vector<std::string>& files = line.words;
    if (files.size() != 2)
        throw SettingError("compare takes two files of evodoku bench --json; see evodoku compare --help");
    const bench::Result results[2] = {read_result(files[0]), read_result(files[1])};
    const std::vector<bench::Comparison> all = compare(results[0], results[1], settings.tolerance);
    for (std::size_t k : {0, 1}) {
        if (all.empty() && results[k].measurements.empty()) {
            throw SettingError(fmt::format("{} has no measurement{}; repeat evodoku bench", files[k],
                                           results[k].stopped.empty() ? "" : ": it ended " + results[k].stopped));
        }
    }
    if (all.empty())
        throw SettingError("the two files have no measurement in common; measure both with the same options");

    tell_differences(files, results);
    std::vector<std::vector<std::string>> rows{{"measurement", "population", "A", "B", "B : A", "spread", ""}};
    std::size_t slower = 0;
    for (const bench::Comparison& one : all) {
        slower += one.verdict == "SLOWER" && one.population != 0;
        rows.push_back({fmt::format("{} {}", one.subject, one.what),
                        one.population == 0 ? "" : std::to_string(one.population), rounded(one.reference_rate) + "/s",
                        rounded(one.rate) + "/s", bench::marked(fmt::format("{:.3f}", one.ratio), one.unsteady),
                        fmt::format("{:.1f} %", 100 * one.spread),
                        std::string(one.verdict) + (one.throttled.empty() ? "" : ": throttled by " + one.throttled)});
    }
    std::cout << aligned(rows);
    say(fmt::format("{} compared, {} slower", counted(all.size(), "measurement"), slower));
    return slower != 0 ? some_slower : all_solved;
}

}  // namespace evodoku::app
