// Which generations have lines; writing, with the first failure noted; and reading: lines of both forms become JSON
// objects, whose fields are then checked one by one.
#include "history/history.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <ranges>
#include <set>

#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/csv.hpp"

namespace evodoku::history {

void describe(auto& fields, io::Described<Header> auto& header) {
    fields("version", header.version);
    fields("commit", header.commit);
    fields("started", header.started);
    fields("devices", header.devices);
    fields("seed", header.seed);
    fields.optional("run_seed", header.run_seed, header.run_seed != 0);
    fields.optional("configuration_place", header.configuration_place, header.configuration_place != 0);
    fields.optional("puzzle_place", header.puzzle_place, header.puzzle_place != 0);
    fields("runs", header.runs);
    fields("every", header.schedule.every, 1);
    fields("diversity_every", header.schedule.diversity_every, 1);
    fields.optional("name", header.name, !header.name.empty());
    fields("configuration", header.configuration);
}

namespace {

using io::DescribedReader;
using AnyLine = std::variant<Header, Line>;

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }

/// The bytes of the complete lines: a run that was killed may have left another line, and a computer that crashed zeros
/// in place of what was not on its disk. All rows before a checkpoint are on the disk.
std::uint64_t complete_lines(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::uint64_t bytes = 0, at = 0;
    std::vector<char> piece(std::size_t{1} << 16);
    for (bool is_text = true; is_text && file; at += piece.size()) {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        std::string_view text(piece.data(), static_cast<std::size_t>(file.gcount()));
        is_text = text.find('\0') == std::string_view::npos;
        text = text.substr(0, text.find('\0'));
        if (const std::size_t end = text.rfind('\n'); end != std::string_view::npos) bytes = at + end + 1;
    }
    return bytes;
}

constexpr std::array<std::string_view, 5> header_texts = {"kind", "version", "commit", "started", "name"};

Header header_in(const DescribedReader& line) {
    const auto format = line.get<std::uint32_t>("format");
    if (format != 1) refuse(fmt::format("format {} of histories; this program reads format 1", format));
    Header header;
    describe(line, header);
    std::ranges::sort(header.configuration);
    return header;
}

void check_choice(const char* what, const std::string& text, std::initializer_list<std::string_view> choices) {
    if (std::ranges::find(choices, text) == choices.end()) refuse(fmt::format("unknown {} '{}'", what, text));
}

Value value_in(const DescribedReader& fields, const Column& column) {
    const char* const name = column.name.data();
    const Type type = column.type;
    if (type == Type::count) return fields.get<std::uint64_t>(name);
    if (type == Type::whole) return std::uint64_t{fields.get<std::uint32_t>(name)};
    if (type == Type::number) return std::uint64_t{fields.get<std::uint32_t>(name, 1)};
    if (type == Type::seconds || type == Type::real) return fields.get<double>(name);
    if (type == Type::truth) return fields.get<bool>(name);
    auto text = fields.get<std::string>(name);
    if (std::uint64_t number = 0; type == Type::hexadecimal) fields.hexadecimal(name, number);
    if (type == Type::event) check_choice("event", text, {"new_best", "migration", "restart", "solved"});
    if (type == Type::status) check_choice("status", text, {"solved", "unsolved", "unsatisfiable"});
    if (type == Type::board && !io::grid_of_line(text)) {
        refuse(fmt::format("'{}' is not a board on one line: 81 characters 1-9 or . for 9 x 9", name));
    }
    return text;
}

void check_diversity(const Line& line) {
    for (const char* name : {"entropy", "cell_entropy"}) {
        if (!line.has(name)) refuse(fmt::format("it lacks the field '{}'", name));
    }
    const std::size_t cells = io::grid_of_line(line.text("board"))->cells().size();
    const std::string& digits = line.text("cell_entropy");
    if (digits.size() == cells && digits.find_first_not_of("0123456789") == std::string::npos) return;
    refuse(fmt::format("'cell_entropy' has not one of the digits 0 to 9 for each of {} cells", cells));
}

AnyLine line_in(const DescribedReader& fields) {
    const auto kind_name = fields.get<std::string>("kind");
    if (kind_name == "header") return header_in(fields);
    for (const Kind kind : {puzzle_line, generation_line, event_line, result_line}) {
        if (kind_name != name_of(kind)) continue;
        Line line(kind);
        for (const Column& column : columns()) {
            if ((column.kinds & kind) == 0 || (column.optional && !fields.has(column.name.data()))) continue;
            line.put(column, value_in(fields, column));
        }
        if (line.has("distinct")) check_diversity(line);
        return line;
    }
    refuse(fmt::format("unknown kind of line '{}'", kind_name));
}

std::vector<std::string> fields_of(const std::string& text) {
    io::CsvRow row = io::read_csv_row(text);
    if (row.is_open) refuse("a field has no closing quotation mark");
    return std::move(row.fields);
}

/// A field of CSV, whose text says nothing about its type.
io::NamedField field_of(std::string name, std::string text) {
    const auto column = std::ranges::find(columns(), name, &Column::name);
    const bool is_text = column == columns().end() ? std::ranges::find(header_texts, name) != header_texts.end()
                                                   : column->type >= Type::text;
    return {std::move(name), std::move(text), is_text};
}

}  // namespace

FileFormat format_of(std::string_view label, std::string_view name) {
    if (name.ends_with(".jsonl")) return FileFormat::json_lines;
    if (name.ends_with(".csv")) return FileFormat::csv;
    throw SettingError(fmt::format("{} is '{}'; the name of the file must end in .jsonl or .csv", label, name));
}

std::string time_text() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

std::string to_text(const Header& header, FileFormat format) {
    io::Record fields;
    fields.put("kind", "header");
    fields.put("format", 1);
    describe(fields, header);
    if (format == FileFormat::json_lines) return fields.on_one_line() + "\n";
    std::string text;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        std::string line = fmt::format("# {} = {}", fields.field(k).name, fields.field(k).value);
        std::ranges::replace(line, '\n', ' ');
        text += line + "\n";
    }
    return text;
}

HistoryFile::HistoryFile(std::string name, FileFormat format, bool append) : file_(std::move(name)), format_(format) {
    if (file_.size()) {
        const std::uint64_t kept = append ? complete_lines(file_.name()) : 0;
        file_.cut(kept);
        goes_on_ = kept != 0;
    }
}

void HistoryFile::begin(const Header& header) {
    const bool names_columns = format_ == FileFormat::csv && !goes_on_;
    pending_ += to_text(header, format_) + (names_columns ? csv_columns() + "\n" : "");
    flush();
}

void HistoryFile::add(const Line& line) {
    if (!failure_.empty()) return;
    pending_ += (format_ == FileFormat::csv ? line.csv() : line.json()) + "\n";
    constexpr std::size_t longest = 65536;
    if (pending_.size() > longest || Clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void HistoryFile::flush(bool to_disk) {
    if (!failure_.empty()) return;
    try {
        file_.append(std::exchange(pending_, {}));
        if (to_disk) file_.sync();
    } catch (const FileError& error) {
        failure_ = error.what();
    }
    flushed_ = Clock::now();
}

std::string HistoryFile::new_failure() {
    if (failure_.empty() || std::exchange(is_reported_, true)) return "";
    return failure_;
}

bool HistoryReader::take(std::string& text) {
    if (const auto ahead = std::exchange(ahead_, std::nullopt)) {
        text = *ahead;
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
    return format_ == FileFormat::csv ? next_of_csv(text) : line_in(DescribedReader(text));
}

/// A header is a block of comments; a line with the names of the columns follows the first one.
std::optional<AnyLine> HistoryReader::next_of_csv(std::string& text) {
    std::vector<io::NamedField> header;
    while (text.starts_with("# ")) {
        const std::size_t sign = text.find(" = ");
        if (sign == std::string::npos) refuse("it is not a comment of the form '# name = value'");
        header.push_back(field_of(text.substr(2, sign - 2), text.substr(sign + 3)));
        if (!take(text)) return line_in(DescribedReader(header));
    }
    if (!header.empty()) {
        if (columns_.empty()) {
            for (std::string& name : fields_of(text)) columns_.push_back(field_of(std::move(name), ""));
        } else {
            ahead_ = text;
        }
        return line_in(DescribedReader(header));
    }
    std::vector<std::string> fields = fields_of(text);
    if (fields.size() != columns_.size()) refuse(fmt::format("{} fields, not {}", fields.size(), columns_.size()));
    std::vector<io::NamedField> line;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        if (!fields[k].empty()) line.push_back({columns_[k].name, std::move(fields[k]), columns_[k].is_text});
    }
    if (line.empty()) refuse("it has no fields");
    return line_in(DescribedReader(line));
}

Schedule schedule_of(const Config& config, std::uint32_t every) {
    if (every != 0) return {every, every};
    return {1, std::clamp(config.population / 250, 1u, 400u)};
}

Recording::Recording(std::string name, FileFormat format, const Config& config, Header header, bool resumed)
    : config_(config), schedule_(header.schedule), file_(std::move(name), format, resumed) {
    header.started = time_text();
    file_.begin(header);
}

Source Recording::source(std::uint32_t puzzle_index) const {
    return {.seed = seed_, .puzzle_index = puzzle_index, .seconds = seconds_since(begin_)};
}

void Recording::begin_run(std::uint64_t seed) {
    seed_ = seed;
    begin_ = Clock::now();
    tracks_.clear();
}

void Recording::begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file,
                             std::size_t line) {
    Source of = source(puzzle_index);
    of.givens = &givens, of.file = file, of.line = line;
    file_.add(Line(puzzle_line, of));
}

void Recording::sample(const Backend& backend) {
    several_ranks_ = backend.ranks() > 1;
    std::vector<News> all;
    std::vector<IslandProgress> islands = backend.islands();
    std::set<std::uint32_t> solved;  // puzzles
    for (const IslandProgress& island : islands) {
        if (island.solved) solved.insert(island.puzzle_index);
    }
    for (IslandProgress& island : islands) {
        // A puzzle that some island solved ends with the epoch, and with it the other islands.
        const bool is_end = (island.generation + 1) % config_.sync_every == 0 && solved.contains(island.puzzle_index);
        island.running = island.running && !is_end;
        Track& track = track_of(island);
        // An island that ended waits for the rest of its epoch: its last generation comes again and again.
        if (track.begun && island.generation <= track.generation) continue;
        if (island.resumed) {  // the file has what is here already
            const std::uint32_t best = backend.populations({{island.island_index}}, Detail::boards)[0].cost_so_far;
            track = {.begun = true, .generation = island.generation, .best = best, .restarts = island.restarts};
            continue;
        }
        add_waiting(track);
        const News news = news_of(island, track);
        if (news.any()) all.push_back(news);
    }
    std::map<std::uint32_t, PopulationProgress> by_island;
    for (const Detail detail : {Detail::boards, Detail::costs, Detail::diversity}) {
        std::vector<std::uint32_t> island_indices;
        for (const News& news : all) {
            if (news.detail() == detail) island_indices.push_back(news.island.island_index);
        }
        const std::vector<PopulationProgress> read = backend.populations(island_indices, detail);
        for (std::size_t k = 0; k < island_indices.size(); ++k) by_island[island_indices[k]] = read[k];
    }
    for (const News& news : all) write(news, by_island.at(news.island.island_index));
}

Recording::News Recording::news_of(const IslandProgress& island, Track& track) const {
    News news;
    news.island = island;
    const std::uint32_t generation = island.generation;
    // As the backend marks them: a population of fresh boards receives none.
    const bool sends = config_.islands > 1 && config_.migrants > 0;
    news.migrated = sends && generation > 0 && generation % config_.migrate_every == 0 && island.begun != generation;
    news.improved = island.best < track.best;
    news.restarts = island.restarts > track.restarts;
    news.row = generation % schedule_.every == 0 || !island.running;
    news.diversity = news.row && (generation % schedule_.diversity_every == 0 || !island.running);
    track.begun = true, track.generation = generation, track.restarts = island.restarts;
    track.is_complete = news.diversity;
    track.best = std::min(track.best, island.best);
    track.migrations += news.migrated;
    news.migrations = track.migrations;
    return news;
}

void Recording::write(const News& news, const PopulationProgress& population) {
    Source of = source(news.island.puzzle_index);
    of.island = &news.island, of.several_ranks = several_ranks_, of.migrations = news.migrations;
    std::vector<Line>& waiting = track_of(news.island).waiting;
    const auto add = [&](Line line) {
        const bool waits = !waiting.empty() || (line.kind() == generation_line && !news.diversity);
        if (waits) {
            waiting.push_back(std::move(line));
        } else {
            file_.add(line);
        }
    };
    const auto write_event = [&](const char* name, bool with_board) {
        of.event = name, of.population = with_board ? &population : nullptr;
        add(Line(event_line, of));
    };
    if (news.migrated) write_event("migration", false);
    if (news.improved) write_event("new_best", true);
    if (news.row) {
        of.event = {}, of.population = &population;
        add(Line(generation_line, of));
    }
    if (news.restarts) write_event("restart", false);
    if (news.island.solved) write_event("solved", true);
}

void Recording::add_waiting(Track& track) {
    for (const Line& line : std::exchange(track.waiting, {})) file_.add(line);
}

void Recording::flush(bool to_disk) {
    for (auto& [island, track] : tracks_) add_waiting(track);
    file_.flush(to_disk);
}

void Recording::end(const Backend& backend) {
    sample(backend);
    std::vector<News> last;
    std::vector<std::uint32_t> island_indices;
    for (const IslandProgress& island : backend.islands()) {
        const Track& track = track_of(island);
        if (track.is_complete) continue;
        last.push_back({.island = island, .row = true, .diversity = true, .migrations = track.migrations});
        island_indices.push_back(island.island_index);
    }
    const std::vector<PopulationProgress> read = backend.populations(island_indices, Detail::diversity);
    for (std::size_t k = 0; k < last.size(); ++k) {
        Track& track = track_of(last[k].island);
        std::vector<Line> waiting = std::exchange(track.waiting, {});
        write(last[k], read[k]);
        for (const Line& line : waiting | std::views::drop(1)) file_.add(line);
        track.is_complete = true;
    }
}

void Recording::end_puzzle(const Outcome& outcome) {
    const auto first = tracks_.lower_bound({outcome.puzzle_index, 0});
    const auto behind = tracks_.upper_bound({outcome.puzzle_index, ~0u});
    std::for_each(first, behind, [this](auto& track) { add_waiting(track.second); });
    Source of = source(outcome.puzzle_index);
    of.outcome = &outcome;
    file_.add(Line(result_line, of));
    tracks_.erase(first, behind);
}

}  // namespace evodoku::history
