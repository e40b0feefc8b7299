// A kernel as the executor wants it: decoded instructions, registers laid out, memory sizes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/instruction.hpp"

namespace evodoku::emulator {

enum class Special : u8 {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid,
    lanemask_lt,
    lanemask_le,
    lanemask_gt,
    lanemask_ge,
    lanemask_eq,
    warpid,
    nwarpid,
    smid,
};  // clang-format would give each a line

struct Program {
    struct Constant {
        u32 offset;
        u32 bytes;  // 0: a predicate
        u64 value;
    };
    struct SpecialRegister {
        u32 offset;
        u32 bytes;
        Special which;
    };
    struct Place {
        std::string_view text, opcode;
        unsigned line = 0, file = 0, source_line = 0;
    };

    std::string name;
    std::vector<Instruction> code;
    std::vector<Place> places;  // of each instruction
    std::vector<Constant> constants;
    std::vector<SpecialRegister> specials;
    u32 register_bytes = 0, shared_bytes = 0, local_bytes = 0, parameter_bytes = 0;
    u32 dynamic_shared_at = 0;  // static shared memory, aligned for the dynamic part behind it
    std::shared_ptr<const std::map<unsigned, std::string>> files;
};

}  // namespace evodoku::emulator
