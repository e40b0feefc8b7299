// Lines of both forms become JSON objects, whose fields are then checked one by one.
#include "history/history_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace evodoku::history {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }

const Json& field(const Json& line, const char* name) {
    const auto found = line.find(name);
    if (found == line.end()) refuse(fmt::format("it lacks the field '{}'", name));
    return *found;
}

template <class Number>
void take(const Json& line, const char* name, Number& to, std::uint64_t lowest = 0) {
    const Json& value = field(line, name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<Number>::max() ||
        value.get<std::uint64_t>() < lowest) {
        refuse(fmt::format("'{}' is not a whole number in its range", name));
    }
    to = value.get<Number>();
}

void take(const Json& line, const char* name, double& to) {
    const Json& value = field(line, name);
    constexpr double most = 1e15;  // seconds and costs are far below
    if (!value.is_number() || !(value.get<double>() >= 0 && value.get<double>() <= most)) {
        refuse(fmt::format("'{}' is not a number from 0", name));
    }
    to = value.get<double>();
}

void take(const Json& line, const char* name, std::string& to) {
    const Json& value = field(line, name);
    if (!value.is_string()) refuse(fmt::format("'{}' is not a text", name));
    to = value.get<std::string>();
}

void take(const Json& line, const char* name, bool& to) {
    const Json& value = field(line, name);
    if (!value.is_boolean()) refuse(fmt::format("'{}' is not true or false", name));
    to = value.get<bool>();
}

/// 81 characters of `allowed`.
void take_cells(const Json& line, const char* name, std::string& to, std::string_view allowed) {
    take(line, name, to);
    if (to.size() != 81 || to.find_first_not_of(allowed) != std::string::npos) {
        refuse(fmt::format("'{}' has not one of the characters {} for each of 81 cells", name, allowed));
    }
}
constexpr std::string_view board_cells = "123456789.", digits = "0123456789";

void take_place(const Json& line, Place& place, bool with_island) {
    take(line, "seed", place.seed);
    take(line, "puzzle", place.puzzle, 1);
    if (with_island) take(line, "island", place.island, 1);
}

Header header_in(const Json& line) {
    std::uint32_t format = 0;
    take(line, "format", format);
    if (format != 1) refuse(fmt::format("format {} of histories; this program reads format 1", format));
    Header header;
    take(line, "version", header.version);
    take(line, "commit", header.commit);
    take(line, "started", header.started);
    take(line, "seed", header.seed);
    if (line.contains("run_seed")) take(line, "run_seed", header.run_seed);
    take(line, "runs", header.runs);
    take(line, "every", header.schedule.every, 1);
    take(line, "diversity_every", header.schedule.diversity_every, 1);
    if (line.contains("name")) take(line, "name", header.name);
    const Json& devices = field(line, "devices");
    const Json& configuration = field(line, "configuration");
    const auto is_text = [](const Json& value) { return value.is_string(); };
    if (!devices.is_array() || !std::ranges::all_of(devices, is_text)) refuse("'devices' is not a list of texts");
    if (!configuration.is_object() || !std::ranges::all_of(configuration, is_text)) {
        refuse("'configuration' is not a table of texts");
    }
    for (const Json& device : devices) header.devices.push_back(device);
    for (const auto& [name, value] : configuration.items()) header.configuration.emplace_back(name, value);
    return header;
}

PuzzleLine puzzle_in(const Json& line) {
    PuzzleLine puzzle;
    take_place(line, puzzle, false);
    take(line, "seconds", puzzle.seconds);
    take_cells(line, "givens", puzzle.givens, board_cells);
    take(line, "file", puzzle.file);
    take(line, "line", puzzle.line);
    return puzzle;
}

GenerationLine generation_in(const Json& line) {
    GenerationLine row;
    take_place(line, row, true);
    take(line, "generation", row.generation);
    take(line, "evaluations", row.evaluations);
    take(line, "trials", row.trials);
    take(line, "redraws", row.redraws);
    take(line, "seconds", row.seconds);
    take(line, "size", row.size, 1);
    take(line, "best", row.best);
    take(line, "best_so_far", row.best_so_far);
    take(line, "mean", row.mean);
    take(line, "deviation", row.deviation);
    take(line, "q10", row.q10);
    take(line, "q25", row.q25);
    take(line, "median", row.median);
    take(line, "q75", row.q75);
    take(line, "q90", row.q90);
    take(line, "worst", row.worst);
    take(line, "migrations", row.migrations);
    take(line, "restarts", row.restarts);
    take_cells(line, "board", row.board, board_cells);
    if (line.contains("distinct")) {
        row.diversity.emplace();
        take(line, "distinct", row.diversity->distinct, 1);
        take(line, "entropy", row.diversity->entropy);
        take_cells(line, "cell_entropy", row.diversity->cell_entropy, digits);
    }
    return row;
}

EventLine event_in(const Json& line) {
    static constexpr std::array<std::pair<std::string_view, Event>, 4> names = {{{"new_best", Event::new_best},
                                                                                 {"migration", Event::migration},
                                                                                 {"restart", Event::restart},
                                                                                 {"solved", Event::solved}}};
    EventLine event;
    take_place(line, event, true);
    std::string name;
    take(line, "event", name);
    const auto found = std::ranges::find(names, name, &std::pair<std::string_view, Event>::first);
    if (found == names.end()) refuse(fmt::format("unknown event '{}'", name));
    event.event = found->second;
    take(line, "generation", event.generation);
    take(line, "seconds", event.seconds);
    if (line.contains("best_so_far")) take(line, "best_so_far", event.best_so_far.emplace());
    return event;
}

ResultLine result_in(const Json& line) {
    ResultLine result;
    take_place(line, result, false);
    take(line, "status", result.status);
    if (result.status != "solved" && result.status != "unsolved" && result.status != "unsatisfiable") {
        refuse(fmt::format("unknown status '{}'", result.status));
    }
    take(line, "stopped", result.stopped);
    take(line, "generation", result.generation);
    take(line, "evaluations", result.evaluations);
    take(line, "trials", result.trials);
    take(line, "redraws", result.redraws);
    take(line, "restarts", result.restarts);
    take(line, "seconds", result.seconds);
    take(line, "best_so_far", result.best_so_far);
    take_cells(line, "board", result.board, board_cells);
    std::string fingerprint;
    take(line, "fingerprint", fingerprint);
    const auto [end, error] =
        std::from_chars(fingerprint.data(), fingerprint.data() + fingerprint.size(), result.fingerprint, 16);
    if (error != std::errc() || end != fingerprint.data() + fingerprint.size()) {
        refuse("'fingerprint' is not a hexadecimal number");
    }
    return result;
}

AnyLine line_in(const Json& line) {
    std::string kind;
    take(line, "kind", kind);
    if (kind == "header") return header_in(line);
    if (kind == "puzzle") return puzzle_in(line);
    if (kind == "generation") return generation_in(line);
    if (kind == "event") return event_in(line);
    if (kind == "result") return result_in(line);
    refuse(fmt::format("unknown kind of line '{}'", kind));
}

Json object_in(const std::string& text) {
    Json line = Json::parse(text, nullptr, false);
    if (line.is_discarded() || !line.is_object()) refuse("it is not a JSON object");
    return line;
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

Json value_of(const std::string& name, const std::string& text) {
    if (is_text(name)) return text;
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) refuse(fmt::format("'{}' has no valid value", name));
    return value;
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
    return format_ == FileFormat::csv ? next_of_csv(text) : line_in(object_in(text));
}

/// A header is a block of comments; a line with the names of the columns follows the first one.
std::optional<AnyLine> HistoryReader::next_of_csv(std::string& text) {
    Json header;
    while (text.starts_with("# ")) {
        const std::size_t sign = text.find(" = ");
        if (sign == std::string::npos) refuse("it is not a comment of the form '# name = value'");
        const std::string name = text.substr(2, sign - 2);
        header[name] = value_of(name, text.substr(sign + 3));
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
    Json line;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        if (!fields[k].empty()) line[columns_[k]] = value_of(columns_[k], fields[k]);
    }
    if (line.empty()) refuse("it has no fields");
    return line_in(line);
}

}  // namespace evodoku::history
