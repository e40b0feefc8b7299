// Fields of a state, one after the other: whole numbers as they are in memory (little-endian), texts with their length.
//
// A type is listed once, for both directions:
//
//   template <class Fields, class Of>
//   void list_fields(Fields& fields, Of& summary) { fields(summary.puzzles, summary.solved); }
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "evodoku/checkpoint/state_bytes.hpp"

namespace evodoku {

/// Written as its bytes.
template <class T>
concept PlainField = (std::is_arithmetic_v<T> || std::is_enum_v<T>)&&!std::same_as<T, bool>;

static_assert(std::endian::native == std::endian::little, "checkpoints hold little-endian numbers");

/// False for seconds that no run takes, such as infinity. Rounding may have made them negative.
inline bool is_time(double seconds) { return -1 <= seconds && seconds <= 1e9; }

class FieldWriter {
public:
    explicit FieldWriter(const ByteSink& to) : to_(to) {}

    template <class... Field>
    void operator()(const Field&... field) {
        (put(field), ...);
    }
    void bytes(const void* from, std::size_t count) { to_(from, count); }

private:
    template <PlainField Field>
    void put(Field field) {
        to_(&field, sizeof field);
    }
    void put(bool field) { put(static_cast<std::uint8_t>(field)); }
    void put(const std::string& text) {
        put(static_cast<std::uint64_t>(text.size()));
        to_(text.data(), text.size());
    }

    const ByteSink& to_;
};

class FieldReader {
public:
    explicit FieldReader(const ByteSource& from) : from_(from) {}

    template <class... Field>
    void operator()(Field&... field) {
        (get(field), ...);
    }
    void bytes(void* to, std::size_t count) { from_(to, count); }

    template <class Field>
    Field next() {
        Field field{};
        get(field);
        return field;
    }

    /// The number of things that follow. A small file may unpack to any number of them, so it is checked first.
    std::uint64_t count(std::uint64_t max) {
        const auto number = next<std::uint64_t>();
        if (number > max) throw CheckpointError("the checkpoint contradicts itself: it has more than any run");
        return number;
    }
    void text(std::string& text, std::uint64_t max) {
        text.clear();
        for (std::uint64_t left = count(max); left != 0;) {  // memory grows with what is there, not with a number
            const std::size_t part = left < max_at_once ? left : max_at_once;
            text.resize(text.size() + part);
            from_(text.data() + text.size() - part, part);
            left -= part;
        }
    }

private:
    template <PlainField Field>
    void get(Field& field) {
        from_(&field, sizeof field);
    }
    void get(bool& field) { field = next<std::uint8_t>() != 0; }
    void get(std::string& field) { text(field, longest_text); }

    /// A word of a command line has at most 128 KiB; the result of a puzzle is shorter.
    static constexpr std::uint64_t longest_text = std::uint64_t{1} << 18;
    static constexpr std::size_t max_at_once = std::size_t{1} << 20;
    const ByteSource& from_;
};

}  // namespace evodoku
