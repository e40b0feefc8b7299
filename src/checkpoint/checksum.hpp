// A 64-bit checksum of bytes that come in pieces: XXH3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace evodoku {

class Checksum {
public:
    Checksum();
    ~Checksum();
    Checksum(const Checksum&) = delete;
    Checksum& operator=(const Checksum&) = delete;

    void add(const void* bytes, std::size_t count);
    std::uint64_t value() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace evodoku
