// The peaks of this machine's processor: memory copied and integers computed, by all workers.
#pragma once

#include <cstdint>
#include <memory>

#include "cpu/memory.hpp"
#include "cpu/workers.hpp"
#include "workbench/workbench.hpp"

namespace evodoku::cpu {

class CpuPeaks final : public Peaks {
public:
    /// `bytes`: of each of the two halves. Throws std::bad_alloc.
    CpuPeaks(std::unique_ptr<Workers> workers, std::uint64_t bytes);

    std::uint64_t copy(std::uint32_t times) override;
    bool copied() const override;
    std::uint64_t compute(std::uint32_t times) override;

private:
    std::unique_ptr<Workers> workers_;
    std::uint64_t words_;
    Pages from_, to_;
    std::uint32_t sink_ = 0;  // the result: without a reader the compiler would remove the computation
};

}  // namespace evodoku::cpu
