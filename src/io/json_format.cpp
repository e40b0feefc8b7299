// JSON: objects with a puzzle, lists of puzzles, one object per line; a grid is 81 cells in a string or a list, or nine
// rows of nine. Also accepts lists of Python, JavaScript and C. Reads only up to the next puzzle.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format.hpp"
#include "json_tokens.hpp"
#include "json_values.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t max_named = 4096;
constexpr std::string_view expected =
    "expected 81 cells or nine rows of nine, as a list or under a key such as \"puzzle\"";

bool is_full(const std::vector<std::uint8_t>& cells) { return std::find(cells.begin(), cells.end(), 0) == cells.end(); }

class JsonFormat final : public Format {
public:
    bool recognises(const Line& line, Text& text, const Context&) override { return begins_json(line, text); }
    bool is_under_way() const override { return !open_.empty(); }

    void read(Text& text, Context& context) override {
        context.begin_other();
        const std::size_t found = context.grids.size() + context.errors.size();
        if (open_.empty()) begin(text);
        do {
            step(text, context);
        } while (!open_.empty() && context.grids.size() + context.errors.size() == found);
        if (open_.empty()) end_line(text);
    }

private:
    /// Goes to the bracket, past "name =".
    void begin(Text& text) {
        first_line_ = text.number();
        pending_.reset();
        Line line;
        text.peek(line);
        text.skip(list_start_in_bytes(line, text));
        open(take_json_token(text));
    }

    void step(Text& text, Context& context) {
        const JsonFrame& frame = open_.back();
        pass_over_json_blanks(text);
        const bool wants_value = !frame.key.empty() && !pending_;
        if (frame.bracket == '{' && frame.has_keys && !wants_value && text.head(1) == "{")
            return fail(text, context, "this object does not end; the next one begins on line {}", text.number());
        JsonToken token = take_json_token(text);
        switch (token.kind) {
            case JsonToken::Kind::text:
            case JsonToken::Kind::word:
                settle(context);
                pending_ = std::move(token);
                break;
            case JsonToken::Kind::colon:
                if (!pending_)
                    return fail(text, context, "the JSON is not well-formed: ':' without a key on line {}", token.line);
                open_.back().key = in_small_letters(pending_->text.empty() ? "?" : pending_->text);
                open_.back().has_keys = true;
                pending_.reset();
                break;
            case JsonToken::Kind::open:
                settle(context);
                if (open_.size() == deepest)
                    return fail(text, context, "more than 64 brackets in brackets on line {}", token.line);
                open(token);
                break;
            case JsonToken::Kind::close:
                settle(context);
                close(token, text, context);
                break;
            case JsonToken::Kind::end:
                settle(context);
                fail(text, context, "the JSON ends before its closing bracket", 0);
                break;
            case JsonToken::Kind::bad:
                fail(text, context, "the JSON is not well-formed on line {}", token.line);
                break;
        }
    }

    void open(const JsonToken& token) {
        JsonFrame frame;
        frame.bracket = token.bracket;
        frame.line = token.line;
        if (!open_.empty()) frame.passed_over = open_.back().passed_over || names_solution(open_.back().key);
        open_.push_back(std::move(frame));
    }

    void close(const JsonToken& token, Text& text, Context& context) {
        const char wanted = open_.back().bracket == '[' ? ']' : open_.back().bracket == '{' ? '}' : ')';
        if (token.bracket != wanted)
            return fail(text, context, "the JSON is not well-formed: a bracket does not match on line {}", token.line);
        JsonFrame frame = std::move(open_.back());
        open_.pop_back();
        choose(frame, context);
        const JsonValue value = value_of(frame);
        if (open_.empty()) {
            if (value.kind == JsonValue::Kind::grid) emit(value, frame, context);
            if (value.kind == JsonValue::Kind::row && !frame.yields)
                emit({JsonValue::Kind::grid, {{}, value.read.count, true, {}}, frame.line}, frame, context);
            if (!frame.yields) context.add_error(first_line_, -1, fmt::format("no puzzle in the JSON: {}", expected));
            return;
        }
        JsonFrame& parent = open_.back();
        parent.yields = parent.yields || frame.yields;
        const bool is_element = open_.size() == 1 && parent.bracket == '[' && frame.has_keys;
        if (is_element && !frame.yields && value.kind == JsonValue::Kind::other) {
            context.add_error(frame.line, -1, fmt::format("no puzzle in the object: {}", expected));
            parent.yields = true;
        }
        add(value, context);
    }

    /// A string or a word that is not a key.
    void settle(Context& context) {
        if (!pending_) return;
        const JsonToken token = std::move(*pending_);
        pending_.reset();
        add(token.kind == JsonToken::Kind::text ? value_of_text(token.text, token.line)
                                                : value_of_word(token.text, token.line),
            context);
    }

    void add(const JsonValue& value, Context& context) {
        JsonFrame& frame = open_.back();
        const std::string key = std::exchange(frame.key, {});
        if (frame.passed_over || names_solution(key)) return;
        if (value.kind == JsonValue::Kind::cell || value.kind == JsonValue::Kind::row) {
            // A number under a key is not a cell; nine named rows are a grid.
            if (key.empty() || value.kind == JsonValue::Kind::row) frame.add_cells(value);
        } else if (value.kind == JsonValue::Kind::grid && !key.empty()) {
            frame.named.push_back({rank_of(key), value});
            if (frame.named.size() == max_named) choose(frame, context);
        } else if (value.kind == JsonValue::Kind::grid && !(frame.had_puzzle && is_full(value.read.cells))) {
            emit(value, frame, context);  // [puzzle, solution]
        }
    }

    /// The grids of an object that are puzzles: those under the best key, or all except solutions.
    void choose(JsonFrame& frame, Context& context) {
        if (frame.named.empty()) return;
        const auto by_rank = [](const JsonGrid& a, const JsonGrid& b) { return a.rank < b.rank; };
        const std::size_t best = std::min_element(frame.named.begin(), frame.named.end(), by_rank)->rank;
        const auto is_best = [&](const JsonGrid& named) { return named.rank == best; };
        const bool any_blank = std::any_of(frame.named.begin(), frame.named.end(), [&](const JsonGrid& named) {
            return is_best(named) && !is_full(named.value.read.cells);
        });
        for (const JsonGrid& named : frame.named)
            if (is_best(named) && (!any_blank || named.value.read.fault || !is_full(named.value.read.cells)))
                emit(named.value, frame, context);
        frame.named.clear();
    }

    static void emit(const JsonValue& value, JsonFrame& frame, Context& context) {
        frame.yields = true;
        frame.had_puzzle = frame.had_puzzle || !is_full(value.read.cells);
        if (value.read.is_puzzle())
            context.add_grid(value.read.cells, value.line);
        else if (value.read.fault)
            context.add_error(value.line, value.read.fault.cell, value.read.fault.message);
        else
            context.add_error(value.line, -1, fmt::format("{} cells, not 81", value.read.count));
    }

    /// An error in a document on one line skips that line; an error in a longer one skips the rest.
    void fail(Text& text, Context& context, fmt::format_string<std::size_t&> message, std::size_t line) {
        const bool one_line = text.number() <= first_line_ + 1;
        const bool next_begins = text.head(1) == "{";
        const bool at_end = text.at_end();
        std::string words = fmt::format(message, line);
        if (!one_line && !next_begins && !at_end) words += "; the rest of the input is left out";
        context.add_error(first_line_, -1, words);
        open_.clear();
        pending_.reset();
        if (next_begins || at_end) return;
        if (!one_line) return text.abandon();
        Line rest;
        if (text.number() == first_line_) text.take(rest);
    }

    /// Takes the text after the last bracket, to the end of the line.
    static void end_line(Text& text) {
        for (std::string_view next = text.head(1); !next.empty(); next = text.head(1)) {
            const char c = next.front();
            if (std::string_view(" \t,;)\n").find(c) == std::string_view::npos) return;
            text.skip(1);
            if (c == '\n') return;
        }
    }

    std::vector<JsonFrame> open_;
    std::optional<JsonToken> pending_;  ///< a key, or a value
    std::size_t first_line_ = 1;
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
