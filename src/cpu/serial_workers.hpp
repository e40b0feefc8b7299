// One thread that takes its tasks in a given order: results must not depend on it. For checks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/draws.hpp"
#include "cpu/machine.hpp"

namespace evodoku::cpu {

enum class Order { forwards, backwards, shuffled };

class SerialWorkers final : public Workers {
public:
    explicit SerialWorkers(Order order) : order_(order) {}
    std::string name() const override { return "cpu (serial)"; }
    unsigned threads() const override { return 1; }

    void for_each(std::uint32_t count, const std::function<void(std::uint32_t)>& task) override {
        std::vector<std::uint32_t> sequence(count);
        for (std::uint32_t k = 0; k < count; ++k) sequence[k] = order_ == Order::backwards ? count - 1 - k : k;
        if (order_ == Order::shuffled) {
            Draws draws({++calls_, 0, 0, 0}, Purpose::plan);
            for (std::uint32_t k = count; k > 1; --k) std::swap(sequence[k - 1], sequence[draws.below(k)]);
        }
        for (const std::uint32_t k : sequence) task(k);
    }

private:
    Order order_;
    std::uint64_t calls_ = 0;  // a different order in every call
};

inline std::unique_ptr<Workers> make_serial_workers(Order order) { return std::make_unique<SerialWorkers>(order); }

}  // namespace evodoku::cpu
