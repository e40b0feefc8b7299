// The table of columns, and a line as JSON and as CSV.
#include "history/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "evodoku/io/grid_text.hpp"
#include "io/csv.hpp"
#include "io/json.hpp"

namespace evodoku::history {
namespace {

/// The number as lines hold it.
template <class Number>
Value value_of(Number number) {
    if constexpr (std::is_same_v<Number, std::uint32_t>) return std::uint64_t{number};
    return number;
}

/// A member of the island, the population or the outcome.
template <auto member>
Value get(const Source& of) {
    if constexpr (requires { of.island->*member; }) return value_of(of.island->*member);
    if constexpr (requires { of.population->*member; }) return value_of(of.population->*member);
    if constexpr (requires { of.outcome->*member; }) return value_of(of.outcome->*member);
}
template <auto island, auto outcome>
Value of_either(const Source& of) {
    return of.outcome != nullptr ? get<outcome>(of) : get<island>(of);
}
template <auto member>
Value of_effort(const Source& of) {
    return (of.outcome != nullptr ? of.outcome->effort : of.population->effort).*member;
}

Value best_so_far_of(const Source& of) {
    if (of.outcome != nullptr) return value_of(of.outcome->cost);
    if (of.population == nullptr) return {};
    return value_of(of.population->cost_so_far);
}

Value board_of(const Source& of) {
    if (of.outcome != nullptr) return io::to_line(of.outcome->board);
    if (of.population == nullptr) return {};
    return io::to_line(of.event.empty() ? of.population->best : of.population->best_so_far);
}

/// `make` is called with the entropies of the cells, where they were read.
template <auto make>
Value of_diversity(const Source& of) {
    if (of.population->entropy.empty()) return {};
    return make(*of.population);
}

double mean_entropy(const PopulationProgress& of) {
    double sum = 0;
    for (const double bits : of.entropy) sum += bits;
    return sum / static_cast<double>(of.entropy.size());
}

/// A digit per cell: its entropy in tenths of the highest, the logarithm of the number of digits, rounded down; 9 also
/// for the highest itself.
std::string entropy_digits(const PopulationProgress& of) {
    const double highest = std::log2(std::sqrt(static_cast<double>(of.entropy.size())));
    std::string digits;
    for (const double bits : of.entropy) digits += static_cast<char>('0' + std::min(9, int(bits / highest * 10)));
    return digits;
}

constexpr unsigned island_lines = generation_line | event_line, every_line = island_lines | puzzle_line | result_line;
using P = PopulationProgress;
using I = IslandProgress;
using O = Outcome;

constexpr Column table[] = {
    {"seed", every_line, Type::count, false, 2, [](const Source& of) -> Value { return of.seed; }},
    {"puzzle", every_line, Type::number, false, 3, [](const Source& of) { return value_of(of.puzzle_index + 1); }},
    {"island", island_lines, Type::number, false, 4,
     [](const Source& of) { return value_of(of.island->island_of_puzzle + 1); }},
    {"rank", island_lines, Type::whole, true, 34,
     [](const Source& of) { return of.several_ranks ? value_of(of.island->rank) : Value(); }},
    {"status", result_line, Type::status, false, 26,
     [](const Source& of) -> Value { return std::string(to_text(of.outcome->status)); }},
    {"stopped", result_line, Type::truth, false, 27, get<&O::stopped>},
    {"generation", island_lines | result_line, Type::whole, false, 5, of_either<&I::generation, &O::generations>},
    {"evaluations", island_lines | result_line, Type::count, false, 6, of_either<&I::evaluations, &O::evaluations>},
    {"trials", generation_line | result_line, Type::count, false, 7, of_effort<&SearchWork::trials>},
    {"redraws", generation_line | result_line, Type::count, false, 8, of_effort<&SearchWork::redraws>},
    {"event", event_line, Type::event, false, 1, [](const Source& of) -> Value { return std::string(of.event); }},
    {"restarts", result_line, Type::whole, false, 25, get<&O::restarts>},
    {"seconds", every_line, Type::seconds, false, 9,
     [](const Source& of) -> Value { return of.outcome != nullptr ? of.outcome->seconds : of.seconds; }},
    {"work_seconds", result_line, Type::seconds, false, 33, get<&O::work_seconds>},
    {"givens", puzzle_line, Type::board, false, 29, [](const Source& of) -> Value { return io::to_line(*of.givens); }},
    {"file", puzzle_line, Type::text, false, 31, [](const Source& of) -> Value { return std::string(of.file); }},
    {"line", puzzle_line, Type::count, false, 32, [](const Source& of) -> Value { return std::uint64_t{of.line}; }},
    {"size", generation_line, Type::number, false, 10, get<&I::size>},
    {"best", generation_line, Type::whole, false, 11, get<&P::cost>},
    {"best_so_far", generation_line | result_line, Type::whole, false, 12, best_so_far_of},
    {"best_so_far", event_line, Type::whole, true, 12, best_so_far_of},
    {"mean", generation_line, Type::real, false, 13, get<&P::mean>},
    {"deviation", generation_line, Type::real, false, 14, get<&P::deviation>},
    {"q10", generation_line, Type::whole, false, 15, get<&P::q10>},
    {"q25", generation_line, Type::whole, false, 16, get<&P::q25>},
    {"median", generation_line, Type::whole, false, 17, get<&P::median>},
    {"q75", generation_line, Type::whole, false, 18, get<&P::q75>},
    {"q90", generation_line, Type::whole, false, 19, get<&P::q90>},
    {"worst", generation_line, Type::whole, false, 20, get<&P::worst>},
    {"distinct", generation_line, Type::number, true, 21, of_diversity<[](const P& of) { return of.distinct; }>},
    {"entropy", generation_line, Type::real, true, 22, of_diversity<mean_entropy>},
    {"cell_entropy", generation_line, Type::cell_digits, true, 23, of_diversity<entropy_digits>},
    {"log_weight", generation_line, Type::real, true, 35,
     [](const Source& of) -> Value {
         if (!of.population->log_weight) return {};
         return std::ldexp(static_cast<double>(*of.population->log_weight), -32);
     }},
    {"migrations", generation_line, Type::whole, false, 24, [](const Source& of) { return value_of(of.migrations); }},
    {"restarts", generation_line, Type::whole, false, 25, get<&I::restarts>},
    {"board", generation_line | result_line, Type::board, false, 30, board_of},
    {"board", event_line, Type::board, true, 30, board_of},
    {"fingerprint", result_line, Type::hexadecimal, false, 28,
     [](const Source& of) -> Value { return fmt::format("{:016x}", of.outcome->fingerprint); }},
};
/// The first is that of `kind`.
constexpr auto places = static_cast<std::size_t>(std::ranges::max(table, {}, &Column::place).place) + 1;

/// `text` writes a text in the form of a file.
std::string text_of(const Value& value, Type type, std::string (*text)(const std::string&)) {
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    if (const auto* count = std::get_if<std::uint64_t>(&value)) return std::to_string(*count);
    if (const auto* number = std::get_if<double>(&value)) {
        return fmt::format("{:.{}f}", *number, type == Type::seconds ? 6 : 4);
    }
    if (const auto* word = std::get_if<std::string>(&value)) return text(*word);
    return "";
}

}  // namespace

std::span<const Column> columns() { return table; }

std::size_t place_of(std::string_view name) {
    const auto* const found = std::ranges::find(table, name, &Column::name);
    if (found == std::end(table)) throw std::logic_error("no column " + std::string(name));
    return static_cast<std::size_t>(found->place);
}

std::string_view name_of(Kind kind) {
    return kind == puzzle_line       ? "puzzle"
           : kind == generation_line ? "generation"
           : kind == event_line      ? "event"
                                     : "result";
}

Line::Line(Kind kind) : kind_(kind), values_(places) {}

Line::Line(Kind kind, const Source& source) : Line(kind) {
    for (const Column& column : table) {
        if (column.kinds & kind) put(column, column.get(source));
    }
}

double Line::number(std::string_view name) const {
    const auto* const whole = std::get_if<std::uint64_t>(&value(name));
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value(name));
}

std::string Line::json() const {
    std::string text = fmt::format("{{\"kind\":\"{}\"", name_of(kind_));
    for (const Column& column : table) {
        const Value& value = values_[static_cast<std::size_t>(column.place)];
        if ((column.kinds & kind_) == 0 || value.index() == 0) continue;
        text += fmt::format(",\"{}\":{}", column.name,
                            text_of(value, column.type, [](const std::string& word) { return io::json_of(word); }));
    }
    return text + "}";
}

std::string Line::csv() const {
    std::vector<std::string> fields(places);
    fields[0] = name_of(kind_);
    for (const Column& column : table) {
        const auto place = static_cast<std::size_t>(column.place);
        if (column.kinds & kind_) fields[place] = text_of(values_[place], column.type, io::csv_field);
    }
    return fmt::format("{}", fmt::join(fields, ","));
}

std::string csv_columns() {
    std::vector<std::string_view> names(places, "kind");
    for (const Column& column : table) names[static_cast<std::size_t>(column.place)] = column.name;
    return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace evodoku::history
