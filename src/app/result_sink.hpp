// Where the results of `evodoku solve` go: standard output, or the file of --output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evodoku::app {

class ResultSink {
public:
    /// `name`: of the file; empty for standard output. `keep`: the first bytes of the file that stay, where a run goes
    /// on; the rest is cut off. Throws InputOutputError.
    explicit ResultSink(std::string name, std::uint64_t keep = 0);
    ~ResultSink();
    ResultSink(const ResultSink&) = delete;
    ResultSink& operator=(const ResultSink&) = delete;

    /// Writes it all. Throws InputOutputError, here or in flush().
    void write(std::string_view text);
    /// Passes on what standard output still holds.
    void flush();
    /// Returns when the file is on the disk. Throws InputOutputError.
    void sync();

    bool is_file() const { return !name_.empty(); }
    /// Bytes of the file.
    std::uint64_t length() const { return length_; }

private:
    [[noreturn]] void fail(const char* what, int error) const;

    std::string name_;
    int descriptor_ = -1;
    std::uint64_t length_ = 0;
};

}  // namespace evodoku::app
