// Values in messages: plain data as they are in memory, others field by field. Host code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {

/// The fields of a type that is not plain, listed once for both directions.
template <class T>
struct FieldsOf;

template <>
struct FieldsOf<Grid> {
    static void list(auto& fields, auto& grid) { list_cells(fields, grid); }

private:
    static void list_cells(auto& to, const Grid& grid) {
        to(grid.order(), std::vector<std::uint8_t>(grid.cells().begin(), grid.cells().end()));
    }
    static void list_cells(auto& from, Grid& grid) {
        int order = 3;
        std::vector<std::uint8_t> cells;
        from(order, cells);
        grid = Grid(order);
        std::ranges::copy(cells, grid.cells().begin());
    }
};

template <>
struct FieldsOf<PuzzleJob> {
    static void list(auto& fields, auto& job) { fields(job.givens, job.presolve, job.puzzle_index, job.seed); }
};

template <>
struct FieldsOf<Logic> {
    static void list(auto& fields, auto& logic) {
        fields(logic.grid, logic.filled, logic.struck, logic.contradiction, logic.cell, logic.unit, logic.digit);
    }
};

template <>
struct FieldsOf<Answer> {
    static void list(auto& fields, auto& answer) {
        fields(answer.puzzle_index, answer.logic, answer.evolved, answer.solved, answer.board, answer.cost,
               answer.generations, answer.evaluations, answer.effort, answer.restarts, answer.fingerprint);
    }
};

template <>
struct FieldsOf<SavedPuzzle> {
    static void list(auto& fields, auto& puzzle) { fields(puzzle.job, puzzle.state); }
};

template <>
struct FieldsOf<PopulationProgress> {
    static void list(auto& fields, auto& at) { fields(at.best_so_far, at.best, at.numbers(), at.entropy); }
};

template <class T>
void write(Packer& message, const T& value);
template <class T>
void read(Unpacker& message, T& value);

class FieldsToMessage {
public:
    explicit FieldsToMessage(Packer& message) : message_(message) {}
    template <class... T>
    void operator()(const T&... values) {
        (write(message_, values), ...);
    }

private:
    Packer& message_;
};

class FieldsFromMessage {
public:
    explicit FieldsFromMessage(Unpacker& message) : message_(message) {}
    template <class... T>
    void operator()(T&... values) {
        (read(message_, values), ...);
    }

private:
    Unpacker& message_;
};

template <class T>
void write(Packer& message, const std::vector<T>& values) {
    if constexpr (Plain<T>) {
        message.put_all(values);
    } else {
        message.put(std::uint64_t{values.size()});
        for (const T& value : values) write(message, value);
    }
}
template <class T>
void read(Unpacker& message, std::vector<T>& values) {
    if constexpr (Plain<T>) {
        values = message.get_all<T>();
    } else {
        values.clear();
        for (auto left = message.get<std::uint64_t>(); left != 0; --left) read(message, values.emplace_back());
    }
}

template <class T>
void write(Packer& message, const T& value) {
    if constexpr (Plain<T> || std::is_same_v<T, std::string>) {
        message.put(value);
    } else {
        FieldsToMessage fields(message);
        FieldsOf<T>::list(fields, value);
    }
}
template <class T>
void read(Unpacker& message, T& value) {
    if constexpr (Plain<T>) {
        value = message.get<T>();
    } else if constexpr (std::is_same_v<T, std::string>) {
        value = message.get_text();
    } else {
        FieldsFromMessage fields(message);
        FieldsOf<T>::list(fields, value);
    }
}

template <class T>
T read(Unpacker& message) {
    T value;
    read(message, value);
    return value;
}

}  // namespace evodoku::spread
