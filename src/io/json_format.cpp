// JSON: objects with a puzzle, lists of puzzles, one object per line; a grid is 81 cells in a string or a list, or nine
// rows of nine. Also accepts lists of Python, JavaScript and C. Reads only up to the next puzzle.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "format.hpp"
#include "json_values.hpp"
#include "json_walk.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t max_named = 4096;
constexpr std::string_view expected =
    "expected 81 cells or nine rows of nine, as a list or under a key such as \"puzzle\"";

bool is_full(const std::vector<std::uint8_t>& cells) { return std::find(cells.begin(), cells.end(), 0) == cells.end(); }

/// 9 x 9.
class JsonGrids final : public JsonWalk<JsonFrame> {
public:
    /// Reads up to the next puzzle or error, or the end of the document.
    void read(Text& text, Context& context) {
        context_ = &context;
        const std::size_t found = context.grids.size() + context.errors.size();
        if (!is_under_way()) begin(text);
        do {
            step(text);
        } while (is_under_way() && context.grids.size() + context.errors.size() == found);
    }

private:
    void close(JsonFrame& frame) override {
        choose(frame);
        const JsonValue value = value_of(frame);
        if (open_.empty()) {
            if (value.kind == JsonValue::Kind::grid) emit(value, frame);
            if (value.kind == JsonValue::Kind::row && !frame.yields)
                emit({JsonValue::Kind::grid, {{}, value.read.count, true, {}}, frame.line}, frame);
            if (!frame.yields) report(first_line_, fmt::format("no puzzle in the JSON: {}", expected));
            return;
        }
        JsonFrame& parent = open_.back();
        parent.yields = parent.yields || frame.yields;
        const bool is_element = open_.size() == 1 && parent.bracket == '[' && frame.has_keys;
        if (is_element && !frame.yields && value.kind == JsonValue::Kind::other) {
            report(frame.line, fmt::format("no puzzle in the object: {}", expected));
            parent.yields = true;
        }
        add(value);
    }

    void add(const JsonToken& token) override {
        add(token.kind == JsonToken::Kind::text ? value_of_text(token.text, token.line)
                                                : value_of_word(token.text, token.line));
    }

    void add(const JsonValue& value) {
        JsonFrame& frame = open_.back();
        const std::string key = std::exchange(frame.key, {});
        if (frame.passed_over || names_solution(key)) return;
        if (value.kind == JsonValue::Kind::cell || value.kind == JsonValue::Kind::row) {
            // A number under a key is not a cell; nine named rows are a grid.
            if (key.empty() || value.kind == JsonValue::Kind::row) frame.add_cells(value);
        } else if (value.kind == JsonValue::Kind::grid && !key.empty()) {
            frame.named.push_back({rank_of(key), value});
            if (frame.named.size() == max_named) choose(frame);
        } else if (value.kind == JsonValue::Kind::grid && !(frame.had_puzzle && is_full(value.read.cells))) {
            emit(value, frame);  // [puzzle, solution]
        }
    }

    /// The grids of an object that are puzzles: those under the best key, or all except solutions.
    void choose(JsonFrame& frame) {
        if (frame.named.empty()) return;
        const auto by_rank = [](const JsonGrid& a, const JsonGrid& b) { return a.rank < b.rank; };
        const std::size_t best = std::min_element(frame.named.begin(), frame.named.end(), by_rank)->rank;
        const auto is_best = [&](const JsonGrid& named) { return named.rank == best; };
        const bool any_blank = std::any_of(frame.named.begin(), frame.named.end(), [&](const JsonGrid& named) {
            return is_best(named) && !is_full(named.value.read.cells);
        });
        for (const JsonGrid& named : frame.named)
            if (is_best(named) && (!any_blank || named.value.read.fault || !is_full(named.value.read.cells)))
                emit(named.value, frame);
        frame.named.clear();
    }

    void emit(const JsonValue& value, JsonFrame& frame) {
        frame.yields = true;
        frame.had_puzzle = frame.had_puzzle || !is_full(value.read.cells);
        if (value.read.is_puzzle())
            context_->add_grid(value.read.cells, value.line);
        else if (value.read.fault)
            context_->add_error(value.line, value.read.fault.cell, value.read.fault.message);
        else
            report(value.line, fmt::format("{} cells, not 81", value.read.count));
    }

    void report(std::size_t line, const std::string& message) override { context_->add_error(line, -1, message); }

    Context* context_ = nullptr;  ///< of the call
};

class JsonFormat final : public Format {
public:
    bool recognises(const Line& line, Text& text, const Context&) override { return begins_json(line, text); }
    bool is_under_way() const override { return grids_.is_under_way(); }
    void read(Text& text, Context& context) override {
        context.begin_other();
        grids_.read(text, context);
    }

private:
    JsonGrids grids_;
};

}  // namespace

bool begins_json(const Line& line, Text& text) {
    const std::size_t start = list_start(line.text);
    if (start == std::string_view::npos) return false;
    if (line.text[start] == '{') return true;
    // The bytes from the bracket: the first one that decides may be on a later line.
    constexpr std::size_t furthest = 4096;
    std::size_t at = list_start_in_bytes(line, text);
    const auto byte = [&](std::size_t offset) {
        const std::string_view bytes = text.bytes(offset + 1);
        return bytes.size() > offset && offset < furthest ? bytes[offset] : '\0';
    };
    int depth = 0;
    for (char c = byte(at); c == '[' || c == ' ' || c == '\t' || c == '\n'; c = byte(++at)) depth += c == '[';
    if (byte(at) == '\0') return false;
    if (std::string_view("\"'{(`").find(byte(at)) != std::string_view::npos) return true;
    int commas = 0;
    std::string words;
    for (char c = byte(at); c != ']' && c != '\0'; c = byte(++at)) {
        commas += c == ',';
        words += c;
    }
    const auto has = [&](std::string_view word) { return words.find(word) != std::string::npos; };
    return (depth > 2 && commas > 0) || (depth == 2 && commas > 9) || has("null") || has("None");
}

std::unique_ptr<Format> make_json_format() { return std::make_unique<JsonFormat>(); }

}  // namespace evodoku::io
