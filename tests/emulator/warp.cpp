#include "emulator/warp.hpp"

#include <cstring>

#include "emulator/program.hpp"

namespace evodoku::emulator {

void AlignedBytes::resize(std::size_t bytes, int value) {
    constexpr std::size_t alignment = 64;
    if (bytes > size_ || memory_ == nullptr) {
        memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes + alignment);
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        start_ = memory_.get() + (alignment - address % alignment) % alignment;
    }
    size_ = bytes;
    std::memset(start_, value, bytes);
}

std::string place_of(const Program& program, u32 pc) {
    const Program::Place& place = program.places[pc];
    std::string text = "PTX line " + std::to_string(place.line) + " `" + std::string(place.opcode) + "`";
    if (const auto file = program.files->find(place.file); file != program.files->end()) {
        const std::string& path = file->second;
        text += " (" + path.substr(path.find_last_of('/') + 1) + ":" + std::to_string(place.source_line) + ")";
    }
    return text;
}

void fault_at(const Warp& warp, const Instruction& instruction, int lane, Fault::Code code, const std::string& what) {
    const Block& block = *warp.block;
    const auto pc = static_cast<u32>(&instruction - block.program->code.data());
    const u32 thread = warp.number * lane_count + static_cast<u32>(lane);
    const auto triple = [](const Size3& size) {
        return "(" + std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z) + ")";
    };
    throw DeviceFault{{code, what + "; " + place_of(*block.program, pc) + ", thread " + std::to_string(thread) +
                                 " of block " + triple(block.at) + ", kernel " + block.program->name}};
}

}  // namespace evodoku::emulator
