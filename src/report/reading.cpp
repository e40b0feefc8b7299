// Which kind of file it is, and the runs of each.
#include "report/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <variant>

namespace evodoku::report {
namespace {

constexpr const char* others = "(solve --history), results of an experiment (.jsonl) or of bench --json";

std::string stem_of(const std::string& name) { return std::filesystem::path(name).stem().string(); }

[[noreturn]] void refuse(const std::string& name, std::size_t line, const std::string& fault) {
    throw ContentError(fmt::format("{}:{}: {}", name, line, fault));
}

std::string identity_of(const history::Header& header) {
    std::string identity;
    for (const auto& [setting, value] : header.configuration) identity += setting + "=" + value + "\n";
    return identity;
}

/// What differs between the header of a history and a later one: "seed is 3, and was 1". Empty if nothing that a
/// resumed run keeps: it may have other devices, and a program that has more settings.
std::string difference(const history::Header& first, const history::Header& later) {
    std::vector<std::pair<std::string, std::pair<std::string, std::string>>> values = {
        {"the configuration", {first.name, later.name}},
        {"seed", {std::to_string(first.seed), std::to_string(later.seed)}},
        {"run_seed", {std::to_string(first.run_seed), std::to_string(later.run_seed)}},
        {"runs", {std::to_string(first.runs), std::to_string(later.runs)}}};
    for (const auto& [setting, value] : first.configuration) {
        const auto same = std::ranges::find(later.configuration, setting, [](const auto& each) { return each.first; });
        if (same != later.configuration.end()) values.push_back({setting, {value, same->second}});
    }
    for (const auto& [name, both] : values) {
        if (both.first != both.second) return fmt::format("{} is '{}', and was '{}'", name, both.second, both.first);
    }
    return "";
}

/// A file of an experiment that is being written, or a history of a run that was killed, may end so.
std::string cut_off(const std::string& name, std::size_t line) {
    return fmt::format("{}:{}: the last line is cut off; it is left out", name, line);
}

}  // namespace

void Reader::add(const std::string& name, std::istream& input) {
    Lines lines(input);
    try {
        const std::string_view head = lines.head(256);
        if (head.empty()) refuse(name, 1, fmt::format("the file is empty; expected: a history {}", others));
        if (head.starts_with("{\"kind\":\"header\"")) {
            add_history(name, lines, history::FileFormat::json_lines);
        } else if (head.starts_with("# kind = header")) {
            add_history(name, lines, history::FileFormat::csv);
        } else if (head.starts_with(experiment::record_head)) {
            add_results(name, lines);
        } else if (head.find("\"program\"") != std::string_view::npos && head.find("bench") != std::string_view::npos) {
            add_benchmark(name, lines);
        } else {
            refuse(name, 1,
                   fmt::format("the file does not begin like one that a report is made of; expected: a history {}",
                               others));
        }
    } catch (const ContentError&) {
        throw;
    } catch (const std::invalid_argument& error) {  // of the lines themselves
        refuse(name, std::max<std::size_t>(1, lines.number()), error.what());
    }
    if (lines.failed()) throw ContentError(fmt::format("{}: the file could not be read to its end", name));
}

void Reader::add_history(const std::string& name, Lines& lines, history::FileFormat format) {
    std::size_t header_line = 1, kept = 0, rows = 0;  // the header of a CSV file is a block of lines
    history::HistoryReader reader(format, [&](std::string& text) {
        const bool there = lines.next(text);
        if (text.starts_with("{\"kind\":\"header\"") || text.starts_with("# kind = header"))
            header_line = lines.number();
        return there;
    });
    const auto refuse_other = [&](const std::string& what) {
        refuse(name, header_line,
               fmt::format("the history of another run begins here ({}); give each history its own file", what));
    };
    for (;;) {
        std::optional<history::AnyLine> line;
        try {
            line = reader.next();
        } catch (const std::invalid_argument& error) {
            if (lines.ended_line()) {
                refuse(name, lines.number(),
                       fmt::format("this is not a line of a history: {}; repair or remove it", error.what()));
            }
            material_.notes.push_back(cut_off(name, lines.number()));
            break;
        }
        if (!line) break;
        ++kept;
        if (const auto* header = std::get_if<history::Header>(&*line)) {
            if (kept == 1) {
                begin_file(name, *header);
            } else if (const std::string other = difference(header_, *header); !other.empty()) {
                refuse_other(other);
            }  // else the run was resumed
            continue;
        }
        if (const auto* puzzle = std::get_if<history::PuzzleLine>(&*line)) {
            const std::string& givens = run_of(*puzzle).givens;
            if (!givens.empty() && givens != puzzle->givens) refuse_other("its puzzles are others");
        }
        rows += !std::holds_alternative<history::PuzzleLine>(*line);
        std::visit(
            [&](const auto& each) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(each)>, history::Header>) take_line(each);
            },
            *line);
    }
    if (rows == 0) {
        refuse(name, std::max<std::size_t>(1, lines.number()),
               "the history has no rows yet; let its run go on, or leave the file out");
    }
}

void Reader::begin_file(const std::string& name, const history::Header& header) {
    header_ = header;
    runs_.clear();
    label_ =
        header.name.empty() ? label_of("", identity_of(header), stem_of(name)) : label_of(header.name, "", header.name);
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

RunTrace& Reader::run_of(const history::RunKey& key) {
    const auto [found, is_first] = runs_.try_emplace({key.seed, key.puzzle}, material_.runs.size());
    if (is_first) {
        RunTrace run;
        run.configuration = label_;
        run.seed = key.seed, run.run_seed = header_.run_seed != 0 ? header_.run_seed : key.seed;
        run.version = header_.version, run.commit = header_.commit;
        run.device = fmt::format("{}", fmt::join(header_.devices, ", "));
        run.shown = shown_[label_]++ < runs_shown_;
        material_.runs.push_back(std::move(run));
    }
    return material_.runs[found->second];
}

void Reader::take_line(const history::PuzzleLine& puzzle) {
    RunTrace& run = run_of(puzzle);
    if (!run.givens.empty()) return;  // of a resumed run, again
    run.givens = puzzle.givens, run.file = puzzle.file, run.line = puzzle.line, run.begin_seconds = puzzle.seconds;
}

void Reader::take_line(const history::GenerationLine& row) {
    RunTrace& run = run_of(row);
    IslandTrace& island = run.islands[row.island];
    if (island.last_generation && row.generation <= *island.last_generation) return;  // of a resumed run, again
    island.last_generation = row.generation, island.last_seconds = row.seconds;
    const IslandTrace::Spent spent{row.generation, row.evaluations, row.trials, row.redraws};
    if (island.steps.empty() || row.best_so_far < island.steps.back().cost) {
        island.steps.push_back({row.generation, row.best_so_far, row.seconds});
    }
    if (island.steps.back().generation == row.generation) island.spent_at_steps.push_back(spent);
    island.spent.add(spent);
    if (!run.shown) return;
    if (!island.best || row.best <= island.best->best) island.best = row;
    island.rows.add(row);
}

void Reader::take_line(const history::EventLine& event) {
    IslandTrace& island = run_of(event).islands[event.island];
    if (island.last_generation && event.generation < *island.last_generation) return;
    island.last_seconds = event.seconds;
    if (event.best_so_far && (island.steps.empty() || *event.best_so_far < island.steps.back().cost)) {
        island.steps.push_back({event.generation, *event.best_so_far, event.seconds});
    }
    if (event.event != history::Event::migration && event.event != history::Event::restart) return;
    ++island.marks_of[event.event];
    island.marks.add({event.generation, event.event});
}

void Reader::take_line(const history::ResultLine& result) { run_of(result).result = result; }

void Reader::add_results(const std::string& name, Lines& lines) {
    std::size_t count = 0;
    experiment::Provenance made_by;
    std::string text;
    while (lines.next(text)) {
        experiment::Record record;
        try {
            record = experiment::parse_record(text);
        } catch (const std::invalid_argument& error) {
            if (lines.ended_line()) {
                refuse(name, lines.number(),
                       fmt::format("this is not a line of results; expected: a history {}", others));
            }
            material_.notes.push_back(cut_off(name, lines.number()));
            break;
        }
        made_by = record.made_by;
        record.settings.clear();  // long, and not shown
        ++count;
        record.configuration =
            label_of(record.configuration, fmt::format("{:016x}", record.config_hash), record.configuration);
        if (!is_new(record)) continue;
        if (!record.history.empty()) material_.trajectories.push_back(record);
        record.history.clear();
        material_.records.push_back(std::move(record));
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
        result = bench::from_json(lines.rest());
    } catch (const std::invalid_argument& error) {
        refuse(name, 1, fmt::format("this result of bench can't be read: {}", error.what()));
    }
    FileFacts facts{name, "benchmark", {{"date", result.date}}};
    for (const auto& fact : result.build) facts.facts.push_back(fact);
    for (const bench::Subject& subject : result.subjects) facts.facts.emplace_back(subject.id, subject.name);
    if (!result.stopped.empty()) facts.facts.emplace_back("not complete", result.stopped);
    material_.files.push_back(std::move(facts));
    material_.benchmarks.push_back({stem_of(name), std::move(result)});
}

bool Reader::is_new(const experiment::Record& record) {
    const bool added = seen_.insert({record.configuration, record.puzzle, record.run_seed}).second;
    twice_ += !added;
    return added;
}

}  // namespace evodoku::report
