// Which kind of file it is, the runs of each, and at the end every run once, in order.
#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>
#include <tuple>
#include <variant>

#include "files/written_file.hpp"
#include "io/text.hpp"

namespace evodoku::report {

/// The lines of a file, decompressed if it is gzip or zstd, in bounded memory. All throw std::invalid_argument for
/// damaged compressed data, and for text that is too long.
class Lines {
public:
    explicit Lines(std::istream& input) : bytes_(input) {}

    /// Writes the next line without its end (LF or CRLF); false at the end.
    bool next(std::string& line) {
        constexpr std::size_t longest = 1 << 20;  // a result with its history has some thousand bytes
        ++number_;
        std::size_t end;
        while ((end = buffer_.find('\n', at_)) == std::string::npos && fill()) {
            if (buffer_.size() > longest) throw std::invalid_argument("the line is too long for a report");
        }
        ended_line_ = end != std::string::npos;
        line = buffer_.substr(at_, end - at_);
        at_ += line.size() + ended_line_;
        if (!ended_line_ && line.empty()) {
            --number_;
            return false;
        }
        if (line.ends_with('\r')) line.pop_back();
        return true;
    }
    /// The line that next() wrote or could not read, from 1; 1 before the first.
    std::size_t number() const { return std::max<std::size_t>(1, number_); }
    /// False if the last line has no end: it may be cut off.
    bool ended_line() const { return ended_line_; }
    /// The first bytes, at most `max_bytes`, which stay until next(): call it before.
    std::string_view head(std::size_t max_bytes) {
        while (buffer_.size() < max_bytes && fill()) {
        }
        return std::string_view(buffer_).substr(0, max_bytes);
    }
    /// The input could not be read to its end.
    bool failed() const { return bytes_.failed(); }

private:
    bool fill() {
        buffer_.erase(0, std::exchange(at_, 0));
        const bool has_more = bytes_.append_to(buffer_);
        if (!bytes_.fault().empty()) throw std::invalid_argument(bytes_.fault());
        return has_more;
    }

    io::InputBytes bytes_;
    std::string buffer_;
    std::size_t at_ = 0, number_ = 0;
    bool ended_line_ = true;
};

namespace {

using experiment::Record;
using experiment::Spent;

constexpr const char* others = "(solve --history), results of an experiment (.jsonl) or of bench --json";
constexpr std::string_view json_header = "{\"kind\":\"header\"", csv_header = "# kind = header";

std::string stem_of(const std::string& name) { return std::filesystem::path(name).stem().string(); }

[[noreturn]] void refuse(const std::string& name, std::size_t line, const std::string& fault) {
    throw FileError(fmt::format("{}:{}: {}", name, line, fault));
}

/// What differs between the header of a history and a later one: "seed is 3, and was 1". Empty if nothing that a
/// resumed run keeps: it may have other devices, and a program that has more settings.
std::string difference(const history::Header& first, const history::Header& later) {
    const auto differ = [](const std::string& name, const auto& was, const auto& is) {
        return was == is ? "" : fmt::format("{} is '{}', and was '{}'", name, is, was);
    };
    std::string text = differ("the configuration", first.name, later.name);
    if (text.empty()) text = differ("seed", first.seed, later.seed);
    if (text.empty()) text = differ("run_seed", first.run_seed, later.run_seed);
    if (text.empty()) text = differ("runs", first.runs, later.runs);
    for (const auto& [setting, value] : first.configuration) {
        const auto same =
            std::ranges::find(later.configuration, setting, [](const auto& other) { return other.first; });
        if (text.empty() && same != later.configuration.end()) text = differ(setting, value, same->second);
    }
    return text;
}

/// What an island had spent at a generation, interpolated between those that are known. Requires one.
Spent spent_at(const std::vector<Spent>& known, std::uint32_t generation) {
    const auto after = std::ranges::lower_bound(known, generation, {}, &Spent::generations);
    if (after == known.end()) return known.back();
    if (after == known.begin() || after->generations == generation) return *after;
    const Spent &low = *std::prev(after), &high = *after;
    const double share = static_cast<double>(generation - low.generations) / (high.generations - low.generations);
    const auto between = [&](auto member) {
        const double value = std::lerp(static_cast<double>(low.*member), static_cast<double>(high.*member), share);
        return static_cast<std::uint64_t>(std::round(std::min(9e18, value)));  // the integer that no double exceeds
    };
    return {{between(&Spent::trials), between(&Spent::redraws)}, generation, between(&Spent::evaluations)};
}

Spent spent_in(const history::Line& line) {
    return {line.numbers.effort, line.island.generation, line.island.evaluations, line.seconds,
            line.numbers.cost_so_far};
}

void add_spent(Spent& to, const Spent& spent) { to.evaluations += spent.evaluations, to.add(spent); }

/// The run with its improvements over all islands.
Record record_of(const RunTrace& run) {
    Record record = run.record;
    const bool running = record.status == "running";
    std::vector<std::vector<Spent>> spent;
    std::vector<Spent> steps;
    double end = 0;
    for (const auto& [number, island] : run.islands) {
        steps.insert(steps.end(), island.steps.begin(), island.steps.end());
        if (island.last_generation) spent.push_back(island.spent.values());
        end = std::max(end, island.last_seconds);
    }
    // A result says how long its puzzle took, and the last line when it ended.
    const double begin = running ? run.begin_seconds : std::max(0.0, end - record.seconds);
    std::ranges::sort(steps, {}, [](const Spent& step) { return std::pair(step.generations, step.cost); });
    for (Spent& step : steps) {
        if (!record.history.empty() && step.cost >= record.history.back().cost) continue;
        step.seconds = std::max(record.history.empty() ? 0.0 : record.history.back().seconds, step.seconds - begin);
        for (const std::vector<Spent>& island : spent) add_spent(step, spent_at(island, step.generations));
        record.history.push_back(step);
    }
    if (!running) return record;
    for (const std::vector<Spent>& island : spent) {
        record.generations = std::max(record.generations, island.back().generations);
        add_spent(record, island.back());
    }
    record.seconds = std::max(0.0, end - begin);
    if (!record.history.empty()) record.cost = record.history.back().cost;
    return record;
}

}  // namespace

void Reader::add(const std::string& name, std::istream& input) {
    Lines lines(input);
    try {
        const std::string_view head = lines.head(256);
        if (head.empty()) refuse(name, 1, fmt::format("the file is empty; expected: a history {}", others));
        if (head.starts_with(json_header)) {
            add_history(name, lines);
        } else if (head.starts_with(csv_header)) {
            refuse(name, 1, "a history as CSV; a report reads JSON lines: record it with --history NAME.jsonl");
        } else if (head.starts_with(experiment::record_head)) {
            add_results(name, lines);
        } else if (head.find("\"program\"") != std::string_view::npos && head.find("bench") != std::string_view::npos) {
            add_benchmark(name, lines);
        } else {
            refuse(name, 1,
                   fmt::format("the file does not begin like one that a report is made of; expected: a history {}",
                               others));
        }
    } catch (const std::invalid_argument& error) {  // of the lines themselves
        refuse(name, lines.number(), error.what());
    }
    if (lines.failed()) throw FileError(fmt::format("{}: the file could not be read to its end", name));
}

void Reader::add_history(const std::string& name, Lines& lines) {
    std::size_t header_line = 1, rows = 0;
    const auto refuse_other = [&](const std::string& what) {
        refuse(name, header_line,
               fmt::format("the history of another run begins here ({}); give each history its own file", what));
    };
    bool begun = false;
    for (std::string text;;) {
        history::AnyLine parsed;
        try {
            if (!lines.next(text)) break;
            if (text.empty()) continue;
            parsed = history::parse_line(text);
        } catch (const std::invalid_argument& error) {
            leave_out(name, lines, fmt::format("a history: {}; repair or remove it", error.what()));
            break;
        }
        if (const auto* header = std::get_if<history::Header>(&parsed)) {
            header_line = lines.number();
            if (!std::exchange(begun, true)) {
                begin_file(name, *header);
            } else if (const std::string other = difference(header_, *header); !other.empty()) {
                refuse_other(other);
            }  // else the run was resumed
            continue;
        }
        const auto& line = std::get<history::Line>(parsed);
        if (line.kind == history::puzzle_line) {
            const std::string& givens = trace_of(line).record.puzzle;
            if (!givens.empty() && givens != line.givens) refuse_other("its puzzles are others");
        } else {
            ++rows;
        }
        add_line(line);
    }
    if (rows == 0) {
        refuse(name, lines.number(), "the history has no rows yet; let its run go on, or leave the file out");
    }
}

/// A file of an experiment that is being written, or a history of a run that was killed, may end in half a line.
void Reader::leave_out(const std::string& name, const Lines& lines, const std::string& expected) {
    if (lines.ended_line()) refuse(name, lines.number(), "this is not a line of " + expected);
    material_.notes.push_back(fmt::format("{}:{}: the last line is cut off; it is left out", name, lines.number()));
}

void Reader::begin_file(const std::string& name, const history::Header& header) {
    header_ = header;
    traces_.clear();
    std::string settings;
    for (const auto& [setting, value] : header.configuration) settings += setting + "=" + value + "\n";
    label_ = header.name.empty() ? label_of("", settings, stem_of(name)) : label_of(header.name, "", header.name);
    FileFacts facts{name, "history", {}};
    facts.facts = {{"configuration", label_},
                   {"version", header.version},
                   {"commit", header.commit},
                   {"started", header.started},
                   {"device", fmt::format("{}", fmt::join(header.devices, ", "))},
                   {"seed", std::to_string(header.seed)}};
    for (const auto& setting : header.configuration) facts.facts.push_back(setting);
    material_.files.push_back(std::move(facts));
}

/// Configurations are one if their names and settings agree as far as both are known: the history of an experiment
/// names a configuration, its results also have a hash of the settings, and a history of `solve` has only settings.
std::string Reader::label_of(const std::string& name, const std::string& identity, const std::string& wanted) {
    for (Label& known : labels_) {
        if (known.name != name || (known.identity != identity && !known.identity.empty() && !identity.empty()))
            continue;
        if (known.identity.empty()) known.identity = identity;
        return known.label;
    }
    std::string label = wanted;
    for (int number = 2; std::ranges::find(labels_, label, &Label::label) != labels_.end(); ++number) {
        label = fmt::format("{} ({})", wanted, number);
    }
    labels_.push_back({name, identity, label});
    return label;
}

RunTrace& Reader::trace_of(const history::Line& line) {
    const auto [found, is_first] = traces_.try_emplace({line.seed, line.island.puzzle_index}, material_.traces.size());
    if (is_first) {
        RunTrace& trace = material_.traces.emplace_back();
        trace.puzzle_index = line.island.puzzle_index;
        trace.record.configuration = label_, trace.record.status = "running";
        trace.record.configuration_place = header_.configuration_place;
        trace.record.puzzle_place = header_.puzzle_place;
        for (const auto& [setting, value] : header_.configuration)
            if (setting == "cost") trace.record.settings = setting + "=" + value;
        trace.record.seed = line.seed, trace.record.run_seed = header_.run_seed != 0 ? header_.run_seed : line.seed;
        constexpr std::size_t puzzles_shown = 4;
        trace.shown =
            shown_[{label_, line.givens}]++ < runs_shown_ && shown_[{label_, "all"}]++ < puzzles_shown * runs_shown_;
    }
    return material_.traces[found->second];
}

void Reader::add_line(const history::Line& line) {
    RunTrace& trace = trace_of(line);
    Record& record = trace.record;
    if (line.kind == history::puzzle_line) {
        if (!record.puzzle.empty()) return;  // of a resumed run, again
        record.puzzle = line.givens, record.file = line.file, record.line = line.line;
        trace.begin_seconds = line.seconds;
        return;
    }
    if (line.kind == history::result_line) {
        if (line.stopped && line.island.evaluations != 0) return;  // it still runs, as far as anyone knows
        record.status = line.stopped ? "not begun" : line.status;
        record.solved = record.status == "solved";
        static_cast<Spent&>(record) = spent_in(line);
        return;
    }
    IslandTrace& island = trace.islands[line.island.island_of_puzzle + 1];
    const std::uint32_t generation = line.island.generation, best_so_far = line.numbers.cost_so_far;
    const bool is_row = line.kind == history::generation_line;
    // Lines of a resumed run come again. An event may belong to the last row.
    if (island.last_generation &&
        (is_row ? generation <= *island.last_generation : generation < *island.last_generation))
        return;
    island.last_seconds = line.seconds;
    if (!line.board.empty() && (island.steps.empty() || best_so_far < island.steps.back().cost))
        island.steps.push_back({{}, generation, 0, island.last_seconds, best_so_far});
    if (is_row) {
        island.last_generation = generation;
        island.spent.add(spent_in(line));
        if (!trace.shown) return;
        if (!island.best || line.numbers.cost <= island.best->numbers.cost) island.best = line;
        island.rows.add(line);
    } else if (line.event == "migration" || line.event == "restart") {
        island.marks.try_emplace(line.event, IslandTrace::max_rows).first->second.add(generation);
    }
}

void Reader::add_results(const std::string& name, Lines& lines) {
    std::size_t count = 0;
    experiment::Provenance made_by;
    for (std::string text; lines.next(text); ++count) {
        Record record;
        try {
            record = experiment::parse_record(text);
        } catch (const std::invalid_argument&) {
            leave_out(name, lines, fmt::format("results; expected: a history {}", others));
            break;
        }
        made_by = record.made_by;
        record.forget_shared_texts();
        record.configuration =
            label_of(record.configuration, fmt::format("{:016x}", record.config_hash), record.configuration);
        material_.runs.push_back(std::move(record));
    }
    material_.files.push_back({name,
                               "results of an experiment",
                               {{"runs", std::to_string(count)},
                                {"version", made_by.version},
                                {"commit", made_by.commit},
                                {"machine", made_by.machine}}});
}

void Reader::add_benchmark(const std::string& name, Lines& lines) {
    bench::Result result;
    try {
        constexpr std::size_t longest = 64 << 20;
        const std::string_view text = lines.head(longest + 1);
        if (text.size() > longest) throw std::invalid_argument("the file is too long for a report");
        result = bench::from_json(text);
    } catch (const std::invalid_argument& error) {
        refuse(name, 1, fmt::format("this result of bench can't be read: {}", error.what()));
    }
    FileFacts facts{name, "benchmark", {{"date", result.date}}};
    for (const auto& fact : result.build) facts.facts.push_back(fact);
    for (const bench::Subject& subject : result.subjects) {
        std::string text = subject.name;
        for (const auto& [fact, value] : subject.facts) text += fmt::format("; {} {}", fact, value);
        facts.facts.emplace_back(subject.id, text);
    }
    if (!result.stopped.empty()) facts.facts.emplace_back("not complete", result.stopped);
    material_.files.push_back(std::move(facts));
    material_.benchmarks.push_back({stem_of(name), std::move(result)});
}

Material Reader::take(const std::string& first) {
    const auto is_before = [](const std::string& one, const std::string& other) {
        return strverscmp(one.c_str(), other.c_str()) < 0;  // "b2" before "b10"
    };
    // The place in the plan, as the last run tells it. If two have one place, the later run is of the newer plan.
    using Place = std::pair<std::uint64_t, std::size_t>;
    std::map<std::string, Place> configurations;
    std::map<std::pair<std::string, std::size_t>, Place> puzzles;
    const auto is_earlier = [&](const Record& one, const Record& other) {
        if (one.configuration != other.configuration) {
            if (one.configuration == first || other.configuration == first) return one.configuration == first;
            const Place left = configurations[one.configuration], right = configurations[other.configuration];
            return left == right ? is_before(one.configuration, other.configuration) : left < right;
        }
        const Place left = puzzles[{one.file, one.line}], right = puzzles[{other.file, other.line}];
        if (left != right) return left < right;
        if (one.file != other.file) return is_before(one.file, other.file);
        return std::tie(one.line, one.seed) < std::tie(other.line, other.seed);
    };
    const auto note = [&](const char* what, std::size_t count, const char* effect) {
        if (count != 0) material_.notes.push_back(fmt::format("{}: {}; {}", what, count, effect));
    };
    std::map<std::pair<std::string, std::size_t>, std::string> places;
    const auto tell_apart = [&](Record& run) {  // another puzzle at one place, as `--puzzle:1` of two commands
        while (!run.file.empty() && places.try_emplace({run.file, run.line}, run.puzzle).first->second != run.puzzle)
            run.file += " (other)";
    };
    std::ranges::for_each(material_.runs, tell_apart);
    std::ranges::for_each(material_.traces, tell_apart, &RunTrace::record);
    const auto is_not_begun = [](const RunTrace& trace) { return trace.record.status == "not begun"; };
    note("puzzles that were not begun", std::erase_if(material_.traces, is_not_begun), "they are left out");
    std::set<std::tuple<std::string, std::string, std::uint64_t, std::uint32_t>> seen;
    const auto is_again = [&](const Record& run, std::uint32_t puzzle_index = 0) {  // a run of an experiment has one
        return !seen.emplace(run.configuration, run.puzzle, run.run_seed, puzzle_index).second;
    };
    const auto is_whole = [](const RunTrace& trace) { return trace.record.status != "running"; };
    std::ranges::stable_partition(material_.traces, is_whole);  // of one run, that with its result counts
    std::size_t twice = std::erase_if(material_.runs, is_again), running = 0;
    for (const RunTrace& trace : material_.traces) {
        running += !is_whole(trace);
        is_again(trace.record, trace.puzzle_index) ? void(++twice) : material_.runs.push_back(record_of(trace));
    }
    note("runs that appear in several files", twice, "each counts once");
    note("runs without a result", running, "they are in the curves, not in the statistics");
    experiment::names_of(experiment::plan_of(material_.runs), first);  // throws unless it is one
    for (std::size_t left = material_.runs.size(); const Record& run : material_.runs) {
        left -= run.configuration_place != 0;
        configurations[run.configuration] = {run.configuration_place - 1, left};
        puzzles[{run.file, run.line}] = {run.puzzle_place - 1, left};
    }
    std::ranges::stable_sort(material_.runs, is_earlier);
    std::ranges::stable_sort(material_.traces, is_earlier, &RunTrace::record);
    return std::move(material_);
}

}  // namespace evodoku::report
