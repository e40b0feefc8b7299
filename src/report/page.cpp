// HTML of the texts and tables, JSON of the figures and boards, put into page/report.html.
#include "report/page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

#include "io/json_text.hpp"
#include "io/characters.hpp"

namespace evodoku::report {

// The files in page/ and the chart library: see cmake/embed.cmake.
extern const std::string_view page_frame, page_style, chart_licence, chart_library;
extern const std::string_view tools_script, charts_script, board_script, report_script;

namespace {

using io::JsonObject;
using io::markup_text;

// --- JSON ---

/// `make` makes the JSON of one value.
template <class Values, class Make>
std::string list_of(const Values& values, const Make& make) {
    std::string list;
    for (const auto& value : values) {
        if (!list.empty()) list += ',';
        list += make(value);
    }
    return "[" + list + "]";
}

std::string numbers(const std::vector<double>& values) {
    return list_of(values, [](double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null"; });
}

std::string json_of(const Axis& axis) {
    JsonObject json;
    json.put("label", axis.label);
    json.put("log", axis.log);
    if (axis.low) json.put("low", *axis.low);
    if (axis.high) json.put("high", *axis.high);
    return json.on_one_line();
}

std::string json_of(const Band& band) {
    JsonObject json;
    json.put("name", band.name);
    json.put("legend", band.legend);
    json.put("color", band.color);
    json.put("steps", band.steps);
    json.put("faint", band.faint);
    json.put_json("x", numbers(band.x));
    json.put_json("low", numbers(band.low));
    json.put_json("high", numbers(band.high));
    return json.on_one_line();
}

std::string json_of(const Curve& curve) {
    JsonObject json;
    json.put("name", curve.name);
    json.put("color", curve.color);
    json.put("steps", curve.steps);
    json.put("dashed", curve.dashed);
    json.put("wide", curve.wide);
    json.put_json("x", numbers(curve.x));
    json.put_json("y", numbers(curve.y));
    return json.on_one_line();
}

const char* name_of(Shape shape) {
    return shape == Shape::triangle ? "triangle" : shape == Shape::diamond ? "diamond" : "circle";
}

std::string json_of(const Points& points) {
    JsonObject json;
    json.put("name", points.name);
    json.put("color", points.color);
    json.put("shape", name_of(points.shape));
    json.put_json("x", numbers(points.x));
    json.put_json("y", numbers(points.y));
    json.put_json("texts", list_of(points.texts, io::json_quoted));
    return json.on_one_line();
}

std::string json_of(const Figure& figure) {
    JsonObject json;
    json.put("id", figure.id);
    json.put("title", figure.title);
    json.put("run", figure.run);
    json.put("note", figure.note);
    json.put("description", description_of(figure));
    json.put_json("x", json_of(figure.x));
    json.put_json("y", json_of(figure.y));
    json.put_json("bands", list_of(figure.bands, [](const Band& each) { return json_of(each); }));
    json.put_json("curves", list_of(figure.curves, [](const Curve& each) { return json_of(each); }));
    json.put_json("points", list_of(figure.points, [](const Points& each) { return json_of(each); }));
    return json.on_one_line();
}

std::string json_of(const Frame& frame) {
    JsonObject json;
    json.put("generation", frame.generation);
    json.put("cost", frame.cost);
    json.put("board", frame.board);
    json.put("conflicts", frame.conflicts);
    json.put("entropy", frame.entropy);
    return json.on_one_line();
}

std::string json_of(const Choice& choice) {
    JsonObject json;
    json.put("label", choice.label);
    json.put_json("figures", list_of(choice.figures, [](const Figure& each) { return json_of(each); }));
    if (choice.board) {
        JsonObject board;
        board.put("run", choice.board->run);
        board.put("order", choice.board->order);
        board.put("givens", choice.board->givens);
        board.put_json("frames", list_of(choice.board->frames, [](const Frame& each) { return json_of(each); }));
        json.put_json("board", board.on_one_line());
    }
    return json.on_one_line();
}

std::string json_of(const Section& section) {
    JsonObject json;
    json.put("id", section.id);
    json.put_json("choices", list_of(section.choices, [](const Choice& each) { return json_of(each); }));
    return json.on_one_line();
}

/// No text in it can end the script element.
std::string data_of(const Document& document) {
    JsonObject json;
    json.put_json("sections", list_of(document.sections, [](const Section& each) { return json_of(each); }));
    std::string safe;
    for (const char letter : json.on_one_line()) {
        safe += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
    }
    return safe;
}

// --- HTML ---

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

std::string notes_of(const std::vector<std::string>& notes) {
    std::string html;
    for (const std::string& note : notes) html += fmt::format("<p class=\"note\">{}.</p>\n", markup_text(note));
    return html;
}

std::string html_of(const Section& section) {
    std::string html =
        fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n", section.id,
                    markup_text(section.title));
    if (!section.text.empty()) html += fmt::format("<p>{}</p>\n", markup_text(section.text));
    html += notes_of(section.notes);
    if (section.choices.size() > 1) {
        html += fmt::format("<div class=\"choose\"><label for=\"{0}-choice\">{1}</label> <select id=\"{0}-choice\">",
                            section.id, markup_text(section.choose));
        for (const Choice& choice : section.choices)
            html += fmt::format("<option>{}</option>", markup_text(choice.label));
        html += "</select></div>\n";
    }
    if (!section.choices.empty()) html += "<div class=\"choices\"></div>\n";
    for (const Table& table : section.tables) html += html_of(table);
    return html + "</section>\n";
}

std::string html_of(const FileFacts& file) {
    std::string html =
        fmt::format("<details><summary>{}: {}</summary>\n<dl>\n", markup_text(file.name), markup_text(file.kind));
    for (const auto& [name, value] : file.facts) {
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", markup_text(name), markup_text(value));
    }
    return html + "</dl></details>\n";
}

std::string body_of(const Document& document) {
    std::string html;
    for (const Section& section : document.sections) html += html_of(section);
    html += "<section id=\"files\" aria-labelledby=\"files-title\">\n<h2 id=\"files-title\">Files</h2>\n";
    html += notes_of(document.notes);
    for (const FileFacts& file : document.files) html += html_of(file);
    return html + "</section>\n";
}

std::string links_of(const Document& document) {
    std::string html;
    for (const Section& section : document.sections) {
        html += fmt::format("<a href=\"#{}\">{}</a> ", section.id, markup_text(section.title));
    }
    return html + "<a href=\"#files\">Files</a>";
}

/// The frame with a text for each @name@. What is put in is not searched again.
std::string filled(std::string_view frame, const std::vector<std::pair<std::string_view, std::string>>& texts) {
    std::string page;
    while (!frame.empty()) {
        std::size_t next = frame.size(), length = 0;
        const std::string* text = nullptr;
        for (const auto& [mark, value] : texts) {
            const std::size_t at = frame.find(mark);
            if (at < next) next = at, length = mark.size(), text = &value;
        }
        page += frame.substr(0, next);
        if (text != nullptr) page += *text;
        frame.remove_prefix(next + length);
    }
    return page;
}

}  // namespace

std::string to_html(const Document& document) {
    std::string script;
    for (const std::string_view part : {tools_script, charts_script, board_script, report_script}) script += part;
    return filled(page_frame, {{"@title@", markup_text(document.title)},
                               {"@made_by@", markup_text(document.made_by)},
                               {"@style@", std::string(page_style)},
                               {"@links@", links_of(document)},
                               {"@body@", body_of(document)},
                               {"@data@", data_of(document)},
                               {"@licence@", std::string(chart_licence)},
                               {"@library@", std::string(chart_library)},
                               {"@script@", script}});
}

}  // namespace evodoku::report
