// The CUDA side of a program that was built without it: there is no GPU, and nothing can be made on one.
#include "cuda_device.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku::cuda {

Probe probe(int /* wanted */) {
    Probe none;
    none.why_not = "this program was built without CUDA";
    none.absent = true;
    return none;
}

std::unique_ptr<evodoku::Executor> make_executor(int, const Thresholds&) { throw DeviceError(probe().why_not); }

std::unique_ptr<Peaks> make_peaks(int) { throw DeviceError(probe().why_not); }

}  // namespace evodoku::cuda
