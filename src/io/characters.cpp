// UTF-8 by the table of well-formed sequences of the Unicode standard. Rows of CSV and TSV, and of tables for people.
#include "io/characters.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <utility>

namespace evodoku::io {

Character character_at(std::string_view text, std::size_t place) {
    const auto byte = [&](std::size_t offset) {
        return place + offset < text.size()
                   ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[place + offset]))
                   : 0u;
    };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const auto length = static_cast<std::size_t>(std::countl_one(static_cast<unsigned char>(lead)));
    if (length < 2 || length > 4) return {lead, 1, false};
    std::uint32_t code = lead & 0x7Fu >> length;
    for (std::size_t offset = 1; offset < length; ++offset) {
        if ((byte(offset) & 0xC0) != 0x80) return {lead, 1, false};
        code = code << 6 | (byte(offset) & 0x3F);
    }
    constexpr std::uint32_t lowest[] = {0x80, 0x800, 0x10000};
    const bool well_formed = code >= lowest[length - 2] && code <= 0x10FFFF && !(code >= 0xD800 && code < 0xE000);
    return well_formed ? Character{code, length, true} : Character{lead, 1, false};
}

std::size_t character_count(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t place = 0; place < text.size(); ++count) place += character_at(text, place).length;
    return count;
}

std::string described(const Character& character) {
    if (character.utf8 && character.code == 0) return "NUL byte";
    if (!character.utf8 || character.code < 0x20 || character.code == 0x7F)
        return fmt::format("byte 0x{:02X}", character.code);
    if (character.code < 0x7F) return fmt::format("'{}'", static_cast<char>(character.code));
    return fmt::format("U+{:04X}", character.code);
}

std::string markup_text(std::string_view text) {
    using Mark = std::pair<std::uint32_t, std::string_view>;
    static constexpr std::array<Mark, 5> marks = {
        {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
    return rewritten(text, [](const Character& character, std::string_view bytes) {
        const auto mark = std::ranges::find(marks, character.code, &Mark::first);
        const bool is_control = character.code < 0x20 || character.code == 0x7F;
        return !character.utf8 ? replacement_character : mark != marks.end() ? mark->second : is_control ? " " : bytes;
    });
}

bool is_plain_json(std::string_view text) {
    bool plain = true;  // without a jump, so that the compiler makes many characters at once; char may be unsigned
    for (const char letter : text) plain &= letter >= 0x20 && letter < 0x7f && letter != '"' && letter != '\\';
    return plain;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string masked(std::string_view text, bool is_ascii, std::string_view kept) {
    std::string safe(text);
    for (char& c : safe) {
        const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        if ((is_control && !is_among(c, kept)) || (is_ascii && (c & 0x80) != 0)) c = '?';
    }
    return safe;
}

std::string printable(std::string_view text) {
    std::string escaped;
    return rewritten(text, [&](const Character& character, std::string_view bytes) -> std::string_view {
        if (character.utf8 && !is_control(character.code)) return bytes;
        escaped.clear();
        for (const char byte : bytes) escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
        return escaped;
    });
}

std::string without(std::string_view characters, std::string text) {
    std::erase_if(text, [&](char c) { return is_among(c, characters); });
    return text;
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

std::vector<std::string_view> split_row(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    fields.reserve(8);
    for (std::size_t place = 0; place <= text.size();) {
        // A field that begins with a quotation mark extends to the next single one, including separators.
        const std::size_t begin = std::min(text.find_first_not_of(' ', place), text.size());
        std::size_t closing = text.substr(begin).starts_with('"') ? text.find('"', begin + 1) : text.npos;
        while (closing != text.npos && text.substr(closing + 1).starts_with('"')) closing = text.find('"', closing + 2);
        const std::size_t from = closing == std::string_view::npos ? place : closing;
        const std::size_t end = std::min(text.find(separator, from), text.size());
        std::string_view field = text.substr(place, end - place);
        if (closing == std::string_view::npos) {
            while (field.starts_with(' ')) field.remove_prefix(1);
            while (field.ends_with(' ')) field.remove_suffix(1);
        } else {
            field = text.substr(begin + 1, closing - begin - 1);
        }
        fields.push_back(field);
        place = end + 1;
    }
    return fields;
}

CsvRow read_csv_row(std::string_view row, char separator) {
    CsvRow read;
    const bool is_plain = row.find('"') == std::string_view::npos;
    for (std::size_t place = 0, end = 0; is_plain && place <= row.size(); place = end + 1) {
        end = std::min(row.find(separator, place), row.size());
        read.fields.emplace_back(row.substr(place, end - place));
    }
    if (is_plain) return read;
    read.fields.emplace_back();
    for (std::size_t place = 0; place < row.size(); ++place) {
        const char c = row[place];
        std::string& field = read.fields.back();
        if (c == '"' && read.is_open && row.substr(place + 1).starts_with('"')) {
            field += row[++place];
        } else if (c == '"' && (read.is_open || field.find_first_not_of(' ') == field.npos)) {
            if (!read.is_open) field.clear();
            read.is_open = !read.is_open;
        } else if (c == separator && !read.is_open) {
            read.fields.emplace_back();
        } else {
            field += c;
        }
    }
    return read;
}

std::size_t csv_row_end(std::string_view text, char separator) {
    if (text.find('"') == std::string_view::npos) return std::min(text.find('\n'), text.size());
    const char ends[] = {separator, '\n'};
    for (std::size_t place = 0;; ++place) {
        place = std::min(text.find_first_not_of(' ', place), text.size());
        if (text.substr(place).starts_with('"')) {
            do {
                place = text.find('"', place + 1);
                if (place++ == std::string_view::npos) return std::string_view::npos;
            } while (text.substr(place).starts_with('"'));
            if (place < text.size() && text[place] != separator && text[place] != '\n') return std::string_view::npos;
        }
        place = std::min(text.find_first_of({ends, 2}, place), text.size());
        if (place == text.size() || text[place] == '\n') return place;
    }
}

std::string csv_field(std::string text, bool on_one_line) {
    for (char& c : text)
        if (on_one_line && (c == '\n' || c == '\r')) c = ' ';
    if (text.find_first_of(",\t\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char letter : text) field += letter == '"' ? "\"\"" : std::string(1, letter);
    return field + '"';
}

std::string csv_row(const std::vector<std::string>& fields, char separator) {
    std::string row;
    for (const std::string& field : fields) row += csv_field(field, false) + separator;
    if (!row.empty()) row.pop_back();
    return row + '\n';
}

std::string aligned(std::vector<std::vector<std::string>> rows) {
    std::vector<std::size_t> widths;
    for (std::vector<std::string>& row : rows) {
        std::ranges::transform(row, row.begin(), printable);
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], character_count(row[k]));
    }
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k)
            line += k == 0 ? fmt::format("{:<{}}", row[k], widths[k]) : fmt::format("  {:>{}}", row[k], widths[k]);
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

}  // namespace evodoku::io
