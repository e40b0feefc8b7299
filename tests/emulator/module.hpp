// A module's text, cut into kernels and variables.
#pragma once

#include <memory>
#include <mutex>

#include "emulator/decoder.hpp"
#include "emulator/emulator.hpp"
#include "emulator/program.hpp"
#include "emulator/ptx_text.hpp"
#include "emulator/warp.hpp"

namespace evodoku::emulator {

struct Module::Contents {
    std::string ptx;
    unsigned target = 0;
    std::shared_ptr<std::map<unsigned, std::string>> files = std::make_shared<std::map<unsigned, std::string>>();
    std::map<std::string, Variable, std::less<>> variables;
    std::map<std::string, unsigned, std::less<>> extern_shared;  // name and alignment
    std::vector<Declaration> shared;                             // of the kernels that name them
    std::vector<std::unique_ptr<Kernel>> kernels;
    std::map<std::string_view, Kernel*> kernel_by_name;
};

class PtxKernel : public Kernel {
public:
    PtxKernel(const Module::Contents& module, std::string_view name) : module_(module), name_(name) {}
    ~PtxKernel() override;

    const std::string& name() const override { return name_; }
    const std::vector<Parameter>& parameters() const override { return parameters_; }
    unsigned parameter_bytes() const override { return parameter_bytes_; }
    unsigned max_threads() const override { return max_threads_; }
    unsigned static_shared_bytes() override;
    unsigned local_bytes() override;
    void decode() override;
    KernelCounts counts() const override;
    void reset_counts() override;

    const Program& program() const { return program_; }
    void add_parameter(const Declaration& declaration);
    void set_max_threads(unsigned threads) { max_threads_ = threads; }
    void set_body(std::string_view body, unsigned line) { body_ = body, body_line_ = line; }
    void add_launch(u64 blocks, u64 threads, double seconds);
    /// One per host thread. Kept between launches: their registers need no new memory, and their tallies go on.
    std::vector<std::unique_ptr<Block>>& blocks() { return blocks_; }

private:
    void declare_variables(const std::vector<Statement>& statements);
    void decode_statement(const Statement& statement, Registers& registers);

    const Module::Contents& module_;
    std::string name_;
    std::vector<Parameter> parameters_;
    unsigned parameter_bytes_ = 0, max_threads_ = 1024;
    std::string_view body_;
    unsigned body_line_ = 0;
    bool decoded_ = false;
    Program program_;
    Symbols symbols_;
    u64 launches_ = 0, launched_blocks_ = 0, launched_threads_ = 0;
    double host_seconds_ = 0;
    std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace evodoku::emulator
