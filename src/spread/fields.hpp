// Values in messages: plain data as they are in memory, others field by field. Host code.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "backend/large_types.hpp"
#include "evodoku/backend/backend.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {

/// The fields of a type that is not plain, listed once for both directions.
template <class T>
struct FieldsOf;

template <>
struct FieldsOf<LargeGrid> {
    static void list(auto& fields, auto& grid) { fields(grid.order, grid.digit); }
};

template <>
struct FieldsOf<LargePuzzleJob> {
    static void list(auto& fields, auto& job) { fields(job.givens, job.presolve, job.puzzle_index, job.seed); }
};

template <>
struct FieldsOf<LargeLogic> {
    static void list(auto& fields, auto& logic) {
        fields(logic.grid, logic.filled, logic.struck, logic.contradiction, logic.cell, logic.unit, logic.digit);
    }
};

template <class GridType>
struct FieldsOf<AnswerOf<GridType>> {
    static void list(auto& fields, auto& answer) {
        fields(answer.puzzle_index, answer.logic, answer.evolved, answer.solved, answer.board, answer.cost,
               answer.generations, answer.evaluations, answer.effort, answer.restarts, answer.fingerprint);
    }
};

template <class GridType>
struct FieldsOf<SavedPuzzleOf<GridType>> {
    static void list(auto& fields, auto& puzzle) { fields(puzzle.job, puzzle.state); }
};

template <class GridType>
struct FieldsOf<PopulationProgressOf<GridType>> {
    static void list(auto& fields, auto& at) {
        fields(at.best_so_far, at.best, at.cost_so_far, at.cost, at.q10, at.q25, at.median, at.q75, at.q90, at.worst,
               at.mean, at.deviation, at.effort, at.distinct, at.entropy);
    }
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
