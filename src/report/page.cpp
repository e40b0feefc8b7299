// HTML of the statistics and notes, and the material as JSON, put into page/report.html.
#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/characters.hpp"
#include "io/json.hpp"

namespace evodoku::report {

// The files in page/ and the chart library: see cmake/embed.cmake.
extern const std::string_view page_frame, page_style, page_script, chart_licence, chart_library;

void describe(auto& fields, const Benchmark& benchmark) {
    fields("name", benchmark.name);
    fields.put_json("result", bench::to_json(benchmark.result));
}

namespace {

using experiment::Grouping;
using experiment::Record;
using experiment::TableColumn;
using history::Line;
using io::json_list_of;
using io::markup_text;

constexpr std::size_t max_islands = 4;  // of a run: its best, and the first others
constexpr std::size_t max_rows = 500;   // of the table with a row per puzzle

/// A list: work, evaluations, seconds, generations and the lowest cost.
std::string spent_json(const experiment::Spent& spent) {
    return fmt::format("[{},{},{:.6g},{},{}]", spent.work(), spent.evaluations, spent.seconds, spent.generations,
                       spent.cost);
}

/// A run's puzzle, as the table of statistics names it.
std::string puzzle_of(const Record& run) {
    return run.file.empty() ? run.puzzle : fmt::format("{}:{}", run.file, run.line);
}

std::string json_of(const Record& run) {
    io::Record json;
    json.put("configuration", run.configuration);
    json.put("puzzle", puzzle_of(run));
    json.put("status", run.status);
    json.put_json("spent", spent_json(run));
    json.put_json("steps", json_list_of(run.history, spent_json));
    return json.on_one_line();
}

/// Each column over the rows; null where a row lacks it.
std::string columns_json(const std::vector<Line>& rows) {
    const history::LineRecord all = history::fields_of(history::generation_line);
    std::vector<std::vector<std::string>> values(all.size());
    for (const Line& row : rows) {
        history::LineRecord fields;
        describe(fields, row);
        for (std::size_t k = 0, at = 0; k < all.size(); ++k) {
            const bool is_there = at < fields.size() && fields.field(at).name == all.field(k).name;
            const auto [name, value, is_text] = fields.field(is_there ? at++ : 0);
            const bool is_null = !is_there || value.empty();
            values[k].push_back(is_null ? "null" : is_text ? io::json_of(value) : std::string(value));
        }
    }
    io::Record columns;
    for (std::size_t k = 0; k < all.size(); ++k)
        columns.put_json(all.field(k).name, fmt::format("[{}]", fmt::join(values[k], ",")));
    return columns.on_one_line();
}

/// The rows of an island, and that of its best board. A board that repeats the one before is left out, and boards are
/// thinned evenly: 200 are kept, or 100 of more than 625 cells.
std::vector<Line> rows_of(const IslandTrace& island) {
    std::vector<Line> rows = island.rows.values();
    const auto generation = [](const Line& row) { return row.island.generation; };
    const auto place = std::ranges::lower_bound(rows, generation(*island.best), {}, generation);
    if (place == rows.end() || generation(*place) != generation(*island.best)) rows.insert(place, *island.best);
    Thinned<std::uint32_t> kept(island.best->board.size() > 625 ? 100 : 200);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (k == 0 || k + 1 == rows.size() || rows[k].board != rows[k - 1].board) kept.add(generation(rows[k]));
    }
    const std::vector<std::uint32_t> boards = kept.values();
    for (Line& row : rows) {
        const bool is_kept = std::ranges::binary_search(boards, generation(row));
        if (!is_kept && generation(row) != generation(*island.best)) row.board.clear();
    }
    return rows;
}

std::string json_of(const RunTrace& trace, std::uint32_t number, const IslandTrace& island) {
    const Record& run = trace.record;
    io::Record json, marks;
    for (const auto& [event, of] : island.marks) {
        io::Record mark;
        mark.put("count", of.count());
        mark.put("generations", of.values());
        marks.put_json(event, mark.on_one_line());
    }
    json.put("configuration", run.configuration);
    json.put("seed", std::to_string(run.seed));  // scripts round numbers beyond 2^53
    json.put("puzzle", puzzle_of(run));
    json.put("island", number);
    json.put("islands", trace.islands.size());
    json.put("givens", run.puzzle);
    json.put_json("columns", columns_json(rows_of(island)));
    json.put_json("marks", marks.on_one_line());
    return json.on_one_line();
}

/// No text in it can end the script element.
std::string data_of(const Material& material) {
    std::vector<std::string> histories;
    for (const RunTrace& trace : material.traces) {
        const auto lowest = [](const auto& island) {
            return island.second.best ? std::uint64_t{island.second.best->numbers.cost} : ~0ull;
        };
        const auto best = std::ranges::min_element(trace.islands, {}, lowest);
        std::size_t others = 0;
        for (auto island = trace.islands.begin(); island != trace.islands.end(); ++island) {
            if (!island->second.best || (island != best && ++others >= max_islands)) continue;
            histories.push_back(json_of(trace, island->first, island->second));
        }
    }
    io::Record json;
    json.put_json("runs", json_list_of(material.runs, [](const Record& run) { return json_of(run); }));
    json.put_json("histories", fmt::format("[{}]", fmt::join(histories, ",")));
    json.put("benchmarks", material.benchmarks);
    std::string safe;
    for (const char letter : json.on_one_line()) safe.append(letter == '<' ? "\\u003c" : std::string(1, letter));
    return safe;
}

std::string html_of(const std::string& note) { return fmt::format("<p class=\"note\">{}.</p>\n", markup_text(note)); }

std::string table_of(const experiment::Plan& plan, const std::vector<Record>& records, Grouping grouping,
                     std::string_view title) {
    std::vector<experiment::Row> rows = summarise(plan, records, grouping);
    const std::vector<TableColumn> columns = experiment::table_columns(rows, experiment::Shown::on_page);
    std::string head, body;
    for (const TableColumn& column : columns) {
        const std::string explanation = markup_text(column.explanation);
        head += fmt::format("<th scope=\"col\"{}>{}</th>",
                            explanation.empty() ? "" : fmt::format(" title=\"{}\"", explanation),
                            markup_text(column.heading));
    }
    for (experiment::Row& row : rows) {
        if (row.runs == 0) continue;
        row.planned = row.runs;  // results do not say what was planned
        body += "<tr>";
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::string text = markup_text(columns[k].cell(row));  // an interval has a line of its own
            const std::size_t end = k < 2 ? text.size() : std::min(text.find(" ["), text.size());
            body += fmt::format("<td data-label=\"{}\">{}", markup_text(columns[k].heading), text.substr(0, end));
            body += end == text.size() ? "</td>" : fmt::format(" <small>{}</small></td>", text.substr(end + 1));
        }
        body += "</tr>\n";
    }
    return fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n<caption>{0}</caption>\n"
        "<thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody></table></div>\n",
        title, head, body);
}

std::string statistics_of(const Material& material) {
    std::vector<Record> ended = material.runs;
    std::erase_if(ended, [](const Record& run) { return run.status == "running"; });
    if (ended.empty()) return "";
    const experiment::Plan plan = plan_of(ended);
    std::string html;
    for (const std::string& warning : warnings_of(ended)) html += html_of("Warning: " + warning);
    html += table_of(plan, ended, Grouping::configuration, "All puzzles");
    const std::size_t puzzles = plan.puzzles.size();
    if (puzzles > 1 && puzzles * plan.configurations.size() <= max_rows) {
        html += fmt::format("<details><summary>Puzzle by puzzle</summary>\n{}</details>\n",
                            table_of(plan, ended, Grouping::puzzle, "Puzzle by puzzle"));
    }
    return html;
}

std::string html_of(const FileFacts& file) {
    std::string html =
        fmt::format("<details><summary>{}: {}</summary>\n<dl>\n", markup_text(file.name), markup_text(file.kind));
    for (const auto& [name, value] : file.facts) {
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", markup_text(name), markup_text(value));
    }
    return html + "</dl></details>\n";
}

}  // namespace

std::string to_html(const Material& material, std::string_view title, std::string_view made_by) {
    std::string files, notes;
    for (const FileFacts& file : material.files) files += html_of(file);
    for (const std::string& note : material.notes) notes += html_of(note);
    return fmt::format(
        fmt::runtime(page_frame), fmt::arg("title", markup_text(title)), fmt::arg("made_by", markup_text(made_by)),
        fmt::arg("style", page_style), fmt::arg("statistics", statistics_of(material)), fmt::arg("notes", notes),
        fmt::arg("files", files), fmt::arg("data", data_of(material)), fmt::arg("licence", chart_licence),
        fmt::arg("library", chart_library), fmt::arg("script", page_script));
}

}  // namespace evodoku::report
