// The end of reading: each run once, in the order of configurations, puzzles and seeds.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "report/reading.hpp"

namespace evodoku::report {
namespace {

/// "b2" before "b10".
bool is_before(std::string_view one, std::string_view other) {
    const auto number_in = [](std::string_view text) {
        return std::min(text.find_first_not_of("0123456789"), text.size());
    };
    while (!one.empty() && !other.empty()) {
        const std::size_t length = number_in(one), other_length = number_in(other);
        if (length != 0 && length == other_length) {
            if (const int order = one.compare(0, length, other, 0, length); order != 0) return order < 0;
        } else if (length != 0 && other_length != 0) {
            return length < other_length;
        } else if (one.front() != other.front()) {
            return one.front() < other.front();
        }
        one.remove_prefix(std::max<std::size_t>(1, length)),
            other.remove_prefix(std::max<std::size_t>(1, other_length));
    }
    return one.size() < other.size();
}

}  // namespace

Material Reader::take(const std::string& first) {
    const auto sort = [&](auto& runs) {
        std::ranges::stable_sort(runs, [&](const auto& one, const auto& other) {
            if (one.configuration != other.configuration) {
                if (one.configuration == first || other.configuration == first) return one.configuration == first;
                return is_before(one.configuration, other.configuration);
            }
            if (one.file != other.file) return is_before(one.file, other.file);
            return std::tie(one.line, one.seed) < std::tie(other.line, other.seed);
        });
    };
    std::size_t running = 0;
    for (const RunTrace& run : material_.runs) {
        experiment::Record record = record_of(run);
        running += !run.result;
        if (!is_new(record)) continue;
        if (!record.history.empty()) material_.trajectories.push_back(record);
        record.history.clear();
        if (run.result) material_.records.push_back(std::move(record));
    }
    if (twice_ != 0) {
        material_.notes.push_back(fmt::format("{} runs appear in several files; each counts once", twice_));
    }
    if (running != 0) {
        material_.notes.push_back(
            fmt::format("{} runs have no result; they are in the curves, not in the statistics", running));
    }
    if (!first.empty() && std::ranges::find(labels_, first, &Label::label) == labels_.end()) {
        std::vector<std::string> names;
        for (const Label& each : labels_) names.push_back(fmt::format("'{}'", each.label));
        throw std::invalid_argument(
            fmt::format("'{}' is not a configuration; there are: {}", first, fmt::join(names, ", ")));
    }
    sort(material_.records), sort(material_.trajectories), sort(material_.runs);
    return std::move(material_);
}

}  // namespace evodoku::report
