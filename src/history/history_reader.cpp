// Lines of both forms become JSON objects, whose fields are then checked one by one.
#include "history/history_reader.hpp"
#include "core/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "evodoku/io/grid_text.hpp"
#include "io/json_fields.hpp"

namespace evodoku::history {
namespace {

using io::JsonFields;

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }

/// A board of any order. Returns the number of its cells.
int take_board(const JsonFields& line, const char* name, std::string& to) {
    line.take(name, to);
    const std::optional<Grid> grid = io::grid_of_line(to);
    if (!grid) refuse(fmt::format("'{}' is not a board on one line: 81 characters 1-9 or . for 9 x 9", name));
    return grid->cell_count();
}

void take_key(const JsonFields& line, RunKey& key, bool with_island) {
    line.take("seed", key.seed);
    line.take("puzzle", key.puzzle, 1);
    if (with_island) line.take("island", key.island, 1);
}

Header header_in(const JsonFields& line) {
    std::uint32_t format = 0;
    line.take("format", format);
    if (format != 1) refuse(fmt::format("format {} of histories; this program reads format 1", format));
    Header header;
    line.take("version", header.version);
    line.take("commit", header.commit);
    line.take("started", header.started);
    line.take("seed", header.seed);
    if (line.has("run_seed")) line.take("run_seed", header.run_seed);
    line.take("runs", header.runs);
    line.take("every", header.schedule.every, 1);
    line.take("diversity_every", header.schedule.diversity_every, 1);
    if (line.has("name")) line.take("name", header.name);
    header.devices = line.texts("devices");
    header.configuration = line.table_of_texts("configuration");
    std::ranges::sort(header.configuration);
    return header;
}

PuzzleLine puzzle_in(const JsonFields& line) {
    PuzzleLine puzzle;
    take_key(line, puzzle, false);
    line.take("seconds", puzzle.seconds);
    take_board(line, "givens", puzzle.givens);
    line.take("file", puzzle.file);
    line.take("line", puzzle.line);
    return puzzle;
}

GenerationLine generation_in(const JsonFields& line) {
    GenerationLine row;
    take_key(line, row, true);
    line.take("generation", row.generation);
    line.take("evaluations", row.evaluations);
    line.take("trials", row.trials);
    line.take("redraws", row.redraws);
    line.take("seconds", row.seconds);
    line.take("size", row.size, 1);
    line.take("best", row.best);
    line.take("best_so_far", row.best_so_far);
    line.take("mean", row.mean);
    line.take("deviation", row.deviation);
    line.take("q10", row.q10);
    line.take("q25", row.q25);
    line.take("median", row.median);
    line.take("q75", row.q75);
    line.take("q90", row.q90);
    line.take("worst", row.worst);
    line.take("migrations", row.migrations);
    line.take("restarts", row.restarts);
    const int cells = take_board(line, "board", row.board);
    if (line.has("distinct")) {
        row.diversity.emplace();
        line.take("distinct", row.diversity->distinct, 1);
        line.take("entropy", row.diversity->entropy);
        std::string& entropy = row.diversity->cell_entropy;
        line.take("cell_entropy", entropy);
        if (static_cast<int>(entropy.size()) != cells || entropy.find_first_not_of("0123456789") != std::string::npos) {
            refuse(fmt::format("'cell_entropy' has not one of the digits 0 to 9 for each of {} cells", cells));
        }
    }
    return row;
}

EventLine event_in(const JsonFields& line) {
    static constexpr std::array<std::pair<std::string_view, Event>, 4> names = {{{"new_best", Event::new_best},
                                                                                 {"migration", Event::migration},
                                                                                 {"restart", Event::restart},
                                                                                 {"solved", Event::solved}}};
    EventLine event;
    take_key(line, event, true);
    std::string name;
    line.take("event", name);
    const auto found = std::ranges::find(names, name, &std::pair<std::string_view, Event>::first);
    if (found == names.end()) refuse(fmt::format("unknown event '{}'", name));
    event.event = found->second;
    line.take("generation", event.generation);
    line.take("seconds", event.seconds);
    if (line.has("best_so_far")) line.take("best_so_far", event.best_so_far.emplace());
    return event;
}

ResultLine result_in(const JsonFields& line) {
    ResultLine result;
    take_key(line, result, false);
    line.take("status", result.status);
    if (result.status != "solved" && result.status != "unsolved" && result.status != "unsatisfiable") {
        refuse(fmt::format("unknown status '{}'", result.status));
    }
    line.take("stopped", result.stopped);
    line.take("generation", result.generation);
    line.take("evaluations", result.evaluations);
    line.take("trials", result.trials);
    line.take("redraws", result.redraws);
    line.take("restarts", result.restarts);
    line.take("seconds", result.seconds);
    line.take("best_so_far", result.best_so_far);
    take_board(line, "board", result.board);
    line.take_hexadecimal("fingerprint", result.fingerprint);
    return result;
}

AnyLine line_in(const JsonFields& line) {
    std::string kind;
    line.take("kind", kind);
    if (kind == "header") return header_in(line);
    if (kind == "puzzle") return puzzle_in(line);
    if (kind == "generation") return generation_in(line);
    if (kind == "event") return event_in(line);
    if (kind == "result") return result_in(line);
    refuse(fmt::format("unknown kind of line '{}'", kind));
}

/// The fields of a line of CSV; one in quotation marks may have commas, and two quotation marks for one.
std::vector<std::string> fields_of(const std::string& text) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const bool doubled = quoted && text[k] == '"' && k + 1 < text.size() && text[k + 1] == '"';
        if (doubled) {
            fields.back() += text[++k];
        } else if (text[k] == '"') {
            quoted = !quoted;
        } else if (text[k] == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += text[k];
        }
    }
    if (quoted) refuse("a field has no closing quotation mark");
    return fields;
}

bool is_text(std::string_view name) {
    static constexpr std::array<std::string_view, 12> texts = {"kind",    "event",  "status",       "fingerprint",
                                                               "givens",  "board",  "cell_entropy", "file",
                                                               "version", "commit", "started",      "name"};
    return std::ranges::find(texts, name) != texts.end();
}

void put(JsonFields& line, const std::string& name, std::string text) {
    if (is_text(name)) {
        line.put_text(name, std::move(text));
    } else {
        line.put_json(name, text);
    }
}

}  // namespace

bool HistoryReader::take(std::string& text) {
    if (ahead_) {
        text = std::move(*ahead_);
        ahead_.reset();
        return true;
    }
    do {
        if (!next_line_(text)) return false;
    } while (text.empty());
    return true;
}

std::optional<AnyLine> HistoryReader::next() {
    std::string text;
    if (!take(text)) return std::nullopt;
    return format_ == FileFormat::csv ? next_of_csv(text) : line_in(JsonFields(text));
}

/// A header is a block of comments; a line with the names of the columns follows the first one.
std::optional<AnyLine> HistoryReader::next_of_csv(std::string& text) {
    JsonFields header;
    while (text.starts_with("# ")) {
        const std::size_t sign = text.find(" = ");
        if (sign == std::string::npos) refuse("it is not a comment of the form '# name = value'");
        const std::string name = text.substr(2, sign - 2);
        put(header, name, text.substr(sign + 3));
        if (!take(text)) return line_in(header);
    }
    if (!header.empty()) {
        if (columns_.empty()) {
            columns_ = fields_of(text);
        } else {
            ahead_ = text;
        }
        return line_in(header);
    }
    const std::vector<std::string> fields = fields_of(text);
    if (fields.size() != columns_.size()) refuse(fmt::format("{} fields, not {}", fields.size(), columns_.size()));
    JsonFields line;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        if (!fields[k].empty()) put(line, columns_[k], fields[k]);
    }
    if (line.empty()) refuse("it has no fields");
    return line_in(line);
}

}  // namespace evodoku::history
