// The table of signatures, and UTF-16 without a byte-order mark.
#include "file_kinds.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace evodoku::io {
namespace {

using namespace std::string_view_literals;

struct Kind {
    std::string_view mark;
    std::string_view reason;
};

constexpr std::string_view utf16 = "UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8";
constexpr std::string_view utf16_le = "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16LE -t UTF-8";
constexpr std::string_view utf16_be = "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16BE -t UTF-8";
constexpr std::string_view archive = "a zip archive, as .xlsx and .ods files are: unpack it, or save the sheet as CSV";
constexpr std::string_view binary = "binary data, not text: is it the right file?";
constexpr std::string_view image = "a picture: puzzles are read from text";

constexpr std::array kinds = {
    Kind{"\xFF\xFE\0\0"sv, "UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8"},
    Kind{"\0\0\xFE\xFF"sv, "UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8"},
    Kind{"\xFF\xFE"sv, utf16},
    Kind{"\xFE\xFF"sv, utf16},
    Kind{"\xFD"
         "7zXZ\0"sv,
         "compressed with xz: unpack it first, with xz -d"},
    Kind{"BZh"sv, "compressed with bzip2: unpack it first, with bzip2 -d"},
    Kind{"\x04\x22\x4D\x18"sv, "compressed with lz4: unpack it first, with lz4 -d"},
    Kind{"7z\xBC\xAF\x27\x1C"sv, "a 7z archive: unpack it first"},
    Kind{"Rar!\x1A\x07"sv, "a rar archive: unpack it first"},
    Kind{"PK\x03\x04"sv, archive},
    Kind{"%PDF-"sv, "a PDF document: copy the puzzles out of it as text"},
    Kind{"\x89PNG"sv, image},
    Kind{"\xFF\xD8\xFF"sv, image},
    Kind{"GIF8"sv, image},
    Kind{"SQLite format 3\0"sv, "an SQLite database: export the puzzles, with sqlite3 -csv FILE 'select ...'"},
    Kind{"<!doctype html"sv, "a web page: copy the puzzles out of it as text"},
    Kind{"<html"sv, "a web page: copy the puzzles out of it as text"},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// True if every second byte is NUL, and no other is.
std::string_view unmarked_utf16(std::string_view head) {
    head = head.substr(0, head.size() / 2 * 2);
    if (head.size() < 4) return {};
    bool little = true, big = true;
    for (std::size_t at = 0; at < head.size(); at += 2) {
        little = little && head[at] != '\0' && head[at + 1] == '\0';
        big = big && head[at] == '\0' && head[at + 1] != '\0';
    }
    return little ? utf16_le : big ? utf16_be : std::string_view();
}

/// True if there are many control characters that no text has. One in ten of random bytes is such a character; no
/// character of text in any encoding that has ASCII is.
bool is_binary(std::string_view head) {
    constexpr std::string_view in_text = "\t\n\v\f\r\x1A\x1B"sv;
    constexpr std::ptrdiff_t max_by_mistake = 8;
    const auto strange = std::count_if(head.begin(), head.end(), [&](char c) {
        return static_cast<unsigned char>(c) < 0x20 && in_text.find(c) == std::string_view::npos;
    });
    return strange > max_by_mistake && strange * 32 > static_cast<std::ptrdiff_t>(head.size());
}

}  // namespace

std::string_view refused_kind(std::string_view head) {
    for (const Kind& kind : kinds) {
        if (head.size() < kind.mark.size()) continue;
        const bool same = kind.mark.front() == '<' ? std::equal(kind.mark.begin(), kind.mark.end(), head.begin(),
                                                                [](char mark, char c) { return mark == lower(c); })
                                                   : head.starts_with(kind.mark);
        if (same) return kind.reason;
    }
    const std::string_view utf16_kind = unmarked_utf16(head.substr(0, 64));
    return utf16_kind.empty() && is_binary(head) ? binary : utf16_kind;
}

}  // namespace evodoku::io
