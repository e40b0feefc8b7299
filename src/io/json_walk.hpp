// The brackets, keys and errors of a JSON document, one token at a time. What its values hold is for derived classes.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format.hpp"
#include "json_tokens.hpp"
#include "json_values.hpp"

namespace evodoku::io {

/// `Frame`: a JsonBracket with what it has held so far.
template <class Frame>
class JsonWalk {
public:
    virtual ~JsonWalk() = default;

    bool is_under_way() const { return !open_.empty(); }

    /// Goes to the bracket, past "name =". Requires a line with list_start().
    void begin(Text& text) {
        first_line_ = text.number();
        pending_.reset();
        Line line;
        text.peek(line);
        text.skip(list_start_in_bytes(line, text));
        open(take_json_token(text));
    }

    /// Takes a token; at the end of the document also the rest of its line. Requires is_under_way().
    void step(Text& text) {
        take(text);
        if (open_.empty()) end_line(text);
    }

protected:
    /// A string or a word that is not a key, in the frame that is open.
    virtual void add(const JsonToken& token) = 0;
    /// A frame whose bracket has closed. The one around it is open, if there is one.
    virtual void close(Frame& frame) = 0;
    virtual void report(std::size_t line, const std::string& message) = 0;

    std::vector<Frame> open_;
    std::size_t first_line_ = 1;

private:
    static constexpr std::size_t deepest = 64;

    void take(Text& text) {
        const Frame& frame = open_.back();
        pass_over_json_blanks(text);
        const bool wants_value = !frame.key.empty() && !pending_;
        if (frame.bracket == '{' && frame.has_keys && !wants_value && text.head(1) == "{")
            return fail(text, "this object does not end; the next one begins on line {}", text.number());
        JsonToken token = take_json_token(text);
        switch (token.kind) {
            case JsonToken::Kind::text:
            case JsonToken::Kind::word:
                settle();
                pending_ = std::move(token);
                break;
            case JsonToken::Kind::colon:
                if (!pending_)
                    return fail(text, "the JSON is not well-formed: ':' without a key on line {}", token.line);
                open_.back().key = in_small_letters(pending_->text.empty() ? "?" : pending_->text);
                open_.back().has_keys = true;
                pending_.reset();
                break;
            case JsonToken::Kind::open:
                settle();
                if (open_.size() == deepest)
                    return fail(text, "more than 64 brackets in brackets on line {}", token.line);
                open(token);
                break;
            case JsonToken::Kind::close:
                settle();
                close_bracket(token, text);
                break;
            case JsonToken::Kind::end:
                settle();
                fail(text, "the JSON ends before its closing bracket", 0);
                break;
            case JsonToken::Kind::bad:
                fail(text, "the JSON is not well-formed on line {}", token.line);
                break;
        }
    }

    void open(const JsonToken& token) {
        Frame frame;
        frame.bracket = token.bracket;
        frame.line = token.line;
        if (!open_.empty()) frame.passed_over = open_.back().passed_over || names_solution(open_.back().key);
        open_.push_back(std::move(frame));
    }

    void close_bracket(const JsonToken& token, Text& text) {
        const char wanted = open_.back().bracket == '[' ? ']' : open_.back().bracket == '{' ? '}' : ')';
        if (token.bracket != wanted)
            return fail(text, "the JSON is not well-formed: a bracket does not match on line {}", token.line);
        Frame frame = std::move(open_.back());
        open_.pop_back();
        close(frame);
    }

    void settle() {
        if (!pending_) return;
        const JsonToken token = std::move(*pending_);
        pending_.reset();
        add(token);
    }

    /// An error in a document on one line skips that line; an error in a longer one skips the rest.
    void fail(Text& text, fmt::format_string<std::size_t&> message, std::size_t line) {
        const bool one_line = text.number() <= first_line_ + 1;
        const bool next_begins = text.head(1) == "{";
        const bool at_end = text.at_end();
        std::string words = fmt::format(message, line);
        if (!one_line && !next_begins && !at_end) words += "; the rest of the input is left out";
        report(first_line_, words);
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

    std::optional<JsonToken> pending_;  ///< a key, or a value
};

}  // namespace evodoku::io
