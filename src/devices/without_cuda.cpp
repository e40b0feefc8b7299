// The CUDA side of a program that was built without it: there is no GPU, and nothing can be made on one.
#include "cuda_backend.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku::cuda {

Probe probe(int /* wanted */) {
    Probe found;
    found.why_not = "this program was built without CUDA";
    found.absent = true;
    return found;
}

namespace {

[[noreturn]] void refuse() { throw DeviceError(probe().why_not); }

}  // namespace

void release(int /* device */) {}

std::unique_ptr<Backend> make_backend(int, const Config&, std::uint32_t, const Thresholds&) { refuse(); }

std::unique_ptr<evodoku::Executor> open_executor(int) { refuse(); }

std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(int, const Config&, const SavedPuzzle&) { refuse(); }

std::unique_ptr<Workbench> make_workbench(int, const Config&, const PuzzleJob&) { refuse(); }

std::unique_ptr<Peaks> make_peaks(int) { refuse(); }

}  // namespace evodoku::cuda
