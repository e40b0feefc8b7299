// What the engine needs of a machine, in a browser: memory. There are no shared objects with operators.
#include "cpu/machine.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "evodoku/engine/errors.hpp"
#include "evodoku/engine/load_operators.hpp"

namespace evodoku {

namespace cpu {

std::shared_ptr<void> take_pages(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    constexpr std::size_t page = 4096;
    const std::size_t whole_pages = (bytes + page - 1) / page * page;
    void* const address = std::aligned_alloc(page, whole_pages);
    if (address == nullptr) throw std::bad_alloc();
    return {std::memset(address, 0, whole_pages), [](void* pages) { std::free(pages); }};
}

/// Of the 4 GiB that 32-bit addresses reach.
std::uint64_t available_memory_bytes() { return std::uint64_t{2} << 30; }

}  // namespace cpu

std::string required_operators(std::string_view label, std::string_view) {
    throw SettingError(std::string(label) + ": a browser loads no shared objects; use the program");
}
std::string loaded_operators() { return ""; }
std::string loaded_operators(const Config&) { return ""; }

}  // namespace evodoku

/// Objects of the only thread live until the page is closed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
