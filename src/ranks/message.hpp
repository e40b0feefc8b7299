// What ranks say to each other. Host code.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "backend/run_state.hpp"
#include "ranks/over_ranks.hpp"

namespace evodoku {

enum class Kind : std::uint8_t {
    start,  ///< from rank 0: take your device
    // From rank 0, each a request with a number of its own. Where ranks share islands, all of them and rank 0 make the
    // same call of their backends; otherwise a rank works on puzzles of its own, and replies.
    open,   ///< make a backend: configuration, puzzle slots, ranks that share the islands of each; 0: whole puzzles
    jobs,   ///< puzzles to evolve; true: by epochs without further requests
    epoch,  ///< make one epoch; true: with a pause after each generation
    go_on,  ///< the pause is over; false: so is the epoch
    save,
    progress,
    islands,
    populations,  ///< islands, detail
    abandon,
    close,
    end,  ///< the run is over
    // From any rank, with the number of the request that it belongs to:
    reply,
    outcomes,  ///< that come by themselves: the number with which the backend was opened
    pause,     ///< after a generation of an epoch
    part,      ///< what ranks that share islands exchange: the number with which they were opened
    failure,   ///< in place of any other: which error, its text
};

/// A configuration as the texts of its settings.
void list_fields(FieldWriter& fields, const Config& config);
void list_fields(FieldReader& fields, Config& config);

/// A message with its head: that alone says what a message is, not the order of messages.
struct Message {
    Kind kind = Kind::end;
    std::uint64_t number = 0;
    std::string bytes;

    template <class... Field>
    static std::string of(Kind kind, std::uint64_t number, const Field&... fields) {
        std::string bytes;
        const StateWriter sink = sink_to(bytes);
        FieldWriter writer(sink);
        writer(kind, number, fields...);
        return bytes;
    }
    explicit Message(std::string from) : bytes(std::move(from)) { read_from(0, kind, number); }

    /// Reads all fields behind the head.
    template <class... Field>
    void read(Field&&... fields) const {
        read_from(sizeof kind + sizeof number, fields...);
    }

private:
    template <class... Field>
    void read_from(std::size_t at, Field&&... fields) const {
        const StateReader source = source_of(bytes, at);
        FieldReader reader(source, ~std::uint64_t{0});
        reader(fields...);
    }
};

/// The error that is handled now, as a message. `number`: of the request that failed.
std::string failure_message(std::uint64_t number);
/// Throws it again, with the name of its rank.
[[noreturn]] void throw_failure(const Message& failure, const Ranks& ranks, std::uint32_t rank);

/// A number that no request had before, so that a message to an earlier backend has a lower number than those to this
/// one.
std::uint64_t next_request_number();

}  // namespace evodoku
