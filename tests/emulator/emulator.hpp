// Executes CUDA kernels from their PTX on the host, one warp of 32 lanes at a time. This is the interface that the
// emulated CUDA runtime and the tests use. Part of the tests: never installed or exported.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/counts.hpp"
#include "emulator/device_memory.hpp"
#include "emulator/settings.hpp"

namespace evodoku::emulator {

/// PTX that this emulator cannot execute: the message names line and text.
struct PtxError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a launch ends with if the device program is at fault. Codes are those of cudaError_t.
struct Fault {
    enum Code : int {
        illegal_address = 700,
        launch_timeout = 702,
        illegal_instruction = 715,  ///< a shuffle or vote with a wrong mask
        misaligned_address = 716,
        launch_failure = 719,  ///< races, barriers in diverged code, deadlock, trap
        invalid_ptx = 218,     ///< an unsupported instruction
    };
    int code = 0;
    std::string text;  ///< what, which thread and block, PTX line and source line, kernel
};

struct Parameter {
    unsigned offset = 0, bytes = 0;
};

/// One kernel of a module. Lives as long as its module.
class Kernel {
public:
    virtual ~Kernel() = default;

    virtual const std::string& name() const = 0;  ///< mangled
    virtual const std::vector<Parameter>& parameters() const = 0;
    virtual unsigned parameter_bytes() const = 0;  ///< size of the buffer that launch expects
    virtual unsigned max_threads() const = 0;      ///< per block: .maxntid, otherwise 1024
    /// These three decode the kernel first and throw PtxError if that fails. PTX has no final register counts.
    virtual unsigned static_shared_bytes() = 0;
    virtual unsigned local_bytes() = 0;  ///< per thread
    virtual void decode() = 0;           ///< does nothing the second time

    virtual KernelCounts counts() const = 0;
    virtual void reset_counts() = 0;
};

struct Variable {
    void* address = nullptr;  ///< in device memory
    std::size_t bytes = 0;
};

/// The kernels and variables of one PTX text. Kernels are decoded when they are first used.
class Module {
public:
    /// Throws PtxError.
    explicit Module(std::string ptx);
    ~Module();
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

    Kernel* find_kernel(std::string_view mangled_name) const;  ///< nullptr if there is none
    std::optional<Variable> find_variable(std::string_view mangled_name) const;
    std::vector<Kernel*> kernels() const;  ///< in the order of the PTX
    unsigned target() const;               ///< 75 for .target sm_75

    struct Contents;

private:
    std::unique_ptr<Contents> contents_;
};

/// Executes the whole grid before it returns. `parameters` holds kernel.parameter_bytes() bytes. Nothing checks grid
/// and block against the limits of a device: that is the runtime's part. One launch at a time.
std::optional<Fault> launch(Kernel& kernel, Size3 grid, Size3 block, const void* parameters,
                            std::size_t dynamic_shared_bytes);

/// Counts of every kernel that was launched since its module was made, also of modules that are gone.
std::vector<KernelCounts> all_counts();

}  // namespace evodoku::emulator
