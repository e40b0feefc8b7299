// HTML of the texts and tables, and the material as JSON, put into page/report.html.
#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "io/characters.hpp"
#include "io/json.hpp"

namespace evodoku::report {

// The files in page/ and the chart library: see cmake/embed.cmake.
extern const std::string_view page_frame, page_style, chart_licence, chart_library;
extern const std::string_view tools_script, figures_script, charts_script, board_script, report_script;

void describe(auto& fields, const Benchmark& benchmark) {
    fields("name", benchmark.name);
    fields.put_json("result", bench::to_json(benchmark.result));
}

namespace {

using experiment::Record;
using history::Line;
using io::json_list_of;
using io::JsonObject;
using io::markup_text;

constexpr std::size_t max_islands = 4;  // of a run
constexpr std::string_view all_sections[] = {"convergence", "runs", "solutions", "statistics", "throughput"};

/// A list: work, evaluations, seconds, generations and the lowest cost.
std::string spent_json(const experiment::Spent& at) {
    return fmt::format("[{},{},{:.6g},{},{}]", at.work(), at.evaluations, at.seconds, at.generations, at.cost);
}

std::string json_of(const Record& run) {
    JsonObject json;
    json.put("configuration", run.configuration);
    json.put("status", run.status);
    json.put_json("spent", spent_json(run));
    json.put_json("steps", json_list_of(run.history, spent_json));
    return json.on_one_line();
}

/// Values of a column over the rows; null where a row lacks it.
std::string column_json(const std::vector<Line>& rows, std::string_view name) {
    return json_list_of(rows, [&](const Line& row) -> std::string {
        if (!row.has(name)) return "null";
        if (const auto* text = std::get_if<std::string>(&row.value(name))) return io::json_of(*text);
        return fmt::format("{:.6g}", row.number(name));
    });
}

/// The rows of an island, and that of its best board. A board that repeats the one before is left out, and boards are
/// thinned evenly: 200 are kept, or 100 of more than 625 cells.
std::vector<Line> rows_of(const IslandTrace& island) {
    std::vector<Line> rows = island.rows.values();
    const auto generation = [](const Line& row) { return row.count("generation"); };
    const auto place = std::ranges::lower_bound(rows, generation(*island.best), {}, generation);
    if (place == rows.end() || generation(*place) != generation(*island.best)) rows.insert(place, *island.best);
    Thinned<std::uint64_t> kept(island.best->text("board").size() > 625 ? 100 : 200);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (k == 0 || k + 1 == rows.size() || rows[k].text("board") != rows[k - 1].text("board"))
            kept.add(generation(rows[k]));
    }
    const std::vector<std::uint64_t> boards = kept.values();
    for (Line& row : rows) {
        const bool is_kept = std::ranges::binary_search(boards, generation(row));
        if (!is_kept && generation(row) != generation(*island.best)) row.drop("board");
    }
    return rows;
}

std::string json_of(const RunTrace& trace, std::uint32_t number, const IslandTrace& island) {
    const Record& run = trace.record;
    std::string label = fmt::format("{}, seed {}", run.configuration, run.seed);
    if (!run.file.empty()) label += fmt::format(", {}:{}", run.file, run.line);
    if (trace.islands.size() > 1) label += fmt::format(", island {} of {}", number, trace.islands.size());
    JsonObject json, columns, marks;
    const std::vector<Line> rows = rows_of(island);
    for (const history::Column& column : history::columns()) {
        if (column.kinds & history::generation_line) columns.put_json(column.name, column_json(rows, column.name));
    }
    for (const auto& [event, of] : island.marks) {
        JsonObject mark;
        mark.put("count", of.count());
        mark.put_json("generations", json_list_of(of.values(), [](std::uint32_t at) { return std::to_string(at); }));
        marks.put_json(event, mark.on_one_line());
    }
    json.put("label", label);
    json.put("givens", run.puzzle);
    json.put_json("columns", columns.on_one_line());
    json.put_json("marks", marks.on_one_line());
    return json.on_one_line();
}

/// No text in it can end the script element.
std::string data_of(const Material& material) {
    std::vector<std::string> histories;
    for (const RunTrace& trace : material.traces) {
        std::size_t islands = 0;
        for (const auto& [number, island] : trace.islands) {
            if (island.best && ++islands <= max_islands) histories.push_back(json_of(trace, number, island));
        }
    }
    JsonObject json;
    json.put_json("runs", json_list_of(material.runs, [](const Record& each) { return json_of(each); }));
    json.put_json("histories", fmt::format("[{}]", fmt::join(histories, ",")));
    json.put("benchmarks", material.benchmarks);
    std::string safe;
    for (const char letter : json.on_one_line()) safe.append(letter == '<' ? "\\u003c" : std::string(1, letter));
    return safe;
}

std::string html_of(const Table& table) {
    std::string head, body;
    for (const Heading& heading : table.headings) {
        const std::string title =
            heading.explanation.empty() ? "" : fmt::format(" title=\"{}\"", markup_text(heading.explanation));
        head += fmt::format("<th scope=\"col\"{}>{}</th>", title, markup_text(heading.text));
    }
    for (const std::vector<std::string>& row : table.rows) {
        body += "<tr>";
        for (const std::string& cell : row) body += fmt::format("<td>{}</td>", markup_text(cell));
        body += "</tr>\n";
    }
    const std::string name = markup_text(table.title);
    const std::string whole = fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n<caption>{0}</caption>\n"
        "<thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody></table></div>\n",
        name, head, body);
    return table.folded ? fmt::format("<details><summary>{}</summary>\n{}</details>\n", name, whole) : whole;
}

std::string html_of(const std::vector<std::string>& notes, const std::vector<Table>& tables) {
    std::string html;
    for (const std::string& note : notes) html += fmt::format("<p class=\"note\">{}.</p>\n", markup_text(note));
    for (const Table& table : tables) html += html_of(table);
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

/// Removes the text from `begin` to `end`, both included.
void cut(std::string& frame, const std::string& begin, std::string_view end) {
    const std::size_t at = frame.find(begin);
    frame.erase(at, frame.find(end, at) + end.size() - at);
}

}  // namespace

std::vector<std::string> sections_of(const Material& material) {
    const auto has_history = [](const Record& run) { return !run.history.empty(); };
    const auto has_rows = [](const RunTrace& trace) {
        return std::ranges::any_of(trace.islands, [](const auto& each) { return each.second.best.has_value(); });
    };
    const bool ended = std::ranges::any_of(material.runs, [](const Record& run) { return run.status != "running"; });
    const bool there[] = {std::ranges::any_of(material.runs, has_history),
                          std::ranges::any_of(material.traces, has_rows), ended, ended, !material.benchmarks.empty()};
    std::vector<std::string> sections;
    for (std::size_t k = 0; k < std::size(all_sections); ++k) {
        if (there[k]) sections.emplace_back(all_sections[k]);
    }
    return sections;
}

std::string to_html(const Material& material, const Texts& texts) {
    const std::vector<std::string> sections = sections_of(material);
    std::string frame(page_frame), script, files = html_of(material.notes, {});
    for (const std::string_view section : all_sections) {
        if (std::ranges::find(sections, section) != sections.end()) continue;
        cut(frame, fmt::format("<a href=\"#{}\"", section), "</a>\n");
        cut(frame, fmt::format("<section id=\"{}\"", section), "</section>\n");
    }
    for (const auto part : {tools_script, figures_script, charts_script, board_script, report_script}) script += part;
    for (const FileFacts& file : material.files) files += html_of(file);
    return fmt::format(fmt::runtime(frame), fmt::arg("title", markup_text(texts.title)),
                       fmt::arg("made_by", markup_text(texts.made_by)), fmt::arg("style", page_style),
                       fmt::arg("statistics", html_of(texts.warnings, texts.statistics)),
                       fmt::arg("throughput", html_of({}, texts.throughput)), fmt::arg("files", files),
                       fmt::arg("data", data_of(material)), fmt::arg("licence", chart_licence),
                       fmt::arg("library", chart_library), fmt::arg("script", script));
}

}  // namespace evodoku::report
