// By sorting.
#include "statistics/distribution.hpp"

#include <algorithm>

namespace evodoku::statistics {

std::vector<ShareAt> distribution(std::vector<double> successes, std::size_t runs) {
    std::sort(successes.begin(), successes.end());
    std::vector<ShareAt> steps;
    for (std::size_t k = 0; k < successes.size(); ++k) {
        if (k + 1 < successes.size() && successes[k + 1] == successes[k]) continue;
        steps.push_back({successes[k], static_cast<double>(k + 1) / static_cast<double>(runs)});
    }
    return steps;
}

}  // namespace evodoku::statistics
