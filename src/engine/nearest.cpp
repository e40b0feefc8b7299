// Edit distance, for suggestions.
#include "engine/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace evodoku {
namespace {

/// Levenshtein distance: letters to insert, delete or replace.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names) {
    const std::string* nearest = nullptr;
    std::pair<std::size_t, std::size_t> lowest;  // between equally similar names, the one with fewer letters to add
    for (const std::string& name : names) {
        // The beginning of a name is also similar.
        const bool begun = wrong.size() >= 3 && name.starts_with(wrong);
        const std::size_t letters = distance(wrong, name), differences = begun ? 1 : letters;
        if (differences > 1 + std::max(wrong.size(), name.size()) / 3) continue;
        if (differences >= std::min(wrong.size(), name.size()))
            continue;  // otherwise nothing of the shorter one might remain
        const std::pair far{differences, letters};
        if (nearest == nullptr || far < lowest) nearest = &name, lowest = far;
    }
    return nearest == nullptr ? "" : " (did you mean '" + *nearest + "'?)";
}

}  // namespace evodoku
