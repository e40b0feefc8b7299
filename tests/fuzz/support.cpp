// What several targets need.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "targets.hpp"

namespace evodoku::fuzz {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "finding: %s\n", what);
    std::abort();
}

bool is_printable(const std::string& text) {
    return std::ranges::all_of(text, [](char letter) { return ' ' <= letter && letter <= '~'; });
}

MemoryFile::MemoryFile(Bytes bytes) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "no file in memory");
    name_ = "/proc/self/fd/" + std::to_string(descriptor_);
    require(write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "no memory");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

}  // namespace evodoku::fuzz
