// The result of a benchmark as tables: rows down, devices across, then the ratios of devices; phases; and the summary.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "output.hpp"
#include "tables.hpp"

namespace evodoku::app {
namespace {

using bench::marked;
using bench::Measurement;
using bench::Result;
using bench::Subject;
using Cells = std::vector<std::string>;

/// A row: its labels, and what the devices have measured.
struct MeasuredRow {
    Cells labels;
    std::string what;
    std::uint32_t population = 0;
};

/// A column that each device has.
struct DeviceColumn {
    std::string heading;
    std::function<std::string(const Measurement&)> cell;
};

std::string rate_text(const bench::Timing& timing) {
    const double rate = timing.rate();
    return marked((rate < 100 ? fmt::format("{:.3g}", rate) : rounded(rate)) + "/s", is_unsteady(timing));
}

std::string ratio_text(const std::optional<bench::Comparison>& ratio) {
    return ratio ? marked(fmt::format("{:.2f}", ratio->ratio), ratio->unsteady) : "-";
}

std::string solved_text(const Measurement& solved) {
    return fmt::format("{:.4g} %", 100 * solved.timing.items / static_cast<double>(solved.batch));
}

const DeviceColumn rate_column = {"", [](const Measurement& own) { return rate_text(own.timing); }};
const DeviceColumn spread_column = {"spread", [](const Measurement& own) { return percent_text(own.timing.spread()); }};
const DeviceColumn batch_column = {"batch", [](const Measurement& own) { return std::to_string(own.batch); }};

/// Empty without rows. `labels`: headings of the labels. The heading of the first column begins with the device.
std::string table(const Result& result, const std::string& title, const Cells& labels,
                  const std::vector<MeasuredRow>& rows, const std::vector<DeviceColumn>& columns,
                  bool has_ratios = true) {
    if (rows.empty()) return "";
    const auto pairs = has_ratios ? pairs_of(result) : decltype(pairs_of(result))();
    std::vector<Cells> text{labels};
    for (const Subject& subject : result.subjects) {
        for (const DeviceColumn& column : columns)
            text[0].push_back(&column == columns.data() ? subject.id + column.heading : column.heading);
    }
    for (const auto& [fast, slow] : pairs) text[0].push_back(fast + " : " + slow);
    for (const MeasuredRow& row : rows) {
        Cells& line = text.emplace_back(row.labels);
        for (const Subject& subject : result.subjects) {
            const Measurement* own = result.find(subject.id, row.what, row.population);
            for (const DeviceColumn& column : columns) line.push_back(own != nullptr ? column.cell(*own) : "-");
        }
        for (const auto& pair : pairs)
            line.push_back(ratio_text(compare_devices(result, pair, row.what, row.population)));
    }
    return fmt::format("\n{}\n{}", title, aligned(text));
}

/// Each population that has measured it, in the order of the result.
std::vector<MeasuredRow> populations_of(const Result& result, const std::string& what) {
    std::vector<MeasuredRow> rows;
    for (const Measurement& each : result.measurements) {
        const bool is_new = std::ranges::count(rows, each.population, &MeasuredRow::population) == 0;
        if (each.what == what && is_new) rows.push_back({{std::to_string(each.population)}, what, each.population});
    }
    return rows;
}

/// What begins so, each once, in the order of the result.
std::vector<std::string> works_with(const Result& result, std::string_view begin) {
    std::vector<std::string> works;
    for (const Measurement& each : result.measurements) {
        if (each.what.starts_with(begin) && std::ranges::count(works, each.what) == 0) works.push_back(each.what);
    }
    return works;
}

std::string work_table(const Result& result, const std::string& what, std::string title) {
    const auto time = [](const Measurement& own) {
        return marked(fmt::format("{:.3g} ms", 1e3 / own.timing.rate()), is_unsteady(own.timing));
    };
    std::vector<DeviceColumn> columns = {what == "start" ? DeviceColumn{"", time} : rate_column, spread_column};
    if (const bench::Work work = bench::work_of(what); work.bytes != 0) {
        title += fmt::format("; {:.0f} bytes and {:.0f} operations each at least", work.bytes, work.operations);
        columns.push_back({"peak", [&](const Measurement& own) {
                               const bench::Share share = share_of_peak(own, *result.find_subject(own.subject));
                               return percent_text(share.of_peak) + (share.by_memory ? " mem" : " int");
                           }});
    }
    return table(result, title, {"population"}, populations_of(result, what), columns);
}

/// Hard puzzles: one row per set.
std::string puzzle_table(const Result& result) {
    std::vector<MeasuredRow> rows;
    for (const std::string& what : works_with(result, "puzzles/")) {
        const auto first = std::ranges::find(result.measurements, what, &Measurement::what);
        rows.push_back({{what.substr(what.find('/') + 1)}, what, first->population});
    }
    return table(result, "Hard puzzles solved per second, from puzzle to verified answer, the default configuration",
                 {"set"}, rows, {rate_column, spread_column, batch_column, {"solved", solved_text}});
}

/// Puzzles with one solution: one row per request.
std::string generate_table(const Result& result) {
    std::vector<MeasuredRow> rows;
    for (const std::string& what : works_with(result, "generate/"))
        rows.push_back({{what.substr(what.find('/') + 1)}, what});
    return table(result, "9 x 9 puzzles with one solution made per second from solved grids, on one thread",
                 {"request"}, rows, {rate_column, spread_column, {"found", solved_text}}, false);
}

/// Boards of the caller: a table per set. Boards that logic fills have no redraws.
std::string board_tables(const Result& result) {
    std::string text;
    for (const std::string& redraws : works_with(result, "redraws-")) {
        const std::string name = redraws.substr(redraws.find('-') + 1);
        const auto of_solved = [&](std::string (*cell)(const Measurement&), const char* none) {
            return [&result, &name, cell, none](const Measurement& own) {
                const Measurement* solved = result.find(own.subject, "boards-" + name, own.population);
                return solved != nullptr ? cell(*solved) : none;
            };
        };
        const auto rate = [](const Measurement& solved) { return rate_text(solved.timing); };
        text +=
            table(result,
                  fmt::format("Boards {}: solved per second, and redraws per second, the default configuration", name),
                  {"population"}, populations_of(result, redraws),
                  {{": boards", of_solved(rate, "-")},
                   {"redraws", rate_column.cell},
                   spread_column,
                   batch_column,
                   {"solved", of_solved(solved_text, "0 %")}});
    }
    return text;
}

/// Children per second with one change, and as a share of the plain rate.
std::string variant_table(const Result& result) {
    std::vector<MeasuredRow> rows;
    for (const Measurement& each : result.measurements) {
        if (!each.what.starts_with("variant/") || each.subject != result.subjects.front().id) continue;
        const std::string name = each.what.substr(each.what.find('/') + 1);  // "box-board/pairs"
        const std::string label = name.ends_with("/plain") ? name : "  " + name.substr(name.find('/') + 1);
        rows.push_back({{label, std::to_string(each.population)}, each.what, each.population});
    }
    const auto share = [](const Measurement& own) -> std::string {
        if (!own.plain) return "-";
        const bench::Pair pair{own.timing, *own.plain};
        return marked(fmt::format("{:.2f}", pair.share()), pair.spread() > bench::unsteady_spread);
    };
    const auto spread = [](const Measurement& own) {
        return own.plain ? percent_text(bench::Pair{own.timing, *own.plain}.spread()) : "-";
    };
    return table(result,
                 "Children per second of the plain genetic algorithm with one thing changed. ': plain' is the share "
                 "of the plain rate,\nwhich is timed in turn with it, and the spread of that share",
                 {"", "population"}, rows, {rate_column, {": plain", share}, {"spread", spread}}, false);
}

/// Time per child of each phase, and its share of all phases: devices down, phases across.
std::string phase_table(const Result& result) {
    const std::vector<std::string> phases = works_with(result, "phase/");
    if (phases.empty()) return "";
    std::vector<Cells> rows{{"population", "device"}};
    for (const std::string& phase : phases) rows[0].push_back(phase.substr(phase.find('/') + 1));
    rows[0].push_back("sum");
    for (const MeasuredRow& population : populations_of(result, phases.front())) {
        for (const Subject& subject : result.subjects) {
            std::vector<const Measurement*> all;
            double sum = 0;
            for (const std::string& phase : phases) {
                all.push_back(result.find(subject.id, phase, population.population));
                if (all.back() != nullptr) sum += 1e9 / all.back()->timing.rate();
            }
            if (sum == 0) continue;
            Cells& row = rows.emplace_back(population.labels);
            row.push_back(subject.id);
            for (const Measurement* own : all) {
                const double each = own != nullptr ? 1e9 / own->timing.rate() : 0;
                row.push_back(marked(fmt::format("{:.3g} ns {:>3.0f} %", each, 100 * each / sum),
                                     own != nullptr && is_unsteady(own->timing)));
            }
            row.push_back(fmt::format("{:.3g} ns", sum));
        }
    }
    return "\nTime per child of each phase by itself; whole generations chain them and take less on a CPU\n" +
           aligned(rows);
}

/// Speed ratio of the GPUs to the CPU, and the population from which they win. Without a GPU: all threads and one.
std::string summary(const Result& result) {
    const std::vector<bench::Headline> all = bench::headlines(result);
    const auto is_gpu = [](const bench::Headline& line) { return line.ratios[0].subject.starts_with("cuda"); };
    const bool has_gpu = std::ranges::any_of(all, is_gpu);
    const bool has_cpu = result.find_subject("cpu") != nullptr;  // on all threads
    std::vector<Cells> rows{{"", "", "ratio", "at population", "ratio", "at population"}};
    if (has_gpu) rows[0].push_back("GPU wins from population");
    for (const bench::Headline& line : all) {
        const bench::Comparison &small = line.ratios.front(), &large = line.ratios.back();
        if (has_gpu && (!is_gpu(line) || (has_cpu && large.reference != "cpu"))) continue;
        const bool is_set = large.what.starts_with("puzzles/"), has_two = small.population < large.population;
        rows.push_back({fmt::format("{} : {}", large.subject, large.reference), large.what,
                        has_two ? ratio_text(small) : "", has_two ? std::to_string(small.population) : "",
                        ratio_text(large), is_set ? "" : std::to_string(large.population)});
        if (has_gpu && !is_set) {
            const bool never = line.wins_from == 0;
            rows.back().push_back(never ? "never" : marked(rounded(line.wins_from), line.wins_unsteadily));
        }
    }
    if (rows.size() == 1) return "";
    return fmt::format("\nSummary: {}\n", has_gpu ? "GPU : CPU" : "no GPU was measured; all threads : one") +
           aligned(rows);
}

/// The state of GPUs around each measurement. Figures of one step have the same.
std::string clock_table(const Result& result) {
    std::vector<Cells> rows{{"device", "measurement", "population", "before", "after", "throttled by"}};
    const auto text = [](const GpuState& of) {
        return fmt::format("{} MHz, memory {} MHz, {} C, {:.0f} W", of.sm_mhz, of.memory_mhz, of.celsius,
                           of.milliwatts / 1000.0);
    };
    const auto add = [&](const std::string& id, const std::string& what, const std::string& population,
                         const std::optional<bench::Clocks>& clocks) {
        if (!clocks || !clocks->after.unknown.empty()) return;
        rows.push_back({id, what, population, text(clocks->before), text(clocks->after), clocks->throttled_by()});
    };
    for (const Subject& subject : result.subjects) add(subject.id, "peaks", "", subject.clocks);
    for (const Measurement& each : result.measurements)
        add(each.subject, each.what, std::to_string(each.population), each.clocks);
    return rows.size() == 1 ? "" : "\nClocks, temperature and power; 0: not reported\n" + aligned(rows);
}

std::string fact(const bench::Facts& facts, const std::string& name) {
    const auto found = std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
    return found != facts.end() ? found->second : "?";
}

/// Devices and their peaks, the load, and what is to know before the figures.
std::string head_of(const Result& result) {
    std::string text = fmt::format("evodoku {}, commit {}; {}; seed {}; {}\n", fact(result.build, "version"),
                                   fact(result.build, "commit"), fact(result.build, "flags"), result.seed, result.date);
    std::vector<Cells> devices{{"device", "copy", "spread", "integers", "spread"}};
    for (const Subject& subject : result.subjects) {
        const std::string name = fact(subject.facts, "name");
        Cells& row = devices.emplace_back(1, fmt::format("{}  {}", subject.id, subject.name));
        if (subject.name.find(name) == std::string::npos) row[0] += ", " + name;
        const auto add = [&](const bench::Timing& timing, const char* unit) {
            row.push_back(marked(fmt::format("{:.4g} {}/s", timing.rate() / 1e9, unit), is_unsteady(timing)));
            row.push_back(percent_text(timing.spread()));
        };
        add(subject.copy, "GB"), add(subject.compute, "G");
    }
    text += fmt::format("\n{}\nLoad: {}\n", aligned(devices), load_text(result.load));
    if (is_overloaded(result.load)) text += fmt::format("{}\n", bench::overload_text);
    for (const Subject& subject : result.subjects) {
        if (subject.clocks && !subject.clocks->after.unknown.empty())
            text += fmt::format("Clocks and power of {}: not known, {}\n", subject.id, subject.clocks->after.unknown);
    }
    if (!result.stopped.empty()) text += "STOPPED: " + result.stopped + "\n";
    if (!result.agreements.empty()) {
        text += fmt::format("\nVerified: {}{}\n", counted(result.agreements.size(), "evolution"),
                            result.subjects.size() > 1 ? ", the same bytes on every device" : "");
    }
    return text;
}

}  // namespace

std::string progress_text(const bench::Progress& progress) {
    const double seconds = progress.seconds_left;
    const std::string left =
        seconds < 90 ? fmt::format("{:.0f} s", std::max(1.0, seconds)) : fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("bench: [{}/{}] {} (about {} left)", progress.step, progress.steps, progress.what, left);
}

std::string bench_tables(const Result& result) {
    std::string text = head_of(result) + puzzle_table(result) + generate_table(result) + board_tables(result);
    text += work_table(result, "score", "Boards scored per second, with the population in memory");
    text += work_table(result, "generations", "Children per second, whole generations of the plain configuration");
    text += phase_table(result);
    text += work_table(result, "metropolis-swap", "Trials per second, mutation metropolis-swap");
    text += work_table(result, "heat-bath", "Redraws per second, mutation heat-bath");
    text += work_table(result, "rank", "Individuals ranked per second");
    for (const char* kind : {"crossover/", "mutation/"}) {
        for (const std::string& what : works_with(result, kind))
            text += work_table(result, what, "Children per second, " + what);
    }
    text += variant_table(result);
    text += work_table(result, "start", "A whole run of the program with one generation");
    text += clock_table(result) + summary(result);
    if (text.find('~') != std::string::npos) {
        text +=
            fmt::format("\n~ spread over {:.0f} %: measure again on a quiet machine\n", 100 * bench::unsteady_spread);
    }
    return text;
}

}  // namespace evodoku::app
