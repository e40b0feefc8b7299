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

}  // namespace

std::vector<Option> compare_options() { return options_of(compare_settings()); }

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

    for (const std::string& difference : differences(results, files)) say(difference);
    std::cout << to_text(all);
    const auto slower = std::ranges::count_if(
        all, [](const bench::Comparison& one) { return one.verdict == "SLOWER" && one.population != 0; });
    say(fmt::format("{} compared, {} slower", counted(all.size(), "measurement"), slower));
    return slower != 0 ? some_slower : all_solved;
}

}  // namespace evodoku::app
