// Lines as JSON and as CSV, and what they take from a population; which generations have lines; writing, with the first
// failure noted; and reading, with each field checked.
#include "history/history.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <set>

#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/characters.hpp"

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

/// The columns of CSV. These have their places; a field that the description has besides comes behind them.
std::vector<std::string> csv_names() {
    std::vector<std::string> names = {
        "kind",       "event",        "seed",   "puzzle",    "island",      "generation", "evaluations", "trials",
        "redraws",    "seconds",      "size",   "best",      "best_so_far", "mean",       "deviation",   "q10",
        "q25",        "median",       "q75",    "q90",       "worst",       "distinct",   "entropy",     "cell_entropy",
        "migrations", "restarts",     "status", "stopped",   "fingerprint", "givens",     "board",       "file",
        "line",       "work_seconds", "rank",   "log_weight"};
    for (const LineKind kind : all_kinds)
        for (const std::string& name : fields_of(kind).names())
            if (std::ranges::count(names, name) == 0) names.push_back(name);
    return names;
}

LineRecord record_of(const Line& line) {
    LineRecord fields;
    fields("kind", kind_names[line.kind]);
    describe(fields, line);
    return fields;
}

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }

/// The bytes of the complete lines: a run that was killed may have left another line, and a computer that crashed zeros
/// in place of what was not on its disk. All rows before a checkpoint are on the disk.
std::uint64_t complete_lines(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::uint64_t bytes = 0;
    for (std::string line; std::getline(file, line) && !file.eof() && line.find('\0') == std::string::npos;)
        bytes += line.size() + 1;
    return bytes;
}

/// Reads the fields of a line, or of a header.
struct LineReader : io::DescribedReader {
    using DescribedReader::DescribedReader;

    void from_one(const char* name, std::uint32_t& from_zero) const { (*this)(name, from_zero, 1), --from_zero; }
    void decimals(const char* name, double& value, int /*places*/) const { (*this)(name, value); }
    void decimals(const char* name, std::optional<double>& value, int /*places*/, bool any_sign = false) const {
        if (has(name)) (*this)(name, value.emplace(), any_sign);
    }
};

void check_choice(const char* what, const std::string& text, std::initializer_list<std::string_view> choices) {
    if (std::ranges::find(choices, text) == choices.end()) refuse(fmt::format("unknown {} '{}'", what, text));
}

/// What the types of its fields leave open.
void check(const Line& line) {
    if (line.kind == event_line) check_choice("event", line.event, {"new_best", "migration", "restart", "solved"});
    if (line.kind == result_line) check_choice("status", line.status, {"solved", "unsolved", "unsatisfiable"});
    if (line.kind == event_line && line.board.empty()) return;
    const bool is_puzzle = line.kind == puzzle_line;
    const std::optional<Grid> board = io::grid_of_line(is_puzzle ? line.givens : line.board);
    if (!board) {
        refuse(fmt::format("'{}' is not a board on one line: 81 characters 1-9 or . for 9 x 9",
                           is_puzzle ? "givens" : "board"));
    }
    if (line.numbers.distinct == 0) return;
    if (!line.entropy) refuse("it lacks the field 'entropy'");
    if (line.cell_entropy.empty()) refuse("it lacks the field 'cell_entropy'");
    const std::size_t cells = board->cells().size();
    if (line.cell_entropy.size() == cells && line.cell_entropy.find_first_not_of("0123456789") == std::string::npos)
        return;
    refuse(fmt::format("'cell_entropy' has not one of the digits 0 to 9 for each of {} cells", cells));
}

}  // namespace

void Line::add(const PopulationProgress& population) {
    numbers = population.numbers();
    board = io::to_line(kind == event_line ? population.best_board_so_far : population.best_board);
    if (population.log_weight) log_weight = std::ldexp(static_cast<double>(*population.log_weight), -32);
    if (population.entropy.empty()) return;
    // The highest is the logarithm of the number of digits; it also has the digit 9.
    const auto cells = static_cast<double>(population.entropy.size());
    const double highest = std::log2(std::sqrt(cells));
    double sum = 0;
    for (const double bits : population.entropy) {
        sum += bits;
        cell_entropy += static_cast<char>('0' + std::min(9, int(bits / highest * 10)));
    }
    entropy = sum / cells;
}

void Line::add(const Outcome& outcome) {
    status = to_text(outcome.status), stopped = outcome.stopped, fingerprint = outcome.fingerprint;
    seconds = outcome.seconds, work_seconds = outcome.work_seconds, board = io::to_line(outcome.board);
    island.generation = outcome.generations, island.restarts = outcome.restarts;
    island.evaluations = outcome.evaluations, numbers.effort = outcome.effort, numbers.cost_so_far = outcome.cost;
}

std::string Line::json() const { return record_of(*this).on_one_line(); }

std::string Line::csv() const {
    static const std::vector<std::string> names = csv_names();
    const LineRecord fields = record_of(*this);
    std::vector<std::string> cells(names.size());
    for (std::size_t k = 0; k < fields.size(); ++k) {
        const auto [name, value, is_text] = fields.field(k);
        const auto place = std::ranges::find(names, name);
        cells[static_cast<std::size_t>(place - names.begin())] = io::csv_field(std::string(value));
    }
    return fmt::format("{}", fmt::join(cells, ","));
}

LineRecord fields_of(LineKind kind, bool with_optional) {
    const Line line{.kind = kind};
    LineRecord fields{io::Record(with_optional)};
    describe(fields, line);
    return fields;
}

std::string csv_columns() { return fmt::format("{}", fmt::join(csv_names(), ",")); }

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

AnyLine parse_line(const std::string& text) {
    const LineReader fields(text);
    const auto kind_name = fields.get<std::string>("kind");
    if (kind_name == "header") {
        const auto format = fields.get<std::uint32_t>("format");
        if (format != 1) refuse(fmt::format("format {} of histories; this program reads format 1", format));
        Header header;
        describe(fields, header);
        std::ranges::sort(header.configuration);
        return header;
    }
    const auto* const kind = std::ranges::find(kind_names, kind_name);
    if (kind == std::end(kind_names)) refuse(fmt::format("unknown kind of line '{}'", kind_name));
    Line line{.kind = LineKind(kind - kind_names)};
    describe(fields, line);
    check(line);
    return line;
}

Schedule schedule_of(const Config& config, std::uint32_t every) {
    if (every != 0) return {every, every};
    return {1, std::clamp(config.population / 250, 1u, 400u)};
}

Recording::Recording(std::string name, FileFormat format, const Config& config, Header header, bool resumed)
    : config_(config), schedule_(header.schedule), file_(std::move(name)), format_(format) {
    if (file_.size()) file_.cut(resumed ? complete_lines(file_.name()) : 0);
    if (header.started.empty()) header.started = time_text();
    const bool names_columns = format_ == FileFormat::csv && file_.size().value_or(0) == 0;
    pending_ = to_text(header, format_) + (names_columns ? csv_columns() + "\n" : "");
    write_pending();
}

void Recording::add(const Line& line) {
    if (!failure_.empty()) return;
    pending_ += (format_ == FileFormat::csv ? line.csv() : line.json()) + "\n";
    constexpr std::size_t longest = 65536;
    if (pending_.size() > longest || Clock::now() - flushed_ > std::chrono::seconds(1)) write_pending();
}

void Recording::write_pending(bool to_disk) {
    if (!failure_.empty()) return;
    try {
        file_.append(std::exchange(pending_, {}));
        if (to_disk) file_.sync();
    } catch (const FileError& error) {
        failure_ = error.what();
    }
    flushed_ = Clock::now();
}

Line Recording::line(LineKind kind, const IslandProgress& of) const {
    Line line{.kind = kind, .seed = seed_, .seconds = seconds_since(begin_), .island = of};
    if (several_ranks_) line.rank = of.rank;
    if (migrates()) line.migrations = of.generation / config_.migrate_every;
    return line;
}

void Recording::begin_run(std::uint64_t seed) {
    seed_ = seed;
    begin_ = Clock::now();
    tracks_.clear();
}

void Recording::begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file,
                             std::size_t line) {
    Line begun = this->line(puzzle_line, {.puzzle_index = puzzle_index});
    begun.givens = io::to_line(givens), begun.file = file, begun.line = line;
    add(begun);
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
        if (island.generation <= track.generation) continue;
        if (island.resumed) {  // the file has what is here already
            const std::uint32_t best = backend.populations({{island.island_index}}, Detail::boards)[0].cost_so_far;
            track = {.generation = island.generation, .best = best, .restarts = island.restarts};
            continue;
        }
        add_waiting(track);
        if (News news = news_of(island, track); !news.lines.empty()) all.push_back(std::move(news));
    }
    write(std::move(all), backend);
}

Recording::News Recording::news_of(const IslandProgress& island, Track& track) const {
    const std::uint32_t generation = island.generation;
    // As the backend marks them: a population of fresh boards receives none.
    const bool migrated = migrates() && generation > 0 && generation % config_.migrate_every == 0 &&
                          (island.begun != generation || island.restarts > track.restarts);
    const bool row = generation % schedule_.every == 0 || !island.running;
    track.is_complete = row && (generation % schedule_.diversity_every == 0 || !island.running);
    News news{track.is_complete ? Detail::diversity : row ? Detail::costs : Detail::boards};
    const auto add = [&](LineKind kind, auto event) { news.lines.emplace_back(line(kind, island)).event = event; };
    if (migrated) add(event_line, "migration");
    if (island.best_cost < track.best) add(event_line, "new_best");
    if (row) add(generation_line, "");
    if (island.restarts > track.restarts) add(event_line, "restart");
    if (island.solved) add(event_line, "solved");
    track.generation = generation, track.restarts = island.restarts;
    track.best = std::min(track.best, island.best_cost);
    return news;
}

void Recording::write(std::vector<News> all, const Backend& backend) {
    for (const Detail detail : {Detail::boards, Detail::costs, Detail::diversity}) {
        std::vector<std::uint32_t> island_indices;
        for (const News& news : all) {
            if (news.detail == detail) island_indices.push_back(news.lines.front().island.island_index);
        }
        const std::vector<PopulationProgress> read = backend.populations(island_indices, detail);
        auto population = read.begin();
        for (News& news : all) {
            if (news.detail != detail) continue;
            for (Line& line : news.lines) {
                if (line.event != "migration" && line.event != "restart") line.add(*population);
            }
            ++population;
        }
    }
    for (News& news : all) {
        std::vector<Line>& waiting = track_of(news.lines.front().island).waiting;
        for (Line& line : news.lines) {
            const bool waits = !waiting.empty() || (line.kind == generation_line && news.detail != Detail::diversity);
            waits ? waiting.push_back(std::move(line)) : add(line);
        }
    }
}

void Recording::add_waiting(Track& track) {
    for (const Line& line : std::exchange(track.waiting, {})) add(line);
}

void Recording::flush(bool to_disk) {
    for (auto& [island, track] : tracks_) add_waiting(track);
    write_pending(to_disk);
}

void Recording::end(const Backend& backend) {
    sample(backend);
    std::vector<News> last;
    for (const IslandProgress& island : backend.islands()) {
        Track& track = track_of(island);
        if (std::exchange(track.is_complete, true)) continue;
        std::vector<Line> lines = std::exchange(track.waiting, {});
        if (lines.empty()) lines.emplace_back();
        lines[0] = line(generation_line, island);
        last.push_back({Detail::diversity, std::move(lines)});
    }
    write(std::move(last), backend);
}

void Recording::end_puzzle(const Outcome& outcome) {
    const auto first = tracks_.lower_bound({outcome.puzzle_index, 0});
    const auto behind = tracks_.upper_bound({outcome.puzzle_index, ~0u});
    std::for_each(first, behind, [this](auto& track) { add_waiting(track.second); });
    Line result = line(result_line, {.puzzle_index = outcome.puzzle_index});
    result.add(outcome);
    add(result);
    tracks_.erase(first, behind);
}

}  // namespace evodoku::history
