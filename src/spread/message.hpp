// What ranks say to each other as bytes. All ranks run the same program, so plain data are sent as they are in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace evodoku::spread {

enum class Kind : std::uint8_t {
    // From rank 0, each a request with a number of its own:
    start,         ///< take your device: its name as rank 0 was given it
    open_backend,  ///< make a backend for whole puzzles
    open_islands,  ///< take a share of the islands of each puzzle
    jobs,          ///< puzzles to evolve; no reply
    by_itself,     ///< true: make epochs without further requests; no reply
    epoch,         ///< make one epoch, with a pause after each generation, and none without a request
    go_on,         ///< the pause is over; no reply
    steps,         ///< of a share of islands: see IslandPart
    save,
    progress,
    islands,
    populations,
    abandon,
    close,  ///< the backend or the share; no reply
    end,    ///< the run is over; no reply
    // From a worker, with the number of the request that it belongs to:
    greeting,  ///< the first message: number 0
    reply,
    answers,  ///< that come by themselves: the number with which the backend was opened
    pause,    ///< after a generation of an epoch
    failure,  ///< in place of a reply; or like `answers`, if no request was being served
};

/// How each message between rank 0 and another begins. It alone says what a message is, not the order of messages.
struct Head {
    Kind kind = Kind::end;
    std::uint64_t number = 0;
};

template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

class Packer {
public:
    Packer() = default;
    Packer(Kind kind, std::uint64_t number) {
        put(kind);
        put(number);
    }

    template <Plain T>
    void put(const T& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put(const std::string& text) { put_all(std::span(text)); }
    template <class Range>
    void put_all(const Range& values) {
        using T = std::remove_cvref_t<decltype(*values.data())>;
        static_assert(Plain<T>);
        put(std::uint64_t{values.size()});
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    std::string take() { return std::move(bytes_); }
    bool empty() const { return bytes_.empty(); }
    /// Adds everything that `other` holds.
    void append(Packer other) { bytes_ += other.bytes_; }

private:
    std::string bytes_;
};

class Unpacker {
public:
    explicit Unpacker(std::string bytes) : bytes_(std::move(bytes)) {}

    template <Plain T>
    T get() {
        T value;
        std::memcpy(&value, next(sizeof value), sizeof value);
        return value;
    }
    template <Plain T>
    std::vector<T> get_all() {
        const auto count = get<std::uint64_t>();
        const char* from = next(count * sizeof(T));
        std::vector<T> values(count);
        if (count != 0) std::memcpy(values.data(), from, count * sizeof(T));
        return values;
    }
    /// The next bytes, without a count before them.
    void get_bytes(void* to, std::size_t count) { std::memcpy(to, next(count), count); }
    std::string get_text() {
        const auto count = get<std::uint64_t>();
        return {next(count), count};
    }
    bool done() const { return at_ == bytes_.size(); }
    Head get_head() {
        const auto kind = get<Kind>();
        return {kind, get<std::uint64_t>()};
    }

private:
    const char* next(std::size_t count) {
        if (count > bytes_.size() - at_) throw std::logic_error("a message of a rank is too short");
        at_ += count;
        return bytes_.data() + at_ - count;
    }

    std::string bytes_;
    std::size_t at_ = 0;
};

}  // namespace evodoku::spread
