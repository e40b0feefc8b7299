// Fields of a state or a message, one after the other: whole numbers as they are in memory (little-endian), texts and
// lists with their length.
//
// A type is listed once, for both directions:
//
//   template <class Fields, class Of>
//   void list_fields(Fields& fields, Of& summary) { fields(summary.puzzles, summary.solved); }
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

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
    explicit FieldWriter(const StateWriter& to) : to_(to) {}

    void operator()(const auto&... field) { (put(field), ...); }
    void bytes(const void* from, std::size_t count) { to_(from, count); }
    void list(const auto& list, std::uint64_t /*max*/) { put(list); }  ///< as a reader checks it

private:
    template <class Field>
    void put(const Field& field) {
        if constexpr (PlainField<Field>) {
            to_(&field, sizeof field);
        } else {
            list_fields(*this, field);
        }
    }
    void put(bool field) { put(static_cast<std::uint8_t>(field)); }
    void put(const std::string& text) {
        put(static_cast<std::uint64_t>(text.size()));
        to_(text.data(), text.size());
    }
    template <class T>
    void put(const std::vector<T>& list) {
        put(static_cast<std::uint64_t>(list.size()));
        for (const T& value : list) put(value);
    }

    const StateWriter& to_;
};

class FieldReader {
public:
    /// A word of a command line has at most 128 KiB; the result of a puzzle is shorter.
    explicit FieldReader(const StateReader& from, std::uint64_t longest_text = std::uint64_t{1} << 18)
        : from_(from), longest_text_(longest_text) {}

    void operator()(auto&&... field) { (get(field), ...); }
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
    template <class T>
    void list(std::vector<T>& list, std::uint64_t max) {
        list.clear();
        for (std::uint64_t left = count(max); left != 0; --left) get(list.emplace_back());
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
    template <class Field>
    void get(Field& field) {
        if constexpr (PlainField<Field>) {
            from_(&field, sizeof field);
        } else {
            list_fields(*this, field);
        }
    }
    void get(bool& field) { field = next<std::uint8_t>() != 0; }
    void get(std::string& field) { text(field, longest_text_); }
    template <class T>
    void get(std::vector<T>& field) {
        list(field, ~std::uint64_t{0});
    }

    static constexpr std::size_t max_at_once = std::size_t{1} << 20;
    const StateReader& from_;
    std::uint64_t longest_text_;
};

/// The bytes of a text from `at` on; the text must outlive it.
inline StateReader source_of(const std::string& text, std::size_t place = 0) {
    return [&text, place](void* bytes, std::size_t count) mutable {
        if (count > text.size() - place) throw CheckpointError("the checkpoint does not fit these settings: too short");
        std::memcpy(bytes, text.data() + place, count);
        place += count;
    };
}

/// Appends to a text, which must outlive it.
inline StateWriter sink_to(std::string& text) {
    return [&text](const void* from, std::size_t count) { text.append(static_cast<const char*>(from), count); };
}

}  // namespace evodoku
