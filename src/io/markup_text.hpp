// Text of any origin within HTML, XML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace evodoku::io {

/// `text` such that no letter of it is markup, also within quotation marks. Control characters become blanks, and bytes
/// that are not UTF-8 U+FFFD.
std::string markup_text(std::string_view text);

}  // namespace evodoku::io
