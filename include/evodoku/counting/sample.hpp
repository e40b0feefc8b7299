// Solved grids drawn at random from all of an order, by population annealing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/counting/count.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku {

/// How grids are drawn.
struct SampleOptions {
    std::uint64_t seed = 0;
    std::uint32_t population = 0;  ///< boards of a population, at least 2; 0: as many as suits the order
    std::uint32_t sweeps = 0;      ///< changes proposed per free cell and temperature; 0: as many as suits the order
    std::function<bool()> should_stop = {};  ///< asked often; true: next() returns none
};

/// Draws solved grids from all of an order, each with nearly the same probability. A population is annealed as by
/// count_solutions(). Boards of one family (Config::schedule) resemble each other, so each family gives one grid. When
/// these are used up, another population begins.
///
/// Grid k depends on order and options alone. A larger population with more sweeps comes closer to equal probabilities;
/// for 25 x 25 and larger a population of the default size often is one family at its end, and gives one grid.
class GridSampler {
public:
    /// Throws SettingError for a population that is not allowed, std::invalid_argument for an order that no grid has.
    GridSampler(int order, SampleOptions options, Device device = {}, unsigned threads = 0);

    /// The next grid, which has passed logic::verify; none if should_stop() was true. Throws MemoryError, DeviceError;
    /// SettingError if 20 populations in a row are not solved.
    std::optional<Grid> next();
    /// The device of the next population; the grids are the same on every one. Throws nothing.
    void move_to(const Device& device) { device_ = device; }

private:
    bool anneal();

    Grid empty_;
    SampleOptions options_;
    Device device_;
    unsigned threads_;
    std::optional<CountPlan> plan_;
    std::uint32_t populations_ = 0, in_vain_ = 0;  ///< annealed so far; in a row without a grid
    std::vector<Grid> found_;                      ///< those that next() has not returned
};

}  // namespace evodoku
