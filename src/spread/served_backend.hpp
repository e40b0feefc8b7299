// A worker's backend as requests see it, whatever its grid. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "evodoku/engine/config.hpp"
#include "spread/machine.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {

/// The members are those of Backend with the same names; puzzles and answers are in messages.
class ServedBackend {
public:
    virtual ~ServedBackend() = default;

    /// Its name, its puzzle slots, its longest state.
    virtual void describe(Packer& reply) const = 0;
    virtual bool busy() const = 0;
    virtual void stop_when(const std::function<bool()>& should_stop) = 0;
    virtual void resume(Unpacker& puzzles) = 0;
    /// True if there are answers.
    virtual bool advance_epoch(const std::function<bool()>& each_generation, Packer& answers) = 0;
    virtual void abandon(Packer& answers) = 0;
    /// Answers a kind that is_question() names.
    virtual void answer(Kind question, Unpacker& fields, Packer& reply) const = 0;
};

inline bool is_question(Kind kind) {
    return kind == Kind::save || kind == Kind::progress || kind == Kind::islands || kind == Kind::populations;
}

/// On the device of this rank. Throws as make_backend() does.
std::unique_ptr<ServedBackend> make_served_backend(const Machine& machine, const Config& config,
                                                   std::uint32_t puzzle_slots);

}  // namespace evodoku::spread
