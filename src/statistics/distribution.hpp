// The empirical distribution of a cost that only successful runs have.
#pragma once

#include <cstddef>
#include <vector>

namespace evodoku::statistics {

/// A share of all runs that succeeded at this cost or below it.
struct ShareAt {
    double cost = 0, share = 0;
};

/// The steps of the empirical distribution function (ECDF): one per different value of `successes`, in ascending order.
/// `runs`: also those without a success, so that the last share is the share of successes.
std::vector<ShareAt> distribution(std::vector<double> successes, std::size_t runs);

}  // namespace evodoku::statistics
