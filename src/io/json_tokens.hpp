// The tokens of JSON, and of the lists and dictionaries of Python, JavaScript and C that look like it.
#pragma once

#include <cstddef>
#include <string>

#include "text.hpp"

namespace evodoku::io {

struct JsonToken {
    enum class Kind { open, close, colon, text, word, end, bad };
    Kind kind = Kind::end;
    char bracket = '\0';   ///< of open and close: one of [ { ( ] } )
    std::string text;      ///< of a text: without quotation marks; of a word: a number, null, None
    std::size_t line = 0;  ///< where it begins
};

/// Skips the text between tokens: blanks, # and // comments, commas, and the semicolon that ends a statement. Commas
/// need no check, because the tokens are unambiguous without them.
void pass_over_json_blanks(Text& text);

/// Takes the next token. A string that is too long or continues over the end of its line is an error.
JsonToken take_json_token(Text& text);

}  // namespace evodoku::io
