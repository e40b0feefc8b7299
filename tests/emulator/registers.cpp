// Names of registers, and which of them may share memory.
#include <algorithm>
#include <queue>

#include "emulator/decoder.hpp"

namespace evodoku::emulator {
namespace {

constexpr u32 first_offset = 64;  // 0 means "no register"

u32 size_of(unsigned bytes) { return bytes == 0 ? 4 : bytes * lane_count; }

u32 place(u32& next, unsigned bytes) {
    const u32 alignment = bytes == 0 ? 4 : 64;
    next = (next + alignment - 1) / alignment * alignment;
    const u32 offset = next;
    next += size_of(bytes);
    return offset;
}

/// Instructions [begin, end) that are always executed one after the other.
struct BasicBlock {
    u32 begin, end;
    std::vector<u32> successors;
    std::vector<u64> live_in, live_out, used, written;
};

std::vector<BasicBlock> basic_blocks(const std::vector<Instruction>& code) {
    const u32 size = static_cast<u32>(code.size());
    std::vector<bool> starts(size + 1, false);
    starts[0] = true;
    for (u32 n = 0; n < size; ++n) {
        if (code[n].flow == Flow::branch) starts[code[n].target] = starts[n + 1] = true;
        if (code[n].flow == Flow::leave) starts[n + 1] = true;
    }
    std::vector<BasicBlock> blocks;
    std::vector<u32> block_at(size, 0);
    for (u32 n = 0; n < size; ++n) {
        if (starts[n]) blocks.push_back({n, n, {}, {}, {}, {}, {}});
        blocks.back().end = n + 1;
        block_at[n] = static_cast<u32>(blocks.size() - 1);
    }
    for (u32 b = 0; b < blocks.size(); ++b) {
        const Instruction& last = code[blocks[b].end - 1];
        if (last.flow == Flow::branch) blocks[b].successors.push_back(block_at[last.target]);
        const bool goes_on = (last.flow != Flow::branch && last.flow != Flow::leave) || last.guard != 0;
        if (goes_on && b + 1 < blocks.size()) blocks[b].successors.push_back(b + 1);
    }
    return blocks;
}

/// First and last instruction at which a register holds a value that is still wanted.
struct Interval {
    u32 first = ~u32{0}, last = 0;
    void include(u32 at) { first = std::min(first, at), last = std::max(last, at); }
};

}  // namespace

void Registers::declare(std::string_view text, unsigned line) {
    Scanner scanner(text, line);
    const std::string_view type = scanner.next();
    unsigned bytes = 0;
    if (type != ".pred") {
        if (type.size() < 3 || std::string_view("bus").find(type[1]) == type.npos) {
            refuse(line, "unknown type of a register", text);
        }
        bytes = static_cast<unsigned>(read_number(type.substr(2), line) / 8);
        if (bytes != 2 && bytes != 4 && bytes != 8) refuse(line, "unknown width of a register", text);
    }
    do {
        const std::string_view name = scanner.next();
        if (scanner.take("<")) {
            scanner.next();
            scanner.expect(">");
            ranges_.push_back({name, bytes});
        } else {
            scopes_.back()[name] = add(bytes, false);
        }
    } while (scanner.take(","));
}

u32 Registers::add(unsigned bytes, bool fixed) {
    registers_.push_back({bytes, fixed, 0});
    return static_cast<u32>(registers_.size() - 1);
}

std::optional<u32> Registers::find(std::string_view name) {
    for (std::size_t scope = scopes_.size(); scope-- > 0;) {
        if (const auto found = scopes_[scope].find(name); found != scopes_[scope].end()) return found->second;
    }
    const std::size_t stem_end = name.find_last_not_of("0123456789") + 1;
    for (const Range& range : ranges_) {
        if (stem_end < name.size() && range.stem == name.substr(0, stem_end)) {
            return scopes_.front()[name] = add(range.bytes, false);
        }
    }
    return std::nullopt;
}

u32 Registers::constant(u64 value, unsigned bytes) {
    u32& number = constants_[{value, bytes}];
    if (number == 0) number = add(bytes, true);
    return number;
}

u32 Registers::special(Special which, unsigned bytes) {
    u32& number = specials_[{which, bytes}];
    if (number == 0) number = add(bytes, true);
    return number;
}

/// Liveness over basic blocks, then a linear scan: a register takes the memory of one whose last use has passed.
void Registers::lay_out(Program& program) {
    std::vector<BasicBlock> blocks = basic_blocks(program.code);
    std::vector<Interval> intervals(registers_.size());

    // Only registers seen in two blocks, or read before they are written, can be live between blocks.
    constexpr u32 nowhere = ~u32{0}, many = nowhere - 1;
    std::vector<u32> home(registers_.size(), nowhere), bit(registers_.size(), nowhere);
    std::size_t next_use = 0;
    // An instruction reads before it writes; a guarded one keeps the old value in the other lanes, so that it reads
    // too.
    std::stable_sort(uses_.begin(), uses_.end(), [](const Use& x, const Use& y) {
        return x.instruction != y.instruction ? x.instruction < y.instruction : x.written < y.written;
    });
    const auto reads_too = [&](const Use& use) { return !use.written || program.code[use.instruction].guard != 0; };
    u32 crossing = 0;
    for (u32 b = 0; b < blocks.size(); ++b) {
        for (; next_use < uses_.size() && uses_[next_use].instruction < blocks[b].end; ++next_use) {
            const Use& use = uses_[next_use];
            if (registers_[use.number].fixed) continue;
            intervals[use.number].include(use.instruction);
            u32& at = home[use.number];
            if (at == nowhere)
                at = reads_too(use) ? many : b;
            else if (at != b)
                at = many;
            if (at == many && bit[use.number] == nowhere) bit[use.number] = crossing++;
        }
    }
    const std::size_t words = (crossing + 63) / 64;
    const auto set = [](std::vector<u64>& bits, u32 n) { bits[n / 64] |= u64{1} << n % 64; };
    const auto has = [](const std::vector<u64>& bits, u32 n) { return (bits[n / 64] >> n % 64 & 1) != 0; };
    next_use = 0;
    for (BasicBlock& block : blocks) {
        block.live_in.assign(words, 0), block.live_out = block.used = block.written = block.live_in;
        for (; next_use < uses_.size() && uses_[next_use].instruction < block.end; ++next_use) {
            const Use& use = uses_[next_use];
            const u32 n = bit[use.number];
            if (n == nowhere) continue;
            if (reads_too(use) && !has(block.written, n)) set(block.used, n);
            if (use.written) set(block.written, n);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = blocks.size(); b-- > 0;) {
            BasicBlock& block = blocks[b];
            for (const u32 successor : block.successors) {
                for (std::size_t n = 0; n < words; ++n) block.live_out[n] |= blocks[successor].live_in[n];
            }
            for (std::size_t n = 0; n < words; ++n) {
                const u64 live = block.used[n] | (block.live_out[n] & ~block.written[n]);
                changed |= live != block.live_in[n];
                block.live_in[n] = live;
            }
        }
    }
    std::vector<u32> register_of(crossing);
    for (u32 number = 0; number < registers_.size(); ++number) {
        if (bit[number] != nowhere) register_of[bit[number]] = number;
    }
    for (const BasicBlock& block : blocks) {
        for (std::size_t word = 0; word < words; ++word) {
            for (u64 bits = block.live_in[word] | block.live_out[word]; bits != 0; bits &= bits - 1) {
                const u32 n = static_cast<u32>(word * 64) + static_cast<u32>(__builtin_ctzll(bits));
                if (has(block.live_in, n)) intervals[register_of[n]].include(block.begin);
                if (has(block.live_out, n)) intervals[register_of[n]].include(block.end - 1);
            }
        }
    }

    // Predicates, then each width; constants last, because they are read-only and seldom.
    u32 next = first_offset;
    std::vector<u32> order;
    for (u32 number = 1; number < registers_.size(); ++number) {
        if (!registers_[number].fixed && intervals[number].first != nowhere) order.push_back(number);
    }
    std::sort(order.begin(), order.end(), [&](u32 x, u32 y) { return intervals[x].first < intervals[y].first; });
    using Ending = std::pair<u32, u32>;  // last instruction, offset
    for (const unsigned bytes : {0u, 2u, 4u, 8u}) {
        std::priority_queue<Ending, std::vector<Ending>, std::greater<>> busy;
        std::vector<u32> free;
        for (const u32 number : order) {
            if (registers_[number].bytes != bytes) continue;
            for (; !busy.empty() && busy.top().first < intervals[number].first; busy.pop()) {
                free.push_back(busy.top().second);
            }
            if (free.empty()) free.push_back(place(next, bytes));
            registers_[number].offset = free.back();
            free.pop_back();
            busy.emplace(intervals[number].last, registers_[number].offset);
        }
    }
    for (const auto& [value, number] : constants_) {
        registers_[number].offset = place(next, value.second);
        program.constants.push_back({registers_[number].offset, value.second, value.first});
    }
    for (const auto& [which, number] : specials_) {
        registers_[number].offset = place(next, which.second);
        program.specials.push_back({registers_[number].offset, which.second, which.first});
    }
    program.register_bytes = (next + 63) / 64 * 64;
    for (const Use& use : uses_) {
        auto* field = reinterpret_cast<std::byte*>(&program.code[use.instruction]) + use.field;
        *reinterpret_cast<u32*>(field) = registers_[use.number].offset;
    }
}

}  // namespace evodoku::emulator
