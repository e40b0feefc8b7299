// The ceilings of this machine's processor: memory copied, integers computed, by all the workers.
#pragma once

#include <cstdint>
#include <memory>

#include "cpu/memory.hpp"
#include "cpu/workers.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku::cpu {

class CpuCeilings final : public Ceilings {
public:
    /// `bytes`: of each of the two halves that are copied between. Throws std::bad_alloc.
    CpuCeilings(std::unique_ptr<Workers> workers, std::uint64_t bytes);

    std::uint64_t copy(std::uint32_t times) override;
    bool copied() const override;
    std::uint64_t compute(std::uint32_t times) override;

private:
    std::unique_ptr<Workers> workers_;
    std::uint64_t words_;
    Pages from_, to_;
    std::uint32_t sink_ = 0;  // what was computed: without a reader a compiler leaves the work out
};

}  // namespace evodoku::cpu
