// One buffer, from the read position to the end of the look-ahead.
#include "io/text.hpp"

#include <algorithm>
#include <utility>

#include "io/characters.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t part_size = 65536;
constexpr std::size_t furthest_look = 262144;
// A line that does not end (a device, a runaway pipe) is cut here.
constexpr std::size_t max_bytes_of_a_line = std::size_t{64} << 20;

/// ASCII for equivalent characters: each of them and what it stands for.
constexpr std::pair<std::u32string_view, std::string_view> equivalents[] = {
    {U"\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000", " "},
    {U"│┃┆┇┊┋╎╏║╵╷╹╻╽╿", "|"},
    {U"─━┄┅┈┉╌╍═╴╶╸╺╼╾‐‑‒–—―−", "-"},
    {U"·•‧∙⋅○◯〇□▢◻◽⬜■◼⬛", "."},
    {U"…", "..."},                // as word processors write three points
    {U"\uFE0E\uFE0F\u20E3", ""},  // they make a picture of the character before them
};

/// In place of the character that these bytes are.
std::string plain_form(std::uint32_t code, std::string_view bytes) {
    for (const auto& [characters, plain] : equivalents)
        if (characters.find(static_cast<char32_t>(code)) != characters.npos) return std::string(plain);
    if (code >= 0x2500 && code <= 0x257F) return "+";  // other box drawings
    if (code >= 0xFF01 && code <= 0xFF5E) return std::string(1, static_cast<char>(code - 0xFEE0));  // full width
    for (const std::uint32_t zero : {0x660, 0x6F0, 0x966, 0xE50, 0x245F})  // digits of other scripts, and in circles
        if (code >= zero && code < zero + 10) return std::to_string(code - zero);
    return std::string(bytes);
}

/// Removes [/code], [size=2], and [b] next to other text. A word in brackets may begin a section if it is alone; [xxx]
/// are cells.
void remove_tags(std::string& text) {
    const bool is_alone = std::ranges::count(text, '[') == 1 && trimmed(text).starts_with('[');
    for (std::size_t place = 0, end = 0;
         (place = text.find('[', place)) != text.npos && (end = text.find(']', place)) != text.npos;) {
        const std::string_view inside = std::string_view(text).substr(place + 1, end - place - 1);
        const std::string_view tag = inside.substr(inside.starts_with('/'));
        const std::string_view word = tag.substr(0, tag.find('='));
        const bool is_word = std::ranges::all_of(word, is_letter) && word.find_first_not_of("xX") != word.npos;
        const bool may_be_section = is_alone && trimmed(text).ends_with(']') && word == inside;
        is_word && !may_be_section ? void(text.erase(place, end + 1 - place)) : void(++place);
    }
}

/// #NAME?, #N/A, #VALUE!: no comment.
bool is_fault_of_spreadsheet(std::string_view text) {
    return text.size() > 3 && text.size() < 9 && text[0] == '#' && is_among(text.back(), "?!A") &&
           text.find_first_not_of("ADEFILMNORUVLY0/?!", 1) == text.npos;
}

/// The position of a comment: at a #, or at a %, // or single ; with nothing before it. (Several ; separate the fields
/// of a table, the first of them empty.) A # in quotation marks, or behind a separator, is part of a field.
std::size_t comment_start(std::string_view raw) {
    const std::string_view text = trimmed(raw);
    if (is_fault_of_spreadsheet(text)) return std::string_view::npos;
    const bool is_remark = text == ";" || text.starts_with("; ") || text.starts_with(";\t");
    if (text.starts_with('%') || text.starts_with("//") || (is_remark && text.find(';', 1) == std::string_view::npos))
        return 0;
    bool in_quotes = false;
    for (std::size_t place = 0; raw.find('#') != raw.npos && place < raw.size(); ++place) {
        in_quotes = in_quotes != (raw[place] == '"');
        if (raw[place] != '#' || in_quotes || (place != 0 && is_among(raw[place - 1], ",;|\""))) continue;
        if (place == 0 && raw.size() > 1 && is_among(raw[1], ",;")) continue;  // a column of numbers
        // A # between bars, | # | puzzle |, is the name of a column.
        if (!trimmed(raw.substr(0, place)).ends_with('|') || !trimmed(raw.substr(place + 1)).starts_with('|'))
            return place;
    }
    return std::string_view::npos;
}

}  // namespace

bool make_plain(std::string& text) {
    bool is_plain = true;  // without a jump, so that the compiler makes many characters at once; char may be unsigned
    for (const char c : text) is_plain &= ((c >= ' ' && c <= '~') || c == '\t') && c != '[';
    if (is_plain) return true;
    std::erase_if(text,
                  [](char c) { return c == '\v' || c == '\f' || c == '\x1A'; });  // ends of pages, and of files of DOS
    if (text.find('[') != text.npos) remove_tags(text);
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return true;
    bool is_utf8 = true;
    text = rewritten(text, [&](const Character& character, std::string_view bytes) {
        is_utf8 = is_utf8 && character.utf8;
        // The mark of a file that was appended to another.
        if (character.code == 0xFEFF && bytes.data() == text.data()) return std::string();
        return character.length == 1 ? std::string(bytes) : plain_form(character.code, bytes);
    });
    return is_utf8;
}

bool Text::fill() {
    if (ended_) return false;
    if (at_ >= part_size) {
        buffer_.erase(0, at_);
        gone_ += std::exchange(at_, 0);
    }
    const std::size_t before = buffer_.size();
    ended_ = !bytes_.append_to(buffer_);
    const bool has_return = std::string_view(buffer_).find('\r', before) != std::string_view::npos;
    if (!has_return && !after_return_) return !ended_;
    std::size_t end = before;
    for (std::size_t place = before; place < buffer_.size(); ++place) {
        const char c = buffer_[place];
        if (!(c == '\n' && after_return_)) buffer_[end++] = c == '\r' ? '\n' : c;
        after_return_ = c == '\r';
    }
    buffer_.resize(end);
    return !ended_;
}

std::string_view Text::bytes(std::size_t want) {
    if (!std::exchange(begun_, true)) {
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        if (bytes(mark.size()) == mark) at_ += mark.size();
    }
    while (buffer_.size() - at_ < want && fill()) {
    }
    return std::string_view(buffer_).substr(at_, want);
}

void Text::skip(std::size_t count) {
    number_ += static_cast<std::size_t>(std::ranges::count(std::string_view(buffer_).substr(at_, count), '\n'));
    at_ += count;
}

void Text::abandon() {
    ended_ = true;
    buffer_.clear();
    at_ = 0;
}

/// The offset of the first line end from `from` on; npos if none is among the bytes up to `limit`.
std::size_t Text::find_line_end(std::size_t from, std::size_t limit) {
    while (from < limit && bytes(from + 1).size() > from) {
        const std::string_view all = std::string_view(buffer_).substr(at_, limit);
        const std::size_t end = all.find('\n', from);
        if (end != std::string_view::npos) return end;
        from = all.size();
    }
    return std::string_view::npos;
}

/// find_line_end(), or in a table the end of a row that begins at `from`.
std::size_t Text::find_row_end(std::size_t from, std::size_t limit) {
    const std::size_t line_end = find_line_end(from, limit);
    if (separator_ == '\0' || line_end == std::string_view::npos) return line_end;
    const std::string_view line = std::string_view(buffer_).substr(at_ + from, line_end - from);
    if (csv_row_end(line, separator_) != std::string_view::npos) return line_end;
    const std::string_view rest = bytes(from + longest_line + 1).substr(from);
    const std::size_t end = csv_row_end(rest, separator_);
    if (end == rest.size() && end <= longest_line) return std::string_view::npos;  // the input ends
    return end < rest.size() && from + end < limit ? from + end : line_end;
}

std::string_view Text::written_line() {
    const Seen* const seen = seen_at(0);
    const std::size_t end = seen != nullptr ? seen->length : find_row_end(0, longest_line + 1);
    return std::string_view(buffer_).substr(at_, std::min(end, longest_line));
}

bool Text::Ahead::next(Line& line) {
    if (offset_ >= furthest_look || text_->bytes(offset_ + 1).size() <= offset_) return false;
    Seen& seen = text_->seen_;
    if (text_->seen_at(offset_) == nullptr) {
        const std::size_t end = text_->find_row_end(offset_, furthest_look);
        const std::string_view whole =
            std::string_view(text_->buffer_).substr(text_->at_ + offset_, std::min(end, furthest_look) - offset_);
        seen.place = end == std::string_view::npos ? end : text_->gone_ + text_->at_ + offset_;
        seen.length = whole.size(), seen.lines = 1;
        if (text_->separator_ != '\0') seen.lines += static_cast<std::size_t>(std::ranges::count(whole, '\n'));
        seen.line.too_long = whole.size() > longest_line;
        seen.line.raw = whole.substr(0, longest_line);
        seen.line.number = number_;
        if (seen.lines > 1) std::ranges::replace(seen.line.raw, '\n', ' ');
        if (!make_plain(seen.line.raw) && text_->not_utf8_ == 0) text_->not_utf8_ = number_;
        const std::size_t comment = comment_start(seen.line.raw);
        seen.line.commented = comment != std::string::npos;
        seen.line.text = trimmed(std::string_view(seen.line.raw).substr(0, comment));
    }
    line = seen.line;
    number_ += seen.lines, offset_ += seen.length + 1;
    return true;
}

void Text::take_line() {
    if (const Seen* const seen = seen_at(0)) {
        at_ += seen->length + 1, number_ += seen->lines;
        return;
    }
    for (std::size_t taken = 0; taken < max_bytes_of_a_line;) {
        const std::size_t end = taken == 0 ? find_row_end(0, part_size) : find_line_end(0, part_size);
        if (end != std::string_view::npos) return skip(end + 1);
        const std::size_t count = bytes(part_size).size();
        skip(count);
        taken += count;
        if (count != part_size) return void(++number_);  // the last line has no line end
    }
    abandon();
}

}  // namespace evodoku::io
